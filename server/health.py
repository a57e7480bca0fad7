"""How a server is: what tables there are, and how many wait."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from millbase import __version__
from millbase.answers.documents import Document
from millbase.databases.catalogue import Catalogue
from millbase.server.probing import OpenTables, State
from millbase.solver.game.material import Subspace
from millbase.solver.game.rules import PRESETS, Rules
from millbase.solver.subspaces import game_subspaces


class Health:
    """Looks at the tables of the presets again when they have changed."""

    def __init__(self, tables: OpenTables) -> None:
        self._tables = tables
        self._seen: dict[str, tuple[State, dict[str, Any]]] = {}

    def document(self, waiting: int) -> Document:
        """What ``/api/health`` answers: no path and no name of a machine."""
        return {
            "status": "ok",
            "version": __version__,
            "rule_sets": [self._rule_set(rules) for rules in PRESETS.values()],
            "queue": waiting,
        }

    def _rule_set(self, rules: Rules) -> dict[str, Any]:
        state = self._tables.state(rules)
        known = self._seen.get(rules.name)
        if known is None or known[0] != state:
            known = self._seen[rules.name] = (state, _look(rules, self._tables.catalogue(rules)))
        return known[1]


def _look(rules: Rules, catalogue: Catalogue) -> dict[str, Any]:
    there = catalogue.tables()
    return {"variant": rules.name, "tables": len(there), "complete": _needed(rules) <= set(there)}


@lru_cache(maxsize=16)
def _needed(rules: Rules) -> frozenset[Subspace]:
    return frozenset(game_subspaces(rules))
