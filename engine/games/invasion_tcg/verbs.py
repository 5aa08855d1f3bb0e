"""The verbs of abilities, each made into instructions once when a deck is loaded."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.core import ANSWER, IT, PLAYER, SOURCE, SUBJECT, Frame, Instruction, push, tell
from engine.facts import Facts
from engine.faults import EngineError
from engine.games.invasion_tcg.cards import Selector, selector_of
from engine.games.invasion_tcg.effects import BURY, TURNING, destroy, discards, gain_life, judge, lose_life
from engine.games.invasion_tcg.moves import (
    arrive,
    ask_for,
    die,
    distinct,
    distinct_anywhere,
    draw,
    leave_play,
    lies_in_play,
    may_play,
    mix,
    of_hand,
    to_graveyard,
    to_hand,
)
from engine.games.invasion_tcg.table import DECLINE, MOST, NOTHING, ROLLED, Finder, Table
from engine.games.invasion_tcg.targets import Plan, target_of


def _judge(state: Table, _frame: Frame) -> bool:
    judge(state)
    return False


Verb = Callable[[Facts, Plan], list[Instruction]]
VERBS: dict[str, Verb] = {}


def verb(name: str) -> Callable[[Verb], Verb]:
    """Names the function that compiles a verb."""

    def named(function: Verb) -> Verb:
        VERBS[name] = function
        return function

    return named


def _by_opponent(effect: Facts) -> bool:
    return effect.has("who") and effect.word("who", ("opponent",)) == "opponent"


def _seat(frame: Frame, opponent: bool) -> int:
    seat: int = frame[PLAYER]
    return 1 - seat if opponent else seat


def _life(effect: Facts) -> int:
    main = effect.data.get("main")
    if not isinstance(main, Mapping) or set(main) != {"life"}:
        raise EngineError(f"{effect.where}.main is {str(main)[:60]}, and should be an amount of life")
    return Facts(main, f"{effect.where}.main").number("life", 0, MOST)


@verb("draw")
def _draw(effect: Facts, plan: Plan) -> list[Instruction]:
    count, opponent = effect.number("main", 0, MOST), _by_opponent(effect)
    if not opponent:
        plan.drawn += count

    def do(state: Table, frame: Frame) -> bool:
        draw(state, _seat(frame, opponent), count)
        return False

    return [do]


@verb("discard")
def _discard(effect: Facts, plan: Plan) -> list[Instruction]:
    count, opponent = effect.number("main", 0, MOST), _by_opponent(effect)
    reveals = effect.has("chosen-by") and effect.word("chosen-by", ("you",)) == "you"
    drawn, spell = plan.drawn, 1 if plan.from_hand else 0

    def possible(state: Table, seat: int, _source: int) -> bool:
        if opponent:
            return len(state.hand[1 - seat]) >= count
        drawable = min(drawn, len(state.deck[seat]) + len(state.graveyard[seat]))
        return len(state.hand[seat]) - spell + drawable >= count

    if not plan.optional:
        plan.needs.append(possible)

    def do(state: Table, frame: Frame) -> bool:
        seat = _seat(frame, opponent)
        if reveals:
            for card in state.hand[seat]:
                state.known[1 - seat] |= 1 << card
                tell(state, "revealed", seat, card)
        discards(state, 1 - seat if reveals and opponent else seat, seat, count)
        return False

    return [do]


@verb("destroy")
def _destroy(effect: Facts, plan: Plan) -> list[Instruction]:
    selector = selector_of(effect)
    if selector.ref:
        this = selector.ref == "this"

        def destroy_ref(state: Table, frame: Frame) -> bool:
            card = frame[SOURCE] if this else frame[IT]
            if card >= 0 and lies_in_play(state, card):
                destroy(state, [card])
            return False

        return [destroy_ref]
    finder = selector.finder("play")
    if _by_opponent(effect):
        return _destroy_by_opponent(selector, finder, plan)
    if selector.take == "each":
        plan.needs.append(lambda state, seat, source: bool(finder(state, seat, source)))

        def destroy_each(state: Table, frame: Frame) -> bool:
            destroy(state, finder(state, frame[PLAYER], frame[SOURCE])[:])
            return False

        return [destroy_each]
    slots, instructions = plan.target(finder, "destroy", most=selector.most, up_to=selector.take == "up-to")

    def do(state: Table, frame: Frame) -> bool:
        doomed = [card for slot in slots if (card := target_of(state, frame, slot)) >= 0]
        if doomed:
            frame[IT] = doomed[0]
            destroy(state, doomed)
        return False

    return [*instructions, do]


def _destroy_by_opponent(selector: Selector, finder: Finder, plan: Plan) -> list[Instruction]:
    """The opponent chooses, among what is theirs, when the effect is done."""
    if selector.take != "one":
        raise EngineError(f"{plan.where}: the engine knows no effect by which an opponent destroys more than one card")
    if not plan.optional:
        plan.needs.append(lambda state, seat, source: bool(finder(state, 1 - seat, source)))

    def offer(state: Table, frame: Frame) -> bool:
        found = finder(state, 1 - frame[PLAYER], frame[SOURCE])
        if not found:
            frame[ANSWER] = DECLINE
            return False
        pick = state.game.pick
        options = [pick + card for card in distinct_anywhere(state, found)]
        return ask_for(state, frame, 1 - frame[PLAYER], options, "destroy")

    def take(state: Table, frame: Frame) -> bool:
        if frame[ANSWER] != DECLINE:
            destroy(state, [frame[ANSWER] - state.game.pick])
        return False

    return [offer, take]


@verb("gain")
def _gain(effect: Facts, plan: Plan) -> list[Instruction]:
    life = _life(effect)

    def do(state: Table, frame: Frame) -> bool:
        gain_life(state, frame[PLAYER], life)
        return False

    return [do]


@verb("lose")
def _lose(effect: Facts, plan: Plan) -> list[Instruction]:
    life, opponent = _life(effect), _by_opponent(effect)
    finder = selector_of(effect, "for-each").finder(_place(effect, "for-each")) if effect.has("for-each") else None

    def do(state: Table, frame: Frame) -> bool:
        times = 1 if finder is None else len(finder(state, frame[PLAYER], frame[SOURCE]))
        lose_life(state, _seat(frame, opponent), life * times)
        return False

    return [do, _judge]


def _place(effect: Facts, name: str) -> str:
    data = effect.data[name]
    if isinstance(data, Mapping) and "place" in data:
        Facts(data, f"{effect.where}.{name}").word("place", ("in graveyard",))
        return "graveyard"
    return "play"


@verb("return")
def _return(effect: Facts, plan: Plan) -> list[Instruction]:
    selector = selector_of(effect)
    if selector.ref:
        this = selector.ref == "this"

        def return_ref(state: Table, frame: Frame) -> bool:
            _give_back(state, frame, frame[SOURCE] if this else frame[IT])
            return False

        return [return_ref]
    from_graveyard = effect.has("from") and effect.word("from", ("graveyard",)) == "graveyard"
    finder = selector.finder("graveyard" if from_graveyard else "play")
    if selector.take == "each":
        plan.needs.append(lambda state, seat, source: bool(finder(state, seat, source)))

        def return_each(state: Table, frame: Frame) -> bool:
            for card in finder(state, frame[PLAYER], frame[SOURCE])[:]:
                _give_back(state, frame, card)
            return False

        return [return_each]
    slots, instructions = plan.target(finder, "return", most=selector.most, up_to=selector.take == "up-to")

    def do(state: Table, frame: Frame) -> bool:
        for slot in slots:
            _give_back(state, frame, target_of(state, frame, slot))
        return False

    return [*instructions, do]


def _give_back(state: Table, frame: Frame, card: int) -> None:
    """Puts a card from play or from a graveyard into its owner's hand."""
    if card < 0:
        return
    owner = state.game.owner[card]
    if lies_in_play(state, card):
        leave_play(state, card)
        tell(state, "returned", owner, card, "play")
    elif card in state.graveyard[owner]:
        state.graveyard[owner].remove(card)
        tell(state, "returned", owner, card, "graveyard")
    else:
        return
    to_hand(state, card)
    frame[IT] = card


