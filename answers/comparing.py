"""What another rule changes, as documents: outcome by outcome, of positions counted once a symmetry."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from typing import Any

from millbase.answers.documents import Document, with_rules
from millbase.solver.comparing import CHANGES, Comparison, Kind, total
from millbase.solver.entries import position_at
from millbase.solver.game.material import Subspace
from millbase.solver.game.notation import format_position
from millbase.solver.game.rules import Rules
from millbase.solver.game.values import Outcome

Comparisons = Mapping[Subspace, Comparison]

_OUTCOMES: dict[str, Outcome] = {"wins": "win", "draws": "draw", "losses": "loss"}


def compare_document(
    rules: Rules, against: Rules, comparisons: Comparisons, left_out: Sequence[Subspace]
) -> Document:
    """What changes from ``rules`` to ``against``, by subspace and in all.

    Args:
        left_out: subspaces of which only one of the two has a table.
    """
    facts = {
        "against": with_rules(against, {}),
        "subspaces": [
            {"subspace": str(subspace), **_facts(rules, subspace, comparison)}
            for subspace, comparison in comparisons.items()
        ],
        "totals": {phase: _facts(rules, None, found) for phase, found in totals(comparisons).items()},
        "left_out": [str(subspace) for subspace in left_out],
    }
    return with_rules(rules, facts)


def compare_csv(rules: Rules, comparisons: Comparisons) -> str:
    """A line for each subspace, below a line of names; where nothing changes so, no position is named."""
    text = io.StringIO()
    kinds = [(kind, f"{kind.before}_to_{kind.after}") for kind in CHANGES]
    names = [
        "subspace",
        "positions",
        *(f"{name}_{when}" for when in ("before", "after") for name in _OUTCOMES),
        "changed",
        *(name for _, name in kinds),
        *(f"{name}_position" for _, name in kinds),
    ]
    writer = csv.DictWriter(text, names, lineterminator="\n")
    writer.writeheader()
    for subspace, found in comparisons.items():
        counts = {
            "subspace": str(subspace),
            "positions": found.positions,
            "changed": found.changed,
            **{f"{name}_before": found.before(outcome) for name, outcome in _OUTCOMES.items()},
            **{f"{name}_after": found.after(outcome) for name, outcome in _OUTCOMES.items()},
            **{name: found.counts[kind] for kind, name in kinds},
            **{f"{name}_position": example(rules, subspace, found, kind) for kind, name in kinds},
        }
        writer.writerow(counts)
    return text.getvalue()


def totals(comparisons: Comparisons) -> dict[str, Comparison]:
    """The moving phase, the placing phase, and both."""
    return {
        "moving": total(found for subspace, found in comparisons.items() if not subspace.in_hand),
        "placing": total(found for subspace, found in comparisons.items() if subspace.in_hand),
        "game": total(comparisons.values()),
    }


def example(rules: Rules, subspace: Subspace, comparison: Comparison, kind: Kind) -> str | None:
    """A position that changes so; None if there is none."""
    entry = comparison.entries.get(kind)
    position = None if entry is None else position_at(rules, subspace, entry)
    return None if position is None else format_position(rules.board, position)


def _facts(rules: Rules, subspace: Subspace | None, found: Comparison) -> dict[str, Any]:
    """The counts of a subspace, with positions, or of several together."""
    changes: list[dict[str, Any]] = []
    for kind in CHANGES:
        changes.append({"from": kind.before, "to": kind.after, "positions": found.counts[kind]})
        if subspace is not None:
            changes[-1]["position"] = example(rules, subspace, found, kind)
    return {
        "positions": found.positions,
        "before": {name: found.before(outcome) for name, outcome in _OUTCOMES.items()},
        "after": {name: found.after(outcome) for name, outcome in _OUTCOMES.items()},
        "changed": found.changed,
        "changes": changes,
    }
