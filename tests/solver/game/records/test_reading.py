"""Games read: seven real ones in their forms, every liberty that people take, and what is no game."""

from __future__ import annotations

import time

import pytest

from millbase.solver.game.records.reading import Kept, read_records
from millbase.solver.game.records.record import Record, RecordError
from millbase.solver.game.records.scanning import LONGEST_GAME
from millbase.solver.game.records.writing import write_record
from millbase.solver.game.rules import preset

SECONDS = 10  # for a file of 10 MB, on a busy machine

SANMILL = """\
[Event "Sanmill-Game"]
[Date "2026.7.20"]
[Variant "Nine Men's Morris"]

1. d2 d6 2. f4 f2 3. b4 d3 4. b6 e4 5. b2xf2 f6 *
"""
SAME = [
    "1. d2 d6 2. f4 f2 3. b4 d3 4. b6 e4 5. b2xf2 f6",
    "1.  d2\td6\r\n2.  f4\tf2\r\n3.  b4\td3\r\n4.  b6\te4\r\n5.  b2xf2\tf6\r\n",
    "\ufeff1. D2 D6 2. F4 F2 3. B4 D3 4. B6 E4 5. B2 xF2 F6 *",
    "1) d2 d6 2) f4 f2 3) b4 d3 4) b6 e4 5) b2\nxf2 f6",
    "1 d2 d6 2 f4 f2 3 b4 d3 4 b6 e4 5 b2xf2 f6",
    "d2 d6 f4 f2 b4 d3 b6 e4 b2 {a mill} xf2 f6",
    "1. d2! 1... d6?! 2. f4 $3 f2 {one} 3. b4 ; to the end ( of the line\n"
    "d3 4. b6 (4. b2 xf2 (4. a1)) e4 5. b2xf2 f6",
    "1. 20 5 2. 14 21 3. 11 17 4. 4 13 5. 19x21 6",
    "1.\n20 5 2. 14\n21 3. 11 17 4. 4 13 5.\n19x21 6 *",
    "Place to d2 Place to d6 Place to f4 Place to f2 Place to b4 Place to d3 Place to b6 Place to e4\n"
    "Place to b2, take f2\nPlace to f6",
]  # fmt: skip


def only(text: str, name: str | None = None) -> Record:
    [kept] = read_records(text, None if name is None else preset(name))
    assert isinstance(kept.record, Record), kept.record
    return kept.record


def fault(text: str) -> str:
    [kept] = read_records(text)
    assert isinstance(kept.record, RecordError)
    assert "\n" not in str(kept.record)
    return str(kept.record)


@pytest.mark.parametrize("text", SAME)
def test_the_forms_of_one_game(text: str) -> None:
    assert write_record(only(text), "list") == write_record(only(SANMILL), "list")


@pytest.mark.parametrize(
    "step",
    ["d7-a7xf2", "d7a7xf2", "D7-A7 X F2", "d7–a7\nxf2", "d7 -> a7, take f2", "2-1x21", "d7-a7 {!} xf2"],
)
def test_a_step_in_every_form(step: str) -> None:
    position = ".W....WW/....B.../.B...B.. w"
    assert only(f'[Position "{position}"]\n\n1. {step}').moves[0].move == (1, 0, (12,))


@pytest.mark.parametrize(
    ("tags", "name"),
    [
        ('[Variant "Nine Men\'s Morris"]', "nine"),
        ('[Variant "Lasker Morris"]', "lasker"),
        ('[Variant "twelve men\'s morris"]', "twelve"),
        ('[Variant "morabaraba"]', "twelve"),
        ('[Variant "five"]', "five"),
        ('[Variant "Custom"]', "nine"),
        ('[Variant "Custom"]\n[Rules "six"]', "six"),
        ("", "nine"),
    ],
)
def test_the_rules_are_those_that_tags_name(tags: str, name: str) -> None:
    assert only(f"{tags}\n\n1. b2").rules == preset(name)


@pytest.mark.parametrize("rules", ["", "ten", "nine men=2", "nine men=x", "nine red=no", "nine flying=no"])
def test_a_tag_that_names_no_rules_is_refused(rules: str) -> None:
    assert "names no rule set: " in fault(f'[Rules "{rules}"]\n\n1. d2')


def test_the_rules_that_are_asked_for_come_before_those_of_tags() -> None:
    assert only('[Variant "Lasker Morris"]\n\n1. d2', "nine").rules == preset("nine")


def test_a_game_from_a_position() -> None:
    fen = "********/********/*OO@@*** w p p 2 7 2 7 0 0 0 0 0 0 0 0 1"
    begun = only(f'[FEN "{fen}"]\n\n1. d7 d6')
    assert begun.positions[0].hands == (7, 7)
    assert "d6 is taken" in fault(f'[FEN "{fen}"]\n\n1. d6 d6')
    due = only('[Position "WWW...../.B....../........ w 6,8 x1"]\n\n1. xd6')
    assert due.moves[0].move.removed == (9,)
    black = only('[Position "WWW...../.BB...../........ b 6,6"]\n\n1... d5 2. e5')
    assert not black.positions[0].white_to_move
    assert "the position that the game begins with: " in fault('[FEN "x"]\n\n1. d2')