@verb("bury")
def _bury(effect: Facts, plan: Plan) -> list[Instruction]:
    count = effect.number("main", 0, MOST)
    effect.word("from", ("graveyard",))
    plan.needs.append(lambda state, seat, _source: len(state.graveyard[seat]) >= count)

    def do(state: Table, frame: Frame) -> bool:
        push(state, BURY, -1, frame[PLAYER], -1, -1, count)
        return False

    return [do]


@verb("reveal")
def _reveal(effect: Facts, plan: Plan) -> list[Instruction]:
    count, keep = effect.number("main", 0, MOST), selector_of(effect, "keep")
    effect.word("rest", ("graveyard",))
    if keep.take != "each":
        raise EngineError(f"{effect.where}.keep: of revealed cards the engine keeps each of a kind, not some of them")
    kinds = keep.kinds

    def do(state: Table, frame: Frame) -> bool:
        seat = frame[PLAYER]
        deck, cards = state.deck[seat], state.game.cards
        for _ in range(min(count, len(deck))):
            card = deck.pop()
            tell(state, "revealed", seat, card)
            if cards[card].type in kinds:
                to_hand(state, card)
                tell(state, "kept", seat, card)
            else:
                to_graveyard(state, card)
                tell(state, "milled", seat, card)
        return False

    return [do]


