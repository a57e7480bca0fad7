"""Whatever ends or hangs in the middle of a build: what is finished stays, and the same bytes come out."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

import pytest
from clusters import PATIENCE, Cluster, cluster
from damage import contents

from millbase.databases.building import BuildResult, build
from millbase.databases.errors import DirectoryBusy, DiskFull, SchedulerLost
from millbase.databases.progress import Silence
from millbase.solver.game.material import Subspace
from millbase.solver.game.rules import Rules
from millbase.solver.graph import Unit

pytest.importorskip("distributed")

SMALL: Unit = (Subspace(3, 3),)
LARGER: Unit = (Subspace(4, 3), Subspace(3, 4))


class Failures(Silence):
    """Notes who failed at what."""

    def __init__(self) -> None:
        self.found: list[tuple[Unit, str]] = []

    def failed(self, worker: str, unit: Unit, reason: str) -> None:
        self.found.append((unit, reason))


class Office:
    """A cluster, and a directory that is built with it while a test looks on."""

    def __init__(self, at: Cluster, root: Path, rules: Rules, pool: ThreadPoolExecutor) -> None:
        self.at, self.root, self.rules = at, root, rules
        self.failures = Failures()
        self._pool = pool

    def build(self) -> Future[BuildResult]:
        """Begin to build 4-3 and 3-3, which it needs."""
        return self._pool.submit(
            build, self.root, self.rules, LARGER, cluster=self.at.address, progress=self.failures
        )

    def program(self) -> subprocess.Popen[str]:
        """The same, by a process of its own."""
        words = ["build", "4-3", "--variant", "six", "--cluster", self.at.address, "--db", str(self.root)]
        return subprocess.Popen([sys.executable, "-m", "millbase", *words], stderr=subprocess.PIPE, text=True)

    def logged(self) -> list[list[str]]:
        """The units that have been listed, in order."""
        lines = (self.root / "six" / "build.log").read_text(encoding="utf-8").splitlines()
        return [json.loads(line)["unit"] for line in lines]


@pytest.fixture
def office(tmp_path: Path, rules: Rules) -> Iterator[Office]:
    folder = tmp_path / "cluster"
    folder.mkdir()
    with cluster(folder) as at, ThreadPoolExecutor(1) as pool:
        yield Office(at, tmp_path / "db", rules, pool)


def in_time(true: Callable[[], object]) -> None:
    """Wait until something is true."""
    until = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < until
        time.sleep(0.02)


@pytest.mark.parametrize("phase", ["induction", "writing"])
def test_a_worker_is_killed_in_the_middle_of_a_unit(office: Office, tables: Path, phase: str) -> None:
    office.at.worker("kill", phase)
    building = office.build()
    office.at.reached("kill")
    office.at.worker()
    assert building.result().solved == [SMALL, LARGER]
    assert office.failures.found == [(LARGER, "it is gone")]
    assert office.logged() == [["3-3"], ["4-3", "3-4"]] or office.logged() == [["3-3"], ["3-4", "4-3"]]
    assert len(list(office.root.rglob("*.tmp"))) == (phase == "writing")  # until the next build
    build(office.root, office.rules, LARGER)
    assert contents(office.root) == contents(tables)


def test_a_worker_hangs(office: Office, tables: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from millbase.databases.cluster import waiting

    hanging = office.at.worker("hang", "induction")
    building = office.build()
    office.at.reached("hang")
    with monkeypatch.context() as impatient:
        impatient.setattr(waiting, "for_a_sign", lambda seconds: 0.0)
        in_time(lambda: office.failures.found)
    office.at.worker()
    assert building.result().solved == [SMALL, LARGER]
    assert office.failures.found == [(LARGER, "no sign for 0 s")]
    assert contents(office.root) == contents(tables)
    hanging.send_signal(signal.SIGCONT)  # it finds that nobody waits for it
    assert contents(office.root) == contents(tables)


def test_a_scheduler_dies(office: Office, tables: Path, tmp_path: Path) -> None:
    office.at.worker("wait", "induction")
    building = office.build()
    office.at.reached("wait")
    office.at.scheduler.kill()
    with pytest.raises(SchedulerLost, match="does not answer"):
        building.result()
    (office.at.folder / "go").touch()
    (tmp_path / "another").mkdir()
    with cluster(tmp_path / "another") as another:
        another.worker()
        result = build(office.root, office.rules, LARGER, cluster=another.address)
    assert (result.kept, result.solved) == ([SMALL], [LARGER])
    assert contents(office.root) == contents(tables)


def test_a_clerk_dies_and_starts_again_while_a_worker_still_writes(
    office: Office, tables: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from millbase.databases.cluster import waiting

    monkeypatch.setattr(waiting, "FOR_ANSWERS", 3.0)  # the worker is busy, and does not answer
    office.at.worker("wait", "writing")
    clerk = office.program()
    office.at.reached("wait")
    with pytest.raises(DirectoryBusy, match=f"process {clerk.pid} is building"):
        build(office.root, office.rules, LARGER)
    clerk.kill()
    clerk.communicate()
    [written] = office.root.rglob("*.tmp")
    office.at.worker()
    result = office.build().result()
    assert (result.kept, result.solved) == ([SMALL], [LARGER])
    assert written.exists()
    (office.at.folder / "go").touch()
    in_time(lambda: not written.exists())
    assert contents(office.root) == contents(tables)


def test_an_interrupted_build_leaves_the_cluster_free(office: Office, tables: Path) -> None:
    office.at.worker("wait", "induction")
    clerk = office.program()
    office.at.reached("wait")
    clerk.send_signal(signal.SIGINT)
    _, told = clerk.communicate()
    assert clerk.returncode == 1
    assert "interrupted; finished tables are kept" in told
    (office.at.folder / "go").touch()
    result = office.build().result()
    assert (result.kept, result.solved) == ([SMALL], [LARGER])
    assert contents(office.root) == contents(tables)


def test_a_full_disk(office: Office, tables: Path) -> None:
    office.at.worker("fill", "counting")
    with pytest.raises(DiskFull, match=r"no room to write .*[34]-[34]\.h5"):
        office.build().result()
    assert list(contents(office.root)) == ["six/3-3.h5", "six/manifest.json"]
    build(office.root, office.rules, LARGER)
    assert contents(office.root) == contents(tables)
