"""Imports point one way: every room knows what it stands on, and nothing of what stands on it."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
# Each room, and the rooms that it may import from beside itself.
BELOW = {
    "solver": set[str](),
    "databases": {"solver"},
    "answers": {"databases", "solver"},
    "cli": {"answers", "databases", "solver", "server"},
    "server": {"answers", "databases", "solver"},
}
# Rooms of the solver that stand beside one another know nothing of one another.
BESIDE = {"hashing": {"game"}, "retrograde": {"game", "hashing"}}
BESIDE |= {"checking": {"game", "hashing"}, "searching": {"game", "hashing"}}


def imported(path: Path) -> Iterator[str]:
    """The modules that a file imports, also inside of functions."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} imports from a place it does not name"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def rooms(path: Path, above: str) -> set[str]:
    """The rooms below ``above`` that a file imports from."""
    parts = (name.split(".") for name in imported(path))
    depth = above.count(".") + 1
    return {name[depth] for name in parts if ".".join(name[:depth]) == above}


@pytest.mark.parametrize("room", BELOW)
def test_rooms_import_from_below(room: str) -> None:
    for path in (ROOT / room).rglob("*.py"):
        assert rooms(path, "millbase") <= BELOW[room] | {room, "__version__"}, path


@pytest.mark.parametrize("room", BESIDE)
def test_rooms_of_the_solver_stand_beside_one_another(room: str) -> None:
    others = {"retrograde", "checking", "searching", "hashing", "game"}
    for path in (ROOT / "solver" / room).rglob("*.py"):
        assert rooms(path, "millbase.solver") & others <= BESIDE[room] | {room}, path


def test_the_verifier_stands_on_nothing_that_solves() -> None:
    """Neither it nor what it imports: the hash, the rules as they are read, and nothing more."""
    waiting = list((ROOT / "solver" / "checking").rglob("*.py"))
    seen = set(waiting)
    while waiting:
        for name in imported(waiting.pop()):
            parts = name.split(".")
            if parts[:2] == ["millbase", "solver"]:
                ways = (ROOT.joinpath(*parts[1:end]).with_suffix(".py") for end in range(3, len(parts) + 1))
                fresh = [path for path in ways if path.exists() and path not in seen]
                seen.update(fresh)
                waiting += fresh
    rooms_seen = {path.relative_to(ROOT / "solver").with_suffix("").parts[0] for path in seen}
    assert {"checking", "game", "hashing", "layouts", "indexing"} <= rooms_seen
    assert not rooms_seen & {"subspaces", "scales", "graph", "retrograde", "searching", "statistics"}


def test_the_game_needs_nothing_but_python() -> None:
    for path in (ROOT / "solver" / "game").rglob("*.py"):
        outside = {name.split(".")[0] for name in imported(path)} - {"millbase"}
        assert outside <= sys.stdlib_module_names, path
        assert rooms(path, "millbase.solver") <= {"game"}, path


@pytest.mark.parametrize("room", ["solver", "databases", "answers"])
def test_only_the_command_line_knows_click(room: str) -> None:
    for path in (ROOT / room).rglob("*.py"):
        assert "click" not in {name.split(".")[0] for name in imported(path)}, path
