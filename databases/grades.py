"""Grades of draws: the metric ``ultra`` of a game, which depends on the worths of its subspaces.

Worths follow from the counts of all tables of distances of a game (:mod:`millbase.solver.worths`). A build of
grades writes them to a file beside its tables, and whoever reads these reads it too: it is part of their
fingerprint.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from millbase.databases import worth_files
from millbase.databases.atomic import appearing
from millbase.databases.catalogue import Catalogue
from millbase.databases.directories import Directories, roots_of
from millbase.databases.errors import MissingTable, MissingWorths, NoGrades
from millbase.databases.metrics import METRICS, Grade, Metric, Summary, metric_of, metrics_in
from millbase.databases.survey import Survey
from millbase.solver.game.material import Subspace
from millbase.solver.game.positions import Position
from millbase.solver.game.rules import PRESETS, Rules
from millbase.solver.grading import LOST, WON, DrawGrade, Grading, TooManyGrades
from millbase.solver.graph import Unit
from millbase.solver.oracle import Prospect
from millbase.solver.scales import Scale
from millbase.solver.subspaces import game_subspaces
from millbase.solver.worths import Counts, Worths, worths_of

if TYPE_CHECKING:
    from millbase.solver.statistics import Statistics

FILE = "worths.secval"


@dataclass(frozen=True)
class Graded(Metric):
    """The metric ``ultra`` of a game.

    Attributes:
        grading: what codes mean.
    """

    grading: Grading = field(kw_only=True)

    def scale_of(self, _rules: Rules, unit: Unit) -> Scale:
        """What codes mean while a unit is solved: that depends on the worths of its subspaces."""
        return self.grading.scale(unit)

    def summed(self, subspace: Subspace, statistics: Statistics) -> Summary:
        """What a header says: draws by grade."""
        grades, _ = self.grading.meaning(subspace)
        by_worth: dict[int, int] = {self.grading.worths.of[subspace]: statistics.draws}
        for code, count in enumerate(statistics.by_code):
            if count and code not in (LOST, WON):
                worth = int(grades[code])
                by_worth[worth] = by_worth.get(worth, 0) + count
        found = tuple((worth, by_worth[worth]) for worth in sorted(by_worth) if by_worth[worth])
        decided = [*statistics.by_code[:2], 0, 0]
        return Summary(decided[WON], sum(by_worth.values()), decided[LOST], by_worth=found)


def metric_for(grade: Grade | None, directories: Directories, rules: Rules) -> Metric:
    """The metric of a grade, for the tables of a game in some directories.

    Args:
        grade: as for :func:`millbase.databases.metrics.metric_of`.

    Raises:
        UnknownGrade: there is no such grade in these rules.
        MissingWorths: draws are to be graded, and what that takes is not there.
        NoGrades: they cannot be graded.
        BrokenTable, WrongRules: a table of distances must not be believed.
        BrokenWorths: the file of worths must not.
    """
    metric = metric_of(grade, rules)
    return graded_metric(directories, rules) if metric.grades_draws else metric


def graded_metric(directories: Directories, rules: Rules) -> Graded:
    """The metric ``ultra`` of the game whose tables are in some directories.

    Raises:
        UnknownGrade, MissingWorths, NoGrades, BrokenTable, WrongRules, BrokenWorths: see :func:`metric_for`.
    """
    metric_of("ultra", rules)  # where moves are limited there is none
    return graded(rules, _worths(directories, rules))


def known_metric(directories: Directories, rules: Rules) -> Graded | None:
    """The metric ``ultra`` of a game, if tables of it have been built in one of the directories.

    Raises:
        BrokenWorths: the file of worths cannot be believed.
    """
    worths = _written(directories, rules) if "ultra" in metrics_in(rules) else None
    return None if worths is None else graded(rules, worths)


class StoredGrades:
    """What drawn positions head for, read from tables.

    Args:
        code: gives the code that a table of graded draws has for a position.

    Attributes:
        grading: what codes mean.
    """

    def __init__(self, grading: Grading, code: Callable[[Position], int]) -> None:
        self.grading = grading
        self._code = code

    def of(self, position: Position) -> Prospect | None:
        """What a drawn position heads for; None where there is no table, or a removal is due.

        Raises:
            BrokenTable: the table cannot be believed.
        """
        if position.removal_due or position.subspace.lost:
            return None
        try:
            code = self._code(position)
        except MissingTable:
            return None
        return None if code in (LOST, WON) else self._prospect(self.grading.grade(position.subspace, code))

    def of_move(self, position: Position, after: Position) -> Prospect | None:
        """What a move to a drawn position heads for, for the side that makes it.

        Raises:
            BrokenTable: see :meth:`of`.
        """
        found = self.of(after)
        if found is None:
            return None
        grade = DrawGrade(found.worth, found.distance)
        return self._prospect(self.grading.before(position.subspace, after.subspace, grade))

    def preference(self, position: Position, prospect: Prospect) -> tuple[int, int]:
        """By how much the side to move prefers a prospect to others: the least is the best."""
        far = prospect.worth - self.grading.worths.of[position.subspace]
        distance = prospect.distance or 0
        return -far, distance if far > 0 else -distance if far < 0 else 0

    def _prospect(self, grade: DrawGrade) -> Prospect:
        return Prospect(*grade, self.grading.worths.subspace.get(grade.worth))


def graded(rules: Rules, worths: Worths) -> Graded:
    """The metric ``ultra`` of a game with these worths.

    Raises:
        NoGrades: there are too many.
    """
    try:
        grading = Grading(rules, worths)
    except TooManyGrades as error:
        raise NoGrades(f"{error}: the draws of this game cannot be graded") from error
    facts = {name: getattr(METRICS["ultra"], name) for name in Metric.__dataclass_fields__}
    facts |= {"folder": _folder(rules), "depends_on": worth_files.text_of(worths)}
    return Graded(**facts, grading=grading)


def keep_worths(metric: Graded, root: Path) -> None:
    """Write the file of worths below the directory where tables are built, if it is not there."""
    path = worths_path(root, metric.grading.rules)
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        with appearing(path) as temporary:
            temporary.write_bytes(metric.depends_on.encode())


def worths_path(root: Path, rules: Rules) -> Path:
    """Where the worths of a game are below a directory."""
    return root / rules.directory / _folder(rules) / FILE


def _folder(rules: Rules) -> str:
    """Tables of graded draws belong to one game, and not to its rules: others have other worths."""
    if PRESETS.get(rules.directory) == rules:
        return "ultra"
    return f"ultra-{rules.directory}-{rules.men[0]}-{rules.men[1]}"


def _worths(directories: Directories, rules: Rules) -> Worths:
    written = _written(directories, rules)
    return worths_of(rules, _counts(directories, rules)) if written is None else written


def _written(directories: Directories, rules: Rules) -> Worths | None:
    paths = (worths_path(root, rules) for root in roots_of(directories))
    found = next((path for path in paths if path.exists()), None)
    return None if found is None else worth_files.read(found)


def _counts(directories: Directories, rules: Rules) -> Mapping[Subspace, Counts]:
    survey = Survey(Catalogue(directories, rules))
    found: dict[Subspace, Counts] = {}
    missing = []
    for subspace in game_subspaces(rules):
        try:
            header = survey.header(subspace)
        except MissingTable:
            missing.append(subspace)
        else:
            found[subspace] = Counts(header.wins, header.draws, header.losses)
    if missing:
        raise MissingWorths(missing, rules)
    return found
