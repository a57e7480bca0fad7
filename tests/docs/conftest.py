"""The reader in JavaScript, installed where it can be run."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from typing import NoReturn

import pytest

READER = Path(__file__).parents[2] / "docs/reader"
NODE = (20, 6)  # the oldest version that the reader runs on


@pytest.fixture(scope="session")
def reader(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The reader in JavaScript, beside the packages that it needs."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None or _version(node) < NODE:
        _do_without("the reader in JavaScript needs node {}.{} or later, and npm".format(*NODE))
    directory = tmp_path_factory.mktemp("javascript") / "reader"
    shutil.copytree(READER, directory, ignore=shutil.ignore_patterns("node_modules"))
    install = [str(npm), "install", "--no-package-lock", "--no-audit", "--no-fund", "--loglevel=error"]
    done = subprocess.run(install, cwd=directory, capture_output=True, text=True, timeout=300, check=False)
    if done.returncode:
        _do_without(f"npm does not install what the reader in JavaScript needs: {done.stderr}")
    return directory / "reader.mjs"


def _version(node: str) -> tuple[int, ...]:
    run = subprocess.run([node, "--version"], capture_output=True, text=True, timeout=60, check=True)
    return tuple(int(number) for number in run.stdout.strip().removeprefix("v").split("."))


def _do_without(reason: str) -> NoReturn:
    """Skip a test; but where everything has to be tested, fail."""
    if os.environ.get("CI") == "true":
        pytest.fail(reason)
    pytest.skip(reason)
