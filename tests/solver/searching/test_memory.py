"""What a search remembers: keys that positions share with their images, bounds, and what gives way."""

from __future__ import annotations

import random

import numpy as np
import pytest
from canonical import canonical

from millbase.solver.game.boards import BOARDS, RINGS, Board
from millbase.solver.hashing.compiling import Int
from millbase.solver.indexing import image, image_tables
from millbase.solver.searching.leaves_kernels import DRAW, LOSS, SIDE, WIN
from millbase.solver.searching.memory import BUCKET, LEAST_BITS, key_of, recall, remember


def octets(board: Board) -> np.ndarray:
    return np.ascontiguousarray(image_tables(board).transpose(1, 2, 0))


def bounds(known: Int) -> tuple[int, int]:
    return int(known) & 3, WIN - (int(known) >> 2)


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.name)
def test_a_key_belongs_to_a_position_and_its_images(board: Board) -> None:
    drawn = random.Random(0)
    tables = octets(board)
    keys: dict[int, tuple[object, ...]] = {}
    for _ in range(2000):
        own = drawn.getrandbits(board.points) & drawn.getrandbits(board.points)
        opp = drawn.getrandbits(board.points) & drawn.getrandbits(board.points) & ~own
        hands = drawn.randrange(13), drawn.randrange(13)
        key = int(key_of(own, opp, *hands, tables))
        assert key < 1 << 2 * SIDE + 8
        symmetry = drawn.choice(board.symmetries)
        assert int(key_of(image(own, symmetry), image(opp, symmetry), *hands, tables)) == key
        least = min((image(own, g), image(opp, g)) for g in board.symmetries)
        assert least[0] == canonical(board, own)[0]
        assert keys.setdefault(key, (least, hands)) == (least, hands)


def test_bounds_close_in() -> None:
    memory = np.zeros(1 << LEAST_BITS, np.uint64)
    key = np.uint64(key_of(0b1011, 0b110000, 3, 4, octets(RINGS)))
    assert recall(key, memory) == 0
    remember(key, memory, DRAW, True, 10)
    assert bounds(recall(key, memory)) == (DRAW, WIN)
    remember(key, memory, WIN, False, 1 << 40)
    assert bounds(recall(key, memory)) == (DRAW, DRAW)
    assert np.count_nonzero(memory) == 1


def test_a_loss_and_a_win_are_known_from_one_answer() -> None:
    memory = np.zeros(1 << LEAST_BITS, np.uint64)
    lost, won = (np.uint64(key_of(own, 0b110000, 3, 4, octets(RINGS))) for own in (0b1011, 0b1101))
    remember(lost, memory, DRAW, False, 1)
    remember(won, memory, WIN, True, 1)
    assert bounds(recall(lost, memory)) == (LOSS, LOSS)
    assert bounds(recall(won, memory)) == (WIN, WIN)


def test_what_took_least_gives_way() -> None:
    memory = np.zeros(1 << LEAST_BITS, np.uint64)
    buckets = len(memory) // BUCKET
    same_bucket = [np.uint64(buckets * number + 5) for number in range(1, BUCKET + 2)]
    for effort, key in enumerate(same_bucket):
        remember(key, memory, DRAW, True, 1 << (20 - effort))
    known = [recall(key, memory) != 0 for key in same_bucket]
    assert known == [True] * (BUCKET - 1) + [False, True]
    assert not memory[: 5 * BUCKET].any()
    assert not memory[6 * BUCKET :].any()
