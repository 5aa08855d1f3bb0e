"""The table of Invasion of the Saucer People!: the values of its deck and format, and a position."""

from __future__ import annotations

from typing import Final

from engine.bundles import DeckBundle
from engine.core import Game, State
from engine.faults import EngineError
from engine.games.saucer_people import cards
from engine.games.saucer_people.cards import NONE, POSTS, SUITS
from engine.state import by_seat, plain, zone, zones

# Options: one that declines, then a range of cards for each kind, then sets of players to call, then trades of crews.
PASS: Final = 0
CARD_KINDS: Final = ("play", "change", "capture", "discard", "take-joker", "double", "fly", "defeat", "brag", "mark")
PLAY, CHANGE_TO, CAPTURED, DISCARD, TAKE_JOKER, DOUBLED, FLOWN, DEFEAT, BRAG, MARK = range(len(CARD_KINDS))

MOST_HAND: Final = 100
MOST_PLAYERS: Final = 8  # of any deck, since the number of sets of ships to call grows with it


class Setting(Game["Table"]):
    """The parts of a game that never change: the deck, the numbers of the format, the numbers of options."""

    def __init__(self, bundle: DeckBundle, players: int) -> None:
        if players > MOST_PLAYERS:
            raise EngineError(f"{bundle.where}: the engine plays for at most {MOST_PLAYERS}, not {players}")
        cards.check_rules(bundle)
        setup = bundle.setup
        self.bundles = (bundle,)
        self.players = players
        self.around: list[tuple[int, ...]] = [
            tuple((first + n) % players for n in range(players)) for first in range(players)
        ]  # clockwise
        self.deck = cards.read(bundle, players)
        self.formula = cards.formula(bundle, players)
        self.hand = setup.number(f"hand-{players}-players", 1, MOST_HAND)
        removed = f"removed-{players}-players"
        self.removed = setup.number(removed, 0, MOST_HAND) if setup.has(removed) else 0
        self.revealed = setup.number("revealed", 3, 3)
        self.passes = setup.number("passes", 1, 10)
        self.trades = setup.word("captain-of-mercury", ("changes-card", "trades-crew"), "changes-card") == "trades-crew"
        self.open = setup.word("hands", ("closed", "open"), "closed") == "open"
        self.posts = [POSTS.index(post) for post in bundle.rules("leader").words("by", POSTS)]
        self.follow = bundle.rules("defense").flag("matches-suit")
        self.results = bundle.rules("end").words("results")
        if len(self.results) != len(SUITS) + 1:
            raise EngineError(f"{bundle.where}: game.rules.end.results should name {len(SUITS) + 1} results")
        if len(self.deck.pile) < self.hand * players + self.removed + self.revealed:
            raise EngineError(f"{bundle.where}: the draw pile is too small for {players} hands and an attack")
        self.size = size = len(self.deck.ids)
        self.spans = [1 + kind * size for kind in range(len(CARD_KINDS))]
        self.calls = 1 + len(CARD_KINDS) * size
        self.trade = self.calls + (1 << players)
        self.actions = self.trade + 4 * players
        self.copies = len(set(self.deck.ids)) < size

    def different(self, found: list[int]) -> list[int]:
        """These cards, but of copies only the first."""
        if not self.copies:
            return found
        first = {self.deck.ids[card]: card for card in reversed(found)}
        return sorted(first.values())

    def kind_of(self, option: int) -> tuple[int, int]:
        """The kind of an option about a card, and the card."""
        return divmod(option - 1, self.size)


class Table(State):
    """A position. Cards are instances; suits are 0 to 3 in the order of `cards.SUITS`; lists by seat or by suit."""

    game: Setting
    round: int = plain()  # the pass through the deck, from 1
    turn: int = plain()  # from 1; a second pass goes on counting
    leader: int = plain()  # of this turn, or of the last one until it is known; at first the dealer
    hands: list[list[int]] = zones()  # sorted
    pile: list[int] = zone()  # the top card is the last
    removed: list[int] = zone(shared=True)  # face down, with two players
    discard: list[int] = zone()
    crews: list[list[int]] = zones(lambda _game: [], shared=True)  # captain, navigator and engineer
    unused: list[int] = zone(shared=True)  # crews that nobody has
    down: int = plain()  # crew cards that lie face down, a bit for each
    used: int = plain()  # crew cards that have acted this turn and stay face up
    attack: list[int] = zone()  # the remaining attack cards of this turn
    value: int = plain()  # of the system attack
    summed: bool = plain(False)  # the remaining attack cards are added, not multiplied
    threat: int = plain()  # the suits of the attack when the defense began, a bit for each
    played: int = plain()  # players who have had their turn to play a card
    defense: list[int] = zone(lambda game: [NONE] * game.players)
    suits: list[int] = by_seat(NONE)  # what the defense cards count as now
    doubled: list[int] = by_seat(1)  # 2 for a defense card that is doubled, else 1
    thrust: int = plain()  # players who can reach any world by hyperthrust this turn, a bit for each
    marks: list[int] = zone(lambda _game: [NONE] * len(SUITS))  # by suit, the card that marks a captured world
    bragging: list[list[int]] = zones()
    jokers: list[list[int]] = zones()  # next to a captain until the pass ends
    shown: list[int] = by_seat(0)  # cards in hands that all have seen, a bit for each
    lacks: list[int] = by_seat(0)  # suits that a hand can't have, except in shown cards; a bit for each