@verb("mill")
def _mill(effect: Facts, plan: Plan) -> list[Instruction]:
    count = effect.number("main", 0, MOST)

    def do(state: Table, frame: Frame) -> bool:
        seat = frame[PLAYER]
        deck = state.deck[seat]
        for _ in range(min(count, len(deck))):
            card = deck.pop()
            to_graveyard(state, card)
            tell(state, "milled", seat, card)
        return False

    return [do]


@verb("deploy")
def _deploy(effect: Facts, plan: Plan) -> list[Instruction]:
    selector = selector_of(effect)
    effect.word("from", ("graveyard",))
    if not selector.kinds <= {"creature", "battlefield"} or selector.take == "each":
        raise EngineError(f"{effect.where}.main: only creatures and battlefields that are chosen are put into play")
    slots, instructions = plan.target(
        selector.finder("graveyard"), "put-into-play", most=selector.most, up_to=selector.take == "up-to"
    )

    def do(state: Table, frame: Frame) -> bool:
        for slot in slots:
            card = target_of(state, frame, slot)
            if card >= 0:
                state.graveyard[state.game.owner[card]].remove(card)
                arrive(state, card, played=False)
                frame[IT] = card
        return False

    return [*instructions, do]


@verb("fail")
def _fail(effect: Facts, plan: Plan) -> list[Instruction]:
    if selector_of(effect).ref != "it":
        raise EngineError(f"{effect.where}.main: only the card that is responded to is cancelled")
    returns = plan.returns_it

    def do(state: Table, frame: Frame) -> bool:
        card = frame[IT]
        if card < 0 or card not in state.pile:
            return False
        state.pile.remove(card)
        owner = state.game.owner[card]
        tell(state, "cancelled", owner, card)
        if returns:
            tell(state, "returned", owner, card, "stack")
            to_hand(state, card)
        else:
            to_graveyard(state, card)
        return False

    return [do]


@verb("play")
def _play(effect: Facts, plan: Plan) -> list[Instruction]:
    selector = selector_of(effect)
    if selector.take != "one":
        raise EngineError(f"{effect.where}.main: an effect plays one card")
    zone = effect.word("from", ("hand", "graveyard"))
    counted = effect.flag("counted", default=True)
    playable = _playable(selector.finder(zone), counted)
    if zone == "hand":
        return _play_from_hand(playable, plan, counted)
    slots, instructions = plan.target(playable, "play-from-graveyard")

    def do(state: Table, frame: Frame) -> bool:
        card = target_of(state, frame, slots[0])
        if card >= 0 and card in playable(state, frame[PLAYER], frame[SOURCE]):
            push(state, state.game.cards[card].program, card, frame[PLAYER], -1, int(counted))
        return False

    return [*instructions, do]


