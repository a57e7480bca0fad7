"""The rules of a game in sentences, put together from the facts of a rule set."""

from __future__ import annotations

from millbase.solver.game.rules import Rules


def rules_in_sentences(rules: Rules) -> list[str]:
    """The rules, one subject after the other, each in a paragraph."""
    found = (
        _board(rules), _men(rules), _turns(rules), _flying(rules), _mills(rules), _end(rules), _limit(rules),
        _HOUSE_RULES,
    )  # fmt: skip
    return [paragraph for paragraph in found if paragraph]


_HOUSE_RULES = (
    "House rules that are not there: a blocked side passes its turn; a mill takes a stone from the hand; "
    "whoever closes a mill may leave the stone."
)


def _board(rules: Rules) -> str:
    board = rules.board
    return (
        f"The board, {board.title}, has {board.points} points, joined by the lines that are drawn; "
        f"{len(board.lines)} of the lines have three points."
    )


def _men(rules: Rules) -> str:
    white, black = rules.men
    hands = (
        f"White and Black have {white} stones each in hand"
        if white == black
        else f"White has {white} stones in hand and Black {black}"
    )
    return f"{hands}, and the board is empty. White has the first turn; nobody may pass."


def _turns(rules: Rules) -> str:
    steps = "move a stone along a line to the next point, if that is empty"
    if rules.mixed:
        return (
            "In a turn a side with stones in hand either places one of them on an empty point, or does what "
            f"a side whose hand is empty has to do: {steps}."
        )
    return (
        "In a turn a side with stones in hand places one of them on an empty point. A side whose hand is "
        f"empty has to {steps}."
    )


def _flying(rules: Rules) -> str:
    if not rules.flying:
        return "No side may fly: however few its stones are, they move along lines."
    return (
        "A side whose stones on the board and in hand are three together flies: it may move a stone to any "
        "empty point."
    )


def _mills(rules: Rules) -> str:
    mill = "Three stones of one side on a line are a mill."
    if rules.mill_wins:
        return f"{mill} Whoever closes one has won."
    exception = (
        "If all are in mills, nothing is removed."
        if rules.protected
        else "If all are in mills, any of them may be removed."
    )
    double = (
        "Whoever places a stone that closes two or more mills at once removes two, one after the other and "
        "each by this rule, as far as there are stones that may be removed and the game is not over."
        if rules.take_two
        else ""
    )
    several = "" if rules.take_two else ", or several at once,"
    return (
        f"{mill} Whoever closes one{several} removes one stone of the other side from the board "
        "in the same turn; it is out of the game. Stones in mills may not be removed while there are others "
        f"on the board. {exception} {double}"
    ).rstrip()


def _end(rules: Rules) -> str:
    sentences = []
    if rules.mill_wins:
        sentences.append("A side that is to move and cannot has lost.")
    else:
        sentences.append(
            "A side with fewer than three stones on the board and in hand together has lost, and so has one "
            "that is to move and cannot."
        )
    if sum(rules.men) >= rules.board.points:
        worth = "the game is drawn" if rules.full_board == "draw" else "the side to move has lost"
        sentences.append(f"If all points are taken, {worth}.")
    sentences.append("A position that neither side can win is a draw.")
    return " ".join(sentences)


def _limit(rules: Rules) -> str:
    if rules.limit is None:
        return ""
    number = "one move" if rules.limit == 1 else f"{rules.limit} moves in a row"
    return (
        f"The game is drawn when each side has made {number} without a placement or a removal, "
        f"{rules.limit_plies} plies in all. What ends the game with the last of them ends it all the same."
    )
