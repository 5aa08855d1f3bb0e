"""The verbs of Invasion TCG."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.core import ANSWER, IT, PLAYER, SOURCE, SUBJECT, Frame, Instruction, push, question, tell
from engine.effects import verbs
from engine.effects.reading import Effect
from engine.games.invasion_tcg import moves
from engine.games.invasion_tcg.events import BURY, TURNING, destroy, discards, gain_life, judge, lose_life
from engine.games.invasion_tcg.plans import (
    PURPOSES,
    REPLACES,
    STANDING,
    VERBS,
    Plan,
    by_opponent,
    finder,
    returns_it,
    target_of,
)
from engine.games.invasion_tcg.table import MOST, NOTHING, ROLLED, TYPES, Finder, Table
from engine.steps import skip


def _life(effect: Effect) -> int:
    main = effect.facts.part("main")
    main.only("life")
    return main.number("life", 0, MOST)


@VERBS("draw")
def _draw(plan: Plan, effect: Effect) -> list[Instruction]:
    count = effect.number("main", 0, MOST)
    if not by_opponent(effect):
        plan.drawn += count
    return plan.to_seats(effect, lambda state, _frame, seat: moves.draw(state, seat, count))


@VERBS("discard")
def _discard(plan: Plan, effect: Effect) -> list[Instruction]:
    count, opponent = effect.number("main", 0, MOST), by_opponent(effect)
    reveals = effect.facts.word("chosen-by", ("you",), "") == "you"
    drawn, spell = plan.drawn, 1 if plan.from_hand else 0

    def possible(state: Table, seat: int, _source: int) -> bool:
        if opponent:
            return len(state.hand[1 - seat]) >= count
        drawable = min(drawn, len(state.deck[seat]) + len(state.graveyard[seat]))
        return len(state.hand[seat]) - spell + drawable >= count

    if not plan.optional:
        plan.needs.append(possible)

    def discard(state: Table, _frame: Frame, seat: int) -> None:
        if reveals:
            for card in state.hand[seat]:
                state.known[1 - seat] |= 1 << card
                tell(state, "revealed", seat, card)
        discards(state, 1 - seat if reveals and opponent else seat, seat, count)

    return plan.to_seats(effect, discard)


@VERBS("destroy")
def _destroy(plan: Plan, effect: Effect) -> list[Instruction]:
    if not by_opponent(effect):
        return plan.on(effect, lambda state, frame, cards: destroy(state, cards))
    meant = effect.selector()
    if meant.take != "one":
        raise effect.wrong()
    found = finder(meant)
    if not plan.optional:
        plan.needs.append(lambda state, seat, source: bool(found(state, 1 - seat, source)))

    def offer(state: Table, frame: Frame) -> bool:
        """The opponent chooses one of their cards when the effect is done."""
        cards = found(state, 1 - frame[PLAYER], frame[SOURCE])
        if not cards:
            return skip(frame)
        pick = state.game.pick
        options = [pick + card for card in moves.distinct_anywhere(state, cards)]
        return question(state, frame, "destroy", 1 - frame[PLAYER], options)

    def take(state: Table, frame: Frame) -> None:
        destroy(state, [frame[ANSWER] - state.game.pick])

    return [offer, take]


@VERBS("gain")
def _gain(plan: Plan, effect: Effect) -> list[Instruction]:
    life = _life(effect)
    return plan.to_seats(effect, lambda state, _frame, seat: gain_life(state, seat, life))


@VERBS("lose")
def _lose(plan: Plan, effect: Effect) -> list[Instruction]:
    life, opponent = _life(effect), by_opponent(effect)
    each = None
    if effect.get("for-each") is not None:
        meant = effect.selector("for-each")
        if meant.place not in ("", "in graveyard"):
            raise meant.wrong()
        each = finder(meant, "graveyard" if meant.place else "")

    def do(state: Table, frame: Frame) -> None:
        times = 1 if each is None else len(each(state, frame[PLAYER], frame[SOURCE]))
        lose_life(state, 1 - frame[PLAYER] if opponent else frame[PLAYER], life * times)

    return [do, lambda state, _frame: judge(state)]


@VERBS("return")
def _return(plan: Plan, effect: Effect) -> list[Instruction]:
    meant = effect.selector()
    if meant.ref:  # from any place
        field = plan.field_of(meant)

        def do(state: Table, frame: Frame) -> None:
            if frame[field] >= 0:
                _give_back(state, frame, [frame[field]])

        return [do]
    place = "graveyard" if effect.facts.word("from", ("graveyard",), "") else ""
    return plan.on(effect, _give_back, place=place)


def _give_back(state: Table, frame: Frame, cards: Sequence[int]) -> None:
    """Puts cards from play or from a graveyard into their owners' hands."""
    for card in cards:
        owner = state.game.owner[card]
        if moves.lies_in_play(state, card):
            moves.leave_play(state, card)
            tell(state, "returned", owner, card, **{"from": "play"})
        elif card in state.graveyard[owner]:
            state.graveyard[owner].remove(card)
            tell(state, "returned", owner, card, **{"from": "graveyard"})
        else:
            continue
        moves.to_hand(state, card)
        frame[IT] = card


