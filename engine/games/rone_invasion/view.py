"""The view of a seat of RONE: Invasion, what options and events mean, features, and worlds that agree with a view."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from engine import tables
from engine.core import EXTRA, PLAYER, PROGRAM, SUBJECT, Choice, Event, deal_anew
from engine.effects.costs import named
from engine.games.rone_invasion import board, fleet
from engine.games.rone_invasion.moves import ON_TOP
from engine.games.rone_invasion.rules import DUMP, price_of
from engine.games.rone_invasion.table import (
    ACTION,
    ADDED,
    CARD,
    COLOR,
    DIE,
    FACE,
    HOLE,
    KIND,
    LEVEL,
    LEVELS,
    LINE,
    MAST,
    NEUTRAL,
    PAIR,
    PASS,
    PHASES,
    PILE,
    PLACE,
    REROLL,
    REROLL_OTHER,
    SEAT,
    STATS,
    TWO_DICE,
    UNUSED,
    USE_DIE,
    USED,
    YES,
    ZONE,
    Setting,
    Table,
)
from engine.steps import find_options

CONDITIONS: Final = ("unrolled", "unused", "used", "set-aside")
DAMAGE_KINDS: Final = STATS[:3]


def view(game: Setting, state: Table, seat: int) -> dict[str, Any]:
    """The view of a seat. Hands of the own team are open (Q7); those of others have only the cards that the seat knows.

    Piles are listed with their top card last; decks have only the cards that the seat knows, from the top.
    """

    def known(zone: Sequence[int]) -> dict[str, Any]:
        return tables.pile(game, zone, [card for card in reversed(zone) if state.known[seat] >> card & 1])

    seats = []
    for other in range(game.players):
        own = game.team[other] == game.team[seat]
        hand = state.hand[other]
        seen = hand if own else [card for card in hand if state.known[seat] >> card & 1]
        seats.append(
            {
                "armor": state.armor[other],
                "health": state.health[other],
                "hand": tables.hand(game, "hand", other, hand, tables.by_id(game, seen)),
                "base": [_permanent(game, state, card) for card in state.base[other]],
                "training": [
                    tables.shown(game, card, screws=state.screws[card], of=game.cards[card].training)
                    for card in state.training[other]
                ],
                "played": tables.cards(game, state.played[other]),
                "dice": [_die_shown(state, other, die) for die in range(len(state.dice[other]))],
                "die-faces": [["/".join(_screws(game, face)) for face in die] for die in state.dice[other]],
                "pool": named(game.colors, state.pool[other]),
                "stored": named(game.colors, state.stored[other]),
                "reductions": named(game.colors, state.off[other]),
                "rerolls": state.rerolls[other],
                "parts": state.parts[other],
                "deck": known(state.deck[other]),
                "discard": tables.cards(game, state.discard[other]),
                "garbage-dump": tables.cards(game, state.dump[other]),
                "removed": tables.cards(game, state.removed[other]),
            }
        )
    drawer = state.who if state.opts else -1
    sees = bool(state.drawn) and drawer >= 0 and game.team[drawer] == game.team[seat]
    shown: dict[str, Any] = {
        "seat": seat,
        "match": state.match,
        "turn": state.turn,
        "phase": PHASES[state.phase],
        "active": list(game.seats[state.active]) if state.active >= 0 and state.turn else [],
        "seats": seats,
        "damage": named(DAMAGE_KINDS, state.damage[state.active]) if state.active >= 0 else {},
        "drawn": tables.cards(game, state.drawn) if sees else [],
        "playing": tables.cards(game, state.playing),
        "won": list(state.won),
        "recruitment-deck": len(state.recruitment),
        "technology-deck": len(state.technologies),
        "destroyed": sorted(game.named([*state.recruits_gone, *state.technologies_gone, *state.invasion_gone])),
        "starting-supply": tables.cards(game, tables.by_id(game, state.supply)),
    }
    return {**shown, **_invasion(game, state, known)} if game.cooperative else shown


def _permanent(game: Setting, state: Table, card: int) -> dict[str, Any]:
    return tables.shown(game, card, exhausted=bool(state.exhausted >> card & 1))


def _invasion(game: Setting, state: Table, known: Callable[[Sequence[int]], dict[str, Any]]) -> dict[str, Any]:
    values = fleet.statistics(state)
    scenario = game.scenarios[state.scenario]
    return {
        "scenario": [tables.shown(game, state.scenario)],
        "level": LEVELS[state.level],
        "time": state.time,
        "tokens": state.tokens,
        "deployed": [tables.shown(game, card, **_marks(state, card)) for card in state.deployed],
        "topmost": dict(zip(STATS, values, strict=True)) if state.deployed else {},
        "mast": fleet.mast_left(state) if scenario.mast else None,
        "training-zones": [_zone_shown(state, zone) for zone in range(len(state.zone_cards))],
        "protocols": [_permanent(game, state, card) for card in state.protocols],
        "invasion-deck": known(state.invasion),
        "invasion-discard": tables.cards(game, state.invasion_discard),
        "invasion-dump": tables.cards(game, state.invasion_dump),
        "invasion-supply": len(state.invasion_supply),
        "protocol-deck": len(state.protocol_deck),
        "laid-aside": dict(zip(board.LAID, state.laid, strict=True)),
    }  # fmt: skip


def _zone_shown(state: Table, zone: int) -> dict[str, Any]:
    """A training zone: its card, if any, and the resources stored there."""
    game, card = state.game, state.zone_cards[zone]
    empty = {"key": tables.place("training-zones", "-", zone), "shows": "nothing"}
    trained = game.cards[card].training if card >= 0 else 0
    marks = {"zone": game.colors[zone], "stored": state.stores[zone], "of": trained}
    return {**(tables.shown(game, card) if card >= 0 else empty), "marks": marks}


def _marks(state: Table, card: int) -> dict[str, int]:
    armor, health = state.marks.get(card, (0, 0))
    return {name: n for name, n in (("armor_lost", armor), ("health_lost", health)) if n}


def _die_shown(state: Table, seat: int, die: int) -> dict[str, Any]:
    """The face of a die: its first colored screw, those `with` it, and whether the die is used."""
    condition = state.used[seat][die]
    shown: dict[str, Any] = {"key": tables.place("dice", seat, die)}
    if condition not in (UNUSED, USED):
        return {**shown, "shows": CONDITIONS[condition]}
    first, *more = board.face_of(state, seat, die) or ["nothing"]
    marks = {**({"with": more} if more else {}), **({"used": True} if condition == USED else {})}
    return {**shown, "shows": first, **({"marks": marks} if marks else {})}


def screw_name(game: Setting, screw: int) -> str:
    """The name of a screw in a die."""
    return "neutral" if screw == NEUTRAL else game.colors[screw]


def determinize(game: Setting, state: Table, seat: int, seed: int) -> Table:
    """A clone in which decks, supplies and other teams' hands are dealt again, except for cards that the seat knows."""
    other = state.with_chance(seed)
    known = state.known[seat]
    team = game.team[seat]
    drawn_here = bool(state.drawn) and game.team[_drawer(state)] != team
    for s in range(game.players):
        zones = [other.deck[s]]
        if game.team[s] != team:
            zones.append(other.hand[s])
            if drawn_here and state.drawn_from == "deck" and _drawer(state) == s:
                zones.append(other.drawn)
        deal_anew(other, zones, known)
    for name in ("recruitment", "technologies"):
        zones = [getattr(other, name)]
        if drawn_here and state.drawn_from == name:
            zones.append(other.drawn)
        deal_anew(other, zones)
    deal_anew(other, [other.invasion], known)
    deal_anew(other, [other.invasion_supply])
    deal_anew(other, [other.protocol_deck])
    for s in range(game.players):
        if game.team[s] != team:
            _follow(other, s, dict(zip([*state.hand[s], *state.drawn], [*other.hand[s], *other.drawn], strict=True)))
    if other.opts and game.team[other.who] != team:
        find_options(other)
    return other


