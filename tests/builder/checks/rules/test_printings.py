"""Cards in several sets, and what cards said before."""

from pathlib import Path
from typing import Any

import pytest

from tests.support.packs import able, able_schema, card, checked, codes, deck, game, schema
from tests.support.printings import CORE, LATER, SETS, reprinted


def test_a_card_is_in_the_sets_that_name_it() -> None:
    found = checked(**reprinted())
    assert found.diagnostics == []
    printings = found.printings["flare"]
    assert [(one.set_id, one.number, str(one.released)) for one in printings] == [
        ("core", 4, "2025-01-01"),
        ("promos", 2, "2025-06-01"),
        ("later", 7, "2026-01-01"),
    ]
    assert set(found.printings) == {"flare", "undertow"}


def test_a_reprint_may_use_a_former_id_and_is_reported_with_the_present_one() -> None:
    again = [{"card": "soot-cat", "number": 1}]
    found = checked(
        game_yaml=game(sets={"core": CORE, "later": LATER}),
        sets__core__more_yaml=card(aliases=["soot-cat"]),
        sets__later__reprints_yaml=again,
    )
    assert [d.code for d in found.diagnostics] == ["renamed-card"]
    assert [one.set_id for one in found.printings["ash-cat"]] == ["core", "later"]


@pytest.mark.parametrize(
    ("entry", "code", "line"),
    [
        ({"card": "flair", "number": 1}, "unknown-card", 1),
        ({"card": "flare"}, "missing-key", 1),
        ({"card": "flare", "number": 0}, "out-of-range", 2),
        ({"card": "flare", "number": 1, "name": "Flash"}, "unknown-key", 3),
        ({"card": "flare", "number": 1, "released": "2026-02-30"}, "bad-date", 3),
        ({"card": "flare", "number": 1, "art": "art/none.png"}, "missing-file", 3),
        ({"card": "flare", "number": 1, "art": "../x.png"}, "path-outside-pack", 3),
    ],
)
def test_a_reprint_that_is_wrong_is_reported_at_its_place(entry: dict[str, Any], code: str, line: int) -> None:
    files = {"sets__later__reprints_yaml": [entry], "sets__promos__reprints_yaml": [{"card": "undertow", "number": 1}]}
    [fault] = checked(game_yaml=game(sets=SETS), **files).diagnostics
    assert fault.span is not None
    assert (fault.code, Path(fault.span.path).name, fault.span.line) == (code, "reprints.yaml", line)


def test_printings_of_a_card_that_a_deck_names_by_its_former_id_are_counted() -> None:
    for number, wanted in ((2, []), (3, ["bad-count"])):
        files = {"sets__core__more_yaml": card(aliases=["soot-cat"])}
        named = deck(cards={"soot-cat": 2}, printings={"ash-cat": {"core": number}})
        assert codes(decks__old_yaml=named, **files) == ["renamed-card", *wanted]


def test_a_card_is_in_a_set_once() -> None:
    files = reprinted(sets__core__reprints_yaml=[{"card": "flare", "number": 99}])
    [fault] = checked(**files).diagnostics
    assert (fault.code, [Path(place.path).name for _, place in fault.related]) == ("repeated-printing", ["cards.yaml"])
    twice = [{"card": "flare", "number": 7}, {"card": "flare", "number": 8}]
    assert codes(**reprinted(sets__later__reprints_yaml=twice)) == ["repeated-printing"]


def test_numbers_of_reprints_and_cards_are_of_one_set() -> None:
    assert codes(**reprinted(sets__later__more_yaml=card(number=7))) == ["duplicate-number"]


def test_a_reprint_has_of_its_own_what_cards_of_the_game_have() -> None:
    without = schema(lambda items: items["properties"].pop("artist"))
    assert codes(**reprinted(card_schema_json=without)) == ["unknown-key"]


def erratum(**changes: Any) -> dict[str, Any]:
    return {"date": "2026-03-01", "previous": {"power": 3}, "reason": "Too strong.", **changes}


@pytest.mark.parametrize(
    ("errata", "wanted"),
    [
        ([erratum()], []),
        ([erratum(previous={"power": 2})], ["idle-erratum"]),
        ([erratum(previous={"name": "Ash  Cat"})], ["idle-erratum"]),
        ([erratum(previous={"pwer": 2})], ["unknown-key"]),
        ([erratum(previous={})], ["bad-length"]),
        ([erratum(date="2026-02-30")], ["bad-date"]),
        ([erratum(date="yesterday")], ["bad-format"]),
        ([erratum(date="2024-12-31")], ["early-erratum"]),
        ([erratum(date="2025-01-01")], []),
        ([], ["bad-length"]),
        ([{"previous": {"power": 3}}], ["missing-key"]),
        ([erratum(date="2026-04-01"), erratum()], ["idle-erratum"]),
        ([erratum(date="2026-04-01", previous={"power": 4}), erratum()], []),
    ],
)
def test_errata_say_what_was_otherwise(errata: list[dict[str, Any]], wanted: list[str]) -> None:
    assert codes(game_yaml=game(sets={"core": CORE}), sets__core__more_yaml=card(errata=errata)) == wanted


def test_the_text_that_abilities_make_counts_as_what_a_card_says() -> None:
    entry = {"date": "2026-03-01", "previous": {"text": "When you play this, draw 1 card."}}
    files = {"card_schema_json": able_schema()}
    written = {"abilities": {"when": "this played", "draw": 2}, "errata": [entry]}
    found = able(**files, sets__core__more_yaml=card(**written))
    assert [d.code for d in found.diagnostics if d.severity == "error"] == []
    made = next(one for one in found.as_cards(places=False) if one.id == "ash-cat").text
    entry["previous"] = {"text": made}
    assert "idle-erratum" in [d.code for d in able(**files, sets__core__more_yaml=card(**written)).diagnostics]
