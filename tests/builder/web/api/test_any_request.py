"""Requests of every shape, made from the API's own description: each is answered, none with a fault of the server's.

With ARSENAL_REQUESTS=5000 it asks for so many of each endpoint.
"""

import os
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

import pytest
from starlette.testclient import TestClient

from builder.diagnostics import FindingsError
from builder.web.api.endpoints import ENDPOINTS, PREFIX, Endpoint
from tests.hostile.fuzzing.inside import Faults, send
from tests.hostile.fuzzing.packs import new_pack
from tests.hostile.fuzzing.requests import draws, operations, request_of
from tests.support.commands import bundle_nothing
from tests.support.serving import asked

NUMBER = int(os.environ.get("ARSENAL_REQUESTS", "12"))
QUICK = [one for one in operations() if not draws(one[2])]


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    folder = tmp_path_factory.mktemp("any")
    (folder / "kept").mkdir()
    with pytest.MonkeyPatch.context() as patch:
        bundle_nothing(patch, tmp_path_factory)
        with asked(folder, decks=folder / "kept") as found:
            yield found


@pytest.mark.parametrize("operation", QUICK, ids=[one[2]["operationId"] for one in QUICK])
def test_every_request_is_answered(client: TestClient, operation: tuple[str, str, Mapping[str, Any]]) -> None:
    chance = Random(operation[2]["operationId"])  # noqa: S311 - requests are drawn from a seed
    faults: Faults = []
    said = [send(client, request_of(*operation, new_pack(), chance), faults) for _ in range(NUMBER)]
    assert faults == []
    assert {answer[:1] for answer in said} - {"n", "5"}


SENDING = [one for one in operations() if "requestBody" in one[2]]


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
