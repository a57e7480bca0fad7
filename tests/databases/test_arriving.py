"""Files of another machine that are seen late, or not at all."""

from __future__ import annotations

import os
import shutil
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from millbase.databases import orders
from millbase.databases.arriving import await_tables
from millbase.databases.catalogue import Catalogue
from millbase.databases.errors import OrderWithdrawn, TableLate
from millbase.databases.locking import locked
from millbase.databases.survey import Survey
from millbase.solver.game.material import Subspace
from millbase.solver.game.rules import Rules

WANTED = Subspace(4, 3)


def test_a_table_that_is_there(catalogue: Catalogue, survey: Survey) -> None:
    await_tables(catalogue, {WANTED: survey.header(WANTED).content}, patience=0)


@pytest.mark.parametrize("state", ["missing", "cut", "older", "older manifest"])
def test_a_table_that_comes_late(
    tables: Path, tmp_path: Path, rules: Rules, state: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    late = Path(shutil.copytree(tables, tmp_path / "late")) / "six"
    path, manifest = late / "4-3.h5", late / "manifest.json"
    whole, listed = path.read_bytes(), manifest.read_bytes()
    if state == "missing":
        path.unlink()
    elif state == "cut":
        path.write_bytes(whole[:-100])
    elif state == "older":  # whole, and another one
        path.write_bytes((late / "3-4.h5").read_bytes())
    else:
        manifest.write_bytes(listed.replace(str(len(whole)).encode(), b"5"))
    content = Survey(Catalogue(tables, rules)).header(WANTED).content
    catalogue = Catalogue(tmp_path / "late", rules)
    with pytest.raises(TableLate, match=r"4-3\.h5 was written elsewhere and is not seen") as caught:
        await_tables(catalogue, {WANTED: content}, patience=0)
    assert (caught.value.path, caught.value.seconds) == (path, 0)

    waited: list[float] = []

    def comes(seconds: float) -> None:
        waited.append(seconds)
        if len(waited) == 3:
            for file, data in ((path, whole), (manifest, listed)):
                temporary = file.with_name("coming")
                temporary.write_bytes(data)
                os.replace(temporary, file)

    monkeypatch.setattr(time, "sleep", comes)
    await_tables(catalogue, {WANTED: content}, patience=600)
    assert len(waited) == 3


def test_an_order_stands_until_it_is_withdrawn(tmp_path: Path) -> None:
    told: list[str] = []
    with locked([tmp_path]) as found:
        held = found[tmp_path]
        orders.issue(held, "one")
        assert orders.stands(tmp_path, "one")
        assert not orders.seen_within(tmp_path, "another", 0)
        progress = orders.under(tmp_path, "one", lambda name, done, total: told.append(name))
        progress("writing", 1, 1)
        orders.issue(held, "another")
        with pytest.raises(OrderWithdrawn, match="nobody waits for tables in"):
            progress("writing", 1, 1)
        orders.withdraw(held)
        orders.withdraw(held)
        assert not orders.stands(tmp_path, "another")
    assert told == ["writing"]
    with pytest.raises(ValueError, match="is not held any more"):
        orders.issue(held, "one")


def test_an_order_that_is_seen_late(tmp_path: Path) -> None:
    with locked([tmp_path]) as found, ThreadPoolExecutor(1) as pool:
        seen = pool.submit(orders.seen_within, tmp_path, "one", 600)
        orders.issue(found[tmp_path], "one")
        assert seen.result()
    (tmp_path / orders.NAME).write_bytes(b"[1")
    assert not orders.stands(tmp_path, "one")
