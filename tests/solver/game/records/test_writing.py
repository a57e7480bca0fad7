"""Games written out."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import get_args

import pytest
import rulebook
from random_records import random_record

from millbase.solver.game.match import Game
from millbase.solver.game.notation import parse_move, parse_position
from millbase.solver.game.positions import start
from millbase.solver.game.records.reading import read_records
from millbase.solver.game.records.record import Record
from millbase.solver.game.records.writing import Form, record_of, write_record
from millbase.solver.game.rules import preset

NINE, THREE = preset("nine"), preset("three")
FORMS: tuple[Form, ...] = get_args(Form)

WON = """\
[Event "millbase game"]
[Date "2026.01.31"]
[White "Human"]
[Black "millbase"]
[Result "1-0"]
[Variant "three"]
[Rules "three"]
[PlyCount "5"]

1. b2 b3
2. a1 a2
3. c3 1-0
"""

SET_UP = """\
[Event "millbase game"]
[Date "2026.01.31"]
[White "Human"]
[Black "millbase"]
[Result "*"]
[Variant "Nine Men's Morris"]
[Rules "nine"]
[PlyCount "4"]
[SetUp "1"]
[FEN "@******@/****@**@/O*O****O b m s 3 1 4 0 0 0 0 0 0 0 0 0 1"]

1... b6-d6
2. g7xd6 d2-b2 *
"""


def sheet(game: Game) -> str:
    return write_record(record_of(game, "Human", "millbase", "2026.01.31"))


def played(name: str, position: str | None, *moves: str) -> Game:
    rules = preset(name)
    game = Game(rules, start(rules) if position is None else parse_position(rules, position))
    for move in moves:
        game.play(parse_move(rules.board, move))
    return game


def test_a_game_from_the_empty_board() -> None:
    assert sheet(played("three", None, "b2", "b3", "a1", "a2", "c3")) == WON


def test_a_game_without_a_move() -> None:
    assert sheet(Game(NINE, start(NINE))).endswith('[PlyCount "0"]\n\n*\n')


def test_a_game_that_black_continues_from_a_position_counts_removals_as_plies() -> None:
    game = played("nine", "WW.W..../B....B../BB...... b 1,0", "b6-d6", "g7xd6", "d2-b2")
    assert sheet(game) == SET_UP


def test_a_position_on_another_board_is_in_the_notation_of_millbase() -> None:
    text = "WBWBWBWB/........ w"
    lines = sheet(Game(preset("six"), parse_position(preset("six"), text))).splitlines()
    assert f'[Position "{text}"]' in lines
    assert lines[-1] == "0-1"


def test_every_form_has_the_moves_as_its_readers_know_them() -> None:
    [kept] = read_records("1. d6 f4 2. b6 d5 3. f6xf4 c5")
    assert isinstance(kept.record, Record)
    written = {form: write_record(kept.record, form).splitlines() for form in FORMS}
    assert written["sanmill"] == written["list"] == ["1. d6 f4", "2. b6 d5", "3. f6xf4 c5"]
    assert written["playok"] == ["1. 5 14", "2. 4 8", "3. 6x14 7"]
    assert written["goldtoken"][-1] == "3. Place to f6, take f4 Place to c5"


@pytest.mark.parametrize("name", rulebook.VARIED)
@pytest.mark.parametrize("skipped", [0, 5])
def test_games_read_back_from_every_form(name: str, skipped: int) -> None:
    rules = rulebook.VARIED[name]
    for seed in range(8):
        record = random_record(rules, seed, skipped=skipped)
        for form in FORMS:
            if form == "playok" and len(rules.board.radii) < 3:
                continue
            [kept] = read_records(write_record(record, form), rules)
            assert isinstance(kept.record, Record), kept.record
            assert kept.record.positions == record.positions
            assert kept.record.moves == record.moves


@pytest.mark.parametrize("name", rulebook.VARIED)
def test_what_is_written_names_its_rules(name: str) -> None:
    rules = rulebook.VARIED[name]
    [kept] = read_records(sheet(Game(rules, start(rules))))
    assert isinstance(kept.record, Record), kept.record
    assert kept.record.rules == rules


def test_glyphs_remarks_and_tags_are_written_as_they_were_read() -> None:
    text = (
        '[Event "a \\"cup\\" \\\\ x"]\n\n'
        "{before (all) of it}\n1. d6! {good} (1. d7 {or} (1. d5)) 1... f4?! $14\n2. b6 $9 $2 d5 {last} 1-0\n"
    )
    [kept] = read_records(text)
    assert isinstance(kept.record, Record), kept.record
    assert kept.record.tags == {"Event": 'a "cup" \\ x'}
    assert [move.glyphs for move in kept.record.moves] == [(1,), (6, 14), (9, 2), ()]
    assert write_record(kept.record) == text
    assert re.sub(r"\s+", " ", write_record(kept.record, "list")) == "1. d6 f4 2. b6 d5 "


def test_a_name_does_not_matter_to_what_rules_are() -> None:
    rules = replace(NINE, men=(9, 8), protected=True, name="the club's")
    assert '[Rules "nine men=9,8 protected=true"]' in sheet(Game(rules, start(rules)))
