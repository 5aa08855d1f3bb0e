"""What a card's abilities say, put together as programs: of being played, of being used, of what events set off."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from engine.core import Instruction
from engine.facts import Facts
from engine.faults import EngineError
from engine.games.invasion_tcg.cards import Selector, condition_of
from engine.games.invasion_tcg.rules import (
    announcing,
    beginning,
    ending_if_declined,
    entering,
    happening,
    preparing,
    resolved,
    resolving,
    responding,
    still_there,
)
from engine.games.invasion_tcg.standing import PHASES, STANDING, standing_effect, standing_of
from engine.games.invasion_tcg.table import (
    ALWAYS,
    ANSWERS,
    DICE,
    DISCARDS,
    FREE,
    MISSES,
    OPEN,
    OTHER_DESTROYED,
    PLAYED,
    ROLLS,
    START,
    THIS_DESTROYED,
    TO_BATTLEFIELD,
    TO_CREATURE,
    TO_EFFECT,
    TO_SPELL,
    Card,
    Line,
    Need,
)
from engine.games.invasion_tcg.targets import Plan, accepting, all_there, skip_if_declined, skip_unless
from engine.games.invasion_tcg.verbs import VERBS

REPLACES: Final = "instead"
KNOWN: Final = frozenset({*VERBS, *STANDING, REPLACES})
MOST_LINES: Final = 4  # of one card that a player uses
KINDS: Final = ("activated", "triggered", "response", "replacement", "played", "static")
NUMBERED: Final = (MISSES, ROLLS)
MAKES_NO_QUESTION: Final = ("plays", "reroll")  # "you may" that is answered by doing it or not, later


def compiled(card_id: str, facts: Facts) -> Card:
    """A card with its programs. Raises EngineError that names the card and what of it the engine doesn't know."""
    card = Card(facts, card_id)
    data = facts.data.get("abilities", [])
    if not isinstance(data, Sequence) or not all(isinstance(ability, Mapping) for ability in data):
        raise EngineError(f"{facts.where}.abilities should be a list of abilities")
    abilities = [Facts(a, f"{facts.where}.abilities[{n}]") for n, a in enumerate(data)]
    if card.is_spell:
        _compile_spell(card, facts.where, abilities)
        return card
    moment = TO_CREATURE if card.is_creature else TO_BATTLEFIELD
    card.program = (announcing(0), *responding(moment), entering)
    for ability in abilities:
        _compile_ability(card, ability)
    if len(card.uses) > MOST_LINES:
        raise EngineError(f"{facts.where}.abilities: a card has at most {MOST_LINES} effects that a player uses")
    return card


def _effects(ability: Facts, name: str = "effects") -> list[Facts]:
    data = ability.data.get(name, [])
    if not isinstance(data, Sequence) or not all(isinstance(effect, Mapping) for effect in data):
        raise EngineError(f"{ability.where}.{name} should be a list of effects")
    return [Facts(effect, f"{ability.where}.{name}[{n}]") for n, effect in enumerate(data)]


def _phase(ability: Facts) -> int:
    return PHASES[ability.word("during", sorted(PHASES))] if ability.has("during") else ALWAYS


def _event(ability: Facts) -> Facts:
    data = ability.data.get("when")
    return Facts(data if isinstance(data, Mapping) else {}, f"{ability.where}.when")


def _compile_spell(card: Card, where: str, abilities: list[Facts]) -> None:
    plan = Plan(where, from_hand=True)
    costs: list[Instruction] = []
    body: list[Instruction] = []
    for ability in abilities:
        kind = ability.word("kind", KINDS)
        if kind not in ("played", "response"):
            raise EngineError(f"{ability.where}: the engine plays no spell with an effect that is {kind}")
        if kind == "response":
            card.moments = _answers(_event(ability))
        costs += _compile_cost(ability, plan)
        body += _compile_effects(_effects(ability), plan, _phase(ability), begun=bool(body))
    card.needs = tuple(plan.needs)
    card.program = (
        announcing(plan.slots),
        *plan.opening,
        *costs,
        *responding(TO_SPELL),
        resolving(all_there(plan.declared)),
        *body,
        resolved,
    )


def _answers(event: Facts) -> int:
    """The moments of a spell that waits for an event."""
    if event.word("event", ("opponent-plays", "attack-dice-rolled")) == "attack-dice-rolled":
        return DICE
    kinds = Selector(event.data.get("card"), f"{event.where}.card").kinds
    return sum(ANSWERS[kind] for kind in kinds)


