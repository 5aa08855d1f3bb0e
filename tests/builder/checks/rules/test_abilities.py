"""Rules about abilities, tried on the small game with one thing changed."""

import json
from typing import Any

import pytest

from builder.abilities.phrases import phrases_from
from builder.diagnostics import Diagnostic
from tests.support.packs import FRENCH, SMALL, card, checked, codes

VERBS = SMALL["verbs.yaml"].decode()
ENGLISH = SMALL["phrases/en.yaml"].decode()


def changed(text: str, old: str, new: str) -> bytes:
    assert text.count(old) == 1
    return text.replace(old, new).encode()


def only(cards: list[dict[str, Any]]) -> dict[str, Any]:
    """The small game with no other cards than these."""
    names = (name for name in SMALL if name.startswith(("sets/", "decks/")))
    return {**{name.replace("/", "__").replace(".", "_"): None for name in names}, "sets__core__x_yaml": cards}


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("draw: {}", "drwa: {}", ["bad-verb"]),  # and nothing that follows from it
        ("draw: {}", "draw: {main: nmber}", ["unknown-value"]),
        ("[spell]", "[spel]", ["unknown-type"]),
    ],
)
def test_verbs_that_make_no_sense(old: str, new: str, expected: list[str]) -> None:
    assert codes(verbs_yaml=changed(VERBS, old, new)) == expected


@pytest.mark.parametrize("content", [b"[]", b"{", b"verbs: []", b"verbs: {draw: 1}"])
def test_verbs_that_can_not_be_read_do_not_make_every_ability_a_fault(content: bytes) -> None:
    assert len(codes(verbs_yaml=content)) == 1


def test_a_game_may_have_few_words() -> None:
    few = {"verbs": {"draw": {"takes": {"who": "players", "for-each": "each", "until": "durations"}}}}
    assert set(codes(verbs_yaml=few, abilities_schema_json=None)) <= {
        *("unknown-verb", "unknown-event", "unknown-value", "says-less", "no-phrase")
    }


def test_a_list_that_a_game_has_not_is_named() -> None:
    (fault,) = [d for d in checked(verbs_yaml=changed(VERBS, "times: [start of turn]\n", "")).diagnostics if d.help][1:]
    assert (fault.code, fault.help) == ("unknown-value", 'name it in "times" of verbs.yaml')


def test_abilities_need_verbs() -> None:
    assert codes(verbs_yaml=None, phrases__en_yaml=None, abilities_schema_json=None)[-1:] == ["bad-verb"]


def test_a_schema_of_other_verbs_is_stale() -> None:
    schema = SMALL["abilities.schema.json"]
    assert codes(abilities_schema_json=schema.replace(b"\n", b"\r\n")) == []
    assert codes(abilities_schema_json=json.dumps(json.loads(schema)).encode()) == []
    for stale in (schema.replace(b"draw", b"drew"), b"{}", b"[" * 100_000, b"\xff", b""):
        assert codes(abilities_schema_json=stale) == ["stale-schema"], stale[:10]
    assert codes(abilities_schema_json=None) == []


def test_the_game_must_be_said_in_its_own_language() -> None:
    assert codes(phrases__en_yaml=None) == ["no-phrase"]
    assert codes(phrases__en_yaml=changed(ENGLISH, "  deal: deal {main} damage to {to}\n", "")) == ["no-phrase"]
    assert codes(phrases__en_yaml=changed(ENGLISH, "damage to {to}", "damage")) == ["says-less"]


def test_every_word_of_a_list_has_a_variant_of_its_phrase() -> None:
    both, one = '"{who} discards {main} card{main:/s}"', '{who: opponent, say: "they discard {main} card{main:/s}"}'
    (fault,) = checked(phrases__en_yaml=changed(ENGLISH, both, one)).diagnostics
    assert (fault.code, fault.message.partition(" where ")[2]) == ("no-phrase", "main: any other, who: any other")
    rest = one.replace("opponent", "each player")
    assert codes(phrases__en_yaml=changed(ENGLISH, both, f"{one}\n    - {rest}")) == []


def test_a_slot_that_nothing_fills() -> None:
    found = checked(phrases__en_yaml=changed(ENGLISH, "to {to}", "to {to}{too}")).diagnostics
    assert [d.message for d in found] == ['nothing fills "{too}" in the phrase "deal {main} damage to {to}{too}"']


def test_what_a_translation_lacks_is_a_warning() -> None:
    effects = {k: v for k, v in FRENCH["effects"].items() if k not in ("deal", "draw")}
    pack = checked(phrases__fr_yaml={k: v for k, v in FRENCH.items() if k != "uses"} | {"effects": effects})
    assert [(d.code, d.severity) for d in pack.diagnostics] == [("untranslated-phrase", "warning")]
    assert "deal" in pack.diagnostics[0].message
    assert codes(locales__fr_yaml={"cards": {"flare": {"name": "Fusée"}}}) == []


