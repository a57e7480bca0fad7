"""How the tags of a record name a rule set.

``Variant`` has the name that the program Sanmill knows, and ``Rules`` says all of it: a preset, then what
differs from it, ``nine men=9,8 protected=true``. Both are read, the second one first.
"""

from __future__ import annotations

from collections.abc import Mapping

from millbase.solver.game.options import FIXED, OPTIONS, option_text, options_of, parse_option, with_options
from millbase.solver.game.records.record import RecordError
from millbase.solver.game.rules import ALIASES, PRESETS, Rules, RulesError, preset

SANMILL_NAMES = {
    "Nine Men's Morris": "nine",
    "Twelve Men's Morris": "twelve",
    "Morabaraba": "twelve",
    "Lasker Morris": "lasker",
}


def variant_tag(rules: Rules) -> str:
    """The name of the nearest rule set that Sanmill knows; where it knows none on the board, that of ours."""
    for name, known in SANMILL_NAMES.items():
        other = preset(known)
        if (rules.board, rules.mixed) == (other.board, other.mixed):
            return name
    return options_of(rules)[0] or "custom"


def rules_tag(rules: Rules) -> str | None:
    """All of a rule set, as :func:`rules_of` reads it; None on a board that no preset has.

    >>> from dataclasses import replace
    >>> rules_tag(replace(preset("nine"), men=(9, 8), protected=True))
    'nine men=9,8 protected=true'
    """
    name, options = options_of(rules)
    if name is None:
        return None
    return " ".join([name, *(f"{option}={option_text(setting)}" for option, setting in options.items())])


def rules_of(tags: Mapping[str, str]) -> Rules | None:
    """The rule set that a game's tags name; None if they name none that is known here.

    Raises:
        RecordError: the tag ``Rules`` is not as :func:`rules_tag` writes it.
    """
    if "Rules" in tags:
        return _read(tags["Rules"])
    known = {sanmill.casefold(): ours for sanmill, ours in SANMILL_NAMES.items()}
    name = tags.get("Variant", "").casefold()
    name = known.get(name, name)
    return preset(name) if name in PRESETS or name in ALIASES else None


def _read(text: str) -> Rules:
    name, *words = text.split() or [""]
    options = dict(word.partition("=")[::2] for word in words)
    unknown = next((option for option in options if option not in (*OPTIONS, *FIXED)), None)
    if unknown is not None:
        raise RecordError(f"the tag Rules {text[:80]!r} names no rule set: no option is called {unknown!r}")
    try:
        return with_options(name, {option: parse_option(option, value) for option, value in options.items()})
    except RulesError as error:
        raise RecordError(f"the tag Rules {text[:80]!r} names no rule set: {error}") from error
