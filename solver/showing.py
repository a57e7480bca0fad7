"""An answer to look at: in a notebook as a picture with the moves, in a shell as text."""

from __future__ import annotations

from html import escape

from millbase.solver.game.notation import format_move
from millbase.solver.game.pictures import Picture, svg
from millbase.solver.game.rules import Rules
from millbase.solver.game.values import Outcome
from millbase.solver.oracle import Answer
from millbase.solver.telling import answer_text, value_text, verdict

# In the order in which moves are shown.
_GROUPS: tuple[tuple[str, Outcome | None], ...] = (
    ("Winning", "win"),
    ("Drawing", "draw"),
    ("Losing", "loss"),
    ("Not known", None),
)
_SIZE = 360  # pixels


class Shown:
    """A position with its value and its moves; what it is printed as is the text of ``millbase query``.

    Attributes:
        rules: what the values hold for.
        answer: the position, its value, and its moves.
    """

    def __init__(self, rules: Rules, answer: Answer) -> None:
        self.rules = rules
        self.answer = answer

    def __repr__(self) -> str:
        return answer_text(self.rules, self.answer, ascii_only=False)

    @property
    def picture(self) -> Picture:
        """The position, with what moves are worth on the points they lead to."""
        values = {format_move(self.rules.board, ranked.move): ranked.value for ranked in self.answer.moves}
        return svg(self.answer.position, self.rules, values=values, size=_SIZE)

    def _repr_html_(self) -> str:
        told = verdict(self.answer.position, self.answer.value, self.answer.prospect)
        parts = [f"<div>{self.picture}", f"<p>{escape(told)}</p>"]
        for title, outcome in _GROUPS:
            moves = [
                f"<li>{escape(format_move(self.rules.board, ranked.move))} "
                f"<small>{escape(value_text(ranked.value, ranked.prospect))}</small></li>"
                for ranked in self.answer.moves
                if ranked.value.outcome == outcome
            ]
            if moves:
                entries = f"<summary>{title}: {len(moves)}</summary><ul>{''.join(moves)}</ul>"
                parts.append(f'<details open="">{entries}</details>')
        return "".join([*parts, "</div>"])
