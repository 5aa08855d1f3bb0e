"""Saved objects of Tabletop Simulator, read back as the program reads them: by their shapes and their pictures."""

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from inline_snapshot import external_file

from builder.decks import Deck
from builder.diagnostics import UsageError
from builder.exports import Bundle
from builder.exports.tts import export
from tests.support.commands import DATA
from tests.support.properties import examples
from tests.support.savedobjects import Saved
from tests.support.strange import HOSTILE, WORDS
from tests.support.tables import CUBE, bundle, color, drawn, game, seen, thing

BACK = color(":back")


def saved(made: Bundle) -> Saved:
    return Saved(export(made).files)


def test_a_deck_is_written_as_in_the_golden() -> None:
    cards = [thing("hero-1", text="Gain {axe}."), thing("duo-1"), thing("coin-1")]
    files = export(bundle(cards, {"main": {"hero-1": 1, "duo-1": 1, "coin-1": 1}})).files
    written = re.sub("-[0-9a-f]{8}(?=[.]png)", "-HASH", files["g-pair.json"].decode())
    assert written == external_file(DATA / "exports" / "pair.tts", format=".txt")


def test_each_section_is_a_deck_of_its_cards_in_order() -> None:
    cards = [thing(f"hero-{n}") for n in range(1, 4)]
    table = saved(bundle(cards, {"main": {"hero-2": 2, "hero-1": 1}, "side": {"hero-3": 2}}))
    decks = [[card["GMNotes"] for card in deck["ContainedObjects"]] for deck in table.objects]
    assert decks == [["hero-2", "hero-2", "hero-1"], ["hero-3", "hero-3"]]
    assert [deck["Nickname"] for deck in table.objects] == ["Pair", "Pair: side"]
    assert [deck["Transform"]["rotZ"] for deck in table.objects] == [180, 180]
    for card in table.named("Card"):
        assert table.sides(card) == (color(card["GMNotes"]), BACK)


def test_a_card_alone_is_no_deck() -> None:
    (card,) = saved(bundle([thing("hero-1")])).objects
    assert (card["Name"], card["CardID"]) == ("CardCustom", 100)
    assert (card["CustomDeck"]["1"]["NumWidth"], card["CustomDeck"]["1"]["NumHeight"]) == (1, 1)


@examples(5)
@given(st.integers(1, 150), st.integers(0, 20), st.integers(0, 20), st.data())
def test_every_copy_shows_its_card_on_any_sheets(heroes: int, relics: int, duos: int, data: st.DataObject) -> None:
    counted = {"hero": heroes, "relic": relics, "duo": duos}
    cards = [thing(f"{kind}-{n}") for kind, number in counted.items() for n in range(1, number + 1)]
    counts = {card.id: data.draw(st.integers(1, 3)) for card in cards[:5]}
    made = bundle(cards, {"main": {card.id: counts.get(card.id, 1) for card in cards}})
    table = saved(drawn(made, dpi=2.0))
    inside = [one for one in table.everything() if "CardID" in one]
    assert len(inside) == sum(counts.get(card.id, 1) for card in cards) + sum(
        counts.get(card.id, 1) for card in cards if card.type == "duo"
    )
    for card in inside:
        name = card["GMNotes"]
        behind = {"hero": BACK, "relic": color("relic-back"), "duo": color(f"{name}.back")}[name.split("-")[0]]
        assert set(table.sides(card)) == {color(name), behind}


def test_both_sides_of_a_card_come_up() -> None:
    (card,) = saved(bundle([thing("duo-1")])).objects
    table = saved(bundle([thing("duo-1"), thing("duo-2"), thing("hero-1")]))
    for one in table.objects[0]["ContainedObjects"][:2]:
        front, back = color(one["GMNotes"]), color(f"{one['GMNotes']}.back")
        other = one["States"]["2"]
        assert (table.sides(one), table.sides(other)) == ((front, back), (back, front))
        assert (other["Nickname"], other["GMNotes"]) == (one["Nickname"], one["GMNotes"])
    assert "States" not in table.objects[0]["ContainedObjects"][2]
    assert list(card["States"]) == ["2"]


def test_wide_cards_lie_sideways_in_a_deck_of_their_own() -> None:
    table = saved(bundle([thing("hero-1"), thing("hero-2"), thing("wide-1"), thing("wide-2")]))
    assert [(deck["SidewaysCard"], len(deck["DeckIDs"])) for deck in table.objects] == [(False, 2), (True, 2)]


def test_a_die_has_its_faces_where_the_program_looks_for_them() -> None:
    table = saved(bundle([thing("cube-1")]))
    (die,) = table.objects
    assert [one["Value"] for one in die["RotationValues"]] == ["Axe", "Bow", "Axe, Axe", "-", "Bow, Bow", "Axe, Bow"]
    picture = table.picture(die["CustomImage"]["ImageURL"])
    places = {1: 6, 2: 3, 3: 7, 4: 4, 5: 5, 6: 8}  # 2, 4, 5 above 1, 3, 6 in the lower two rows of three
    shown = {side: seen(picture, 3, 3, cell) for side, cell in places.items()}
    assert shown == {side: color(f"cube-1.{side}") for side in places}


