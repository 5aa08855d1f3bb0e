"""Reads the cards of decks: printed values, and abilities, which become programs."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Final

from engine.bundles import DeckBundle
from engine.core import Program
from engine.effects.costs import FREE, Cost
from engine.effects.plans import Found
from engine.effects.reading import Ability, AwaitedEvent, Effect, Selector, abilities_of, ops_of
from engine.games.future_invaders.plans import VERBS, Plan
from engine.games.future_invaders.table import (
    ACTION,
    ATTACKS,
    DEPLOYS,
    DESTROYED,
    DISCOUNT,
    GUARDS,
    LINES,
    NO_LIMIT,
    PLAYS,
    REACTION,
    RECYCLES,
    REPLACED,
    SHIELD,
    SHIP,
    START,
    STRUCTURE,
    TYPES,
    WEAPONS,
    Card,
    Line,
    Matches,
    Static,
    Table,
)
from engine.games.future_invaders.values import controller
from engine.games.future_invaders.verbs import changes

MOST_DURABILITY: Final = 10_000
HARMLESS: Final = frozenset({"repair", "give"})  # verbs whose order makes no difference if nothing is chosen
STATICS: Final = frozenset({"give", "shield", "discount", "ignore"})
IMPLEMENTED: Final = frozenset(VERBS) | STATICS


def read_cards(bundles: Sequence[DeckBundle], resources: Sequence[str], wild: int) -> dict[str, Card]:
    """The definitions of all decks by id, with their programs."""
    read: dict[str, Card] = {}
    for bundle in bundles:
        for card_id in bundle.cards:
            if card_id not in read:
                read[card_id] = _read_card(bundle, card_id, len(read), resources, wild)
    return read


def _read_card(bundle: DeckBundle, card_id: str, number: int, resources: Sequence[str], wild: int) -> Card:
    facts = bundle.card(card_id)
    plan = Plan(facts.where, resources, wild)
    *income, free = plan.amounts(facts, "income")
    card = Card(
        card_id,
        number,
        facts.one_of("type", TYPES),
        plan.cost(facts, "cost"),
        tuple(income),
        sum(income),
        facts.number("weapons", 0, MOST_DURABILITY, 0),
        facts.number("durability", 0, MOST_DURABILITY, 0),
        any(income) or bool(free),
    )
    for ability in abilities_of(facts):
        _read_ability(plan, ability, card)
    card.lines = len(card.uses) + len(card.triggers) + len(card.statics) + (card.ignores > 0)
    card.counted = _counted(card)
    return card


def _read_ability(plan: Plan, ability: Ability, card: Card) -> None:
    """Adds a line to a card."""
    kind = ability.kind
    if ability.during:
        raise ability.wrong(f"a phase, such as {ability.during}")
    if ability.limit not in ("", "once per turn"):
        raise ability.wrong(f"the limit {ability.limit}")
    if kind != "activated" and ability.cost:
        raise ability.wrong("a cost of something that happens of itself")
    if kind == "static":
        for effect in ability.effects:
            _read_static(plan, effect, card)
        return
    done = tuple(plan.program(ability.effects))
    event, match = _waited_for(ability.event) if ability.event is not None else (-1, None)
    _check_event(ability, event)
    if card.type in (SHIP, STRUCTURE):
        _read_line(plan, ability, card, done, event, match)
    elif kind == "played" and card.type == ACTION and event < 0:
        card.play += done
    elif kind == "response" and card.type == REACTION and event >= 0 and card.answers is None:
        card.answers = Line(0, done, event, match)
        card.play = done
    else:
        raise ability.wrong(f"a {kind} ability on a card of type {TYPES[card.type]}")


def _read_line(plan: Plan, ability: Ability, card: Card, done: Program, event: int, match: Matches | None) -> None:
    """Adds to a ship or a structure a line that is used, or that an event sets off."""
    most = 1 if ability.limit else NO_LIMIT
    if ability.kind == "triggered":
        if ability.at == "start of turn":
            event, match = START, lambda state, card, seat, subject, actor, extra: actor == seat
        elif ability.at or event < 0:
            raise ability.wrong(f"the time {ability.at}")
        card.triggers.append(Line(len(card.triggers), done, event, match, most=most, harmless=_is_harmless(ability)))
    elif ability.kind == "activated" and (ability.use == "reaction") == (event >= 0):
        cost, destroys, discards = _costs(plan, ability.cost)
        card.uses.append(Line(len(card.uses), done, event, match, cost, destroys, discards, most))
    else:
        raise ability.wrong(f"a {ability.kind} ability on a card of type {TYPES[card.type]}")


def _is_harmless(ability: Ability) -> bool:
    return all(
        effect.op in HARMLESS
        and effect.condition is None
        and not effect.may
        and (effect.selector("to").ref in ("this", "base") or effect.selector("to").take == "each")
        for effect in ability.effects
    )


def _check_event(ability: Ability, event: int) -> None:
    """Raises EngineError unless the event fits: only one before it happens can fail, only attacks can be turned."""
    ops = ops_of(ability.effects)
    answers = ability.kind == "response" or ability.use == "reaction"
    if "fail" in ops and (not answers or event == RECYCLES):
        raise ability.wrong("fail where nothing is about to happen")
    if "redirect" in ops and (not answers or event != ATTACKS):
        raise ability.wrong("redirect where nothing attacks")


def _costs(plan: Plan, costs: Collection[Effect]) -> tuple[Cost, bool, int]:
    cost, destroys, discards = FREE, False, 0
    for effect in costs:
        effect.only()
        if effect.op == "pay" and not cost.total:
            cost = plan.cost(effect.facts)
        elif effect.op == "destroy" and effect.selector().ref == "this":
            destroys = True
        elif effect.op == "discard":
            discards += effect.number()
        else:
            raise effect.wrong()
    return cost, destroys, discards


def _counted(card: Card) -> tuple[int, ...]:
    """The counters of a card while it is deployed, by which events know whether any card waits for them."""
    counted = {line.event for line in card.triggers} | {static.what for static in card.statics}
    if any(line.event < 0 for line in card.uses):
        counted.add(LINES)
    if any(line.event >= 0 for line in card.uses):
        counted.add(GUARDS)
    return tuple(sorted(counted))


# Events: their numbers, and whether an event is the one that a line waits for

_ABOUT: Final = {"deployed": DEPLOYS, "destroyed": DESTROYED, "replaced": REPLACED, "attacks": ATTACKS}


def _waited_for(event: AwaitedEvent) -> tuple[int, Matches]:
    """The number of an event, and a function that says whether one that happened is meant."""
    name = event.name
    meant = event.card or Selector(event.where)
    types = {TYPES.index(kind) for kind in meant.kinds if kind in TYPES}
    if name in _ABOUT:
        return _ABOUT[name], _whose(meant, types)
    if name == "attacks-base":
        return ATTACKS, _at_base(_whose(meant, types))
    if name == "opponent-deploys":
        return DEPLOYS, _by_opponent(types, plays=False)
    if name == "opponent-plays":
        return PLAYS, _by_opponent(types, plays=True)
    if name == "opponent-recycles":
        return RECYCLES, lambda state, card, seat, subject, actor, extra: actor in state.game.enemies[seat]
    if name == "you-recycle":
        return RECYCLES, lambda state, card, seat, subject, actor, extra: actor == seat
    if name == "you-replace":
        return (
            REPLACED,
            lambda state, card, seat, subject, actor, extra: actor == seat and state.game.cards[subject].type in types,
        )
    raise event.wrong()


def _at_base(whose: Matches) -> Matches:
    def at_base(state: Table, card: int, seat: int, subject: int, actor: int, extra: int) -> bool:
        """Whether the attack was announced against the base of this seat."""
        base_of = state.game.base_of
        return extra < 0 and base_of[-1 - extra] == base_of[seat] and whose(state, card, seat, subject, actor, extra)

    return at_base


def _by_opponent(types: set[int], *, plays: bool) -> Matches:
    def by_opponent(state: Table, card: int, seat: int, subject: int, actor: int, extra: int) -> bool:
        kind = ACTION + extra if plays else state.game.cards[subject].type
        return kind in types and actor in state.game.enemies[seat]

    return by_opponent


def _whose(meant: Selector, types: set[int]) -> Matches:
    """Matches events about a card: this one, or one of these types and that side."""
    if meant.ref == "this":
        return lambda state, card, seat, subject, actor, extra: subject == card
    side, other = meant.side, meant.other

    def matching(state: Table, card: int, seat: int, subject: int, actor: int, extra: int) -> bool:
        game = state.game
        if game.cards[subject].type not in types or (other and subject == card):
            return False
        slot = state.where[subject]
        controller = slot // game.stride if slot >= 0 else actor
        if side == "own":
            return controller == seat
        return side != "enemy" or controller in game.enemies[seat]

    return matching


# Lines that hold while their card is deployed


def _read_static(plan: Plan, effect: Effect, card: Card) -> None:
    """Adds to a card a line that holds while it is deployed."""
    if effect.condition is not None or effect.may or effect.op not in STATICS:
        raise effect.wrong()
    if effect.op == "give":
        effect.only("to", "for-each")
        weapons, durability = changes(effect)
        if durability:
            raise effect.wrong()
        card.statics.append(Static(WEAPONS, weapons, _applies(plan, effect, "to")))
    elif effect.op == "shield":
        effect.only("of")
        card.statics.append(Static(SHIELD, effect.number(), _applies(plan, effect, "of")))
    elif effect.op == "discount":
        effect.only("of")
        *amounts, free = plan.amounts(effect.facts)
        of = effect.facts.one_of("of", TYPES)
        if free:
            raise effect.wrong()
        card.statics += [Static(DISCOUNT, n, _never, of, kind) for kind, n in enumerate(amounts) if n]
    else:
        effect.only("by")
        ignored = effect.selector()
        if effect.selector("by").ref != "this" or ignored.take != "each" or ignored.side != "enemy":
            raise effect.wrong("by")
        card.ignores |= sum(1 << TYPES.index(kind) for kind in ignored.of(TYPES))


def _never(state: Table, source: int, target: int) -> int:
    return 0


def _applies(plan: Plan, effect: Effect, name: str) -> Callable[[Table, int, int], int]:
    """How often a line of one deployed card applies to another."""
    meant = effect.selector(name)
    each = plan.times(effect)
    if meant.ref == "this":
        return lambda state, source, target: _count(state, source, each) if source == target else 0
    if meant.take != "each":
        raise effect.wrong(name)
    found = plan.found(effect, meant)

    def to_each(state: Table, source: int, target: int) -> int:
        there = target in found(state, controller(state, source), source)
        return _count(state, source, each) if there else 0

    return to_each


def _count(state: Table, source: int, each: Found | None) -> int:
    """Once, or once for each of some cards."""
    return 1 if each is None else len(each(state, controller(state, source), source))
