"""What a search has proved: a table with open addressing, one word a position.

A position and those symmetric to it share a word, under the least of their images::

    key, without what its place tells | effort | WIN - upper | lower
                             53 bits  |    7   |      2      |   2

Keys are mixed by a bijection, so a word that agrees is that of the position, not of another one. A word
of 0 is empty.
"""

from __future__ import annotations

import numpy as np

from millbase.solver.hashing.compiling import Int, Words, jit
from millbase.solver.hashing.intrinsics import popcount
from millbase.solver.indexing import Masks
from millbase.solver.searching.leaves_kernels import LOSS, SIDE, WIN

BUCKET = 8  # words that a key can be in: a line of the processor's cache
LEAST_BITS = 6  # of the number of words: with fewer a key would not fit

_HAND = 4  # bits of a number of stones in hand
_KEY = np.uint64((1 << 2 * SIDE + 2 * _HAND) - 1)
_HALF = np.uint64(SIDE + _HAND)
_ODD = np.uint64(0xD6E8FEB86659FD93)
_ABOUT = np.uint64((1 << 11) - 1)  # the bits of a word that are not of the key
_BOUNDS = np.uint64(15)
_MOST_EFFORT = 127


@jit
def key_of(own: Int, opp: Int, own_hand: Int, opp_hand: Int, octets: Masks) -> np.uint64:
    """A well mixed number that a position shares with its images, and with no other position."""
    least = np.int64(1) << 2 * SIDE
    for g in range(octets.shape[2]):
        image = np.int64(octets[0, own & 255, g] | octets[1, own >> 8 & 255, g] | octets[2, own >> 16, g])
        other = np.int64(octets[0, opp & 255, g] | octets[1, opp >> 8 & 255, g] | octets[2, opp >> 16, g])
        least = min(least, image << SIDE | other)
    key: np.uint64 = np.uint64((least << _HAND | own_hand) << _HAND | opp_hand)
    key ^= key >> _HALF
    key = key * _ODD & _KEY
    key ^= key >> _HALF
    return key


@jit
def recall(key: np.uint64, memory: Words) -> Int:
    """What is known of a position: the last four bits of its word; 0 for nothing."""
    place = np.uint64(len(memory) // BUCKET - 1)
    first = np.int64(key & place) * BUCKET
    label = key >> popcount(place) << popcount(_ABOUT)
    for i in range(first, first + BUCKET):
        bounds: Int = np.int64(memory[i] & _BOUNDS)
        if memory[i] & ~_ABOUT == label and bounds:
            return bounds
    return 0


@jit
def remember(key: np.uint64, memory: Words, want: Int, gets: bool, positions: Int) -> None:
    """Note an answer; if there is no room, in the place of the one that took the fewest positions."""
    place = np.uint64(len(memory) // BUCKET - 1)
    first = np.int64(key & place) * BUCKET
    label = key >> popcount(place) << popcount(_ABOUT)
    lower, upper = (want, WIN) if gets else (LOSS, want - 1)
    effort = np.int64(0)
    while positions >> effort:
        effort += 1
    slot, least = first, np.int64(_MOST_EFFORT)
    for i in range(first, first + BUCKET):
        bounds, spent = np.int64(memory[i] & _BOUNDS), np.int64(memory[i] & _ABOUT) >> 4
        if bounds and memory[i] & ~_ABOUT == label:
            slot, lower, upper = i, max(lower, bounds & 3), min(upper, WIN - (bounds >> 2))
            break
        if not bounds:
            spent = np.int64(-1)
        if spent < least:
            slot, least = i, spent
    memory[slot] = label | np.uint64(effort << 4 | (WIN - upper) << 2 | lower)
