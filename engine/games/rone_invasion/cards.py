"""Reads cards, boards and scenarios: printed values, and abilities, which become programs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from engine.core import Program
from engine.effects.costs import cost_of
from engine.effects.reading import MOST_NUMBER, Ability, Effect, abilities_of, ops_of
from engine.facts import Facts
from engine.games.rone_invasion.table import (
    COLORS,
    INVASION_TYPES,
    NO_COST,
    PLAYED_TYPES,
    STATS,
    WILD,
    Action,
    Card,
    Die,
    Event,
    Give,
    Line,
    Scenario,
    Use,
)
from engine.games.rone_invasion.verbs import ON_BOARD, STANDING, VERBS, Plan

KNOWN: Final = frozenset({*VERBS, *STANDING, *ON_BOARD})
SUPPLIES: Final = frozenset({"recruit", "train", "discover"})
EVENTS: Final = (
    "you-reshuffle", "you-play", "you-put-screw", "you-destroy", "you-discard-this", "dumped", "this-trained",
    "deployed", "defeated", "trained",
)  # fmt: skip
TIMES: Final = ("start of turn", "start of invasion turn", "end of invasion turn")
MOST: Final = 30  # of a printed number
MOST_PARTS: Final = 30  # actions of a board, events of a scenario


def read_card(card_id: str, facts: Facts, colors: Sequence[str]) -> Card:
    """A card with its programs. Raises EngineError, with the place, for parts that can't be played."""
    kind = facts.word("type")
    card = Card(card_id, kind, facts.word("kind", (), ""))
    if kind in ("player-board", "invasion-board", "die", "scenario", "token", "screw", "reminder"):
        if kind == "scenario":
            for ability in abilities_of(facts):
                if ability.kind != "static":
                    _add(card, ability, colors)
        return card
    card.cost = cost_of(facts.part("cost").amounts(colors, MOST), WILD)
    card.training = facts.number("training", 0, MOST, 0)
    card.parts = facts.number("parts", 0, MOST, 0)
    card.combat = facts.part("combat").amounts(STATS, MOST)
    card.support = facts.part("support").amounts(STATS, MOST)
    card.stores = facts.part("stores").amounts(colors, MOST)
    for ability in abilities_of(facts):
        _add(card, ability, colors)
    for ability in _abilities(facts, "support-abilities"):
        for effect in ability.effects:
            if effect.op != "forbid" or not isinstance(effect.get("main"), str):
                raise effect.wrong()
            card.forbids |= {effect.facts.word("main", ("reroll", "stored resources"))}
    return card


def _add(card: Card, ability: Ability, colors: Sequence[str]) -> None:
    plan = Plan(ability.facts.where, colors)
    card.takes |= SUPPLIES & {op for op in _all_ops(ability.effects) if card.type not in INVASION_TYPES}
    if ability.kind == "static":
        for effect in ability.effects:
            _stand(card, effect)
        return
    program = tuple(plan.program(ability.effects))
    name = ability.at or (ability.event.name if ability.event else "")
    if name:
        if name not in (*EVENTS, *TIMES):
            raise ability.wrong(f"at {name}" if ability.at else f"the event {name}")
        kinds = ability.event.card.kinds if ability.event and ability.event.card else frozenset()
        card.lines[name] = (*card.lines.get(name, ()), Line(program, kinds))
    elif ability.use:
        if ability.use != "activate" or card.use:
            raise ability.wrong(f"use {ability.use}" if ability.use != "activate" else "two uses of a card")
        card.use = _use(ability, program, colors)
    elif ability.kind == "played" and card.type in PLAYED_TYPES:
        card.program += program
        card.keeps_itself |= any(e.op == "retain" and isinstance(e.get("main"), Mapping) for e in ability.effects)
    else:
        raise ability.wrong(f"an ability that is {ability.kind} here")


def _use(ability: Ability, program: Program, colors: Sequence[str]) -> Use:
    """The use of a permanent: its program and its price."""
    cost = NO_COST
    health = discards = 0
    for effect in ability.cost:
        if effect.op == "pay":
            cost = cost_of(effect.facts.part("main").amounts(colors, MOST), WILD)
        elif effect.op == "lose":
            health += effect.amounts(("health",), 1).get("health", 0)
        elif effect.op == "discard" and effect.get("from") == "hand":
            discards += effect.number()
        else:
            raise effect.wrong()
    return Use(program, cost, health, discards)


