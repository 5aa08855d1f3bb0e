"""Architect drafting: packs from a pool, arsenals from what was picked, and then the game with these arsenals.

A card that is dealt lies in a slot, which is a place in a pack: those that were taken come first, in the order in which
they were taken. So a slot says whose its card is as soon as that is taken, and what a seat can't know of a draft is
which cards lie in slots that it has never looked at, and in what order others took what it has passed on.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from engine.bundles import DeckBundle
from engine.core import ANSWER, PLAYER, Frame, Game, Module, ask, ask_again, begun, push, roll, shuffle, tell
from engine.facts import Facts
from engine.faults import EngineError
from engine.games.future_invaders.moves import living
from engine.games.future_invaders.nested import Nesting, Outer, begin, deal_anew, dealt, hidden, leave_play, play_on
from engine.games.future_invaders.table import Card, Table
from engine.state import by_seat, instances, listing, listings, plain
from engine.steps import ask_once_more, goto, restart, steps

MOST_PACKS: Final = 50
MOST_IN_A_PACK: Final = 100
MOST_DRAFTED: Final = 500  # cards of one seat

PICK, BUILD, PLAY = "pick", "build", "play"  # the steps
STEPS: Final = (PICK, BUILD, PLAY)


def is_draft(bundles: Sequence[DeckBundle]) -> bool:
    """Whether arsenals are yet to be drafted. Raises EngineError for several pools."""
    first = bundles[0]
    if not first.setup.has("packs-per-player") or all(b.sections.get(_section(b)) for b in bundles):
        return False
    if any(bundle.sections != first.sections for bundle in bundles):
        raise EngineError(
            f"{first.format_name} is played with one pool for the whole table, or else with an arsenal for each player"
        )
    return True


def _section(bundle: DeckBundle) -> str:
    return bundle.rules("draft").word("to")


class Drafting(Outer):
    """A position of a draft, or of the game that comes of it."""

    game: Draft
    step: str = plain(PICK)
    round: int = plain()  # from 0
    pick: int = plain()  # how many cards of each pack of the round are taken
    cards: list[int] = listing(lambda game: list(range(len(game.number))))  # in each slot, and then those not dealt
    chosen: list[int] = by_seat(-1)  # the slot that each seat has just chosen, -1 for none: nobody sees it yet
    out: list[list[int]] = listings()  # the slots that each seat has left out of its arsenal
    arsenals: list[list[int]] = plain(lambda _game: [])  # the slots of each seat's arsenal, in the inner game's order


class Draft(Nesting[Drafting]):
    """A pool made ready for a table of so many players."""

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
        if self.drafted > MOST_DRAFTED:
            raise EngineError(
                f"{pool.where}: {self.rounds} packs of {self.pack} are {self.drafted} cards for each player, and the "
                f"engine drafts at most {MOST_DRAFTED}"
            )
        if self.drafted < self.low:
            raise EngineError(
                f"{pool.where}: {self.rounds} packs of {self.pack} are {self.drafted} cards for each player, and an "
                f"arsenal has at least {self.low}"
            )
        if len(listed) < self.players * self.drafted:
            raise EngineError(
                f"{pool.where}: the pool has {len(listed)} cards, and {self.players} players open "
                f"{self.players * self.rounds} packs of {self.pack}, which are {self.players * self.drafted}",
                "draft with fewer players, or from a larger pool",
            )
        numbers = {card_id: n for n, card_id in enumerate(dict.fromkeys(listed))}
        self.number = sorted(numbers[card_id] for card_id in listed)  # of each instance: which card it is
        return list(numbers)

    def _read_slots(self) -> None:
        """Which slot is whose once it is taken."""
        n, size = self.players, self.pack
        self.steps = [1 if self.passes[r % len(self.passes)] == "right" else -1 for r in range(self.rounds)]
        self.picked: list[list[int]] = [[] for _ in range(n)]  # by seat, in the order in which it picks
        for r, step in enumerate(self.steps):
            for at in range(size):
                for seat in range(n):
                    self.picked[seat].append((r * n + (seat - step * at) % n) * size + at)

    # ------------------------------------------------------------ what is where

    def pack_slots(self, state: Drafting, seat: int) -> range:
        """The slots of the pack that a seat has in hand."""
        return self.rest_of(state.round, (seat - self.steps[state.round] * state.pick) % self.players, state.pick)

    def rest_of(self, r: int, pack: int, at: int) -> range:
        """The slots of what is left of a pack once so many of its cards are taken."""
        start = (r * self.players + pack) * self.pack
        return range(start + at, start + self.pack)

    def picked_slots(self, state: Drafting, seat: int) -> list[int]:
        """The slots of the cards that a seat has picked so far."""
        return self.picked[seat][: state.round * self.pack + state.pick if state.step == PICK else self.drafted]

    def slots_in(self, state: Drafting, seat: int) -> list[int]:
        """The slots of the cards that a seat has not left out of its arsenal."""
        out = state.out[seat]
        return [slot for slot in self.picked_slots(state, seat) if slot not in out]

    def names(self, state: Drafting, slots: Sequence[int]) -> list[str]:
        """The ids of the cards in these slots, in the order of the pool."""
        return [self.ids[n] for n in sorted(self._numbers(state, slots))]

    def arsenals(self, state: Drafting) -> list[DeckBundle]:
        """What was drafted, as a bundle for each seat that can be loaded as an ordinary game, once all are built."""
        if not state.arsenals:
            raise EngineError("the arsenals of this draft are not built yet")
        found = []
        for seat, slots in enumerate(state.arsenals):
            counts: dict[str, int] = {}
            for card_id in self.names(state, slots):
                counts[card_id] = counts.get(card_id, 0) + 1
            sections = {self.section: tuple(counts.items())}
            listed = {self.section: [{"id": card_id, "count": count} for card_id, count in counts.items()]}
            pool = self.bundles[0]
            data = {**pool.data, "sections": listed, "cards": {card_id: pool.cards[card_id] for card_id in counts}}
            where = f"{pool.where}, arsenal of player {seat}"
            found.append(replace(pool, where=where, data=data, sections=sections, cards=data["cards"]))
        return found

    # ------------------------------------------------------------ the game's interface

    def new(self, seed: int, *, log: bool = False) -> Drafting:
        """The first decision of a new draft."""
        state = Drafting(self, seed, log=log)
        shuffle(state, state.cards)
        return begun(state, DRAFT)

    def view(self, state: Drafting, seat: int) -> dict[str, Any]:
        """What a seat sees: in `draft` its own pack, what it has picked, and the packs that it has passed on last; in
        play what the game shows.
        """
        if state.play is not None:
            return {**state.play.view(seat), "draft": {"step": state.step}}
        seen: dict[str, Any] = {
            "step": state.step,
            "round": state.round + 1,
            "rounds": self.rounds,
            "kept": self.names(state, self.picked_slots(state, seat)),
        }
        if state.step == PICK:
            chosen = state.chosen[seat]
            seen |= {
                "pick": state.pick + 1,
                "direction": "right" if self.steps[state.round] > 0 else "left",
                "pack": self.names(state, self.pack_slots(state, seat)),
                "chosen": self.names(state, [chosen])[0] if chosen >= 0 else "",
                "passed": [self.names(state, slots) for slots in self._passed(state, seat)],
            }
        else:
            seen["arsenal"] = self.names(state, self.slots_in(state, seat))
        return {"seat": seat, "draft": seen}

    def _passed(self, state: Drafting, seat: int) -> list[range]:
        """For each pack of the round that the seat has passed on and others now hold: the slots left in it when it was
        passed.
        """
        r, step = state.round, self.steps[state.round]
        first = max(0, state.pick - self.players + 1)
        return [self.rest_of(r, (seat - step * at) % self.players, at + 1) for at in range(first, state.pick)]

    def id_of(self, card: int) -> str:
        """The id of a card instance of the pool."""
        return self.ids[self.number[card]]

    def result(self, state: Drafting) -> tuple[float, ...]:
        """What each seat has reached in the game with what was drafted."""
        if state.play is None:  # all but one side have conceded
            left = self.remaining(state)
            return tuple(float(seat in left) for seat in range(self.players))
        return state.play.game.result(state.play)

    def remaining(self, state: Drafting) -> Sequence[int]:
        """The seats that draft or play."""
        play = state.play
        return living(play, 0) if play is not None else Game.remaining(self, state)

    def leave(self, state: Drafting, seat: int) -> None:
        """Takes who concedes out of the game; while cards are drafted, the engine goes on for them until it begins.

        So all packs have as many hands as before. Those who share a base leave together.
        """
        if state.play is not None:
            leave_play(state, seat)
            return
        side = self.table.side
        for other in range(self.players):
            state.conceded |= (side[other] == side[seat]) << other
        if len({side[other] for other in self.remaining(state)}) == 1:
            state.over = True
        elif state.conceded >> state.who & 1:
            ask_again(state)

    def evaluate(self, state: Drafting, seat: int) -> float:
        """The worth of the arsenal (see `worth`), or until it is built that of the best cards; in play the position.

        A game that has just begun is not looked at, since its first hand says nothing about what was drafted.
        """
        if state.step == PICK:
            slots = self.picked_slots(state, seat)
            if state.chosen[seat] >= 0:
                slots = [*slots, state.chosen[seat]]
            return self.worth_of(self._numbers(state, slots), self.low)
        play = state.play
        if play is not None and play.decisions:
            return play.game.evaluate(play, seat)
        slots = state.arsenals[seat] if state.arsenals else self.slots_in(state, seat)
        return self.worth_of(self._numbers(state, slots))

    def _numbers(self, state: Drafting, slots: Sequence[int]) -> list[int]:
        """Which cards lie in these slots."""
        return [self.number[state.cards[slot]] for slot in slots]

    def features(self, state: Drafting, seat: int) -> list[int]:
        """The step, round and pick; copies in the pack, picked, and in the arsenal by card; and those of the play."""
        play = state.play
        pack = self.pack_slots(state, seat) if state.step == PICK else ()
        found = [STEPS.index(state.step), state.round, state.pick]
        chosen = state.chosen[seat]
        found.append(self.number[state.cards[chosen]] + 1 if chosen >= 0 else 0)
        mine = state.arsenals[seat] if state.arsenals else self.slots_in(state, seat)
        for slots in (pack, self.picked_slots(state, seat), mine):
            found += self.counts(self._numbers(state, slots))
        return found + (play.game.features(play, seat) if play is not None else [0] * self.play_features)

    def instances(self, state: Drafting) -> list[int]:
        """Every card of the pool, sorted: those of the packs, those left out, and those of the game that is played."""
        play = state.play
        if play is None:
            return sorted(state.cards)
        of = [slot for slots in state.arsenals for slot in slots]
        rest = set(range(len(state.cards))) - set(of)
        return sorted([state.cards[slot] for slot in rest] + [state.cards[of[i]] for i in instances(play)])

    # ------------------------------------------------------------ what a seat can't know

    def determinize(self, state: Drafting, seat: int, seed: int) -> Drafting:
        """A clone in which all that the seat can't know is drawn anew.

        That is: the cards of slots that it has never looked at, who took which of the cards that it has passed on, what
        others have just chosen and left out, and in play what the inner game hides. What others' arsenals have not
        shown may be any cards that they may have picked. Where another seat decides, its options are found anew.
        """
        world = state.with_chance(seed)
        shown = self._shown(world, seat)
        self._draw_anew(world, seat, shown)
        if world.step == PICK:
            for other in range(self.players):
                if other != seat and world.chosen[other] >= 0:
                    in_pack = self.pack_slots(world, other)
                    world.chosen[other] = in_pack[roll(world, len(in_pack))]
        elif world.step == BUILD:
            self._leave_out_anew(world, seat)
        else:
            self._play_anew(world, seat, shown)
        if world.opts and world.step != PLAY and world.who != seat:
            options = self.picks if world.step == PICK else self.leavings
            world.opts = options(world, world.who)
        world.fixed = state.fixed[:]
        return world

    def _shown(self, state: Drafting, seat: int) -> set[int]:
        """The slots of others' cards that the seat has seen in play."""
        play = state.play
        if play is None:
            return set()
        unknown = self._unknown(play, seat)
        of = [slot for slots in state.arsenals for slot in slots]
        return {slot for i, slot in enumerate(of) if i not in unknown}

    def _unknown(self, play: Table, seat: int) -> set[int]:
        """The cards of others that a seat has not seen in play."""
        return {card for other in range(self.players) if other != seat for card in hidden(play, other)}

    def _draw_anew(self, world: Drafting, seat: int, shown: set[int]) -> None:
        """Deals other cards into the slots that the seat does not know, none that it could rule out."""
        n, size = self.players, self.pack
        never = list(range(n * self.drafted, len(world.cards)))
        for r in range(self.rounds):
            reached = world.step != PICK or r < world.round
            taken = size if reached else world.pick if r == world.round else -1
            for pack in range(n):
                start = (r * n + pack) * size
                looked = (seat - pack) * self.steps[r] % n  # the place at which the seat has it first, then each n-th
                sights = [at for at in range(looked, size, n) if at <= taken]
                unknown = range(start, start + (sights[0] if sights else size))
                never += [slot for slot in unknown if slot not in shown]
                for k, at in enumerate(sights):
                    if at < taken or reached:  # what it has passed on, until it comes again
                        end = sights[k + 1] if k + 1 < len(sights) else size
                        _shuffle_slots(world, [s for s in range(start + at + 1, start + end) if s not in shown])
        _shuffle_slots(world, never)
        if world.step == PICK:
            self.sort_packs(world)

    def _leave_out_anew(self, world: Drafting, seat: int) -> None:
        """Draws anew which cards, and how many, are left out by those who have built their arsenals or are about to."""
        fewest, most = max(0, self.drafted - self.high), self.drafted - self.low
        for other in range(min(world.who + 1, self.players)):
            if other != seat:
                low, high = (0, max(0, most - 1)) if other == world.who else (fewest, most)
                slots = self.picked[other][:]
                shuffle(world, slots)
                world.out[other] = slots[: low + roll(world, high - low + 1)]

    def _play_anew(self, world: Drafting, seat: int, shown: set[int]) -> None:
        unknown = self._unknown(world.inner, seat)
        arsenals = []
        first = 0
        for other, slots in enumerate(world.arsenals):
            may_be = [slot for slot in self.picked[other] if slot not in shown]
            shuffle(world, may_be)
            arsenals.append([may_be.pop() if first + i in unknown else slot for i, slot in enumerate(slots)])
            first += len(slots)
        world.arsenals = arsenals
        deal_anew(world, seat, [self.card_in(world, slot) for slots in arsenals for slot in slots])

    def card_in(self, state: Drafting, slot: int) -> Card:
        """The card in a slot, as the game that follows knows it."""
        return self.definitions[self.number[state.cards[slot]]]

    # ------------------------------------------------------------ options

    def picks(self, state: Drafting, seat: int) -> list[int]:
        """The cards of the pack that a seat has in hand; copies are one option."""
        return [self.play_actions + n for n in sorted(set(self._numbers(state, self.pack_slots(state, seat))))]

    def leavings(self, state: Drafting, seat: int) -> list[int]:
        """Which cards a seat may still leave out of its arsenal, and whether it is as large as it may be."""
        slots = self.slots_in(state, seat)
        size = len(slots)
        options = [self.ready] if self.low <= size <= self.high else []
        if size > self.low:
            options += [self.second + n for n in sorted(set(self._numbers(state, slots)))]
        return options

    # ------------------------------------------------------------ positions

    def position(self, data: Mapping[str, Any], seed: int = 0) -> Drafting:
        """A position from plain data: the `step` (pick, build or play), `round` and `pick`, counted from 1; by seat
        what it has `kept` so far, the `packs` in hand, and what is `left-out`; `play` is a position of the game.

        What isn't said is by chance. Raises EngineError for what it can't read.
        """
        facts = Facts(data, "position")
        facts.only("step", "round", "pick", "kept", "packs", "left-out", "play")
        state = Drafting(self, seed)
        state.step = facts.word("step", STEPS, PICK)
        picking = state.step == PICK
        state.round = facts.number("round", 1, self.rounds, 1) - 1 if picking else self.rounds - 1
        state.pick = facts.number("pick", 1, self.pack, 1) - 1 if picking else self.pack
        self._deal(state, facts)
        for seat, card_ids in enumerate(facts.lists("left-out", self.players)):
            for card_id in card_ids:
                slots = [s for s in self.slots_in(state, seat) if self.ids[self.number[state.cards[s]]] == card_id]
                if picking or not slots:
                    raise EngineError(f"position.left-out[{seat}]: has not kept {str(card_id)[:80]}")
                state.out[seat].append(slots[0])
        push(state, DRAFT, -1, 0)
        goto(state.stack[-1], state.step)
        if facts.has("play"):
            self._set_up_play(state, facts.part("play").data, seed)
        return state

    def _deal(self, state: Drafting, facts: Facts) -> None:
        """The cards that a position says lie in packs, and the others by chance."""
        shuffle(state, state.cards)
        free = set(range(len(state.cards)))
        for seat, card_ids in enumerate(facts.lists("kept", self.players)):
            self._put(state, card_ids, self.picked_slots(state, seat), free, f"position.kept[{seat}]")
        if state.step == PICK:
            for seat, card_ids in enumerate(facts.lists("packs", self.players)):
                self._put(state, card_ids, self.pack_slots(state, seat), free, f"position.packs[{seat}]")
            self.sort_packs(state)

    def _set_up_play(self, state: Drafting, data: Mapping[str, Any], seed: int) -> None:
        if state.step != PLAY:
            raise EngineError("position.play: the step should be play")
        self.sit_down(state)
        decks = [[self.card_in(state, slot) for slot in slots] for slots in state.arsenals]
        self.set_up(state, decks, data, seed)
        goto(state.stack[-1], "in play")

    def sort_packs(self, state: Drafting) -> None:
        """Sorts what is left of the packs of the round, so that its order shows nothing."""
        for pack in range(self.players):
            rest = self.rest_of(state.round, pack, state.pick)
            state.cards[rest.start : rest.stop] = sorted(state.cards[rest.start : rest.stop])

    def _put(self, state: Drafting, ids: Sequence[str], slots: Sequence[int], free: set[int], where: str) -> None:
        """Puts cards into the first of these slots, out of any that are free."""
        if len(ids) > len(slots):
            raise EngineError(f"{where}: has {len(ids)} cards, and there are {len(slots)} then")
        for card_id, slot in zip(ids, slots, strict=False):
            found = [s for s in sorted(free) if self.ids[self.number[state.cards[s]]] == card_id]
            if not found:
                raise EngineError(f"{where}: the pool has no further {json.dumps(card_id)[:80]}")
            other = slot if slot in found else found[0]
            state.cards[slot], state.cards[other] = state.cards[other], state.cards[slot]
            free.discard(slot)

    def sit_down(self, state: Drafting) -> None:
        """Fixes the arsenals."""
        state.arsenals = [sorted(self.slots_in(state, seat)) for seat in range(self.players)]


