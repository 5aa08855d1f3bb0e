"""Tables: games that are played by requests, each with the whole game in it."""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from starlette.testclient import TestClient

from builder.publishing.core import player
from builder.web.api.endpoints import PREFIX
from builder.web.api.playing import MOST_TABLES
from engine.passing import ALWAYS, UNTIL_IT_IS_ABOUT_ME, WHEN_IT_MATTERS
from tests.support.bare import bare
from tests.support.serving import PLAYED


def drawn_by(seed: int | str) -> Random:
    return Random(seed)  # noqa: S311 - games are drawn from a seed


class Played:
    """A game of one person against quick bots."""

    def __init__(self, client: TestClient, game: str, seed: int = 3, **more: Any) -> None:
        decks, players = PLAYED[game]
        self.client, self.address = client, f"{PREFIX}/games/{game}/table"
        self.request: dict[str, Any] = {
            "decks": decks, "players": players, "seed": seed, "seats": ["human", *["greedy"] * (players - 1)],
            "options": [], "seat": 0, **more,
        }  # fmt: skip
        self.said: dict[str, Any] = {}

    def ask(self, do: str = "look", status: int = 200, **more: Any) -> dict[str, Any]:
        answer = self.client.post(self.address, json={**self.request, "do": do, **more})
        assert answer.status_code == status, answer.text
        self.said = answer.json()
        if status == 200:
            self.request |= {"options": self.said["options"], "conceded": self.said["conceded"]}
        return self.said

    def play(self, chance: Random, most: int = 1_000) -> Iterator[dict[str, Any]]:
        """Play on by chance until the game is over, or so many decisions have been made: what is said before each."""
        self.ask()
        for _ in range(most):
            if self.said["who"] is None:
                return
            yield self.said
            if self.said["choices"]:
                self.ask("take", take=chance.choice(self.said["choices"])["option"])
            else:
                self.ask("go")


@pytest.mark.long
def test_one_passes_by_oneself_as_one_wishes(client: TestClient) -> None:
    """Whoever could answer what a bot does is asked, or passes: with each wish less often."""
    asked = {"q": "faction=terrans -has:rarity", "size": 100}
    listed = client.get(f"{PREFIX}/games/future-invaders/cards", params=asked).json()["cards"]
    cards = {card["id"]: 2 for card in listed}
    deck = {"name": "Terrans", "game": "future-invaders", "format": "prepared", "cards": cards}
    played, chance = Played(client, "future-invaders", decks=[deck] * 2), drawn_by(1)
    said, found = played.ask(), set()
    for _ in range(300):
        if len(found) == 3:
            break
        if not said["person"]:
            said = played.ask("go")
            continue
        passing = [one["option"] for one in said["choices"] if one["role"] == "pass"]
        if passing and said["reason"]["about"] in ("window", "react"):
            wished = [played.ask(wish=wish)["passes"] for wish in (ALWAYS, WHEN_IT_MATTERS, UNTIL_IT_IS_ABOUT_ME)]
            assert {*wished} <= {None, *passing}
            found.add(wished.count(None))
        taken = passing[0] if passing else chance.choice(said["choices"])["option"]
        said = played.ask("take", take=taken)
    assert found == {1, 2, 3}
    assert Played(client, "saucer-dice").ask()["windows"] is False


@pytest.mark.long
@pytest.mark.parametrize("game", PLAYED)
def test_a_game_is_played_to_its_end(client: TestClient, game: str) -> None:
    played = Played(client, game)
    assert sum(bool(said["choices"]) for said in played.play(drawn_by(game))) > 3
    said = played.said
    assert said["who"] is None
    assert len(said["result"]) in (1, PLAYED[game][1])
    assert said["choices"] == []
    whole = played.ask(seen=0)
    assert whole["seen"] == len(whole["events"]) > 10
    assert all(event["said"][-1] in ".!?" for event in whole["events"])


@pytest.mark.parametrize("game", PLAYED)
def test_who_is_asked_reads_why_and_what_each_option_does(client: TestClient, game: str) -> None:
    played, address = Played(client, game), f"{PREFIX}/games/{game}/table?lang="
    for number, said in enumerate(played.play(drawn_by(game), 40)):
        played.address = address + ("en", "fr")[number % 2]
        if said["choices"]:
            assert said["reason"]["said"], said["reason"]
            assert all(one["said"] for one in said["choices"])
            texts = [one["said"] for one in said["choices"] if not one["at"]]
            assert len(texts) == len(set(texts)), "two options that look the same"


@pytest.mark.parametrize("game", ["future-invaders", "rone-invasion"])
def test_the_same_options_lead_to_the_same_table(client: TestClient, game: str) -> None:
    played = Played(client, game)
    assert len([*played.play(drawn_by(1), 40)]) == 40
    before = played.ask()
    for seed in range(MOST_TABLES + 1):  # until the server has forgotten it
        Played(client, "saucer-dice", seed).ask()
    assert played.ask() == before


