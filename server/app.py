"""The application: the addresses, the page, and what is answered when something goes wrong."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp

from millbase.databases.errors import DatabaseError
from millbase.server.endpoints import Endpoints
from millbase.server.guard import Guard
from millbase.server.package_files import file_response, package_files
from millbase.server.problems import NO_MORE_FILES, Problem, bug, problem_of
from millbase.server.replies import refusal
from millbase.server.requests import ClientGone
from millbase.server.settings import Settings
from millbase.solver.game.errors import SolverError


def application(settings: Settings) -> ASGIApp:
    """The application of one process."""
    endpoints = Endpoints(settings)
    files = package_files()

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        asyncio.get_running_loop().set_exception_handler(_tell)
        endpoints.thread.start()
        yield
        endpoints.thread.stop()
        endpoints.tables.close()

    async def file(request: Request) -> Response:
        return file_response(files, request)

    routes = [*endpoints.routes(), *(Route(address, file, methods=["GET"]) for address in files)]
    app = Starlette(
        routes=routes,
        lifespan=lifespan,
        exception_handlers={
            **dict.fromkeys((Problem, SolverError, DatabaseError, OSError), _refuse),
            HTTPException: _refuse_address,
            ClientGone: _say_nothing,
            Exception: _confess,
        },
    )
    app.router.redirect_slashes = False
    return Guard(app, settings)


async def _refuse(request: Request, error: Exception) -> Response:
    return refusal(problem_of(error))


async def _refuse_address(request: Request, error: Exception) -> Response:
    """What Starlette refuses by itself: an address that is not there, or a method that an address has not."""
    assert isinstance(error, HTTPException)
    if error.status_code == 405:
        allowed = ", ".join(sorted((error.headers or {})["Allow"].split(", ")))
        return refusal(Problem("bad_method", f"this address answers to {allowed}", {"Allow": allowed}))
    return refusal(Problem("not_found", "there is nothing at this address; /api says what there is"))


async def _say_nothing(request: Request, error: Exception) -> Response:
    return Response(status_code=204)  # which nobody gets


async def _confess(request: Request, error: Exception) -> Response:
    """What is answered in place of a traceback, which goes to the terminal."""
    return refusal(bug())


def _tell(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Print what went wrong in nobody's request.

    That there are no more file handles is nothing to print: who waits to be accepted is so when others have
    gone, and asyncio, which tries again each second, would have a traceback for each of a hundred attempts.
    """
    error = context.get("exception")
    if not (isinstance(error, OSError) and error.errno in NO_MORE_FILES):
        loop.default_exception_handler(context)
