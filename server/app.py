"""The application: the addresses, the page, and what is answered when something goes wrong."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

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
from millbase.server.problems import Problem, bug, problem_of
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


def _refuse(request: Request, error: Exception) -> Response:
    return refusal(problem_of(error))


def _refuse_address(request: Request, error: Exception) -> Response:
    """What Starlette refuses by itself: an address that is not there, or a method that an address has not."""
    assert isinstance(error, HTTPException)
    if error.status_code == 405:
        allowed = ", ".join(sorted((error.headers or {})["Allow"].split(", ")))
        return refusal(Problem("bad_method", f"this address answers to {allowed}", {"Allow": allowed}))
    return refusal(Problem("not_found", "there is nothing at this address; /api says what there is"))


def _say_nothing(request: Request, error: Exception) -> Response:
    return Response(status_code=204)  # which nobody gets


def _confess(request: Request, error: Exception) -> Response:
    """What is answered in place of a traceback, which goes to the terminal."""
    return refusal(bug())
