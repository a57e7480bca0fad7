"""Endgame databases for the mill games: what a program imports.

A run on tables that ``millbase build 4-3`` has made::

    >>> import millbase
    >>> with millbase.open() as tables:
    ...     tables.probe("BWWW.W../.B....../...B.... w")
    Value(outcome='win', plies=1)
"""

from databases.errors import BrokenTable, DirectoryError, IllegalPosition, MissingTable, WrongRules
from databases.tablebase import Tablebase, open
from solver.notation import NotationError, format_move, format_position, parse_move, parse_position
from solver.oracle import Answer, RankedMove, evaluate, hardest_first, principal_line
from solver.positions import Move, Position, PositionError, legal_moves, play, start
from solver.rules import PRESETS, Rules, RulesError, preset
from solver.values import Between, Value

__all__ = [
    "PRESETS",
    "Answer",
    "Between",
    "BrokenTable",
    "DirectoryError",
    "IllegalPosition",
    "MissingTable",
    "Move",
    "NotationError",
    "Position",
    "PositionError",
    "RankedMove",
    "Rules",
    "RulesError",
    "Tablebase",
    "Value",
    "WrongRules",
    "evaluate",
    "format_move",
    "format_position",
    "hardest_first",
    "legal_moves",
    "open",
    "parse_move",
    "parse_position",
    "play",
    "preset",
    "principal_line",
    "start",
]
