"""The memory that solving a unit takes, measured in a process that does nothing else."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from millbase.solver.graph import Unit

# Solve and write units whose tables are missing, one process each; say what the process held at most.
SOLVING = """
import sys
from millbase.databases.journal import peak_memory
from millbase.databases.worker import solve
from millbase.solver.game.material import Subspace
from millbase.solver.game.options import with_options
root, variant, protected, grade, *members = sys.argv[1:]
rules = with_options(variant, {"protected": True} if protected == "protected" else {})
solve(root, rules, tuple(map(Subspace.parse, members)), grade, threads=2)
print(peak_memory())
"""


def peak_of(root: Path, variant: str, unit: Unit, *, protected: bool = False, grade: str = "dtw") -> int:
    """The most bytes that a process held which solved a unit; the tables it is made from are there."""
    words = [str(root), variant, "protected" if protected else "", grade, *map(str, unit)]
    return min(_peak(words) for _ in range(2))  # the first may have to compile


def _peak(words: list[str]) -> int:
    done = subprocess.run(
        [sys.executable, "-c", SOLVING, *words], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return int(done.stdout)
