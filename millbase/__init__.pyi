from .databases.building import BuildResult, build
from .databases.errors import (
    BrokenTable,
    DatabaseError,
    DirectoryError,
    IllegalPosition,
    MissingTable,
    WrongRules,
)
from .databases.malom.reading import SectorTablebase, open_malom
from .databases.planning import PlannedUnit, plan
from .databases.tablebase import Tablebase, open
from .solver.game.drawing import draw_board
from .solver.game.errors import SolverError
from .solver.game.match import DrawRules, Ending, Game
from .solver.game.material import Subspace, SubspaceError
from .solver.game.notation import NotationError, format_move, format_position, parse_move, parse_position
from .solver.game.pictures import Picture, svg
from .solver.game.positions import Move, Position, PositionError, legal_moves, play, start
from .solver.game.rules import PRESETS, Rules, RulesError, preset
from .solver.game.values import Between, Value
from .solver.oracle import (
    Answer,
    DistanceError,
    RankedMove,
    choose,
    evaluate,
    hardest_first,
    principal_line,
)
from .solver.subspaces import game_subspaces, moving_subspaces

__version__: str

__all__ = [
    "PRESETS",
    "Answer",
    "Between",
    "BrokenTable",
    "BuildResult",
    "DatabaseError",
    "DirectoryError",
    "DistanceError",
    "DrawRules",
    "Ending",
    "Game",
    "IllegalPosition",
    "MissingTable",
    "Move",
    "NotationError",
    "Picture",
    "PlannedUnit",
    "Position",
    "PositionError",
    "RankedMove",
    "Rules",
    "RulesError",
    "SectorTablebase",
    "SolverError",
    "Subspace",
    "SubspaceError",
    "Tablebase",
    "Value",
    "WrongRules",
    "build",
    "choose",
    "draw_board",
    "evaluate",
    "format_move",
    "format_position",
    "game_subspaces",
    "hardest_first",
    "legal_moves",
    "moving_subspaces",
    "open",
    "open_malom",
    "parse_move",
    "parse_position",
    "plan",
    "play",
    "preset",
    "principal_line",
    "start",
    "svg",
]
