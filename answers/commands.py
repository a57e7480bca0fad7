"""Commands that an answer suggests: what to type at a prompt."""

from __future__ import annotations

import os
import re
import shlex
from pathlib import Path

from millbase.databases.directories import default_roots
from millbase.databases.metrics import Grade, metric_of
from millbase.solver.game.material import Subspace
from millbase.solver.game.options import FIXED, Setting, option_text, options_of
from millbase.solver.game.rules import Rules

DEFAULT_VARIANT = "nine"  # of every command
_WINDOWS = os.name == "nt"


def build_command(
    rules: Rules, subspace: Subspace, roots: tuple[Path, ...] = (), grade: Grade | None = None
) -> str | None:
    """The command that builds a table: ``millbase build 6-4 --no-flying --db tables``.

    Args:
        roots: the directories of tables; none to leave them to the reader.
        grade: of the table; None for the one that these rules have unless said.

    Returns:
        None for rules that only a program can make: no command builds their tables.
    """
    graded = [] if grade in (None, metric_of(None, rules).name) else ["--grade", grade]
    return _build([str(subspace), *graded], rules, roots)


def build_moving_phase_command(rules: Rules, roots: tuple[Path, ...] = ()) -> str | None:
    """The command that builds all tables without stones in hand, as :func:`build_command` does."""
    return _build(["--stones", str(sum(rules.men))], rules, roots)


def _build(wanted: list[str], rules: Rules, roots: tuple[Path, ...]) -> str | None:
    variant, options = options_of(rules)
    if variant is None or any(name in FIXED for name in options):
        return None
    words = ["millbase", "build", *wanted]
    if variant != DEFAULT_VARIANT:
        words += ["--variant", variant]
    for name, setting in options.items():
        words += _words(name, setting)
    if roots != default_roots():
        words += [word for root in roots for word in ("--db", str(root))]
    return " ".join(map(_quoted, words))


def _quoted(word: str) -> str:
    """A word as the shell of this system reads it.

    On Windows that is between double quotes, which ``cmd`` and PowerShell both know; a backslash before the
    closing one would take its meaning away.
    """
    if not _WINDOWS:
        return shlex.quote(word)
    if re.fullmatch(r"[\w+,./:\\-]+", word):
        return word
    return f'"{word}\\"' if word.endswith("\\") else f'"{word}"'


def _words(name: str, setting: Setting) -> list[str]:
    if isinstance(setting, bool):
        return [f"--{name}" if setting else f"--no-{name}"]
    return [f"--{name}", option_text(setting)]
