"""Tables of graded draws: built beside those of distances, resumed, refused where they do not belong."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from damage import contents

import millbase
from millbase.answers.asking import look_up
from millbase.answers.documents import query_document
from millbase.databases import worth_files
from millbase.databases.building import build
from millbase.databases.catalogue import Catalogue
from millbase.databases.checking import verify_checksums, verify_graded
from millbase.databases.errors import BrokenTable, BrokenWorths, MissingWorths, NoGrades, WrongRules
from millbase.databases.grades import FILE, graded, graded_metric
from millbase.databases.planning import plan
from millbase.databases.survey import Survey
from millbase.solver.game.material import Subspace
from millbase.solver.game.positions import Position
from millbase.solver.game.rules import Rules, preset
from millbase.solver.layouts import Layout
from millbase.solver.oracle import principal_line
from millbase.solver.subspaces import game_subspaces
from millbase.solver.telling import answer_text
from millbase.solver.worths import Worths

FOUR = replace(preset("six"), men=(4, 4), flying=True)
GAME = game_subspaces(FOUR)
FOLDER = Path("six-flying", "ultra-six-flying-4-4")


@pytest.fixture(scope="module")
def distances(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("distances")
    build(root, FOUR, GAME)
    return root


@pytest.fixture(scope="module")
def grades(distances: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = Path(shutil.copytree(distances, tmp_path_factory.mktemp("grades") / "tables"))
    build(root, FOUR, GAME, grade="ultra", threads=1)
    return root


@pytest.fixture
def copied(grades: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(grades, tmp_path / "tables"))


def graded_contents(root: Path) -> dict[str, bytes]:
    files = [path for path in (root / FOLDER).iterdir() if path.suffix in (".h5", ".secval")]
    return {path.name: path.read_bytes() for path in files}


def test_tables_lie_beside_those_of_distances(grades: Path, distances: Path) -> None:
    names = {f"{subspace}.h5" for subspace in GAME}
    assert set(graded_contents(grades)) == names | {FILE}
    assert {path.name for path in (grades / "six-flying").glob("*.h5")} == names
    others = {path: data for path, data in contents(grades).items() if "ultra" not in str(path)}
    assert others == contents(distances)


def test_headers_say_how_many_draws_have_which_grade(grades: Path) -> None:
    metric = graded_metric(grades, FOUR)
    plies, codes = (Survey(Catalogue(grades, FOUR, *more)) for more in ((), (metric,)))
    met = set()
    for subspace in GAME:
        header = codes.header(subspace)
        assert header.counts == plies.header(subspace).counts
        assert sum(count for _, count in header.by_worth) == header.draws
        assert [worth for worth, _ in header.by_worth] == sorted({worth for worth, _ in header.by_worth})
        assert {worth for worth, _ in header.by_worth} <= set(metric.grading.grades)
        assert header.histogram == ()
        assert header.longest_win is None
        met |= {worth for worth, _ in header.by_worth}
    assert len(met) == 3


def test_a_build_goes_on_where_it_stopped_and_threads_do_not_show(copied: Path, grades: Path) -> None:
    assert build(copied, FOUR, GAME, grade="ultra").solved == []
    for name in ("4-3.h5", "2-2+2-2.h5", "0-0+4-4.h5"):
        (copied / FOLDER / name).unlink()
    found = build(copied, FOUR, GAME, grade="ultra", threads=2)
    assert [unit[0] for unit in found.solved] == [Subspace(4, 3), Subspace(2, 2, 2, 2), Subspace(0, 0, 4, 4)]
    assert graded_contents(copied) == graded_contents(grades)


def test_without_the_whole_game_there_are_no_worths(distances: Path, tmp_path: Path) -> None:
    root = Path(shutil.copytree(distances, tmp_path / "tables"))
    (root / "six-flying" / "4-3.h5").unlink()
    before = contents(root)
    words = r"of which 1 tables of distances are not there \(4-3\)"
    with pytest.raises(MissingWorths, match=words) as caught:
        build(root, FOUR, [Subspace(3, 3)], grade="ultra")
    assert caught.value.missing == [Subspace(4, 3)]
    assert contents(root) == before


def test_with_the_file_of_worths_no_more_is_needed(grades: Path, tmp_path: Path) -> None:
    (tmp_path / FOLDER).mkdir(parents=True)
    shutil.copy(grades / FOLDER / FILE, tmp_path / FOLDER)
    build(tmp_path, FOUR, [Subspace(4, 3)], grade="ultra")
    assert graded_contents(tmp_path).items() <= graded_contents(grades).items()


def test_tables_of_other_worths_are_refused(copied: Path) -> None:
    path = copied / FOLDER / FILE
    worths = worth_files.read(path)
    other = {subspace: -worth for subspace, worth in worths.of.items()}
    path.write_bytes(worth_files.text_of(Worths(other)).encode())
    with pytest.raises(WrongRules):
        build(copied, FOUR, [Subspace(3, 3)], grade="ultra")
    report = verify_checksums(copied, FOUR, [Subspace(3, 3)], grade="ultra")
    assert [fault.path for fault in report.faults] == [copied / FOLDER / "3-3.h5"]


def test_tables_of_grades_do_not_pass_for_distances(copied: Path) -> None:
    (copied / FOLDER / "3-3.h5").replace(copied / "six-flying" / "3-3.h5")
    (copied / "six-flying" / "manifest.json").unlink()
    with pytest.raises(BrokenTable, match="tables of grade ultra have a directory of their own"):
        Catalogue(copied, FOUR).open(Subspace(3, 3))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda text: b"\xff" + text, "not a text of sectors"),
        (lambda text: text[: len(text) // 2], "line .* is not a sector|do not agree"),
        (lambda text: text.replace(b"virt_win_val: ", b"virt_win_val: 1"), "do not agree with the others"),
        (lambda text: text + text.splitlines(keepends=True)[-1], "one of them twice"),
        (lambda text: text.splitlines()[0], "names no sector"),
        (lambda text: b"", "names no sector"),
    ],
)
def test_a_file_of_worths_that_cannot_be_is_refused(copied: Path, change: object, words: str) -> None:
    path = copied / FOLDER / FILE
    assert callable(change)
    path.write_bytes(change(path.read_bytes()))
    with pytest.raises(BrokenWorths, match=words) as caught:
        build(copied, FOUR, [Subspace(3, 3)], grade="ultra")
    assert caught.value.path == path


def test_lines_may_end_as_on_other_systems(copied: Path) -> None:
    path = copied / FOLDER / FILE
    worths = worth_files.read(path)
    path.write_bytes(path.read_bytes().replace(b"\r\n", b"\n"))
    assert worth_files.read(path) == worths


def test_grades_are_verified(copied: Path) -> None:
    report = verify_graded(copied, FOUR)
    assert report.passed
    assert set(report.tables) == set(GAME)
    survey = Survey(Catalogue(copied, FOUR))
    assert report.entries == sum(survey.header(subspace).entries for subspace in GAME)


def test_games_with_too_many_grades_are_refused() -> None:
    worths = Worths({Subspace(3 + number, 3): number for number in range(1, 1100)})
    with pytest.raises(NoGrades, match="draws of 1099 grades"):
        graded(preset("lasker"), worths)


def test_the_plan_counts_what_grades_take(grades: Path) -> None:
    graded_plan = plan(grades, FOUR, [Subspace(4, 4)], grade="ultra")
    plies_plan = plan(grades, FOUR, [Subspace(4, 4)])
    assert all(unit.done for unit in graded_plan)
    for graded_unit, plies_unit in zip(graded_plan, plies_plan, strict=True):
        assert graded_unit.unit == plies_unit.unit
        assert graded_unit.bytes_memory > plies_unit.bytes_memory


def test_rule_sets_have_directories_of_their_own(distances: Path) -> None:
    def folder(rules: Rules) -> str:
        return graded(rules, Worths({Subspace(3, 3): 0, Subspace(4, 3): 1, Subspace(3, 4): -1})).folder

    nine = preset("nine")
    assert folder(nine) == "ultra"
    assert folder(replace(nine, men=(5, 4))) == "ultra-nine-5-4"
    assert folder(preset("wmd")) != folder(nine)


def test_the_best_move_heads_for_what_the_position_does(grades: Path) -> None:
    """Of every position of some tables: the first move has the grade of the position, for who makes it."""
    headed: set[object] = set()
    with millbase.open(grades, FOUR) as tables:
        assert tables.grades is not None
        for name in ("4-4", "4-3", "3-4", "2-2+2-2", "1-1+3-3"):
            subspace = Subspace.parse(name)
            layout = Layout.of(FOUR.board, subspace)
            for entry in range(0, layout.size, max(1, layout.size // 150)):
                position = Position.of_sides(*layout.position(entry), *subspace.hands)
                answer = look_up(tables, position)
                if answer.value.outcome != "draw" or not answer.moves:
                    assert answer.prospect is None
                    continue
                assert answer.prospect == tables.grades.of(position)
                best, own = answer.moves[0].prospect, answer.prospect
                assert best is not None
                assert own is not None
                assert best.worth == own.worth
                assert best.distance == own.distance or own.worth == 0
                headed.add(own.subspace)
    assert headed == {None, Subspace(4, 3), Subspace(3, 4)}


def test_without_graded_tables_moves_are_ranked_as_before(distances: Path, copied: Path) -> None:
    position = Position.of_sides(0b1011, 0b110100)
    for path in (copied / FOLDER).glob("3-3*.h5"):
        path.unlink()
    with millbase.open(distances, FOUR) as plain, millbase.open(copied, FOUR) as partly:
        assert plain.grades is None
        assert partly.grades is not None
        assert look_up(partly, position) == look_up(plain, position)


def test_what_a_draw_heads_for_is_said_in_words_and_in_documents(grades: Path) -> None:
    with millbase.open(grades, FOUR) as tables:
        layout = Layout.of(FOUR.board, Subspace(4, 4))
        answers = (
            look_up(tables, Position.of_sides(*layout.position(entry))) for entry in range(0, layout.size, 11)
        )
        found = next(one for one in answers if one.prospect and one.prospect.subspace == Subspace(4, 3))
        prospect = found.prospect
    assert prospect is not None
    assert "draw that heads for 4-3" in answer_text(FOUR, found, ascii_only=True)
    document = query_document(FOUR, found)
    assert document["grade"] == {"worth": 9, "distance": prospect.distance, "subspace": "4-3"}
    assert document["moves"][0]["grade"]["subspace"] == "4-3"
    line = [ranked.prospect for ranked in principal_line(FOUR, tables, found.position, 4)]
    assert [prospect.worth if prospect else None for prospect in line][:2] == [9, -9]
