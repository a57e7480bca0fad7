"""Errors as the command line tells them: one sentence and an exit code.

A bad request (2) has to be asked differently; a failure (1) is something that could have worked.
Whatever is neither is a bug, and keeps its traceback.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import click

from millbase.databases.errors import BadRequest, DatabaseError
from millbase.solver.game.material import SubspaceError
from millbase.solver.game.notation import NotationError
from millbase.solver.game.positions import PositionError
from millbase.solver.game.rules import RulesError
from millbase.solver.oracle import DistanceError


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
    except (BadRequest, RulesError, SubspaceError, PositionError, NotationError) as error:
        raise Refusal(f"{where}{error}") from error
    except BrokenPipeError:
        raise  # whoever read the output has seen enough, which click knows to be no error
    except (DatabaseError, DistanceError, OSError) as error:
        raise Failure(f"{where}{error}") from error
