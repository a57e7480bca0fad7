"""Options that several commands share, and how their text is read."""

from __future__ import annotations

import functools
import shlex
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import click

from millbase.answers.commands import DEFAULT_VARIANT, build_command
from millbase.cli.numbers import Amount, WholeNumber
from millbase.cli.problems import Failure, Refusal
from millbase.databases.catalogue import Catalogue
from millbase.databases.metrics import DISTANCES, GRADES
from millbase.solver.cores import usable_cores
from millbase.solver.game.errors import quoted
from millbase.solver.game.material import MIN_STONES, Subspace
from millbase.solver.game.options import Setting, options_of, parse_option, with_options
from millbase.solver.game.rules import ALIASES, MOST_MOVES, PRESETS, Rules
from millbase.solver.subspaces import check, moving_subspaces

Command = Callable[..., Any]


class Directory(click.Path):
    """A directory, whether it exists or not."""

    def __init__(self) -> None:
        super().__init__(path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Read its name."""
        if value == "":
            self.fail("a directory has a name; a dot stands for the current one", param, ctx)
        return super().convert(value, param, ctx)


def _read_position(context: click.Context, argument: click.Parameter, words: tuple[str, ...]) -> str | None:
    """A position that is one word, or none."""
    if len(words) > 1:
        raise Refusal(
            f'a position is one word, in quotation marks: {context.command_path} "{" ".join(words)}"'
        )
    game = _rule_set(words[0]) if words else None
    if game is not None:
        raise Refusal(f"{game} is a rule set and no position: write --variant {game}")
    return words[0] if words else None


def position_argument(required: bool = True) -> Callable[[Command], Command]:
    """Add a POSITION, passed on as ``position``."""
    metavar = "POSITION" if required else "[POSITION]"
    return click.argument("position", nargs=-1, required=required, callback=_read_position, metavar=metavar)


def _rule_set(text: str) -> str | None:
    """The name of a rule set if a text is one, in whatever letters."""
    name = text.lower()
    return name if name in PRESETS or name in ALIASES else None


def _read_men(context: click.Context, option: click.Parameter, text: str | None) -> Setting | None:
    """Stones of each side: ``9``, or ``9,8`` for White and Black."""
    return None if text is None else parse_option("men", text)


def variation_options(command: Command) -> Command:
    """Add the options that vary a rule set, and pass on those that are given as ``options``."""

    @click.option(
        "--men", callback=_read_men, metavar="N|W,B", help="Stones of each side, if not the usual number."
    )
    @click.option("--flying/--no-flying", default=None, help="Whether a side with three stones may fly.")
    @click.option(
        "--protected",
        is_flag=True,
        help="A mill removes nothing where all stones of the opponent are in mills.",
    )
    @click.option(
        "--take-two", is_flag=True, help="A placement that closes two mills at once removes two stones."
    )
    @click.option(
        "--full-board",
        type=click.Choice(["draw", "loss"]),
        help="What a full board is worth to the side to move.",
    )
    @click.option(
        "--limit",
        type=WholeNumber(min=1, max=MOST_MOVES),
        metavar="N",
        help="A draw after N moves of each side without a placement or a removal.",
    )
    @functools.wraps(command)
    def with_variation(
        men: Setting | None,
        flying: bool | None,
        protected: bool,
        take_two: bool,
        full_board: str | None,
        limit: int | None,
        **others: Any,
    ) -> Any:
        asked = {
            "men": men,
            "flying": flying,
            "protected": protected or None,
            "take-two": take_two or None,
            "full-board": full_board,
            "limit": limit,
        }
        options = {name: setting for name, setting in asked.items() if setting is not None}
        return command(options=options, **others)

    return with_variation


def rules_options(command: Command) -> Command:
    """Add the options that choose the rules, and pass them on as ``rules``."""

    @click.option(
        "--variant",
        default=DEFAULT_VARIANT,
        show_default=True,
        metavar="NAME",
        help=f"The rule set: {', '.join([*PRESETS, *ALIASES])}.",
    )
    @variation_options
    @functools.wraps(command)
    def with_rules(variant: str, options: dict[str, Setting], **others: Any) -> Any:
        return command(rules=with_options(variant, options), **others)

    return with_rules


def record_rules_options(command: Command) -> Command:
    """Like :func:`rules_options`, but ``rules`` is None where none is given: a game's tags may say them."""

    @click.option(
        "--variant",
        metavar="NAME",
        help=f"The rule set, {', '.join([*PRESETS, *ALIASES])}; otherwise the one that the game names, "
        f"otherwise {DEFAULT_VARIANT}.",
    )
    @variation_options
    @functools.wraps(command)
    def with_rules(variant: str | None, options: dict[str, Setting], **others: Any) -> Any:
        given = variant is not None or bool(options)
        return command(rules=with_options(variant or DEFAULT_VARIANT, options) if given else None, **others)

    return with_rules


against_option = click.option(
    "--against",
    required=True,
    metavar="RULES",
    help="The other rule set, in quotation marks: a name, options of the rules, or both, such as "
    "'nine --protected'. Options without a name are added to the rules that come first.",
)


@click.command(add_help_option=False)
@click.argument("variant", required=False)
@variation_options
def _named_rules(variant: str | None, options: dict[str, Setting]) -> tuple[str | None, dict[str, Setting]]:
    return variant, options


def other_rules(rules: Rules, text: str) -> Rules:
    """The rule set that the text of :data:`against_option` names.

    Raises:
        RulesError: it names none, or one that cannot be played.
        Refusal: a quotation mark is open in it.
        click.UsageError: it has other options than those of rules.
    """
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise Refusal(f"{quoted(text)} is no rule set: a quotation mark is left open") from error
    here = click.get_current_context().command_path
    variant, options = _named_rules.main(words, prog_name=here, standalone_mode=False)
    if variant is not None:
        return with_options(variant, options)
    base, varied = options_of(rules)
    return with_options(base or DEFAULT_VARIANT, varied | options)


def named_subspaces(rules: Rules, texts: Iterable[str]) -> list[Subspace]:
    """The subspaces that an argument names.

    Raises:
        SubspaceError: one of them is none, or does not exist in these rules.
        Refusal: one of them is the name of a rule set.
    """
    texts = list(texts)
    game = next(filter(None, map(_rule_set, texts)), None)
    if game is not None:
        raise Refusal(
            f"{game} is a rule set and no subspace: write --variant {game} and subspaces such as 6-4, "
            f"or `millbase solve --variant {game}` to build the whole game"
        )
    named = [Subspace.parse(text) for text in texts]
    for subspace in named:
        check(rules, subspace)
    return named


def subspaces_options(command: Command) -> Command:
    """Add ``[SUBSPACE…|--stones N]``, passed on as ``subspaces``; stands below :func:`rules_options`."""

    @click.argument("texts", metavar="[SUBSPACE]...", nargs=-1)
    @click.option(
        "--stones",
        type=WholeNumber(),
        metavar="N",
        help="All subspaces without stones in hand and with at most N on the board.",
    )
    @functools.wraps(command)
    def with_subspaces(rules: Rules, texts: tuple[str, ...], stones: int | None, **others: Any) -> Any:
        if bool(texts) == (stones is not None):
            raise Refusal("say what is meant: either subspaces such as 6-4, or --stones N")
        if stones is None:
            return command(rules=rules, subspaces=named_subspaces(rules, texts), **others)
        subspaces = moving_subspaces(rules, stones)
        if not subspaces:
            raise Refusal(f"no subspace has {stones} stones or fewer: the smallest, 3-3, has six")
        return command(rules=rules, subspaces=subspaces, **others)

    return with_subspaces


db_option = click.option(
    "--db",
    "directories",
    type=Directory(),
    multiple=True,
    metavar="DIR",
    help="Where the tables are; otherwise $MILLBASE_DB, otherwise the user's data directory. Given several "
    "times, they are looked through in this order, and what is built is written to the first.",
)


def time_option(text: str) -> Callable[[Command], Command]:
    """``--time SECONDS``, passed on as ``seconds``; ``text`` is its help."""
    return click.option(
        "--time",
        "seconds",
        type=Amount(),
        metavar="SECONDS",
        help=text,
    )


json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")

grade_option = click.option(
    "--grade",
    type=click.Choice(GRADES),
    show_default="dtw, or dtc with --limit",
    help="Keep plies to the end (dtw), plies to the next placement, removal or end (dtc), only who wins, in "
    "less space (wdl), or beside tables of distances what draws head for (ultra).",
)

distances_option = click.option(
    "--grade",
    type=click.Choice(DISTANCES),
    show_default="dtw, or dtc with --limit",
    help="Ask the tables that count plies to the end (dtw), or those that count them to the next placement, "
    "removal or end (dtc).",
)

threads_option = click.option(
    "--threads",
    type=WholeNumber(min=1),
    default=usable_cores,
    metavar="N",
    help="How many threads compute; as many as there are cores to use, unless said.",
)


def tables_there(catalogue: Catalogue) -> list[Subspace]:
    """The subspaces that have tables.

    Raises:
        Failure: there are none.
    """
    found = catalogue.tables()
    if not found:
        smallest = Subspace(MIN_STONES, MIN_STONES)
        command = build_command(catalogue.rules, smallest, catalogue.roots)
        places = " or ".join(map(str, catalogue.roots))
        raise Failure(f"there are no tables in {places}: `{command}` builds the smallest")
    return found
