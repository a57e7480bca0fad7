"""``millbase variants``: the rule sets, in sentences."""

from __future__ import annotations

import textwrap
from itertools import groupby

import click

from millbase.answers.commands import DEFAULT_VARIANT
from millbase.answers.documents import json_text
from millbase.answers.variants import aliases_of, remarks_on, variant_document, variants_document
from millbase.cli.drawing import ascii_option
from millbase.cli.options import json_option, variation_options
from millbase.cli.problems import Refusal
from millbase.solver.game.drawing import draw_empty_board
from millbase.solver.game.errors import quoted
from millbase.solver.game.known import Known, known_of
from millbase.solver.game.options import Setting, with_options
from millbase.solver.game.rules import PRESETS, Rules
from millbase.solver.game.sentences import rules_in_sentences
from millbase.solver.telling import columns, plies_text

WIDTH = 100  # of a paragraph


@click.command()
@click.argument("name", required=False)
@click.option("--variant", metavar="NAME", help="The same as NAME.")
@variation_options
@json_option
@ascii_option
def variants(
    name: str | None, variant: str | None, options: dict[str, Setting], as_json: bool, ascii_only: bool
) -> None:
    """List the rule sets, or show the rules of one in sentences.

    With NAME, options change its rules as they do in the other commands.
    """
    if name is not None and variant is not None and name != variant:
        raise Refusal(f"{quoted(name)} and --variant {quoted(variant)} name two rule sets: leave one out")
    chosen = name or variant
    if chosen is None and not options:
        shown = list(PRESETS.values())
        click.echo(json_text(variants_document()) if as_json else _list(shown, ascii_only))
        return
    rules = with_options(chosen or DEFAULT_VARIANT, options)
    click.echo(json_text(variant_document(rules)) if as_json else _description(rules, ascii_only))


def _list(shown: list[Rules], ascii_only: bool) -> str:
    """The rule sets by board, each in a line."""
    parts = []
    for board, group in groupby(shown, key=lambda rules: rules.board):
        rows = [
            (
                ", ".join([rules.name, *aliases_of(rules)]),
                f"{rules.men_text} stones each",
                _facts(rules),
                _value_text(known_of(rules)),
            )
            for rules in group
        ]
        sizes = f"{board.points} points, {len(board.lines)} mills, {len(board.symmetries)} symmetries"
        parts += [f"{board.title}: {sizes}", draw_empty_board(board, ascii_only), columns(rows, left=4)]
    return "\n\n".join(parts)


def _facts(rules: Rules) -> str:
    facts = ["three stones fly" if rules.flying else "no flying"]
    if rules.mixed:
        facts.append("placing and moving mixed")
    if rules.take_two:
        facts.append("two stones for two mills")
    if rules.mill_wins:
        facts.append("a mill wins")
    if rules.limit is not None:
        facts.append(f"a draw after {rules.limit} moves without a removal")
    return ", ".join(facts)


def _value_text(known: Known | None) -> str:
    """Who wins, and who found it."""
    if known is None:
        return "not known"
    outcome = {"win": "White wins", "draw": "a draw", "loss": "Black wins"}[known.value.outcome]
    plies = "" if known.value.plies is None else f" in {plies_text(known.value.plies)}"
    return f"{outcome}{plies} ({known.source})"


def _description(rules: Rules, ascii_only: bool) -> str:
    aliases = aliases_of(rules)
    title = f"{rules.name}, also called {' and '.join(aliases)}" if aliases else rules.name
    texts = [*rules_in_sentences(rules), _known_text(known_of(rules)), *remarks_on(rules)]
    paragraphs = (textwrap.fill(text, WIDTH) for text in texts)
    return "\n\n".join([title, draw_empty_board(rules.board, ascii_only), *paragraphs])


def _known_text(known: Known | None) -> str:
    if known is None:
        return "The value of this start is not among the published ones that millbase knows."
    sentences = [f"The value of the start: {_value_text(known)}."]
    if known.remark:
        sentences.append(f"{known.remark[0].upper()}{known.remark[1:]}.")
    if known.reachable is not None:
        sentences.append(f"Games can reach {known.reachable:,} positions.")
    return " ".join(sentences)
