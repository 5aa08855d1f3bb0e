"""The schema that editors check by and the reader agree on what an ability is."""

import json
from collections import Counter
from functools import cache
from random import Random

import jsonschema
import pytest

from builder.abilities import read_abilities
from builder.abilities.schema import schema_of
from builder.schema import Schema
from tests.support.abilities import GAMES, card_types, lexicon, mutated, random_ability
from tests.support.gamecards import cards

PER_GAME = 1_000
READER_ALONE = {"no-antecedent", "verb-not-allowed"}  # what no schema can know


@cache
def validator(game: str) -> jsonschema.Draft202012Validator:
    return jsonschema.Draft202012Validator(schema_of(lexicon(game)))


@cache
def judge(game: str) -> Schema:
    """The schema as `arsenal validate` asks it."""
    return Schema(schema_of(lexicon(game)))


@pytest.mark.parametrize("game", GAMES)
def test_the_schema_is_one(game: str) -> None:
    jsonschema.Draft202012Validator.check_schema(validator(game).schema)


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_reader_and_schema_agree(game: str) -> None:
    """On thousands of random abilities, each also with something changed in it."""
    random, types = Random(7), card_types(game)  # noqa: S311 - the same abilities every time
    seen: Counter[bool] = Counter()
    for number in range(PER_GAME):
        written = random_ability(lexicon(game), random)
        for _ in range(number % 4):
            written = mutated(written, lexicon(game), random)
        _, faults = read_abilities(written, lexicon(game), random.choice(types))
        codes = {fault.code for fault in faults}
        if codes and codes <= READER_ALONE:
            continue
        valid = judge(game).fits(written)
        if number % 5 == 0:  # it takes a hundred times as long
            assert validator(game).is_valid(written) == valid
        seen[valid] += 1
        assert valid == (not faults), f"{json.dumps(written)}: {[fault.message for fault in faults]}"
    assert min(seen.values()) > PER_GAME / 10
    assert seen.total() > PER_GAME / 2


@pytest.mark.parametrize("game", GAMES)
def test_both_know_the_same_selectors(game: str) -> None:
    words = lexicon(game)
    which = validator(game).evolve(schema=validator(game).schema["$defs"]["selector"])
    kinds, places = [*words.kinds, *words.pairs, "moon"], ["", *words.places]
    sides = ["", "other", "own", "other own", "own other", "enemy", "other enemy", "each", "each own"]
    written = [
        " ".join(part for part in (much, side, kind, place) if part)
        for much in ("", "up to 1", "up to 12", "up to 0", "up to 100", "up to")
        for side in sides
        for kind in kinds
        for place in places
    ]
    found = [words.selector(one) is not None for one in written]
    assert [which.is_valid(one) for one in written] == found
    assert 20 < sum(found) < len(found)


@pytest.mark.parametrize("game", GAMES)
def test_an_editor_reads_it_to_its_end(game: str) -> None:
    """Definitions refer to each other, and never round in a ring: an editor may put each in place of its reference."""
    definitions = validator(game).schema["$defs"]
    refers = {name: {part.removeprefix("#/$defs/") for part in _references(body)} for name, body in definitions.items()}
    done: set[str] = set()
    while ready := {name for name, others in refers.items() if others <= done} - done:
        done |= ready
    assert done == set(definitions)
    assert len(json.dumps(validator(game).schema)) < 250_000


def _references(value: object) -> list[str]:
    if isinstance(value, dict):
        own = [value["$ref"]] if "$ref" in value else []
        return own + [found for inner in value.values() for found in _references(inner)]
    return [found for inner in value for found in _references(inner)] if isinstance(value, list) else []


@pytest.mark.parametrize("game", GAMES)
def test_the_cards_of_the_packs_fit(game: str) -> None:
    able = [card for card in cards(game) if "abilities" in card]
    assert len(able) > 10
    assert [card["id"] for card in able if not judge(game).fits(card["abilities"])] == []
