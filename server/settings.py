"""What a server is told when it starts, and the limits of what it is asked."""

from __future__ import annotations

from dataclasses import dataclass

from millbase.databases.directories import Directories

URL_BYTES = 2048
BODY_BYTES = 64 * 1024
VALUES_BODY_BYTES = 1024 * 1024  # what ten thousand positions take
POSITION_CHARACTERS = 256
PLIES = 500
PICTURE_PIXELS = 4096  # the width of a picture
POSITIONS = 100  # with all their moves, in one request
GAME_PLIES = 1000
PUZZLES = 100  # in one request
VALUES = 10_000  # positions without their moves, in one request
WAITING = 64  # jobs that wait for the probing thread
DEADLINE = 10.0  # seconds from a request's arrival
KEPT_BYTES = 64 * 1024 * 1024  # of replies
RULE_SETS = 4  # open at once
CACHE_BYTES = 1 << 28  # of unpacked values, of all of them
LAST_SECONDS = 5  # for running requests, when the server is to end


@dataclass(frozen=True)
class Settings:
    """What a server is told.

    Attributes:
        directories: where the tables are; None for the user's.
        cors: pages from elsewhere may ask.
        hosts: names by which the server may be called, beside ``localhost`` and addresses.
        seconds: how long to search where tables of the placing phase are missing; None to do without.
        public: replies may be kept for a day by whoever passes them on.
        log: a line for each request.
    """

    directories: Directories = None
    cors: bool = False
    hosts: tuple[str, ...] = ()
    seconds: float | None = None
    public: bool = False
    log: bool = False
