"""Kernels that find what a level decides: its frontier, as compressed sets by block."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import numpy as np
import numpy.typing as npt
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic

from millbase.solver.hashing.compiling import Bytes, Flags, Int, Numbers, Words, jit
from millbase.solver.hashing.ground import fill_tables
from millbase.solver.hashing.intrinsics import lowest, popcount
from millbase.solver.hashing.sets import compress, free_points, image
from millbase.solver.hashing.tables import Hash
from millbase.solver.indexing import Masks
from millbase.solver.layouts import Values
from millbase.solver.retrograde.seeding_kernels import runs_of
from millbase.solver.retrograde.sizes import RUN_BITS


def _matches(typingctx: Any, numbers: Any, start: Any, mark: Any) -> Any:
    """Which of the 64 numbers from ``numbers[start]`` on equal ``mark``, as a set of bits."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        lane = context.get_value_type(numbers.dtype)
        lanes = ir.VectorType(lane, 64)
        data = context.make_array(numbers)(context, builder, args[0]).data
        at = builder.bitcast(builder.gep(data, [args[1]]), lanes.as_pointer())
        found = builder.load(at, align=lane.width // 8)
        index, undefined = ir.IntType(32), ir.Constant(lanes, ir.Undefined)
        one = builder.insert_element(undefined, args[2], ir.Constant(index, 0))
        marks = builder.shuffle_vector(one, undefined, ir.Constant(ir.VectorType(index, 64), [0] * 64))
        return builder.bitcast(builder.icmp_unsigned("==", found, marks), ir.IntType(64))

    return types.uint64(numbers, types.intp, numbers.dtype), codegen


matches = cast(Callable[[npt.NDArray[Any], Int, Int], np.uint64], intrinsic(_matches))


@jit
def holding(first: Int, last: Int, held: Words, level: Int, size: Int, runs_held: Numbers) -> None:
    """Write how many runs hold ``level`` for each of the blocks from ``first`` to ``last``.

    Args:
        held: the word of ``pending`` (see :mod:`millbase.solver.retrograde.seeding_kernels`) that the level
        is in. size: entries in a block.
    """
    runs, bit = runs_of(size), np.uint64(level & 63)
    for block in range(first, last):
        some = 0
        for run in range(block * runs, (block + 1) * runs):
            some += np.int64(held[run] >> bit & np.uint64(1))
        runs_held[block] = some


@jit
def gather(
    first: Int, last: Int, which: Numbers, room: Int, values: Values, counts: Bytes, held: Words, level: Int,
    mark: Int, waits: bool, places: Masks, lengths: Numbers
) -> Masks:  # fmt: skip
    """The compressed sets of the final entries that hold ``level``, block by block.

    Args:
        first, last: of the blocks listed in ``which``.
        room: the most that there can be.
        held: the word of ``pending`` (see :mod:`millbase.solver.retrograde.seeding_kernels`) that the level
        is in. mark: the level as a number of the values' own type, which makes looking for it cheap. waits:
        whether it is final only where the count is zero. lengths: is given their number for each block.
    """
    size = len(places)
    runs, bit = runs_of(size), np.uint64(level & 63)
    frontier = np.empty(room, np.uint32)  # only what is written to takes memory
    n = 0
    for k in range(first, last):
        block = np.int64(which[k])
        begun, base = n, block * size
        for run in range(runs):
            if not held[block * runs + run] >> bit & np.uint64(1):
                continue
            for start in range(run << RUN_BITS, min(run + 1 << RUN_BITS, size), 64):
                if start + 64 <= size:
                    found = matches(values, base + start, mark)
                    if waits and found:
                        found &= matches(counts, base + start, np.uint8(0))
                else:
                    found = np.uint64(0)
                    for r in range(start, size):
                        final = not waits or counts[base + r] == 0
                        if values[base + r] == mark and final:
                            found |= np.uint64(1) << np.uint64(r - start)
                while found:
                    frontier[n] = places[start + lowest(found)]
                    found &= found - np.uint64(1)
                    n += 1
        lengths[block] = n - begun
    return frontier[:n]


@jit
def turn(
    first: Int, last: Int, which: Numbers, starts: Numbers, sets: Masks, h: Hash, stabilisers: Flags,
    symmetric: Flags, points: Int, apart: Int
) -> tuple[Numbers, Numbers]:  # fmt: skip
    """The same positions as entries of the layout by the other side's blocks, of the same numbers of stones.

    Args:
        first, last: of the blocks listed in ``which``.
        starts, sets: a frontier.
        stabilisers: by symmetry and block, whether the symmetry leaves the representative alone.
        symmetric: by block, whether one does beside the identity.
        apart: the lowest bits of a block's number, so many, tell the blocks of a group apart.

    Returns:
        The block of each entry, shifted left by 24, and its compressed set, those of a group of blocks
        together, and where each group begins. Each entry comes once, as a position that has several
        entries in the one layout is taken at the least of them, and gives all that it has in the other.
    """
    blocks, pattern_low, pattern_high = h.blocks, h.pattern_low, h.pattern_high
    block_of, symmetry_of, squeeze, image_tables = h.block_of, h.symmetry_of, h.squeeze, h.images
    free, bits, tables = np.empty(24, np.int64), np.empty(24, np.int64), np.empty((3, 256), np.uint32)
    first_part, second_part, third_part = tables[0], tables[1], tables[2]
    symmetries = len(image_tables)
    images = np.empty(symmetries, np.int64)
    everywhere = (np.int64(1) << points) - 1
    some = 0
    for k in range(first, last):
        some += starts[which[k] + 1] - starts[which[k]]
    keys = np.empty(some * symmetries, np.int64)
    n: Int = np.int64(0)
    for k in range(first, last):
        block = np.int64(which[k])
        block_side = np.int64(blocks[block])
        n_free = free_points(block_side, points, free)
        for i in range(n_free):
            bits[i] = np.int64(1) << free[i]
        third = (n_free + 2) // 3
        part = (1 << third) - 1
        fill_tables(bits, third, tables)
        for g in range(symmetries):
            images[g] = image(block_side, image_tables[g])
        for i in range(starts[block], starts[block + 1]):
            mask = np.int64(sets[i])
            pattern = np.int64(first_part[mask & part] | second_part[mask >> third & part])
            pattern |= np.int64(third_part[mask >> 2 * third])
            if symmetric[block]:
                least = True
                for g in range(1, symmetries):
                    if stabilisers[g, block]:
                        least &= np.int64(image(pattern, image_tables[g])) >= pattern
                if not least:
                    continue
            number = np.int64(pattern_low[pattern & 4095]) + np.int64(pattern_high[pattern >> 12 & 4095])
            to = np.int64(block_of[number])
            moved = images[symmetry_of[number]]
            open_points = ~np.int64(blocks[to]) & everywhere
            one, two, three = open_points & 255, open_points >> 8 & 255, open_points >> 16 & 255
            shift = popcount(one)
            packed = np.int64(squeeze[one, moved & 255])
            packed |= np.int64(squeeze[two, moved >> 8 & 255]) << shift
            packed |= np.int64(squeeze[three, moved >> 16 & 255]) << shift + popcount(two)
            keys[n] = to << 24 | packed
            n += 1
            if symmetric[to]:
                n = add_images(keys, n, moved, open_points, stabilisers[:, to], image_tables, squeeze)
    return group(keys, n, apart + 24, ((len(blocks) - 1) >> apart) + 1)


@jit
def group(keys: Numbers, n: Int, shift: Int, groups: Int) -> tuple[Numbers, Numbers]:
    """The first ``n`` keys, those that agree but for their lowest ``shift`` bits together, in order.

    Returns:
        The keys, and where each group begins, shape ``(groups + 1,)``.
    """
    starts = np.zeros(groups + 2, np.int64)
    for i in range(n):
        starts[(keys[i] >> shift) + 2] += 1
    for i in range(1, groups + 2):
        starts[i] += starts[i - 1]
    grouped = np.empty(n, np.int64)
    for i in range(n):
        number = (keys[i] >> shift) + 1
        grouped[starts[number]] = keys[i]
        starts[number] += 1
    return grouped, starts[: groups + 1]


@jit
def add_images(
    keys: Numbers, n: Int, moved: Int, open_points: Int, stabiliser: Flags, image_tables: Masks,
    squeeze: Bytes
) -> Int:  # fmt: skip
    """Add to ``keys`` the other entries of a position in the block of its first, the last of ``n`` keys.

    Args:
        moved: the stones of that first entry.
        open_points: the points that the block leaves free.
        stabiliser: by symmetry, whether it leaves the block's representative alone.

    Returns:
        How many keys there are then.
    """
    begun = n - 1
    block = keys[begun] >> 24
    for g in range(1, len(stabiliser)):
        if stabiliser[g]:
            key = block << 24 | compress(np.int64(image(moved, image_tables[g])), open_points, squeeze)
            fresh = True
            for i in range(begun, n):
                fresh &= keys[i] != key
            if fresh:
                keys[n] = key
                n += 1
    return n


@jit
def tally(keys: Numbers, lengths: Numbers) -> None:
    """Count the entries of ``keys`` (see :func:`turn`) in ``lengths`` by block."""
    for key in keys:
        lengths[key >> 24] += 1


@jit
def sort_in(keys: Numbers, ends: Numbers, sets: Masks) -> None:
    """Put the compressed sets of ``keys`` where ``ends`` says for their block, and move that on."""
    for key in keys:
        block = key >> 24
        sets[ends[block]] = key & 0xFFFFFF
        ends[block] += 1
