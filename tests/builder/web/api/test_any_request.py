"""Requests of every shape, made from the API's own description: each is answered, none with a fault of the server's.

With ARSENAL_REQUESTS=5000 it asks for so many of each endpoint.
"""

import json
import os
import re
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import quote

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient

from builder.diagnostics import FindingsError
from builder.web.api.endpoints import ENDPOINTS, PREFIX, Endpoint
from builder.web.server.openapi import description
from tests.support.serving import asked

NUMBER = int(os.environ.get("ARSENAL_REQUESTS", "8"))
LENGTHS = ["3 mm", "0.25 in", "9999 mm"]
METHODS = ("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "TRACE", "PATCH")
KNOWN = [
    "moon-duel", "future-invaders", "coal-sprite", "patrol-cutter", "first-deck", "earthwall", "standard", "main",
    "text",
]  # fmt: skip
NASTY = [
    "..", "../../etc/passwd", "%2e%2e", "..\\..", "\0", "a\nb", "'; --", "{{7*7}}", "\u202e", "𝔘", "a" * 3000,
    "(" * 500, "*",
]  # fmt: skip
QUERIES = [
    "name:/(a+)+$/", "cost>=1 or " * 150, "-" * 2000, "not " * 400, '"' * 99, "text~/" + "a?" * 500 + "/", "cost:[1]",
]  # fmt: skip

texts = st.sampled_from(KNOWN) | st.text(max_size=40) | st.sampled_from(NASTY)
scalars = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | texts
headers = st.dictionaries(
    st.sampled_from(["if-match", "if-none-match", "accept-encoding", "content-encoding", "content-type", "range"]),
    st.sampled_from(["*", '"x"', "gzip", "identity;q=0", "application/xml", "bytes=0-1", "W/"]),
    max_size=2,
)
anything = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4), max_leaves=8
)


def meant(schema: Mapping[str, Any]) -> Mapping[str, Any]:
    """The schema that a reference names."""
    found: Mapping[str, Any] = description()["components"]["schemas"].get(schema.get("$ref", "").rpartition("/")[2])
    return found or schema


def valid(schema: Mapping[str, Any]) -> st.SearchStrategy[Any]:
    """Values of a schema, as far as their types and limits go."""
    schema = meant(schema)
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    match schema.get("type"):
        case "object":
            inner = {name: values(one) for name, one in schema.get("properties", {}).items()}
            if not inner:
                return st.dictionaries(texts, values(schema.get("additionalProperties") or {}), max_size=5)
            required = schema.get("required", ())
            return st.fixed_dictionaries(
                {name: inner[name] for name in required},
                optional={name: one for name, one in inner.items() if name not in required},
            )
        case "array":
            return st.lists(values(schema.get("items", {})), max_size=4)
        case "integer":
            return st.integers(schema.get("minimum", -5), schema.get("maximum", 10**6)) | st.integers(1, 5)
        case "boolean":
            return st.booleans()
        case "number":
            return st.floats(schema.get("minimum", -5), schema.get("maximum", 5))
        case "string" if "pattern" in schema:
            return st.sampled_from(LENGTHS if "mm" in schema["pattern"] else KNOWN)
        case "string":
            return texts | st.sampled_from(QUERIES)
    return anything


def values(schema: Mapping[str, Any]) -> st.SearchStrategy[Any]:
    """Values of a schema, and now and then others."""
    usual = valid(schema)
    return st.integers(0, 15).flatmap(lambda roll: anything if roll == 0 else usual)


def decks() -> st.SearchStrategy[Any]:
    """Decks of games that are there."""
    of = {"moon-duel": ["coal-sprite", "nobody"], "future-invaders": ["patrol-cutter", "earthwall", "laser"]}
    return st.sampled_from(sorted(of)).flatmap(
        lambda game: st.fixed_dictionaries(
            {
                "name": st.text(min_size=1, max_size=120),
                "game": st.just(game),
                "cards": st.dictionaries(st.sampled_from(of[game]) | texts, st.integers(1, 10_000), max_size=6),
            }
        )
    )


def bodies(schema: Mapping[str, Any]) -> st.SearchStrategy[Any]:
    """What may be sent: mostly with a deck in it."""
    if "$ref" in schema:
        return valid(schema) | decks()
    names = [name for name in schema.get("properties", {}) if name in ("deck", "before", "after", "previous")]
    sent = valid(schema)
    if not names:
        return sent if "cards" not in schema.get("properties", {}) else sent | decks()
    return st.tuples(sent, st.fixed_dictionaries({name: decks() for name in names if name in schema["required"]})).map(
        lambda both: {**both[0], **both[1]} if isinstance(both[0], dict) else both[0]
    )


