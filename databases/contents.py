"""What the tables of a rule set hold: files opened when they are needed, unpacked chunks kept.

One chunk at a time where one position is asked for, by all threads where there are many.
"""

from __future__ import annotations

import errno
import os
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from threading import RLock
from typing import NamedTuple, TypeVar
from weakref import WeakSet

import numpy as np

from millbase.databases.cache import NONE, ChunkCache
from millbase.databases.catalogue import Catalogue
from millbase.databases.chunks import CHUNK_BYTES
from millbase.databases.codings import Numbers
from millbase.databases.format import Table
from millbase.databases.frames import Frames
from millbase.solver.game.material import Subspace
from millbase.solver.layouts import Values
from millbase.solver.threads import Workers

Opened = TypeVar("Opened")

_NO_MORE_FILES = (errno.EMFILE, errno.ENFILE)  # this process has too many open, or the whole machine has

# Held while a file is opened, read or closed, so that no thread closes what another reads, while kept chunks
# are looked for and read, so that none takes the place of another meanwhile, and by who forks. One for all:
# HDF5 lets in one thread at a time anyhow.
_files = RLock()
_all: WeakSet[Contents] = WeakSet()


class _Wanted(NamedTuple):
    """Entries of a table, sorted by the chunks that they are in.

    Attributes:
        order: the place in the question of each.
        places: each one's place in its chunk.
        numbers: of the chunks, each once.
        starts: the entries of the ``i``-th of these are ``starts[i]`` to ``starts[i + 1]``.
    """

    order: Numbers
    places: Numbers
    numbers: Numbers
    starts: Numbers

    @classmethod
    def of(cls, numbers: Numbers, places: Numbers, chunks: int) -> _Wanted:
        """Sort what is asked for.

        Args:
            numbers, places: for each entry the number of its chunk and its place there.
            chunks: how many the table has.
        """
        narrow = numbers.astype(np.uint16) if chunks <= 1 << 16 else numbers  # sorted by counting
        order = np.argsort(narrow, kind="stable")
        ordered = numbers[order]
        starts = np.flatnonzero(np.diff(ordered, prepend=-1, append=-1))
        return cls(order, places[order], ordered[starts[:-1]], starts)

    @property
    def chunks(self) -> int:
        """How many chunks."""
        return len(self.numbers)


