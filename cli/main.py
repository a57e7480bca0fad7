"""The command ``millbase``: a group of commands, each imported when it is called."""

from __future__ import annotations

import importlib
import sys
import warnings
from typing import Any

import click

from millbase.cli.problems import explained
from millbase.cli.streams import prepared
from millbase.cli.text import one_line

COMMANDS = (
    "plan",
    "build",
    "query",
    "line",
    "stats",
    "compare",
    "verify",
    "export",
    "malom",
    "bench",
    "solve",
    "prove",
    "play",
    "review",
    "check",
    "find",
    "variants",
    "board",
    "plot",
    "serve",
)


class Commands(click.Group):
    """Finds a command in the module of its name, and says what went wrong in one sentence."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands in the order in which one meets them."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command; those not called are not loaded, so a query starts quickly."""
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f"millbase.cli.{cmd_name}")
        command: click.Command = getattr(module, cmd_name)
        return command

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command that was asked for."""
        with warnings.catch_warnings(), explained():
            warnings.showwarning = _say
            return super().invoke(ctx)

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """Parse, run and exit: 0 if all went well, 2 after a bad request, 1 after a failure."""
        with prepared():
            try:
                sys.exit(super().main(*args, **{**kwargs, "standalone_mode": False}))
            except click.ClickException as error:
                _say(_sentence(error))
                sys.exit(error.exit_code)
            except click.Abort:
                _say("interrupted")
                sys.exit(1)


def _say(message: Warning | str, *_: Any, **__: Any) -> None:
    """Show what a user has to know, an error or a warning: a sentence."""
    click.echo(f"millbase: {one_line(str(message))}", err=True)


def _sentence(error: click.ClickException) -> str:
    message = error.format_message()
    if isinstance(error, click.UsageError) and error.ctx is not None:
        # It quotes what was typed, as a whole.
        return f"{one_line(message.rstrip('.'), 300)}; see {error.ctx.command_path} --help"
    return message


@click.group(
    cls=Commands, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]}
)
@click.version_option(package_name="millbase", message="%(prog)s %(version)s")
@click.pass_context
def main(ctx: click.Context) -> None:
    """Build endgame databases for the mill games, and ask them."""
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())
