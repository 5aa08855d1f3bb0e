"""A game and its expansions as one: what expansions add, and that they change nothing that is there."""

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.checks import check_pack, judged_with_game, usable
from builder.diagnostics.findings import MAX_OF_FILE
from tests.support.expansions import CATS, SETS, base, checked_with, expansion, findings, wave
from tests.support.packs import PHRASES, deck
from tests.support.properties import examples

RULING = {"question": "May it bite?", "ruling": "Yes.", "date": "2026-01-01", "cards": ["ash-cat", "flare"]}
STANDARD = {"name": "Mine", "clauses": {}}


def test_an_expansion_adds_sets_formats_decks_rulings_and_translations() -> None:
    whole = checked_with(
        wave(
            sets__wave__reprints_yaml=[{"card": "flare", "number": 9}],
            formats__wave_yaml={"name": "Wave", "extends": "standard", "clauses": {}},
            decks__cats_yaml=deck(cards={"ash-cat": 2, "flare": 1}, format="wave", printings={"flare": {"wave": 1}}),
            rulings_yaml=[RULING],
            locales__fr_yaml={"game": {"sets": {"wave": {"name": "Vague"}}}, "cards": {"ash-cat": {"name": "Chat"}}},
        )
    )
    assert whole.diagnostics == []
    card = next(one for one in whole.as_cards() if one.id == "ash-cat")
    assert (card.pack, card.set_id, card.place and card.place.path) == ("wave", "wave", "wave/sets/wave/cards.yaml")
    game = whole.as_game()
    assert [*game.sets] == ["core", "wave"]
    assert game.places["sets", "wave"].path == "wave/pack.yaml"
    assert game.places["sets", "core"].path == "my-game/game.yaml"
    assert (game.expansions["wave"].name, game.expansions["wave"].credit) == ("Wave", "Made by Ada Tide.")
    assert game.fields["pack"].values == ("my-game", "wave")
    assert {one.pack for one in whole.as_cards()} == {"", "wave"}


def test_a_translation_alone_is_an_expansion() -> None:
    own = {"cards": {"flare": {"name": "Fackel"}}}
    french = expansion("deutsch", locales__de_yaml=own)
    whole = checked_with(french, wave())
    assert whole.diagnostics == []
    assert whole.translation("de").entries["flare"] == {"name": "Fackel"}
    assert whole.translation("de").places["cards", "flare"].path == "deutsch/locales/de.yaml"


def test_two_translations_to_a_language_are_one_where_they_do_not_say_the_same() -> None:
    game = {"game": {"name": "Mein Spiel", "types": {"spell": {"name": "Zauber"}}}}
    first = expansion("deutsch", locales__de_yaml={**game, "cards": {"flare": {"name": "Fackel"}}})
    second = wave(
        locales__de_yaml={"game": {"types": {"creature": {"name": "Wesen"}}}, "cards": {"ash-cat": {"name": "Katze"}}}
    )
    whole = checked_with(first, second)
    assert whole.diagnostics == []
    german = whole.translation("de")
    assert {*german.entries} == {"", "flare", "ash-cat"}
    types = {"spell": {"name": "Zauber"}, "creature": {"name": "Wesen"}}
    assert german.entries[""] == {"name": "Mein Spiel", "types": types}
    assert german.places["game", "types", "creature"].path == "wave/locales/de.yaml"
    assert german.places["cards", "ash-cat"].path == "wave/locales/de.yaml"
    assert german.places["cards", "flare"].path == "deutsch/locales/de.yaml"
    again = wave(locales__de_yaml={"game": {"types": {"spell": {"name": "Spruch"}}}, "cards": {"flare": {"name": "F"}}})
    assert findings(first, again) == [(code, "wave/locales/de.yaml") for code in ("taken-name", "foreign-card")]
    again = expansion("zweit", locales__de_yaml={"cards": {"flare": {"name": "F"}}})
    assert findings(first, again) == [("taken-name", "zweit/locales/de.yaml")]


@pytest.mark.parametrize("own", [{}, {"cards": {"undertow": {"name": "Ressac"}}}])
def test_an_expansion_with_cards_has_words_for_its_own_alone(own: dict[str, Any]) -> None:
    """Also where the game has no such language, or has it and says nothing of the card."""
    game = base()
    if own:
        game.files["locales/fr.yaml"] = json.dumps(own).encode()
    cards = {"ash-cat": {"name": "Chat"}}
    whole = checked_with(wave(locales__fr_yaml={"cards": cards}), game=game)
    assert whole.diagnostics == []
    assert whole.translation("fr").entries["ash-cat"] == {"name": "Chat"}
    swapped = wave(locales__fr_yaml={"cards": {**cards, "flare": {"name": "Undertow"}}})
    [found] = checked_with(swapped, game=game).diagnostics
    assert found.span is not None
    assert (found.code, found.span.path, found.span.line) == ("foreign-card", "wave/locales/fr.yaml", 4)
    assert "flare" not in checked_with(swapped, game=game).translation("fr").entries


