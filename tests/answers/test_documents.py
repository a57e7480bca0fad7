"""Documents: the rules in each, and that the command line prints just these bytes."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from invoking import invoke

from millbase.answers.asking import Asking, look_up, play_out
from millbase.answers.documents import json_text, line_document, query_document, with_rules
from millbase.answers.proving import prove_document
from millbase.answers.statistics import table_document, tables_document
from millbase.answers.variants import variant_document, variants_document
from millbase.databases import tablebase
from millbase.databases.catalogue import Catalogue
from millbase.databases.survey import Survey
from millbase.databases.tablebase import Tablebase
from millbase.solver.game.boards import Board
from millbase.solver.game.material import Subspace
from millbase.solver.game.notation import parse_position
from millbase.solver.game.options import with_options
from millbase.solver.game.positions import start
from millbase.solver.game.rules import Rules, preset
from millbase.solver.game.values import DRAW, LOST, Between, Value
from millbase.solver.oracle import Answer

POSITIONS = (
    "WWW...../BBB..... w",
    "WBWWBB../........ w",
    "W.W.W.../BBB.B... b",
    "WWW...../B.BB.... w x1",
    "WW....../BBB..... w",
    "WWW.B.../BB....W. w",
)


@pytest.fixture
def there(tables: Path, rules: Rules) -> Iterable[Tablebase]:
    with tablebase.open(tables, rules) as opened:
        yield opened


def printed(tables: Path, *arguments: str) -> str:
    """What a command prints, without the end of the line."""
    result = invoke(tables, *arguments, "--json")
    assert result.exit_code == 0, result.output
    assert result.stdout.endswith("\n")
    return result.stdout[:-1]


@pytest.mark.parametrize("position", POSITIONS)
@pytest.mark.parametrize("unique", [False, True])
def test_query(there: Tablebase, tables: Path, position: str, unique: bool) -> None:
    found = Asking(there).answer(parse_position(there.rules, position))
    options = ["--unique"] if unique else []
    expected = printed(tables, "query", position, "--variant", "six", *options)
    assert json_text(query_document(there.rules, found, unique)) == expected


@pytest.mark.parametrize("position", POSITIONS)
def test_line(there: Tablebase, tables: Path, position: str) -> None:
    found = play_out(there, parse_position(there.rules, position), 7)
    expected = printed(tables, "line", position, "--plies", "7", "--variant", "six")
    assert json_text(line_document(there.rules, found)) == expected


def test_stats(tables: Path, rules: Rules, wanted: list[Subspace]) -> None:
    survey = Survey(Catalogue(tables, rules))
    for subspace in wanted:
        document = table_document(rules, survey.header(subspace))
        assert json_text(document) == printed(tables, "stats", str(subspace), "--variant", "six")
    document = tables_document(rules, [survey.header(subspace) for subspace in survey.catalogue.tables()])
    assert json_text(document) == printed(tables, "stats", "--variant", "six")


def test_tables_that_are_not_there_have_totals_too(rules: Rules) -> None:
    nothing = {"positions": 0, "wins": 0, "draws": 0, "losses": 0, "longest_win": None, "longest_loss": None}
    document = tables_document(rules, [])
    assert document["subspaces"] == []
    assert document["totals"] == dict.fromkeys(("moving", "placing", "game"), nothing)


def test_variants(tables: Path) -> None:
    assert json_text(variants_document()) == printed(tables, "variants")
    rules = replace(preset("five"), men=(6, 6), flying=True)
    expected = printed(tables, "variants", "five", "--men", "6", "--flying")
    assert json_text(variant_document(rules)) == expected


@pytest.mark.parametrize(
    ("options", "found"),
    [
        ([], {}),
        (["--no-flying"], {"flying": False}),
        (["--flying"], {}),
        (["--men", "9"], {}),
        (["--men", "9,8", "--protected"], {"men": [9, 8], "protected": True}),
        (["--full-board", "loss"], {"full-board": "loss"}),
    ],
)
def test_a_document_names_the_rules(tables: Path, options: list[str], found: dict[str, Any]) -> None:
    over = "WW....../BBB...../........ w"  # needs no table
    for command in (["query", over], ["line", over], ["variants", "nine"]):
        document = json.loads(printed(tables, *command, *options))
        assert (document["variant"], document["options"]) == ("nine", found)
        rules = with_options(document["variant"], document["options"])
        assert document["fingerprint"] == rules.fingerprint


def test_rules_of_a_program_are_named_too() -> None:
    rules = replace(preset("nine"), mixed=True)
    assert with_rules(rules, {"facts": 1}) == {
        "variant": "lasker",
        "facts": 1,
        "options": {"men": [9, 9]},
        "fingerprint": preset("lasker").fingerprint,
    }
    mine = Rules(Board("mine", (1,), diagonals=True), (3, 3))
    document = json.loads(json_text(variant_document(mine)))
    assert (document["variant"], document["options"]["board"]) == (None, "mine")


@pytest.mark.parametrize(
    ("value", "white", "black"),
    [
        (Value("win"), "win", "loss"),
        (Value("loss"), "loss", "win"),
        (DRAW, "draw", "draw"),
        (Between(DRAW, Value("win")), "draw", "loss"),
        (Between(LOST, DRAW), "loss", "draw"),
    ],
)
def test_a_proof_says_what_each_side_gets_at_least(
    rules: Rules, value: Value | Between, white: str, black: str
) -> None:
    answer = Answer(start(rules), value, [])
    proof = prove_document(rules, answer, 5, {Subspace(4, 3): 7, Subspace(3, 3): 2}, 1.23456)["proof"]
    assert proof == {
        "white_at_least": white,
        "black_at_least": black,
        "positions": 5,
        "entries_read": {"3-3": 2, "4-3": 7},
        "seconds": 1.235,
    }


def test_draws_are_hardest_first(there: Tablebase) -> None:
    position = parse_position(there.rules, "WWW.B.../BB....W. w")
    assert Asking(there).answer(position) == look_up(there, position)


def test_answers_know_no_command_line() -> None:
    """Nor Numba, which most of them can do without."""
    program = (
        "import sys\n"
        "from millbase.answers import asking, commands, documents, problems, proving, statistics, variants\n"
        "loaded = {name for name in sys.modules if name.startswith(('click', 'numba', 'millbase.cli'))}\n"
        "assert not loaded, loaded"
    )
    subprocess.run([sys.executable, "-c", program], check=True)
