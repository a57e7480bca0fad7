"""What went wrong, as a program is told: a code, a sentence, and facts. Never where a file is.

The codes are those of the answers over HTTP.
"""

from __future__ import annotations

from typing import Any

from millbase.answers.commands import build_command
from millbase.databases.catalogue import subspace_named
from millbase.databases.errors import BrokenTable, IllegalPosition, LowerGrade, MissingTable
from millbase.solver.game.errors import SolverError
from millbase.solver.game.notation import NotationError
from millbase.solver.game.positions import PositionError
from millbase.solver.game.records.record import RecordError
from millbase.solver.game.rules import ALIASES, PRESETS, UnknownVariantError
from millbase.solver.oracle import DistanceError

# Errors whose own sentence is told, since no file is in it; the first kind that fits counts.
_CODES: tuple[tuple[type[Exception], str], ...] = (
    (NotationError, "bad_position"),
    (PositionError, "illegal_position"),
    (IllegalPosition, "illegal_position"),
    (UnknownVariantError, "unknown_variant"),
    (DistanceError, "no_distances"),
    (RecordError, "bad_game"),
    (SolverError, "bad_parameter"),
)


def problem(error: Exception) -> dict[str, Any] | None:
    """``{"code", "message", …}`` of an error that an answer may end in; None for any other.

    - ``bad_position``: the text cannot be read.
    - ``illegal_position``: it can, but the position or the move is none of these rules; where it is the
      position, the ``fault`` has a name, and there are the facts that the sentence is made of.
    - ``bad_game``: a game cannot be read, or one of its moves is not legal.
    - ``unknown_variant``: no rule set has that name; ``variants`` has the names there are.
    - ``bad_parameter``: an option of the rules or a subspace that cannot be.
    - ``no_distances``: the tables hold only outcomes; with ``subspace`` where it is about one table.
    - ``missing_table``: ``subspace``, and the ``command`` that builds it; null where none does.
    - ``broken_table``: ``subspace``; null where it is the manifest that is broken.
    """
    if isinstance(error, MissingTable):
        return {
            "code": "missing_table",
            "message": f"the table of {error.subspace} is missing",
            "subspace": str(error.subspace),
            "command": build_command(error.rules, error.subspace, grade=error.grade),
        }
    if isinstance(error, BrokenTable):
        subspace = subspace_named(error.path)
        what = "the manifest" if subspace is None else f"the table of {subspace}"
        named = None if subspace is None else str(subspace)
        return {"code": "broken_table", "message": f"{what} is broken: {error.reason}", "subspace": named}
    if isinstance(error, LowerGrade):
        subspace = subspace_named(error.path)
        message = f"the table of {subspace} holds only outcomes, where distances are needed"
        return {"code": "no_distances", "message": message, "subspace": str(subspace)}
    # A tablebase that was asked about a text says what is wrong with it in the name of the reader.
    cause = error.__cause__ if isinstance(error, IllegalPosition) else None
    reason = cause or error
    code = next((code for kind, code in _CODES if isinstance(reason, kind)), None)
    if code is None:
        return None
    facts: dict[str, Any] = {}
    if code == "unknown_variant":
        facts = {"variants": [*PRESETS, *ALIASES]}
    elif isinstance(reason, PositionError) and reason.fault:
        facts = {"fault": reason.fault, **reason.facts}
    return {"code": code, "message": str(error), **facts}
