"""What tables hold: the counts in their headers, as documents. Positions are counted once a symmetry."""

from __future__ import annotations

from collections.abc import Iterable

from millbase.answers.documents import Document, with_rules
from millbase.databases.header import Header
from millbase.solver.game.boards import Board
from millbase.solver.game.notation import format_position
from millbase.solver.game.options import options_of
from millbase.solver.game.positions import Position
from millbase.solver.game.rules import Rules
from millbase.solver.layouts import Layout

COUNTS = ("positions", "wins", "draws", "losses")


def table_document(rules: Rules, header: Header, zugzwangs: tuple[int, int] | None = None) -> Document:
    """The counts of one table, by plies too, and a position of the longest win.

    Args:
        zugzwangs: whole and half mutual zugzwang, where they were counted.
    """
    counted = {} if zugzwangs is None else {"zugzwang": dict(zip(("whole", "half"), zugzwangs, strict=True))}
    return with_rules(rules, _table_facts(rules, header) | counted)


def tables_document(rules: Rules, headers: list[Header]) -> Document:
    """The counts of tables and their totals."""
    variant, _ = options_of(rules)
    tables = [{"variant": variant, **_table_facts(rules, header)} for header in headers]
    return with_rules(rules, {"subspaces": tables, "totals": totals(headers)})


def totals(headers: Iterable[Header]) -> dict[str, dict[str, int]]:
    """The counts of the moving and of the placing phase, each the sum over its tables."""
    counts = {phase: dict.fromkeys(COUNTS, 0) for phase in ("moving", "placing")}
    for header in headers:
        phase = counts["placing" if header.subspace.in_hand else "moving"]
        for count in COUNTS:
            phase[count] += getattr(header, count)
    return counts


def longest_win(board: Board, header: Header) -> Position | None:
    """A position that takes longest to win; None without wins, or without distances."""
    if header.longest_win_entry is None:
        return None
    sides = Layout.of(board, header.subspace).position(header.longest_win_entry)
    return Position.of_sides(*sides, *header.subspace.hands)


def _table_facts(rules: Rules, header: Header) -> Document:
    position = longest_win(rules.board, header)
    return {
        "subspace": str(header.subspace),
        **{count: getattr(header, count) for count in COUNTS},
        "longest_win": header.longest_win,
        "longest_loss": header.longest_loss,
        "histogram": {str(plies): number for plies, number in enumerate(header.histogram)}
        | {"draw": header.draws},
        "longest_win_position": None if position is None else format_position(rules.board, position),
    }
