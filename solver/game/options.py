"""A rule set as the name of a preset and the options that differ from it, and back.

An option has the same name wherever it is written: on the command line (``--full-board loss``), in a URL
(``full-board=loss``) and in a document (``"full-board": "loss"``).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any

from millbase.solver.game.errors import quoted
from millbase.solver.game.rules import Rules, RulesError, nearest_preset, preset

Setting = bool | int | str | list[int] | None  # as JSON writes it

# Every rule but the board, by the name of its option.
_RULES = {rule.name.replace("_", "-"): rule for rule in fields(Rules) if rule.name not in ("board", "name")}
# Rules that tell presets apart: only a program can change them in one.
FIXED = ("board", "mixed", "mill-wins")
OPTIONS = tuple(name for name in _RULES if name not in FIXED)


def options_of(rules: Rules) -> tuple[str | None, dict[str, Setting]]:
    """The name of the preset that a rule set goes by, and the options in which it differs.

    Rules that only a program can make differ in some of :data:`FIXED` too. On a board that no preset has they
    go by no name, and every rule is told.

    >>> from dataclasses import replace
    >>> options_of(replace(preset("twelve"), men=(10, 9), full_board="loss"))
    ('twelve', {'men': [10, 9], 'full-board': 'loss'})
    """
    base = nearest_preset(rules)
    if base is None:
        return None, {"board": rules.board.name} | {name: _setting(rules, name) for name in _RULES}
    settings = {name: _setting(rules, name) for name in _RULES}
    return base.name, {name: found for name, found in settings.items() if found != _setting(base, name)}


def with_options(variant: str, options: Mapping[str, Setting]) -> Rules:
    """The rules that a preset and options name: the reverse of :func:`options_of`.

    Raises:
        UnknownVariantError: there is no such preset.
        RulesError: there is no such option, or the rules cannot be played.
    """
    unknown = next((name for name in options if name not in _RULES), None)
    if unknown is not None:
        raise RulesError(
            f"no option of the rules is called {quoted(unknown)}; there are {', '.join(OPTIONS)}"
        )
    changes: dict[str, Any] = {
        _RULES[name].name: tuple(setting) if isinstance(setting, list) else setting
        for name, setting in options.items()
    }
    return replace(preset(variant), **changes)


def option_text(setting: Setting) -> str:
    """What an option is set to, as text: ``true``, ``loss``, ``10,9`` men, a limit of ``20``."""
    if isinstance(setting, bool):
        return "true" if setting else "false"
    if isinstance(setting, list):
        return ",".join(map(str, dict.fromkeys(setting)))
    return str(setting)


def parse_option(name: str, text: str) -> Setting:
    """Read what :func:`option_text` writes for one of :data:`OPTIONS`.

    Raises:
        RulesError: the text is none for this option.
    """
    if name == "men":
        if not re.fullmatch(r"[0-9]{1,3}(,[0-9]{1,3})?", text):
            raise RulesError(f"{quoted(text)} is no number of men: write 9, or 9,8 for White and Black")
        numbers = text.split(",")
        return [int(numbers[0]), int(numbers[-1])]
    if isinstance(_RULES[name].default, bool):
        if text not in ("true", "false"):
            raise RulesError(f"{name} is true or false, not {quoted(text)}")
        return text == "true"
    if name == "limit":
        if not re.fullmatch(r"[0-9]{1,4}", text):
            raise RulesError(f"{quoted(text)} is no limit of moves: write 20, or 50")
        return int(text)
    return text


def _setting(rules: Rules, name: str) -> Setting:
    found = getattr(rules, _RULES[name].name)
    return list(found) if isinstance(found, tuple) else found
