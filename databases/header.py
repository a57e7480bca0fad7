"""What a table says about itself, as attributes of its file."""

from __future__ import annotations

import re
from collections.abc import Mapping, MutableMapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from millbase.databases.anatomy import Plain
from millbase.databases.chunks import checksums, content_checksum
from millbase.databases.metrics import METRICS, Grade, Metric
from millbase.solver.entries import is_position
from millbase.solver.game.material import Subspace
from millbase.solver.game.rules import Rules
from millbase.solver.layouts import Values, block_is_own
from millbase.solver.threads import Workers

if TYPE_CHECKING:
    from millbase.solver.statistics import Statistics

FORMAT = 2
_SEARCHED_AT_ONCE = 1 << 20


class HeaderError(ValueError):
    """Attributes that are not those of a table; the message says which."""


@dataclass(frozen=True)
class Header:
    """The attributes of a table.

    Nothing in it tells when, where or with what it was made: equal runs give equal files.

    Attributes:
        rules_text: the rules that can matter to the table or to what it was made from, in words.
        fingerprint: their SHA-256.
        subspace: the side to move first.
        block_is_own: whether the side to move is the block side.
        grade: distances, or outcomes alone.
        dtype: the type of the values: ``uint8`` or ``uint16``.
        entries: the number of values.
        positions, wins, draws, losses: canonical positions, for the side to move.
        longest_win, longest_loss: the greatest codes; None without such a position, or without distances.
        longest_win_entry, longest_loss_entry: the first entry that takes so long and is a position.
        histogram: decided positions by code; empty without distances.
        by_worth: drawn positions by grade, the worst first; empty where draws have none.
        content: SHA-256 of the checksums of its chunks (:mod:`millbase.databases.chunks`).
        made_from: the same of each table it was made from, by subspace.
    """

    rules_text: str
    fingerprint: str
    subspace: Subspace
    block_is_own: bool
    grade: Grade
    dtype: str
    entries: int
    positions: int
    wins: int
    draws: int
    losses: int
    longest_win: int | None
    longest_loss: int | None
    longest_win_entry: int | None
    longest_loss_entry: int | None
    histogram: tuple[int, ...]
    by_worth: tuple[tuple[int, int], ...]
    content: str
    made_from: Mapping[str, str]

    @classmethod
    def describe(
        cls,
        rules: Rules,
        subspace: Subspace,
        metric: Metric,
        values: Values,
        stored: Values,
        statistics: Statistics,
        made_from: Mapping[str, str],
        threads: int = 1,
    ) -> Header:
        """The header of a new table.

        Args:
            metric: of the table.
            values: codes of the metric or, where outcomes alone are kept, any with the same outcomes.
            stored: the same as the table stores them.
            statistics: counted over ``values``.
            made_from: the content checksums of the tables that were read.
            threads: how many look through the values.
        """
        rules = rules.for_tables(subspace.in_hand, subspace.in_play)
        summary = metric.summed(subspace, statistics)
        return cls(
            rules_text=rules.canonical_text(),
            fingerprint=metric.fingerprint(rules),
            subspace=subspace,
            block_is_own=block_is_own(subspace),
            grade=metric.name,
            dtype=values.dtype.name if metric.lengths else "uint8",
            entries=len(values),
            positions=statistics.positions,
            wins=summary.wins,
            draws=summary.draws,
            losses=summary.losses,
            longest_win=summary.longest_win,
            longest_loss=summary.longest_loss,
            longest_win_entry=_first_entry(rules, subspace, values, summary.longest_win, threads),
            longest_loss_entry=_first_entry(rules, subspace, values, summary.longest_loss, threads),
            histogram=summary.histogram,
            by_worth=summary.by_worth,
            content=content_checksum(checksums(stored, threads)),
            made_from=made_from,
        )

    def regraded(
        self, grade: Grade, stored: Values, made_from: Mapping[str, str], threads: int = 1
    ) -> Header:
        """The header of the same table at this grade or a lower one.

        Args:
            stored: its rows at that grade.
            made_from: the content checksums of its sources at that grade.
            threads: how many take checksums.
        """
        content = content_checksum(checksums(stored, threads))
        header = replace(self, grade=grade, content=content, made_from=made_from)
        if METRICS[grade].lengths:
            return header
        nothing: dict[str, Any] = dict.fromkeys(_OPTIONAL_COUNTS)
        return replace(header, dtype="uint8", histogram=(), **nothing)

    @property
    def counts(self) -> tuple[int, int, int, int]:
        """Positions, wins, draws and losses."""
        return self.positions, self.wins, self.draws, self.losses

    def write(self, attributes: MutableMapping[str, Any]) -> None:
        """Store the header as attributes of an HDF5 object; what is None or empty is left out."""
        texts = {
            "rules": self.rules_text,
            "fingerprint": self.fingerprint,
            "subspace": str(self.subspace),
            "block_side": "to move" if self.block_is_own else "other",
            "grade": self.grade,
            "dtype": self.dtype,
            "coding": METRICS[self.grade].coding(self.dtype),
            "content_sha256": self.content,
            "made_from": "\n".join(f"{name} {sha}" for name, sha in sorted(self.made_from.items())),
        }
        attributes["format"] = FORMAT
        for name, text in texts.items():
            if text:
                # Of fixed length: HDF5 keeps others where it has no checksums.
                attributes[name] = np.bytes_(text.encode())
        if self.histogram:
            attributes["histogram"] = np.array(self.histogram, np.int64)
        if self.by_worth:
            attributes["by_worth"] = np.array(self.by_worth, np.int64).reshape(-1)
        for name in _COUNTS + _OPTIONAL_COUNTS:
            number = getattr(self, name)
            if number is not None:
                attributes[name] = np.int64(number)

    @classmethod
    def read(cls, attributes: Mapping[str, Plain]) -> Header:
        """The inverse of :meth:`write`.

        Raises:
            HeaderError: the attributes are not those of a table, or of another format.
        """
        form = attributes.get("format")
        if form != FORMAT:
            raise HeaderError(f"it is of format {form!r}, not {FORMAT}" if form else "it is not a table")
        try:
            header = cls._of(attributes)
        except (KeyError, StopIteration, ValueError, TypeError, AttributeError) as error:
            raise HeaderError("its header is damaged") from error
        written: dict[str, Plain] = {}
        header.write(written)
        if attributes != {name: _as_read(attribute) for name, attribute in written.items()}:
            raise HeaderError("its header says more or other things than a table's")
        header._refuse_nonsense()
        return header

    @classmethod
    def _of(cls, attributes: Mapping[str, Any]) -> Header:
        texts = {name: text.decode() for name, text in attributes.items() if isinstance(text, bytes)}
        numbers: dict[str, Any] = {name: attributes[name] for name in _COUNTS}
        numbers |= {name: attributes.get(name) for name in _OPTIONAL_COUNTS}
        return cls(
            rules_text=texts["rules"],
            fingerprint=texts["fingerprint"],
            subspace=Subspace.parse(texts["subspace"]),
            block_is_own=texts["block_side"] == "to move",
            grade=METRICS[texts["grade"]].name,
            dtype=next(dtype for dtype in _DTYPES if dtype == texts["dtype"]),
            histogram=attributes.get("histogram", ()),
            by_worth=_pairs(attributes.get("by_worth", ())),
            content=texts["content_sha256"],
            made_from=dict(_source(line) for line in texts.get("made_from", "").splitlines()),
            **numbers,
        )

    def _refuse_nonsense(self) -> None:
        """Make sure that the numbers can be those of one table.

        Raises:
            HeaderError: they contradict each other.
        """
        numbers = [getattr(self, name) for name in _COUNTS + _OPTIONAL_COUNTS]
        counted = sum(self.histogram) in (0, self.wins + self.losses) and min(self.histogram, default=0) >= 0
        entries = (self.longest_win_entry or 0, self.longest_loss_entry or 0)
        if (
            min(number for number in numbers if number is not None) < 0
            or self.positions != self.wins + self.draws + self.losses
            or not 0 < self.entries <= _MOST_ENTRIES
            or max(entries) >= self.entries
            or not counted
            or (self.by_worth and sum(count for _, count in self.by_worth) != self.draws)
        ):
            raise HeaderError("the numbers in its header contradict each other")


