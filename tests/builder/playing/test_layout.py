"""Tables as data that a page draws: all that the engine shows is an area of game.yaml, or told in words."""

from typing import Any

import pytest

from builder.playing.layout import drawn
from builder.playing.telling import OF_PLAYERS, SHOWN, Teller
from engine.modules import SHIPPED
from tests.builder.playing.test_telling import bundled_catalog, one_of_each_format, phrases, teller
from tests.engine.support import loaded, played


def areas(part: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {area["id"]: area for line in part["lines"] for area in line}


@pytest.mark.long
@pytest.mark.parametrize("name", SHIPPED)
def test_every_area_of_a_game_is_drawn_in_some_format(name: str) -> None:
    catalog = bundled_catalog()
    game = catalog.game(name)
    table: Any = game.definition["table"]
    wanted = {key for whose in ("seat", "table") for line in table[whose] for key in line}
    assert set(table.get("areas", {})) <= wanted
    found: set[str] = set()
    for one in one_of_each_format(name):
        for most in (0, 12, 60):
            state = played(one, 2, most=most)
            said = Teller(phrases(name, "en"), game, catalog.cards(game), 0)
            shown = drawn(state.view(0), game, said, [said.name(seat) for seat in range(one.players)], state.who)
            for part in (shown, *shown["seats"]):
                found |= areas(part).keys()
                for area in areas(part).values():
                    assert area["title"], area
                    assert all("said" in item for item in area.get("items", ()) if item["card"]), area
            known = {*said.keys(SHOWN), *said.keys(OF_PLAYERS)}
            view = state.view(0)
            inner = [key for value in (view.get("draft"), view.get("series")) for key in value or ()]
            keys = {*view, *inner, *(key for seat in view.get("seats", ()) for key in seat)}
            assert keys - wanted - known <= {"seat", "seats", "draft", "series"}
    assert wanted - found <= {"mast", "pack", "kept"}, "areas that no view has"


def test_a_game_that_declares_no_table_is_drawn_as_it_comes() -> None:
    card = {"key": "card:1", "card": "ash-cat", "marks": {"damage": 2, "tired": True, "hits": 0}}
    view = {
        "seat": 0,
        "turn": 3,
        "seats": [
            {"health": 12, "hand": [card], "field": [None], "deck": {"count": 9, "known": []}, "note": "calm"},
            {
                "health": 0,
                "hand": [{"key": "hand/1/0", "card": None}],
                "field": [],
                "deck": {"count": 1, "known": [card]},
            },
        ],
    }
    english = teller()
    shown = drawn(view, english.game, english, ["You", "Player 2"], 1)
    own, other = shown["seats"]
    assert [[area["id"] for area in line] for line in own["lines"]] == [["field"], ["health", "deck"], ["hand"]]
    assert (own["own"], own["acts"], other["own"], other["acts"]) == (True, False, False, True)
    assert shown["words"] == [["Turn", "3"]]
    assert own["words"] == [["Note", "calm"]]
    assert areas(own)["hand"] == {
        "id": "hand",
        "title": "Hand",
        "kind": "fan",
        "items": [
            {
                "key": "card:1",
                "card": "ash-cat",
                "said": "Ash Cat (damage 2, tired)",
                "name": "Ash Cat",
                "marks": [["damage", 2], ["tired", ""]],
            }
        ],
    }
    assert areas(own)["field"]["items"] == [{"key": "field/0/0", "card": ""}]
    assert areas(own)["deck"] == {"id": "deck", "title": "Deck", "kind": "pile", "count": 9, "items": []}
    assert areas(other)["hand"]["items"] == [{"key": "hand/1/0", "card": None}]
    assert areas(other)["health"]["counters"] == [["", 0]]


def test_parts_with_phrases_come_first_in_their_order() -> None:
    english = teller(shown={"turn": "Turn", "wind": "Wind"})
    view = {"luck": 1, "wind": "calm", "turn": 3, "seats": [{}]}
    shown = drawn(view, english.game, english, ["You"], 0)
    assert shown["words"] == [["Turn", "3"], ["Wind", "calm"], ["Luck", "1"]]


def test_places_lie_as_the_phrases_draw_them() -> None:
    english = teller(drawings={"planet": "   {a}\n 1 {b}  {c}\n"}, marks={"full": "●", "gone": "·"})
    view = {"seats": [{"planet": {"a": "full", "b": "gone", "c": "full"}}]}
    [seat] = drawn(view, english.game, english, ["You"], 0)["seats"]
    planet = areas(seat)["planet"]
    assert (planet["kind"], planet["said"]) == ("map", "gone: b; the others full")
    first, second = planet["rows"]
    assert first == [{"column": 3, "key": "planet/0/a", "sign": "●", "state": "full", "said": "a: full"}]
    assert [(one["column"], one.get("text", one.get("sign"))) for one in second] == [(1, "1"), (3, "·"), (6, "●")]


def test_at_a_table_of_three_each_column_says_whose_it_faces() -> None:
    catalog = bundled_catalog()
    game = catalog.game("future-invaders")
    three = loaded("future-invaders", ("faction=terrans",) * 3)
    said = Teller(phrases("future-invaders", "en"), game, catalog.cards(game), 0)
    state = played(three, 2, most=12)
    view = state.view(0)
    shown = drawn(view, game, said, [said.name(seat) for seat in range(3)], state.who)
    for seat, part in enumerate(shown["seats"]):
        (faces,) = (area["faces"] for area in part["lines"][0])
        assert len(faces) == len(view["seats"][seat]["ships"])
        for column, (other, opposite) in enumerate(view["seats"][seat]["opposite"]):
            assert faces[column] == f"{said.name(other)} · {opposite + 1}"
            assert shown["seats"][other]["lines"][0][0]["faces"][opposite] == f"{said.name(seat)} · {column + 1}"