def _compile_ability(card: Card, ability: Facts) -> None:
    kind = ability.word("kind", KINDS)
    if kind == "static":
        _compile_static(card, ability)
    elif kind == "activated":
        card.uses = (*card.uses, _used(card, ability))
    elif kind == "triggered":
        when, number = _when(ability)
        if when == PLAYED:
            card.arrival = (*card.arrival, _declared(card, ability, PLAYED))
        else:
            card.triggers[when] = (*card.triggers.get(when, ()), _triggered(card, ability, when, number))
    elif kind == "replacement":
        card.replacements = (*card.replacements, _replacing(card, ability))
    else:
        raise EngineError(f"{ability.where}: the engine plays no {card.type} with an effect that is {kind}")


def _compile_static(card: Card, ability: Facts) -> None:
    phase = _phase(ability)
    for effect in _effects(ability):
        op = effect.word("op")
        if op not in STANDING:
            raise _unknown(effect, op, "while its card is in play")
        standing = standing_of(effect, phase)
        if standing.kind == "attack-at-once" and standing.count_as == "this":
            card.at_once = True
        else:
            card.standing = (*card.standing, standing)


def _unknown(effect: Facts, op: str, how: str) -> EngineError:
    if op in KNOWN:
        return EngineError(f"{effect.where}: the engine doesn't know the verb {op} {how}")
    return EngineError(
        f"{effect.where}: the engine doesn't know the verb {op}", f"it knows {', '.join(sorted(KNOWN))} in this game"
    )


def _when(ability: Facts) -> tuple[str, int]:
    if ability.has("at"):
        return ability.word("at", (START,)), 0
    event = _event(ability)
    name = event.word("event", ("destroyed", PLAYED, DISCARDS, MISSES, ROLLS))
    if name == "destroyed":
        return _destroyed(event), 0
    return name, event.number("n", 1, 99) if name in NUMBERED else 0


def _destroyed(event: Facts) -> str:
    selector = Selector(event.data.get("card"), f"{event.where}.card")
    if selector.ref == "this":
        return THIS_DESTROYED
    if selector.take == "one" and selector.side == "own" and selector.other and selector.kinds == {"creature"}:
        return OTHER_DESTROYED
    raise EngineError(f"{event.where}.card: the engine knows no event of these cards being destroyed")


def _compile_cost(ability: Facts, plan: Plan) -> list[Instruction]:
    """Instructions that pay; what they choose is no target, so nobody asks later whether it is still there."""
    if not ability.has("cost"):
        return []
    declared = plan.declared[:]
    paid = _compile_effects(_effects(ability, "cost"), plan, ALWAYS, begun=False)
    plan.declared[:] = declared
    plan.drawn = 0
    return paid


def _compile_effects(effects: list[Facts], plan: Plan, phase: int, *, begun: bool) -> list[Instruction]:
    body: list[Instruction] = []
    rolled = False
    skip = False
    for n, effect in enumerate(effects):
        if skip:
            skip = False
            continue
        op = effect.word("op")
        following = effects[n + 1].data if n + 1 < len(effects) else {}
        plan.returns_it = skip = op == "fail" and following.get("op") == "return" and _is_it(following.get("main"))
        plan.first = not begun and not body
        plan.optional = effect.flag("may", default=False) and op not in MAKES_NO_QUESTION
        needs, slots = len(plan.needs), plan.slots
        if op in STANDING:
            instructions = standing_effect(effect, plan, phase)
        elif op in VERBS and (phase == ALWAYS or op == "turn-over"):
            instructions = VERBS[op](effect, plan)
        else:
            raise _unknown(effect, op, "here")
        condition = condition_of(effect)
        if condition is not None or plan.optional:
            own = plan.needs[needs:]
            del plan.needs[needs:]
            if plan.optional and plan.slots == slots:
                instructions = [*skip_if_declined(own, len(instructions)), *instructions]
        if condition is not None:
            if effect.data["if"].get("condition") in ("hit", "miss") and not rolled:
                raise EngineError(f"{effect.where}.if: no die was rolled that this could look at")
            instructions = [skip_unless(condition, len(instructions)), *instructions]
        rolled = rolled or op == "roll"
        body += instructions
    return body


def _is_it(main: object) -> bool:
    return isinstance(main, Mapping) and main.get("ref") == "it"


def _is_choice(effects: list[Facts]) -> bool:
    """Whether the player may leave all of it undone."""
    return len(effects) == 1 and effects[0].flag("may", default=False) and not effects[0].has("if")


