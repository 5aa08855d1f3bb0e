"""What a deck builder asks of a game first."""

import pytest
from starlette.testclient import TestClient

from builder.web.api.endpoints import PREFIX
from tests.support.serving import get

BUILDING = "/games/future-invaders/building"
FORMATS = "/games/future-invaders/formats"


@pytest.mark.parametrize("game", ["moon-duel", "future-invaders", "saucer-dice", "rone-invasion"])
def test_a_game_is_described_in_one_answer(client: TestClient, game: str) -> None:
    found = get(client, f"/games/{game}/building")
    cards = get(client, f"/games/{game}/cards", size=500)["cards"]
    assert [card["id"] for card in found["cards"]] == [card["id"] for card in cards]
    assert [one["id"] for one in found["formats"]] == list(get(client, f"/games/{game}/formats"))
    assert all(one["sections"] for one in found["formats"])
    assert "text" in found["targets"]


def test_a_format_has_the_sections_of_those_it_extends(client: TestClient) -> None:
    found = get(client, "/games/saucer-people/building")
    sections = {one["id"]: [section["id"] for section in one["sections"]] for one in found["formats"]}
    assert sections["open-hands"] == sections["standard"] == ["pile", "crew"]


def test_values_of_fields_have_the_names_that_the_game_gives_them(client: TestClient) -> None:
    fields = {field["name"]: field for field in get(client, BUILDING)["fields"]}
    assert {"id": "terrans", "name": "Terrans"} in fields["faction"]["values"]
    assert fields["cost"]["kind"] == "tally"
    french = get(client, BUILDING, lang="fr")["fields"]
    assert [field["title"] for field in french][:4] == ["Extension", "Id", "Numéro", "Nom"]
    named = {value["id"]: value["name"] for field in french for value in field["values"]}
    assert (named["destroy"], named["deal"]) == ("Détruire", "Infligez … dégâts à …")
    assert (named["attacks-base"], named["static"]) == ("… attaque votre base", "Permanente")


def test_cards_are_named_in_the_language_asked_for(client: TestClient) -> None:
    own, french = (get(client, BUILDING, **words)["cards"][0]["name"] for words in ({}, {"lang": "fr"}))
    assert own != french


def test_there_is_no_builder_for_no_game(client: TestClient) -> None:
    assert client.get("/games/nothing/build").status_code == 404
    page = client.get("/games/moon-duel/build")
    assert page.status_code == 200
    assert 'data-game="moon-duel"' in page.text
    assert "<script>" not in page.text


def test_a_format_says_how_many_copies_it_allows(client: TestClient) -> None:
    found = get(client, f"{FORMATS}/standard-rarity/copies")
    assert found["sections"]["main"]["yard-tender"] == 2
    (out,) = found["out"]
    assert (out["code"], "rarity" in out["help"]) == ("not-in-pool", True)
    assert set(out["cards"]).isdisjoint(found["sections"]["main"])
    (french,) = get(client, f"{FORMATS}/standard-rarity/copies", lang="fr")["out"]
    assert french["cards"] == out["cards"]
    assert french["help"] != out["help"]
    assert get(client, f"{FORMATS}/series/copies")["deck"]["yard-tender"] == 2
    for players in (1, 4):
        table = get(client, "/games/rone-invasion/formats/cooperative/copies", players=players)
        assert table["sections"]["leader"]["marshal-odra"] == players


@pytest.mark.parametrize(
    ("asked", "status", "said"),
    [
        ("preparde/copies", 404, "prepared"),
        ("prepared/copies?players=0", 400, "players"),
        ("prepared/copies?date=soon", 400, "soon"),
    ],
)
def test_copies_of_no_format_and_for_no_table_are_refused(
    client: TestClient, asked: str, status: int, said: str
) -> None:
    answer = client.get(f"{PREFIX}{FORMATS}/{asked}")
    assert (answer.status_code, said in answer.text) == (status, True)
