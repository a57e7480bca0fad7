"""What there is to say of a rule set: its facts, its sentences, and what is published of it."""

from __future__ import annotations

from millbase.answers.documents import Document, with_rules
from millbase.solver.game.known import REMARKS, Known, known_of
from millbase.solver.game.rules import ALIASES, PRESETS, Rules
from millbase.solver.game.sentences import rules_in_sentences


def variants_document() -> Document:
    """All presets."""
    return {"variants": [variant_document(rules) for rules in PRESETS.values()]}


def variant_document(rules: Rules) -> Document:
    """One rule set."""
    board, known = rules.board, known_of(rules)
    return with_rules(
        rules,
        {
            "aliases": aliases_of(rules),
            "board": {
                "title": board.title,
                "points": board.points,
                "mills": len(board.lines),
                "symmetries": len(board.symmetries),
            },
            "men": list(rules.men),
            "flying": rules.flying,
            "mixed": rules.mixed,
            "protected": rules.protected,
            "take_two": rules.take_two,
            "full_board": rules.full_board,
            "mill_wins": rules.mill_wins,
            "limit": rules.limit,
            "known": None if known is None else _known_facts(known),
            "rules": [*rules_in_sentences(rules), *remarks_on(rules)],
        },
    )


def aliases_of(rules: Rules) -> list[str]:
    """Other names of the preset that a rule set came from."""
    return [alias for alias, name in ALIASES.items() if name == rules.name]


def remarks_on(rules: Rules) -> list[str]:
    """What else there is to say of the preset that a rule set came from."""
    remark = REMARKS.get(rules.name)
    return [] if remark is None else [remark]


def _known_facts(known: Known) -> Document:
    return {
        "value": known.value.outcome,
        "plies": known.value.plies,
        "remark": known.remark,
        "reachable": known.reachable,
        "source": known.source,
    }
