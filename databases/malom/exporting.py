"""Making Malom's files from tables of ours: written to a directory, or compared with the published ones."""

from __future__ import annotations

import csv
import hashlib
import time
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

from millbase.databases.atomic import appearing
from millbase.databases.errors import BrokenTable, DirectoryError
from millbase.databases.malom.sources import Sources
from millbase.databases.malom.writing import DisagreementError, sector
from millbase.solver.game.material import Subspace
from millbase.solver.threads import PhaseProgress, Workers

ENDING = ".sec2"


class Published(NamedTuple):
    """A file of the published database: its size and its SHA-256, in hexadecimal."""

    bytes: int
    sha256: str


class Made(NamedTuple):
    """A file that has been made.

    Attributes:
        name: of the file.
        bytes: its size.
        sha256: of its bytes, in hexadecimal.
        seconds: how long it took.
        published: what is known of the published file; None if nothing is.
    """

    name: str
    bytes: int
    sha256: str
    seconds: float
    published: Published | None

    @property
    def equal(self) -> bool:
        """Whether it is the published file."""
        return self.published == (self.bytes, self.sha256)


@lru_cache(maxsize=1)
def published() -> dict[str, Published]:
    """The published files of Nine Men's Morris, by name."""
    text = files("millbase.databases.malom").joinpath("published.csv").read_text(encoding="utf-8")
    rows = csv.DictReader(text.splitlines())
    return {row["name"]: Published(int(row["size"]), row["sha256"]) for row in rows}


def check(
    sources: Sources,
    subspaces: Iterable[Subspace],
    *,
    threads: int | None = None,
    progress: PhaseProgress | None = None,
) -> Iterator[Made]:
    """Make the files of sectors, and no more of them than their checksums, one after the other.

    Args:
        threads: how many compute; None for as many as there are cores.
        progress: told the sector, and how many of its entries are done.

    Raises:
        MissingTable, BrokenTable, WrongRules, LowerGrade: see
            :meth:`millbase.databases.catalogue.Catalogue.read`.
    """
    with Workers(threads) as workers:
        for subspace in subspaces:
            yield _made(sources, subspace, workers, progress, lambda data: None)


def export(
    sources: Sources,
    directory: Path,
    subspaces: Iterable[Subspace],
    *,
    threads: int | None = None,
    progress: PhaseProgress | None = None,
) -> Iterator[Made]:
    """Write the files of sectors, and that of their values, to a directory.

    Each appears when it is complete; what is there of the same name is replaced.

    Args:
        threads, progress: see :func:`check`.

    Raises:
        DirectoryError: a file stands where the directory should be.
        DiskFull: there is no room.
        MissingTable, BrokenTable, WrongRules, LowerGrade: see :func:`check`.
    """
    try:
        directory.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        raise DirectoryError(directory, "is a file where a directory for sectors should be") from None
    values = sources.metric.depends_on.encode()
    with appearing(directory / f"{sources.variant.name}.secval") as temporary:
        temporary.write_bytes(values)
    with Workers(threads) as workers:
        for subspace in subspaces:
            path = directory / (sources.variant.sector_name(subspace) + ENDING)
            with appearing(path) as temporary, temporary.open("wb") as file:
                made = _made(sources, subspace, workers, progress, file.write)
            yield made


def _made(
    sources: Sources,
    subspace: Subspace,
    workers: Workers,
    progress: PhaseProgress | None,
    take: Callable[[bytes], object],
) -> Made:
    started = time.monotonic()
    name = sources.variant.sector_name(subspace) + ENDING
    total = 3 * sources.variant.layout(subspace).size
    digest, size = hashlib.sha256(), 0
    pieces = sector(
        sources.variant, sources.metric.grading, subspace, sources.load_plies, sources.load_codes, workers
    )
    try:
        for piece in pieces:
            digest.update(piece)
            take(piece)
            size += len(piece)
            if progress is not None:
                progress(name, min(size, total), total)
    except DisagreementError as error:
        path = sources.codes.path_of(subspace)
        raise BrokenTable(path, "it does not belong to the table of distances that is here") from error
    return Made(name, size, digest.hexdigest(), time.monotonic() - started, published().get(name))
