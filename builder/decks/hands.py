"""Test hands: the first cards of a shuffled deck, and redraws by the game's rule.

A format's `setup` says how large the first hand is (`hand`, or `hand-3-players` for three players) and how often it may
be drawn again (`redraws`). `rules: redraw` in game.yaml says what happens to the old hand: with `shuffles: true`, or
without such a rule, it is shuffled into the deck; otherwise it goes `to` the place that is named. If that is a bottom,
such as `arsenal-bottom`, the cards can be drawn again.
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
    """How often a first hand may be drawn again, and where the old one goes."""

    most: int
    back: Back


@dataclass(frozen=True, slots=True)
class Hand:
    """A first hand of a deck's section. `hands` are all that were drawn; the last one stays.

    `redraws` is how often the format lets a hand be drawn again, `left` how many cards the deck still has. `rest` are
    their ids in order, and each turn draws `draw` of them. The same `seed` draws the same cards from equal decks.
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
    """How many cards the format's first hand has for this number of players; None where it does not say."""
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
    copies: Mapping[str, int], size: int, seed: int, redraws: int = 0, back: Back = "shuffled"
) -> list[list[str]]:
    """The hands that are drawn from a shuffled deck of these copies; the last item is what is left of the deck.

    After the first hand, `redraws` more are drawn. Each has `size` cards, or fewer where the deck runs out.
    """
    chance = random.Random(seed)  # noqa: S311 - drawn from a seed, so that it can be drawn again
    deck = _shuffled([card for card, n in sorted(copies.items()) for _ in range(n)], chance)
    hands = []
    for _ in range(redraws):
        hand, deck = deck[:size], deck[size:]
        hands.append(hand)
        if back == "shuffled":
            deck = _shuffled(sorted([*deck, *hand]), chance)
        elif back == "bottom":
            deck = [*deck, *hand]
    return [*hands, deck[:size], deck[size:]]


def check_redraws(allowed: Redraws, redraws: int, by: Format) -> None:
    """Raises UsageError for more redraws than the format allows."""
    if redraws > allowed.most:
        if not allowed.most:
            raise UsageError.of("library", "no-redraws", format=by.name)
        raise UsageError.of("library", "few-redraws", allowed.most, format=by.name, made=redraws)


def _shuffled(cards: Sequence[str], chance: random.Random) -> list[str]:
    """The cards in random order, made with `random()`: only that is the same in every version of Python."""
    shuffled = list(cards)
    for i in range(len(shuffled) - 1, 0, -1):
        j = int(chance.random() * (i + 1))
        shuffled[i], shuffled[j] = shuffled[j], shuffled[i]
    return shuffled
