"""What comes with a request beside its address: a body in JSON, and the news that the client has gone."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Coroutine
from typing import Any

from starlette.requests import Request

from millbase.server.problems import Problem


class ClientGone(Exception):
    """Nobody waits for the answer any more."""


async def read_json(request: Request, limit: int) -> dict[str, Any]:
    """The JSON object that is the body of a request.

    Args:
        limit: bytes at most.

    Raises:
        Problem: it is of another type, too large, or none.
    """
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise Problem("bad_type", "the body of the request has to be application/json")
    body = b""
    async for piece in request.stream():
        body += piece
        if len(body) > limit:
            raise Problem(
                "too_large", f"the body of the request has at most {limit} bytes", {"Connection": "close"}
            )
    try:
        document = json.loads(body)
    except (ValueError, RecursionError):
        raise Problem("bad_json", "the body of the request is not JSON") from None
    if not isinstance(document, dict):
        raise Problem("bad_json", "the body of the request is no JSON object")
    return document


async def while_connected(request: Request, work: Coroutine[Any, Any, Any]) -> Any:
    """What some work comes to, given up when the client goes.

    The request's body has been read.

    Raises:
        ClientGone: it has gone.
        Exception: what the work raises.
    """
    working = asyncio.ensure_future(work)
    gone = asyncio.ensure_future(_gone(request))
    try:
        await asyncio.wait({working, gone}, return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise ClientGone
        return working.result()
    finally:
        working.cancel()
        gone.cancel()


async def _gone(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
