"""`arsenal fmt` writes abilities in one order and short, and never changes what they mean."""

from random import Random

import pytest

from builder.abilities import read_abilities
from builder.authoring.formatting import Arranging
from builder.documents.editing import format_text, to_yaml
from builder.documents.reading import parse
from builder.games.fields import ABILITIES
from tests.support.abilities import GAMES, card_types, lexicon, mutated, random_ability

FI = GAMES[0]
SCHEMA = {"items": {"properties": {"type": {}, "abilities": {ABILITIES: {}}, "text": {}}}}
PER_GAME = 400


def formatted(text: str, game: str = FI) -> str:
    arranging = Arranging(lexicon(game))
    once = format_text(text, SCHEMA, arranging)
    assert format_text(once, SCHEMA, arranging) == once
    return once


def of_card(abilities: str, card_type: str = "ship") -> str:
    """How the abilities of a card are written, after `abilities:`."""
    head = f"- type: {card_type}\n  abilities:"
    return formatted(f"{head}{abilities}").removeprefix(head)


@pytest.mark.parametrize(
    ("written", "arranged"),
    [
        (" {draw: 1}", " {draw: 1}\n"),
        (" {to: enemy ship, deal: 1, when: this deployed}", " {when: this deployed, deal: 1, to: enemy ship}\n"),
        (" {draw: 1, cost: {oil: 1}, when: this destroyed}", " {when: this destroyed, cost: {oil: 1}, draw: 1}\n"),
        (
            " {limit: once per turn, draw: 1, cost: {oil: 1}, use: action}",
            " {use: action, cost: {oil: 1}, draw: 1, limit: once per turn}\n",
        ),
        (" {draw: 1, may: true, if: {scrap pile: 3+}}", " {if: {scrap pile: 3+}, may: true, draw: 1}\n"),
        (" [{draw: 1}]", " {draw: 1}\n"),
        ("\n    - {draw: 1}", " {draw: 1}\n"),
        ("\n    - draw: 1\n      at: start of turn", "\n    at: start of turn\n    draw: 1\n"),
        (" {do: {draw: 1}, at: start of turn}", " {at: start of turn, draw: 1}\n"),
        (" {do: [{draw: 1}], at: start of turn}", " {at: start of turn, draw: 1}\n"),
        ("\n    do:\n      - draw: 1\n    at: start of turn", "\n    at: start of turn\n    draw: 1\n"),
        (
            " {do: [{to: enemy ship, deal: 1}, {draw: 1, if: {scrap pile: 3+}}]}",
            " {do: [{deal: 1, to: enemy ship}, {if: {scrap pile: 3+}, draw: 1}]}\n",
        ),
        (" [{draw: 1}, {do: [{draw: 2}]}]", " [{draw: 1}, {draw: 2}]\n"),
        (
            " {use: action, draw: 1, cost: {who: opponent, discard: 1}}",
            " {use: action, cost: {discard: 1, who: opponent}, draw: 1}\n",
        ),
        ("  # what it does\n    [{draw: 1}]", "  # what it does\n    {draw: 1}\n"),
        ("\n    # why\n    - {draw: 1}", "\n    # why\n    - {draw: 1}\n"),  # a comment keeps what it stands by
        ("\n    - {draw: 1}  # few", "\n    - {draw: 1}  # few\n"),
        (
            "\n    at: start of turn\n    do:  # this\n      draw: 1",
            "\n    at: start of turn\n    do:  # this\n      draw: 1\n",
        ),
        (" {deal: 1, draw: 1}", " {deal: 1, draw: 1}\n"),  # with a fault, it stays as it is
        (" [{drwa: 1}]", " [{drwa: 1}]\n"),
        (" 1", " 1\n"),
        (" {gain: {scrap: 1, oil: 2}}", " {gain: {scrap: 1, oil: 2}}\n"),  # this order is printed
    ],
)
def test_abilities_are_ordered_and_short(written: str, arranged: str) -> None:
    assert of_card(written) == arranged


def test_effects_within_effects_are_ordered() -> None:
    either = "{either: [{who: each opponent, gain: {screw: 1}}, {if: {played: soldier}, recruit: 1}]}"
    said = formatted(f"- type: leader\n  abilities: {either}\n", "rone-invasion")
    assert "either: [{gain: {screw: 1}, who: each opponent}, {if: {played: soldier}, recruit: 1}]" in said


def shuffled(value: object, random: Random) -> object:
    """The same mappings with their keys in any order, but for amounts, which are printed in theirs."""
    if isinstance(value, list):
        return [shuffled(item, random) for item in value]
    if not isinstance(value, dict) or all(isinstance(amount, int) for amount in value.values()):
        return value
    keys = random.sample(list(value), len(value))
    return {key: shuffled(value[key], random) for key in keys}


def longer(ability: object, random: Random) -> object:
    """The same ability, written with more than it needs."""
    if isinstance(ability, dict) and "do" not in ability and random.random() < 0.5:
        openings = {k: v for k, v in ability.items() if k in ("when", "at", "during", "use", "cost", "limit", "mode")}
        effect = {k: v for k, v in ability.items() if k not in openings}
        ability = {**openings, "do": [effect] if random.random() < 0.5 else effect}
    return [ability] if random.random() < 0.5 else ability


@pytest.mark.parametrize("game", GAMES)
def test_abilities_mean_the_same_before_and_after(game: str) -> None:
    random = Random(3)  # noqa: S311 - the same abilities every time
    words, types = lexicon(game), card_types(game)
    shorter = 0
    for number in range(PER_GAME):
        short = random_ability(words, random)
        written = shuffled(longer(mutated(short, words, random) if number % 4 == 0 else short, random), random)
        card_type = random.choice(types)
        text = to_yaml([{"type": card_type, "abilities": written}], flow=number % 2 == 0)
        again = formatted(text, game)
        after = parse(again, "").data[0]["abilities"]
        found, faults = read_abilities(written, words, card_type)
        same, others = read_abilities(after, words, card_type)
        assert (same, [one.code for one in others]) == (found, [one.code for one in faults])
        shorter += len(again) < len(text) - 2
        if faults:
            assert after == written
    assert shorter > PER_GAME / 10
