"""The HTTP API: each endpoint answers what its description says, in the same words as the command line."""

import io
import json
import re
import zipfile
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from builder.web.api import judging
from builder.web.api.endpoints import ENDPOINTS, PREFIX
from builder.web.api.games import accepted, best
from builder.web.server.openapi import SHARED, description
from builder.workspace import Workspace
from tests.support.commands import ROOT
from tests.support.serving import get, post

DECK = {"name": "Test", "game": "moon-duel", "cards": {"coal-sprite": 3}}


def test_the_games_and_one_of_them(client: TestClient) -> None:
    assert {"moon-duel", "saucer-dice"} < {game["id"] for game in get(client, "/games")["games"]}
    found = get(client, "/games/moon-duel")
    assert (found["name"], found["definition"]["id"], found["faults"]) == ("Moon Duel", "moon-duel", 0)


def test_cards_are_found_a_page_at_a_time(client: TestClient) -> None:
    whole = get(client, "/games/moon-duel/cards")
    assert whole["total"] == len(whole["cards"]) > 2
    second = get(client, "/games/moon-duel/cards", page=2, size=2)
    assert [card["id"] for card in second["cards"]] == [card["id"] for card in whole["cards"]][2:4]
    assert second["pages"] == -(-whole["total"] // 2)
    assert get(client, "/games/moon-duel/cards", q="Cole Sprite")["meant"] == ["coal-sprite"]
    backwards = get(client, "/games/moon-duel/cards", sort="-number")["cards"]
    assert [card["id"] for card in backwards] == [card["id"] for card in whole["cards"]][::-1]


def test_a_card_with_its_rulings(client: TestClient) -> None:
    assert get(client, "/cards/moon-duel/coal-sprite")["card"]["name"] == "Coal Sprite"
    own, french = (get(client, "/cards/future-invaders/patrol-cutter", **words) for words in ({}, {"lang": "fr"}))
    assert own["card"]["name"] != french["card"]["name"]


def test_one_query_finds_cards_of_all_games(client: TestClient) -> None:
    found = get(client, "/cards", q="sprite or cutter", sort="name", size=500)
    assert {card["game"] for card in found["cards"]} >= {"moon-duel", "future-invaders"}
    assert len(found["cards"]) == found["total"] > 2


def test_answers_link_the_next_page_and_each_card_its_page_and_picture(client: TestClient) -> None:
    seen, path = [], "/games/future-invaders/cards?size=20&q=type:ship&lang=fr"
    while path:
        page = client.get(path if path.startswith(PREFIX) else PREFIX + path).json()
        seen += page["cards"]
        path = page["_links"].get("next", "")
    assert len({card["id"] for card in seen}) == len(seen) == page["total"] > 40
    assert client.get(page["_links"]["previous"]).json()["page"] == page["page"] - 1
    links = seen[0]["_links"]
    assert client.get(links["self"]).json()["card"] == seen[0]
    assert seen[0]["name"] in client.get(links["page"], headers={"accept": "text/html"}).text
    assert client.get(links["picture"]).headers["content-type"] == "image/webp"


def test_the_address_of_the_api_says_what_it_has(client: TestClient) -> None:
    found = get(client, "")
    assert client.get(found["games"]["moon-duel"]).json()["name"] == "Moon Duel"
    assert f"GET {PREFIX}/cards" in found["endpoints"]
    assert client.get(found["description"]).json()["openapi"]


def test_rulings_and_sets(client: TestClient) -> None:
    whole = get(client, "/games/future-invaders")["definition"]
    assert get(client, "/games/future-invaders/rulings", lang="fr")["rulings"][0]["question"].startswith("Un de mes")
    (first, *_) = get(client, "/games/future-invaders/sets")["sets"]
    assert first["name"] == whole["sets"]["first-light"]["name"]
    assert first["cards"] == get(client, "/games/future-invaders/cards", q="set:first-light")["total"]


def test_many_decks_are_judged_at_once_and_need_no_names(client: TestClient) -> None:
    legal = get(client, "/games/future-invaders/decks/earthwall")
    nameless = {key: value for key, value in DECK.items() if key != "name"}
    found = post(client, "/judge", decks=[nameless, legal])["decks"]
    assert [(one["deck"], one["legal"]) for one in found] == [("deck 1", False), (legal["name"], True)]
    assert found[0]["violations"] == post(client, "/judge", deck=nameless)["decks"][0]["violations"]
    wrong = client.post(f"{PREFIX}/judge", json={"decks": [legal, {**nameless, "game": "moon-dual"}]})
    assert (wrong.status_code, wrong.json()["detail"]) == (422, 'deck 2: there is no game "moon-dual"')
    large = {**nameless, "cards": {f"nobody-{number}": 1 for number in range(1_000)}}
    refused = client.post(f"{PREFIX}/judge", json={"decks": [large] * 20, "formats": list("abcdef")})
    assert (refused.status_code, "verdicts" in refused.text) == (400, True)


def test_sample_decks_have_their_words_in_the_language_asked_for(client: TestClient) -> None:
    for language, name in (("en", "Earthwall"), ("fr", "Rempart de la Terre")):
        deck = get(client, "/games/future-invaders/decks/earthwall", lang=language)
        listed = get(client, "/games/future-invaders/building", lang=language)["decks"]
        assert deck["name"] == name
        assert {"id": "earthwall", "name": name, "description": deck["description"]} in listed


def test_a_deck_is_judged_in_one_format_and_in_all(client: TestClient) -> None:
    (one,) = post(client, "/judge", deck=DECK)["decks"]
    assert (one["deck"], one["legal"]) == ("Test", False)
    assert {found["code"] for found in one["violations"]} >= {"too-few-cards"}
    deck = get(client, "/games/future-invaders/decks/earthwall")
    formats = list(get(client, "/games/future-invaders/formats"))
    found = post(client, "/judge", deck=deck, all=True)["decks"]
    assert [verdict["format"] for verdict in found] == formats
    assert post(client, "/judge", deck=deck, formats=["prepared"])["decks"] == found[:1]
    assert found[0]["legal"]


@pytest.mark.usefixtures("alone")
def test_a_judgement_is_the_command_lines(client: TestClient, started: Path) -> None:
    with Workspace([started]) as workspace:
        expected = workspace.judge(workspace.deck("first-deck")).to_json("First Deck", "moon-duel")
    deck = get(client, "/games/moon-duel/decks/first-deck")
    assert post(client, "/judge", deck=deck)["decks"] == [expected]


def test_statistics_hands_and_comparisons(client: TestClient) -> None:
    deck = get(client, "/games/future-invaders/decks/earthwall")
    counted = post(client, "/stats", deck=deck, chances=["[type:ship] >= 1 in 5 cards"])
    assert counted["cards"] == 40
    assert 0 < counted["asked"][0]["chance"] < 1
    hand = post(client, "/hands", deck=deck, seed=5, redraws=1)
    assert hand == post(client, "/hands", deck=deck, seed=5, redraws=1)
    other = {**deck, "cards": {**deck["cards"], "patrol-cutter": 1}}
    assert post(client, "/compare", before=deck, after=deck)["same"]
    assert not post(client, "/compare", before=deck, after=other)["same"]


def test_a_pasted_list_shows_what_was_not_understood(client: TestClient) -> None:
    found = post(client, "/parse", text="2 Coal Sprite\n1 Coal Spryte", game="moon-duel")
    assert found["deck"]["cards"] == {"coal-sprite": 2}
    (problem,) = found["problems"]
    assert (problem["line"], "Coal Sprite" in problem["help"]) == (2, True)
    assert problem["values"] == {"card": "Coal Spryte", "copies": 1}


@pytest.mark.parametrize("game", ["nowhere", ".", "./moon-duel"])
def test_a_list_of_a_game_that_is_not_there_is_refused(client: TestClient, game: str) -> None:
    response = client.post(f"{PREFIX}/parse", json={"text": "2 Coal Sprite", "game": game})
    assert (response.status_code, f'there is no game "{game}"' in response.json()["detail"]) == (400, True)


@pytest.mark.parametrize(
    ("to", "ending", "kind"), [("text", "txt", "text/plain"), ("cockatrice", "cod", "application/xml")]
)
def test_an_export_is_a_file(client: TestClient, to: str, ending: str, kind: str) -> None:
    deck = get(client, "/games/future-invaders/decks/earthwall")
    response = client.post(f"{PREFIX}/export", json={"deck": deck, "to": to})
    assert response.headers["content-disposition"] == f'attachment; filename="earthwall.{ending}"'
    assert response.headers["content-type"].startswith(kind)
    assert "Patrol Cutter" in response.text


def test_an_illegal_deck_is_exported_by_force(client: TestClient) -> None:
    for more, status in (({}, 422), ({"force": True}, 200)):
        assert client.post(f"{PREFIX}/export", json={"deck": DECK, "to": "text", **more}).status_code == status


def test_a_server_draws_what_is_made_of_pictures(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    assert {"tts", "playingcards", "playground", "feed"} < set(get(client, "/games/moon-duel/building")["targets"])
    sent = {"deck": DECK, "to": "tts", "force": True}
    files = zipfile.ZipFile(io.BytesIO(client.post(f"{PREFIX}/export", json=sent).content)).namelist()
    assert any(name.endswith(".json") for name in files)
    assert any(name.startswith("images/") and "sheet-1" in name for name in files)
    monkeypatch.setattr(judging, "MOST_DRAWN", 0)
    response = client.post(f"{PREFIX}/export", json=sent)
    assert "more than 0 different cards are not drawn at once" in response.json()["detail"]
    assert (response.status_code, "arsenal export" in response.json()["help"]) == (400, True)


@pytest.mark.parametrize(
    ("path", "status", "said"),
    [
        ("/games/mon-duel", 404, "moon-duel"),
        ("/games/moon-duel%5c..", 404, "there is no game"),  # a game's id, and never a folder
        ("/cards/moon-duel/nobody", 404, "nobody"),
        ("/games/moon-duel/decks/..%2f..%2fgame", 404, ""),
        ("/nothing", 404, "nothing at this address"),
        ("/games?sort=name", 400, '"sort"'),
        ("/games/moon-duel/cards?size=0", 400, "from 1 to 500"),
        ("/games/moon-duel/cards?page=-1", 400, "whole number"),
        ("/games/moon-duel/cards?q=" + "a" * 3000, 400, "longer than"),
        ("/games/moon-duel/cards?q=coost>2", 422, "cost"),
        ("/games/moon-duel/cards?lang=xx", 400, "xx"),
    ],
)
def test_what_cannot_be_answered_is_said(client: TestClient, path: str, status: int, said: str) -> None:
    response = client.get(PREFIX + path)
    assert response.status_code == status, response.text
    assert response.headers["content-type"] == "application/problem+json"
    assert said in response.text.replace("\\", "")


@pytest.mark.parametrize(
    ("sent", "status", "said"),
    [
        ("{", 400, "is no JSON (line 1, column 2)"),
        ("[]", 422, ""),
        ("NaN", 400, "no JSON"),
        ("[" * 100_000, 400, "no JSON"),
        ('{"deck": {"name": "x", "game": "moon-duel", "cards": {}}, "fromats": []}', 422, "fromats"),
        ('{"deck": {"name": "\\ud800", "game": "moon-duel", "cards": {"coal-sprite": 1}}}', 422, "half of a character"),
        ('{"deck": {"name": "x", "game": "nowhere", "cards": {}}}', 422, "nowhere"),
        ('{"deck": {"name": "x", "game": "moon-duel", "cards": {"nobody": 1}}}', 200, "nobody"),
    ],
)
def test_bodies_of_any_kind_are_answered(client: TestClient, sent: str, status: int, said: str) -> None:
    response = client.post(f"{PREFIX}/judge", content=sent)
    assert response.status_code == status, response.text
    assert said in response.text


def test_what_did_not_change_is_not_sent_again(client: TestClient) -> None:
    first = client.get(f"{PREFIX}/games")
    again = client.get(f"{PREFIX}/games", headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    other = client.get(f"{PREFIX}/games/moon-duel", headers={"if-none-match": first.headers["etag"]})
    assert other.status_code == 200


def test_the_description_is_of_openapi_and_names_every_endpoint(client: TestClient) -> None:
    served = client.get(f"{PREFIX}/openapi.json").json()
    assert served == json.loads(json.dumps(description()))
    assert {(path, method) for path, operations in served["paths"].items() for method in operations} == {
        (PREFIX + one.path, one.method.lower()) for one in ENDPOINTS
    }
    assert len(client.get(f"{PREFIX}/openapi.json").content) < 70_000  # what many take is described once
    references = set(re.findall(r'"#/components/schemas/([^"]*)"', json.dumps(served)))
    assert SHARED.keys() <= references <= served["components"]["schemas"].keys()


def test_decks_that_would_take_long_are_refused(client: TestClient) -> None:
    many = {**DECK, "cards": {f"nobody-{number}": 1 for number in range(2_000)}}
    sections = {"name": "x", "game": "moon-duel", "sections": {f"s{number}": {} for number in range(2_001)}}
    for deck in (many, sections):
        for path, body in (("judge", {"deck": deck}), ("compare", {"before": DECK, "after": deck})):
            answer = client.post(f"{PREFIX}/{path}", json=body)
            assert (answer.status_code, "different cards" in answer.text) == (400, True)
    few = {**many, "cards": dict(list(many["cards"].items())[:1_999])}
    assert client.post(f"{PREFIX}/judge", json={"deck": few}).status_code == 200
    assert len(post(client, "/judge", deck=DECK, formats=["standard"] * 50)["decks"]) == 1


def test_the_stored_description_is_of_this_api() -> None:
    kept = json.loads((ROOT / "docs/openapi.json").read_text("utf-8"))
    assert kept == json.loads(json.dumps(description())), "run python docs/generate.py"


@pytest.mark.parametrize(
    "have", ["1 Coal Sprite\n1 Nonsense\n", "count,name\n1,Coal Sprite\n1,Nonsense", "Coal Sprite;1\nNonsense;1"]
)
def test_what_a_collection_lacks(client: TestClient, have: str) -> None:
    found = post(client, "/proxies", deck=DECK, have=have)
    assert found["lacks"] == [{"id": "coal-sprite", "name": "Coal Sprite", "needed": 3, "owned": 1, "missing": 2}]
    assert (found["cards"], found["missing"]) == (3, 2)
    assert "2 Coal Sprite" in found["list"]
    assert "Nonsense" in found["problems"][0]["message"]
    again = post(client, "/parse", text=found["list"], game="moon-duel")["deck"]
    assert again["cards"] == {"coal-sprite": 2}


def test_nothing_is_missing_from_a_whole_collection(client: TestClient) -> None:
    whole = post(client, "/proxies", deck=DECK, have="name: Mine\ngame: moon-duel\ncards: {coal-sprite: 9}")
    assert (whole["lacks"], whole["list"]) == ([], "")


@pytest.mark.parametrize("have", ["", "name: Mine\ngame: invasion-tcg\ncards: {podling: 1}"])
def test_what_is_no_collection_is_refused(client: TestClient, have: str) -> None:
    answer = client.post(f"{PREFIX}/proxies", json={"deck": DECK, "have": have})
    assert answer.status_code in (400, 422), answer.text


def test_a_collection_is_text_and_names_no_file(client: TestClient) -> None:
    found = post(client, "/proxies", deck=DECK, have="/etc/passwd")
    assert [one["message"] for one in found["problems"]] == ['there is no card "/etc/passwd"']


def test_the_rest_of_the_deck_lies_in_its_order(client: TestClient) -> None:
    deck = {**DECK, "cards": {"coal-sprite": 3, "flare": 9}}
    found = post(client, "/hands", deck=deck, seed=7, rest=True)
    plain = post(client, "/hands", deck=deck, seed=7)
    assert plain == {name: value for name, value in found.items() if name not in ("rest", "draw")}
    assert len(found["rest"]) == found["left"]
    assert sorted(found["rest"] + [card["id"] for card in found["hands"][-1]]) == ["coal-sprite"] * 3 + ["flare"] * 9
    assert post(client, "/hands", deck=deck, seed=7, rest=True)["rest"] == found["rest"]
    invasion = {"name": "x", "game": "invasion-tcg", "cards": {"podling": 30}}
    assert post(client, "/hands", deck=invasion, rest=True)["draw"] == 2


def test_what_is_not_allowed_says_what_is(client: TestClient) -> None:
    refused = client.delete(f"{PREFIX}/games")
    assert refused.status_code == 405
    assert {method.strip() for method in refused.headers["allow"].split(",")} == {"GET", "HEAD"}
    assert client.get(f"{PREFIX}/judge").headers["allow"] == "POST"


# The languages that browsers ask for, and which of them they are given


@pytest.mark.parametrize(
    ("header", "found"),
    [
        ("", ()),
        ("fr", ("fr",)),
        ("en;q=0.5, fr", ("fr", "en")),
        ("fr-CH, fr;q=0.9, *;q=0.5", ("fr-CH", "fr")),
        ("en;q=no, de;q=0, <b>", ()),
    ],
)
def test_browsers_say_which_languages_they_want(header: str, found: tuple[str, ...]) -> None:
    assert accepted(header) == found


def test_the_language_that_is_wanted_most_is_taken() -> None:
    assert best(["fr-CH", "en"], ["en", "fr"]) == "fr"
    assert best(["pt"], ["en", "pt-BR"]) == "pt-BR"
    assert best(["pt"], ["en", "pt-PT", "pt-BR"]) == "pt-PT"
    assert best(["zh-Hant"], ["zh-Hans", "zh-Hant"]) == "zh-Hant"
    assert best(["xx"], ["en"]) == ""
