"""The pages and their files. All are read when the server starts; no address is ever made a path of a file.

What pages have in common is in ``static/frame.html``, and the rest of each in ``static/pages``; a page has
the script of its name.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from string import Template
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import Response

from millbase.server.problems import Problem
from millbase.server.replies import Kept, etag_of, unchanged

_STATIC = Path(__file__).parent / "static"
_HTML = "text/html; charset=utf-8"
_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
}
_PAGES = {"/": "index", "/puzzles": "puzzles", "/stats": "stats", "/api": "api"}
_NAMES = {
    "/favicon.svg": "favicon.svg",
    "/robots.txt": "robots.txt",
    "/openapi.json": "openapi.json",
}


class File(NamedTuple):
    """A file as it is sent."""

    body: bytes
    type: str
    etag: str


def package_files() -> dict[str, File]:
    """The files by their addresses."""
    found = dict(_below(_STATIC, ""))
    frame = Template((_STATIC / "frame.html").read_text(encoding="utf-8"))
    return {
        **{address: _page(frame, name) for address, name in _PAGES.items()},
        **{address: found[name] for address, name in _NAMES.items()},
        **{f"/static/{name}": file for name, file in found.items()},
    }


def file_response(found: dict[str, File], request: Request) -> Response:
    """The file of an address, or that the client has it.

    Raises:
        Problem: there is none.
    """
    file = found.get(request.url.path)
    if file is None:
        raise Problem("not_found", "there is nothing at this address; /api says what there is")
    kept = Kept(file.etag, public=False)
    if kept.is_known(request):
        return unchanged(kept)
    return Response(file.body, headers={**kept.headers, "Content-Type": file.type})


def _page(frame: Template, name: str) -> File:
    """A page in the frame of all."""
    content = (_STATIC / "pages" / f"{name}.html").read_text(encoding="utf-8")
    body = frame.substitute(name=name, page=content).encode()
    return File(body, _HTML, etag_of(body))


def _below(directory: Path, prefix: str) -> Iterator[tuple[str, File]]:
    for entry in directory.iterdir():
        kind = _TYPES.get(entry.suffix)
        if entry.is_dir():
            yield from _below(entry, f"{prefix}{entry.name}/")
        elif kind is not None:
            body = entry.read_bytes()
            yield prefix + entry.name, File(body, kind, etag_of(body))
