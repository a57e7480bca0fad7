"""How far a long command is: bars with the time left on a terminal, and a line for each unit solved.

All of it goes to standard error, so that a command's output can be read by a program.
"""

from __future__ import annotations

import sys
import time
from contextlib import AbstractContextManager
from types import TracebackType

from tqdm import tqdm

from millbase.cli.pace import Pace
from millbase.cli.text import bytes_text, seconds_text, unit_text
from millbase.databases.progress import Silence
from millbase.solver.game.material import Subspace

SECONDS_BETWEEN_LINES = 30.0


def step_text(name: str, done: int, total: int) -> str:
    """How far a step is: ``induction 20 of 33``, or a share of many."""
    return f"{name} {done} of {total}" if total < 1000 else f"{name} {done / total:.0%}"


class StepBar(AbstractContextManager["StepBar"]):
    """A bar for one step after another, told of them by ``bar(name, done, total)``.

    Where there is no terminal it is a line now and then.
    """

    def __init__(self, line: int = 0) -> None:
        """Show the bar so many lines below the cursor; below another it leaves lines to that one."""
        self._lines = line == 0
        self._told = time.monotonic()
        self._bar = tqdm(
            disable=None,
            leave=False,
            position=line,
            bar_format="{desc:24} {percentage:3.0f}%|{bar}| {remaining} left",
        )

    def __call__(self, name: str, done: int, total: int) -> None:
        """Show that ``done`` of ``total`` are done; a step that has just begun starts its own clock."""
        if done == 0 or done < self._bar.n:
            self._bar.reset()
        self._bar.total = total
        self._bar.set_description_str(name, refresh=False)
        self._bar.update(done - self._bar.n)
        now = time.monotonic()
        if self._bar.disable and self._lines and now - self._told >= SECONDS_BETWEEN_LINES:
            self._told = now
            tqdm.write(step_text(name, done, total), file=sys.stderr)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Take the bar away."""
        self._bar.close()


class SearchBar(AbstractContextManager["SearchBar"]):
    """How many positions a search has been through, and how fast; nobody knows how many are left."""

    def __init__(self) -> None:
        """Show it, if there is a terminal."""
        self._bar = tqdm(disable=None, leave=False, unit=" positions", unit_scale=True)

    def __call__(self, positions: int) -> None:
        """Show that so many positions have been searched."""
        self._bar.update(positions - self._bar.n)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Take it away."""
        self._bar.close()


class BuildBars(Silence, AbstractContextManager["BuildBars"]):
    """What a build reports: a line for each unit that is done, and what becomes of the one at hand.

    That is a bar over all entries and below it one for the phase or, where there is no terminal, a line
    now and then.
    """

    def __init__(self) -> None:
        """Begin with nothing to solve."""
        self._all = tqdm(disable=None, leave=False, unit=" entries", unit_scale=True)
        self._phase = StepBar(line=1)
        self._pace = Pace(0)
        self._title = ""
        self._entries = 0
        self._began = self._told = time.monotonic()

    def build_started(self, entries: int) -> None:
        """Measure by so many ``entries`` to solve."""
        self._all.reset(entries)
        self._pace = Pace(entries)

    def unit_started(self, unit: tuple[Subspace, ...], number: int, of: int, entries: int) -> None:
        """Name the unit on the bar."""
        self._title = f"{unit_text(unit)} ({number} of {of})"
        self._entries = entries
        self._began = time.monotonic()
        self._all.set_description_str(self._title)

    def phase(self, name: str, done: int, total: int) -> None:
        """Show how far a phase is."""
        self._phase(name, done, total)
        self._all.refresh()
        now = time.monotonic()
        if self._all.disable and now - self._told >= SECONDS_BETWEEN_LINES:
            self._tell(step_text(name, done, total), self._pace.text(now - self._began))

    def unit_finished(self, unit: tuple[Subspace, ...], seconds: float, bytes_disk: int) -> None:
        """Count the unit's entries and leave a line about it."""
        self._all.update(self._entries)
        self._pace.finish(self._entries, seconds)
        size = bytes_text(bytes_disk)
        self._tell(f"{self._entries:,} entries in {seconds_text(seconds)}, {size}", self._pace.text())

    def _tell(self, what: str, pace: str) -> None:
        self._told = time.monotonic()
        line = f"{self._title}: {what}" if self._title else what
        tqdm.write(f"{line}; {pace}" if pace else line, file=sys.stderr)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Take the bars away."""
        self._phase.__exit__(kind, error, trace)
        self._all.close()