def test_a_translation_has_words_for_cards_of_the_game_and_is_in_no_expansions_way() -> None:
    other = expansion("a", locales__fr_yaml={"cards": {"flare": {"name": "Fusée"}, "ash-cat": {"name": "Chien"}}})
    own = wave(locales__fr_yaml={"cards": {"ash-cat": {"name": "Chat"}}})
    assert findings(other, own) == [("foreign-card", "a/locales/fr.yaml")]
    checked, left_out = usable(replace(base(), expansions=(other, own)), check_pack)
    assert [*left_out] == ["a"]
    assert checked.translation("fr").entries["ash-cat"] == {"name": "Chat"}


def test_rulings_of_several_packs_stand_one_behind_the_other() -> None:
    faulty = {**RULING, "cards": ["flair"], "date": "2026-02-30"}
    game = base()
    game.files["rulings.yaml"] = b"[]"
    about = {**RULING, "cards": ["flare"]}
    one, two = expansion("a", rulings_yaml=[about]), expansion("b", rulings_yaml=[about, faulty])
    whole = checked_with(one, two, game=game)
    assert whole.rulings is not None
    assert [ruling["cards"][-1] for ruling in whole.rulings.data] == ["flare", "flare", "flair"]
    assert [(d.code, d.span and (d.span.path, d.span.line > 6)) for d in whole.diagnostics] == [
        ("bad-date", ("b/rulings.yaml", True)),
        ("unknown-card", ("b/rulings.yaml", True)),
    ]


CORE = {"id": "wave", "name": "W", "extends": "my-game", "credit": "Me.", "sets": {**SETS, "core": {"name": "C"}}}


@pytest.mark.parametrize(
    ("path", "content", "code", "first"),
    [
        ("formats/standard.yaml", STANDARD, "taken-name", "formats/standard.yaml"),
        ("decks/first-deck.yaml", deck(), "taken-name", "decks/first-deck.yaml"),
        ("phrases/en.yaml", PHRASES["en"], "taken-name", "phrases/en.yaml"),
        ("sets/wave/cards.yaml", [{**CATS[0], "id": "flare"}], "duplicate-id", "sets/core/cards.yaml"),
        ("sets/wave/cards.yaml", [{**CATS[0], "name": "Flare"}], "duplicate-name", "sets/core/cards.yaml"),
        ("pack.yaml", CORE, "taken-name", "game.yaml"),
    ],
)
def test_what_is_there_already_is_named_with_both_places(path: str, content: Any, code: str, first: str) -> None:
    [found] = checked_with(wave(**{path: content})).diagnostics
    assert (found.code, found.span and found.span.path) == (code, f"wave/{path}")
    assert [place.path for _, place in found.related] == [f"my-game/{first}"]


def test_a_set_that_the_game_has_is_taken_once_for_each_expansion() -> None:
    both = (expansion(name, {"sets": {"core": {"name": "C"}}}) for name in ("a", "b"))
    taken = [(path, code) for code, path in findings(*both) if code == "taken-name"]
    assert taken == [("a/pack.yaml", "taken-name"), ("b/pack.yaml", "taken-name")]


OF_GAMES = ["card.schema.json", "verbs.yaml", "abilities.schema.json", "templates/card.typ.j2"]
OTHERS = ["fonts/a.ttf", "templates/x.svg"]


@pytest.mark.parametrize("file", OF_GAMES + OTHERS)
def test_what_only_a_game_has_is_refused(file: str) -> None:
    one = wave()
    (one.others if file in OTHERS else one.files)[file] = b"{}"  # type: ignore[index]
    assert findings(one) == [("not-in-expansion", f"wave/{file}")]


@pytest.mark.parametrize(
    "key", ["types", "card-size", "face", "rules", "zones", "default-format", "keywords", "symbols"]
)
def test_an_expansion_says_nothing_of_what_the_game_is(key: str) -> None:
    assert findings(expansion("wave", {key: {}})) == [("unknown-key", "wave/pack.yaml")]


def test_cards_are_in_sets_of_their_own_pack() -> None:
    assert findings(wave(sets__core__more_yaml=[{**CATS[0], "id": "b", "name": "B", "number": 99}])) == [
        ("unknown-set", "wave/sets/core/more.yaml")
    ]
    assert findings(expansion("wave", {"sets": SETS})) == [("empty-set", "wave/pack.yaml")]


def test_pictures_are_those_of_the_cards_own_pack() -> None:
    drawn = [{**CATS[0], "art": "art/cat.svg"}]
    assert findings(wave(sets__wave__cards_yaml=drawn)) == [("missing-file", "wave/sets/wave/cards.yaml")]
    assert findings(wave(sets__wave__cards_yaml=drawn, art__cat_svg=b"<svg/>")) == []
    for outside in ("../my-game/symbols/spark.svg", "/etc/passwd", ".packs/other/a.svg", "symbols/spark.svg"):
        [(code, _)] = findings(wave(sets__wave__cards_yaml=[{**CATS[0], "art": outside}]))
        assert code in ("path-outside-pack", "missing-file")


