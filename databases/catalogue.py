"""The tables of a rule set: where each is, what state it is in, and what it holds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from millbase.databases.directories import Directories, roots_of
from millbase.databases.errors import BrokenTable, DirectoryError, LowerGrade, MissingTable, WrongRules
from millbase.databases.format import Table
from millbase.databases.manifest import Listed, read_manifest
from millbase.databases.metrics import Grade, Metric, metric_of, metrics_in
from millbase.solver.game.material import Subspace, SubspaceError
from millbase.solver.game.rules import Rules
from millbase.solver.layouts import Layout, Values

SUFFIX = ".h5"


class Catalogue:
    """The tables of a rule set below one directory, or several. Looks, and changes nothing.

    A table is the one of the first directory that has a file of its name. If that one is broken, that is
    an error: what stands in a later directory is not asked in its place. New tables are built in the first.

    Args:
        directories: see :func:`millbase.databases.directories.roots_of`.
        metric: of the tables, or of some that lie among them; None for plies to the end or, where moves are
            limited, to the next conversion.

    Attributes:
        roots: the directories, in the order in which they are looked through; each rule set has one of
            its own in each.
        rules: the rule set.
        metric: of the tables, or of some that lie among them.

    Raises:
        DirectoryError: a file stands where a directory should be.
    """

    def __init__(self, directories: Directories, rules: Rules, metric: Metric | None = None) -> None:
        self.roots = roots_of(directories)
        self.rules = rules
        self.metric = metric or metric_of(None, rules)
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
            self._directory_of(self.rules.for_tables(in_hand, in_play))
            for in_hand in (0, 1)
            for in_play in (0, sum(self.rules.men))
        }
        return [root / name for root in self.roots for name in sorted(names)]

    def tables(self) -> list[Subspace]:
        """The subspaces whose tables are there, in whatever state, small ones first."""
        return self.named(path for directory in self.directories() for path in directory.glob("*" + SUFFIX))

    def named(self, paths: Iterable[Path]) -> list[Subspace]:
        """The subspaces whose tables have these paths, small ones first; other files have none."""
        named = ((subspace_named(path), path) for path in paths)
        found = {subspace for subspace, path in named if subspace and path in self._paths_of(subspace)}
        return sorted(found, key=lambda subspace: (subspace.in_play, subspace.in_hand, subspace))

    def open(self, subspace: Subspace, manifest: Mapping[str, Listed] | None = None) -> Table:
        """Open a table, once its size and its header have been looked at.

        Args:
            manifest: that of the table's directory, if it has been read.

        Raises:
            MissingTable: there is none.
            BrokenTable: it is damaged, or it is the table of another subspace.
            WrongRules: it was made for other rules.
        """
        path = self.path_of(subspace)
        if not path.exists():
            raise MissingTable(subspace, self.rules, self.roots, path, self.metric.name)
        listed = (read_manifest(path.parent) if manifest is None else manifest).get(path.name)
        if listed is not None and path.stat().st_size != listed.bytes:
            raise BrokenTable(path, f"it should have {listed.bytes} bytes and has {path.stat().st_size}")
        table = Table(path)
        try:
            self._check(subspace, table)
        except BrokenTable:
            table.close()
            raise
        return table

    def read(self, subspace: Subspace, grade: Grade | None = None) -> Values:
        """The codes of a table.

        Args:
            grade: what the table has to do for; None for whatever it is of.

        Raises:
            MissingTable, BrokenTable, WrongRules: see :meth:`open`.
            LowerGrade: it does not do for that.
        """
        with self.open(subspace) as table:
            if grade is not None and grade not in table.metric.answers:
                raise LowerGrade(table.path)
            return table.read_all()

    def _paths_of(self, subspace: Subspace) -> list[Path]:
        directory = self._directory_of(self.rules_of(subspace))
        return [root / directory / f"{subspace}{SUFFIX}" for root in self.roots]

    def _directory_of(self, rules: Rules) -> Path:
        return Path(rules.directory, self.metric.folder)

    def _check(self, subspace: Subspace, table: Table) -> None:
        header, there = table.header, metrics_in(self.rules)
        metric = self.metric if table.metric.name == self.metric.name else table.metric
        expected = metric.fingerprint(self.rules_of(subspace))
        if header.grade not in there or there[header.grade].folder != there[self.metric.name].folder:
            raise BrokenTable(table.path, f"tables of grade {header.grade} have a directory of their own")
        if header.fingerprint != expected:
            raise WrongRules(table.path, header.fingerprint, expected)
        if header.subspace != subspace:
            raise BrokenTable(table.path, f"it holds {header.subspace}")
        layout = Layout.of(self.rules.board, subspace)
        if (header.entries, header.block_is_own) != (layout.size, layout.block_is_own):
            raise BrokenTable(
                table.path, f"it has {header.entries} entries of {layout.size}, or another layout"
            )


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