@VERBS("bury")
def _bury(plan: Plan, effect: Effect) -> list[Instruction]:
    count = effect.number("main", 0, MOST)
    effect.facts.word("from", ("graveyard",))
    plan.needs.append(lambda state, seat, _source: len(state.graveyard[seat]) >= count)
    return plan.to_seats(effect, lambda state, _frame, seat: push(state, BURY, -1, seat, count))


@VERBS("reveal")
def _reveal(plan: Plan, effect: Effect) -> list[Instruction]:
    count, keep = effect.number("main", 0, MOST), effect.selector("keep")
    effect.facts.word("rest", ("graveyard",))
    if keep.take != "each":
        raise effect.wrong("keep")
    kinds = keep.of(TYPES)

    def reveal(state: Table, _frame: Frame, seat: int) -> None:
        deck, cards = state.deck[seat], state.game.cards
        for _ in range(min(count, len(deck))):
            card = deck.pop()
            tell(state, "revealed", seat, card)
            if cards[card].type in kinds:
                moves.to_hand(state, card)
                tell(state, "kept", seat, card)
            else:
                moves.to_graveyard(state, card)
                tell(state, "milled", seat, card)

    return plan.to_seats(effect, reveal)


def mill(state: Table, seat: int, count: int) -> None:
    """Puts cards of the deck into the graveyard, as many as there are."""
    for _ in range(min(count, len(state.deck[seat]))):
        card = state.deck[seat].pop()
        moves.to_graveyard(state, card)
        tell(state, "milled", seat, card)


VERBS["mill"] = verbs.so_many(mill)


@VERBS("deploy")
def _deploy(plan: Plan, effect: Effect) -> list[Instruction]:
    meant = effect.selector()
    effect.facts.word("from", ("graveyard",))
    if "spell" in meant.of(TYPES) or meant.take == "each" or meant.ref:
        raise effect.wrong()

    def deploy(state: Table, frame: Frame, cards: list[int]) -> None:
        for card in cards:
            state.graveyard[state.game.owner[card]].remove(card)
            moves.arrive(state, card, played=False)
            frame[IT] = card

    return plan.on(effect, deploy, place="graveyard")


@VERBS("fail")
def _fail(plan: Plan, effect: Effect) -> list[Instruction]:
    if effect.selector().ref != "it":
        raise effect.wrong()
    returns = returns_it(plan.following)

    def do(state: Table, frame: Frame) -> None:
        card = frame[IT]
        if card < 0 or card not in state.pile:
            return
        state.pile.remove(card)
        owner = state.game.owner[card]
        tell(state, "cancelled", owner, card)
        if returns:
            tell(state, "returned", owner, card, **{"from": "stack"})
            moves.to_hand(state, card)
        else:
            moves.to_graveyard(state, card)

    return [do]


