"""What a deck builder asks of a game first."""

from collections.abc import Iterator

import jsonschema
import pytest
from starlette.testclient import TestClient

from builder.web.api.endpoints import ENDPOINTS, PREFIX
from tests.support.serving import asked


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with asked(tmp_path_factory.mktemp("filters")) as found:
        yield found


@pytest.mark.parametrize("game", ["moon-duel", "future-invaders", "saucer-dice", "rone-invasion"])
def test_a_game_is_described_in_one_answer(client: TestClient, game: str) -> None:
    (one,) = [one for one in ENDPOINTS if one.path == "/games/{game}/building"]
    found = client.get(f"{PREFIX}/games/{game}/building").json()
    assert isinstance(one.answer, dict)
    jsonschema.validate(found, one.answer)
    cards = client.get(f"{PREFIX}/games/{game}/cards", params={"size": 500}).json()["cards"]
    assert [card["id"] for card in found["cards"]] == [card["id"] for card in cards]
    assert [one["id"] for one in found["formats"]] == list(client.get(f"{PREFIX}/games/{game}/formats").json())
    assert all(one["sections"] for one in found["formats"])
    assert "text" in found["targets"]


def test_a_format_has_the_sections_of_those_it_extends(client: TestClient) -> None:
    found = client.get(f"{PREFIX}/games/saucer-people/building").json()
    sections = {one["id"]: [section["id"] for section in one["sections"]] for one in found["formats"]}
    assert sections["open-hands"] == sections["standard"] == ["pile", "crew"]


def test_values_of_fields_have_the_names_that_the_game_gives_them(client: TestClient) -> None:
    found = client.get(f"{PREFIX}/games/future-invaders/building").json()
    fields = {field["name"]: field for field in found["fields"]}
    assert {"id": "terrans", "name": "Terrans"} in fields["faction"]["values"]
    assert fields["cost"]["kind"] == "tally"
    found = client.get(f"{PREFIX}/games/future-invaders/building", params={"lang": "fr"}).json()
    assert [field["title"] for field in found["fields"]][:4] == ["Extension", "Id", "Numéro", "Nom"]
    named = {value["id"]: value["name"] for field in found["fields"] for value in field["values"]}
    assert (named["destroy"], named["deal"]) == ("Détruire", "Infligez … dégâts à …")
    assert (named["attacks-base"], named["static"]) == ("… attaque votre base", "Permanente")


def test_cards_are_named_in_the_language_asked_for(client: TestClient) -> None:
    names = [
        client.get(f"{PREFIX}/games/future-invaders/building", params=words).json()["cards"][0]["name"]
        for words in ({}, {"lang": "fr"})
    ]
    assert names[0] != names[1]


def test_there_is_no_builder_for_no_game(client: TestClient) -> None:
    assert client.get("/games/nothing/build").status_code == 404
    page = client.get("/games/moon-duel/build")
    assert page.status_code == 200
    assert 'data-game="moon-duel"' in page.text
    assert "<script>" not in page.text


def test_a_format_says_how_many_copies_it_allows(client: TestClient) -> None:
    (one,) = [one for one in ENDPOINTS if one.path.endswith("/copies")]
    formats = f"{PREFIX}/games/future-invaders/formats"
    found = client.get(f"{formats}/standard-rarity/copies").json()
    assert isinstance(one.answer, dict)
    jsonschema.validate(found, one.answer)
    assert found["sections"]["main"]["yard-tender"] == 2
    (out,) = found["out"]
    assert out["code"] == "not-in-pool"
    assert "rarity" in out["help"]
    assert set(out["cards"]).isdisjoint(found["sections"]["main"])
    (french,) = client.get(f"{formats}/standard-rarity/copies", params={"lang": "fr"}).json()["out"]
    assert french["cards"] == out["cards"]
    assert french["help"] != out["help"]
    series = client.get(f"{formats}/series/copies").json()
    assert series["deck"]["yard-tender"] == 2
    table = f"{PREFIX}/games/rone-invasion/formats/cooperative/copies"
    assert [client.get(table, params={"players": n}).json()["sections"]["leader"]["marshal-odra"] for n in (1, 4)] == [
        1,
        4,
    ]


def test_copies_of_no_format_and_for_no_table_are_refused(client: TestClient) -> None:
    found = client.get(f"{PREFIX}/games/future-invaders/formats/preparde/copies")
    assert found.status_code == 404
    assert "prepared" in found.json()["help"]
    formats = f"{PREFIX}/games/future-invaders/formats/prepared/copies"
    assert client.get(formats, params={"players": "0"}).status_code == 400
    assert client.get(formats, params={"date": "soon"}).status_code == 400
