"""``millbase play``: games typed in, with the oracle's answers."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

WON = ".W....../....WWB./B...B... w"
DRAWN = "WWB...B./...B..../..W....W w"


Run = Callable[..., Result]


@pytest.fixture(scope="module")
def three(run: Run, tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Play three men's morris, which is solved."""
    directory = tmp_path_factory.mktemp("three")
    assert run(directory, "solve", "--variant", "three").exit_code == 0
    return lambda lines, *arguments: played(run, directory, lines, "--variant", "three", *arguments)


@pytest.fixture
def seven(run: Run, tables: Path) -> Run:
    """Play with at most seven stones."""
    return lambda lines, *arguments: played(run, tables, lines, *arguments)


def played(run: Run, directory: Path, lines: str, *arguments: str) -> Result:
    """Play, typing some lines."""
    return run(directory, "play", *arguments, stdin="".join(f"{line}\n" for line in lines.split(", ")))


def test_a_won_game(three: Run) -> None:
    game = three("b2, hint, quit")
    answer = re.search(r"^Black: (.*)$", game.stdout, re.MULTILINE)
    assert answer is not None
    assert re.search(r"^White> hint\n.*  win in 7 plies$", game.stdout, re.MULTILINE)
    assert game.stdout.endswith(f"\n\n1. b2 {answer[1]} *\n")


def test_the_oracle_wins_what_is_won(three: Run) -> None:
    """Against an edge Black wins in eight plies, the last of which is the seventh after it."""
    game = three("b3, moves, quit")
    assert "loss in 7 plies" not in game.stdout
    assert "loss in 6 plies" in game.stdout


def test_the_oracle_plays_either_side_and_both(three: Run) -> None:
    black = three("quit", "--side", "black")
    assert "White: b2\n" in black.stdout
    assert "Black> quit\n" in black.stdout
    itself = three("", "--side", "none")
    assert itself.exit_code == 0
    assert "1-0: Black faces a mill\n" in itself.stdout
    assert '[White "millbase"]\n[Black "millbase"]\n[Result "1-0"]' in itself.stdout
    assert "Type a move" not in itself.stdout


def test_both_sides_need_no_tables(run: Run, tmp_path: Path) -> None:
    game = played(run, tmp_path, "d6, f4, back, hint, quit", "--side", "both")
    assert game.exit_code == 0
    assert "Black> hint\nthe table " in game.stdout
    assert game.stdout.endswith("\n\n1. d6 *\n")


def test_taking_back_takes_the_answer_back_too(three: Run) -> None:
    game = three("back, b2, a1, back, back, b3, quit")
    assert "White> back\nyou have made no move to take back\n" in game.stdout
    assert re.search(r"\n\n1\. b3 \w\d \*\n$", game.stdout)
    answered_first = three("back, quit", "--side", "black")
    assert "Black> back\nyou have made no move to take back\n" in answered_first.stdout


def test_what_cannot_be_played_is_told_and_asked_again(three: Run) -> None:
    game = three("b9, b2xa1, , b2, quit")
    assert "'b9' is not a move" in game.stdout
    assert "help lists what else can be typed" in game.stdout
    assert "the move removes nothing" in game.stdout
    assert "1. b2 " in game.stdout


def test_help_board_and_the_end_of_the_input(three: Run) -> None:
    game = three("help, board")
    for command in ("hint", "moves", "board", "back", "save", "quit"):
        assert re.search(rf"^{command} ", game.stdout, re.MULTILINE)
    assert game.stdout.count("○ White, 3 in hand, to move") == 2
    assert game.stdout.endswith("\n*\n")
    assert game.exit_code == 0