@VERBS("play")
def _play(plan: Plan, effect: Effect) -> list[Instruction]:
    meant = effect.selector()
    place = effect.facts.word("from", ("hand", "graveyard"))
    counted = effect.facts.flag("counted", default=True)
    if meant.take != "one":
        raise effect.wrong()
    playable = _playable(finder(meant, place), counted)

    def begin(state: Table, frame: Frame, card: int) -> None:
        push(state, state.game.cards[card].program, card, frame[PLAYER], -1, int(counted))

    if place == "hand":  # chosen when the effect is done: until then the opponent doesn't see it
        plan.need_any(playable)

        def offer(state: Table, frame: Frame) -> bool:
            found = moves.distinct(state, playable(state, frame[PLAYER], frame[SOURCE]))
            options = [state.game.pick + card for card in found]
            return question(state, frame, "play-from-hand", frame[PLAYER], options) if options else skip(frame)

        def take(state: Table, frame: Frame) -> None:
            begin(state, frame, moves.of_hand(state, frame[PLAYER], frame[ANSWER] - state.game.pick))

        return [offer, take]
    slots, choosing = plan.target(playable, PURPOSES["play"])

    def do(state: Table, frame: Frame) -> None:
        card = target_of(state, frame, slots[0])
        if card >= 0 and card in playable(state, frame[PLAYER], frame[SOURCE]):
            begin(state, frame, card)

    return [*choosing, do]


def _playable(among: Finder, counted: bool) -> Finder:
    """The cards that an effect may play: a spell's text must be possible, and if `counted` a play must be left."""

    def find(state: Table, seat: int, source: int) -> list[int]:
        if counted and not moves.may_play(state, seat):
            return []
        cards = state.game.cards
        return [
            card
            for card in among(state, seat, source)
            if not cards[card].is_spell or all(need(state, seat, card) for need in cards[card].needs)
        ]

    return find


@VERBS("search")
def _search(plan: Plan, effect: Effect) -> list[Instruction]:
    meant = effect.selector()
    if meant.take != "one":
        raise effect.wrong()
    find = finder(meant, "deck")

    def offer(state: Table, frame: Frame) -> bool:
        found = moves.distinct(state, find(state, frame[PLAYER], frame[SOURCE]))
        options = [NOTHING, *(state.game.pick + card for card in found)]
        return question(state, frame, "search-for", frame[PLAYER], options)

    def take(state: Table, frame: Frame) -> None:
        seat = frame[PLAYER]
        if frame[ANSWER] == NOTHING:
            tell(state, "found-nothing", seat)
        else:
            card = frame[ANSWER] - state.game.pick
            state.deck[seat].remove(card)
            moves.to_hand(state, card)
            tell(state, "found", seat, card)
        moves.mix(state, seat)
        tell(state, "shuffled", seat)

    return [offer, take]


@VERBS("shuffle")
def _shuffle(plan: Plan, effect: Effect) -> list[Instruction]:
    effect.facts.word("main", ("graveyard",))
    opponent = by_opponent(effect)
    plan.needs.append(lambda state, seat, _source: bool(state.graveyard[1 - seat if opponent else seat]))

    def shuffle(state: Table, _frame: Frame, seat: int) -> None:
        state.deck[seat].extend(state.graveyard[seat])
        state.graveyard[seat].clear()
        moves.mix(state, seat)
        tell(state, "graveyard-shuffled", seat)

    return plan.to_seats(effect, shuffle)


@VERBS("roll")
def _roll(plan: Plan, effect: Effect) -> list[Instruction]:
    count = effect.number("main", 1, MOST)

    def do(state: Table, frame: Frame) -> None:
        for _ in range(count):
            frame[SUBJECT] = moves.die(state)
            tell(state, "die", frame[PLAYER], die=frame[SUBJECT])

    return [do]


@VERBS("turn-over")
def _turn_over(plan: Plan, effect: Effect) -> list[Instruction]:
    count = effect.number("main", 0, MOST)
    plan.needs.append(lambda state, _seat, _source: state.attack == ROLLED)

    def do(state: Table, frame: Frame) -> None:
        if state.attack == ROLLED:
            push(state, TURNING, -1, frame[PLAYER], count, -1, ())

    return [do]


def more_plays(state: Table, seat: int, count: int) -> None:
    """A player may play more cards in this turn."""
    state.extra[seat] += count
    tell(state, "more-plays", seat, plays=count)


VERBS["plays"] = verbs.so_many(more_plays)
KNOWN: Final = frozenset({*VERBS, *STANDING, REPLACES})
