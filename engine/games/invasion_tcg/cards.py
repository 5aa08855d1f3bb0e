"""Compiles a card's abilities to programs: for playing it, for using it, and for events that set it off."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.core import Instruction
from engine.effects.reading import Ability, AwaitedEvent, Effect, abilities_of, ops_of
from engine.facts import Facts
from engine.faults import EngineError
from engine.games.invasion_tcg import plans, rules
from engine.games.invasion_tcg.plans import PHASES, REPLACES, STANDING, Plan
from engine.games.invasion_tcg.table import (
    ALWAYS,
    ANSWERS,
    DICE,
    DISCARDS,
    FREE,
    MISSES,
    OPEN,
    OTHER_DESTROYED,
    OWN_ATTACK,
    PLAYED,
    ROLLS,
    START,
    THIS_DESTROYED,
    TO_BATTLEFIELD,
    TO_CREATURE,
    TO_EFFECT,
    TO_SPELL,
    TYPES,
    Card,
    Line,
)

MOST_USES: Final = 4  # effects of one card that a player can use
NUMBERED: Final = (MISSES, ROLLS)


def compiled(card_id: str, facts: Facts) -> Card:
    """A card with its programs. Raises EngineError that names the card and the part that the engine doesn't know."""
    card = Card(card_id, facts.word("type", TYPES))
    abilities = abilities_of(facts)
    if card.is_spell:
        _compile_spell(card, facts.where, abilities)
        return card
    moment = TO_CREATURE if card.is_creature else TO_BATTLEFIELD
    card.program = (rules.announcing(0), *rules.responding(moment), rules.entering)
    for ability in abilities:
        _compile_ability(card, ability)
    if len(card.uses) > MOST_USES:
        raise EngineError(f"{facts.where}.abilities: a card has at most {MOST_USES} effects that a player uses")
    return card


def _phase(ability: Ability) -> int:
    return PHASES[ability.facts.word("during", sorted(PHASES))] if ability.during else ALWAYS


def _compile_spell(card: Card, where: str, abilities: Sequence[Ability]) -> None:
    plan = Plan(where, from_hand=True)
    costs: list[Instruction] = []
    body: list[Instruction] = []
    for ability in abilities:
        if ability.kind not in ("played", "response"):
            raise ability.wrong(f"a spell with an effect that is {ability.kind}")
        if ability.kind == "response":
            card.moments = _answers(_event(ability))
        costs += _cost(ability, plan)
        plan.phase = _phase(ability)
        body += plan.program(ability.effects, begun=bool(body))
    card.needs = tuple(plan.needs)
    card.program = (
        rules.announcing(plan.slots),
        *plan.opening,
        *costs,
        *rules.responding(TO_SPELL),
        rules.resolving(plans.all_there(plan.declared)),
        *body,
        rules.resolved,
    )


def _event(ability: Ability) -> AwaitedEvent:
    if ability.event is None:
        raise ability.wrong("what waits for no event")
    return ability.event


def _answers(event: AwaitedEvent) -> int:
    """The moments in which a spell that waits for an event can be played."""
    if event.name == "attack-dice-rolled":
        return DICE
    if event.name != "opponent-plays" or event.card is None:
        raise event.wrong()
    return sum(ANSWERS[kind] for kind in event.card.of(TYPES))


def _compile_ability(card: Card, ability: Ability) -> None:
    if ability.kind == "static":
        _compile_static(card, ability)
    elif ability.kind == "activated":
        card.uses = (*card.uses, _used(ability))
    elif ability.kind == "triggered":
        when, number = _when(ability)
        if when == PLAYED:
            card.arrival = (*card.arrival, _declared(ability, PLAYED))
        else:
            card.triggers[when] = (*card.triggers.get(when, ()), _triggered(ability, when, number))
    elif ability.kind == "replacement":
        card.replacements = (*card.replacements, _replacing(ability))
    else:
        raise ability.wrong(f"a {card.type} with an effect that is {ability.kind}")


def _compile_static(card: Card, ability: Ability) -> None:
    for effect in ability.effects:
        if effect.op not in STANDING:
            raise Plan(card.id).unknown(effect, " while its card is in play")
        standing = plans.standing_of(effect, _phase(ability))
        if standing.kind == "attack-at-once" and standing.count_as == "this":
            card.at_once = True
        else:
            card.standing = (*card.standing, standing)


def _when(ability: Ability) -> tuple[str, int]:
    if ability.at:
        return ability.facts.word("at", (START,)), 0
    event = _event(ability)
    if event.name == "destroyed":
        return _destroyed(event), 0
    if event.name not in (PLAYED, DISCARDS, *NUMBERED) or (event.name in NUMBERED and not event.number):
        raise event.wrong()
    return event.name, event.number


