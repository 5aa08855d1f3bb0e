"""Test hands: the first cards of a shuffled deck, and redraws by the rule that a game's data states.

A format's `setup` says how large the first hand is (`hand`, or `hand-3-players` for so many) and how often it may be
drawn anew (`redraws`). What becomes of the old hand is `rules: redraw` in game.yaml: with `shuffles: true`, or where
the game says nothing of it, the hand is shuffled into the deck; else it goes `to` the place that is named, such as
`arsenal-bottom`, and is drawn again only from a bottom.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from builder.diagnostics import UsageError
from builder.documents.data import Data, mapping, text, whole
from builder.games import Card, Format, Game

MAX_HAND = 200  # cards
BOTTOM = "-bottom"

Back = Literal["shuffled", "bottom", "away"]


@dataclass(frozen=True, slots=True)
class Redraws:
    """How often a first hand may be drawn anew, and where the old one goes."""

    most: int
    back: Back


@dataclass(frozen=True, slots=True)
class Hand:
    """A first hand of a deck's section. `hands` are all that were drawn, the last of which stays.

    `redraws` is how often the format lets a hand be drawn anew, `left` how many cards the deck still has: `rest` are
    their ids in their order, and each turn draws `draw` of them. The same `seed` draws the same cards from decks that
    hold the same.
    """

    deck: str
    game: str
    format: str
    section: str
    seed: int
    hands: tuple[tuple[Card, ...], ...]
    redraws: int
    left: int
    rest: tuple[str, ...] = ()
    draw: int = 1

    @property
    def cards(self) -> tuple[Card, ...]:
        """The hand that stays."""
        return self.hands[-1]

    def to_json(self, *, rest: bool = False) -> dict[str, Data]:
        """The hand as in schemas/hand-output.schema.json, with the rest of the deck where that is wanted."""
        more: dict[str, Data] = {"rest": [*self.rest], "draw": self.draw} if rest else {}
        return {
            "deck": self.deck,
            "game": self.game,
            "format": self.format,
            "section": self.section,
            "seed": self.seed,
            "hands": [[{"id": card.id, "name": card.name} for card in hand] for hand in self.hands],
            "redraws": {"made": len(self.hands) - 1, "allowed": self.redraws},
            "left": self.left,
            **more,
        }


def hand_size(by: Format, players: int | None = None) -> int | None:
    """How many cards the format's first hand has, for so many players; None where it does not say."""
    special = whole(by.setup.get(f"hand-{players}-players")) if players else 0
    number = special or whole(by.setup.get("hand"))
    return number if 1 <= number <= MAX_HAND else None


def drawn_each_turn(by: Format) -> int:
    """How many cards each turn draws, by the format's setup; 1 where it does not say."""
    number = whole(by.setup.get("draw"))
    return number if 1 <= number <= MAX_HAND else 1


def redraws_of(game: Game, by: Format) -> Redraws:
    """The rule of redraws, from game.yaml and the format."""
    rule = mapping(mapping(game.definition.get("rules")).get("redraw"))
    to = text(rule.get("to"))
    back: Back = "bottom" if to.endswith(BOTTOM) else "away"
    return Redraws(whole(by.setup.get("redraws")), "shuffled" if rule.get("shuffles") is True or not to else back)


def draw_hands(
    copies: Mapping[str, int], size: int, seed: int, made: int = 0, back: Back = "shuffled"
) -> list[list[str]]:
    """The hands that are drawn from a shuffled deck of these copies, and last what is left of it.

    After the first hand so many more are drawn: each has as many cards as there still are, up to `size`.
    """
    chance = random.Random(seed)  # noqa: S311 - drawn from a seed, so that it can be drawn again
    deck = _shuffled([card for card, n in sorted(copies.items()) for _ in range(n)], chance)
    hands = []
    for _ in range(made):
        hand, deck = deck[:size], deck[size:]
        hands.append(hand)
        if back == "shuffled":
            deck = _shuffled(sorted([*deck, *hand]), chance)
        elif back == "bottom":
            deck = [*deck, *hand]
    return [*hands, deck[:size], deck[size:]]


def check_redraws(allowed: Redraws, made: int, by: Format) -> None:
    """Raises UsageError for more redraws than the format allows."""
    if made > allowed.most:
        if not allowed.most:
            raise UsageError.of("library", "no-redraws", format=by.name)
        raise UsageError.of("library", "few-redraws", allowed.most, format=by.name, made=made)


def _shuffled(cards: Sequence[str], chance: random.Random) -> list[str]:
    """The cards in an order by chance: of all that Random does, only `random()` is the same in every Python."""
    made = list(cards)
    for i in range(len(made) - 1, 0, -1):
        j = int(chance.random() * (i + 1))
        made[i], made[j] = made[j], made[i]
    return made
