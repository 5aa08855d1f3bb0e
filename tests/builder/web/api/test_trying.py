"""How a deck does, asked again and again: the tally goes on, and one that no games can have is refused."""

from typing import Any

import pytest
from starlette.testclient import TestClient

from builder.web.api import trying
from engine.tallies import Tally


@pytest.fixture(autouse=True)
def one_game_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trying, "SECONDS", 0)


def ask(client: TestClient, game: str, **body: Any) -> Any:
    return client.post(f"/api/v1/games/{game}/trial", json={"seed": 3, **body})


def test_games_are_added_to_those_before(client: TestClient) -> None:
    body = {"decks": ["podfall", "crossroads"]}
    first = ask(client, "invasion-tcg", **body).json()
    low, high = first["interval"]
    assert 0 <= low <= first["share"] <= high <= 1
    more = ask(client, "invasion-tcg", **body, tally=first["tally"]).json()
    assert (first["games"], more["games"]) == (1, 2)
    assert more["tally"][2] >= first["tally"][2]
    tally = Tally("", *more["tally"])
    assert more["share"] == pytest.approx(tally.share, abs=1e-4)


def test_a_deck_for_the_whole_table_reaches_what_the_team_does(client: TestClient) -> None:
    found = ask(client, "saucer-people", decks=["fifty-two"], players=2).json()
    assert found["games"] == 1
    assert 0 <= found["share"] <= 1


@pytest.mark.parametrize("tally", [[1, 2, 2, 2], [1, 0, 0.5, 0.7], [1.5, 0, 0, 0], [2, 0.5, 1, 1]])
def test_a_tally_that_no_games_have_is_refused(client: TestClient, tally: list[float]) -> None:
    answer = ask(client, "invasion-tcg", decks=["podfall", "crossroads"], tally=tally)
    assert answer.status_code == 400
    assert "tally" in answer.json()["detail"]


def test_an_illegal_deck_says_why(client: TestClient) -> None:
    deck = {"game": "invasion-tcg", "sections": {"main": {"podling": 1}}}
    answer = ask(client, "invasion-tcg", decks=[deck, "podfall"])
    assert answer.status_code in (400, 422)
    assert answer.json()["findings"]
