"""Units solved by workers of Dask over TCP come out as on one machine."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from clusters import Cluster, cluster
from damage import contents

from millbase.databases.building import build
from millbase.databases.errors import BadCluster, SchedulerLost, TooMuchMemory, UnfitWorker
from millbase.databases.progress import Silence
from millbase.solver.game.material import Subspace
from millbase.solver.game.rules import Rules
from millbase.solver.graph import Unit

pytest.importorskip("distributed")


@pytest.fixture(scope="module")
def two_workers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """A cluster that tests may use one after the other: nobody harms it."""
    with cluster(tmp_path_factory.mktemp("cluster")) as made:
        made.worker()
        made.worker()
        yield made


class Watch(Silence):
    """Notes who worked at what."""

    def __init__(self) -> None:
        self.workers: set[str] = set()
        self.phases: dict[Unit, list[str]] = {}
        self.turned_away: list[str] = []

    def refused(self, worker: str, reason: str) -> None:
        self.turned_away.append(worker)

    def worked(self, worker: str, unit: Unit, name: str, done: int, total: int) -> None:
        self.workers.add(worker)
        self.phases.setdefault(unit, []).append(name)


def test_the_same_bytes_as_on_one_machine(
    two_workers: Cluster, tables: Path, tmp_path: Path, rules: Rules, wanted: list[Subspace]
) -> None:
    watch = Watch()
    result = build(tmp_path, rules, wanted, cluster=two_workers.address, progress=watch)
    assert [len(unit) for unit in result.solved] == [1, 2]
    assert contents(tmp_path) == contents(tables)
    for unit in result.solved:
        assert list(dict.fromkeys(watch.phases[unit])) == ["seeding", "induction", "counting", "writing"]
    again = build(tmp_path, rules, wanted, cluster="tcp://127.0.0.1:9")  # which nobody has to answer
    assert again.solved == []


def test_two_units_at_once(two_workers: Cluster, tmp_path: Path, rules: Rules) -> None:
    wanted, watch = [Subspace(4, 4), Subspace(5, 3)], Watch()
    build(tmp_path / "shared", rules, wanted, cluster=two_workers.address, progress=watch)
    build(tmp_path / "alone", rules, wanted)
    assert contents(tmp_path / "shared") == contents(tmp_path / "alone")
    assert len(watch.workers) == 2


def test_a_unit_that_fits_nobody(two_workers: Cluster, tmp_path: Path, rules: Rules) -> None:
    with pytest.raises(TooMuchMemory, match=r"3-3 may need .* and 0\.1 are allowed"):
        build(tmp_path, rules, [Subspace(4, 3)], cluster=two_workers.address, memory_gb=0.1)
    assert contents(tmp_path) == {}


def test_a_worker_of_another_version(
    two_workers: Cluster, tmp_path: Path, rules: Rules, monkeypatch: pytest.MonkeyPatch
) -> None:
    from millbase.databases.cluster import members

    monkeypatch.setattr(members, "versions", lambda: {**versions(), "numba": "0.1"})
    with pytest.raises(UnfitWorker, match=r"worker at tcp://\S+ has numba \S+ instead of 0\.1"):
        build(tmp_path, rules, [Subspace(4, 3)], cluster=two_workers.address)


def test_a_worker_of_another_version_that_comes_later(
    two_workers: Cluster, tmp_path: Path, rules: Rules, monkeypatch: pytest.MonkeyPatch
) -> None:
    from millbase.databases.cluster import members

    introduced: list[str] = []
    take_in = members.Members._take_in

    def taken_in(self: members.Members, address: str, *others: Any) -> None:
        introduced.append(address)
        self._met = len(introduced) > 1  # the first has been met when the second comes
        monkeypatch.setattr(
            members, "versions", lambda: {**versions(), "numba": "0.1"} if self._met else versions()
        )
        take_in(self, address, *others)

    monkeypatch.setattr(members.Members, "_take_in", taken_in)
    watch = Watch()
    build(tmp_path, rules, [Subspace(4, 3)], cluster=two_workers.address, progress=watch)
    assert watch.workers == {introduced[0]}
    assert watch.turned_away == [introduced[1]]


def versions() -> dict[str, str | None]:
    from millbase.databases import journal

    return journal.versions()


@pytest.mark.parametrize("words", ["local", "local:0", "local:x", "", "somewhere", "tcp://", "tcp://a:b"])
def test_what_is_no_cluster(tmp_path: Path, rules: Rules, words: str) -> None:
    with pytest.raises(BadCluster, match="is no cluster: write local:4"):
        build(tmp_path / "new", rules, [Subspace(3, 3)], cluster=words)
    assert not (tmp_path / "new").exists()


def test_a_scheduler_that_is_not_there(tmp_path: Path, rules: Rules, monkeypatch: pytest.MonkeyPatch) -> None:
    from millbase.databases.cluster import joining

    monkeypatch.setattr(joining, "_SECONDS_TO_CONNECT", 1)
    with pytest.raises(SchedulerLost, match=r"scheduler at tcp://127\.0\.0\.1:9 does not answer"):
        build(tmp_path, rules, [Subspace(3, 3)], cluster="tcp://127.0.0.1:9")
