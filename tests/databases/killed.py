"""Run as a program: a build that kills itself, as ``kill -9`` would, at a chosen moment.

Arguments: the directory, ``rename`` or ``write``, and before which rename of a file, or within the
writing of which table, it dies. Renames are the only moments at which anything appears.
"""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path
from typing import Any

from millbase.databases import building, quietfile
from millbase.solver.game.material import Subspace
from millbase.solver.game.rules import preset


def main() -> None:
    root, moment, number = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
    left = number

    def strike() -> None:
        nonlocal left
        left -= 1
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)

    rename, close = os.replace, quietfile.QuietFile.close

    def striking_rename(source: Any, target: Any) -> None:
        if moment == "rename":
            strike()
        rename(source, target)

    def striking_close(file: quietfile.QuietFile) -> None:
        if moment == "write" and not file.closed:
            strike()
        close(file)

    os.replace = striking_rename  # type: ignore[assignment]
    quietfile.QuietFile.close = striking_close  # type: ignore[assignment, method-assign]
    building.build(root, preset("six"), [Subspace(4, 3)])


if __name__ == "__main__":
    main()
