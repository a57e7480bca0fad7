"""``millbase serve``: the tables over HTTP, and the page with a board."""

from __future__ import annotations

import webbrowser

import click

from millbase.cli.options import db_option
from millbase.cli.problems import Failure
from millbase.databases.catalogue import Catalogue
from millbase.databases.directories import Directories
from millbase.solver.game.rules import PRESETS


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen at.")
@click.option(
    "--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="The port; 0 for any."
)
@db_option
@click.option("--cors", is_flag=True, help="Let pages from elsewhere ask.")
@click.option(
    "--allow-host",
    "hosts",
    multiple=True,
    metavar="NAME",
    help="A name by which the server may be called, beside localhost and addresses.",
)
@click.option(
    "--workers", type=click.IntRange(1, 64), default=1, show_default=True, metavar="N", help="Processes."
)
@click.option(
    "--search",
    "seconds",
    type=click.FloatRange(min=0, min_open=True, max=8),
    metavar="SECONDS",
    help="How long to search where tables of the placing phase are missing.",
)
@click.option("--public", is_flag=True, help="Let answers be kept for a day by whoever passes them on.")
@click.option("--log", is_flag=True, help="Print a line for each request.")
@click.option("--open", "in_browser", is_flag=True, help="Open the page in a browser.")
def serve(
    host: str,
    port: int,
    directories: Directories,
    cors: bool,
    hosts: tuple[str, ...],
    workers: int,
    seconds: float | None,
    public: bool,
    log: bool,
    in_browser: bool,
) -> None:
    """Serve the page and an interface for programs over HTTP, to this machine unless told otherwise.

    It reads tables and never builds any. Without tables, the page still plays by the rules and says what to
    build.
    """
    from millbase.server import running  # imports Starlette and uvicorn
    from millbase.server.settings import Settings

    Catalogue(directories, PRESETS["nine"])  # which refuses what cannot be a directory
    called = () if host in ("", "0.0.0.0", "::") else (host,)
    settings = Settings(directories, cors, (*hosts, *called), seconds, public, log)
    try:
        listening = running.listen(host, port)
    except OSError as error:
        reason = error.strerror or str(error)
        raise Failure(
            f"cannot listen at {host}, port {port}: {reason}; choose with --host and --port"
        ) from error
    address = f"http://{_in_url(host)}:{listening.getsockname()[1]}/"
    click.echo(f"millbase is at {address} until Ctrl-C ends it")
    if in_browser:
        webbrowser.open(address)
    running.serve(settings, listening, workers)


def _in_url(host: str) -> str:
    """A host as an address that a browser on this machine can open."""
    if host in ("", "0.0.0.0", "::"):
        return "localhost"
    return f"[{host}]" if ":" in host else host
