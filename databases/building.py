"""Building tables: unit by unit, resuming what was interrupted, never believing what is broken.

A unit's tables are written when both are solved, then listed in the manifest. Whatever happens on
the way, a directory holds whole tables only, and the next build takes up at the first unit that is
not there: at most the unit in progress is lost.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager, ExitStack
from typing import NamedTuple

from millbase.databases.catalogue import Catalogue
from millbase.databases.clerk import Clerk
from millbase.databases.crews import Alone, Crew
from millbase.databases.directories import Directories
from millbase.databases.errors import DirectoryError, MissingExtra
from millbase.databases.grades import Graded, keep_worths, metric_for
from millbase.databases.metrics import Grade
from millbase.databases.planning import plan_units, refuse_memory
from millbase.databases.progress import BuildProgress, Silence
from millbase.databases.resuming import to_solve
from millbase.databases.survey import Survey
from millbase.databases.worker import solve
from millbase.solver.game.material import Subspace
from millbase.solver.game.rules import Rules
from millbase.solver.graph import Unit, UnitGraph


class BuildResult(NamedTuple):
    """What a build did.

    Attributes:
        solved: the units it solved.
        kept: those that were there already, and whole.
        seconds: how long it took.
    """

    solved: list[Unit]
    kept: list[Unit]
    seconds: float


def build(
    directories: Directories,
    rules: Rules,
    subspaces: Iterable[Subspace],
    *,
    grade: Grade | None = None,
    memory_gb: float | None = None,
    force: bool = False,
    threads: int | None = None,
    cluster: str | None = None,
    progress: BuildProgress | None = None,
) -> BuildResult:
    """Build tables and all that they need.

    Tables that are there and whole are kept; distances are kept where outcomes are asked for. Where all are
    there, nothing has to be written, and a directory that cannot be written to will do.

    Args:
        directories: where tables are looked for; what is built is written to the first. None for the
            default (:func:`millbase.databases.directories.roots_of`).
        subspaces: what to build; each brings its mirror where the two are one unit.
        grade: ``"dtw"`` for plies to the end, ``"dtc"`` for those to the next placement or removal or to the
            end, ``"wdl"`` for outcomes alone; None for the first that the rules allow.
        memory_gb: refuse before starting what may need more, in units of 10^9 bytes; None for what is free.
        force: solve again what is broken, of other rules, or of a lower grade, instead of refusing.
        threads: how many compute; None for as many as there are cores.
        cluster: who solves units, if not this process: ``local:N`` for N processes, which share the threads,
            or the address of a Dask scheduler, whose workers see the same directories. ``memory_gb`` is of
            each worker then.
        progress: told how it gets on.

    Raises:
        SubspaceError: a subspace does not exist in these rules.
        TooMuchMemory: a unit may need more memory than is allowed, or free.
        UnknownGrade: there is no such grade in these rules.
        LowerGrade: tables of grade ``wdl`` are in the way of ``dtw``.
        BrokenTable, WrongRules: a table is in the way that must not be believed.
        MissingExtra, BadCluster, SchedulerLost, NoWorkers, UnfitWorker, UnitFailed: of a cluster.
        DirectoryError, DirectoryBusy, DiskFull: see :mod:`millbase.databases.errors`.
    """
    started = time.monotonic()
    progress = progress or Silence()
    if cluster is not None:
        hired = _hiring(cluster)
    metric = metric_for(grade, directories, rules)
    grade, survey = metric.name, Survey(Catalogue(directories, rules, metric))
    graph = UnitGraph(rules, subspaces)
    planned = plan_units(survey, graph, grade, threads)
    if not force:  # refuse before anything is touched
        to_solve(survey, planned, grade, force=False)
    if cluster is None:
        refuse_memory(planned, memory_gb)
    with ExitStack() as stack:
        try:
            clerk = stack.enter_context(Clerk.at_work(survey, planned, progress))
        except DirectoryError:  # which is no obstacle where there is nothing to write
            if to_solve(survey, planned, grade, force=force, checking=progress.phase):
                raise
            return BuildResult([], [unit.unit for unit in planned], time.monotonic() - started)
        if isinstance(metric, Graded):
            keep_worths(metric, survey.catalogue.roots[0])
        if force:
            clerk.replace_damaged_manifests()
        pending = to_solve(survey, planned, grade, force=force, checking=progress.phase)
        kept = [unit.unit for unit in planned if unit not in pending]
        clerk.keep(member for unit in kept for member in unit)
        if cluster is None or not pending:
            crew: Crew = Alone(
                lambda unit, told: solve(
                    survey.catalogue.roots, rules, unit, grade, threads=threads, progress=told
                ),
                progress.phase,
            )
        else:
            order = stack.enter_context(clerk.order())
            crew = stack.enter_context(
                hired(cluster, survey, pending, grade, order, threads, memory_gb, progress)
            )
        clerk.run(graph, pending, grade, crew)
        if force:  # what was kept may have been made from a table that has come out otherwise now
            to_solve(survey, planned, grade, force=False)
    return BuildResult([unit.unit for unit in pending], kept, time.monotonic() - started)


def _hiring(cluster: str) -> Callable[..., AbstractContextManager[Crew]]:
    """What comes to the workers of a cluster: :func:`millbase.databases.cluster.crew.hired`."""
    try:
        from millbase.databases.cluster import crew, joining
    except ModuleNotFoundError as error:
        raise MissingExtra("cluster", "a cluster") from error
    joining.check(cluster)
    return crew.hired