def _follow(world: Table, seat: int, dealt: Mapping[int, int]) -> None:
    """What a seat keeps, or is about to dump or put back, are those of its cards that were dealt anew."""
    world.keeps[seat] = [dealt.get(card, card) for card in world.keeps[seat]]
    for frame in world.stack:
        if frame[PROGRAM] in (DUMP, ON_TOP) and frame[PLAYER] == seat:
            frame[EXTRA] = tuple(dealt[card] for card in frame[EXTRA])


def _drawer(state: Table) -> int:
    return int(state.stack[-1][PLAYER]) if state.stack else 0


ChoiceParts = tuple[str, str, dict[str, Any]]  # the kind, the card and the values of a Choice
END_OF_PHASE: Final = ("main", "goes-on")  # questions in which to pass ends the phase


def describe(_game: Setting, state: Table, option: int) -> Choice:
    """What an option means."""
    first = max(start for start in _SPANS if start <= option) if option < CARD else CARD
    kind, card, values = _SPANS[first](state, option - first) if option < CARD else _card(state, option)
    role = "" if first != PASS or option >= CARD else "next" if state.about in END_OF_PHASE else "pass"
    return Choice(option, kind, card, values, _at(state, first, option), role)


def _at(state: Table, first: int, option: int) -> tuple[str, ...]:
    """The keys of an option: of a player, a die, a training zone, or of a card and its copies in the same place."""
    game = state.game
    if option < CARD:
        if first == SEAT:
            return (tables.seat_key(option - first),)
        if first in (DIE, USE_DIE, REROLL):
            seat = state.stack[-1][SUBJECT] if state.about == "reroll" and first == DIE else state.who
            return (tables.place("dice", seat, option - first),)
        if first == ZONE:
            card = state.zone_cards[option - first]
            return (tables.key(card) if card >= 0 else tables.place("training-zones", "-", option - first),)
        return ()
    card = option - (game.ability if option >= game.ability else game.play if option >= game.play else CARD)
    return tables.copies(game, card, (*state.hand, *state.dump, *state.discard, state.supply))


