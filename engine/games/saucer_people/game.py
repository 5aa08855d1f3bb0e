"""Invasion of the Saucer People! as the engine plays it: set-up, what each sees, what options and events mean."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from engine import tables
from engine.bundles import DeckBundle
from engine.core import Choice, Event, Module, Refused, begun, shuffle
from engine.games.saucer_people import positions, rules, worth
from engine.games.saucer_people.cards import NONE, POSTS, SUITS, VERBS
from engine.games.saucer_people.rules import TURN, deal
from engine.games.saucer_people.table import CARD_KINDS, DEFEAT, FLOWN, PASS, PLAY, TAKE_JOKER, Setting, Table
from engine.refusing import MATCH


class SaucerPeople(Setting):
    """A table of Invasion of the Saucer People! for so many players."""

    samples = 3
    leave = rules.leave
    evaluate = worth.evaluate
    position = positions.read

    def __init__(self, bundle: DeckBundle, players: int) -> None:
        super().__init__(bundle, players)
        self.module = MODULE

    def new(self, seed: int, *, log: bool = False) -> Table:
        """The first decision of a new game. The first seat has dealt."""
        state = Table(self, seed, log=log)
        positions.deal_crews(state, [])
        state.pile = self.deck.pile[:]
        deal(state)
        return begun(state, TURN)

    def view(self, state: Table, seat: int) -> dict[str, Any]:
        """What a seat sees. `shown` are cards in hands that all have seen, `lacks` suits of which a hand has no
        other card, since its player could not match an attack.
        """
        return {
            "seat": seat,
            "pass": state.round,
            "turn": state.turn,
            "leader": state.leader,
            "pile": len(state.pile),
            "removed": len(state.removed),
            "discard": tables.cards(self, state.discard),
            "attack": tables.cards(self, state.attack),
            "value": state.value,
            "doubled": [s for s, factor in enumerate(state.doubled) if factor > 1],
            "hyperthrust": [s for s in range(self.players) if state.thrust >> s & 1],
            "marks": [
                tables.shown(self, card, world=self.deck.worlds[suit])
                for suit, card in enumerate(state.marks)
                if card != NONE
            ],
            "seats": [self._seat(state, seat, other) for other in range(self.players)],
            "result": self.results[sum(mark != NONE for mark in state.marks)] if state.over else None,
        }

    def _seat(self, state: Table, viewer: int, seat: int) -> dict[str, Any]:
        hand, played, suit = state.hands[seat], state.defense[seat], state.suits[seat]
        down = [tables.shown(self, card, face_down=bool(state.down >> card & 1)) for card in state.crews[seat]]
        face_up = seat == viewer or self.open
        return {
            "crew": down,
            "defense": [None if played == NONE else tables.shown(self, played)],
            "suit": None if suit == NONE else SUITS[suit],
            "hand": tables.hand(self, "hand", seat, hand, hand if face_up else _seen(hand, state.shown[seat])),
            "shown": self.named(_seen(hand, state.shown[seat])),
            "lacks": [name for bit, name in enumerate(SUITS) if state.lacks[seat] >> bit & 1],
            "bragging": tables.cards(self, state.bragging[seat]),
            "jokers": tables.cards(self, state.jokers[seat]),
        }

    def determinize(self, state: Table, seat: int, seed: int) -> Table:
        """A clone in which the pile, the cards removed and the cards that `seat` hasn't seen in hands are dealt anew.

        No hand gets a card that its player would have had to play.
        """
        other = state.with_chance(seed)
        seen = [hand if s == seat or self.open else _seen(hand, state.shown[s]) for s, hand in enumerate(state.hands)]
        unseen = [*state.pile, *state.removed]
        for hand, cards in zip(state.hands, seen, strict=True):
            if cards is not hand:
                unseen.extend(card for card in hand if card not in cards)
        unseen.sort()
        shuffle(other, unseen)
        wanted = [len(hand) - len(cards) for hand, cards in zip(state.hands, seen, strict=True)]
        dealt = fitting(unseen, wanted, state.lacks, self.deck.suits)
        for s, cards in enumerate(dealt):
            if wanted[s]:
                other.hands[s] = sorted([*seen[s], *cards])
        gone = {card for cards in dealt for card in cards}
        rest = [card for card in unseen if card not in gone]
        other.removed = rest[: len(state.removed)]
        other.pile = rest[len(state.removed) :]
        return other

    def describe(self, state: Table, option: int) -> Choice:
        """What an option of the state means."""
        values: dict[str, Any]
        ids, suits, worlds = self.deck.ids, self.deck.suits, self.deck.worlds
        if option == PASS:
            return Choice(option, "pass", role="pass")
        if option >= self.trade:
            other, posts = divmod(option - self.trade, 4)
            values = {"player": other, "posts": [POSTS[p] for p in (1, 2) if posts & p]}
            return Choice(option, "trade", values=values, at=(tables.seat_key(other),))
        if option >= self.calls:
            called = [s for s in range(self.players) if option - self.calls >> s & 1]
            captain = state.crews[state.who][0]
            values = {"players": called, "world": worlds[suits[captain]]}
            return Choice(option, "call", ids[captain], values, tuple(map(tables.seat_key, called)))
        kind, card = self.kind_of(option)
        values = {}
        if kind == TAKE_JOKER:
            values = {"player": state.defense.index(card)}
        elif kind in {FLOWN, DEFEAT}:
            values = {"world": worlds[suits[card]]}
        return Choice(option, CARD_KINDS[kind], ids[card], values, tables.copies(self, card, state.hands))

    def refused(self, state: Table, seat: int) -> Iterator[Refused]:
        """The cards of a hand that may not be played, since another matches the attack."""
        if seat == state.who and state.opts and all(self.kind_of(option)[0] == PLAY for option in state.opts):
            span, hand = self.spans[PLAY], state.hands[seat]
            offered = {self.deck.ids[option - span] for option in state.opts}
            for card in self.different([card for card in hand if self.deck.ids[card] not in offered]):
                yield Refused(self.describe(state, span + card), MATCH)

    def event(self, event: Event, seat: int | None = None) -> dict[str, Any]:
        """An entry of the log as plain data; of hands that the seat does not see, how many cards they have."""
        said = super().event(event, seat)
        if event[0] == "hand" and not self.open and seat not in (None, event[1]):
            said["count"] = len(said.pop("cards"))
        return said

    def id_of(self, card: int) -> str:
        """The id of a card."""
        return self.deck.ids[card]

    def result(self, state: Table) -> tuple[float, ...]:
        """The share of the worlds that have not been captured, the same for all: the team wins or loses together."""
        free = state.marks.count(NONE) / len(SUITS)
        return (free,) * self.players

    def features(self, state: Table, seat: int) -> list[int]:
        """For each card of the draw pile where the seat knows it to be; for each crew card whose it is, and whether it
        lies face down; then numbers of the turn and of each player, from the seat on.

        Places are 0 unknown, 1 own hand, 2 attack, 3 discarded, 4 a mark, 5 anybody's for good; then for each player
        from the seat on 6 + 2n in the defense, 7 + 2n known in the hand.
        """
        order = [(seat + step) % self.players for step in range(self.players)]
        numbers = [state.round, state.turn, state.value, state.threat, len(state.pile), state.played]
        for s in order:
            numbers += [len(state.hands[s]), state.suits[s] + 1, state.doubled[s], state.lacks[s]]
            numbers.append(int(s == state.leader))
        return self._places(state, order) + numbers

    def _places(self, state: Table, order: Sequence[int]) -> list[int]:
        """Where the first of these seats knows the cards to be."""
        places: dict[int, int] = dict.fromkeys(range(len(self.deck.ids)), 0)
        places |= dict.fromkeys(state.marks, 4) | dict.fromkeys(state.attack, 2) | dict.fromkeys(state.discard, 3)
        for step, s in enumerate(order):
            known = state.hands[s] if self.open else _seen(state.hands[s], state.shown[s])
            places |= dict.fromkeys(known, 7 + 2 * step) | {state.defense[s]: 6 + 2 * step}
            places |= dict.fromkeys(state.bragging[s] + state.jokers[s], 5)
            for card in state.crews[s]:
                places[card] = 2 * (step + 1) + (state.down >> card & 1)
        places |= dict.fromkeys(state.hands[order[0]], 1)
        places.pop(NONE, None)
        return [places[card] for card in range(len(self.deck.ids))]


def _seen(hand: list[int], shown: int) -> list[int]:
    return [card for card in hand if shown >> card & 1]


def fitting(cards: list[int], wanted: list[int], lacks: list[int], suits: list[int]) -> list[list[int]]:
    """Deals so many of the cards to each seat, none of a suit that it lacks; from a shuffled list a random deal."""
    fits = [[card for card in cards if suits[card] == NONE or not lack >> suits[card] & 1] for lack in lacks]
    holder: dict[int, int] = {}
    for seat, want in enumerate(wanted):
        for _ in range(want):
            _give(seat, fits, holder, set())
    dealt: list[list[int]] = [[] for _ in wanted]
    for card, seat in holder.items():
        dealt[seat].append(card)
    return dealt


def _give(seat: int, fits: list[list[int]], holder: dict[int, int], tried: set[int]) -> bool:
    """Gives a seat a card that fits. Where all are in hands, a holder who can have another gives one up (Kuhn 1955)."""
    for card in fits[seat]:
        if card not in holder:
            holder[card] = seat
            return True
    for card in fits[seat]:
        if card not in tried:
            tried.add(card)
            if _give(holder[card], fits, holder, tried):
                holder[card] = seat
                return True
    return False


MODULE: Final = Module(
    "saucer-people",
    lambda bundles, players: SaucerPeople(bundles[0], players),
    frozenset(VERBS),
    shared=True,
    cooperative=True,
)
