"""The abilities of a pack's cards, also those of entries: read, said in each language, and what is wrong with them."""

import pytest

from tests.support.packs import able, card

CAT = {
    "abilities": {"draw": 1},
    "strip-abilities": {"use": "action", "draw": 2},
    "actions": [{"pays": 1, "do": {"draw": 3}}, {"pays": 2, "text": "Rest."}, {"do": [{"draw": 4}, {"draw": 5}]}],
    "win": {"do": {"draw": 6}},
}
MAIN, STRIP, WIN = ("abilities",), ("strip-abilities",), ("win", "do")
FIRST, LAST = ("actions", 0, "do"), ("actions", 2, "do")


@pytest.fixture(scope="module")
def cat():
    """The card in its pack."""
    pack = able(sets__core__more_yaml=card(**CAT), locales__fr_yaml={"game": {"name": "Mon jeu"}})
    assert pack.diagnostics == []
    return pack, pack.ids["ash-cat"].definition


def test_abilities_are_read_with_their_places(cat):
    pack, definition = cat
    found = {place: [ability.kind for ability in abilities] for place, abilities, _ in pack.abilities.of(definition)}
    assert found == {
        MAIN: ["static"],
        STRIP: ["activated"],
        FIRST: ["played"],  # the entry says when
        LAST: ["played", "played"],
        WIN: ["played"],
    }


def test_what_a_card_and_an_entry_say_alike_is_still_of_two_kinds():
    pack = able(sets__core__more_yaml=card(abilities={"draw": 1}, win={"do": {"draw": 1}}))
    kinds = [ability.kind for _, (ability,), _ in pack.abilities.of(pack.ids["ash-cat"].definition)]
    assert kinds == ["static", "played"]


def test_each_place_is_said_in_each_language(cat):
    pack, definition = cat
    assert pack.abilities.texts(definition, "en") == {
        MAIN: "Draw 1 card.",
        STRIP: "Action: Draw 2 cards.",
        FIRST: "Draw 3 cards.",
        LAST: "Draw 4 cards.\nDraw 5 cards.",
        WIN: "Draw 6 cards.",
    }
    assert pack.abilities.texts(definition, "fr")[LAST] == "Piochez 4 cartes.\nPiochez 5 cartes."
    assert pack.abilities.texts(definition, "it") == {}


def test_a_compiled_card_says_all_of_it(cat):
    pack, definition = cat
    made = pack.abilities.compiled(definition, "en")
    assert (made["text"], made["strip-text"]) == ("Draw 1 card.", "Action: Draw 2 cards.")
    assert [entry["text"] for entry in made["actions"]] == ["Draw 3 cards.", "Rest.", "Draw 4 cards.\nDraw 5 cards."]
    assert made["actions"][0]["do"] == [{"kind": "played", "effects": [{"op": "draw", "main": 3}]}]
    assert made["win"]["text"] == "Draw 6 cards."
    (whole,) = [one for one in pack.as_cards(places=False) if one.id == "ash-cat"]
    assert whole.definition == made


def test_a_translation_has_the_text_of_entries_next_to_its_own_words():
    said = {"name": "Chat", "actions": [{}, {"text": "Repos."}]}
    pack = able(
        sets__core__more_yaml=card(**CAT), locales__fr_yaml={"game": {"name": "Mon jeu"}, "cards": {"ash-cat": said}}
    )
    assert pack.translation("fr").entries["ash-cat"] == {
        "name": "Chat",
        "text": "Piochez 1 carte.",
        "strip-text": "Action\xa0: Piochez 2 cartes.",
        "actions": [
            {"text": "Piochez 3 cartes."},
            {"text": "Repos."},
            {"text": "Piochez 4 cartes.\nPiochez 5 cartes."},
        ],
        "win": {"text": "Piochez 6 cartes."},
    }
    assert pack.translatable.cards["ash-cat"].keys() == {("name",), ("actions", 1, "text")}


FAULTY = b"""\
- id: ash-cat
  number: 9
  name: Ash Cat
  faction: ember
  type: creature
  cost: 2
  power: 2
  actions:
    - {pays: 1, do: {draw: 1}}
    - {pays: 1, do: [{draw: 1}, {drw: 2}]}
    - {pays: 1, do: {draw: 1}, text: Draw.}
  win: {do: {draw: many}}
  strip-abilities: {draw: 1}
  strip-text: Draw.
"""


def test_faults_stand_where_the_entry_is():
    lines = FAULTY.decode().splitlines()
    found = {}
    for fault in able(sets__core__more_yaml=FAULTY).diagnostics:
        where = fault.span
        found[where.line] = (fault.code, lines[where.line - 1][where.column - 1 : where.end_column - 1], fault.message)
    assert found == {
        10: ("unknown-verb", "drw", '"drw" is not a verb of this game'),
        11: ("text-and-abilities", "text", '"do" and "text" stand in one entry'),
        12: ("wrong-type", "many", '"many" can\'t stand here'),
        14: ("text-and-abilities", "strip-text", '"strip-abilities" and "strip-text" stand on one card'),
    }


def test_a_phrase_for_an_argument_that_the_verb_does_not_take_is_never_needed():
    assert able().diagnostics == []  # "{who} draws" of the phrases that games share