def _pass(state: Table, _number: int) -> ChoiceParts:
    return ("lay-aside", "", {}) if state.about == "gain" else ("pass", "", {"about": state.about})


def _seat(state: Table, number: int) -> ChoiceParts:
    names = {"who-stores": state.game.colors, "take-damage": DAMAGE_KINDS}.get(state.about)
    subject = state.stack[-1][SUBJECT]
    what = names[subject] if names else subject
    return state.about, "", {"player": number, **({"what": what} if names or state.about == "gain" else {})}


def _die(state: Table, number: int) -> ChoiceParts:
    seat = state.stack[-1][SUBJECT] if state.about == "reroll" else state.who
    values: dict[str, Any] = {"die": number + 1}
    if state.used[seat][number] in (UNUSED, USED):
        values["face"] = board.face_of(state, seat, number)
    if state.about == "craft":
        values["faces"] = ["/".join(_screws(state.game, face)) for face in state.dice[seat][number]]
    return state.about, "", values


def _screws(game: Setting, face: Sequence[int]) -> list[str]:
    return [screw_name(game, screw) for screw in face]


def _face(state: Table, number: int) -> ChoiceParts:
    face = state.dice[state.who][state.stack[-1][SUBJECT]][number]
    return state.about, "", {"face": _screws(state.game, face)}


def _hole(state: Table, number: int) -> ChoiceParts:
    number, old = divmod(number, 6)
    die = state.stack[-1][SUBJECT]
    up = {"up": True} if board.face_up(state, state.who, die) == number else {}
    face = state.dice[state.who][die][number]
    return state.about, "", {"face": _screws(state.game, face), "screw": screw_name(state.game, old), **up}


def _zone(state: Table, number: int) -> ChoiceParts:
    card = state.zone_cards[number]
    return state.about, state.game.cards[card].id if card >= 0 else "", {"zone": state.game.colors[number]}


def _to_scenario(state: Table, number: int) -> ChoiceParts:
    return "deal-to", state.game.cards[state.scenario].id, {"what": DAMAGE_KINDS[number]}


def _action(state: Table, number: int) -> ChoiceParts:
    parts = price_of(state, state.who, state.game.actions_of_board[number])
    return "buy", "", {"action": number + 1, "parts": parts}


def _place(state: Table, number: int) -> ChoiceParts:
    resource, wild = divmod(number, 2)
    return "store", "", {"what": state.game.colors[resource], "wild-place": bool(wild)}


