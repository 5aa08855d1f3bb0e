"""The pool of a draft, a position, and which card is in which slot.

A slot is a place in a pack. In each pack the cards that were taken come first, in the order in which they were taken.
So the slot of a taken card shows who has it. A seat can't know the cards in slots that it has never looked at, and the
order in which others took the cards that it has passed on.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from engine.bundles import DeckBundle
from engine.core import Module
from engine.faults import EngineError
from engine.games.future_invaders.nested import Nesting, Outer
from engine.games.future_invaders.table import Card, Table
from engine.state import by_seat, instances, listing, listings, plain

MOST_PACKS: Final = 50
MOST_IN_A_PACK: Final = 100
MOST_DRAFTED: Final = 500  # cards of one seat

PICK, BUILD, PLAY = "pick", "build", "play"  # the steps
STEPS: Final = (PICK, BUILD, PLAY)


class Drafting(Outer):
    """A position of a draft, or of the game that follows."""

    game: Pool
    step: str = plain(PICK)
    round: int = plain()  # from 0
    pick: int = plain()  # the number of cards taken from each pack of the round
    cards: list[int] = listing(lambda game: list(range(len(game.number))))  # in each slot, and then those not dealt
    chosen: list[int] = by_seat(-1)  # the slot that each seat has just chosen, -1 for none: nobody sees it yet
    out: list[list[int]] = listings()  # the slots that each seat has left out of its arsenal
    arsenals: list[list[int]] = plain(lambda _game: [])  # the slots of each seat's arsenal, in the inner game's order


class Pool(Nesting[Drafting]):
    """A pool for a table with a number of players."""

    kinds = ("pick", "leave-out")

    def __init__(self, module: Module, pool: DeckBundle, players: int) -> None:
        self.bundles: Sequence[DeckBundle] = (pool,)
        self.players = players
        rules = pool.rules("draft")
        rules.number("keeps", 1, 1)
        self.source = rules.word("from")
        self.section = rules.word("to")
        self.sealed = rules.flag("simultaneous")
        self.passes = rules.words("passes", ("left", "right"))
        if not self.passes:
            raise EngineError(f"{rules.where}.passes should name at least one direction")
        self.pack = pool.setup.number("pack", 1, MOST_IN_A_PACK)
        self.rounds = pool.setup.number("packs-per-player", 1, MOST_PACKS)
        self.drafted = self.pack * self.rounds
        self.low, self.high = pool.size(self.section, players)
        self.lay_table(module, [pool] * players, self._read_pool(pool))
        self.number_options(players * min(self.high, self.drafted))
        self.play_features = len(self.table.features(Table(self.table, 0), 0))
        self._read_slots()

    def _read_pool(self, pool: DeckBundle) -> list[str]:
        """The ids of the cards of the pool."""
        listed = pool.copies(self.source)
        packs = f"{pool.where}: {self.rounds} packs of {self.pack} are {self.drafted} cards for each player, and "
        if self.drafted > MOST_DRAFTED:
            raise EngineError(f"{packs}the engine drafts at most {MOST_DRAFTED}")
        if self.drafted < self.low:
            raise EngineError(f"{packs}an arsenal has at least {self.low}")
        if len(listed) < self.players * self.drafted:
            raise EngineError(
                f"{pool.where}: the pool has {len(listed)} cards, and {self.players} players open "
                f"{self.players * self.rounds} packs of {self.pack}, which are {self.players * self.drafted}",
                "draft with fewer players, or from a larger pool",
            )
        numbers = {card_id: n for n, card_id in enumerate(dict.fromkeys(listed))}
        self.number = sorted(numbers[card_id] for card_id in listed)  # by instance, the number of its card
        return list(numbers)

    def _read_slots(self) -> None:
        """The seat of each slot, once its card is taken."""
        n, size = self.players, self.pack
        self.onward = [1 if self.passes[r % len(self.passes)] == "right" else -1 for r in range(self.rounds)]
        self.picked: list[list[int]] = [[] for _ in range(n)]  # by seat, in the order in which it picks
        for r, step in enumerate(self.onward):
            for at in range(size):
                for seat in range(n):
                    self.picked[seat].append((r * n + (seat - step * at) % n) * size + at)

    # Places of cards

    def direction(self, state: Drafting) -> str:
        """The direction in which packs of the round are passed on."""
        return self.passes[state.round % len(self.passes)]

    def pack_slots(self, state: Drafting, seat: int) -> range:
        """The slots of the pack that a seat has in hand."""
        return self.rest_of(state.round, (seat - self.onward[state.round] * state.pick) % self.players, state.pick)

    def rest_of(self, r: int, pack: int, at: int) -> range:
        """The slots of the cards left in a pack after `at` of them were taken."""
        start = (r * self.players + pack) * self.pack
        return range(start + at, start + self.pack)

    def picked_slots(self, state: Drafting, seat: int) -> list[int]:
        """The slots of the cards that a seat has picked so far."""
        return self.picked[seat][: state.round * self.pack + state.pick if state.step == PICK else self.drafted]

    def slots_in(self, state: Drafting, seat: int) -> list[int]:
        """The slots of the cards that a seat has not left out of its arsenal."""
        out = state.out[seat]
        return [slot for slot in self.picked_slots(state, seat) if slot not in out]

    def numbers(self, state: Drafting, slots: Sequence[int]) -> list[int]:
        """Which cards lie in these slots."""
        return [self.number[state.cards[slot]] for slot in slots]

    def names(self, state: Drafting, slots: Sequence[int]) -> list[str]:
        """The ids of the cards in these slots, in the order of the pool."""
        return [self.ids[n] for n in sorted(self.numbers(state, slots))]

    def copies(self, state: Drafting, slots: Sequence[int], card_id: object) -> list[int]:
        """Those of these slots in which a copy of a card lies."""
        return [slot for slot in slots if self.id_of(state.cards[slot]) == card_id]

    def sort_packs(self, state: Drafting) -> None:
        """Sorts the cards left in the packs of the round, so that their order shows nothing."""
        for pack in range(self.players):
            rest = self.rest_of(state.round, pack, state.pick)
            state.cards[rest.start : rest.stop] = sorted(state.cards[rest.start : rest.stop])

    def sit_down(self, state: Drafting) -> list[list[Card]]:
        """Fixes the arsenals, and returns their cards as the game that follows has them."""
        state.arsenals = [sorted(self.slots_in(state, seat)) for seat in range(self.players)]
        return [self.cards_in(state, slots) for slots in state.arsenals]

    def cards_in(self, state: Drafting, slots: Sequence[int]) -> list[Card]:
        """The cards in these slots, as the game that follows has them."""
        return [self.definitions[n] for n in self.numbers(state, slots)]

    def arsenals(self, state: Drafting) -> list[DeckBundle]:
        """The arsenals, once all are finished, as a bundle for each seat that can be loaded as an ordinary game."""
        if not state.arsenals:
            raise EngineError("the arsenals of this draft are not built yet")
        found = []
        for seat, slots in enumerate(state.arsenals):
            counts = Counter(self.names(state, slots))
            sections = {self.section: tuple(counts.items())}
            listed = {self.section: [{"id": card_id, "count": count} for card_id, count in counts.items()]}
            pool = self.bundles[0]
            data = {**pool.data, "sections": listed, "cards": {card_id: pool.cards[card_id] for card_id in counts}}
            where = f"{pool.where}, arsenal of player {seat}"
            found.append(replace(pool, where=where, data=data, sections=sections, cards=data["cards"]))
        return found

    def id_of(self, card: int) -> str:
        """The id of a card instance of the pool."""
        return self.ids[self.number[card]]

    def instances(self, state: Drafting) -> list[int]:
        """Every card of the pool, sorted: those of the packs, those left out, and those in the inner game."""
        play = state.play
        if play is None:
            return sorted(state.cards)
        of = [slot for slots in state.arsenals for slot in slots]
        rest = set(range(len(state.cards))) - set(of)
        return sorted([state.cards[slot] for slot in rest] + [state.cards[of[i]] for i in instances(play)])
