from .databases.errors import BrokenTable, DirectoryError, IllegalPosition, MissingTable, WrongRules
from .databases.tablebase import Tablebase, open
from .solver.game.material import Subspace
from .solver.game.notation import NotationError, format_move, format_position, parse_move, parse_position
from .solver.game.positions import Move, Position, PositionError, legal_moves, play, start
from .solver.game.rules import PRESETS, Rules, RulesError, preset
from .solver.game.values import Between, Value
from .solver.oracle import Answer, RankedMove, evaluate, hardest_first, principal_line

__version__: str

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
    "Subspace",
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
