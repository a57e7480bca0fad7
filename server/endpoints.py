"""The addresses below ``/api``: each reads its parameters, and answers as the command of its name does."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from millbase import __version__
from millbase.answers.documents import Document, json_text
from millbase.answers.playing import board_document, moves_document
from millbase.answers.variants import variant_document, variants_document
from millbase.server import settings as limits
from millbase.server.health import Health
from millbase.server.jobs import Job, Jobs
from millbase.server.parameters import (
    RULES,
    Values,
    position_of,
    read_body,
    read_query,
    rules_of,
    take_text,
    take_texts,
)
from millbase.server.probing import OpenTables, ProbingThread
from millbase.server.replies import Kept, Replies, etag_of, reply, unchanged
from millbase.server.requests import read_json, while_connected
from millbase.server.settings import Settings
from millbase.solver.game.material import Subspace
from millbase.solver.game.options import OPTIONS
from millbase.solver.game.pictures import svg
from millbase.solver.game.rules import Rules
from millbase.solver.subspaces import check

Endpoint = Callable[[Request], Awaitable[Response]]


class Endpoints:
    """What the addresses share: the tables, the thread that asks them, and the bodies that are kept."""

    def __init__(self, settings: Settings) -> None:
        self._public = settings.public
        self._replies = Replies()
        self.tables = OpenTables(settings.directories)
        self.thread = ProbingThread()
        self._jobs = Jobs(self.tables, settings.seconds)
        self._health = Health(self.tables)

    def routes(self) -> list[Route]:
        """The addresses."""
        get: dict[str, Endpoint] = {
            "line": self.line,
            "stats": self.stats,
            "variants": self.variants,
            "moves": self.moves,
            "board": self.board,
            "board.svg": self.picture,
            "health": self.health,
        }
        post: dict[str, Endpoint] = {"values": self.values, "review": self.review, "check": self.check}
        return [
            Route("/api/query", self.query, methods=["GET", "POST"]),
            *(Route(f"/api/{name}", endpoint, methods=["POST"]) for name, endpoint in post.items()),
            *(Route(f"/api/{name}", endpoint, methods=["GET"]) for name, endpoint in get.items()),
        ]

    async def query(self, request: Request) -> Response:
        """A position with its moves, or several of them."""
        if request.method == "POST":
            body = await read_json(request, limits.BODY_BYTES)
            texts = take_texts(body, limits.POSITIONS)
            values = read_body(body, ("unique", *RULES))
            rules, unique = rules_of(values), values.get("unique", False)
            return await self._worked(request, self._jobs.queries(rules, texts, unique))
        values = _said(request, "position", "unique", *RULES)
        rules = rules_of(values)
        position, unique = position_of(values, rules), values.get("unique", False)
        return await self._from_tables(
            request, rules, position, unique, job=lambda: self._jobs.query(rules, position, unique)
        )

    async def values(self, request: Request) -> Response:
        """The values of many positions."""
        body = await read_json(request, limits.VALUES_BODY_BYTES)
        texts = take_texts(body, limits.VALUES)
        rules = rules_of(read_body(body, RULES))
        return await self._worked(request, self._jobs.values(rules, texts))

    async def review(self, request: Request) -> Response:
        """A game with its mistakes marked. Without a parameter about the rules they are those it names."""
        body = await read_json(request, limits.BODY_BYTES)
        text = take_text(body, "game")
        values = read_body(body, ("number", "lines", *RULES))
        rules = rules_of(values) if values.keys() & set(RULES) else None
        job = self._jobs.review(rules, text, values.get("number"), values.get("lines", False))
        return await self._worked(request, job)

    async def check(self, request: Request) -> Response:
        """Puzzles compared with the tables."""
        body = await read_json(request, limits.BODY_BYTES)
        text = take_text(body, "puzzles")
        rules = rules_of(read_body(body, RULES))
        return await self._worked(request, self._jobs.check(rules, text))

    async def line(self, request: Request) -> Response:
        """The best moves of both sides."""
        values = _said(request, "position", "plies", *RULES)
        rules = rules_of(values)
        position, plies = position_of(values, rules), values.get("plies", 20)
        return await self._from_tables(
            request, rules, position, plies, job=lambda: self._jobs.line(rules, position, plies)
        )

    async def stats(self, request: Request) -> Response:
        """What the tables hold, or one of them."""
        values = _said(request, "subspace", *RULES)
        rules = rules_of(values)
        if "subspace" not in values:
            return await self._from_tables(request, rules, job=lambda: self._jobs.tables(rules))
        subspace = Subspace.parse(values["subspace"])
        check(rules, subspace)
        return await self._from_tables(
            request, rules, subspace, job=lambda: self._jobs.table(rules, subspace)
        )

    async def variants(self, request: Request) -> Response:
        """The rule sets, or one of them with what options change."""
        values = _said(request, "name", *OPTIONS)
        if not values:
            return self._at_once(request, document=variants_document)
        rules = rules_of(values, variant="name")
        return self._at_once(request, rules, rules.name, document=lambda: variant_document(rules))

    async def moves(self, request: Request) -> Response:
        """The legal moves of a position."""
        values = _said(request, "position", *RULES)
        rules = rules_of(values)
        position = position_of(values, rules)
        return self._at_once(
            request, rules, rules.name, position, document=lambda: moves_document(rules, position)
        )

    async def board(self, request: Request) -> Response:
        """The geometry of a board."""
        rules = rules_of(_said(request, *RULES))
        return self._at_once(request, rules, rules.name, document=lambda: board_document(rules))

    async def picture(self, request: Request) -> Response:
        """A position as a picture."""
        values = _said(request, "position", "size", *RULES)
        rules, size = rules_of(values), values.get("size")
        position = position_of(values, rules)
        kept = self._kept(request, rules, rules.name, position, size)
        if kept.is_known(request):
            return unchanged(kept)
        drawn = svg(position, rules, size=size)
        return Response(drawn.encode(), headers=kept.headers, media_type="image/svg+xml")

    async def health(self, request: Request) -> Response:
        """How the server is."""
        _said(request)
        return reply(_body(self._health.document(self.thread.waiting)))

    def _at_once(self, request: Request, *asked: object, document: Callable[[], Document]) -> Response:
        """The response to what needs no table."""
        kept = self._kept(request, *asked)
        if kept.is_known(request):
            return unchanged(kept)
        body = self._replies.get(kept.etag)
        if body is None:
            body = _body(document())
            self._replies.put(kept.etag, body)
        return reply(body, kept)

    async def _from_tables(
        self, request: Request, rules: Rules, *asked: object, job: Callable[[], Job]
    ) -> Response:
        """The response to what tables are asked for, from what is kept or by the probing thread."""
        kept = self._kept(request, rules, rules.name, self.tables.state(rules), *asked)
        if kept.is_known(request):
            return unchanged(kept)
        body = self._replies.get(kept.etag)
        if body is None:
            document, certain = await self._work(request, job())
            body = _body(document)
            if not certain:
                return reply(body)
            self._replies.put(kept.etag, body)
        return reply(body, kept)

    async def _worked(self, request: Request, job: Job) -> Response:
        """The response to a body, which nobody keeps."""
        document, _ = await self._work(request, job)
        return reply(_body(document))

    async def _work(self, request: Request, job: Job) -> Any:
        deadline = time.monotonic() + limits.DEADLINE
        return await while_connected(request, self.thread.run(job, deadline))

    def _kept(self, request: Request, *asked: object) -> Kept:
        return Kept(etag_of(__version__, request.url.path, *asked), self._public)


def _said(request: Request, *known: str) -> Values:
    return read_query(request.scope["query_string"], known)


def _body(document: Document) -> bytes:
    """A document as the command line prints it with ``--json``, without the end of the line."""
    return json_text(document).encode()
