"""How far a build on a cluster is: a bar over all, and who is at what.

Where there is no terminal, a line for each unit that is solved, and one now and then about those under way.
"""

from __future__ import annotations

import sys
import time
from contextlib import AbstractContextManager
from types import TracebackType

from tqdm import tqdm

from millbase.cli.progress import SECONDS_BETWEEN_LINES, step_text
from millbase.cli.text import bytes_text, counted, seconds_text, unit_text
from millbase.databases.progress import Silence
from millbase.solver.graph import Unit


class ClusterBars(Silence, AbstractContextManager["ClusterBars"]):
    """What a build on a cluster reports."""

    def __init__(self) -> None:
        """Begin with nothing to solve."""
        self._all = tqdm(disable=None, leave=False, unit=" entries", unit_scale=True)
        self._units: dict[Unit, tuple[str, int]] = {}
        self._steps: dict[str, tuple[Unit, str]] = {}
        self._done = 0
        self._left = 0.0
        self._began = self._told = time.monotonic()

    def build_started(self, entries: int) -> None:
        """Measure by so many ``entries`` to solve."""
        self._all.reset(entries)
        self._began = time.monotonic()

    def unit_started(self, unit: Unit, number: int, of: int, entries: int) -> None:
        """Count the unit among those under way."""
        self._units[unit] = f"{unit_text(unit)} ({number} of {of})", entries
        self._all.set_description_str(f"{counted(len(self._units), 'unit')} under way")

    def worked(self, worker: str, unit: Unit, name: str, done: int, total: int) -> None:
        """Show how far each worker is."""
        self._steps[worker] = unit, f"{worker} {unit_text(unit)} {step_text(name, done, total)}"
        steps = "; ".join(text for at, text in self._steps.values() if at in self._units)
        self._all.set_postfix_str(steps)
        now = time.monotonic()
        if self._all.disable and now - self._told >= SECONDS_BETWEEN_LINES:
            self._told = now
            tqdm.write(f"{counted(len(self._units), 'unit')} under way: {steps}", file=sys.stderr)

    def refused(self, worker: str, reason: str) -> None:
        """Leave a line about it."""
        tqdm.write(f"the worker at {worker} {reason}; it is given no unit", file=sys.stderr)

    def failed(self, worker: str, unit: Unit, reason: str) -> None:
        """Leave a line about it."""
        self._steps.pop(worker, None)
        tqdm.write(f"{unit_text(unit)} failed at {worker}: {reason}; it is tried again", file=sys.stderr)

    def left(self, seconds: float) -> None:
        """Take note of how long the rest will take."""
        self._left = seconds

    def unit_finished(self, unit: Unit, seconds: float, bytes_disk: int) -> None:
        """Count the unit's entries and leave a line about it."""
        title, entries = self._units.pop(unit)
        self._all.update(entries)
        self._done += entries
        self._told = time.monotonic()
        rate = self._done / max(self._told - self._began, 1e-3)
        line = f"{title}: {entries:,} entries in {seconds_text(seconds)}, {bytes_text(bytes_disk)}"
        line += f"; {rate:,.0f} entries/s in all, {len(self._units)} under way"
        tqdm.write(f"{line}, {seconds_text(self._left)} left" if self._left else line, file=sys.stderr)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Take the bar away."""
        self._all.close()