def _playable(among: Finder, counted: bool) -> Finder:
    """Those cards that an effect may play: all of a spell's text must be possible, and a play left where it counts."""

    def find(state: Table, seat: int, source: int) -> list[int]:
        if counted and not may_play(state, seat):
            return []
        cards = state.game.cards
        return [
            card
            for card in among(state, seat, source)
            if not cards[card].is_spell or all(need(state, seat, card) for need in cards[card].needs)
        ]

    return find


def _play_from_hand(playable: Finder, plan: Plan, counted: bool) -> list[Instruction]:
    """A card of the hand is chosen when the effect is done: until then the opponent doesn't see it."""
    plan.needs.append(lambda state, seat, source: bool(playable(state, seat, source)))

    def offer(state: Table, frame: Frame) -> bool:
        found = playable(state, frame[PLAYER], frame[SOURCE])
        if not found:
            frame[ANSWER] = DECLINE
            return False
        pick = state.game.pick
        options = [pick + card for card in distinct(state, found)]
        return ask_for(state, frame, frame[PLAYER], options, "play-from-hand")

    def take(state: Table, frame: Frame) -> bool:
        if frame[ANSWER] != DECLINE:
            seat = frame[PLAYER]
            card = of_hand(state, seat, frame[ANSWER] - state.game.pick)
            push(state, state.game.cards[card].program, card, seat, -1, int(counted))
        return False

    return [offer, take]


@verb("search")
def _search(effect: Facts, plan: Plan) -> list[Instruction]:
    selector = selector_of(effect)
    if selector.take != "one":
        raise EngineError(f"{effect.where}.main: a search is for one card")
    finder = selector.finder("deck")

    def offer(state: Table, frame: Frame) -> bool:
        found = distinct(state, finder(state, frame[PLAYER], frame[SOURCE]))
        return ask_for(
            state, frame, frame[PLAYER], [NOTHING, *(state.game.pick + card for card in found)], "search-for"
        )

    def take(state: Table, frame: Frame) -> bool:
        seat = frame[PLAYER]
        if frame[ANSWER] == NOTHING:
            tell(state, "found-nothing", seat)
        else:
            card = frame[ANSWER] - state.game.pick
            state.deck[seat].remove(card)
            to_hand(state, card)
            tell(state, "found", seat, card)
        mix(state, seat)
        tell(state, "shuffled", seat)
        return False

    return [offer, take]


@verb("shuffle")
def _shuffle(effect: Facts, plan: Plan) -> list[Instruction]:
    effect.word("main", ("graveyard",))
    opponent = _by_opponent(effect)
    plan.needs.append(lambda state, seat, _source: bool(state.graveyard[1 - seat if opponent else seat]))

    def do(state: Table, frame: Frame) -> bool:
        seat = _seat(frame, opponent)
        state.deck[seat].extend(state.graveyard[seat])
        state.graveyard[seat].clear()
        mix(state, seat)
        tell(state, "graveyard-shuffled", seat)
        return False

    return [do]


@verb("roll")
def _roll(effect: Facts, plan: Plan) -> list[Instruction]:
    count = effect.number("main", 1, MOST)

    def do(state: Table, frame: Frame) -> bool:
        for _ in range(count):
            frame[SUBJECT] = die(state)
            tell(state, "die", frame[PLAYER], -1, frame[SUBJECT])
        return False

    return [do]


@verb("turn-over")
def _turn_over(effect: Facts, plan: Plan) -> list[Instruction]:
    count = effect.number("main", 0, MOST)
    plan.needs.append(lambda state, _seat, _source: state.attack == ROLLED)

    def do(state: Table, frame: Frame) -> bool:
        if state.attack == ROLLED:
            push(state, TURNING, -1, frame[PLAYER], -1, -1, (count, ()))
        return False

    return [do]


@verb("plays")
def _plays(effect: Facts, plan: Plan) -> list[Instruction]:
    count = effect.number("main", 0, MOST)

    def do(state: Table, frame: Frame) -> bool:
        state.extra[frame[PLAYER]] += count
        tell(state, "more-plays", frame[PLAYER], -1, count)
        return False

    return [do]