def test_a_language_that_the_game_lacks_may_have_phrases() -> None:
    french = expansion("francais", phrases__fr_yaml=PHRASES["fr"], locales__fr_yaml={"cards": {}})
    whole = checked_with(french)
    assert whole.diagnostics == []
    assert "Infligez 2 dégâts" in str(whole.translation("fr").entries["flare"])


def test_an_expansion_with_errors_is_left_out_and_takes_nothing_with_it() -> None:
    bad = expansion("bad", {"sets": {"core": {"name": "C"}}})
    whole = replace(base(), expansions=(bad, wave()))
    checked, left_out = usable(whole, check_pack)
    assert checked.ok
    assert [one.game_id for one in checked.pack.expansions] == ["wave"]
    assert {own: [d.code for d in found] for own, found in left_out.items()} == {"bad": ["taken-name"]}
    one, other = wave(), expansion("zeta", {"sets": SETS}, sets__wave__c_yaml=[{**CATS[0], "id": "z", "name": "Z"}])
    checked, left_out = usable(replace(base(), expansions=(one, other)), check_pack)
    assert [pack.game_id for pack in checked.pack.expansions] == ["wave"]
    assert {d.code for d in left_out["zeta"]} == {"taken-name", "duplicate-number"}


def test_a_game_with_errors_is_reported_at_the_expansion() -> None:
    game = base()
    game.files["game.yaml"] += b"colour: red\n"
    whole = checked_with(wave(), game=game)
    checked, left_out = usable(whole.pack, check_pack)
    assert (checked.ok, left_out) == (False, {})
    [fault] = judged_with_game(whole.pack.expansions, whole)
    assert fault.span is not None
    assert (fault.code, fault.span.path, fault.span.line) == ("faulty-base", "wave/pack.yaml", 3)
    assert fault.message == "my-game has 1 error of its own, so what extends it can't be used"
    assert [place.path for _, place in fault.related] == ["my-game/game.yaml"]


def test_no_deck_is_left_out_where_more_is_wrong_than_is_listed() -> None:
    game = base()
    for name, ids in (("bad", 3), ("worse", MAX_OF_FILE + 1)):
        faulty = deck(cards={f"flair-{n}": 1 for n in range(ids)})
        game.files[f"decks/{name}.yaml"] = json.dumps(faulty).encode()
    checked, left_out = usable(game, check_pack)
    assert (checked.ok, left_out) == (False, {})
    del game.files["decks/worse.yaml"]
    checked, left_out = usable(game, check_pack)
    assert (checked.ok, [*left_out]) == (True, ["my-game/bad"])


def test_a_deck_with_errors_is_left_out_alone() -> None:
    game, faulty = base(), deck(cards={"flair": 3})
    game.files["decks/bad.yaml"] = json.dumps(faulty).encode()
    game.files["locales/fr.yaml"] = json.dumps({"game": {"decks": {"bad": {"name": "Mauvais"}}}}).encode()
    whole = replace(game, expansions=(wave(decks__worse_yaml=b"name: ["),))
    checked, left_out = usable(whole, check_pack)
    assert checked.ok
    assert (sorted(checked.decks), [one.game_id for one in checked.pack.expansions]) == (["first-deck"], ["wave"])
    codes = {name: found[0].code for name, found in left_out.items()}
    assert codes == {"my-game/bad": "unknown-card", "wave/worse": "yaml-syntax"}
    assert checked.pack.key != whole.key, "so that it is said again until it is mended"
    assert len(judged_with_game(whole.expansions, check_pack(whole))) == 1, "the deck of the game is in nobody's way"


KEYS = ["core", "wave", "name", "cards"]
YAML = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 3) | st.sampled_from(["", "core", "wave", "my-game", "../x", "flare"]),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=3),
    max_leaves=6,
)  # fmt: skip


@examples(40)
@given(YAML, YAML, YAML, YAML)
def test_whatever_an_expansion_says_is_a_finding_at_its_own_place(
    sets: Any, fr: Any, rulings: Any, reprints: Any
) -> None:
    one = expansion(
        "wave", {"sets": sets}, locales__fr_yaml=fr, rulings_yaml=rulings, sets__wave__reprints_yaml=reprints,
        sets__wave__cards_yaml=CATS,
    )  # fmt: skip
    checked, left_out = usable(replace(base(), expansions=(one,)), check_pack)
    assert checked.ok, "the game itself is as it was"
    assert all(d.span and one.holds(d.span.path) for found in left_out.values() for d in found)
    assert bool(left_out) == (not checked.pack.expansions)
