"""Games in words: every event and option of every game has a phrase in each language, and sentences are whole."""

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from importlib import import_module
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from builder.abilities.completeness import PLAYED
from builder.abilities.phrases import Phrases
from builder.games import card_from, game_from
from builder.library import Catalog
from builder.library.checked import CheckedGame
from builder.playing.offers import reason
from builder.playing.showing import areas, endings
from builder.playing.telling import CHOICES, LOG, Teller, phrases_of
from builder.terminal.areas import Area, Block, Drawing, Named, Slots
from engine.core import Choice, Game, State
from engine.modules import SHIPPED
from tests.engine.support import loaded, tables
from tests.support.commands import ROOT
from tests.support.gamecards import pack

LANGUAGES = ("en", "fr")


@cache
def bundled_catalog() -> Catalog:
    return Catalog([CheckedGame(pack(game)) for game in SHIPPED])


def phrases(game: str, language: str) -> Phrases:
    folder = ROOT / "cards" / game
    files = {f"phrases/{path.name}": path.read_bytes() for path in (folder / "phrases").glob("*.yaml")}
    return phrases_of(bundled_catalog().game(game), files, language)


@pytest.mark.parametrize("game", SHIPPED)
def test_every_event_that_a_game_notes_has_a_phrase(game: str) -> None:
    folder = Path(str(import_module(SHIPPED[game]).__file__)).parent
    calls = [node for path in folder.glob("*.py") for node in ast.walk(ast.parse(path.read_text("utf-8")))]
    noted = {
        word.value
        for call in calls
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "tell"
        for word in ast.walk(call.args[1])
        if isinstance(word, ast.Constant) and len(word.value) > 1  # not the ending of a name
    }
    assert len(noted) >= 5
    assert noted - phrases(game, "en").sections[LOG].keys() == set(), "they need a phrase under log"


@pytest.mark.parametrize("game", SHIPPED)
def test_languages_say_the_same_things(game: str) -> None:
    english, french = (phrases(game, language) for language in LANGUAGES)
    for section in PLAYED:
        assert english.sections.get(section, {}).keys() == french.sections.get(section, {}).keys(), section


def one_of_each_format(game: str) -> list[Game]:
    """A sample table of each format, ready to be played."""
    found: dict[str, Game] = {}
    for decks in tables(game):
        table = loaded(game, decks)
        found.setdefault(table.bundles[0].format, table)
    return list(found.values())


@pytest.mark.long
@pytest.mark.parametrize("name", SHIPPED)
def test_whole_games_have_all_their_phrases(name: str) -> None:
    """Of each log what is said of its events, and of some decisions, fewer towards the end, all that is shown."""
    found = one_of_each_format(name)
    for game in found:
        for seed in range(2 if len(found) < 3 else 1):
            chance = Random(seed)  # noqa: S311 - games are drawn from a seed
            state = game.new(seed, log=True)
            while state.options:
                if chance.random() < 10 / (10 + state.decisions):
                    for known in tellers(name):
                        _are_whole(_shown(known.for_seat(state.who), state), known)
                state.apply(state.options[int(chance.random() * len(state.options))])
            for seat in (None, 0):
                events = {str(event): event for event in (game.event(event, seat) for event in state.log or ())}
                for known in tellers(name):
                    assert {event["event"] for event in events.values()} <= {*known.keys(LOG), *known.keys(CHOICES)}
                    _are_whole(map(known.for_seat(seat).event, events.values()), known)


@cache
def tellers(name: str) -> list[Teller]:
    """Those of a game in each language."""
    found, game = [], bundled_catalog().game(name)
    for language in LANGUAGES:
        localized = bundled_catalog().localized(game, language)
        cards = [localized.card(card) for card in bundled_catalog().cards(game)]
        found.append(Teller(phrases(name, language), localized.game, cards))
    return found


def _shown(teller: Teller, state: State) -> Iterator[str]:
    """What a seat that is asked reads: its options and the table."""
    choices = [*map(state.describe, state.options)]
    yield reason(state, choices, teller)["said"]
    yield from map(teller.choice, choices)
    names = [teller.name(seat) for seat in range(state.game.players)]
    for area in areas(state.view(state.who), teller, names, state.who):
        for block in area.blocks:
            yield from _said(block)


def _said(block: Block) -> list[str]:
    """All that a block of an area says, but for empty places."""
    return [cell for _, row in block.rows for cell in row if cell] if isinstance(block, Slots) else [block.words]


def _are_whole(said: Iterable[str], teller: Teller) -> None:
    for sentence in said:
        assert sentence
        assert set(re.findall(r"\{(.*?)\}", sentence)) <= set(teller.game.symbols), sentence
        assert not re.search(r"\bNone\b|  | [.,]|\.\.$", sentence), sentence


GAME = game_from(
    {"id": "g", "name": "G", "resources": {"oil": {"name": "Oil"}}, "symbols": {"moon": {"name": "Moon"}}}, {}
)
CARDS = [card_from({"id": "ash-cat", "number": 1, "name": "Ash Cat", "type": "cat"}, "g", "s")]


