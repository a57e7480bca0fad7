"""A reader of the tables in JavaScript, written after ``docs/format.md``, agrees with millbase."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import h5py
import numpy as np
import pytest
import xxhash
from damage import alter, offset_of_chunk, set_attribute

import millbase
from millbase.databases.building import build
from millbase.databases.chunks import checksums, content_checksum
from millbase.databases.format import Table, write_table
from millbase.solver.game.material import Subspace
from millbase.solver.game.positions import in_mills

GRADES = ("dtw", "wdl")
PROBES = 10_000  # of each
BUILT = {"nine": ["4-3"], "six": ["4-3", "2-3+2-1"], "three": ["0-0+3-3"]}

Answers = Callable[..., list[millbase.Value]]


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Tables of boards of 24, 16 and 9 points, of all grades, with and without stones in hand."""
    root = tmp_path_factory.mktemp("tables")
    for grade in (*GRADES, "dtc"):
        for variant, subspaces in BUILT.items():
            wanted = [Subspace.parse(subspace) for subspace in subspaces]
            build(root / grade, millbase.preset(variant), wanted, grade=grade)
    return root


@pytest.fixture
def answers(reader: Path) -> Answers:
    """What the reader answers; what it refuses is an error."""

    def ask(path: Path, positions: list[str], *arguments: str) -> list[millbase.Value]:
        done = subprocess.run(
            ["node", str(reader), str(path), *arguments],
            input="\n".join(positions),
            capture_output=True,
            text=True,
            timeout=600,
            check=False,
        )
        if done.returncode:
            raise ValueError(done.stderr)
        return [millbase.Value(**json.loads(line)) for line in done.stdout.splitlines()]

    return ask


