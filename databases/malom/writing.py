"""A sector's file, made from two tables of ours: distances of what is decided, and grades of draws."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from millbase.databases.malom import sec2
from millbase.databases.malom import words_kernels as kernels
from millbase.databases.malom.sectors import Variant, symmetries
from millbase.solver.game.material import Subspace
from millbase.solver.grading import Grading
from millbase.solver.hashing.laying import laying
from millbase.solver.hashing.tables import hash_tables
from millbase.solver.holding import holding_moves
from millbase.solver.indexing import images, octets_of
from millbase.solver.layouts import Layout, Load, Values
from millbase.solver.threads import Workers
from millbase.solver.worths import transient

_ENTRIES_AT_ONCE = 1 << 22


class DisagreementError(Exception):
    """A table of distances and one of graded draws do not agree who wins."""


def sector(
    variant: Variant, grading: Grading, subspace: Subspace, plies: Load, codes: Load, workers: Workers
) -> Iterator[bytes]:
    """The bytes of a sector's ``.sec2`` file, piece by piece.

    Args:
        plies: gives tables of distances.
        codes: gives graded tables.

    Raises:
        DisagreementError: the two tables of the subspace do not belong together.
    """
    words = _in_words(variant, grading, subspace, plies(subspace), codes, workers)
    return sec2.contents(_pieces(variant, subspace, words, workers), variant.key_bits)


def _in_words(
    variant: Variant, grading: Grading, subspace: Subspace, plies: Values, codes: Load, workers: Workers
) -> sec2.Words:
    """The words of a table, in its own order."""
    graded = codes(subspace)
    if transient(grading.rules, subspace):
        counts = np.zeros(0, np.uint16)  # no draw is stable
    else:
        counts = holding_moves(grading, subspace, codes, workers)
    meaning = _meaning(variant, grading, subspace)
    found = np.empty(len(graded), np.int32)

    def put(first: int, last: int) -> bool:
        return kernels.put_into_words(first, last, found, graded, plies, counts, meaning)

    if not all(workers.run(put, len(graded), 1)):
        raise DisagreementError
    return found


def _meaning(variant: Variant, grading: Grading, subspace: Subspace) -> kernels.Meaning:
    bits, worth, win = variant.key_bits, grading.worths.of[subspace], grading.worths.win
    grades, distances = grading.meaning(subspace)
    first = np.append(grades - worth, [-win - worth, win - worth]).astype(np.int32)
    keys = first & (1 << bits) - 1
    return kernels.Meaning(keys[:-2] | distances << bits, keys[-2:], bits)


def _pieces(
    variant: Variant, subspace: Subspace, words: sec2.Words, workers: Workers
) -> Iterator[tuple[sec2.Octets, sec2.Words]]:
    """The entries in Malom's order, in the form that :func:`millbase.databases.malom.sec2.contents` takes."""
    board, bits = variant.rules.board, variant.key_bits
    target = variant.layout(subspace)
    write = laying(words, Layout.of(board, subspace), target)
    h, size = hash_tables(target), target.block_size
    maps = symmetries(board)
    keeps = np.array([images(h.blocks, octets_of(one)) == h.blocks for one in maps])
    images_of_points = np.array(maps, np.uint8)

    step = max(1, _ENTRIES_AT_ONCE // size)
    for start in range(0, target.blocks, step):
        blocks = min(step, target.blocks - start)
        found = np.empty(blocks * size, np.int32)
        data = np.empty(sec2.ENTRY_BYTES * blocks * size, np.uint8)

        def make(
            first: int, last: int, start: int = start, found: sec2.Words = found, data: sec2.Octets = data
        ) -> int:
            part = found[first * size : last * size]
            octets = data[sec2.ENTRY_BYTES * first * size : sec2.ENTRY_BYTES * last * size]
            write(start + first, start + last, part)
            kernels.redirect(
                start + first, start + last, part, h, images_of_points, keeps, board.points, bits
            )
            return kernels.pack(part, octets, bits)

        exceeding = sum(workers.run(make, blocks, size))
        yield data, found if exceeding else found[:0]