def _shuffle_slots(world: Drafting, slots: Sequence[int]) -> None:
    if len(slots) < 2:
        return
    cards = [world.cards[slot] for slot in slots]
    shuffle(world, cards)
    for slot, card in zip(slots, cards, strict=True):
        world.cards[slot] = card


# ---------------------------------------------------------------- the steps


def _open(state: Drafting, frame: Frame) -> None:
    """Architect draft: all open the pack of the round that is theirs."""
    state.pick = 0
    state.game.sort_packs(state)
    tell(state, "packs", round=state.round + 1)


def _ask_pick(state: Drafting, frame: Frame) -> bool:
    """Architect draft: all choose at the same time; nobody sees what others take."""
    seat = frame[PLAYER]
    return ask(state, frame, seat, state.game.picks(state, seat), sealed=state.game.sealed)


def _note_pick(state: Drafting, frame: Frame) -> bool:
    """Architect draft: one player's choice; then the next is asked."""
    game = state.game
    seat = frame[PLAYER]
    wanted = frame[ANSWER] - game.play_actions
    state.chosen[seat] = next(s for s in game.pack_slots(state, seat) if game.number[state.cards[s]] == wanted)
    tell(state, "pick", seat, state.cards[state.chosen[seat]])
    frame[PLAYER] += 1
    if frame[PLAYER] < game.players:
        return ask_once_more(frame)
    frame[PLAYER] = 0
    return False


