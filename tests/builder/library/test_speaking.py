"""Formats, rulings and verdicts in another language: the words differ, what is judged does not."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from builder.diagnostics import UsageError
from builder.library import Catalog
from builder.publishing.documents import content_of, documents_of
from builder.translations.words import other_things
from builder.web.api.answering import answer, opened
from builder.workspace import Workspace
from tests.support.answers import broken
from tests.support.commands import Arsenal, InJson
from tests.support.serving import asked

GAME = "future-invaders"


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    return Workspace().catalog


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with asked(tmp_path_factory.mktemp("speaking")) as found:
        yield found


def test_what_formats_decks_and_rulings_have_in_words() -> None:
    written: dict[str, Any] = {
        "name": "Duel",
        "setup": {"hand": 5, "difficulty": "hard"},
        "sections": {"deck": {"name": "Deck"}},
        "odds": [{"name": "A spark", "roll": {"die": 1}, "cancels": {"name": "spark"}}],
        "clauses": {
            "size": {"clause": "size", "section": "deck", "min": 3, "description": "Three."},
            "kinds": {"clause": "allowance", "groups": [{"where": "type:a", "max": 1, "label": "As"}]},
            "table": {"clause": "inventory", "labels": {"type:die": "dice"}},
        },
        "history": [{"from": "2026-01-01", "note": "Fewer.", "clauses": {"size": {"description": "Two."}}}],
    }
    ruling = {"question": "Why?", "ruling": "So.", "section": "Start"}
    deck = {"name": "Ash", "game": "duel", "description": "Burn.", "author": "Ada", "cards": {"flare": 3}}
    assert other_things({"duel": written}, {"ash": deck}, [ruling]) == {
        ("formats", "duel"): {
            ("name",): "Duel",
            ("setup", "difficulty"): "hard",
            ("sections", "deck", "name"): "Deck",
            ("odds", 0, "name"): "A spark",
            ("clauses", "size", "description"): "Three.",
            ("clauses", "kinds", "groups", 0, "label"): "As",
            ("clauses", "table", "labels", "type:die"): "dice",
            ("history", 0, "note"): "Fewer.",
            ("history", 0, "clauses", "size", "description"): "Two.",
        },
        ("setup", "hand"): {("name",): "Hand"},
        ("setup", "difficulty"): {("name",): "Difficulty"},
        ("decks", "ash"): {("name",): "Ash", ("description",): "Burn."},
        ("rulings", "Why?"): {("question",): "Why?", ("ruling",): "So."},
        ("rulebook", "Start"): {("name",): "Start"},
    }


def test_a_sample_deck_says_its_words_in_french(catalog: Catalog) -> None:
    [judged] = catalog.verdicts([f"{GAME}/earthwall"], language="fr")
    french, own = judged.deck.deck, catalog.open_deck(f"{GAME}/earthwall").deck
    assert (french.name, own.name) == ("Rempart de la Terre", "Earthwall")
    assert french.description.startswith("D’abord le pétrole")
    assert (french.sections, french.format) == (own.sections, own.format)
    assert catalog.open_deck(f"{GAME}/earthwall", language="xx").deck == own


def test_a_game_says_its_formats_and_rulings_in_french(catalog: Catalog) -> None:
    words = catalog.localized(catalog.game(GAME), "fr")
    series = catalog.formats(GAME, "fr")["series"]
    assert (series["name"], series["extends"]) == ("Série", "prepared")
    assert catalog.formats(GAME, "xx") == catalog.formats(GAME)
    assert (words.fact("base-durability"), words.fact("nobody-knows")) == ("Solidité de la base", "Nobody knows")
    ruling = next(one for one in catalog.loaded(GAME).rulings if one.section == "Scrap Pile")
    told = words.ruling(ruling)
    assert (told.section, told.cards, told.decided) == ("Casse", ruling.cards, ruling.decided)
    assert told.question.startswith("Mon Corsaire sous contrat")
    assert (words.language_of("rulings", ruling.question), words.language_of("rulings", "x")) == ("fr", "en")


def neutral(verdict: dict[str, Any]) -> dict[str, Any]:
    """A verdict without its words."""
    kept = {key: value for key, value in verdict.items() if key != "notes"}
    faults = [{**one, "message": "", "help": ""} for one in verdict["violations"]]
    return {**kept, "violations": faults}


def test_verdicts_differ_in_their_words_alone(catalog: Catalog) -> None:
    compared = 0
    for game in catalog.games:
        for name in catalog.sample_decks(game.id)[:1]:
            deck = catalog.loaded(game.id).sample_deck(name).to_document()
            for sent in list(broken(deck))[1:6:2]:
                opened = catalog.deck_of(sent)
                for format_id in catalog.formats(game.id):
                    judges = [catalog.judge_of(opened.deck, format_id, language=language) for language in ("", "fr")]
                    said = [catalog.verdict(opened, judge).to_json("deck", game.id) for judge in judges]
                    assert neutral(said[0]) == neutral(said[1])
                    messages = [[one["message"] for one in verdict["violations"]] for verdict in said]
                    assert not any(english == french for english, french in zip(*messages, strict=True))
                    compared += len(messages[0])
    assert compared > 300


def test_a_language_that_nothing_is_written_in_is_refused(catalog: Catalog) -> None:
    with pytest.raises(UsageError, match='nothing is written in "xx"'):
        catalog.verdicts([f"{GAME}/earthwall"], language="xx")
    assert catalog.verdicts([f"{GAME}/earthwall"], language="fr")[0].format.name == "Préparé"


def test_check_and_stats_speak_french(arsenal: Arsenal, in_json: InJson, tmp_path: Path) -> None:
    deck = tmp_path / "deck.yaml"
    deck.write_text("name: Sept\ngame: future-invaders\ncards: {patrol-cutter: 7}\n", "utf-8")
    said = " ".join(arsenal("check", str(deck), "--lang", "fr", code=1).stdout.split())
    assert "Vedette de patrouille en 7 exemplaires, et Préparé en admet 2" in said
    assert "Un arsenal contient deux exemplaires de chaque carte" in said
    found = in_json("stats", str(deck), "--lang", "fr")
    assert "Armement" in [one["title"] for one in found["amounts"]]


DECK = {"name": "x", "game": GAME, "cards": {"patrol-cutter": 7}}


@pytest.mark.parametrize(
    ("query", "headers", "french"),
    [
        ({}, {}, False),
        ({"lang": "fr"}, {}, True),
        ({}, {"accept-language": "fr-CA, en;q=0.5"}, True),
        ({}, {"accept-language": "it, en;q=0.5"}, False),
        ({"lang": "en"}, {"accept-language": "fr"}, False),
    ],
)
def test_the_api_answers_in_the_language_of_the_reader(
    client: TestClient, query: dict[str, str], headers: dict[str, str], french: bool
) -> None:
    answer = client.post("/api/v1/judge", json={"deck": DECK}, params=query, headers=headers)
    assert ("retirez-en" in answer.text, "remove 5" in answer.text) == (french, not french)
    building = client.get(f"/api/v1/games/{GAME}/building", params=query, headers=headers)
    assert building.json()["formats"][0]["name"] == ("Préparé" if french else "Prepared")
    assert building.headers["vary"].startswith("accept-language")
    copies = client.get(f"/api/v1/games/{GAME}/formats/standard-rarity/copies", params=query, headers=headers)
    assert ("Seules les cartes sans marque" in copies.text) == french
    formats = client.get(f"/api/v1/games/{GAME}/formats", params=query, headers=headers).json()
    assert formats["series"]["sections"]["main"]["name"] == "Arsenal"
    card = client.get(f"/api/v1/cards/{GAME}/boarding-party", params=query, headers=headers).json()
    assert (card["card"]["name"], "capturé" in card["rulings"][0]["question"]) == (
        ("Soirée abordage", True) if french else ("Boarding Party", False)
    )


def test_a_game_without_a_language_is_judged_in_it_with_its_own_names(client: TestClient) -> None:
    deck = {"name": "x", "game": "moon-duel", "cards": {"flare": 9}}
    said = client.post("/api/v1/judge?lang=fr", json={"deck": deck}).json()["decks"][0]["violations"]
    assert "Flare en 9 exemplaires, et Standard en admet 3" in said[1]["message"]
    refused = client.post("/api/v1/judge?lang=xx", json={"deck": deck})
    assert (refused.status_code, "xx" in refused.json()["detail"]) == (400, True)


def test_pages_of_formats_decks_and_rulings_are_in_french(client: TestClient) -> None:
    page = client.get(f"/games/{GAME}/formats/series", headers={"accept-language": "fr"}).text
    assert "le perdant peut ajouter, retirer ou échanger" in page
    assert "Solidité de la base" in page
    assert "Casse</h2>" in client.get(f"/games/{GAME}/rulings?lang=fr").text
    assert "Rareté ordinaire" in client.get(f"/games/{GAME}/decks/earthwall?lang=fr").text


def test_who_has_no_database_judges_in_french_too(catalog: Catalog) -> None:
    game = catalog.game(GAME)
    files = documents_of(catalog, game, content_of(catalog, game), [])
    games = opened([(json.loads(files["judge.json"]), json.loads(files["catalog.json"]))])
    found = json.loads(answer(games, "GET", f"/games/{GAME}/cards", {"lang": "fr", "q": "vedette", "size": "1"})[2])
    assert (found["total"] >= 1, [one["name"] for one in found["cards"]]) == (True, ["Vedette de patrouille"])
    status, _, said = answer(games, "POST", "/judge", {"lang": "fr"}, json.dumps({"deck": DECK}))
    mine = catalog.deck_of(DECK)
    judge = catalog.loaded(GAME).judge_by(catalog.format(mine.deck, language="fr"), "fr")
    assert (status, json.loads(said)) == (200, {"decks": [catalog.verdict(mine, judge).to_json("x", GAME)]})
