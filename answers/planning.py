"""What would be built, as a document."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from millbase.answers.documents import Document, with_rules
from millbase.databases.metrics import Grade
from millbase.databases.planning import PlannedUnit, to_build
from millbase.solver.game.rules import Rules


def plan_document(rules: Rules, units: Sequence[PlannedUnit], grade: Grade, threads: int) -> Document:
    """Units in the order in which they would be built, and what those that are not there take together.

    Args:
        grade, threads: that they were planned for.
    """
    needs = to_build(units)._asdict()
    facts = {
        "grade": grade,
        "threads": threads,
        "units": [_unit_facts(unit) for unit in units],
        "to_build": needs | {"seconds": round(needs["seconds"], 3)},
    }
    return with_rules(rules, facts)


def _unit_facts(unit: PlannedUnit) -> dict[str, Any]:
    return {
        "subspaces": [str(member) for member in unit.unit],
        "entries": unit.entries,
        "bytes_memory": unit.bytes_memory,
        "bytes_disk": unit.bytes_disk,
        "seconds": round(unit.seconds, 3),
        "status": unit.status.value,
    }
