"""Games judged: every mark against the tables, one position at a time."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from random_records import random_record

from millbase.answers.annotating import annotated
from millbase.answers.documents import json_text
from millbase.answers.review_documents import review_document
from millbase.answers.reviewing import review_game
from millbase.databases.building import build
from millbase.databases.tablebase import Tablebase
from millbase.databases.tablebase import open as open_tables
from millbase.solver.game.notation import format_move, format_position, parse_position
from millbase.solver.game.positions import legal_moves
from millbase.solver.game.records.reading import read_records
from millbase.solver.game.records.record import Played, Record
from millbase.solver.game.records.writing import write_record
from millbase.solver.game.rules import preset
from millbase.solver.game.values import Value
from millbase.solver.subspaces import game_subspaces

THREE, SIX = preset("three"), preset("six")
RANKS = {"win": 2, "draw": 1, "loss": 0}


@pytest.fixture(scope="module")
def three(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tablebase]:
    directory = tmp_path_factory.mktemp("three")
    build(directory, THREE, game_subspaces(THREE))
    with open_tables(directory, THREE) as opened:
        yield opened


def game(text: str, rules: str = "three") -> Record:
    [kept] = read_records(text, preset(rules))
    assert isinstance(kept.record, Record), kept.record
    return kept.record


@pytest.mark.parametrize("seed", range(40))
def test_random_games_move_by_move(three: Tablebase, seed: int) -> None:
    record = random_record(THREE, seed, plies=30)
    document = review_document(review_game(three, record), "x")
    assert len(document["moves"]) == len(record.moves)
    for ply, (told, before, after) in enumerate(
        zip(document["moves"], record.positions, record.positions[1:], strict=False)
    ):
        worth, kept = three.probe(before), three.probe(after).before_move()
        each = {move: three.probe(before.after(move)).before_move() for move in legal_moves(THREE, before)}
        best = {format_move(THREE.board, move) for move, value in each.items() if value == worth}
        keeping = [move for move, value in each.items() if value.outcome == worth.outcome]
        assert (told["ply"], told["position"]) == (ply + 1, format_position(THREE.board, after))
        assert Value(told["value"], told["plies"]) == kept
        assert Value(told["best"]["value"], told["best"]["plies"]) == worth
        assert set(told["best"]["moves"]) == best
        assert told["mark"] == {0: None, 1: "?", 2: "??"}[RANKS[worth.outcome] - RANKS[kept.outcome]]
        assert told["only"] == (worth.outcome != "loss" and len(keeping) == 1 < len(each))
    for side, first in (("white", 0), ("black", 1)):
        marks = [told["mark"] for told in document["moves"][first::2]]
        summary = document["summary"][side]
        counted = [len(marks), len(marks), marks.count(None), marks.count("?"), marks.count("??")]
        assert list(summary.values())[:5] == counted
        assert summary["only"] == sum(told["only"] for told in document["moves"][first::2])


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("lines", [False, True])
def test_reviewing_a_reviewed_game_gives_the_same_text(three: Tablebase, seed: int, lines: bool) -> None:
    text = annotated(review_game(three, random_record(THREE, seed, plies=30), lines), "millbase 1.0")
    for again in (lines, lines):
        text_again = annotated(review_game(three, game(text), again), "millbase 1.0")
        assert text_again == text


MINE = """\
[Event "club"]
[Annotator "A. Friend"]
[Result "0-1"]

{before it} 1. a3! {a corner
takes} (1. b2 {better}) b2 2. b3?? $14 (2. c1) a1 ; oh
0-1
"""
MARKED = """\
[Event "club"]
[Annotator "A. Friend; millbase 2.0"]
[Result "0-1"]
[Rules "three"]

{before it}
1. a3! $2 {win in 9 plies, now draw; best b2} {a corner takes} (1. b2 {better}) 1... b2
2. b3?? $14 $2 {draw, now loss in 4 plies; best c3, c2 and 5 more} (2. c1) 2... a1 {oh} 0-1
"""


def test_what_was_in_a_game_stays_in_it(three: Tablebase) -> None:
    marked = annotated(review_game(three, game(MINE)), "millbase 2.0")
    assert [line for line in marked.splitlines() if not line.startswith("2.")] == [
        line for line in MARKED.splitlines() if not line.startswith("2.")
    ]
    for kept in ("(2. c1)", "{oh} 0-1", "b3?? $14"):
        assert kept in marked
    assert annotated(review_game(three, game(marked)), "millbase 2.0") == marked


def test_a_variation_that_begins_with_the_best_move_is_no_line_of_ours(three: Tablebase) -> None:
    once = annotated(review_game(three, game("1. a3 (1. b2) b2")), "millbase 1")
    assert annotated(review_game(three, game(once)), "millbase 1") == once
    with_line = annotated(review_game(three, game(once), lines=True), "millbase 1")
    assert with_line.count("(1. b2") == 2
    assert annotated(review_game(three, game(with_line)), "millbase 1") == once


def test_a_mark_that_no_longer_holds_goes(three: Tablebase) -> None:
    wrong = "1. b2? {win in 9 plies, now draw; best a3} a3 2. a2?? {hm} b3"
    again = annotated(review_game(three, game(wrong)), "millbase 1")
    assert "1. b2 a3" in again
    assert "a2??" in again


def test_positions_without_tables_are_counted(tables: Path) -> None:
    record = game("1. d2 d4", "six")
    with open_tables(tables, SIX) as opened:
        reviewed = review_game(opened, record)
        document = review_document(reviewed, "x")
        assert annotated(reviewed, "x") == '[Annotator "x"]\n[Rules "six"]\n\n' + write_record(record)
    assert (document["value"], document["moves"][0]["value"], document["moves"][0]["mark"]) == (None,) * 3
    assert document["summary"]["white"] == {
        "moves": 1, "known": 0, "kept": 0, "mistakes": 0, "blunders": 0, "only": 0,
    }  # fmt: skip
    assert reviewed.missing is not None
    assert str(reviewed.missing.subspace) == "0-0+6-6"


def test_results_and_reasons(three: Tablebase, outcome_tables: Path) -> None:
    def ending(text: str) -> tuple[str, str | None]:
        document = review_document(review_game(three, game(text)), "x")
        json_text(document)
        return document["result"], document["reason"]

    assert ending("1. b2 b3 2. a1 a2 3. c3") == ("1-0", "Black faces a mill")
    assert ending("1. b2 b3 *") == ("*", None)
    assert ending('[Result "1/2-1/2"]\n\n1. b2 b3') == ("1/2-1/2", None)
    assert ending("*") == ("*", None)
    with open_tables(outcome_tables, SIX) as opened:
        text = '[Position "WW.B..../W.BB.... w"]\n\n1. b4-b3'
        marked = annotated(review_game(opened, game(text, "six"), lines=True), "x")
    assert " in " not in marked


def test_a_long_game_takes_no_longer_than_a_second(tables: Path) -> None:
    position = parse_position(SIX, "W.W.W.../B.B.B... w")
    positions, moves = [position], []
    for _ in range(80):
        move = next(
            move for move in legal_moves(SIX, positions[-1])
            if not move.removed and legal_moves(SIX, positions[-1].after(move))
        )  # fmt: skip
        moves.append(Played(move))
        positions.append(positions[-1].after(move))
    record = Record(SIX, tuple(positions), tuple(moves))
    with open_tables(tables, SIX) as opened:
        review_game(opened, record)
        began = time.process_time()
        review_game(opened, record, lines=True)
        assert time.process_time() - began < 1
