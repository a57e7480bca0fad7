"""The group of commands: what it lists, how it starts, what it does with errors."""

from __future__ import annotations

import importlib.metadata

import pytest
from click.testing import CliRunner

from millbase.cli import query
from millbase.cli.main import COMMANDS, main


def test_help_lists_the_commands_in_order() -> None:
    result = CliRunner().invoke(main, ["--help"])
    listed = [line.split()[0] for line in result.output.split("Commands:")[1].splitlines() if line]
    assert (result.exit_code, tuple(listed)) == (0, COMMANDS)


def test_without_a_command_the_help_is_shown() -> None:
    result = CliRunner().invoke(main, [])
    assert result.exit_code == 0
    assert result.output == CliRunner().invoke(main, ["--help"]).output


def test_version() -> None:
    result = CliRunner().invoke(main, ["--version"], prog_name="millbase")
    assert result.output == f"millbase {importlib.metadata.version('millbase')}\n"


# The server is told the rules with each request.
@pytest.mark.parametrize(
    "command", [*(one for one in COMMANDS if one not in ("serve", "malom")), "malom check", "malom export"]
)
def test_every_command_takes_the_rules_as_options(command: str) -> None:
    help_text = CliRunner().invoke(main, [*command.split(), "--help"]).output
    for option in ("--variant", "--men", "--flying / --no-flying", "--protected", "--full-board", "--limit"):
        assert option in help_text


def test_a_bug_keeps_its_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise KeyError("a bug")

    monkeypatch.setattr(query, "parse_position", broken)
    result = CliRunner().invoke(main, ["query", "WWB.W..B/.B....../........ w"])
    assert isinstance(result.exception, KeyError)


def test_ctrl_c_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(query, "parse_position", interrupted)
    result = CliRunner().invoke(main, ["query", "WWB.W..B/.B....../........ w"])
    assert (result.exit_code, result.stderr.strip()) == (1, "millbase: interrupted")
