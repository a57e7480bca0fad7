"""What a search has proved of the empty board."""

from __future__ import annotations

from collections.abc import Mapping

from millbase.answers.documents import Document, query_document
from millbase.solver.game.material import Subspace
from millbase.solver.game.rules import Rules
from millbase.solver.game.values import Assessment, Between, Outcome
from millbase.solver.oracle import Answer


def assured(value: Assessment) -> tuple[Outcome, Outcome]:
    """What White, who is to move, and Black get at least."""
    least, most = (value.at_least, value.at_most) if isinstance(value, Between) else (value, value)
    return least.outcome, most.before_move().outcome


def prove_document(
    rules: Rules, answer: Answer, positions: int, touched: Mapping[Subspace, int], seconds: float
) -> Document:
    """The empty board as ``query --unique`` has it, and what its proof took.

    Args:
        positions: how many were searched.
        touched: how many entries of each table were read.
        seconds: that it took.
    """
    white, black = assured(answer.value)
    proof = {
        "white_at_least": white,
        "black_at_least": black,
        "positions": positions,
        "entries_read": {str(subspace): entries for subspace, entries in sorted(touched.items())},
        "seconds": round(seconds, 3),
    }
    return query_document(rules, answer, unique=True) | {"proof": proof}
