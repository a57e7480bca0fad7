"""What a single query loads, and what that takes: it never compiles, nor imports Numba."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

POSITION = "WWB.W..B/.B....../........ w"
IMPORTS = "import click, h5py, numpy"
LOADED = f"""
import sys
from millbase.cli.main import main
try:
    main(["query", {POSITION!r}, "--json"], prog_name="millbase")
except SystemExit as end:
    assert not end.code
print(*sorted(sys.modules), file=sys.stderr)
"""


UNNEEDED = {
    "numba",
    "llvmlite",
    "dask",
    "distributed",
    "tqdm",
    "millbase.solver.hashing.tables",
    "millbase.cli.build",
    "millbase.cli.bench",
}


def python(tables: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments],
        env={**os.environ, "MILLBASE_DB": str(tables)},
        capture_output=True,
        text=True,
        check=True,
    )


def test_a_query_loads_only_what_it_needs(tables: Path) -> None:
    loaded = set(python(tables, "-c", LOADED).stderr.split())
    assert "millbase.solver.oracle" in loaded
    assert not loaded & UNNEEDED


@pytest.mark.parametrize("command", ["query", "line"])
def test_a_second_query_takes_little_more_than_its_imports(tables: Path, command: str) -> None:
    """In processor time, and in turns: a slow or busy machine is slow at both."""

    def seconds(*arguments: str) -> float:
        before = os.times()
        python(tables, *arguments)
        after = os.times()
        return after.children_user + after.children_system - before.children_user - before.children_system

    query = ("-m", "millbase", command, POSITION)
    seconds(*query)  # the first one may write bytecode
    taken = [(seconds(*query), seconds("-c", IMPORTS)) for _ in range(3)]
    asked, imported = map(min, zip(*taken, strict=True))
    assert asked <= 3 * imported  # Numba alone would take twice as much as these imports