OPERATIONS = [
    (path, method, operation)
    for path, operations in description()["paths"].items()
    for method, operation in operations.items()
]


def requests(path: str, method: str, operation: Mapping[str, Any]) -> st.SearchStrategy[dict[str, Any]]:
    """Requests of one operation, now and then with another method."""
    asked = {one["name"]: values(one["schema"]) for one in operation["parameters"] if one["in"] == "query"}
    usual = anything
    if "requestBody" in operation:
        usual = bodies(operation["requestBody"]["content"]["application/json"]["schema"])

    @st.composite
    def request(draw: st.DrawFn) -> dict[str, Any]:
        def named(_: re.Match[str]) -> str:
            return quote(draw(texts), safe=draw(st.sampled_from(["", "/%."])))

        made: dict[str, Any] = {"url": re.sub(r"\{\w+\}", named, path), "headers": draw(headers)}
        made["params"] = {name: str(draw(one)) for name, one in asked.items() if draw(st.booleans())}
        made["method"] = method.upper() if draw(st.integers(0, 20)) else draw(st.sampled_from(METHODS))
        if "requestBody" in operation:
            kind = draw(st.integers(0, 20))
            sent = json.dumps(draw(anything if kind == 1 else usual)).encode()
            made["content"] = sent if kind else draw(st.binary(max_size=200))
        return made

    return request()


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    folder = tmp_path_factory.mktemp("any")
    (folder / "kept").mkdir()
    with asked(folder, decks=folder / "kept") as found:
        yield found


QUICK = [one for one in OPERATIONS if "application/pdf" not in one[2]["responses"]["200"]["content"]]


def ask(client: TestClient, request: dict[str, Any]) -> int:
    answer = client.request(**request)
    assert answer.status_code < 500, (request, answer.text)
    assert answer.headers["x-content-type-options"] == "nosniff"
    if answer.status_code >= 400 and request["method"] != "HEAD":
        assert answer.headers["content-type"] == "application/problem+json"
        assert answer.json()["status"] == answer.status_code
        assert "Traceback" not in answer.text
    return answer.status_code


@pytest.mark.parametrize("operation", QUICK, ids=[one[2]["operationId"] for one in QUICK])
def test_every_request_is_answered(client: TestClient, operation: tuple[str, str, Mapping[str, Any]]) -> None:
    @given(requests(*operation))
    @settings(max_examples=NUMBER, deadline=None, suppress_health_check=list(HealthCheck), database=None)
    def answered(request: dict[str, Any]) -> None:
        ask(client, request)

    answered()


SENDING = [one for one in OPERATIONS if "requestBody" in one[2]]


@pytest.mark.parametrize("operation", SENDING, ids=[one[2]["operationId"] for one in SENDING])
@pytest.mark.parametrize(
    "sent",
    [
        r'{"name": "\udfff", "game": "moon-duel", "cards": {}}',
        r'{"deck": {"name": "Ash", "game": "moon-duel", "cards": {"\udfff": 1}}, "to": "text"}',
        r'{"text": "1 \uD800", "game": "\udbff"}',
        r'{"\udc00": 1}',
    ],
)
def test_half_of_a_character_is_a_fault_of_who_sends_it(
    client: TestClient, operation: tuple[str, str, Mapping[str, Any]], sent: str
) -> None:
    path, method, _ = operation
    answer = client.request(method, path.replace("{name}", "ash"), content=sent)
    assert (answer.status_code, "half of a character" in answer.text) == (422, True)


def test_both_halves_of_a_character_are_one(client: TestClient) -> None:
    sent = r'{"deck": {"name": "\ud83d\ude80", "game": "moon-duel", "cards": {}}}'
    answer = client.post(f"{PREFIX}/judge", content=sent)
    assert (answer.status_code, answer.json()["decks"][0]["deck"]) == (200, "\U0001f680")


@pytest.mark.parametrize("one", ENDPOINTS, ids=lambda one: f"{one.method} {one.path}")
def test_half_of_a_character_is_no_parameter(one: Endpoint) -> None:
    """HTTP can't say it, but a page that answers without a server can."""
    for query in ({"q": "\udfff"}, {"\ud800": "x"}):
        with pytest.raises(FindingsError, match="half of a character"):
            one.check_query(query)
