"""Checking tables: that files are what was written, and that values are what the rules make them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from millbase.databases.catalogue import Catalogue
from millbase.databases.directories import Directories
from millbase.databases.errors import BrokenTable, LowerGrade
from millbase.databases.grades import graded_metric, metric_for
from millbase.databases.header import Header
from millbase.databases.metrics import Grade, metric_of
from millbase.databases.survey import Survey, check_sources
from millbase.solver.entries import position_at
from millbase.solver.game.material import Subspace
from millbase.solver.game.notation import format_position
from millbase.solver.game.rules import Rules
from millbase.solver.game.values import Value
from millbase.solver.layouts import Values
from millbase.solver.threads import PhaseProgress

if TYPE_CHECKING:
    from millbase.solver.checking.verifying import Verification


class Fault(NamedTuple):
    """A file that must not be believed, and why."""

    path: Path
    reason: str


class ChecksumReport(NamedTuple):
    """What :func:`verify_checksums` found.

    Attributes:
        files: the tables that were read.
        bytes: of them all.
        faults: what is wrong; nothing, if all is well.
    """

    files: list[Path]
    bytes: int
    faults: list[Fault]

    @property
    def passed(self) -> bool:
        """Whether nothing is wrong."""
        return not self.faults


class ValuesReport(NamedTuple):
    """What :func:`verify_values` found.

    Attributes:
        tables: the tables that were recomputed.
        entries: how many of their entries.
        faults: what is wrong; nothing, if all is well.
    """

    tables: list[Subspace]
    entries: int
    faults: list[Fault]

    @property
    def passed(self) -> bool:
        """Whether nothing is wrong."""
        return not self.faults


def verify_checksums(
    directories: Directories,
    rules: Rules,
    subspaces: Iterable[Subspace] | None = None,
    *,
    grade: Grade | None = None,
    progress: PhaseProgress | None = None,
) -> ChecksumReport:
    """Compare files with the manifest, values with their checksums, and tables with their sources.

    Args:
        directories: where the tables are; of each the one that answers is checked. None for the default.
        subspaces: which tables; None for all that are there or should be.
        grade: those of which grade, where some lie apart; None for the usual one.
        progress: told, after each table, its name, how many are done, and of how many.

    Raises:
        DirectoryError: a file stands where a directory should be.
        MissingTable: a table asked for is not there.
    """
    survey = Survey(Catalogue(directories, rules, metric_for(grade, directories, rules)))
    faults = list(_faults_of_manifests(survey)) if subspaces is None else []
    chosen = survey.catalogue.tables() if subspaces is None else list(subspaces)
    checked: dict[Subspace, Header] = {}
    total_bytes = 0
    for number, subspace in enumerate(chosen, start=1):
        try:
            checked[subspace] = _checked(survey, subspace, checked)
        except BrokenTable as error:
            faults.append(Fault(error.path, error.reason))
        total_bytes += survey.size(subspace)
        if progress is not None:
            progress(str(subspace), number, len(chosen))
    files = [survey.catalogue.path_of(subspace) for subspace in chosen]
    once = list(dict.fromkeys(faults))  # a damaged manifest shows at every table of its directory
    return ChecksumReport(files, total_bytes, once)


def verify_values(
    directories: Directories,
    rules: Rules,
    subspaces: Iterable[Subspace] | None = None,
    *,
    grade: Grade | None = None,
    sample: int | None = None,
    threads: int | None = None,
    progress: PhaseProgress | None = None,
) -> ValuesReport:
    """Recompute entries from their successors (:mod:`millbase.solver.checking.verifying`).

    Args:
        directories: where the tables are; of each the one that answers is checked. None for the default.
        subspaces: which tables; None for all that are there.
        grade: what they count; None for plies to the end, or to a conversion where moves are limited.
        sample: about so many entries of each table, the same ones each time, at least one; None for all.
        threads: how many compute; None for as many as there are cores.
        progress: told the table and what is done with it, how many entries, and of how many.

    Raises:
        DirectoryError: a file stands where a directory should be.
        MissingTable: a table, or one that its positions lead to, is not there.
        UnknownGrade: there is no such grade in these rules.
        LowerGrade: a table has no distances, and outcomes alone do not follow from their successors.
        ValueError: the sample is of no entry.
    """
    # These import numba, which checksums can do without.
    from millbase.solver.checking.reading import counts_of
    from millbase.solver.checking.verifying import verify_table

    metric = metric_of(grade, rules)
    catalogue, counts = Catalogue(directories, rules, metric), counts_of(rules, metric.name == "dtc")

    def load(subspace: Subspace) -> Values:
        with catalogue.open(subspace) as table:
            if metric.name not in table.metric.answers or not table.metric.lengths:
                raise LowerGrade(table.path)
            return table.read_all()

    def recompute(subspace: Subspace, told: PhaseProgress | None) -> _Recomputed:
        found = verify_table(
            rules, subspace, load, counts=counts, sample=sample, threads=threads, progress=told
        )
        return _Recomputed(found.checked, [] if found.passed else [_reason(rules, subspace, found)])

    return _recompute_all(catalogue, subspaces, recompute, progress)


def verify_graded(
    directories: Directories,
    rules: Rules,
    subspaces: Iterable[Subspace] | None = None,
    *,
    sample: int | None = None,
    threads: int | None = None,
    progress: PhaseProgress | None = None,
) -> ValuesReport:
    """Recompute graded draws from their moves (:mod:`millbase.solver.checking.grades`).

    Who wins is compared with tables of distances, which :func:`verify_values` recomputes.

    Args:
        directories, subspaces, sample, threads, progress: as for :func:`verify_values`.

    Raises:
        DirectoryError: a file stands where a directory should be.
        MissingTable: a table, or one that its positions lead to, or that of its distances, is not there.
        MissingWorths, BrokenWorths: see :func:`millbase.databases.grades.metric_for`.
        LowerGrade: a table of distances has none.
        ValueError: the rules are such that grades cannot be checked.
    """
    from millbase.solver.checking.grades import verify_grades  # imports numba

    metric = graded_metric(directories, rules)
    catalogue, distances = Catalogue(directories, rules, metric), Catalogue(directories, rules)

    def recompute(subspace: Subspace, told: PhaseProgress | None) -> _Recomputed:
        found = verify_grades(
            rules,
            metric.grading.worths.of,
            subspace,
            catalogue.read,
            lambda wanted: distances.read(wanted, "dtw"),
            sample=sample,
            threads=threads,
            progress=told,
        )
        reasons = [
            f"{len(wrong)} of {found.checked} entries {reason}, the first of them entry {wrong[0]}"
            for wrong, reason in (
                (found.wrong, "do not follow from their moves"),
                (found.unlike, "do not agree with the table of distances who wins"),
            )
            if wrong
        ]
        return _Recomputed(found.checked, reasons)

    return _recompute_all(catalogue, subspaces, recompute, progress)


class _Recomputed(NamedTuple):
    """How many entries of a table were recomputed, and what is wrong with it."""

    checked: int
    reasons: list[str]


def _recompute_all(
    catalogue: Catalogue,
    subspaces: Iterable[Subspace] | None,
    recompute: Callable[[Subspace, PhaseProgress | None], _Recomputed],
    progress: PhaseProgress | None,
) -> ValuesReport:
    """Recompute one table after another; one that is broken keeps nobody from the others."""
    chosen = catalogue.tables() if subspaces is None else list(subspaces)
    faults: list[Fault] = []
    entries = 0
    for subspace in chosen:
        try:
            found = recompute(subspace, None if progress is None else _naming(subspace, progress))
        except BrokenTable as error:
            faults.append(Fault(error.path, error.reason))
            continue
        entries += found.checked
        faults += [Fault(catalogue.path_of(subspace), reason) for reason in found.reasons]
    return ValuesReport(chosen, entries, list(dict.fromkeys(faults)))


def _naming(subspace: Subspace, progress: PhaseProgress) -> PhaseProgress:
    return lambda name, done, total: progress(f"{subspace} {name}", done, total)


def _reason(rules: Rules, subspace: Subspace, found: Verification) -> str:
    wrong = found.wrong[0]
    position = position_at(rules, subspace, wrong.entry)
    written = "no position of this game" if position is None else format_position(rules.board, position)
    because = "its successors" if wrong.twin is None else f"entry {wrong.twin}, the same position,"
    return (
        f"{found.faults} of {found.checked} entries are wrong, the first of them entry {wrong.entry} "
        f"({written}): it says {_text(wrong.stored)}, and {because} {_text(wrong.expected)}"
    )


def _text(value: Value) -> str:
    return value.outcome if value.length is None else f"{value.outcome} in {value.length}"


def _faults_of_manifests(survey: Survey) -> Iterator[Fault]:
    """Manifests that are damaged, and tables that one lists and that are gone from beside it."""
    catalogue = survey.catalogue
    for directory in catalogue.directories():
        try:
            listed = [directory / name for name in survey.manifest(directory)]
        except BrokenTable as error:
            yield Fault(error.path, error.reason)
            continue
        for subspace in catalogue.named(listed):
            path = directory / catalogue.path_of(subspace).name
            if not path.exists():
                yield Fault(path, "the manifest lists it, and it is gone")


def _checked(survey: Survey, subspace: Subspace, others: Mapping[Subspace, Header]) -> Header:
    survey.compare(subspace)
    path, header = survey.catalogue.path_of(subspace), survey.header(subspace)
    check_sources(path, header, others)
    if path.name not in survey.manifest(path.parent):
        raise BrokenTable(path, "the manifest does not list it")
    return header
