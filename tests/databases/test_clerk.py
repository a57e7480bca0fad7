"""One clerk keeps the books: nothing gets lost, and nothing is listed that must not be."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from damage import contents

from millbase.databases.catalogue import Catalogue
from millbase.databases.clerk import Clerk
from millbase.databases.crews import Alone
from millbase.databases.errors import BrokenTable, DirectoryBusy
from millbase.databases.locking import Held, locked
from millbase.databases.manifest import Listed, enlist, read_manifest, unlist
from millbase.databases.planning import PlannedUnit, plan_units
from millbase.databases.progress import Silence
from millbase.databases.stamps import Stamp, State, add_stamps, read_stamps
from millbase.databases.survey import Survey
from millbase.databases.worker import WrittenUnit, solve
from millbase.solver.game.material import Subspace
from millbase.solver.game.rules import Rules
from millbase.solver.graph import Unit, UnitGraph
from millbase.solver.threads import PhaseProgress

SMALL: Unit = (Subspace(3, 3),)
LARGER: Unit = (Subspace(4, 3), Subspace(3, 4))


class Office:
    """A clerk's surroundings: a directory to be built, with work that may be changed."""

    def __init__(self, root: Path, rules: Rules) -> None:
        self.root, self.rules = root, rules
        self.survey = Survey(Catalogue(root, rules))
        self.graph = UnitGraph(rules, LARGER)
        self.planned: list[PlannedUnit] = plan_units(self.survey, self.graph, "dtw")

    def run(self, change: Callable[[WrittenUnit], WrittenUnit] = lambda written: written) -> list[Unit]:
        """The units handed out, in order."""
        handed: list[Unit] = []

        def work(unit: Unit, progress: PhaseProgress) -> WrittenUnit:
            handed.append(unit)
            return change(solve(self.root, self.rules, unit, "dtw", progress=progress))

        with Clerk.at_work(self.survey, self.planned, Silence()) as clerk:
            clerk.run(self.graph, self.planned, "dtw", Alone(work, Silence().phase))
        return handed


@pytest.fixture
def office(tmp_path: Path, rules: Rules) -> Office:
    return Office(tmp_path, rules)


def test_units_are_handed_out_and_listed(office: Office, tables: Path) -> None:
    assert office.run() == [SMALL, LARGER]
    assert contents(office.root) == contents(tables)


def test_a_unit_made_from_other_tables_is_not_listed(office: Office) -> None:
    def from_others(written: WrittenUnit) -> WrittenUnit:
        return replace(
            written,
            tables={
                member: replace(
                    table, header=replace(table.header, made_from=dict.fromkeys(table.header.made_from, "0"))
                )
                for member, table in written.tables.items()
            },
        )

    with pytest.raises(BrokenTable, match=r"4-3\.h5 is broken: it was made from another table 3-3"):
        office.run(from_others)
    assert list(read_manifest(office.root / "six")) == ["3-3.h5"]


def test_a_table_that_is_worked_on_is_not_listed(office: Office) -> None:
    office.run()
    listed: list[set[str]] = []

    def look(written: WrittenUnit) -> WrittenUnit:
        listed.append(set(read_manifest(office.root / "six")))
        return written

    office.run(look)
    assert listed == [{"4-3.h5", "3-4.h5"}, {"3-3.h5"}]


def test_there_is_one_clerk_at_a_time(office: Office) -> None:
    with Clerk.at_work(office.survey, office.planned, Silence()), pytest.raises(DirectoryBusy):
        office.run()


def test_nothing_is_lost_between_many_who_list(tmp_path: Path) -> None:
    def list_some(number: int) -> None:
        for place in range(10):
            patiently(tmp_path, partial(list_one, f"{number}-{place}.h5"))
            patiently(tmp_path, partial(note, f"{number}-{place}.h5"))

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(list_some, range(4)))
    names = {f"{number}-{place}.h5" for number in range(4) for place in range(10)}
    assert read_manifest(tmp_path).keys() == read_stamps(tmp_path).keys() == names


def list_one(name: str, held: Held) -> None:
    enlist(held, {name: Listed(1, "0")})


def note(name: str, held: Held) -> None:
    add_stamps(held, {name: Stamp("0", State(1, 2, 3))})


def patiently(directory: Path, change: Callable[[Held], None]) -> None:
    """Change the books of a directory as soon as its lock is free."""
    until = time.monotonic() + 30
    while True:
        try:
            with locked([directory]) as held:
                return change(held[directory])
        except DirectoryBusy:
            assert time.monotonic() < until
            time.sleep(0.001)


def test_without_the_lock_nothing_can_be_listed(tmp_path: Path) -> None:
    with locked([tmp_path]) as found:
        held = found[tmp_path]
        list_one("3-3.h5", held)
    changes: list[Callable[[], None]] = [
        lambda: list_one("4-3.h5", held),
        lambda: unlist(held, ["3-3.h5"]),
        lambda: note("3-3.h5", held),
    ]
    for change in changes:
        with pytest.raises(ValueError, match=r"the lock of .* is not held any more"):
            change()
    assert read_manifest(tmp_path) == {"3-3.h5": Listed(1, "0")}
    assert read_stamps(tmp_path) == {}
