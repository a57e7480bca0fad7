"""Work in steps: a generator that stops now and then, for others to have a turn, and returns a result."""

from __future__ import annotations

from collections.abc import Generator
from typing import TypeVar

Found = TypeVar("Found")
Steps = Generator[None, None, Found]


def at_once(steps: Steps[Found]) -> Found:
    """What work in steps comes to, done without a pause.

    Raises:
        Exception: what the work raises.

    >>> def counted(steps):
    ...     for _ in range(steps):
    ...         yield
    ...     return steps
    >>> at_once(counted(3))
    3
    """
    while True:
        try:
            next(steps)
        except StopIteration as end:
            found: Found = end.value
            return found
