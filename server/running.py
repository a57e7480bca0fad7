"""Sockets, processes and signals: how a server begins and ends."""

from __future__ import annotations

import contextlib
import functools
import signal
import socket
from collections.abc import Iterator

import h11
from uvicorn import Config, Server
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.supervisors import Multiprocess

from millbase.answers.documents import json_text
from millbase.server.app import application
from millbase.server.problems import Problem
from millbase.server.settings import LAST_SECONDS, Settings

_HEADER_BYTES = 16 * 1024  # of a request; with the address
_BACKLOG = 256
_KEEP_ALIVE = 30  # seconds


class _Protocol(H11Protocol):
    """HTTP in which a request that cannot be read is refused in JSON, as any other."""

    def send_400_response(self, msg: str) -> None:
        problem = Problem("bad_request", "this is not a request in HTTP")
        body = json_text({"error": problem.document}).encode()
        headers = [
            (b"content-type", b"application/json"),
            (b"content-length", str(len(body)).encode()),
            (b"connection", b"close"),
        ]
        for event in (
            h11.Response(status_code=400, headers=headers, reason=b"Bad Request"),
            h11.Data(data=body),
            h11.EndOfMessage(),
        ):
            self.transport.write(self.conn.send(event) or b"")
        self.transport.close()


class _Server(Server):
    """A server that ends well when it is told to: as a process, with exit code 0."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        before = {
            number: signal.signal(number, self.handle_exit) for number in (signal.SIGINT, signal.SIGTERM)
        }
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


def listen(host: str, port: int) -> socket.socket:
    """A socket that waits for connections.

    Raises:
        OSError: there is no such address, or the port is taken.
    """
    family, kind, protocol, _, address = socket.getaddrinfo(
        host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
    )[0]
    listening = socket.socket(family, kind, protocol)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
        listening.listen(_BACKLOG)
    except OSError:
        listening.close()
        raise
    return listening


def serve(settings: Settings, listening: socket.socket, workers: int = 1) -> None:
    """Answer until a signal comes; what runs then has some seconds to end.

    Args:
        listening: see :func:`listen`.
        workers: processes, each with a probing thread and open files of its own. They are spawned: what
            HDF5 has open does not survive a fork.
    """
    config = Config(
        functools.partial(application, settings),
        factory=True,
        http=_Protocol,
        ws="none",
        lifespan="on",
        workers=workers,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_keep_alive=_KEEP_ALIVE,
        timeout_graceful_shutdown=LAST_SECONDS,
        h11_max_incomplete_event_size=_HEADER_BYTES,
        backlog=_BACKLOG,
    )
    listening.setblocking(False)
    if workers > 1:
        Multiprocess(config, sockets=[listening]).run()
    else:
        _Server(config).run(sockets=[listening])
