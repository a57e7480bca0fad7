"""Tables of six men's morris with up to seven stones: small, solved in a moment, built once a session."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from millbase.databases.building import build
from millbase.databases.catalogue import Catalogue
from millbase.databases.survey import Survey
from millbase.solver.game.material import Subspace
from millbase.solver.game.rules import Rules, preset
from millbase.solver.subspaces import moving_subspaces


@pytest.fixture(scope="session")
def rules() -> Rules:
    return preset("six")


@pytest.fixture(scope="session")
def wanted(rules: Rules) -> list[Subspace]:
    """The subspaces that are built: 3-3, 4-3, 3-4."""
    return moving_subspaces(rules, 7)


@pytest.fixture(scope="session")
def tables(tmp_path_factory: pytest.TempPathFactory, rules: Rules, wanted: list[Subspace]) -> Path:
    """A directory of tables; a test that changes any takes ``copied`` instead."""
    root = tmp_path_factory.mktemp("tables")
    build(root, rules, wanted)
    return root


@pytest.fixture(scope="session")
def outcome_tables(tmp_path_factory: pytest.TempPathFactory, rules: Rules, wanted: list[Subspace]) -> Path:
    """The same of grade ``wdl``."""
    root = tmp_path_factory.mktemp("outcomes")
    build(root, rules, wanted, grade="wdl")
    return root


@pytest.fixture
def copied(tables: Path, tmp_path: Path) -> Path:
    """Tables to damage."""
    return Path(shutil.copytree(tables, tmp_path / "tables"))


@pytest.fixture
def catalogue(copied: Path, rules: Rules) -> Catalogue:
    """The catalogue of tables to damage."""
    return Catalogue(copied, rules)


@pytest.fixture
def survey(catalogue: Catalogue) -> Survey:
    """A survey of tables to damage."""
    return Survey(catalogue)