class Contents:
    """The tables of a rule set as one can ask for their values. Threads may share it.

    Args:
        catalogue: where the tables are.
        max_open: files kept open, at most.
        cache_bytes: chunks kept, in bytes.
    """

    def __init__(self, catalogue: Catalogue, max_open: int, cache_bytes: int) -> None:
        self._catalogue = catalogue
        self._max_open = max(max_open, 1)
        self._seen: dict[Subspace, Table] = {}  # their files may be closed
        self._open_tables: OrderedDict[Subspace, Table] = OrderedDict()
        self._cache = ChunkCache(cache_bytes)
        _all.add(self)

    def close(self) -> None:
        """Close all files and forget all chunks."""
        with _files:
            self.close_files()
            self._seen.clear()
            self._cache.clear()

    def table(self, subspace: Subspace) -> Table:
        """The table of a subspace; its file may be closed, now or at any thread's next question.

        Raises:
            MissingTable, BrokenTable, WrongRules: see :meth:`millbase.databases.catalogue.Catalogue.open`.
        """
        table = self._seen.get(subspace)
        if table is None:
            with _files:
                table = self._opened(subspace)
        return table

    def rows(self, subspace: Subspace, number: int) -> Values:
        """The rows of one chunk as they are stored, read anew.

        Raises:
            MissingTable, BrokenTable, WrongRules: see :meth:`table`.
        """
        with _files:
            table = self._opened(subspace)
            frame = table.frame(number)
        return table.unpack(number, frame)

    def code(self, subspace: Subspace, entry: int) -> int:
        """The code of an entry.

        Raises:
            MissingTable, BrokenTable, WrongRules: see :meth:`table`.
        """
        table = self.table(subspace)
        number, place = divmod(entry, table.chunk_entries)
        with _files:
            slots = self._cache.slots_of(subspace, table.chunks)
            slot = int(slots[number])
            if slot != NONE:
                return table.code_at(self._cache.chunk(slot, table.dtype), place)
        rows = self.rows(subspace, number)
        with _files:
            self._cache.put(slots, number, rows)
        return table.code_at(rows.reshape(-1).data, place)

    def codes(self, questions: Iterable[tuple[Subspace, Numbers]], threads: int | None) -> Iterator[Values]:
        """The codes of many entries of several tables, each chunk unpacked once for a table.

        Args:
            questions: for each table entries, in any order.
            threads: how many unpack.

        Raises:
            MissingTable, BrokenTable, WrongRules: see :meth:`table`.
        """
        room = self._cache.slots  # what is beyond would only take the place of what came before
        with Workers(threads) as workers:
            for subspace, entries in questions:
                table = self.table(subspace)
                numbers, places = np.divmod(entries, table.chunk_entries)
                codes = np.empty(len(entries), table.header.dtype)
                with _files:
                    found = self._cache.slots_of(subspace, table.chunks)[numbers]
                    kept = np.flatnonzero(found != NONE)
                    self._cache.ask(found[kept])
                    begins = found[kept] * np.int64(CHUNK_BYTES // table.dtype.itemsize)
                    codes[kept] = table.codes_at(self._cache.flat(table.dtype), begins, places[kept])
                missing = np.flatnonzero(found == NONE)
                if len(missing):
                    wanted = _Wanted.of(numbers[missing], places[missing], table.chunks)
                    codes[missing] = self._read(subspace, wanted, workers, room)
                    room -= min(room, wanted.chunks)
                yield codes

    def _read(self, subspace: Subspace, wanted: _Wanted, workers: Workers, most_kept: int) -> Values:
        """The codes at places of chunks, of which the first are kept."""
        with _files:
            table, frames = self._with_files(lambda: self._and_frames(subspace))
            slots = self._cache.slots_of(subspace, table.chunks)
        codes = np.empty(len(wanted.order), table.header.dtype)

        def read(first: int, last: int) -> None:
            flat = np.empty((last - first, table.chunk_elements), table.dtype)
            for i in range(first, last):
                number = int(wanted.numbers[i])
                rows = table.unpack(number, frames.read(number)).reshape(-1)
                flat[i - first, : len(rows)] = rows
                if i < most_kept:
                    with _files:
                        self._cache.put(slots, number, rows)
            some = slice(wanted.starts[first], wanted.starts[last])
            begins = np.arange(last - first) * table.chunk_elements
            begins = np.repeat(begins, np.diff(wanted.starts[first : last + 1]))
            codes[wanted.order[some]] = table.codes_at(flat.reshape(-1), begins, wanted.places[some])

        with frames:
            workers.run(read, wanted.chunks, table.chunk_elements)
        return codes

    def _and_frames(self, subspace: Subspace) -> tuple[Table, Frames]:
        table = self._opened(subspace)
        return table, table.frames()

    def _opened(self, subspace: Subspace) -> Table:
        """The table of a subspace with its file open, which it is as long as :data:`_files` is held."""
        table = self._open_tables.get(subspace)
        if table is None:
            table = self._with_files(lambda: self._catalogue.open(subspace))
            before = self._seen.get(subspace)
            if before is not None and before.header.content != table.header.content:
                self._cache.forget(subspace)
            self._open_tables[subspace] = self._seen[subspace] = table
            self.close_files(leaving=self._max_open)
        else:
            self._open_tables.move_to_end(subspace)
        return table

    def _with_files(self, opening: Callable[[], Opened]) -> Opened:
        """Open something, closing other files where no more may be open."""
        while True:
            try:
                return opening()
            except OSError as error:
                if error.errno not in _NO_MORE_FILES or not self._open_tables:
                    raise
                self.close_files(leaving=len(self._open_tables) - 1)

    def close_files(self, leaving: int = 0) -> None:
        """Close the files that have not been read for longest; whoever calls it holds the lock."""
        while len(self._open_tables) > leaving:
            self._open_tables.popitem(last=False)[1].close()


def _close_inherited() -> None:
    """Close what a child has from its parent: two that share an open file move each other's place in it."""
    for contents in _all:
        contents.close_files()
    _files.release()


if hasattr(os, "register_at_fork"):  # where processes can fork
    os.register_at_fork(
        before=_files.acquire, after_in_parent=_files.release, after_in_child=_close_inherited
    )
