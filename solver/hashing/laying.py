"""Laying a table out anew: by the other side's blocks, or by other numbers of the points."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from millbase.solver.hashing import laying_kernels as kernels
from millbase.solver.hashing.tables import hash_tables
from millbase.solver.layouts import Layout, Values
from millbase.solver.threads import Workers


def lay(
    values: Values,
    source: Layout,
    target: Layout,
    workers: Workers,
    advanced: Callable[[int], None] | None = None,
) -> Values:
    """The same table in another layout; the very same array if the layouts are the same.

    Args:
        values: in the layout ``source``, the same for all entries of a position.
        advanced: told now and then how many blocks of ``target`` are done.

    Raises:
        ValueError: the layouts are not of one board and subspace.
    """
    if (source.board, source.subspace) != (target.board, target.subspace):
        raise ValueError(f"a table of {source.subspace} cannot be laid out as one of {target.subspace}")
    if source == target:
        return values
    found = np.empty(target.size, values.dtype)
    write, size = laying(values, source, target), target.block_size

    def kernel(first: int, last: int) -> None:
        write(first, last, found[first * size : last * size])

    workers.run(kernel, target.blocks, size, advanced)
    return found


def laying(values: Values, source: Layout, target: Layout) -> Callable[[int, int, Values], None]:
    """What writes the same table in another layout, as many blocks at a time as are wanted.

    Args:
        values: as for :func:`lay`.

    Returns:
        Called with the first block, the one after the last, and room for their entries.
    """
    h, source_h, points = hash_tables(target), hash_tables(source), target.board.points
    renumbered = np.array(_numbers(source, target), np.uint8)
    symmetries = np.array(source.numbered_board.symmetries, np.uint8)

    def write(first: int, last: int, found: Values) -> None:
        if source.block_is_own == target.block_is_own:
            kernels.renumber(first, last, found, h, values, source_h, renumbered, symmetries, points)
        else:
            kernels.exchange(first, last, found, h, values, source_h, renumbered, points)

    return write


def _numbers(source: Layout, target: Layout) -> list[int]:
    """For each point as ``target`` numbers it the number that it has in ``source``."""
    points = range(target.board.points)
    old, new = source.numbering or points, target.numbering or points
    return [number for _, number in sorted(zip(new, old, strict=True))]
