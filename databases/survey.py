"""What a command finds out about the tables of a directory, looked up once and remembered."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from pathlib import Path
from typing import TypeVar

from millbase.databases.catalogue import Catalogue
from millbase.databases.errors import BrokenTable, LowerGrade, MissingTable
from millbase.databases.header import Header
from millbase.databases.manifest import NAME as MANIFEST
from millbase.databases.manifest import Listed, read_manifest
from millbase.databases.metrics import METRICS, Grade
from millbase.databases.stamps import NAME as STAMPS
from millbase.databases.stamps import Stamp, State, read_stamps
from millbase.solver.game.material import Subspace

Read = TypeVar("Read")


class Status(Enum):
    """The state of a table."""

    SOLVED = "solved"
    MISSING = "missing"
    BROKEN = "broken"
    OUTCOMES_ONLY = "outcomes only"


class Survey:
    """The manifests, headers and sizes of a catalogue's tables, and which files have been read whole.

    Each is read once, and again only where another file has taken its place. Looks, and changes nothing.

    Attributes:
        catalogue: the tables.
        compared: the stamps of those that :meth:`compare` has found right.
    """

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self.compared: dict[Subspace, Stamp] = {}
        self._manifests: dict[Path, tuple[State | None, dict[str, Listed]]] = {}
        self._stamps: dict[Path, tuple[State | None, dict[str, Stamp]]] = {}
        self._headers: dict[Subspace, tuple[tuple[State | None, Listed | None], Header | BrokenTable]] = {}

    def manifest(self, directory: Path) -> Mapping[str, Listed]:
        """What the manifest of a directory lists.

        Raises:
            BrokenTable: it is damaged.
        """
        return _remembered(self._manifests, directory, MANIFEST, read_manifest)

    def header(self, subspace: Subspace) -> Header:
        """What a table says about itself, once its size has been looked at.

        Raises:
            MissingTable, BrokenTable, WrongRules: see :meth:`millbase.databases.catalogue.Catalogue.open`.
        """
        path = self.catalogue.path_of(subspace)
        manifest = self.manifest(path.parent)
        key = _state(path), manifest.get(path.name)
        if subspace not in self._headers or self._headers[subspace][0] != key:
            self._headers[subspace] = key, self._read(subspace, manifest)
        found = self._headers[subspace][1]
        if isinstance(found, BrokenTable):
            raise found
        return found

    def graded(self, subspace: Subspace, grade: Grade) -> Header:
        """The header of a table that holds what is wanted.

        Args:
            grade: what is wanted (:class:`millbase.databases.metrics.Metric` says what does for it).

        Raises:
            MissingTable, BrokenTable, WrongRules: see :meth:`header`.
            LowerGrade: it does not do for that.
        """
        header = self.header(subspace)
        if grade not in METRICS[header.grade].answers:
            raise LowerGrade(self.catalogue.path_of(subspace))
        return header

    def status(self, subspace: Subspace, grade: Grade = "wdl") -> Status:
        """The state of a table, as far as its size and its header tell; one of other rules is broken.

        Args:
            grade: what is wanted, as in :meth:`graded`.
        """
        try:
            self.graded(subspace, grade)
        except MissingTable:
            return Status.MISSING
        except BrokenTable:
            return Status.BROKEN
        except LowerGrade:
            return Status.OUTCOMES_ONLY
        return Status.SOLVED

    def size(self, subspace: Subspace) -> int:
        """The size of a table's file; 0 if there is none."""
        state = _state(self.catalogue.path_of(subspace))
        return 0 if state is None else state.bytes

    def vouched(self, subspace: Subspace) -> bool:
        """Whether a table is the file that was once compared with the manifest as it is now.

        Raises:
            BrokenTable: the manifest is damaged.
        """
        path = self.catalogue.path_of(subspace)
        listed, state = self.manifest(path.parent).get(path.name), _state(path)
        if listed is None or state is None:
            return False
        stamps = _remembered(self._stamps, path.parent, STAMPS, read_stamps)
        return stamps.get(path.name) == Stamp(listed.sha256, state)

    def compare(self, subspace: Subspace, advanced: Callable[[int], None] | None = None) -> None:
        """Compare a whole file with the manifest or, if it is not listed, all values with their checksum.

        Args:
            advanced: told how many bytes more have been read.

        Raises:
            MissingTable, BrokenTable, WrongRules: see :meth:`header`.
        """
        self.header(subspace)
        path = self.catalogue.path_of(subspace)
        manifest = self.manifest(path.parent)
        state = State.of(path)
        found = Listed.of(path, advanced)
        if path.name not in manifest:
            with self.catalogue.open(subspace, manifest) as table:
                table.read_all()
        elif found != manifest[path.name]:
            raise BrokenTable(path, "it is not the file that the manifest lists")
        self.compared[subspace] = Stamp(found.sha256, state)

    def _read(self, subspace: Subspace, manifest: Mapping[str, Listed]) -> Header | BrokenTable:
        try:
            with self.catalogue.open(subspace, manifest) as table:
                return table.header
        except BrokenTable as error:
            return error


def _state(path: Path) -> State | None:
    try:
        return State.of(path)
    except (FileNotFoundError, NotADirectoryError):
        return None


def _remembered(
    known: dict[Path, tuple[State | None, Read]], directory: Path, name: str, read: Callable[[Path], Read]
) -> Read:
    """What ``read`` finds in a file of a directory, read again only if the file is another one."""
    state = _state(directory / name)
    if directory not in known or known[directory][0] != state:
        known[directory] = state, read(directory)
    return known[directory][1]


def check_sources(path: Path, header: Header, others: Mapping[Subspace, Header]) -> None:
    """Make sure that a table was made from the tables that are there now.

    Args:
        path: the table's.
        header: what it says about itself.
        others: headers of other tables. Those of the other grade say nothing about it.

    Raises:
        BrokenTable: it was made from another one.
    """
    for name, content in header.made_from.items():
        source = others.get(Subspace.parse(name))
        if source is not None and source.grade == header.grade and source.content != content:
            raise BrokenTable(path, f"it was made from another table {name} than the one that is here")
