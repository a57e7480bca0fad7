"""The base of every error of the solver that whoever asks can do something about, and how they quote."""

from __future__ import annotations

import reprlib


class SolverError(Exception):
    """What is asked for cannot be answered as it stands; the message is one sentence that says why.

    Each error is also the standard one that fits, so that a program may catch either.
    """


class _Quotes(reprlib.Repr):
    """Short forms of anything, whatever it is."""

    def __init__(self) -> None:
        super().__init__()
        self.maxlevel = 2
        self.maxstring = self.maxlong = self.maxother = 40

    def repr_int(self, x: int, level: int) -> str:
        """An integer, without asking Python for more digits than it is willing to write."""
        return str(x) if abs(x) < 10**self.maxlong else f"a number of more than {self.maxlong} digits"


def quoted(given: object) -> str:
    r"""What was given, as a sentence quotes it: not long, and without control characters.

    >>> print(quoted("b9"), quoted("\x1b[31m"), quoted("/" * 1000))
    'b9' '\x1b[31m' '/////////////////...//////////////////'
    """
    quote = _QUOTES.repr(given)
    return quote if len(quote) <= _LONGEST else f"{quote[: _LONGEST - 3]}..."


_QUOTES = _Quotes()
_LONGEST = 80  # letters, of what has parts
