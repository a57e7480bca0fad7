"""The examples of ``docs/`` are run on tables that are made here, and on what is installed for them."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"
NODE = 20  # the oldest version that the reader runs on


@pytest.fixture(scope="session")
def docs() -> Path:
    """The folder of the documents."""
    return DOCS


@pytest.fixture(scope="session")
def reader(docs: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The reader in JavaScript, beside the packages that it needs."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None or _major_version(node) < NODE:
        _do_without(f"the reader in JavaScript needs node {NODE} or later, and npm")
    directory = tmp_path_factory.mktemp("javascript") / "reader"
    shutil.copytree(docs / "reader", directory, ignore=shutil.ignore_patterns("node_modules"))
    install = [str(npm), "install", "--no-package-lock", "--no-audit", "--no-fund", "--loglevel=error"]
    done = subprocess.run(install, cwd=directory, capture_output=True, text=True, timeout=300, check=False)
    if done.returncode:
        _do_without(f"npm cannot install what the reader in JavaScript needs: {done.stderr.strip()[-500:]}")
    return directory / "reader.mjs"


def _major_version(node: str) -> int:
    printed = subprocess.run(
        [node, "--version"], capture_output=True, text=True, timeout=60, check=True
    ).stdout
    return int(printed.strip().removeprefix("v").partition(".")[0])


def _do_without(reason: str) -> None:
    """Skip a test; but where everything has to be tested, fail."""
    if os.environ.get("CI") == "true":
        pytest.fail(reason)
    pytest.skip(reason)