def test_a_language_that_tells_how_a_game_is_played_tells_all_of_it() -> None:
    phrases = "log:\n  play: '{player} play{player:s/} {card}'\n  end: [{card: null, say: over}]\nshown: {hand: Hand}\n"

    def found(words: str, **log: str) -> list[Diagnostic]:
        french = {**FRENCH, "log": log} if log else FRENCH
        all_ = checked(phrases__en_yaml=f"{ENGLISH}{phrases}".encode(), phrases__fr_yaml=french).diagnostics
        return [d for d in all_ if words in d.message]

    assert found("phrase for") == []
    begun = found("phrase for", play="{player} joue {card}")
    assert {(d.code, d.severity) for d in begun} == {("untranslated-phrase", "warning")}
    assert {d.message for d in begun} == {f'"fr" has no phrase for {w}' for w in ('"end" in log', '"hand" in shown')}
    (fault,) = found("crad", play="{player} joue {crad}", end="{card} termine")
    assert (fault.code, fault.help) == ("says-less", "slots are those of the phrase in phrases/en.yaml")
    assert fault.message == 'nothing fills "{crad}" in the phrase "{player} joue {crad}"'


def test_another_language_is_warned_only_of_what_cards_say():
    german = {
        "nouns": {"card": {"one": "Karte", "other": "Karten", "gender": "f"}},
        "effects": {"deal": "füge {to.dat} {main} Schaden zu"},
    }
    flare = {"id": "x", "name": "X", "type": "spell", "faction": "ember", "cost": 1}
    cards = [{**flare, "abilities": {"deal": 2, "to": "creature"}}]
    found = checked(**only(cards), phrases__de_yaml=german).diagnostics
    said = [(d.code, d.message) for d in found if d.span and "de.yaml" in d.span.path]
    assert said == [("untranslated-phrase", '"de" has no phrase for "creature" in nouns')]


def test_another_language_is_warned_of_what_its_phrase_leaves_unsaid_of_a_card() -> None:
    german = {"nouns": FRENCH["nouns"], "players": FRENCH["players"], "effects": {"discard": "wirf {main} Karten ab"}}
    for who, said in ({}, []), ({"who": "opponent"}, ['the phrase "wirf {main} Karten ab" says nothing of "who"']):
        abilities = {"when": "this played", "discard": 1, **who}
        pack = checked(**only(card(abilities=abilities)), phrases__de_yaml=german)
        assert [d.message for d in pack.diagnostics if "de.yaml" in str(d.span) and d.code == "says-less"] == said


WRONG_GRAMMAR = [
    ({"effects": {"deal": "füge {to.dativ} {main} zu"}}, '"dativ" is no case of "de"'),
    ({"effects": {"deal": "{to:dem} {main}"}}, 'no forms are called "dem"'),
    ({"nouns": {"card": {"one": "Karte", "other": "Karten", "gender": "w"}}}, '"w" is no gender of "de"'),
    ({"nouns": {"card": {"one": "K", "other": "K", "cases": {"gne": {"one": "K"}}}}}, '"gne" is no case of "de"'),
    ({"forms": {"x": {"nom": "a/b/c", "acc": "a/b/c", "dat": "a/b", "gen": "a/b/c"}}}, '"dat" needs a form for each'),
]


@pytest.mark.parametrize(("written", "message"), WRONG_GRAMMAR)
def test_grammar_that_a_language_has_not_is_found_where_it_stands(written, message):
    found = checked(phrases__de_yaml=written, locales__de_yaml={"cards": {}}).diagnostics
    (fault,) = [d for d in found if d.code == "bad-phrase"]
    assert fault.message.startswith(message)
    assert (fault.span.path, fault.span.line > 0) == ("my-game/phrases/de.yaml", True)


def test_an_opening_without_a_phrase_is_found_at_its_card() -> None:
    abilities = {"when": "this played", "cost": {"spark": 1}, "draw": 1}
    (fault,) = checked(sets__core__more_yaml=card(abilities=abilities)).diagnostics
    assert (fault.code, fault.span.path) == ("no-phrase", "my-game/sets/core/more.yaml")
    assert '"when cost"' in fault.message


@pytest.mark.parametrize("rule", ['["(", "x"]', '["(?=a)", "x"]'])
def test_orthography_runs_in_linear_time(rule: str) -> None:
    assert codes(phrases__en_yaml=f"orthography: {{rules: [{rule}]}}\n{ENGLISH}".encode()) == ["bad-phrase"]


@pytest.mark.parametrize("right", ["ee", "e" * 90])
def test_orthography_that_makes_lines_ever_longer_is_found_and_left_out(right: str) -> None:
    rules = ", ".join([f'["e", "{right}"]'] * 40)  # 2 to the power of 40
    own = f"orthography: {{rules: [{rules}]}}\n{ENGLISH}"
    assert codes(phrases__en_yaml=own.encode()) == ["bad-phrase"]
    phrases = phrases_from("en", {}, {"orthography": {"rules": [["e", right]] * 40}})
    assert len(phrases.written("eleven eels")) < 1_000
