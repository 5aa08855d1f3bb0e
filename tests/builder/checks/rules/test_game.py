"""What game.yaml names is there, and its types can be printed."""

from typing import Any

import pytest

from tests.support.packs import checked, codes, found, game


def test_what_pays_for_a_resource_is_a_resource() -> None:
    def said(payer: str) -> list[tuple[str, str]]:
        resources = {"oil": {"name": "Oil"}, "money": {"name": "Money", "paid-with": [payer]}}
        return found(game_yaml=game(resources=resources))

    assert said("oil") == []
    assert said("oill") == [("unknown-resource", '"oill" is not a resource')]


def test_rules_and_zones_are_facts_and_no_sentences() -> None:
    rules = {"grid": {"description": "Rows, from the front.", "rows": ["ship", 2], "faces": {"left": 4}, "free": True}}
    assert found(game_yaml=game(rules=rules, zones={"deck": {"of": "player", "sees": "nobody"}})) == []
    assert codes(game_yaml=game(rules={"grid": {"rows": "Ships in front."}})) != []
    assert codes(game_yaml=game(zones={"deck": {"of": "player"}})) == ["missing-key"]


def test_faces_are_templates_of_the_pack_or_arsenals_own() -> None:
    assert codes(game_yaml=game(face="generic", back="generic-back")) == []
    assert codes(game_yaml=game(face="fancy")) == ["missing-file"]
    component = {"dial": {"name": "Dial", "face": "dial"}}
    assert codes(game_yaml=game(components=component)) == ["missing-file"]
    assert codes(game_yaml=game(components=component), templates__dial_typ_j2=b"") == []


def test_a_component_is_a_card_or_has_a_name_and_a_face() -> None:
    def said(**component: Any) -> list[tuple[str, str]]:
        return found(game_yaml=game(components={"c1": component}))

    assert said(card="flare") == said(name="C", face="generic", data={}) == []
    assert said(name="C") == [("missing-key", '"C" needs "face"')]
    assert said(face="generic") == [("missing-key", '"components.c1" needs "name"')]
    assert said() == [("missing-key", '"components.c1" needs "card" or "name"')]
    assert said(name="C", card="flare") == [("unknown-key", '"C" must have only one of "card" or "name"')]
    assert said(face="generic", card="flare")[0][1].endswith('must have only one of "card" or "face"')
    assert said(data={}, card="flare")[0][1].endswith('must have only one of "card" or "data"')


@pytest.mark.parametrize(
    ("described", "said"),
    [
        ({"two-sided": True}, ""),  # by the game's back
        ({"two-sided": True, "back": "none"}, '"spell" is two-sided and has no back'),
        ({"two-sided": True, "form": "token", "size": "25mm"}, '"spell" is two-sided and has no back'),
        ({"two-sided": True, "form": "board", "back": "generic-back"}, ""),
        ({"form": "die"}, '"spell" is a die without a size'),
        ({"form": "die", "size": "16mm"}, ""),
        ({"form": "die", "size": "16x17mm"}, '"spell" is a die, whose faces are squares'),
        ({"form": "die", "size": "16mm", "shape": "circle"}, '"spell" is a die, which has no "shape"'),
        ({"form": "die", "size": "16mm", "two-sided": True}, '"spell" is a die, which has no "two-sided"'),
        ({"form": "die", "size": "16mm", "back": "generic-back"}, '"spell" is a die, which has no "back"'),
        ({"shape": "circle"}, '"spell" is a circle with a width other than its height'),
        ({"shape": "circle", "size": "square"}, ""),
        ({"shape": "circle", "size": "20x30mm"}, '"spell" is a circle with a width other than its height'),
        ({"shape": "hexagon", "size": "20x30mm"}, ""),
    ],
)
def test_types_make_sense(described: dict[str, Any], said: str) -> None:
    types = {**game()["types"], "spell": {"name": "Spell", **described}}
    messages = [message for code, message in found(game_yaml=game(types=types)) if code == "contradictory-type"]
    assert messages == ([said] if said else [])


def test_an_area_of_the_table_lies_in_one_place() -> None:
    def said(**table: Any) -> list[str]:
        return [message for code, message in found(game_yaml=game(table=table)) if code == "contradictory-table"]

    assert said(seat=[["field"], ["hand"]], table=[["deck"]], areas={"field": "stack", "deck": "row"}) == []
    assert said(areas={"field": "stack"}) == []  # the lines are left to what is shown
    assert said(seat=[["field"], ["hand", "field"]]) == ['"field" lies twice in seat']
    assert said(seat=[["field"]], areas={"feild": "stack"}) == ['"feild" is no area of the lines of seat or table']


@pytest.mark.parametrize("size", ["1mm", "63x1.9mm", "2001x20mm", "79in", "0x0", "25cm"])
def test_sizes_that_can_not_be(size: str) -> None:
    (fault,) = checked(game_yaml=game(**{"card-size": size})).diagnostics
    wanted = "one length for both" if size in ("0x0", "25cm") else "its sides are from 2 mm to 2000 mm"
    assert (fault.code, wanted in fault.help) == ("unknown-size", True)


def test_what_names_a_format_or_a_resource_is_right() -> None:
    assert codes(game_yaml=game(**{"default-format": "tiny"})) == ["unknown-format"]
    factions = {**game()["factions"], "tide": {"name": "Tide", "resource": "pearls", "symbol": "tide"}}
    assert codes(game_yaml=game(factions=factions)) == ["unknown-resource"]
    assert codes(game_yaml=game(factions=factions, resources={"pearls": {"name": "Pearls"}})) == []
