"""Bodies of responses: made once, named by an ETag, kept while there is room."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import Response

from millbase.answers.documents import json_text
from millbase.server.problems import Problem
from millbase.server.settings import KEPT_BYTES

_DAY = 86_400
_ENTRY_BYTES = 512  # what a reply takes beside its body, about


def etag_of(*parts: object) -> str:
    """A strong ETag: equal for equal parts."""
    return f'"{hashlib.sha256(repr(parts).encode()).hexdigest()[:32]}"'


class Replies:
    """Bodies by their ETags; the one that was not asked for longest goes first when there is no room."""

    def __init__(self, capacity: int = KEPT_BYTES) -> None:
        self._capacity = capacity
        self._bodies: OrderedDict[str, bytes] = OrderedDict()
        self.bytes = 0

    def get(self, etag: str) -> bytes | None:
        """The body of an ETag, if it is kept."""
        body = self._bodies.get(etag)
        if body is not None:
            self._bodies.move_to_end(etag)
        return body

    def put(self, etag: str, body: bytes) -> None:
        """Keep a body."""
        if etag in self._bodies or len(body) > self._capacity // 8:
            return
        self._bodies[etag] = body
        self.bytes += len(body) + _ENTRY_BYTES
        while self.bytes > self._capacity:
            _, old = self._bodies.popitem(last=False)
            self.bytes -= len(old) + _ENTRY_BYTES


class Kept(NamedTuple):
    """How a response may be kept by whoever gets it."""

    etag: str
    public: bool

    @property
    def headers(self) -> dict[str, str]:
        """What the response says about it."""
        return {
            "ETag": self.etag,
            "Cache-Control": f"public, max-age={_DAY}" if self.public else "no-cache",
        }

    def is_known(self, request: Request) -> bool:
        """Whether the client says that it has this already."""
        asked = request.headers.get("if-none-match", "")
        return asked == "*" or self.etag in [tag.strip().removeprefix("W/") for tag in asked.split(",")]


def reply(body: bytes, kept: Kept | None = None) -> Response:
    """A response in JSON; without ``kept`` nobody may keep it."""
    headers = kept.headers if kept else {"Cache-Control": "no-store"}
    return Response(body, headers=headers, media_type="application/json")


def unchanged(kept: Kept) -> Response:
    """The response to a client that has it already."""
    return Response(status_code=304, headers=kept.headers)


def refusal(problem: Problem) -> Response:
    """The response to a request that gets no answer."""
    return Response(
        json_text({"error": problem.document}),
        status_code=problem.status,
        headers={"Cache-Control": "no-store", **problem.headers},
        media_type="application/json",
    )
