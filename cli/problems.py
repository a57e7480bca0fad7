"""Errors as the command line tells them: one sentence and an exit code.

A bad request (2) has to be asked differently; a failure (1) is something that could have worked.
Whatever is neither is a bug, and keeps its traceback.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import click

from millbase.cli.text import one_line
from millbase.databases.errors import (
    BadRequest,
    BrokenSector,
    BrokenTable,
    DatabaseError,
    LowerGrade,
    MissingExtra,
    MissingTable,
    TooMuchMemory,
)
from millbase.solver.game.errors import SolverError
from millbase.solver.memory import TooLittleMemoryError
from millbase.solver.oracle import DistanceError

_MAKE_ROOM = "close other programs or raise the limit, or ask for less: fewer --men, fewer stones"


class Refusal(click.ClickException):
    """What was asked for cannot be answered as it stands."""

    exit_code = 2


class Failure(click.ClickException):
    """The request is a good one, but it could not be met."""

    exit_code = 1


@contextmanager
def explained(where: str = "") -> Iterator[None]:
    """Turn the errors that users can do something about into :class:`Refusal` or :class:`Failure`.

    Args:
        where: put before the sentence, such as the line of the input it belongs to.
    """
    try:
        yield
    except BrokenPipeError:
        raise  # whoever read the output has seen enough, which click knows to be no error
    except (DistanceError, TooLittleMemoryError) as error:  # a fair question, which these cannot answer
        raise Failure(f"{where}{sentence(error)}") from error
    except (BadRequest, SolverError) as error:
        raise Refusal(f"{where}{sentence(error)}") from error
    except (DatabaseError, OSError) as error:
        raise Failure(f"{where}{sentence(error)}") from error
    except MemoryError as error:
        raise Failure(f"{where}the system gives no more memory; {_MAKE_ROOM}") from error


class Tally:
    """Answers to many questions, some of which may be errors; how many there are decides the exit code.

    Args:
        noun: what is asked about, such as ``position``.
    """

    def __init__(self, noun: str) -> None:
        self._noun = noun
        self._asked = 0
        self._errors: list[click.ClickException] = []

    @contextmanager
    def each(self, where: str) -> Iterator[Trouble]:
        """Ask one question; an error that users can do something about is kept and does not go further.

        Args:
            where: what the error's sentence begins with.
        """
        trouble = Trouble()
        self._asked += 1
        try:
            with explained(where):
                yield trouble
        except (Refusal, Failure) as error:
            trouble.error = error
            self._errors.append(error)

    def finish(self) -> None:
        """End with the exit code of a failure if there was one, else with that of a bad request.

        Raises:
            Refusal, Failure: at least one question had no answer.
        """
        if self._errors:
            kind = Failure if any(isinstance(error, Failure) for error in self._errors) else Refusal
            others = f"; {len(self._errors)} of {self._asked} {self._noun}s have no answer"
            raise kind(self._errors[0].message + (others if len(self._errors) > 1 else ""))


@dataclass
class Trouble:
    """What went wrong with a question, as it would end the command; None if nothing did."""

    error: Refusal | Failure | None = None

    @property
    def cause(self) -> Exception:
        """What went wrong underneath."""
        cause = self.error and self.error.__cause__
        assert isinstance(cause, Exception)
        return cause


def sentence(error: Exception) -> str:
    """What went wrong and, where an option or a command helps, which."""
    advice = _advice(error)
    return one_line(f"{_told(error)}; {advice}" if advice else _told(error))


def _told(error: Exception) -> str:
    """The sentence of an error, also of one that the system raised."""
    if type(error).__module__ != "builtins" or not isinstance(error, OSError) or error.strerror is None:
        return str(error)
    return error.strerror if error.filename is None else f"{error.filename}: {error.strerror}"


def _advice(error: Exception) -> str | None:
    if isinstance(error, MissingTable):
        # Here, since every command imports this module, and most of them end well.
        from millbase.cli.missing import how_to_build

        return how_to_build(error)
    if isinstance(error, MissingExtra):
        return f"pip install 'millbase[{error.extra}]' installs them"
    if isinstance(error, BrokenTable) and not isinstance(error, BrokenSector):
        return "`millbase build --force` makes it again"
    if isinstance(error, LowerGrade):
        return "build with another --db, or solve it again with --force"
    if isinstance(error, TooLittleMemoryError):
        return _MAKE_ROOM
    if isinstance(error, TooMuchMemory):
        return "allow more with --memory, or build less"
    return None