_COUNTS = ("entries", "positions", "wins", "draws", "losses")
_OPTIONAL_COUNTS = ("longest_win", "longest_loss", "longest_win_entry", "longest_loss_entry")
_DTYPES = ("uint8", "uint16")
_MOST_ENTRIES = 1 << 40
_SOURCE = re.compile(r"([0-9+-]{3,20}) ([0-9a-f]{64})")


def _pairs(numbers: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """Numbers two by two."""
    return tuple(zip(numbers[0::2], numbers[1::2], strict=True))


def _source(line: str) -> tuple[str, str]:
    """A line of ``made_from``: a subspace, and the content checksum of its table.

    Raises:
        ValueError: it is none.
    """
    found = _SOURCE.fullmatch(line)
    if found is None or str(Subspace.parse(found[1])) != found[1]:
        raise ValueError(line)
    return found[1], found[2]


def _as_read(attribute: Any) -> Plain:
    """An attribute that is written, as it is when it is read."""
    if isinstance(attribute, np.ndarray):
        return tuple(attribute.tolist())
    return bytes(attribute) if isinstance(attribute, np.bytes_) else int(attribute)


def _first_entry(
    rules: Rules, subspace: Subspace, values: Values, code: int | None, threads: int
) -> int | None:
    """The first position that holds a code."""
    if code is None:
        return None

    def first_of(first: int, last: int) -> int | None:
        for start in range(first, last, _SEARCHED_AT_ONCE):
            places = np.flatnonzero(values[start : min(start + _SEARCHED_AT_ONCE, last)] == code)
            for place in places.tolist():
                if is_position(rules, subspace, start + place):
                    return int(start + place)
        return None

    with Workers(threads) as workers:
        found = workers.run(first_of, len(values), 1)
    return next(entry for entry in found if entry is not None)
