"""What is answered where there is no answer: a status and the document of what went wrong.

The errors' own messages are for whoever owns the files, and name them; the documents never do.
"""

from __future__ import annotations

import errno
from collections.abc import Mapping
from typing import Any

from millbase.answers.problems import problem
from millbase.databases.errors import DirectoryError

STATUS = {
    "bad_parameter": 400,
    "bad_position": 400,
    "illegal_position": 400,
    "unknown_variant": 400,
    "bad_game": 400,
    "bad_json": 400,
    "bad_request": 400,
    "bad_host": 403,
    "not_found": 404,
    "missing_table": 404,
    "bad_method": 405,
    "no_distances": 409,
    "too_large": 413,
    "too_long": 414,
    "bad_type": 415,
    "broken_table": 500,
    "bug": 500,
    "busy": 503,
    "too_slow": 504,
}
NO_MORE_FILES = (errno.EMFILE, errno.ENFILE)  # this process has too many open, or the whole machine has
_BUSY = "the server has too much to do just now; ask again in a moment"


class Problem(Exception):
    """A request that gets no answer, by its own fault or the server's.

    Attributes:
        code: a key of :data:`STATUS`.
        facts: what a program may want to know, beside the message.
        headers: of the response.
    """

    def __init__(
        self, code: str, message: str, headers: Mapping[str, str] | None = None, **facts: Any
    ) -> None:
        super().__init__(message)
        self.code = code
        self.facts = facts
        self.headers = dict(headers or {})

    @property
    def status(self) -> int:
        """The status of the response."""
        return STATUS[self.code]

    @property
    def document(self) -> dict[str, Any]:
        """The error as JSON has it."""
        return {"code": self.code, "message": str(self), **self.facts}


def busy() -> Problem:
    """The problem of too many requests at once."""
    return Problem("busy", _BUSY, {"Retry-After": "1"})


def bug() -> Problem:
    """The problem that nobody has thought of."""
    return Problem("bug", "something went wrong that should not have; please report it")


def problem_of(error: Exception) -> Problem:
    """The problem that an error is, in words without a file's name.

    Raises:
        Exception: the error itself, if it is a bug.
    """
    if isinstance(error, Problem):
        return error
    if isinstance(error, DirectoryError):
        return Problem("broken_table", "the directory of the tables is not there any more", subspace=None)
    if isinstance(error, OSError) and error.errno in NO_MORE_FILES:
        return busy()
    found = problem(error)
    if found is None:
        raise error
    return Problem(found.pop("code"), found.pop("message"), **found)