def teller(language: str = "en", seat: int | None = 0, **sections: Any) -> Teller:
    files = {f"phrases/{language}.yaml": b""}
    made = phrases_of(GAME, files, language)
    merged = {**made.sections, **{name: {**made.sections.get(name, {}), **own} for name, own in sections.items()}}
    return Teller(Phrases(language, merged, made.axis, made.symbols, made.plural_from), GAME, CARDS, seat)


def test_a_game_without_phrases_uses_its_own_words() -> None:
    english = teller()
    assert english.event({"event": "jump-over", "player": 1, "card": "ash-cat", "height": 3, "to": None}) == (
        "Player 2: jump over Ash Cat (height 3)."
    )
    assert english.event({"event": "jump-over", "player": 0}) == "Jump over."
    assert english.choice(Choice(1, "jump-over", "ash-cat", {"with": 1})) == "Jump over Ash Cat (with player 2)"
    assert english.event({"event": "rain"}) == "Rain."


def test_phrases_agree_with_the_reader() -> None:
    log = {"take": ["{player} take{player:s/} {cards} from {target}"]}
    event = {"event": "take", "player": 0, "cards": ["ash-cat", "ash-cat"], "target": 1}
    assert teller(log=log).event(event) == "You take Ash Cat ×2 from player 2."
    assert teller(log=log).event({**event, "cards": ["ash-cat"]}) == "You take Ash Cat from player 2."
    hidden = {**event, "cards": [{"card": None}, "ash-cat", {"card": None}]}
    assert teller(log=log).event(hidden) == "You take Ash Cat and 2 hidden cards from player 2."
    assert teller(log=log, seat=1).event(event) == "Player 1 takes Ash Cat ×2 from you."
    assert teller(log=log, seat=None).event(event) == "Player 1 takes Ash Cat ×2 from player 2."
    french = teller("fr", log={"take": ["{player} {player:prend/prenez} {cards} de {target}"]})
    assert french.event(event) == "Vous prenez Ash Cat ×2 du joueur 2."


def test_phrases_are_chosen_by_facts() -> None:
    log = {
        "draw": [{"card": None, "say": "{player} draw{player:s/} a card"}, "{player} draw{player:s/} {card}"],
        "hit": [{"target": "self", "say": "{player} hit{player:s/} home"}, "{player} hit{player:s/} {target}"],
        "roll": [{"dice": "1", "say": "one die: {dice}"}, "{dice:die/dice}: {dice}"],
    }
    english = teller(log=log)
    assert english.event({"event": "draw", "player": 1}) == "Player 2 draws a card."
    assert english.event({"event": "draw", "player": 1, "card": "ash-cat"}) == "Player 2 draws Ash Cat."
    assert english.event({"event": "hit", "player": 1, "target": 1}) == "Player 2 hits home."
    assert english.event({"event": "hit", "player": 1, "target": 0}) == "Player 2 hits you."
    assert english.event({"event": "roll", "dice": [3]}) == "One die: 3."
    assert english.event({"event": "roll", "dice": [3, 4, "moon"]}) == "Dice: 3, 4 and {moon}."


def test_concessions_and_limits_are_said_in_every_game() -> None:
    turns = {"event": "limit", "limit": "turns", "most": 300}
    assert teller().event({"event": "concede", "player": 0}) == "You concede."
    assert teller().event({"event": "concede", "player": 1}) == "Player 2 concedes."
    assert teller("fr").event({"event": "concede", "player": 0}) == "Vous abandonnez."
    assert teller().event(turns) == "The engine ends a game after 300 turns."
    assert teller("fr").event(turns) == "Le moteur arrête une partie après 300 tours."
    assert teller().event({**turns, "limit": "moves"}) == "A limit of the engine is met: moves, 300."


def test_resources_are_said_together() -> None:
    log = {"pay": [{"amounts": None, "say": "{player} pay{player:s/} nothing"}, "{player} pay{player:s/} {amounts}"]}
    assert teller(log=log).event({"event": "pay", "player": 0, "oil": 2}) == "You pay 2 Oil."
    assert teller(log=log).event({"event": "pay", "player": 0}) == "You pay nothing."


def cat(key: str) -> dict[str, Any]:
    return {"key": key, "card": "ash-cat"}


