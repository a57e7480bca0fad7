"""Text is read and written in an encoding that is named, on every system the same."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FOLDERS = ("answers", "benchmarks", "cli", "databases", "millbase", "solver")
SOURCES = [path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*.py"))]

_MODES = set("rwxab+t")


def _unnamed(tree: ast.AST) -> Iterator[int]:
    """The lines that open a file as text, or read or write it as a whole, without an encoding."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or any(word.arg == "encoding" for word in node.keywords):
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        if name in ("read_text", "write_text"):
            yield node.lineno
        if name == "open":
            words = [
                word.value
                for word in (*node.args, *(key.value for key in node.keywords))
                if isinstance(word, ast.Constant) and isinstance(word.value, str)
            ]
            modes = [word for word in words if word and set(word) <= _MODES]
            if any("b" not in mode for mode in modes):
                yield node.lineno


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_an_encoding_is_named(path: Path) -> None:
    assert list(_unnamed(ast.parse(path.read_bytes()))) == []


@pytest.mark.parametrize(
    ("call", "found"),
    [
        ("path.read_text()", True),
        ("path.write_text(text)", True),
        ("path.open('w')", True),
        ("open(name, mode='a')", True),
        ("path.open('ab+', buffering=0)", False),
        ("path.read_text(encoding='utf-8')", False),
        ("tablebase.open(directory)", False),
    ],
)
def test_it_is_noticed(call: str, found: bool) -> None:
    assert bool(list(_unnamed(ast.parse(call)))) == found
