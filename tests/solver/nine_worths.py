"""The counts of all tables of Nine Men's Morris, and the worths that follow from them."""

from __future__ import annotations

import csv
from functools import cache
from pathlib import Path

from millbase.solver.game.material import Subspace
from millbase.solver.game.rules import preset
from millbase.solver.worths import Counts, Worths, worths_of


@cache
def nine_counts() -> dict[Subspace, Counts]:
    """Positions by subspace, each once, as a complete build counts them."""
    with Path(__file__).with_name("nine_counts.csv").open() as file:
        return {
            Subspace.parse(row["subspace"]): Counts(*(int(row[name]) for name in Counts._fields))
            for row in csv.DictReader(file)
        }


@cache
def nine_worths() -> Worths:
    """The worths of its subspaces."""
    return worths_of(preset("nine"), nine_counts())
