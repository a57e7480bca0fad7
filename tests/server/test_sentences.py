"""The page's sentences: none is missing in a language, none is there for nothing."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

STATIC = Path(__file__).parents[2] / "server" / "static"
LANGUAGES = {
    path.stem: json.loads(path.read_text(encoding="utf-8"))
    for path in sorted((STATIC / "sentences").glob("*.json"))
}
SOURCES = {
    path: path.read_text(encoding="utf-8") for path in [*STATIC.rglob("*.html"), *STATIC.glob("js/*.js")]
}
TOLD = (
    r"""say\(\s*"([^"$]+)"(?=[,)])""",
    r"""data-say(?:-label)?="([^"]+)\"""",
    r"""\? "([a-z]+\.[a-z_]+)" :""",
    r""": "([a-z]+\.[a-z_]+)"[,)\]]""",
    r"""\["([a-z]+\.[a-z_]+)",""",
)


def places(sentence: str | dict[str, str]) -> set[str]:
    texts = sentence.values() if isinstance(sentence, dict) else [sentence]
    return {place for text in texts for place in re.findall(r"\{(\w+)\}", text)}


def told() -> set[str]:
    """The names of sentences that the page's sources name as a whole."""
    return {key for text in SOURCES.values() for pattern in TOLD for key in re.findall(pattern, text)}


def beginnings() -> set[str]:
    """The beginnings of those that it puts together, such as ``value.`` and what the value is."""
    pattern = r"(?:say\(|hasSentence\(|[=[,] ?)`([a-z_]+\.[a-z_]*)\$\{"
    return {key for text in SOURCES.values() for key in re.findall(pattern, text)}


def test_there_are_two_languages() -> None:
    assert list(LANGUAGES) == ["de", "en"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_every_sentence_in_the_same_order(language: str) -> None:
    assert list(LANGUAGES[language]) == list(LANGUAGES["en"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences_have_the_same_places(language: str) -> None:
    for key, sentence in LANGUAGES[language].items():
        assert places(sentence) == places(LANGUAGES["en"][key]), key
        if isinstance(sentence, dict):
            assert set(sentence) == {"one", "other"}, key
        for text in sentence.values() if isinstance(sentence, dict) else [sentence]:
            assert text.strip() == text != "", key


def test_every_sentence_that_the_page_tells_is_there() -> None:
    assert len(told()) > 60
    assert told() - set(LANGUAGES["en"]) == set()
    for beginning in beginnings():
        assert any(key.startswith(beginning) for key in LANGUAGES["en"]), beginning


def test_no_sentence_is_there_for_nothing() -> None:
    used = {key for text in SOURCES.values() for key in re.findall(r'"([a-z_.]+)"', text)}
    unused = [
        key
        for key in LANGUAGES["en"]
        if key not in used and not any(key.startswith(beginning) for beginning in beginnings())
    ]
    assert unused == []
