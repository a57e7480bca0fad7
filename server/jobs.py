"""What the probing thread is asked: jobs that stop after each step, and come to a document.

Each returns the document and whether it is certain: what a search has not found out, and a position that has
no answer yet, may have one another time.
"""

from __future__ import annotations

from collections.abc import Sequence

from millbase import __version__
from millbase.answers.asking import Asking, Line, prospect_of
from millbase.answers.documents import (
    Document,
    line_document,
    position_facts,
    query_document,
    with_rules,
)
from millbase.answers.puzzle_files import PuzzleError, read_puzzles
from millbase.answers.puzzles import check_document, check_steps
from millbase.answers.review_documents import review_document
from millbase.answers.reviewing import review_steps
from millbase.answers.statistics import table_document, tables_document
from millbase.databases.errors import DatabaseError
from millbase.databases.survey import Survey
from millbase.server.parameters import position_text
from millbase.server.probing import OpenTables
from millbase.server.problems import Problem, problem_of
from millbase.server.settings import GAME_PLIES, PUZZLES
from millbase.solver.game.errors import SolverError
from millbase.solver.game.material import Subspace
from millbase.solver.game.notation import parse_position
from millbase.solver.game.positions import Position
from millbase.solver.game.records.reading import read_steps
from millbase.solver.game.records.scanning import Cut, cut
from millbase.solver.game.rules import Rules
from millbase.solver.game.steps import Steps
from millbase.solver.game.values import Between
from millbase.solver.oracle import Answer, evaluate, principal_moves

Job = Steps[tuple[Document, bool]]

_VALUES_A_STEP = 100  # some milliseconds
_HEADERS_A_STEP = 8


class Jobs:
    """What can be asked of tables.

    Args:
        seconds: how long to search where tables of the placing phase are missing; None to do without.
    """

    def __init__(self, tables: OpenTables, seconds: float | None) -> None:
        self._tables = tables
        self._seconds = seconds

    def query(self, rules: Rules, position: Position, unique: bool) -> Job:
        """A position with its moves, as ``millbase query --json`` prints it."""
        answer = self._answer(rules, position)
        return query_document(rules, answer, unique), _is_certain(answer)
        yield

    def queries(self, rules: Rules, texts: Sequence[str], unique: bool) -> Job:
        """Positions with their moves; one that has no answer has its error in its place."""
        answers, certain = [], True
        for text in texts:
            try:
                answer = self._answer(rules, parse_position(rules, position_text(text)))
                certain = certain and _is_certain(answer)
                answers.append(query_document(rules, answer, unique))
            except (Problem, SolverError, DatabaseError, OSError) as error:
                answers.append(_failed(text, error))
                certain = False
            yield
        return with_rules(rules, {"answers": answers}), certain

    def values(self, rules: Rules, texts: Sequence[str]) -> Job:
        """Positions without their moves; one that has no value has its error in its place."""
        found, certain = [], True
        for number, text in enumerate(texts, start=1):
            try:
                position = parse_position(rules, position_text(text))
                found.append(position_facts(rules.board, position, self._tables.of(rules).probe(position)))
            except (Problem, SolverError, DatabaseError, OSError) as error:
                found.append(_failed(text, error))
                certain = False
            if number % _VALUES_A_STEP == 0:
                yield
        return with_rules(rules, {"values": found}), certain

    def line(self, rules: Rules, position: Position, plies: int) -> Job:
        """The best moves of both sides, as ``millbase line --json`` prints them."""
        tables = self._tables.of(rules)
        value = evaluate(rules, tables, position).value
        moves = []
        for ranked in principal_moves(rules, tables, position, plies):
            moves.append(ranked)
            yield
        return line_document(rules, Line(position, value, moves, prospect_of(tables, position))), True

    def review(self, rules: Rules | None, text: str, number: int | None, lines: bool) -> Job:
        """A game with its mistakes marked, as ``millbase review --json`` prints it.

        Args:
            rules: of the game; None for those that it names.
            text: a file of games.
            number: which of them, from 1; None for the only one.
        """
        games: list[Cut] = []
        for game in cut(text):
            games.append(game)
            yield
        record = yield from read_steps(_chosen(games, number), rules)
        if len(record.moves) > GAME_PLIES:
            raise _too_long()
        reviewed = yield from review_steps(self._tables.of(record.rules), record, lines)
        return review_document(reviewed, f"millbase {__version__}"), reviewed.missing is None

    def check(self, rules: Rules, text: str) -> Job:
        """Puzzles compared with the tables: of each what ``millbase check --json`` prints."""
        answers, certain = [], True
        if sum(map(bool, map(str.strip, text.splitlines()))) > PUZZLES + 1:  # with a line of names
            raise Problem("too_large", f"at most {PUZZLES} puzzles can be checked at once")
        for row, puzzle in read_puzzles(rules, text):
            try:
                if isinstance(puzzle, PuzzleError):
                    raise puzzle
                checked = yield from check_steps(self._tables.of(rules), puzzle)
                answers.append(check_document(rules, row, checked))
            except (SolverError, DatabaseError, OSError) as error:
                answers.append({"row": row, "error": problem_of(error).document})
                certain = False
            yield
        return with_rules(rules, {"answers": answers}), certain

    def table(self, rules: Rules, subspace: Subspace) -> Job:
        """The counts of a table, as ``millbase stats SUBSPACE --json`` prints them."""
        return table_document(rules, Survey(self._tables.catalogue(rules)).header(subspace)), True
        yield

    def tables(self, rules: Rules) -> Job:
        """The counts of all tables, as ``millbase stats --json`` prints them."""
        survey, headers = Survey(self._tables.catalogue(rules)), []
        for number, subspace in enumerate(survey.catalogue.tables(), start=1):
            headers.append(survey.header(subspace))
            if number % _HEADERS_A_STEP == 0:
                yield
        return tables_document(rules, headers), True

    def _answer(self, rules: Rules, position: Position) -> Answer:
        return Asking(self._tables.of(rules), self._seconds).answer(position)


def _chosen(games: Sequence[Cut], number: int | None) -> Cut:
    """The game that is meant, unless it is surely too long."""
    if not games:
        raise Problem("bad_game", "the text holds no game")
    if number is None and len(games) > 1:
        raise Problem(
            "bad_game", f"the text holds {len(games)} games: say which with number, from 1", games=len(games)
        )
    if number is not None and number > len(games):
        raise Problem("bad_game", f"there is no game {number}: the text holds {len(games)}", games=len(games))
    chosen = games[(number or 1) - 1]
    written = sum(token.kind in ("move", "numbers") for token in chosen.tokens)
    if written > 2 * GAME_PLIES:  # a removal may be written apart
        raise _too_long()
    return chosen


def _too_long() -> Problem:
    return Problem("too_large", f"a game that is reviewed has at most {GAME_PLIES} plies")


def _is_certain(answer: Answer) -> bool:
    values = (answer.value, *(ranked.value for ranked in answer.moves))
    return not any(isinstance(value, Between) for value in values)


def _failed(text: str, error: Exception) -> Document:
    return {"position": text, "error": problem_of(error).document}
