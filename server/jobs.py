"""What the probing thread is asked: jobs that stop after each step, and come to a document.

Each returns the document and whether it is certain: what a search has not found out, and a position that has
no answer yet, may have one another time.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence

from millbase.answers.asking import Asking, Line
from millbase.answers.documents import (
    Document,
    line_document,
    position_facts,
    query_document,
    with_rules,
)
from millbase.answers.statistics import table_document, tables_document
from millbase.databases.errors import DatabaseError
from millbase.databases.survey import Survey
from millbase.server.parameters import position_text
from millbase.server.probing import OpenTables
from millbase.server.problems import Problem, problem_of
from millbase.solver.game.errors import SolverError
from millbase.solver.game.material import Subspace
from millbase.solver.game.notation import parse_position
from millbase.solver.game.positions import Position
from millbase.solver.game.rules import Rules
from millbase.solver.game.values import Between
from millbase.solver.oracle import Answer, evaluate, principal_moves

Job = Generator[None, None, tuple[Document, bool]]

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
        value = evaluate(rules, self._tables.of(rules), position).value
        moves = []
        for ranked in principal_moves(rules, self._tables.of(rules), position, plies):
            moves.append(ranked)
            yield
        return line_document(rules, Line(position, value, moves)), True

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


def _is_certain(answer: Answer) -> bool:
    values = (answer.value, *(ranked.value for ranked in answer.moves))
    return not any(isinstance(value, Between) for value in values)


def _failed(text: str, error: Exception) -> Document:
    return {"position": text, "error": problem_of(error).document}
