"""What a build finds in its directories: which tables it keeps.

A build that was killed leaves whole tables, of which the last may not be listed in the manifest yet,
and perhaps a temporary file. The next one lists what is whole and solves the rest.
"""

from __future__ import annotations

from millbase.databases.errors import BrokenTable, LowerGrade, MissingTable
from millbase.databases.header import Header
from millbase.databases.metrics import Grade
from millbase.databases.planning import PlannedUnit
from millbase.databases.survey import Survey, check_sources
from millbase.solver.game.material import Subspace
from millbase.solver.threads import PhaseProgress


def to_solve(
    survey: Survey,
    planned: list[PlannedUnit],
    grade: Grade,
    *,
    force: bool,
    checking: PhaseProgress | None = None,
) -> list[PlannedUnit]:
    """The units that have to be solved: those with a table that is not there or, by force, not right.

    Args:
        checking: if given, files that are not vouched for (:meth:`Survey.vouched`) are read whole, and it is
            told; else only headers are looked at.

    Raises:
        BrokenTable, WrongRules, LowerGrade: a table is not right, and ``force`` is not set.
    """
    doubtful = set() if checking is None else _doubtful(survey, planned)
    total = sum(map(survey.size, doubtful))
    read = 0

    def advanced(count: int) -> None:
        nonlocal read
        read += count
        if checking is not None:
            checking("checking", read, total)

    found: list[PlannedUnit] = []
    headers: dict[Subspace, Header] = {}
    for unit in planned:
        try:
            for member in unit.unit:
                header = survey.graded(member, grade)
                if member in doubtful:
                    survey.compare(member, advanced)
                check_sources(survey.catalogue.path_of(member), header, headers)
                headers[member] = header
        except MissingTable:
            found.append(unit)
        except (BrokenTable, LowerGrade):
            if not force:
                raise
            found.append(unit)
    return found


def _doubtful(survey: Survey, planned: list[PlannedUnit]) -> set[Subspace]:
    members = (member for unit in planned for member in unit.unit)
    return {member for member in members if not survey.vouched(member)}