def test_a_game_is_saved_but_over_no_other_file(three: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.pgn"
    game = three(f"b2, save {file}, save {file}, save, quit")
    assert file.read_text().startswith('[Event "millbase game"]\n')
    assert game.stdout.endswith(file.read_text())
    assert "File exists" in game.stdout
    assert "save needs the name of a file" in game.stdout


def test_a_position_to_start_from(seven: Run) -> None:
    game = seven("", WON, "--side", "none")
    assert '[FEN "' in game.stdout
    assert game.stdout.endswith("1. d2-f6 b2-f4\n2. f2-d6 f4-a7\n3. d7-b6xa7 1-0\n")
    assert "1-0: Black has fewer than 3 stones" in game.stdout


def test_draw_rules(seven: Run) -> None:
    repeated = seven("", DRAWN, "--side", "none")
    assert "1/2-1/2: the position has come 3 times\n" in repeated.stdout
    unchanged = seven("", DRAWN, "--side", "none", "--unchanged", "2")
    assert "1/2-1/2: 2 moves of each side without a placement or a removal\n" in unchanged.stdout
    no_mill = seven("", DRAWN, "--side", "none", "--no-mill", "1", "--no-repetition")
    assert "1/2-1/2: 1 moves of each side without a closed mill\n" in no_mill.stdout


def test_a_missing_table_is_one_sentence(seven: Run) -> None:
    result = seven("quit", "--side", "black")
    assert result.exit_code == 1
    assert "0-0+9-9.h5 is missing" in result.stderr
    assert result.stderr.count("\n") == 1


def test_outcomes_alone_do_not_win(run: Run, tmp_path: Path) -> None:
    assert run(tmp_path, "build", "3-3", "--grade", "wdl").exit_code == 0
    result = played(run, tmp_path, "quit", WON, "--side", "black")
    assert result.exit_code == 1
    assert "from a won position the distance to the end is needed" in result.stderr
    hinted = played(run, tmp_path, "hint, moves, quit", WON)
    assert hinted.exit_code == 0
    assert "White> hint\nto play on from a won position" in hinted.stdout
    assert re.search(r"^d2-f6 +win$", hinted.stdout, re.MULTILINE)


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        (b"b2\xff", r"is not a move"),
        (b"\xff\xfe\x00", r"is not a move"),
        (b"x" * 100_000, r"'xxxxxxxxxxxxxxxxx...xxxxxxxxxxxxxxxxxx' is not a move"),
        (b"save a\x00b", r"'a\x00b' cannot be the name of a file"),
        (b"save " + b"f" * 10_000, "name too long"),
    ],
)
def test_whatever_is_typed_the_game_goes_on(run: Run, tmp_path: Path, typed: bytes, answer: str) -> None:
    game = run(tmp_path, "play", "--variant", "three", "--side", "both", stdin=b"b2\n" + typed + b"\na1\n")
    assert game.exit_code == 0
    assert answer in game.stdout
    assert game.stdout.endswith("\n1. b2 a1 *\n")


def test_what_a_mill_removes_may_be_typed_after_it(seven: Run) -> None:
    won = ".W....../....WWB./B...B... w"
    apart = seven("d7-b6, back, d2-f6, quit", won, "--side", "both")
    assert "closes a mill" not in apart.stdout
    steps = "d2-f6, b2-f4, f2-d6, f4-a7, D7B6, {}, moves"
    for removal in ("xa7", "a7", "XA7", "take a7"):
        game = seven(steps.format(removal), won, "--side", "both")
        assert "d7-b6 closes a mill: type the stone to remove\n" in game.stdout
        assert game.stdout.endswith("3. d7-b6xa7 1-0\n")
    taken_back = seven(steps.format("back") + ", d7b6, g1, xa7", won, "--side", "both")
    assert "only a stone on one of these points may be removed" in taken_back.stdout or (
        "removes a stone from one of these points" in taken_back.stdout
    )
    assert taken_back.stdout.endswith("3. d7-b6xa7 1-0\n")


def test_a_removal_that_is_due_is_typed_alone(seven: Run) -> None:
    game = seven("d1, quit", "WWW..B../B......./..B..... w x1", "--side", "both")
    assert "1-0: Black has fewer than 3 stones" in game.stdout


def test_a_game_goes_on_from_a_file(three: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_bytes(b"\xef\xbb\xbf1. b2 b3\r\n2. a1\r\n")
    game = three("quit", "--load", str(file))
    assert re.search(r"\n1\. b2 b3\n2\. a1 \w\d \*\n$", game.stdout)
    again = tmp_path / "again.pgn"
    again.write_text(game.stdout[game.stdout.index("[Event") :])
    assert three("quit", "--load", str(again)).stdout.endswith(again.read_text())


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "holds 0 games: to go on from one it has to be alone"),
        ("1. b2 b3 *\n1. b2", "holds 2 games"),
        ("1. b2 b2", "1... b2: b2 is taken"),
        ("1. b2 b3 2. a1 a2 3. c3 c2", "the game is over"),
    ],
)
def test_a_file_without_a_game_to_go_on_from_is_refused(
    three: Run, tmp_path: Path, text: str, reason: str
) -> None:
    file = tmp_path / "game.txt"
    file.write_text(text)
    result = three("", "--load", str(file))
    assert result.exit_code == 2
    assert reason in result.stderr
    assert result.stderr.count("\n") == 1
    assert three("", "--load", str(file), "......../. w 3,3").exit_code == 2


def test_the_game_is_written_out_whatever_happens(
    seven: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    typed = iter(["d2-f6"])

    def interrupted(prompt: str) -> str:
        try:
            return next(typed)
        except StopIteration:
            raise KeyboardInterrupt from None

    monkeypatch.setattr("builtins.input", interrupted)
    game = seven("", WON, "--side", "both")
    assert game.exit_code == 1
    assert game.stdout.endswith("\n1. d2-f6 *\n")


def test_before_the_first_move_it_is_known_whether_there_are_answers(seven: Run) -> None:
    result = seven("d6, f4")
    assert result.exit_code == 1
    assert "is missing" in result.stderr
    assert "White>" not in result.stdout
