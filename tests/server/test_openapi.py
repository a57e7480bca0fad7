"""The description of the interface holds: every address in it answers, and takes what it says."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import httpx
import pytest

from millbase.server.parameters import RULES
from millbase.server.problems import STATUS

ROOT = Path(__file__).parents[2]
API = json.loads((ROOT / "server" / "static" / "openapi.json").read_text(encoding="utf-8"))
OPERATIONS = [
    (path, method, operation)
    for path, methods in API["paths"].items()
    for method, operation in methods.items()
]


def parameters(operation: dict[str, Any]) -> list[dict[str, Any]]:
    shared = API["components"]["parameters"]
    return [
        shared[found["$ref"].rpartition("/")[2]] if "$ref" in found else found
        for found in operation.get("parameters", [])
    ]


@pytest.mark.parametrize(("path", "method", "operation"), OPERATIONS)
def test_every_address_answers_its_example(
    client: httpx.Client, path: str, method: str, operation: dict[str, Any]
) -> None:
    said = {found["name"]: found["example"] for found in parameters(operation) if "example" in found}
    body = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("example")
    response = client.request(method.upper(), path, params=said, json=body)
    assert response.status_code == 200, response.text
    [kind] = operation["responses"]["200"]["content"]
    assert response.headers["content-type"] == kind


@pytest.mark.parametrize(("path", "method", "operation"), OPERATIONS)
def test_every_address_takes_what_is_described_and_nothing_else(
    client: httpx.Client, path: str, method: str, operation: dict[str, Any]
) -> None:
    described = {found["name"] for found in parameters(operation)}
    if method == "post":
        content = operation["requestBody"]["content"]["application/json"]
        rules, own = API["components"]["schemas"]["rules"], content["schema"]["allOf"][1]
        described = {*rules["properties"], *own["properties"]} - {*own["required"]}
        refused = client.post(path, json={**content["example"], "fying": True}).json()["error"]
    else:
        refused = client.get(path, params={"fying": "true"}).json()["error"]
    assert set(refused["known"]) == described


def test_the_codes_of_errors_are_those_there_are() -> None:
    schema = API["components"]["responses"]["error"]["content"]["application/json"]["schema"]
    assert schema["properties"]["error"]["properties"]["code"]["enum"] == list(STATUS)


def test_the_rules_are_all_described() -> None:
    assert list(API["components"]["parameters"]) == list(RULES)


def test_the_page_of_documentation_names_every_address_and_option(client: httpx.Client) -> None:
    page = (ROOT / "docs" / "serving.md").read_text(encoding="utf-8")
    for path, method, _ in OPERATIONS:
        assert f"`{method.upper()} {path}" in page
    for name in RULES:
        assert f"`{name}`" in page
    assert not re.search(r"GET /api/(?!query|line|stats|variants|moves|board|health)", page)
