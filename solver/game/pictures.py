"""Boards drawn as SVG: for pages, notebooks and documents, on light and on dark ground.

A picture has no style sheet and no ids, so that many of them can stand in one page. Its parts carry classes,
and their looks as attributes, which any style sheet overrules: ``board``, ``line``, ``point``, ``side``,
``coordinate``, ``stone`` with ``white`` or ``black``, ``arrow``, ``placed``, ``removed``, ``mark``, ``value``
with ``win``, ``draw``, ``loss`` or ``unknown``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape
from math import hypot

from millbase.solver.game.boards import Board, points_of
from millbase.solver.game.drawing import TASKS, draw_board
from millbase.solver.game.notation import parse_move, parse_position
from millbase.solver.game.positions import COLOURS, Move, Position
from millbase.solver.game.rules import Rules, preset
from millbase.solver.game.stones import NotationError
from millbase.solver.game.values import Assessment, Between

_Place = tuple[int, int]

_SPAN = 600  # of the board's lines, in the units of the picture
_MARGIN, _NARROW_MARGIN = 90, 60  # with coordinates and without
_FOOT = 90  # for the lines about the sides
_FONT = 'font-family="sans-serif" text-anchor="middle"'
_PAPER, _INK, _LIGHT, _DARK = "#e8dfce", "#5e5344", "#fffdf7", "#2b2723"  # those of the page
# Colours of Okabe and Ito, which everybody can tell apart; the words are there too.
_WIN, _DRAW, _LOSS, _ARROW = "#00724f", "#5a5a5a", "#b34700", "#0072b2"


class Picture(str):
    """The text of an SVG document, which a notebook shows as the picture."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)


def svg(
    position: Position | str,
    variant: str | Rules = "nine",
    *,
    move: Move | str | None = None,
    arrows: Iterable[tuple[str, str]] = (),
    marks: Iterable[str] | None = None,
    values: Mapping[str, Assessment] | None = None,
    size: int | None = None,
    coordinates: bool = True,
) -> Picture:
    """A position as a picture. Equal arguments give equal text.

    Args:
        position: a position, or its text.
        variant: the name of a preset, or the rules themselves.
        move: a move of the side to move: an arrow or a ring where its stone comes to, a cross on the stone
            that it removes.
        arrows: more arrows, each from a point to a point, by their names.
        marks: names of points to put a ring around. A mapping gives each ring a class of its own besides
            ``mark``.
        values: what moves are worth to the side to move, by the move or by the point it leads to, shown on
            those points: of several moves to one point the best. The best of all is in the title.
        size: the width in pixels; None for a picture that fits where it is put.
        coordinates: whether files and ranks are named.

    Raises:
        NotationError, PositionError: a position, a move or a point is none.
        RulesError: there is no such preset.

    >>> from millbase.solver.game.values import Value
    >>> picture = svg("......../W b 2,3", "three", values={"a1": Value("loss", 8)})
    >>> picture[picture.index("<title>") :].partition("</title>")[0]
    '<title>Black to move, loss in 8 plies'
    """
    rules = preset(variant) if isinstance(variant, str) else variant
    board = rules.board
    if isinstance(position, str):
        position = parse_position(rules, position)
    if isinstance(move, str):
        move = parse_move(board, move)
    best = _by_point(board, values or {})
    canvas = _Canvas(board, _MARGIN if coordinates else _NARROW_MARGIN)
    canvas.add_board(coordinates)
    canvas.add_stones(position)
    for name, kind in (marks if isinstance(marks, Mapping) else dict.fromkeys(marks or (), "")).items():
        canvas.add_mark(_point(board, name), kind)
    for source, target in arrows:
        canvas.add_arrow(_point(board, source), _point(board, target))
    if move is not None:
        canvas.add_move(position, move)
    for point, value in sorted(best.items()):
        canvas.add_value(point, value)
    canvas.add_foot(position)
    worth = min(best.values(), key=lambda value: value.preference) if best else None
    return Picture(canvas.document(_title(position, worth), draw_board(board, position), size))