def _all_ops(effects: Sequence[Effect]) -> set[str]:
    found = ops_of(effects)
    for effect in effects:
        if effect.op == "either":
            found |= _all_ops(effect.effects())
    return found


def _stand(card: Card, effect: Effect) -> None:
    """Adds an effect that holds while the card is there."""
    if effect.op == "survival":
        card.survival += effect.number()
    elif effect.op == "discount":
        effect.facts.word("of", ("dice actions",))
        card.discount += effect.amounts(("spare-part",), 1)["spare-part"]
    elif effect.op == "give":
        effect.only("to", "for-each")
        to = effect.selector("to")
        itself = to.ref == "this"
        below = effect.get("for-each") is not None
        deployed = to.kinds == {"deployed-card"}
        if not itself and not deployed and to.place != "you play":
            raise to.wrong()
        if below and effect.selector("for-each").place != "below it":
            raise effect.wrong("for-each")
        for name, number in effect.amounts(("melee", "ranged", "armor"), 1).items():
            kinds = frozenset() if itself or deployed else to.kinds
            card.gives = (*card.gives, Give(STATS.index(name), number, kinds, itself, below))
    else:
        raise effect.wrong()


def doing(facts: Facts, colors: Sequence[str], cooperative: bool) -> tuple[Program, frozenset[str]]:
    """The program of a part of a board or scenario (`do`), in this kind of game, and its verbs."""
    program: Program = ()
    verbs: set[str] = set()
    for ability in _abilities(facts):
        mode = ability.facts.word("mode", ("competitive", "cooperative"), "")
        if not mode or (mode == "cooperative") == cooperative:
            program += tuple(Plan(facts.where, colors).program(ability.effects))
            verbs |= ops_of(ability.effects)
    return program, frozenset(verbs)


def read_actions(board: Facts, colors: Sequence[str], cooperative: bool) -> tuple[Action, ...]:
    """The actions of a board, which players pay for."""
    found = []
    for facts in board.parts("actions", MOST_PARTS):
        program, verbs = doing(facts, colors, cooperative)
        pays = facts.word("pays", ("spare-part", "melee", "ranged", "health"))
        found.append(Action(program, pays, facts.number("amount", 1, MOST), facts.flag("dearer", default=False), verbs))
    return tuple(found)


def read_scenario(facts: Facts, colors: Sequence[str]) -> Scenario:
    """A scenario."""
    set_up = []
    for part in facts.parts("setup", MOST_PARTS):
        program, _ = doing(part, colors, True)
        protocol = any(e.get("of") == "protocol" for a in _abilities(part) for e in a.effects)
        set_up.append((program, protocol))
    events = tuple(
        Event(part.number("round", 1, 99), part.word("name"), doing(part, colors, True)[0])
        for part in facts.parts("events", MOST_PARTS)
    )
    strips = tuple(facts.part("difficulty").part(name).amounts(STATS, MOST) for name in ("easy", "normal", "hard"))
    rounds = mast = 0
    for ability in _abilities(facts.part("win")):
        for effect in ability.effects:
            if effect.op == "survive":
                rounds = effect.number("main", 1, 99)
            elif effect.op != "defeat":
                raise effect.wrong()
    for ability in abilities_of(facts):
        for effect in ability.effects if ability.kind == "static" else ():
            if effect.op == "has-health":
                mast = effect.number("main", 1, MOST_NUMBER)
            elif effect.op != "targetable":
                raise effect.wrong()
    return Scenario(facts.number("scenario", 1, 9), tuple(set_up), events, strips, rounds, mast)


def _abilities(facts: Facts, name: str = "do") -> list[Ability]:
    return abilities_of(Facts({"abilities": facts.items(name)}, f"{facts.where}.{name}"))


def read_die(faces: Sequence[Sequence[str]], colors: Sequence[str], where: str) -> Die:
    """A die, whose faces have three screws each."""
    names = [*colors[:COLORS], "neutral"]
    facts = Facts({"face": list(faces)}, where)
    found = []
    for n, face in enumerate(facts.lists("face", 6)):
        screws = [names.index(word) for word in Facts({"face": face}, f"{where}[{n}]").words("face", names)]
        if len(screws) != 3:
            raise facts._wrong("face", face, "three screws")
        a, b, c = sorted(screws)
        found.append((a, b, c))
    if len(found) != 6:
        raise facts._wrong("face", faces, "six faces")
    return tuple(found)
