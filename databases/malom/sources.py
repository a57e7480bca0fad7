"""The tables that Malom's files are made from: of distances, and of graded draws."""

from __future__ import annotations

from millbase.databases.catalogue import Catalogue
from millbase.databases.directories import Directories
from millbase.databases.grades import Graded, graded_metric
from millbase.databases.malom.sectors import Variant, variant_of
from millbase.solver.game.material import Subspace
from millbase.solver.game.rules import Rules
from millbase.solver.layouts import Values


class Sources:
    """The tables of a game in some directories.

    Attributes:
        variant: the game, as Malom's files have it.
        metric: how draws are graded.
        plies, codes: what there is of tables of distances, and of graded draws.

    Raises:
        NotMaloms: Malom has no files of these rules.
        MissingWorths, NoGrades, BrokenWorths: see :func:`millbase.databases.grades.metric_for`.
        DirectoryError: a file stands where a directory should be.
    """

    def __init__(self, directories: Directories, rules: Rules) -> None:
        self.variant: Variant = variant_of(rules)
        self.metric: Graded = graded_metric(directories, rules)
        self.plies = Catalogue(directories, rules)
        self.codes = Catalogue(directories, rules, self.metric)

    def load_plies(self, subspace: Subspace) -> Values:
        """The distances of a table.

        Raises:
            MissingTable, BrokenTable, WrongRules, LowerGrade: there are none to be believed.
        """
        return self.plies.read(subspace, "dtw")

    def load_codes(self, subspace: Subspace) -> Values:
        """The codes of a graded table.

        Raises:
            MissingTable, BrokenTable, WrongRules: there are none to be believed.
        """
        return self.codes.read(subspace)

    def there(self) -> list[Subspace]:
        """The subspaces of the game that both tables are there of, small ones first."""
        there = set(self.plies.tables()) & set(self.metric.grading.worths.of)
        return [subspace for subspace in self.codes.tables() if subspace in there]
