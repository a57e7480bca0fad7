"""Worths of subspaces as a text file: the form that Malom's ``.secval`` files have."""

from __future__ import annotations

import re
from pathlib import Path

from millbase.databases.errors import BrokenWorths
from millbase.solver.game.material import Subspace
from millbase.solver.worths import Worths

_LINE = re.compile(r"(\d+) (\d+) (\d+) (\d+)  (-?\d+)")
_MOST_BYTES = 1 << 20


def text_of(worths: Worths) -> str:
    """The text of a file: the worths of a lost and a won game, how many subspaces, and a line for each."""
    lines = [f"virt_loss_val: {-worths.win}", f"virt_win_val: {worths.win}", str(len(worths.of))]
    lines += [f"{' '.join(map(str, subspace))}  {worth}" for subspace, worth in worths.of.items()]
    return "".join(f"{line}\r\n" for line in lines)


def read(path: Path) -> Worths:
    """The worths that a file holds.

    Raises:
        OSError: it cannot be read.
        BrokenWorths: it is no such file.
    """
    with path.open("rb") as file:
        data = file.read(_MOST_BYTES)
    try:
        lines = data.decode("ascii").splitlines()
    except UnicodeDecodeError as error:
        raise BrokenWorths(path, "it is not a text of sectors and their values") from error
    found = [_LINE.fullmatch(line) for line in lines[3:]]
    worths: dict[Subspace, int] = {}
    for number, match in enumerate(found, start=4):
        if match is None:
            raise BrokenWorths(path, f"line {number} is not a sector and its value")
        *stones, worth = map(int, match.groups())
        worths[Subspace(*stones)] = worth
    if not worths or len(worths) != len(found):
        raise BrokenWorths(path, "it names no sector, or one of them twice")
    read = Worths(worths)
    if text_of(read).splitlines() != lines:
        raise BrokenWorths(path, "its first lines do not agree with the others")
    return read