@pytest.mark.parametrize("grade", [*GRADES, "dtc"])
def test_it_answers_what_millbase_answers(tables: Path, answers: Answers, grade: str) -> None:
    asked: dict[Path, list[tuple[str, millbase.Value]]] = defaultdict(list)
    for variant in BUILT:
        with millbase.open(tables / grade, variant, grade="dtc" if grade == "dtc" else None) as tablebase:
            for subspace, position in some_positions(tablebase, -(-PROBES // len(BUILT))):
                text = millbase.format_position(tablebase.rules.board, position)
                asked[tablebase.catalogue.path_of(subspace)].append((text, tablebase.probe(position)))
    values = [value for probes in asked.values() for _, value in probes]
    assert len(values) >= PROBES
    assert {value.outcome for value in values} == {"win", "draw", "loss"}
    assert (max(value.plies or 0 for value in values) > 20) == (grade == "dtw")
    for path, probes in asked.items():
        assert answers(path, [text for text, _ in probes]) == [value for _, value in probes], path


def test_its_checksum_is_xxh64(reader: Path) -> None:
    """For every way in which the length of some bytes can be made up of 32, 8, 4 and 1."""
    content = random.Random(1).randbytes(100)
    program = """
        import { xxh64 } from "./xxh64.mjs";
        const content = Uint8Array.from(Buffer.from(process.argv[1], "hex"));
        for (let size = 0; size <= content.length; size++)
            console.log(xxh64(content.slice(0, size)).toString());
    """
    node = ["node", "--input-type=module", "--eval", program, content.hex()]
    done = subprocess.run(node, cwd=reader.parent, capture_output=True, text=True, timeout=60, check=True)
    found = [int(line) for line in done.stdout.split()]
    assert found == [xxhash.xxh64_intdigest(content[:size]) for size in range(101)]


def some_positions(
    tablebase: millbase.Tablebase, number: int
) -> Iterator[tuple[Subspace, millbase.Position]]:
    """Legal positions with tables, of either colour to move."""
    rules, subspaces = tablebase.rules, tablebase.catalogue.tables()
    chance = random.Random(number)
    while number:
        subspace = chance.choice(subspaces)
        points = [1 << point for point in range(rules.board.points)]
        chance.shuffle(points)
        own, opp = sum(points[: subspace.own]), sum(points[-subspace.opp :] if subspace.opp else [])
        if not (rules.mill_wins and in_mills(rules.board, own)):
            hands = subspace.own_hand, subspace.opp_hand
            yield subspace, millbase.Position.of_sides(own, opp, *hands, white_to_move=chance.random() < 0.5)
            number -= 1


def test_it_reads_values_of_two_bytes(tables: Path, tmp_path: Path, answers: Answers) -> None:
    with Table(tables / "dtw/nine/3-3.h5") as table:
        values = table.read_all().astype(np.uint16)
        values[values == np.iinfo(table.header.dtype).max] = 65535
        values[values == 1] = 331
        header = replace(table.header, dtype="uint16", content=content_checksum(checksums(values)))
    write_table(tmp_path / "3-3.h5", header, values)
    with millbase.open(tables / "dtw") as tablebase:
        positions = [position for _, position in some_positions(tablebase, 300)]
        positions = [position for position in positions if position.subspace == Subspace(3, 3)]
        expected = [tablebase.probe(position) for position in positions]
    texts = [millbase.format_position(tablebase.rules.board, position) for position in positions]
    longer = [value._replace(plies=331) if value.plies == 1 else value for value in expected]
    assert longer != expected
    assert answers(tmp_path / "3-3.h5", texts) == longer


START = "WWW...../BBB...../........ w"


@pytest.fixture(params=GRADES)
def table(tables: Path, tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    """A table to damage, in which :data:`START` is in the first chunk."""
    return Path(shutil.copy(tables / request.param / "nine/3-3.h5", tmp_path))


def test_it_refuses_a_chunk_that_was_altered(table: Path, answers: Answers) -> None:
    assert answers(table, [START])[0].outcome == "win"
    with h5py.File(table) as file:
        packed = file["values"].id.get_chunk_info(0).size
    for place in (10, packed // 2, packed - 1):
        alter(table, offset_of_chunk(table, 0) + place)
        with pytest.raises(ValueError, match=r"chunk 0 does not agree|HDF5-DIAG"):
            answers(table, [START])
        alter(table, offset_of_chunk(table, 0) + place)
    alter(table, offset_of_chunk(table, 1) + 10)  # and nothing but what is altered
    assert answers(table, [START])[0].outcome == "win"


@pytest.mark.parametrize(
    ("name", "value", "reason"),
    [
        ("format", np.int64(1), "it is of format 1, not 2"),
        ("rules", b"points a1", "its rules do not agree with their fingerprint"),
        ("fingerprint", b"0" * 64, "its rules do not agree with their fingerprint"),
        ("subspace", b"4-3", "it holds 4-3"),
        ("block_side", b"other", "it has another layout"),
        ("entries", np.int64(210_141), "it has more or fewer entries than it should"),
        ("grade", b"dtm", "it is of an unknown grade"),
        ("dtype", b"uint32", "it is of an unknown grade"),
        ("content_sha256", b"0" * 64, "its checksums do not agree with its header"),
    ],
)
def test_it_refuses_another_header(
    table: Path, answers: Answers, name: str, value: object, reason: str
) -> None:
    set_attribute(table, name, value)
    with pytest.raises(ValueError, match=reason):
        answers(table, [START])


def test_it_refuses_the_other_grade(table: Path, answers: Answers) -> None:
    with h5py.File(table) as file:
        other = next(grade for grade in GRADES if grade.encode() != file.attrs["grade"])
    set_attribute(table, "grade", other.encode())
    with pytest.raises(ValueError, match="its values are not kept as a table's"):
        answers(table, [START])


def test_it_refuses_values_that_are_elsewhere(table: Path, answers: Answers) -> None:
    other = shutil.copy(table, table.with_name("other.h5"))
    with h5py.File(table, "r+") as file:
        del file["values"]
        file["values"] = h5py.ExternalLink(other, "/values")
    with pytest.raises(ValueError, match="it is not a table"):
        answers(table, [START])


def test_it_refuses_other_checksums(table: Path, answers: Answers) -> None:
    with h5py.File(table, "r+") as file:
        file["checksums"][0] += np.uint64(1)
    with pytest.raises(ValueError, match="its checksums do not agree with its header"):
        answers(table, [START])


def test_it_refuses_the_table_of_another_subspace_or_of_other_rules(table: Path, answers: Answers) -> None:
    rules = millbase.preset("nine").for_tables(0, 6)
    assert answers(table, [START], rules.fingerprint) == answers(table, [START])
    with pytest.raises(ValueError, match="it is of other rules"):
        answers(table, [START], replace(rules, flying=False).fingerprint)
    renamed = table.rename(table.with_name("4-3.h5"))
    with pytest.raises(ValueError, match="it holds 3-3"):
        answers(renamed, [START])


@pytest.mark.parametrize(
    "position",
    ["WWWW..../BBB...../........ w", "WWW...../BBB...../........ w 1,0", "WWW...../BBB..... w", "?"],
)
def test_it_refuses_positions_that_are_not_in_the_table(table: Path, answers: Answers, position: str) -> None:
    with pytest.raises(ValueError, match=r"it is not in 3-3|no position"):
        answers(table, [position])


def test_it_refuses_positions_after_the_end(tables: Path, answers: Answers) -> None:
    path = tables / "dtw/three/3-3.h5"
    assert answers(path, ["BBB.WW../W w"]) == [millbase.Value("loss", 0)]
    with pytest.raises(ValueError, match="the game was over"):
        answers(path, ["BBB.WW../W b"])
