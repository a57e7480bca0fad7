"""Errors: what they carry, and what their sentences leave to others."""

from __future__ import annotations

import copy
import inspect
import pickle
from pathlib import Path

import pytest

from millbase.databases import errors
from millbase.databases.errors import (
    BadCluster,
    BrokenSector,
    BrokenTable,
    BrokenWorths,
    DatabaseError,
    DirectoryBusy,
    DirectoryError,
    DiskFull,
    DiskTooSmall,
    IllegalPosition,
    LowerGrade,
    MissingExtra,
    MissingTable,
    MissingWorths,
    NoGrades,
    NotMaloms,
    NoWorkers,
    OrderWithdrawn,
    SchedulerLost,
    TableLate,
    TooMuchMemory,
    UnfitWorker,
    UnitFailed,
    UnknownGrade,
    WrongRules,
)
from millbase.solver.game.material import Subspace
from millbase.solver.game.rules import preset

PATH = Path("tables/nine/6-4.h5")

EVERY = [
    IllegalPosition("it is not legal"),
    TooMuchMemory(Subspace(6, 4), 2 * 10**9, 10**9),
    LowerGrade(PATH),
    DirectoryError(PATH, "is a file"),
    DirectoryBusy(PATH.parent, 7),
    DirectoryBusy(PATH.parent, None),
    DiskFull(PATH),
    DiskTooSmall(PATH.parent, Subspace(6, 4), 10**9, 10**6),
    MissingTable(Subspace(6, 4), preset("nine"), (Path("tables"),), PATH),
    BrokenTable(PATH, "it was altered"),
    WrongRules(PATH, "0" * 64, "1" * 64),
    UnknownGrade("dtm", ("dtw", "wdl")),
    TableLate(PATH, 60.0),
    OrderWithdrawn(PATH.parent),
    MissingExtra("cluster", "a cluster"),
    BadCluster("local:none"),
    SchedulerLost("tcp://10.0.0.1:8786"),
    UnfitWorker("tcp://10.0.0.2:4000", "has another numba"),
    NoWorkers("tcp://10.0.0.1:8786", 60.0),
    UnitFailed(Subspace(6, 4), [("tcp://10.0.0.2:4000", "it was killed")]),
    MissingWorths([Subspace(6, 4)], preset("nine")),
    NoGrades("there are too many"),
    BrokenWorths(PATH, "it names no sector"),
    BrokenSector(PATH, "it is too short"),
    NotMaloms(),
]


def test_every_kind_is_here() -> None:
    classes = dict(inspect.getmembers(errors, inspect.isclass)).values()
    kinds = {kind for kind in classes if issubclass(kind, DatabaseError)}
    assert kinds - {DatabaseError, errors.BadRequest} == {type(error) for error in EVERY}


@pytest.mark.parametrize("error", EVERY, ids=lambda error: type(error).__name__)
def test_an_error_passes_between_processes(error: DatabaseError) -> None:
    for same in (pickle.loads(pickle.dumps(error)), copy.copy(error)):
        assert type(same) is type(error)
        assert str(same) == str(error) != ""
        assert vars(same) == vars(error)


@pytest.mark.parametrize("error", EVERY, ids=lambda error: type(error).__name__)
def test_a_sentence_knows_no_command_line(error: DatabaseError) -> None:
    assert "--" not in str(error)
    assert "millbase" not in str(error)
    assert "\n" not in str(error)
