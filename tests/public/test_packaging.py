"""Everything installs as ``millbase.*``, and takes no other name on a user's machine."""

from __future__ import annotations

import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

if sys.version_info >= (3, 11):
    import tomllib
else:
    tomllib = pytest.importorskip("tomli")

ROOT = Path(__file__).parents[2]
NOT_INSTALLED = {"tests", "benchmarks", "docs", "build"}
# What a user may have in the directory in which millbase is run.
OF_THE_USER = ("solver.py", "cli.py", "databases.py", "answers.py", "server.py")
WHERE = """
import importlib, pathlib, sys
import millbase, millbase.cli.main, millbase.databases.tablebase, millbase.solver.oracle
for module in (millbase, millbase.cli, millbase.databases, millbase.solver):
    print(pathlib.Path(module.__file__).parent)
"""


def folders() -> list[str]:
    """Every folder of the repository that has Python code to install, as a package of ``millbase``."""
    found = {
        path.parent.relative_to(ROOT)
        for path in ROOT.rglob("*.py")
        if path.relative_to(ROOT).parts[0] not in NOT_INSTALLED
        and not any(part.startswith(".") for part in path.relative_to(ROOT).parts)
    }
    return [
        ".".join(folder.parts if folder.parts[0] == "millbase" else ("millbase", *folder.parts))
        for folder in sorted(found)
    ]


def test_every_folder_with_code_is_a_package() -> None:
    with (ROOT / "pyproject.toml").open("rb") as file:
        setuptools = tomllib.load(file)["tool"]["setuptools"]
    assert sorted(setuptools["packages"]) == sorted(folders())
    assert {name.removeprefix("millbase.") for name in setuptools["package-dir"]} == {
        folder.split(".")[1] if "." in folder else folder for folder in folders()
    }


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of a fresh environment with the wheel and PyPI's ``databases`` in it."""
    base = tmp_path_factory.mktemp("installed")
    sources = base / "sources"
    hidden = shutil.ignore_patterns(".*", "build", "dist", "*.egg-info", "__pycache__")
    shutil.copytree(ROOT, sources, ignore=hidden)
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    run([*pip, "wheel", "--no-deps", "--wheel-dir", str(base), str(sources)], base)
    environment = base / "environment"
    run([sys.executable, "-m", "venv", "--without-pip", str(environment)], base)
    scripts = environment / ("Scripts" if sys.platform == "win32" else "bin")
    [wheel] = base.glob("millbase-*.whl")
    run([*pip, "--python", str(environment), "install", "--no-deps", str(wheel), "databases"], base)
    # Dependencies come from the environment of the tests; what is installed here comes first.
    paths = {"base": str(environment), "platbase": str(environment)}
    # Since Python 3.11 there is a name for how an environment is laid out: as all of the system before.
    plain = "nt" if sys.platform == "win32" else "posix_prefix"
    scheme = "venv" if "venv" in sysconfig.get_scheme_names() else plain
    own = Path(sysconfig.get_path("purelib", scheme, paths))
    (own / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return scripts


def run(command: list[str], directory: Path) -> str:
    done = subprocess.run(command, cwd=directory, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def all_inside(printed: str, environment: Path) -> bool:
    paths = [Path(line) for line in printed.splitlines()]
    return len(paths) == 4 and all(environment in path.parents for path in paths)


def test_the_wheel_lives_beside_the_users_own_modules(installed: Path, tmp_path: Path) -> None:
    for name in OF_THE_USER:
        (tmp_path / name).write_text(f"raise RuntimeError('{name} of the user was imported')\n")
    python = str(installed / "python")
    version = run([str(installed / "millbase"), "--version"], tmp_path)
    assert run([python, "-m", "millbase", "--version"], tmp_path) == version
    assert "three" in run([python, "-m", "millbase", "variants"], tmp_path)
    assert all_inside(run([python, "-c", WHERE], tmp_path), installed.parent)


def test_the_wheel_leaves_other_names_alone(installed: Path, tmp_path: Path) -> None:
    find = "import importlib.util as u; print(*(u.find_spec(n) is None for n in ('solver', 'cli')))"
    assert run([str(installed / "python"), "-c", find], tmp_path) == "True True\n"
    theirs = "import importlib.util as u; print(u.find_spec('databases').origin)"
    found = Path(run([str(installed / "python"), "-c", theirs], tmp_path).strip())
    assert (found.parent / "core.py").exists()  # which ours has not


def test_the_wheel_is_found_above_a_clone_of_its_name(installed: Path, tmp_path: Path) -> None:
    clone = tmp_path / "millbase"
    for name in ("solver", "databases", "cli", "answers", "millbase"):
        shutil.copytree(ROOT / name, clone / name)
    assert all_inside(run([str(installed / "python"), "-c", WHERE], tmp_path), installed.parent)
    assert run([str(installed / "python"), "-m", "millbase", "--version"], tmp_path).startswith("millbase ")


def test_the_wheel_tells_its_types(installed: Path) -> None:
    [package] = installed.parent.rglob("site-packages/millbase")
    assert (package / "py.typed").exists()
    assert (package / "__init__.pyi").exists()


def test_the_wheel_has_the_page(installed: Path, tmp_path: Path) -> None:
    files = "from millbase.server.package_files import package_files; print(*sorted(package_files()))"
    found = run([str(installed / "python"), "-c", files], tmp_path).split()
    pages = {"/", "/puzzles", "/stats", "/api", "/openapi.json", "/favicon.svg"}
    assert pages | {"/static/js/index.js"} <= set(found)
    static = (ROOT / "server" / "static").rglob("*.*")
    in_checkout = [path for path in static if path.suffix != ".html"]  # pages have addresses of their own
    assert len([address for address in found if address.startswith("/static/")]) == len(in_checkout)


def test_the_wheel_has_the_published_figures(installed: Path, tmp_path: Path) -> None:
    count = "from millbase.answers.published import published; print(len(published()))"
    figures = (ROOT / "answers" / "published.csv").read_text(encoding="utf-8").splitlines()[1:]
    assert run([str(installed / "python"), "-c", count], tmp_path) == f"{len(figures)}\n"
