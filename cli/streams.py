"""The three standard streams as a command needs them: whatever they are, its work is not lost.

- One that is closed is opened on nothing, before a table takes its number.
- A letter that an encoding lacks is written in another way: ``×`` as ``x``, ``é`` as ``e``, and what has no
  likeness as its number, ``\\u6c34``.
- A byte that is none of the input's encoding is read as a mark that it was one.
- Standard error may fail; progress and sentences are lost then, and nothing else.
- Standard output may fail; that is told in a sentence.
"""

from __future__ import annotations

import codecs
import io
import os
import sys
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, TextIO

import click

_LIKENESSES = {"×": "x", "µ": "u", "·": ".", "…": "...", "—": "-", "–": "-", "−": "-", "→": "->", "█": "#"}
_NAMES = {"stdin": "r", "stdout": "w", "stderr": "w"}


class OutputLost(click.ClickException):
    """What was to be written to standard output could not be."""

    exit_code = 1

    def __init__(self, error: OSError) -> None:
        super().__init__(f"the output cannot be written: {error.strerror}")


class _Stream:
    """A stream of text that says in its own way that it cannot be written to."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)

    @property
    def encoding(self) -> str | None:
        """Its encoding, as click is told: that would write UTF-8 to a stream of ASCII, which it distrusts."""
        found: str | None = self._stream.encoding
        return "latin-1" if found and codecs.lookup(found).name == "ascii" else found

    def write(self, text: str) -> int:
        """Write a text, as a stream does."""
        with self._told():
            self._stream.write(text)
        return len(text)

    def flush(self) -> None:
        """Write what has not been written yet, as a stream does."""
        with self._told():
            self._stream.flush()

    @contextmanager
    def _told(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            self._failed(error)

    def _failed(self, error: OSError) -> None:
        raise NotImplementedError


class _Output(_Stream):
    """Standard output: what is lost is told, unless whoever read it has seen enough."""

    def _failed(self, error: OSError) -> None:
        if isinstance(error, BrokenPipeError):
            raise error
        raise OutputLost(error) from error


class _Messages(_Stream):
    """Standard error: there is nowhere left to tell of a failure."""

    def _failed(self, error: OSError) -> None:
        pass


@contextmanager
def prepared() -> Iterator[None]:
    """Standard streams as described above, for the time of a command."""
    for name, mode in _NAMES.items():
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115 - as long as we run
    _reading_anything(sys.stdin)
    _writing_anything(sys.stdout)
    _writing_anything(sys.stderr)
    output, messages = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = _Output(output), _Messages(messages)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = output, messages
        _let_go(output)
        _let_go(messages)


def _reading_anything(stream: TextIO) -> None:
    if isinstance(stream, io.TextIOWrapper):
        with suppress(io.UnsupportedOperation):  # some of it has been read already
            stream.reconfigure(errors="replace")


def _writing_anything(stream: TextIO) -> None:
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(errors=_OTHERWISE)


def _let_go(stream: TextIO) -> None:
    """Make sure that the end of the process does not fail to write what could not be written before."""
    try:
        stream.flush()
    except OSError:
        nothing = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nothing, stream.fileno())
        os.close(nothing)


def _otherwise(error: UnicodeError) -> tuple[str, int]:
    """What is written instead of letters that an encoding lacks; see :func:`codecs.register_error`."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(_likeness, error.object[error.start : error.end])), error.end


def _likeness(letter: str) -> str:
    """A letter in ASCII.

    >>> "".join(map(_likeness, "×é水"))
    'xe\\\\u6c34'
    """
    base = unicodedata.normalize("NFD", letter)[0]
    if base.isascii():
        return base
    return _LIKENESSES.get(letter) or letter.encode("ascii", "backslashreplace").decode("ascii")


_OTHERWISE = "millbase.otherwise"
codecs.register_error(_OTHERWISE, _otherwise)