def test_a_decision_is_taken_back_until_something_was_learned(client: TestClient) -> None:
    played, chance = Played(client, "invasion-tcg", seed=5), drawn_by(2)
    backs = {True: 0, False: 0}
    played.ask()
    while played.said["who"] is not None and min(backs.values()) < 3:
        if not played.said["choices"]:
            played.ask("go")
            continue
        before, choice = dict(played.request), chance.choice(played.said["choices"])
        table = played.said["table"]
        played.ask("take", take=choice["option"])
        undo = played.said["undo"]
        if played.said["who"] == 0:
            assert (undo is None) == choice["final"] or undo != len(before["options"])
        backs[undo is not None] += 1
        if undo is not None:
            played.request["options"] = played.request["options"][:undo]
            assert played.ask()["table"] == table
            played.ask("take", take=choice["option"])
    assert min(backs.values()) > 0


def test_a_seat_sees_its_own_hand_alone(client: TestClient) -> None:
    played = Played(client, "future-invaders", seats=["human", "human"])
    hands = []
    for seat in (0, 1):
        table = played.ask(seat=seat)["table"]
        seen = [[item["card"] for item in _area(one, "hand")["items"]] for one in table["seats"]]
        hands.append(seen[seat])
        assert set(seen[1 - seat]) == {None}
        assert all(seen[seat])
        assert [one["own"] for one in table["seats"]] == [seat == 0, seat == 1]
    assert hands[0] != hands[1]


def _area(part: dict[str, Any], name: str) -> dict[str, Any]:
    found: dict[str, Any] = next(area for line in part["lines"] for area in line if area["id"] == name)
    return found


def test_a_player_concedes_and_the_others_play_on(client: TestClient) -> None:
    played = Played(client, "future-invaders")
    assert played.ask()["left"]
    assert played.ask("concede")["result"] == [0.0, 1.0]
    assert played.request["conceded"] == [[0, 0]]
    again = played.ask()
    assert again["result"] == [0.0, 1.0]
    assert not again["left"]
    played.ask("concede", status=400)


def test_advice_is_one_of_the_options(client: TestClient) -> None:
    played = Played(client, "saucer-dice")
    choices = [one["option"] for one in played.ask()["choices"]]
    assert played.ask("hint")["hint"] in choices


def test_an_own_deck_is_played_if_it_is_legal(client: TestClient) -> None:
    deck = client.get(f"{PREFIX}/games/invasion-tcg/decks/podfall").json()
    deck = {name: deck[name] for name in ("name", "game", "format", "cards", "sections") if name in deck}
    played = Played(client, "invasion-tcg", decks=[{**deck, "name": "Mine"}, "high-water"])
    assert played.ask()["names"] == ["You · Mine", "Player 2 · High Water"]
    short = {**deck, "cards": dict([*deck["cards"].items()][:2])}
    said = Played(client, "invasion-tcg", decks=[short, "high-water"]).ask(status=422)
    assert "illegal-deck" in json.dumps(said)


@pytest.mark.parametrize(
    ("change", "status", "text"),
    [
        ({"options": [999]}, 400, "999 is not an option now"),
        ({"do": "take", "take": 999}, 400, "999 is no option now"),
        ({"decks": ["nothing"]}, 404, "nothing"),
        ({"decks": [{"game": "future-invaders", "cards": {}}]}, 422, ""),
        ({"seats": ["oracle"]}, 422, ""),
        ({"options": [0] * 5_001}, 422, ""),
        ({"players": 7}, 422, "7 players"),
        ({"conceded": [[0, 5]]}, 400, "seat 5"),
    ],
)
def test_what_makes_no_sense_is_refused(client: TestClient, change: dict[str, Any], status: int, text: str) -> None:
    assert text in json.dumps(Played(client, "saucer-dice").ask(status=status, **change))


def test_a_game_without_a_module_says_so(client: TestClient) -> None:
    answer = client.post(f"{PREFIX}/games/moon-duel/table", json={"decks": ["first-deck"], "seed": 1})
    assert (answer.status_code, "no module" in answer.json()["detail"]) == (400, True)


PROGRAM = """
import json, sys
from builder.web.api.answering import Worker, extend, import_player
extend("player.zip")
import_player()
for game, (files, decks, players) in json.load(sys.stdin).items():
    worker = Worker([files], "1")
    request = {"decks": decks, "players": players, "seed": 3, "seats": ["greedy"] * players, "options": [], "seen": 0}
    do, last = "look", []
    for _ in range(40):
        status, _, content = worker.answer("POST", f"/games/{game}/table", '{"lang": "fr"}', json.dumps({**request, "do": do}))
        said = json.loads(content)
        assert status == 200, said
        request |= {"options": said["options"], "seen": said["seen"]}
        do = "go"
        last = [one["said"] for one in said["events"]][-1:] or last
    print(json.dumps([game, said["options"], said["result"], last]))
"""  # noqa: E501 - a program


@pytest.mark.long
def test_games_are_played_in_a_bare_python_as_on_a_server(client: TestClient, published: Path, tmp_path: Path) -> None:
    (tmp_path / "player.zip").write_bytes(player())
    given = {}
    for game, (decks, players) in PLAYED.items():
        files = [(published / game / f"{name}.json").read_text("utf-8") for name in ("judge", "catalog")]
        given[game] = [files, decks, players]
    lines = [json.loads(line) for line in bare(tmp_path, PROGRAM, json.dumps(given)).splitlines()]
    assert [line[0] for line in lines] == [*PLAYED]
    for game, options, result, said in lines:
        played = Played(client, game, options=options, seats=["greedy"] * PLAYED[game][1])
        played.address += "?lang=fr"
        answer = played.ask()
        assert (answer["result"], [answer["events"][-1]["said"]]) == (result, said)
