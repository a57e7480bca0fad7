"""How fast entries are solved, and how long the rest will take."""

from __future__ import annotations

from millbase.cli.text import seconds_text


class Pace:
    """The entries of a build and the time they take, unit by unit."""

    def __init__(self, entries: int) -> None:
        """Begin with so many ``entries`` to solve."""
        self._left = entries
        self._done = 0
        self._seconds = 0.0

    def finish(self, entries: int, seconds: float) -> None:
        """Count a unit that is done."""
        self._left -= entries
        self._done += entries
        self._seconds += seconds

    def text(self, since: float = 0) -> str:
        """``5,210,000 entries/s, 12 min left``; nothing before the first unit is done.

        Args:
            since: seconds that the unit at hand has taken so far.
        """
        if not self._done or not self._seconds:
            return ""
        rate = self._done / self._seconds
        left = self._left / rate - since
        speed = f"{rate:,.0f} entries/s"
        return f"{speed}, {seconds_text(left)} left" if left > 0 else speed
