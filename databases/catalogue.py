"""The tables of a rule set: where each is, what state it is in, and what it holds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from pathlib import Path

from millbase.databases.directories import Directories, roots_of
from millbase.databases.errors import BrokenTable, DirectoryError, LowerGrade, MissingTable, WrongRules
from millbase.databases.format import Table
from millbase.databases.grades import Grade
from millbase.databases.header import Header
from millbase.databases.manifest import Listed, read_manifest
from millbase.solver.game.material import Subspace, SubspaceError
from millbase.solver.game.rules import Rules
from millbase.solver.layouts import Layout

SUFFIX = ".h5"


class Status(Enum):
    """The state of a table."""

    SOLVED = "solved"
    MISSING = "missing"
    BROKEN = "broken"
    OUTCOMES_ONLY = "outcomes only"


class Catalogue:
    """The tables of a rule set below one directory, or several. Looks, and changes nothing.

    A table is the one of the first directory that has a file of its name. If that one is broken, that is
    an error: what stands in a later directory is not asked in its place. New tables are built in the first.

    Args:
        directories: see :func:`millbase.databases.directories.roots_of`.

    Attributes:
        roots: the directories, in the order in which they are looked through; each rule set has one of
            its own in each.
        rules: the rule set.

    Raises:
        DirectoryError: a file stands where a directory should be.
    """

    def __init__(self, directories: Directories, rules: Rules) -> None:
        self.roots = roots_of(directories)
        self.rules = rules
        for directory in self.directories():
            _refuse_files(directory)

    def rules_of(self, subspace: Subspace) -> Rules:
        """The rules as far as they matter to a table."""
        return self.rules.for_tables(subspace.in_hand, subspace.in_play)

    def path_of(self, subspace: Subspace) -> Path:
        """Where a table is or, if it is nowhere, would be."""
        paths = self._paths_of(subspace)
        return next((path for path in paths if path.exists()), paths[0])

    def destination_of(self, subspace: Subspace) -> Path:
        """Where a table would be built: in the first directory."""
        return self._paths_of(subspace)[0]

    def directories(self) -> list[Path]:
        """The directories that hold tables of these rules, whether they exist or not."""
        names = {
            self.rules.for_tables(in_hand, in_play).directory
            for in_hand in (0, 1)
            for in_play in (0, sum(self.rules.men))
        }
        return [root / name for root in self.roots for name in sorted(names)]

    def tables(self) -> list[Subspace]:
        """The subspaces whose tables are there, in whatever state, small ones first."""
        paths = [path for directory in self.directories() for path in directory.glob("*" + SUFFIX)]
        return self._of_paths(paths)

    def listed(self, directory: Path) -> list[Subspace]:
        """The subspaces that the manifest of a directory lists, small ones first.

        Raises:
            BrokenTable: the manifest is damaged.
        """
        return self._of_paths(directory / name for name in read_manifest(directory))

    def status(self, subspace: Subspace, grade: Grade = "wdl") -> Status:
        """The state of a table, as far as its size and its header tell; one of other rules is broken.

        Args:
            grade: what is wanted: a table without distances does not do for ``dtw``.
        """
        try:
            self.examine(subspace, grade)
        except MissingTable:
            return Status.MISSING
        except BrokenTable:
            return Status.BROKEN
        except LowerGrade:
            return Status.OUTCOMES_ONLY
        return Status.SOLVED

    def header(self, subspace: Subspace) -> Header:
        """What a table says about itself.

        Raises:
            MissingTable, BrokenTable, WrongRules: see :meth:`open`.
        """
        with self.open(subspace) as table:
            return table.header

    def open(self, subspace: Subspace) -> Table:
        """Open a table, once its size and its header have been looked at.

        Raises:
            MissingTable: there is none.
            BrokenTable: it is damaged, or it is the table of another subspace.
            WrongRules: it was made for other rules.
        """
        path = self.path_of(subspace)
        if not path.exists():
            raise MissingTable(subspace, self.rules, self.roots, path)
        listed = read_manifest(path.parent).get(path.name)
        if listed is not None and path.stat().st_size != listed.bytes:
            raise BrokenTable(path, f"it should have {listed.bytes} bytes and has {path.stat().st_size}")
        table = Table(path)
        try:
            self._check(subspace, table)
        except BrokenTable:
            table.close()
            raise
        return table

    def examine(
        self,
        subspace: Subspace,
        grade: Grade = "wdl",
        *,
        thorough: bool = False,
        advanced: Callable[[int], None] | None = None,
    ) -> Header:
        """Make sure that a table is whole and holds what is wanted.

        Args:
            grade: what is wanted: distances do for ``wdl``, but not the other way round.
            thorough: compare the whole file with the manifest or, if it is not listed there, all
                values with their checksum; else only its size and its header.
            advanced: told how many bytes more have been read.

        Raises:
            MissingTable, BrokenTable, WrongRules: see :meth:`open`.
            LowerGrade: distances are wanted, and it has only outcomes.
        """
        with self.open(subspace) as table:
            if thorough:
                listed = read_manifest(table.path.parent).get(table.path.name)
                if listed is None:
                    table.read_all()
                elif Listed.of(table.path, advanced) != listed:
                    raise BrokenTable(table.path, "it is not the file that the manifest lists")
            if grade == "dtw" and table.header.grade != "dtw":
                raise LowerGrade(table.path)
            return table.header

    def _of_paths(self, paths: Iterable[Path]) -> list[Subspace]:
        named = ((subspace_named(path), path) for path in paths)
        found = {subspace for subspace, path in named if subspace and path in self._paths_of(subspace)}
        return sorted(found, key=lambda subspace: (subspace.in_play, subspace.in_hand, subspace))

    def _paths_of(self, subspace: Subspace) -> list[Path]:
        name = Path(self.rules_of(subspace).directory, f"{subspace}{SUFFIX}")
        return [root / name for root in self.roots]

    def _check(self, subspace: Subspace, table: Table) -> None:
        header, expected = table.header, self.rules_of(subspace)
        if header.fingerprint != expected.fingerprint:
            raise WrongRules(table.path, header.fingerprint, expected.fingerprint)
        if header.subspace != subspace:
            raise BrokenTable(table.path, f"it holds {header.subspace}")
        layout = Layout.of(self.rules.board, subspace)
        if (header.entries, header.block_is_own) != (layout.size, layout.block_is_own):
            raise BrokenTable(
                table.path, f"it has {header.entries} entries of {layout.size}, or another layout"
            )


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


def subspace_named(path: Path) -> Subspace | None:
    """The subspace whose table a file is by its name; None if it is none, as a manifest."""
    try:
        subspace = Subspace.parse(path.stem)
    except SubspaceError:
        return None
    return subspace if str(subspace) == path.stem else None


def _refuse_files(directory: Path) -> None:
    for path in (directory, *directory.parents):
        if path.is_dir():
            return
        if path.exists():
            raise DirectoryError(path, "is a file where a directory for tables should be")
