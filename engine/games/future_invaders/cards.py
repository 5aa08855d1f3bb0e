"""Reads the cards of decks: what is printed on them, and their abilities as programs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from engine.bundles import Bundle
from engine.core import ANSWER, PLAYER, Frame, Instruction, Program
from engine.facts import Facts
from engine.faults import EngineError
from engine.games.future_invaders.lasting import STATICS, static
from engine.games.future_invaders.moves import question
from engine.games.future_invaders.reading import Effect, Reader
from engine.games.future_invaders.table import (
    ACTION,
    ATTACKS,
    AURAS,
    DEPLOYS,
    DESTROYED,
    GUARDS,
    LINES,
    NO_LIMIT,
    PASS,
    PLAYS,
    REACTION,
    RECYCLES,
    REPLACED,
    SHIP,
    START,
    STRUCTURE,
    TYPES,
    YES,
    Card,
    Cost,
    Line,
    Matches,
    Table,
)
from engine.games.future_invaders.verbs import VERBS
from engine.steps import skip

MOST_DURABILITY: Final = 10_000
MOST_LINES: Final = 8  # abilities of a card
MOST_EFFECTS: Final = 20  # of an ability

HARMLESS: Final = frozenset({"repair", "give"})  # verbs that come to the same in any order, where nothing is chosen


def program(reader: Reader, effects: Sequence[Mapping[str, Any]]) -> Program:
    """The instructions for what a line says to do, in this order."""
    if len(effects) > MOST_EFFECTS:
        raise reader.wrong(f"{len(effects)} effects in one ability")
    instructions: list[Instruction] = []
    for said in effects:
        effect = Effect(reader, said)
        if effect.op not in VERBS:
            raise reader.wrong(f"the verb {effect.op}")
        done = VERBS[effect.op](effect)
        if effect.get("may"):
            done = _may(done)
        if effect.get("if") is not None:
            done = _if(effect, done)
        instructions += done
    return tuple(instructions)


def _may(done: list[Instruction]) -> list[Instruction]:
    def asking(state: Table, frame: Frame) -> bool:
        return question(state, frame, "may", frame[PLAYER], [PASS, YES])

    def answered(state: Table, frame: Frame) -> bool:
        if frame[ANSWER] == PASS:
            return skip(frame, len(done))
        return False

    return [asking, answered, *done]


def _if(effect: Effect, done: list[Instruction]) -> list[Instruction]:
    said = effect.get("if")
    name, bounds = said.get("condition"), said.get("value") or {}
    exactly = bounds.get("exactly")
    least = bounds.get("least", 0 if exactly is None else exactly)
    most = bounds.get("most", 1_000_000 if exactly is None else exactly)
    if name not in ("base durability", "scrap pile"):
        raise effect.wrong("if")

    def guard(state: Table, frame: Frame) -> bool:
        seat = frame[PLAYER]
        value = len(state.scrap[seat]) if name == "scrap pile" else state.bases[state.game.base_of[seat]]
        if not least <= value <= most:
            return skip(frame, len(done))
        return False

    return [guard, *done]


# Events about a card: which, whichever it is.
_ABOUT: Final = {"deployed": DEPLOYS, "destroyed": DESTROYED, "replaced": REPLACED, "attacks": ATTACKS}


def matches(reader: Reader, event: Mapping[str, Any]) -> tuple[int, Matches]:
    """An event that is waited for, and whether what happens is it."""
    name = event.get("event")
    said = event.get("card") or {}
    types = {TYPES.index(kind) for kind in said.get("kinds", ()) if kind in TYPES}
    if name in _ABOUT:
        return _ABOUT[name], _whose(said, types)
    if name == "attacks-base":
        return ATTACKS, _at_base(_whose(said, types))
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
    raise reader.wrong(f"the event {name}")


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


def _whose(said: Mapping[str, Any], types: set[int]) -> Matches:
    """Matches events about a card: this one, or one of these types and that side."""
    if said.get("ref") == "this":
        return lambda state, card, seat, subject, actor, extra: subject == card
    side, other = said.get("side"), said.get("other")

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


def read_ability(reader: Reader, said: Mapping[str, Any], card: Card) -> None:
    """Adds a line to a card."""
    for name in said:
        if name not in {"kind", "use", "when", "at", "cost", "limit", "effects"}:
            raise reader.wrong(f"an ability with {name} {said[name]}")
    kind = said["kind"]
    if said.get("limit") not in (None, "once per turn"):
        raise reader.wrong(f"the limit {said['limit']}")
    if kind != "activated" and said.get("cost"):
        raise reader.wrong("a cost of something that happens of itself")
    if kind == "static":
        for effect in said["effects"]:
            static(Effect(reader, effect), card)
        return
    done = program(reader, said["effects"])
    event, match = matches(reader, said["when"]) if "when" in said else (-1, None)
    _check_event(reader, said, event)
    if card.type in (SHIP, STRUCTURE):
        _read_line(reader, said, card, done, event, match)
    elif kind == "played" and card.type == ACTION and event < 0:
        card.play += done
    elif kind == "response" and card.type == REACTION and event >= 0 and card.answers is None:
        card.answers = Line(0, done, event, match)
        card.play = done
    else:
        raise reader.wrong(f"a {kind} ability on a card of type {TYPES[card.type]}")


def _read_line(
    reader: Reader, said: Mapping[str, Any], card: Card, done: Program, event: int, match: Matches | None
) -> None:
    """Adds to a ship or a structure what is used, or what an event sets off."""
    kind = said["kind"]
    most = 1 if said.get("limit") else NO_LIMIT
    if kind == "triggered":
        if said.get("at") == "start of turn":
            event, match = START, lambda state, card, seat, subject, actor, extra: actor == seat
        elif "at" in said or event < 0:
            raise reader.wrong(f"the time {said.get('at')}")
        card.triggers.append(Line(len(card.triggers), done, event, match, most=most, harmless=_harmless(said)))
    elif kind == "activated" and (said.get("use") == "reaction") == (event >= 0):
        cost, destroys, discards = _costs(reader, said.get("cost", ()))
        card.uses.append(Line(len(card.uses), done, event, match, cost, destroys, discards, most))
    else:
        raise reader.wrong(f"a {kind} ability on a card of type {TYPES[card.type]}")


def _harmless(said: Mapping[str, Any]) -> bool:
    return all(
        effect["op"] in HARMLESS
        and "if" not in effect
        and "may" not in effect
        and (effect["to"].get("ref") in ("this", "base") or effect["to"].get("take") == "each")
        for effect in said["effects"]
    )


def _check_event(reader: Reader, said: Mapping[str, Any], event: int) -> None:
    """Only what is about to happen can fail, and only attacks can be turned."""
    ops = {effect["op"] for effect in said["effects"]}
    answers = said["kind"] == "response" or said.get("use") == "reaction"
    if "fail" in ops and (not answers or event == RECYCLES):
        raise reader.wrong("fail where nothing is about to happen")
    if "redirect" in ops and (not answers or event != ATTACKS):
        raise reader.wrong("redirect where nothing attacks")


def _costs(reader: Reader, costs: Sequence[Mapping[str, Any]]) -> tuple[Cost, bool, int]:
    cost, destroys, discards = Cost(), False, 0
    for said in costs:
        effect = Effect(reader, said)
        effect.only()
        if effect.op == "pay" and not cost.total:
            cost = reader.cost(effect.get("main"))
        elif effect.op == "destroy" and effect.cards().ref == "this":
            destroys = True
        elif effect.op == "discard":
            discards += effect.number
        else:
            raise reader.wrong(f"the cost {effect.op}")
    return cost, destroys, discards


def count_under(card: Card) -> tuple[int, ...]:
    """What a card is counted under while it is deployed, so that events find out whether anything waits for them."""
    counted = {line.event for line in card.triggers}
    if card.statics:
        counted.add(AURAS)
    if any(line.event < 0 for line in card.uses):
        counted.add(LINES)
    if any(line.event >= 0 for line in card.uses):
        counted.add(GUARDS)
    return tuple(sorted(counted))


def read_cards(bundles: Sequence[Bundle], resources: Sequence[str], wild: int) -> dict[str, Card]:
    """The definitions of all decks by id, with their programs."""
    read: dict[str, Card] = {}
    for bundle in bundles:
        for card_id in bundle.cards:
            if card_id not in read:
                read[card_id] = _read_card(bundle, card_id, len(read), resources, wild)
    return read


def _read_card(bundle: Bundle, card_id: str, number: int, resources: Sequence[str], wild: int) -> Card:
    facts = bundle.card(card_id)
    card_type = TYPES.index(facts.word("type", TYPES))
    reader = Reader(facts.where, card_type, resources, wild)
    income = reader.amounts(facts.data.get("income") or {}, "income")
    card = Card(
        card_id,
        number,
        card_type,
        reader.cost(facts.data.get("cost") or {}),
        tuple(income[:-1]),
        facts.number("weapons", 0, MOST_DURABILITY, 0),
        facts.number("durability", 0, MOST_DURABILITY, 0),
        any(income),
    )
    abilities = facts.data.get("abilities") or []
    if len(abilities) > MOST_LINES:
        raise reader.wrong(f"{len(abilities)} abilities on one card")
    _check_text(facts, abilities)
    for said in abilities:
        try:
            read_ability(reader, said, card)
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            if isinstance(error, EngineError):
                raise
            raise reader.wrong(said) from None
    card.counted = count_under(card)
    return card


def _check_text(facts: Facts, abilities: Sequence[Any]) -> None:
    """A card that says something in words alone can't be played."""
    if facts.data.get("text") and not abilities:
        raise EngineError(f"{facts.where}.text: the engine plays abilities, and this card has words alone")


IMPLEMENTED: Final = frozenset(VERBS) | STATICS