def _pile(state: Table, number: int) -> ChoiceParts:
    pile = (state.discard if number else state.dump)[state.stack[-1][SUBJECT]]
    return "recycle", state.game.cards[pile[-1]].id, {"from": "discard" if number else "garbage-dump"}


def _line(state: Table, number: int) -> ChoiceParts:
    if state.about == "event":
        return "event", "", {"name": state.game.scenarios[state.scenario].events[number].name}
    return state.about, "", {"number": number + 1}


# Options below CARD, by the first option of each kind.
_SPANS: Final[Mapping[int, Callable[[Table, int], ChoiceParts]]] = {
    PASS: _pass,
    YES: lambda state, _number: (state.about, "", {}),
    SEAT: _seat,
    DIE: _die,
    COLOR: lambda state, number: (state.about, "", {"color": state.game.colors[number]}),
    FACE: _face,
    HOLE: _hole,
    ZONE: _zone,
    KIND: lambda state, number: (state.about, "", {"what": DAMAGE_KINDS[number]}),
    MAST: _to_scenario,
    ACTION: _action,
    ADDED: lambda state, number: ("add", "", {"action": number + 1, "pays": state.game.added[number].pays}),
    PLACE: _place,
    PILE: _pile,
    LINE: _line,
    USE_DIE: lambda state, number: ("use-die", "", _die(state, number)[2]),
    REROLL: lambda state, number: ("reroll", "", _die(state, number)[2]),
    REROLL_OTHER: lambda _table, _number: ("reroll-other", "", {}),
    TWO_DICE: lambda _table, _number: ("two-dice", "", {}),
    PAIR: lambda state, number: ("pair", "", {"what": state.game.colors[number]}),
    LEVEL: lambda _table, number: ("level", "", {"level": LEVELS[number]}),
}


def _card(state: Table, option: int) -> ChoiceParts:
    game = state.game
    if option >= game.ability:
        return "use", game.cards[option - game.ability].id, {}
    if option >= game.play:
        return "play", game.cards[option - game.play].id, {}
    card = option - CARD
    values: dict[str, Any] = {}
    if state.about == "recycle":
        values = {"from": "hand"}
    elif state.about == "put-screw-on":
        values = {"screws": state.screws[card], "of": game.cards[card].training}
    return state.about, game.cards[card].id, values


def hides(game: Setting, event: Event, seat: int) -> bool:
    """Whether the event is a card that another team draws, or recycles from the hand."""
    name, player, _, values = event
    hidden = name == "draws" or (name == "recycles" and values["from"] == "hand")
    return hidden and game.team[player] != game.team[seat]


def features(game: Setting, state: Table, seat: int) -> list[int]:
    """Numbers of the table, of each player from the seat on, and of the Invasion; then the known place of each card.

    Places are 0 unknown, 1 own hand, 2 a supply or pile of the table, and for each player from the seat on six more:
    base, training, played, discard pile, garbage dump, known in hand or deck.
    """
    order = [(seat + n) % game.players for n in range(game.players)]
    numbers = [state.match, state.turn, state.phase, state.time, state.tokens, state.level, len(state.invasion)]
    numbers += [len(state.deployed), *(fleet.statistics(state) if game.cooperative else [0] * 5), *state.stores]
    places = [0] * game.count
    for card in (*state.supply, *state.recruits_gone, *state.technologies_gone, *state.protocols, *state.deployed):
        places[card] = 2
    for step, s in enumerate(order):
        numbers += [state.armor[s], state.health[s], len(state.hand[s]), len(state.deck[s]), state.rerolls[s]]
        numbers += [state.parts[s], *state.pool[s], *state.stored[s], *state.damage[game.team[s]]]
        numbers += [state.used[s].count(1), sum(state.screws[card] for card in state.training[s])]
        first = 3 + 6 * step
        piles = (state.base, state.training, state.played, state.discard, state.dump)
        for n, pile in enumerate(piles):
            for card in pile[s]:
                places[card] = first + n
        for card in (*state.hand[s], *state.deck[s]):
            if state.known[seat] >> card & 1:
                places[card] = first + 5
    for card in state.hand[seat]:
        places[card] = 1
    return numbers + places