class _Canvas:
    """A board's picture in the making: parts in the order in which they lie on one another."""

    def __init__(self, board: Board, margin: int) -> None:
        self._board = board
        self._margin = margin
        self._width = _SPAN + 2 * margin
        self._step = _SPAN // (board.side - 1)
        self._radius = min(self._step, 140) * 34 // 100
        self._parts: list[str] = []

    def document(self, title: str, description: str, size: int | None) -> str:
        """The whole picture."""
        height = self._width + _FOOT
        asked = "" if size is None else f' width="{size}" height="{round(size * height / self._width)}"'
        return "\n".join(
            [
                f'<svg xmlns="http://www.w3.org/2000/svg" class="millbase" role="img"{asked} '
                f'viewBox="0 0 {self._width} {height}">',
                f"<title>{escape(title)}</title>",
                f"<desc>{escape(description)}</desc>",
                f'<rect class="board" width="{self._width}" height="{height}" rx="20" fill="{_PAPER}"/>',
                *self._parts,
                "</svg>\n",
            ]
        )

    def add_board(self, coordinates: bool) -> None:
        for segment in self._board.segments:
            (x, y), (to_x, to_y) = self._place(segment[0]), self._place(segment[-1])
            self._parts.append(
                f'<line class="line" x1="{x}" y1="{y}" x2="{to_x}" y2="{to_y}" stroke="{_INK}" '
                'stroke-width="4" stroke-linecap="round"/>'
            )
        for point in range(self._board.points):
            x, y = self._place(point)
            self._parts.append(f'<circle class="point" cx="{x}" cy="{y}" r="9" fill="{_INK}"/>')
        for k in range(self._board.side if coordinates else 0):
            along, beside = self._margin + k * self._step, self._margin // 3
            rank = self._board.side - k
            self._text("coordinate", beside, along, str(rank), 28, _INK)
            self._text("coordinate", along, self._width - beside, chr(ord("a") + k), 28, _INK)

    def add_stones(self, position: Position) -> None:
        for colour, stones in (("white", position.white), ("black", position.black)):
            for point in points_of(stones):
                self._stone(colour, *self._place(point), self._radius)

    def add_mark(self, point: int, kind: str) -> None:
        x, y = self._place(point)
        self._parts.append(
            f'<circle class="{escape(f"mark {kind}".strip())}" cx="{x}" cy="{y}" r="{self._radius + 9}" '
            f'fill="none" stroke="{_ARROW}" stroke-width="7"/>'
        )

    def add_arrow(self, source: int, target: int) -> None:
        (x, y), (to_x, to_y) = self._place(source), self._place(target)
        length = hypot(to_x - x, to_y - y) or 1
        right, down = (to_x - x) / length, (to_y - y) / length
        tip = self._along(to_x, to_y, -right, -down, 12)
        neck = self._along(to_x, to_y, -right, -down, 46)
        left_corner = self._along(*neck, down, -right, 20)
        right_corner = self._along(*neck, -down, right, 20)
        head = " ".join(f"{corner_x},{corner_y}" for corner_x, corner_y in (tip, left_corner, right_corner))
        self._parts.append(
            f'<g class="arrow" fill="{_ARROW}" stroke="{_ARROW}"><line x1="{x}" y1="{y}" x2="{neck[0]}" '
            f'y2="{neck[1]}" stroke-width="12" stroke-linecap="round"/><polygon points="{head}"/></g>'
        )

    def add_move(self, position: Position, move: Move) -> None:
        """Where the stone comes from and goes to, and the one that is removed."""
        if move.source is not None and move.target is not None:
            self.add_arrow(move.source, move.target)
        elif move.target is not None:
            x, y = self._place(move.target)
            fill = _LIGHT if position.white_to_move else _DARK
            self._parts.append(
                f'<circle class="placed" cx="{x}" cy="{y}" r="{self._radius}" fill="{fill}" '
                f'fill-opacity="0.6" stroke="{_ARROW}" stroke-width="8" stroke-dasharray="16 10"/>'
            )
        for point in move.removed:
            x, y = self._place(point)
            r = self._radius
            self._parts.append(
                f'<path class="removed" d="M{x - r} {y - r}L{x + r} {y + r}M{x - r} {y + r}L{x + r} {y - r}" '
                f'stroke="{_LOSS}" stroke-width="12" stroke-linecap="round"/>'
            )

    def add_value(self, point: int, value: Assessment) -> None:
        """What a move to a point is worth: ``W5``, ``D``, ``L4``, or ``?`` where that is not known."""
        x, y = self._place(point)
        letter = (value.outcome or "?")[0].upper()
        text = letter if value.plies is None else f"{letter}{value.plies}"
        fill = {"W": _WIN, "D": _DRAW, "L": _LOSS}.get(letter, _INK)
        width = max(48, 20 + 18 * len(text))
        self._parts.append(
            f'<g class="value {value.outcome or "unknown"}"><rect x="{x - width // 2}" y="{y - 24}" '
            f'width="{width}" height="48" rx="24" fill="{fill}" stroke="{_PAPER}" stroke-width="4"/>'
        )
        self._text("", x, y, text, 30, _LIGHT)
        self._parts[-1] += "</g>"

    def add_foot(self, position: Position) -> None:
        """A line about each side: stones in hand, and whether it is its turn."""
        x = self._margin - 20
        for side, colour in enumerate(COLOURS):
            turn = position.white_to_move == (side == 0)
            hand = f"{position.hands[side]} in hand" if position.hands[side] else ""
            task = TASKS[position.removal_due]
            words = ", ".join(filter(None, [colour, hand, task if turn else ""]))
            y = self._width + 12 + 42 * side
            self._stone(colour.lower(), x, y, 14)
            weight = ' font-weight="bold"' if turn else ""
            self._parts.append(
                f'<text class="side" x="{x + 26}" y="{y + 9}" font-family="sans-serif" font-size="28" '
                f'fill="{_INK}"{weight}>{words}</text>'
            )

    def _place(self, point: int) -> _Place:
        x, y = self._board.coordinates[point]
        reach = self._board.side // 2
        return self._margin + (x + reach) * self._step, self._margin + (reach - y) * self._step

    def _stone(self, colour: str, x: int, y: int, radius: int) -> None:
        fill, edge = (_LIGHT, _DARK) if colour == "white" else (_DARK, _LIGHT)
        self._parts.append(
            f'<circle class="stone {colour}" cx="{x}" cy="{y}" r="{radius}" fill="{fill}" stroke="{edge}" '
            f'stroke-width="{4 if radius > 20 else 2}"/>'
        )

    def _text(self, kind: str, x: int, y: int, text: str, size: int, fill: str) -> None:
        named = f'class="{kind}" ' if kind else ""
        self._parts.append(
            f'<text {named}x="{x}" y="{y + size // 3}" {_FONT} font-size="{size}" fill="{fill}">{text}</text>'
        )

    @staticmethod
    def _along(x: float, y: float, right: float, down: float, length: int) -> _Place:
        return round(x + right * length), round(y + down * length)


def _title(position: Position, value: Assessment | None) -> str:
    """``White to move, win in 5 plies``, as far as that is known."""
    mover = COLOURS[0 if position.white_to_move else 1]
    title = f"{mover} {TASKS[position.removal_due]}"
    if value is None or isinstance(value, Between):
        return title
    plies = "" if value.plies is None else f" in {value.plies} {'ply' if value.plies == 1 else 'plies'}"
    return f"{title}, {value.outcome}{plies}"


def _by_point(board: Board, values: Mapping[str, Assessment]) -> dict[int, Assessment]:
    """The best value of those moves that lead to each point."""
    best: dict[int, Assessment] = {}
    for text, value in values.items():
        move = parse_move(board, text)
        point = move.removed[0] if move.target is None else move.target
        best[point] = min(value, best.get(point, value), key=lambda one: one.preference)
    return best


def _point(board: Board, name: str) -> int:
    move = parse_move(board, name)
    if move != Move(target=move.target) or move.target is None:
        raise NotationError(f"{name!r} is not a point of the board ({board.title})")
    return move.target
