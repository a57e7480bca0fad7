"""Running ``millbase`` in the process of a test."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner, Result

from millbase.cli.main import main


def invoke(directory: Path, *arguments: str, stdin: bytes | str | None = None) -> Result:
    """Run ``millbase`` in this process, with ``directory`` as the default one."""
    runner = CliRunner(env={"MILLBASE_DB": str(directory)})
    return runner.invoke(main, arguments, prog_name="millbase", input=stdin)
