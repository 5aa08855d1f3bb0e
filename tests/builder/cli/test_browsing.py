"""Commands that list games, find cards and show one, as text and as JSON."""

import json
import shutil
from pathlib import Path

import pytest

from builder.terminal.console import PlainConsole
from tests.support.commands import ROOT, Arsenal, InJson
from tests.support.git import change

FACTIONS = {"terrans", "invaders", "organics", "pirates", "neutral"}


def test_games(arsenal: Arsenal, in_json: InJson) -> None:
    assert "series: exactly 2 players" in arsenal("games").stdout
    data = in_json("games", schema="games-output")
    game = next(g for g in data["games"] if g["id"] == "future-invaders")
    assert {"prepared", "series", "rivals"} <= set(game["formats"])
    assert game["players"]["rivals"] == {"min": 4, "max": 6, "teams": 2}
    assert len(game["decks"]) >= 6
    assert game["cards"] >= 72


def test_a_pack_of_ones_own_takes_the_place_of_the_bundled_one(in_json: InJson, tmp_path: Path) -> None:
    own = tmp_path / "fork"
    shutil.copytree(ROOT / "cards/saucer-dice", own)
    game = own / "game.yaml"
    game.write_text(game.read_text().replace("name: Saucer Dice", "name: Saucer Dice by Me", 1))
    games = in_json("games", "--packs", str(own))["games"]
    assert [g["name"] for g in games if g["id"] == "saucer-dice"] == ["Saucer Dice by Me"]


def test_search(in_json: InJson) -> None:
    found = in_json("search", "faction:pirates type:ship cost<=3", "-g", "future-invaders", schema="search-output")
    assert found["cards"]
    for card in found["cards"]:
        assert card["faction"] == "pirates"
        assert card["type"] == "ship"
        assert sum(card.get("cost", {}).values()) <= 3
    everything = in_json("search", "")["cards"]
    assert {card["faction"] for card in everything if card["game"] == "future-invaders"} == FACTIONS


def test_a_search_may_sort_downwards(in_json: InJson) -> None:
    for sort in (["--sort", "-cost"], ["--sort=-cost"]):
        query = ["has:rarity", "faction:neutral"]
        found = in_json("search", *query, *sort)["cards"]
        assert [sum(card["cost"].values()) for card in found] == [8, 8, 7, 7, 6, 4]


def test_a_query_needs_no_quotes(arsenal: Arsenal) -> None:
    together = arsenal("search", "type:ship is:supreme").stdout
    assert arsenal("search", "type:ship", "is:supreme").stdout == together


@pytest.mark.parametrize(
    ("asked", "meant"),
    [
        ("knife runer", "Knife Runner"),
        ("f:pirates runer cost<=3", "Knife Runner"),
        ("sonnde --lang fr", "Sonde à la dérive"),
    ],
)
def test_a_search_that_finds_nothing_says_what_was_probably_meant(arsenal: Arsenal, asked: str, meant: str) -> None:
    for output in ("text", "json"):
        said = arsenal("search", *asked.split(), "--output", output).stderr
        assert ("note\xa0: vouliez-vous dire " if "--lang" in asked else "note: did you mean ") in said
        assert (f"«\xa0{meant}\xa0» (" if "--lang" in asked else f'"{meant}" (') in said


@pytest.mark.parametrize("asked", ["knife", "xyzzyx", "f:pirates cost>90", "runer or wsap", "/runer/", "runer -t:ship"])
def test_a_search_guesses_nothing_where_there_is_nothing_to_guess(arsenal: Arsenal, asked: str) -> None:
    said = arsenal("search", *asked.split(), "-g", "future-invaders").stderr
    assert "Knife Runner" not in said


def test_cards_are_found_by_their_ids(in_json: InJson, own_pack: Path) -> None:
    def found(words: str) -> list[str]:
        cards = in_json("search", words, "--packs", "moon-duel")["cards"]
        return [card["id"] for card in cards]

    assert found("knife-runner") == ["knife-runner"]
    change(own_pack, "- id: flare\n", "- id: flare\n  aliases: [spark-of-old]\n")
    assert found("spark-of-old") == found("id:spark-of-old") == ["flare"]