def test_the_table_is_shown_in_areas() -> None:
    view = {
        "seat": 0,
        "round": 2,
        "leader": 1,
        "secret": 5,
        "seats": [
            {
                "hand": [cat("card:1"), cat("card:2"), {"key": "hand/0/2", "card": None}],
                "planet": {"a": "full", "b": "empty"},
                "life": 3,
                "row": [None, {**cat("card:3"), "marks": {"tired": True, "hits": 2}}],
            },
            {
                "hand": [{"key": "hand/1/0", "card": None}],
                "planet": {"a": "full", "b": "full"},
                "life": 0,
                "row": [],
                "deck": {"count": 9, "known": [cat("card:4")]},
            },
        ],
    }
    english = teller(
        **{
            "shown": {"leader": "Leads: {players}", "round": "Round", "secret": ""},
            "shown-of-players": {"hand": "Hand", "planet": "Planet"},
            "drawings": {"planet": "({a}-{b})"},
            "marks": {"full": "●", "empty": "·"},
        }
    )
    other, common, own = areas(view, english, ["You", "Player 2"], 1)
    assert common == Area("", [Named("Leads", "player 2", -1), Named("Round", "2", -1)])
    assert (own.own, own.acts, other.own, other.acts) == (True, False, False, True)
    assert own.blocks == [
        Slots([("Row", ["", "Ash Cat (tired, hits 2)"])]),
        Drawing("(●-·)", "Planet", "full: a; the others empty"),
        Named("Life", "3", 1),
        Named("Hand", "Ash Cat ×2 and 1 hidden card", 2),
    ]
    assert [(block.label, block.words) for block in other.blocks if not isinstance(block, Slots)] == [
        ("Hand", "1 hidden card"),
        ("Planet", "all full"),
        ("Life", "0"),
        ("Deck", "9 (known: Ash Cat)"),
    ]


@pytest.mark.parametrize(("kind", "said"), [("fan", "Ash Cat ×3 and Elk"), ("stack", "Ash Cat ×2, Elk and Ash Cat")])
def test_equal_cards_are_counted_where_no_order_is_lost(kind: str, said: str) -> None:
    game = replace(GAME, definition={**GAME.definition, "table": {"seat": [["lot"]], "areas": {"lot": kind}}})
    elk = {"key": "card:9", "card": "elk"}
    seats = [{}, {"lot": [cat("card:1"), cat("card:2"), elk, cat("card:3")]}]
    known = teller(words={"elk": "Elk"})
    known.game = game
    other = next(iter(areas({"seats": seats}, known, ["You", "Player 2"], 0)))
    assert other.blocks == [Named("Lot", said)]


def test_what_faces_what_stands_in_one_column() -> None:
    table = {"seat": [["front"], ["back"], ["life"]], "others": "turned"}
    known = teller()
    known.game = replace(GAME, definition={**GAME.definition, "table": table})
    seat = {"front": [cat("card:1"), None, None], "back": [None, None, None], "life": 3}
    other, own = areas({"seats": [seat, seat]}, known, ["You", "Player 2"], 0)
    front, nothing = ("Front", ["Ash Cat", "", ""]), ("Back", ["", "", ""])
    assert own.blocks == [Slots([front, nothing], [1, 2, 3]), Named("Life", "3", 2)]
    assert other.blocks == [Named("Life", "3", 0), Slots([nothing, ("Front", ["", "", "Ash Cat"])], [3, 2, 1])]


def test_what_each_column_faces_stands_towards_the_middle() -> None:
    known = teller()
    known.game = replace(GAME, definition={**GAME.definition, "table": {"seat": [["front"]], "others": "turned"}})
    seats = [{"front": [cat("card:1"), None], "opposite": [(seat, 1), (seat, 0)]} for seat in (1, 0)]
    other, own = areas({"seats": seats}, known, ["You", "Player 2"], 0)
    faces = ("Faces", ["Player 2 · 2", "Player 2 · 1"])
    assert own.blocks == [Slots([faces, ("Front", ["Ash Cat", ""])], [1, 2])]
    assert other.blocks == [Slots([("Front", ["", "Ash Cat"]), ("Faces", ["You · 1", "You · 2"])], [2, 1])]


@pytest.mark.parametrize(
    ("result", "cooperative", "said"),
    [
        ([1.0, 1.0], True, ["The team wins."]),
        ([0.0, 0.0], True, ["The team loses."]),
        ([0.25, 0.25], True, ["The team reaches 25%."]),
        ([0.5, 0.5], False, ["The game is a draw."]),
        ([0.0, 1.0, 0.0], False, ["Player 2 wins the game."]),
        ([1.0, 0.0, 1.0], False, ["You win the game.", "Player 3 wins the game."]),
    ],
)
def test_how_a_game_ended_is_said(result: list[float], cooperative: bool, said: list[str]) -> None:
    game = SimpleNamespace(module=SimpleNamespace(cooperative=cooperative))
    state: Any = SimpleNamespace(result=result, log=[], game=game)
    assert list(endings(state, teller())) == said


def test_words_agree_with_how_many_there_are() -> None:
    game = bundled_catalog().game("rone-invasion")
    english, french = (Teller(phrases("rone-invasion", language), game, [], 0) for language in LANGUAGES)
    two, one = ({"event": "gains", "player": 0, "number": n, "what": "yellow"} for n in (2, 1))
    assert (french.event(two), french.event(one)) == ("Vous gagnez 2 jaunes.", "Vous gagnez 1 jaune.")
    lost = {"event": "loses", "player": 1, "number": 3, "what": "screw"}
    assert (english.event(lost), french.event(lost)) == ("Player 2 loses 3 screws.", "Joueur 2 perd 3 vis.")
