"""Text that people hand over: a file, or standard input."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click


def text_of(file: Path) -> str:
    """What a file holds, or standard input where ``-`` stands for one.

    A byte order mark is left out; what is not UTF-8 is replaced, and is no move and no position anyway.

    Raises:
        OSError: there is no such file, or it cannot be read.
    """
    with click.open_file(str(file), encoding="utf-8-sig", errors="replace") as lines:
        text: str = lines.read()
        return text


def numbered_lines(file: Path) -> Iterator[tuple[int, str]]:
    """The lines of a file or of standard input that are not empty, each with its number, as they come."""
    with click.open_file(str(file), encoding="utf-8-sig", errors="replace") as lines:
        for number, line in enumerate(lines, start=1):
            if line.strip():
                yield number, line.strip()