def test_cards_of_several_games_are_named_with_their_game_in_a_line_each(
    arsenal: Arsenal, in_json: InJson, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = in_json("search", "cost<=2 number<40")["cards"]
    assert len({card["game"] for card in found}) > 1
    for width in (80, 100, 120):
        console = PlainConsole(width=width, no_color=True)
        monkeypatch.setattr("builder.terminal.cards.console", lambda console=console: console)
        head, *rows = arsenal("search", "cost<=2 number<40").stdout.splitlines()
        assert (head.split()[:3], head.split()[-1]) == (["Card", "Type", "Game"], "Text"), width
        assert max(len(row) for row in rows) <= width
        assert [row.split()[0] for row in rows] == [card["name"].split()[0] for card in found], width
    assert "Game" not in arsenal("search", "cost<=2", "-g", "future-invaders").stdout.splitlines()[0]


@pytest.mark.usefixtures("alone")
def test_terminal_output_cannot_be_steered_by_cards(arsenal: Arsenal, own_pack: Path) -> None:
    change(own_pack, "name: Coal Sprite", 'name: "\\e[2J\\e]0;owned\\a Card"')
    said = arsenal("search", "owned or card", "--packs", "moon-duel").stdout
    assert "Card" in said
    assert "\x1b" not in said
    assert "\x07" not in said


def test_show(arsenal: Arsenal, in_json: InJson) -> None:
    card = in_json("search", "type:ship has:income", "--limit", "1")["cards"][0]
    assert card["name"] in arsenal("show", card["name"].upper()).stdout
    assert in_json("show", card["id"])["cards"][0] == card
    assert "did you mean" in arsenal("show", card["name"] + "e", code=2).stderr
    assert 'did you mean "Your Turn, Captains"' in arsenal("show", "captains", code=2).stderr
    begun = 'cards that begin so: "Turn the Table" (turn-the-table), "Turning Lathe" (turning-lathe)\n'
    assert begun in arsenal("show", "turn", code=2).stderr


def test_show_has_a_card_s_rulings_as_data(arsenal: Arsenal, in_json: InJson) -> None:
    data = in_json("show", "drift-probe", schema="search-output")
    assert data["rulings"] == []
    data = in_json("show", "knife-runner", schema="search-output")
    shown = " ".join(arsenal("show", "knife-runner").stdout.replace("│", " ").split())
    assert data["rulings"]
    for ruling in data["rulings"]:
        assert "knife-runner" in ruling["cards"]
        assert f"Q {ruling['question']} A {ruling['ruling']}" in shown


def test_show_in_another_language_names_what_lies_in_fields(arsenal: Arsenal) -> None:
    said = " ".join(
        arsenal("show", "player-board", "-g", "rone-invasion", "--lang", "fr").stdout.replace("│", "").split()
    )
    assert "16 Armure 14 Santé 18 Maximum" in said
    assert "Renchéri" in said
    assert not {"Amount", "Dearer", "stored-note"} & set(said.replace(",", "").split())


@pytest.mark.parametrize(
    "card", ["ruddock", "iron-heart", "red-invasion-die", "king-marcus", "podling", "scout", "staging-board"]
)
def test_show_says_what_any_kind_of_card_is(arsenal: Arsenal, card: str) -> None:
    said = arsenal("show", card).stdout
    assert f"{card}  ─" in said
    assert "['" not in said


def test_a_card_s_abilities_are_shown_as_written_and_as_engines_read_them(arsenal: Arsenal, in_json: InJson) -> None:
    said = arsenal("show", "Scrapper Barge", "--abilities").stdout
    assert "\nabilities: {use: action, cost: {destroy: this}, gain: {scrap: 1}}\n" in said
    assert '\n{"kind": "activated", "use": "action", "cost": [{"op": "destroy", "main": {"ref": "this"}}], ' in said
    assert "abilities:" not in arsenal("show", "Scrapper Barge").stdout
    data = in_json("show", "scrapper-barge", "--abilities", schema="search-output")
    (stated,) = data["abilities"]
    assert stated["place"] == "abilities"
    assert stated["written"] == {"use": "action", "cost": {"destroy": "this"}, "gain": {"scrap": 1}}
    assert stated["canonical"] == data["cards"][0]["abilities"]
    assert "abilities" not in in_json("show", "scrapper-barge")
    assert 'note: "knife-runner" has no abilities' in arsenal("show", "knife-runner", "--abilities").output


def test_abilities_of_entries_are_shown_with_their_places(arsenal: Arsenal, in_json: InJson) -> None:
    data = in_json("search", "has:actions", "-g", "rone-invasion")
    board = next(card for card in data["cards"] if any("do" in action for action in card["actions"]))
    shown = arsenal("show", board["id"], "--abilities", "--output", "json", "-g", "rone-invasion").stdout
    places = [one["place"] for one in json.loads(shown)["abilities"]]
    assert any(place.startswith("actions/") and place.endswith("/do") for place in places)


def test_abilities_in_another_language_have_their_text_in_it(arsenal: Arsenal) -> None:
    shown = arsenal("show", "scrapper-barge", "--lang", "fr", "--abilities").stdout
    assert "Détruisez ce vaisseau" in shown
    assert "abilities: {use: action" in shown
