"""A server whose cards are in PostgreSQL answers as one whose cards are in a file: byte for byte."""

from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from starlette.testclient import TestClient

from tests.support.serving import asked, pages_of

pytestmark = pytest.mark.long

GAME = "/api/v1/games/future-invaders"
ADDRESSES = [
    *pages_of(
        game=["future-invaders"],
        set_id=["first-light"],
        card=["patrol-cutter"],
        format_id=["series"],
        deck=["earthwall"],
    ),
    "/games/future-invaders/cards?q=cost%3E%3D3&sort=-cost&view=rows",
    "/games/future-invaders/cards?q=laser&lang=fr",
    "/games/future-invaders/formats/series?lang=fr",
    "/api/v1/games",
    GAME,
    f"{GAME}/formats",
    f"{GAME}/building",
    f"{GAME}/cards?size=500",
    f"{GAME}/cards?q=type:ship+weapons%3E1&sort=-durability&size=7&page=2",
    f"{GAME}/cards?q=text:piochez&lang=fr",
    f"{GAME}/cards?q=%22",
    f"{GAME}/cards?q=lasre",
    "/api/v1/cards/saucer-people/king-of-hearts?lang=fr",
    "/api/v1/cards/saucer-people/nobody",
    "/health",
]


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory, postgres_url: str) -> Iterator[tuple[TestClient, TestClient]]:
    folder = tmp_path_factory.mktemp("both")
    with ExitStack() as stack:
        yield stack.enter_context(asked(folder)), stack.enter_context(asked(folder, database=postgres_url))


@pytest.mark.parametrize("address", ADDRESSES)
def test_pages_and_data_are_the_same(both: tuple[TestClient, TestClient], address: str) -> None:
    file, server = (client.get(address) for client in both)
    assert (server.status_code, server.headers.get("etag")) == (file.status_code, file.headers.get("etag"))
    assert server.content == file.content
    assert len(file.content) > 30


@pytest.mark.parametrize("deck", ["future-invaders/decks/earthwall", "rone-invasion/decks/after-three-matches"])
def test_verdicts_are_the_same(both: tuple[TestClient, TestClient], deck: str) -> None:
    sent = {"deck": both[0].get(f"/api/v1/games/{deck}").json(), "all": True}
    for language in ("", "?lang=fr"):
        file, server = (client.post(f"/api/v1/judge{language}", json=sent) for client in both)
        assert (file.status_code, server.content) == (200, file.content)
        assert '"violations": [{' in file.text