def _destroyed(event: AwaitedEvent) -> str:
    meant = event.card
    if event.name == "destroyed" and meant is not None:
        if meant.ref == "this":
            return THIS_DESTROYED
        if meant.take == "one" and meant.side == "own" and meant.other and meant.of(TYPES) == {"creature"}:
            return OTHER_DESTROYED
    raise event.wrong()


def _cost(ability: Ability, plan: Plan) -> list[Instruction]:
    """Steps that pay. The cards that they choose are no targets: they need not be there later."""
    if not ability.cost:
        return []
    declared = plan.declared[:]
    plan.phase = ALWAYS
    paid = plan.program(ability.cost)
    plan.declared[:] = declared
    plan.drawn = 0
    return paid


def _line_parts(ability: Ability, line: Line, plan: Plan) -> tuple[list[Instruction], list[Instruction]]:
    """The steps that pay, and those of the effects; also fills the plan's opening and the line's needs.

    If the line has a single effect, which is optional, the player is asked that first.
    """
    effects = ability.effects
    if len(effects) == 1 and effects[0].may and effects[0].condition is None and not ability.cost:
        plan.first, plan.optional = True, True
        body = plan.done(effects[0])
        line.may = True
        line.needs = tuple(plan.needs)
        plan.opening += [rules.ending_if_no_target] if plan.slots else _accepting(plan, line)
        return [], body
    cost = _cost(ability, plan)
    body = plan.program(effects)
    line.needs = tuple(plan.needs)
    return cost, body


def _accepting(plan: Plan, line: Line) -> list[Instruction]:
    """Asks whether the whole line happens."""
    return [plan.accepting(line.needs), plans.ending_if_declined]


def _declared(ability: Ability, when: str) -> Line:
    """An effect that is declared, so that the opponent may respond: a used one, or one when its card is played."""
    line = Line(when)
    plan = Plan(ability.facts.where)
    cost, body = _line_parts(ability, line, plan)
    if cost and when == PLAYED:
        line.may = True
        plan.opening[:0] = _accepting(plan, line)
    line.program = (
        rules.beginning(line, plan.slots),
        *plan.opening,
        rules.happening("effect" if when == PLAYED else "uses"),
        *cost,
        *rules.responding(TO_EFFECT),
        rules.still_there(plans.all_there(plan.declared)),
        *body,
    )
    return line


def _used(ability: Ability) -> Line:
    line = _declared(ability, "")
    line.once = True
    ops = ops_of(ability.effects)
    if ability.during:
        line.own_turn = _phase(ability) == OWN_ATTACK
        line.moments = DICE if "turn-over" in ops else FREE | DICE
    else:
        ability.facts.word("use", ("once on your turn",))
        line.moments = OPEN if "play" in ops else OPEN | TO_SPELL | TO_CREATURE | TO_BATTLEFIELD | TO_EFFECT
    return line


def _triggered(ability: Ability, when: str, number: int) -> Line:
    """An effect that an event sets off, right after the event; nobody can respond to it."""
    line = Line(when, number)
    plan = Plan(ability.facts.where)
    cost, body = _line_parts(ability, line, plan)
    if cost:
        line.may = True
        if when == THIS_DESTROYED and any(plans.returns_it(effect) for effect in ability.effects):
            # Nobody pays for the return of a card that is no longer in the graveyard.
            line.needs = (*line.needs, lambda state, seat, source: source in state.graveyard[seat])
        plan.opening[:0] = _accepting(plan, line)
    line.program = (rules.beginning(line, plan.slots), *plan.opening, rules.happening("effect"), *cost, *body)
    if not cost and not line.may:
        line.losses = _losses(ability.effects)
    return line


def _losses(effects: Sequence[Effect]) -> tuple[int, ...]:
    """The life that the opponent loses, if the effect does nothing else and is not optional."""
    if any(effect.op != "lose" or set(effect.facts.data) != {"op", "main", "who"} for effect in effects):
        return ()
    return tuple(effect.facts.part("main").number("life") for effect in effects)


def _replacing(ability: Ability) -> Line:
    """What happens in place of a destruction."""
    effects = ability.effects
    if len(effects) != 1 or effects[0].op != REPLACES:
        raise ability.wrong("what happens in place of an event, unless it is one thing")
    line = Line(_destroyed(_event(ability)), may=effects[0].may)
    inner = effects[0].effects()
    if len(inner) == 1 and inner[0].op == "destroy" and inner[0].selector().ref == "this":
        line.itself = True
        return line
    plan = Plan(ability.facts.where)
    body = plan.program(inner)
    line.program = (rules.preparing(plan.slots), *plan.opening, *body)
    return line
