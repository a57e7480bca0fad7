"""Comparing the tables of two rule sets: what the other rules change, subspace by subspace."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import NamedTuple

from millbase.databases.catalogue import Catalogue
from millbase.databases.directories import Directories
from millbase.solver.comparing import Comparison, compare
from millbase.solver.game.material import Subspace, SubspaceError
from millbase.solver.game.rules import Rules, RulesError
from millbase.solver.layouts import Layout
from millbase.solver.subspaces import check
from millbase.solver.threads import PhaseProgress

Told = Callable[[int], None]


class Common(NamedTuple):
    """The subspaces of two rule sets that have tables, small ones first.

    Attributes:
        both: those with a table of each.
        first_only, second_only: those with a table of one, though they belong to both games.
    """

    both: list[Subspace]
    first_only: list[Subspace]
    second_only: list[Subspace]


def common_subspaces(first: Catalogue, second: Catalogue) -> Common:
    """Which subspaces of two games have tables.

    Raises:
        RulesError: they have no position in common.
    """
    refuse_nothing_in_common(first.rules, second.rules)
    ones, others = (
        dict.fromkeys(subspace for subspace in catalogue.tables() if _in_both(subspace, first, second))
        for catalogue in (first, second)
    )
    return Common(
        [subspace for subspace in ones if subspace in others],
        [subspace for subspace in ones if subspace not in others],
        [subspace for subspace in others if subspace not in ones],
    )


def compare_tables(
    directories: Directories,
    first: Rules,
    second: Rules,
    subspaces: Iterable[Subspace],
    *,
    threads: int | None = None,
    progress: PhaseProgress | None = None,
) -> dict[Subspace, Comparison]:
    """What changes from one rule set to another, by subspace.

    Where the rules that differ cannot matter the two have one table, which is not read.

    Args:
        directories: where the tables of both are looked for. None for the default.
        threads: how many read and compare; None for as many as there are cores.
        progress: told the subspace, how many entries are done, and of how many.

    Raises:
        RulesError: the two have no position in common.
        SubspaceError: a subspace does not exist in one of them.
        MissingTable: a table is not there.
        BrokenTable, WrongRules: a table must not be believed.
    """
    refuse_nothing_in_common(first, second)
    catalogues = Catalogue(directories, first), Catalogue(directories, second)
    wanted = list(subspaces)
    for subspace in wanted:
        check(first, subspace)
        check(second, subspace)
    for subspace in wanted:  # before anything is read that takes long
        for catalogue in catalogues:
            catalogue.open(subspace).close()
    sizes = [Layout.of(first.board, subspace).size for subspace in wanted]
    done, found = 0, {}
    for subspace, size in zip(wanted, sizes, strict=True):
        told = None if progress is None else _counting(progress, str(subspace), done, sum(sizes))
        found[subspace] = _compare(*catalogues, subspace, threads, told)
        done += size
    return found


def refuse_nothing_in_common(first: Rules, second: Rules) -> None:
    """Make sure that two rule sets differ, and have positions in common.

    Raises:
        RulesError: they do not.
    """
    if first.board != second.board:
        raise RulesError(
            f"boards of {first.board.points} and of {second.board.points} points have no position in common"
            if first.board.points != second.board.points
            else "the two rule sets have different boards, and no position in common"
        )
    if first.mill_wins != second.mill_wins:
        raise RulesError("where a mill ends the game other positions can be than where it removes a stone")
    if first.fingerprint == second.fingerprint:
        raise RulesError("the two rule sets are the same but for the number of men, so no value changes")


def _counting(progress: PhaseProgress, name: str, before: int, of: int) -> Told:
    """Tells how far a subspace is as a part of all."""
    return lambda entries: progress(name, before + entries, of)


def _compare(
    first: Catalogue, second: Catalogue, subspace: Subspace, threads: int | None, told: Told | None
) -> Comparison:
    with first.open(subspace) as one, second.open(subspace) as other:
        if one.header.fingerprint == other.header.fingerprint and one.path == other.path:
            return Comparison.of_equals(one.header.wins, one.header.draws, one.header.losses)
        with one.frames() as frames, other.frames() as other_frames:
            return compare(
                first.rules,
                subspace,
                partial(one.codes_between, frames),
                partial(other.codes_between, other_frames),
                threads=threads,
                advanced=told,
            )


def _in_both(subspace: Subspace, first: Catalogue, second: Catalogue) -> bool:
    try:
        check(first.rules, subspace)
        check(second.rules, subspace)
    except SubspaceError:
        return False
    return True