def _pass_on(state: Drafting, frame: Frame) -> bool:
    """Architect draft: what was chosen is picked, and the rest goes on; empty packs end the round."""
    game = state.game
    cards = state.cards
    for seat in range(game.players):
        in_pack = game.pack_slots(state, seat)
        first, chosen = in_pack.start, state.chosen[seat]
        taken = cards.pop(chosen)
        cards.insert(first, taken)
    state.chosen = [-1] * game.players
    state.pick += 1
    if state.pick < game.pack:
        tell(state, "pass-on", direction="right" if game.steps[state.round] > 0 else "left")
        return goto(frame, PICK)
    if state.round + 1 < game.rounds:
        state.round += 1
        return restart(frame)
    state.step = BUILD
    return False


def _ask_leave(state: Drafting, frame: Frame) -> bool:
    """Architect draft: the next card that does not come into the arsenal, while more are left than must be."""
    seat = frame[PLAYER]
    return ask(state, frame, seat, state.game.leavings(state, seat), sealed=state.game.sealed)


def _note_leave(state: Drafting, frame: Frame) -> bool:
    """Architect draft: it does not come into the arsenal, or the arsenal is built."""
    game = state.game
    seat = frame[PLAYER]
    if frame[ANSWER] != game.ready:
        wanted = frame[ANSWER] - game.second
        slot = next(s for s in game.slots_in(state, seat) if game.number[state.cards[s]] == wanted)
        state.out[seat].append(slot)
        tell(state, "leave-out", seat, state.cards[slot])
        return ask_once_more(frame)
    tell(state, "arsenal", seat, cards=game.drafted - len(state.out[seat]))
    frame[PLAYER] += 1
    return ask_once_more(frame) if frame[PLAYER] < game.players else False


def _sit_down(state: Drafting, frame: Frame) -> None:
    """Architect draft: the game with what was drafted begins."""
    game = state.game
    state.step = PLAY
    game.sit_down(state)
    begin(state, dealt(game.table, [[game.card_in(state, slot) for slot in slots] for slots in state.arsenals]))
    frame[ANSWER] = -1
    for seat in range(game.players):
        if state.conceded >> seat & 1 and seat in state.inner.remaining:
            leave_play(state, seat)


def _end(state: Drafting, frame: Frame) -> None:
    """Architect draft: the game is over."""
    state.over = True


DRAFT: Final = steps(
    _open,
    PICK, _ask_pick, _note_pick, _pass_on,
    BUILD, _ask_leave, _note_leave,
    PLAY, _sit_down,
    "in play", play_on, _end,
)  # fmt: skip