@pytest.mark.parametrize(
    "move", ["d7xd2xb4", "D7 x d2 xb4", "d7 xd2 {!} xb4", "d7 {!} xd2xb4", "2x20x11", "d7xb4xd2"]
)
def test_two_stones_that_a_placement_removes(move: str) -> None:
    position = "W.W...../.W...B.B/.W...B.. w 2,2"
    record = only(f'[Rules "wmd"]\n[Position "{position}"]\n\n1. {move}')
    assert set(record.moves[0].move.removed) == {13, 15}
    assert record.positions[1].black.bit_count() == 1


def test_files_of_many_games() -> None:
    games = [SANMILL, *SAME[:5], SAME[7], "=== a heading\n" + SAME[8], "% another\n1. d2\n\n% 1. d6\n"]
    kept = list(read_records("\n".join(games)))
    assert [len(game.record.moves) for game in kept if isinstance(game.record, Record)] == [10] * 8 + [1]
    assert kept[1].text == SAME[0]


def test_a_bad_game_does_not_keep_the_others_from_being_read() -> None:
    bad = ["1. d2 d2", "1. hello", "1. d2 {unclosed", "1. d2 (1. d6", '[Rules "ten"]\n1. d2', "1. d2 \0 d6"]
    for text in bad:
        kept = list(read_records(f"{SANMILL}\n{text}\n{SANMILL}"))
        assert [isinstance(game.record, Record) for game in kept] == [True, False, True], kept
        assert kept[1].text == text


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("1. d2 d6 2. d6", "^2. d6: d6 is taken"),
        ("1. d2 d6 2. f4 f4", r"^2\.\.\. f4: f4 is taken"),
        ("1. d2-d3", "^1. d2-d3: no stone of White stands on d2"),
        ("1. d2 d6 2. d2-d3", "White still has stones in hand"),
        ("1. p", "^1. p: nobody may pass"),
        ("1. 5 3x9x23", "^1... 3x9x23: the move removes nothing"),
        ("1. 5 3x9x23x4", "^1... 3x9x23x4: 3x9x23x4 removes 3 stones"),
        ("1. 25", "25 is not the number of a point"),
        ("1. 0", "0 is not the number of a point"),
        ("1. d2 5-6", "line 1: 5-6 is a move in numbers, others are in letters"),
        ("1. d4", "d4 is not a point of the board"),
        ("1... d2", "the moves begin with one of Black's"),
        ("! 1. d2", "stands before the first move"),
        ("\n\n1. d2 {x", "^line 3: the comment that begins here is not closed"),
        ("1. d2 (1. {)} d6", "^line 1: the variation that begins here is not closed"),
        ("1. d2 d6 )", "'[)]' is no move"),
        ("1. d2 d6xb4xb6xd1", "'d6xb4xb6xd1' is no move"),
        ("1. d2 \x07", r"'\\x07' is no move"),
        ("Dear Sir or Madam,", "^line 1: 'Dear' is no move: write d6, a1-a4, d6xb4"),
    ],
)  # fmt: skip
def test_what_is_no_game_is_refused_in_one_sentence(text: str, reason: str) -> None:
    with pytest.raises(RecordError, match=reason):
        raise RecordError(fault(text))


def test_an_empty_file_has_no_games() -> None:
    assert list(read_records("")) == list(read_records("\ufeff \r\n\t")) == []


HOSTILE = {
    "variations": "1. d2 " + "(" * 100_000 + ")" * 100_000,
    "variations without end": "1. d2 " + "(" * 10_000_000,
    "comments without end": '[A "b"]\n1. d2 {\n' * 20_000,
    "comments in variations": "1. d2 " + "({" * 5_000_000,
    "words": "1. d2 " + "x y " * 2_500_000,
    "one word": "1. d2 " + "x" * 10_000_000,
    "moves": "1. " + "d2 " * 3_000_000,
    "digits": "1. " + "1" * 10_000_000,
    "brackets": "1. d2 " + "[" * 10_000_000,
    "a tag without end": '[Event "' + "x" * 10_000_000,
    "a long name": "[" + "x" * 10_000_000,
    "blanks": "1. d2" + " " * 10_000_000 + "x",
    "glyphs": "1. d2" + "!" * 10_000_000,
    "zeros": "\x00" * 10_000_000,
    "surrogates": "1. d2 \ud800",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_files_get_a_sentence(name: str) -> None:
    began = time.process_time()
    kept: list[Kept] = list(read_records(HOSTILE[name]))
    assert time.process_time() - began < SECONDS
    assert kept
    for game in kept:
        assert isinstance(game.record, RecordError)
        assert len(str(game.record)) < 200


def test_a_long_file_of_short_games_is_none_too_long() -> None:
    games = f"{SAME[0]}\n" * (LONGEST_GAME // len(SAME[0]) // 100)
    assert sum(isinstance(kept.record, Record) for kept in read_records(games)) == games.count("\n")