def test_dice_of_few_faces_are_cubes_and_others_are_named() -> None:
    cards = [thing("cube-1", faces=CUBE[:2]), thing("cube-2", faces=[*CUBE, *CUBE]), thing("hero-1")]
    exported = export(bundle(cards))
    (die,) = Saved(exported.files).named("Custom_Dice")
    assert [one["Value"] for one in die["RotationValues"]] == ["Axe", "Bow"] * 3
    assert "only dice of 1, 2, 3 or 6 faces are carried, not Cube-2" in exported.losses


def test_boards_and_tokens_are_what_they_are() -> None:
    cards = [thing("mat-1"), thing("leaf-1"), thing("coin-1"), thing("hex-1")]
    table = saved(bundle(cards))
    mat, leaf, coin, hexagon = (next(o for o in table.objects if o["GMNotes"] == card.id) for card in cards)
    assert [one["Name"] for one in (mat, leaf, coin, hexagon)] == ["Custom_Board", *["Custom_Tile"] * 3]
    assert mat["CustomImage"]["WidthScale"] == 1.5
    assert [one["CustomImage"]["CustomTile"]["Type"] for one in (leaf, coin, hexagon)] == [0, 2, 1]
    assert seen(table.picture(coin["CustomImage"]["ImageSecondaryURL"])) == color("tails")
    assert not hexagon["CustomImage"]["ImageSecondaryURL"]


def test_several_tokens_of_a_type_lie_in_a_bag() -> None:
    copies = {"coin-1": 3, "coin-2": 1, "cube-1": 2}
    table = saved(bundle([thing(one) for one in copies], {"main": copies}))
    assert [(one["Name"], one["Nickname"], len(one["ContainedObjects"])) for one in table.objects] == [
        ("Bag", "Coins", 4), ("Bag", "Cubes", 2),
    ]  # fmt: skip


def test_components_are_tiles() -> None:
    table = saved(bundle([thing("hero-1")], of=game(components={"track": {"name": "Track"}}), extras=[("track", 2)]))
    assert [(one["Name"], one["Nickname"]) for one in table.objects[1:]] == [("Custom_Tile", "Track")] * 2


def test_a_game_is_a_deck_for_each_set_with_names_that_are_alike() -> None:
    made = bundle([thing("hero-1", name="Twin"), thing("hero-2", "two", name="Twin")], deck=None)
    table = saved(made)
    assert [(one["Nickname"], one["GMNotes"]) for one in table.objects] == [("Twin", "hero-1"), ("Twin", "hero-2")]
    assert json.dumps(table.save)[:40].startswith('{"SaveName": "G"')


def test_addresses_begin_with_the_base_url() -> None:
    exported = export(drawn(bundle([thing("hero-1"), thing("cube-1")]), base_url="https://cards.example/g/"))
    Saved(exported.files, "https://cards.example/g/")
    assert not any("other players" in loss for loss in exported.losses)
    assert any("other players" in loss for loss in export(bundle([thing("hero-1")])).losses)


def test_what_cards_say_in_fields_is_lost() -> None:
    losses = export(bundle([thing("hero-1", power=3)])).losses
    assert losses[0] == "what cards say in fields is on their pictures only: Power"


@examples(12)
@given(WORDS, WORDS, WORDS)
def test_any_names_come_through(card: str, deck: str, section: str) -> None:
    cards = [thing("hero-1", name=card, text=card), thing("hero-2", name=card)]
    exported = export(bundle(cards, deck=Deck(deck, "g", {section: {"hero-1": 1, "hero-2": 1}})))
    table = Saved(exported.files)
    assert table.save["SaveName"] == deck
    assert [one["Nickname"] for one in table.named("Card")] == [card] * 2
    assert all(re.fullmatch("(images/)?[a-z0-9.-]+", name) and not name.startswith(".") for name in exported.files)


def test_all_hostile_names_at_once_are_all_there() -> None:
    cards = [thing(f"hero-{n}", name=name) for n, name in enumerate(HOSTILE)]
    assert [one["Nickname"] for one in saved(bundle(cards)).named("Card")] == [*HOSTILE]


def test_ids_stay_when_cards_are_added() -> None:
    cards = [thing("hero-1"), thing("duo-1"), thing("cube-1"), thing("coin-1")]
    before = {one["GMNotes"]: one["GUID"] for one in saved(bundle(cards)).everything()}
    after = {one["GMNotes"]: one["GUID"] for one in saved(bundle([thing("hero-9"), *cards])).everything()}
    assert {name: after[name] for name in before} == before


def test_a_table_that_nobody_draws_is_no_export() -> None:
    with pytest.raises(UsageError, match="made of pictures"):
        export(Bundle(game(), [thing("hero-1")]))
