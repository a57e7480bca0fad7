"""Asking a directory of Malom's files for the values of positions, as tables are asked."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from millbase.databases import worth_files
from millbase.databases.errors import BrokenSector, DirectoryError, MissingTable
from millbase.databases.malom.sec2 import Keys, SectorFile
from millbase.databases.malom.sectors import IDENTITY, NUMBERING, symmetries, variant_of
from millbase.databases.probing import Asked, Probing, Sides
from millbase.solver.game.material import Subspace
from millbase.solver.game.positions import Position
from millbase.solver.game.rules import Rules, preset
from millbase.solver.game.values import DRAW, Value
from millbase.solver.grading import DrawGrade
from millbase.solver.indexing import images, octets_of
from millbase.solver.worths import Worths

if TYPE_CHECKING:
    from millbase.databases.bulk import Probed

_MOST_OPEN = 64
_DRAWN = 65535


def open_malom(directory: str | Path, variant: str | Rules = "nine") -> SectorTablebase:
    """The files of a Malom database, ready to be asked.

    Args:
        directory: where the ``.sec2`` files are, with the ``.secval`` file that belongs to them.
        variant: the name of a preset, or the rules themselves.

    Raises:
        RulesError: there is no such preset.
        NotMaloms: Malom has no files of these rules.
        DirectoryError: there is no ``.secval`` file of the game.
        BrokenWorths: it cannot be believed.
    """
    return SectorTablebase(Path(directory), preset(variant) if isinstance(variant, str) else variant)


class SectorTablebase(Probing):
    """The values of positions, read from Malom's files. A context manager; see :func:`open_malom`.

    Nothing that a file says is believed before it has been compared with what can be: sizes, the symmetries
    that lead from one entry to another, distances that agree with the outcome.

    Attributes:
        directory: where the files are.
        worths: of the sectors.
    """

    def __init__(self, directory: Path, rules: Rules) -> None:
        self.directory, self.rules = directory, rules
        self._variant = variant_of(rules)
        values = directory / f"{self._variant.name}.secval"
        try:
            self.worths: Worths = worth_files.read(values)
        except (FileNotFoundError, NotADirectoryError):
            reason = f"has no file {values.name}, without which no value is known"
            raise DirectoryError(directory, reason) from None
        self._open: OrderedDict[Subspace, SectorFile] = OrderedDict()

    def __enter__(self) -> SectorTablebase:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close all files. They are opened again if a probe needs them."""
        while self._open:
            self._open.popitem()[1].close()

    def grade(self, position: Position | str) -> DrawGrade | None:
        """The grade of a drawn position in which no removal is due; None if it is decided.

        Raises:
            IllegalPosition, MissingTable, BrokenSector: see :meth:`probe`.
        """
        position = self._legal(position)
        if position.subspace.lost:
            return None
        keys = self._keys(position.subspace, *_alone(position))
        worth = self.worths.of[position.subspace]
        first, second = int(keys.first[0]), int(keys.second[0])
        if abs(first + worth) == self.worths.win:
            return None
        return DrawGrade(first + worth, second if first else None)

    def look_up_many(self, asked: Sequence[Asked]) -> Iterator[Probed]:
        """See :meth:`millbase.databases.probing.Probing.look_up_many`."""
        return (self._codes(*one) for one in asked)

    def _codes(self, subspace: Subspace, own: Sides, opponent: Sides) -> Probed:
        keys = self._keys(subspace, own, opponent)
        absolute = keys.first + self.worths.of[subspace]
        return np.where(abs(absolute) == self.worths.win, keys.second, _DRAWN).astype(np.uint16)

    def _look_up(self, position: Position, subspace: Subspace) -> Value:
        code = int(self._codes(subspace, *_alone(position))[0])
        return DRAW if code == _DRAWN else Value("win" if code % 2 else "loss", code)

    def _keys(self, subspace: Subspace, own: Sides, opponent: Sides) -> Keys:
        """What the files say of positions, once redirects are followed.

        Raises:
            MissingTable: there is no file of the sector.
            BrokenSector: what it says cannot be.
        """
        file, layout = self._file(subspace), self._variant.layout(subspace)
        entries = layout.entries(own.astype(np.uint32), opponent.astype(np.uint32))
        keys = file.keys(entries)
        redirected = np.flatnonzero((keys.first == 0) & (keys.second < 0))
        if len(redirected):
            numbers = -1 - keys.second[redirected]
            if (numbers >= IDENTITY).any():
                raise BrokenSector(file.path, "an entry leads on by a symmetry that there is not")
            sides = layout.positions(entries[redirected])
            turned = [np.empty_like(side) for side in sides]
            for number in np.unique(numbers):
                chosen = numbers == number
                for side, after in zip(sides, turned, strict=True):
                    after[chosen] = images(side[chosen], self._symmetries[number])
            if (turned[0] != sides[0]).any():
                raise BrokenSector(file.path, "an entry leads to one of another pattern")
            there = file.keys(layout.entries(*turned))
            if ((there.first == 0) & (there.second < 0)).any():
                raise BrokenSector(file.path, "an entry leads to one that leads on")
            keys.first[redirected], keys.second[redirected] = there
        self._refuse_nonsense(file, keys.first + self.worths.of[subspace], keys.second)
        return keys

    def _refuse_nonsense(
        self, file: SectorFile, absolute: npt.NDArray[np.int32], second: npt.NDArray[np.int32]
    ) -> None:
        win = self.worths.win
        if (abs(absolute) > win).any():
            raise BrokenSector(file.path, "an entry is worth more than a won game")
        won, lost = second[absolute == win], second[absolute == -win]
        plies = np.concatenate([won, lost])
        if (won % 2 == 0).any() or (lost % 2 == 1).any() or (plies < 0).any() or (plies >= _DRAWN).any():
            raise BrokenSector(file.path, "a distance does not agree with who wins")

    @cached_property
    def _symmetries(self) -> list[npt.NDArray[np.uint32]]:
        """Malom's symmetries as look-up tables, in the board's own numbers."""
        back = [NUMBERING.index(number) for number in range(len(NUMBERING))]
        return [
            octets_of(tuple(back[one[number]] for number in NUMBERING))
            for one in symmetries(self.rules.board)
        ]

    def _file(self, subspace: Subspace) -> SectorFile:
        file = self._open.get(subspace)
        if file is None:
            path = self.directory / (self._variant.sector_name(subspace) + ".sec2")
            layout = self._variant.layout(subspace)
            if subspace not in self.worths.of or not path.exists():
                raise MissingTable(subspace, self.rules, (self.directory,), path)
            file = self._open[subspace] = SectorFile(path, layout.size, self._variant.key_bits)
            if len(self._open) > _MOST_OPEN:
                self._open.popitem(last=False)[1].close()
        else:
            self._open.move_to_end(subspace)
        return file


def _alone(position: Position) -> tuple[Sides, Sides]:
    """The two sides of one position, as arrays."""
    return np.array([position.own], np.int64), np.array([position.opp], np.int64)
