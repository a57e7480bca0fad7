"""Commands that an answer suggests: what to type at a prompt."""

from __future__ import annotations

import shlex
from pathlib import Path

from millbase.databases.directories import default_roots
from millbase.solver.game.material import Subspace
from millbase.solver.game.options import FIXED, Setting, option_text, options_of
from millbase.solver.game.rules import Rules

DEFAULT_VARIANT = "nine"  # of every command


def build_command(rules: Rules, subspace: Subspace, roots: tuple[Path, ...] = ()) -> str | None:
    """The command that builds a table: ``millbase build 6-4 --no-flying --db tables``.

    Args:
        roots: the directories of tables; none to leave them to the reader.

    Returns:
        None for rules that only a program can make: no command builds their tables.
    """
    variant, options = options_of(rules)
    if variant is None or any(name in FIXED for name in options):
        return None
    words = ["millbase", "build", str(subspace)]
    if variant != DEFAULT_VARIANT:
        words += ["--variant", variant]
    for name, setting in options.items():
        words += _words(name, setting)
    if roots != default_roots():
        words += [word for root in roots for word in ("--db", str(root))]
    return shlex.join(words)


def _words(name: str, setting: Setting) -> list[str]:
    if isinstance(setting, bool):
        return [f"--{name}" if setting else f"--no-{name}"]
    return [f"--{name}", option_text(setting)]
