"""What holds for every request: whom it calls, how long it is, what the response says to browsers, the log.

It stands around the application, as the first to see a request and the last to see a response.
"""

from __future__ import annotations

import ipaddress
import sys
import time
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from millbase.server.problems import Problem
from millbase.server.replies import refusal
from millbase.server.settings import URL_BYTES, Settings

_HEADERS = (
    (
        b"content-security-policy",
        b"default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
)
_CORS = (
    (b"access-control-allow-origin", b"*"),
    (b"access-control-allow-methods", b"GET, HEAD, POST"),
    (b"access-control-allow-headers", b"content-type"),
    (b"access-control-max-age", b"86400"),
)


class Guard:
    """An application with what holds for every request."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._settings = settings
        self._hosts = {"localhost", *(name.lower() for name in settings.hosts)}
        self._headers = _HEADERS + (_CORS if settings.cors else ())

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began, status, head = time.monotonic(), 0, scope["method"] == "HEAD"

        async def sending(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message = {**message, "headers": [*message["headers"], *self._headers]}
            elif head:
                message = {**message, "body": b""}
            await send(message)

        try:
            await self._chosen(scope)(scope, receive, sending)
        finally:
            if self._settings.log:
                _log(scope, status, time.monotonic() - began)

    def _chosen(self, scope: Scope) -> ASGIApp:
        """The application, or what refuses the request."""
        if not self._is_called(scope):
            return refusal(
                Problem("bad_host", "the server is not called that; --allow-host names what it may be called")
            )
        if len(scope.get("raw_path") or b"") + len(scope["query_string"]) > URL_BYTES:
            return refusal(Problem("too_long", f"an address has at most {URL_BYTES} bytes"))
        if scope["method"] == "OPTIONS" and self._settings.cors:
            return _nothing
        return self._app

    def _is_called(self, scope: Scope) -> bool:
        """Whether the request names this server.

        A page from elsewhere that had its own name lead here would send that name. An address is no name.
        """
        hosts = [value for name, value in scope["headers"] if name == b"host"]
        if len(hosts) != 1:
            return False
        try:
            host = urlsplit("//" + hosts[0].decode("ascii")).hostname or ""
        except ValueError:
            return False
        return host in self._hosts or _is_address(host)


async def _nothing(scope: Scope, receive: Receive, send: Send) -> None:
    """Say that a page from elsewhere may ask."""
    await send({"type": "http.response.start", "status": 204, "headers": []})
    await send({"type": "http.response.body", "body": b""})


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def _log(scope: Scope, status: int, seconds: float) -> None:
    """A line about a request, without control characters."""
    target = scope["path"] + ("?" + scope["query_string"].decode("latin-1") if scope["query_string"] else "")
    plain = target.encode("unicode_escape").decode("ascii")
    print(f"{scope['method']} {plain} {status} {seconds * 1000:.1f} ms", file=sys.stderr, flush=True)