def _sole_choice(ability: Facts, plan: Plan) -> tuple[list[Instruction], list[Need]]:
    """The body of a line that does one thing, which its player may leave undone; asked before anything else."""
    effect = _effects(ability)[0]
    op = effect.word("op")
    if op not in VERBS:
        raise _unknown(effect, op, "here")
    plan.first, plan.optional = True, True
    body = VERBS[op](effect, plan)
    needs = plan.needs[:]
    plan.opening += [ending_if_declined(0)] if plan.slots else accepting(needs)
    return body, needs


def _line_parts(ability: Facts, line: Line, plan: Plan) -> tuple[list[Instruction], list[Instruction]]:
    """What is paid and what is done; fills the plan's opening and the line's needs."""
    effects = _effects(ability)
    if _is_choice(effects) and not ability.has("cost"):
        body, needs = _sole_choice(ability, plan)
        line.may = True
        line.needs = tuple(needs)
        return [], body
    cost = _compile_cost(ability, plan)
    body = _compile_effects(effects, plan, ALWAYS, begun=False)
    line.needs = tuple(plan.needs)
    return cost, body


def _declared(card: Card, ability: Facts, when: str) -> Line:
    """An effect that is declared, so that the opponent may respond: it is used, or happens when its card is played."""
    line = Line(card, when)
    plan = Plan(ability.where)
    cost, body = _line_parts(ability, line, plan)
    if cost and when == PLAYED:
        line.may = True
        plan.opening[:0] = accepting(list(line.needs))
    line.program = (
        beginning(line, plan.slots),
        *plan.opening,
        happening("effect" if when == PLAYED else "uses"),
        *cost,
        *responding(TO_EFFECT),
        still_there(all_there(plan.declared)),
        *body,
    )
    return line


def _used(card: Card, ability: Facts) -> Line:
    line = _declared(card, ability, "")
    line.once = True
    ops = {str(effect.data.get("op")) for effect in _effects(ability)}
    if ability.has("during"):
        line.own_turn = _phase(ability) == PHASES["your attack"]
        line.moments = DICE if "turn-over" in ops else FREE | DICE
    else:
        ability.word("use", ("once on your turn",))
        line.moments = OPEN if "play" in ops else OPEN | TO_SPELL | TO_CREATURE | TO_BATTLEFIELD | TO_EFFECT
    return line


def _triggered(card: Card, ability: Facts, when: str, number: int) -> Line:
    """An effect that happens by itself, right after the event; nobody responds to it."""
    line = Line(card, when)
    line.number = number
    plan = Plan(ability.where)
    cost, body = _line_parts(ability, line, plan)
    if cost:
        line.may = True
        line.needs = (*line.needs, *_there_to_return(ability, when))
        plan.opening[:0] = accepting(list(line.needs))
    line.program = (beginning(line, plan.slots), *plan.opening, happening("effect"), *cost, *body)
    if not cost and not line.may:
        line.losses = _losses(_effects(ability))
    return line


def _there_to_return(ability: Facts, when: str) -> tuple[Need, ...]:
    """Nobody pays for the return of a card that is no longer in the graveyard."""
    returns = any(e.data.get("op") == "return" and _is_it(e.data.get("main")) for e in _effects(ability))
    if returns and when == THIS_DESTROYED:
        return (lambda state, seat, source: source in state.graveyard[seat],)
    return ()


def _losses(effects: list[Facts]) -> tuple[int, ...]:
    """Life that the opponent loses, where an effect does nothing else, and does it always."""
    losses = []
    for effect in effects:
        if effect.data.get("op") != "lose" or set(effect.data) != {"op", "main", "who"}:
            return ()
        losses.append(Facts(effect.data["main"], f"{effect.where}.main").number("life"))
    return tuple(losses)


def _replacing(card: Card, ability: Facts) -> Line:
    """What happens in place of a destruction."""
    effects = _effects(ability)
    if len(effects) != 1 or effects[0].data.get("op") != REPLACES:
        raise EngineError(f"{ability.where}: the engine replaces an event by one thing that happens instead")
    event = _event(ability)
    event.word("event", ("destroyed",))
    line = Line(card, _destroyed(event))
    line.may = effects[0].flag("may", default=False)
    inner = _effects(effects[0], "main")
    main = inner[0].data.get("main") if inner else None
    if len(inner) == 1 and inner[0].data.get("op") == "destroy" and main == {"ref": "this"}:
        line.itself = True
        return line
    plan = Plan(ability.where)
    body = _compile_effects(inner, plan, ALWAYS, begun=False)
    line.program = (preparing(plan.slots), *plan.opening, *body)
    return line
