"""What would be built, as a document."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from millbase.answers.documents import Document, with_rules
from millbase.databases.metrics import Grade
from millbase.databases.planning import PlannedUnit, to_build
from millbase.databases.simulating import Simulated
from millbase.solver.game.rules import Rules


def plan_document(
    rules: Rules,
    units: Sequence[PlannedUnit],
    grade: Grade,
    threads: int,
    schedules: Sequence[Simulated] = (),
) -> Document:
    """Units in the order in which they would be built, and what those that are not there take together.

    Args:
        grade, threads: that they were planned for.
        schedules: with several workers, if they were asked for.
    """
    needs = to_build(units)._asdict()
    facts = {
        "grade": grade,
        "threads": threads,
        "units": [_unit_facts(unit) for unit in units],
        "to_build": needs | {"seconds": round(needs["seconds"], 3)},
    }
    if schedules:
        facts["schedules"] = [_schedule_facts(schedule) for schedule in schedules]
    return with_rules(rules, facts)


def _schedule_facts(found: Simulated) -> dict[str, Any]:
    return {
        "workers": found.workers,
        "seconds": round(found.seconds, 3),
        "path_seconds": round(found.path, 3),
        "speedup": round(found.speedup, 3),
        "idle": round(found.idle, 4),
        "limit": found.limit,
    }


def _unit_facts(unit: PlannedUnit) -> dict[str, Any]:
    return {
        "subspaces": [str(member) for member in unit.unit],
        "entries": unit.entries,
        "bytes_memory": unit.bytes_memory,
        "bytes_disk": unit.bytes_disk,
        "seconds": round(unit.seconds, 3),
        "status": unit.status.value,
    }
