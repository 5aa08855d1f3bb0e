"""What a seat sees of RONE: Invasion: the table as plain data, options, events, numbers for programs, other worlds."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from engine.core import ANSWER, PLAYER, SUBJECT, Choice, Event, shuffle
from engine.games.rone_invasion import board, fleet
from engine.games.rone_invasion.rules import price_of
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
from engine.steps import asked_anew

CONDITIONS: Final = ("unrolled", "unused", "used", "set-aside")
DAMAGE_KINDS: Final = STATS[:3]
# What options are called, and what their card and values are.
KINDS: Final = {
    "pass": "nothing (more) is done; `about`: what was asked",
    "draw": "a card is drawn",
    "goes-on": "`player`: who of the team is next",
    "goes-first": "`player`: who does the whole phase first in speed training",
    "gain": "`player`: who of the team gains it; `what`: of what",
    "lay-aside": "a gained point of health is laid aside for an additional action",
    "who-recycles": "`player`: who of the team recycles",
    "who-stores": "`player`: who of the team stores the resource `what`",
    "take-damage": "`player`: who of the team takes the next point; `what`: its kind",
    "use-die": "`die`: which; `face`: the colored screws that it shows",
    "two-dice": "two dice become a resource of any color",
    "reroll": "`die`: which is rolled again for a token; `face`: what it shows now",
    "reroll-other": "a die of a teammate is rolled again for a token",
    "reroll-of": "`player`: which teammate's die is rolled again",
    "trade": "`die`: one of the two that become a resource",
    "reuse": "`die`: which is treated as unused",
    "turn": "`die`: which is turned",
    "set-aside": "`die`: which can't be used in this round",
    "craft": "`die`: into which screws go; `faces`: its faces",
    "color": "`color`: what two dice become",
    "screw-color": "`color`: of the screw",
    "pay": "`color`: which resource pays for a wild icon",
    "destroy-stored": "`color`: which stored resource is destroyed",
    "turn-to": "`face`: what a die is turned to",
    "replace": "`face`: of the die, and whether it is `up`; `screw`: which of its screws is replaced",
    "store-in": "`zone`: of the Invasion, where a wild resource is stored",
    "destroy-stored-in": "`zone`: of the Invasion, where a stored resource is destroyed",
    "train-zone": "`zone`: whose card is trained",
    "deal": "`what`: which damage is dealt next",
    "deal-first": "`what`: which damage is dealt first",
    "buy": "`action`: of the player board, its number; `parts`: what it costs",
    "add": "`action`: an additional action, its number; `pays`: with what",
    "store": "`what`: a resource; `wild-place`: whether on a wild place",
    "recycle": "card: of the hand, or the top one of a pile; `from`: where it lies",
    "either": "`number`: which of several effects",
    "event": "`name`: which event of the scenario ends first",
    "pair": "`what`: of which resource two stored ones are spent",
    "level": "`level`: how hard the scenario is",
    "play": "card: of the hand",
    "use": "card: the permanent whose ability is used",
    "lead": "card: the leader",
    "discover": "card: the technology",
    "recruit": "card: which is recruited",
    "train": "card: of the starting supply, or which is trained first",
    "salvage": "card: of the garbage dump",
    "discard": "card: of the hand",
    "destroy": "card: which is destroyed",
    "put-on-top": "card: which goes on top of the deck next",
    "put-screw-on": "card: in training",
    "keep": "card: which stays in the hand",
    "dump": "card: which goes to the garbage dump next",
    "clean": "card: which goes on the discard pile next",
    "refresh": "card: of the base, or a protocol",
    "exhaust": "card: of the base",
    "order": "card: what it does comes first",
    "leave-stack": "card: which leaves the stack next",
}
# What can happen, and what its values are. `player` and card are there where an event has them.
EVENTS: Final = (
    "match", "leads", "level", "turn", "round", "draws", "reshuffles", "no-card", "rolls", "rerolls", "uses-die",
    "trades-dice", "reuses", "turns", "sets-aside", "crafts", "plays", "uses", "exhausts", "refreshes", "spends-pair",
    "stores", "loses-stored", "gains", "loses", "damage", "damaged", "deals", "screw", "recruits", "discovers",
    "trains", "discards", "dumps", "destroys", "salvages", "recycles", "parts", "buys", "adds", "reveals", "survival",
    "wins", "tie", "limit", "event", "deploys", "explores", "defends", "invasion-trains", "invasion-recruits",
    "invasion-stores", "invasion-loses-stored", "invasion-discards", "invasion-dumps", "invasion-recycles",
    "invasion-reshuffles", "thinned", "invasion-has-no-card", "activates", "tokens", "hits", "hits-scenario",
    "defeated", "destroyed", "scenario-won", "scenario-lost", "concede",
)  # fmt: skip


def view(table: Table, seat: int) -> dict[str, Any]:
    """What a seat sees. Hands of the own team are open (Q7); of others' the cards that are known there.

    Piles are listed with their top card last; of decks only what the seat knows of them, from the top.
    """
    game = table.game
    ids = [card.id for card in game.cards]

    def named(cards: Sequence[int]) -> list[str]:
        return [ids[card] for card in cards]

    def known(cards: Sequence[int]) -> list[str]:
        return [ids[card] for card in reversed(cards) if table.known[seat] >> card & 1]

    seats = []
    for other in range(game.players):
        own = game.team[other] == game.team[seat]
        hand = table.hand[other]
        seen = hand if own else [card for card in hand if table.known[seat] >> card & 1]
        seats.append(
            {
                "armor": table.armor[other],
                "health": table.health[other],
                "hand": sorted(named(seen)),
                "hand-size": len(hand),
                "base": [
                    {"card": ids[card], **({"exhausted": True} if table.exhausted >> card & 1 else {})}
                    for card in table.base[other]
                ],
                "training": [
                    {"card": ids[c], "screws": table.screws[c], "of": game.cards[c].training}
                    for c in table.training[other]
                ],
                "played": named(table.played[other]),
                "dice": [_die_shown(table, other, die) for die in range(len(table.dice[other]))],
                "die-faces": [["/".join(_screws(game, face)) for face in die] for die in table.dice[other]],
                "pool": amounts(game, table.pool[other]),
                "stored": amounts(game, table.stored[other]),
                "reductions": amounts(game, table.off[other]),
                "rerolls": table.rerolls[other],
                "parts": table.parts[other],
                "deck": len(table.deck[other]),
                "deck-known": known(table.deck[other]),
                "discard": named(table.discard[other]),
                "garbage-dump": named(table.dump[other]),
                "removed": named(table.removed[other]),
            }
        )
    drawer = table.who if table.opts else -1
    sees = bool(table.drawn) and drawer >= 0 and game.team[drawer] == game.team[seat]
    said: dict[str, Any] = {
        "seat": seat,
        "match": table.match,
        "turn": table.turn,
        "phase": PHASES[table.phase],
        "active": list(game.seats[table.active]) if table.active >= 0 and table.turn else [],
        "seats": seats,
        "damage": {name: n for name, n in zip(DAMAGE_KINDS, table.damage[table.active], strict=True) if n}
        if table.active >= 0
        else {},
        "drawn": named(table.drawn) if sees else [],
        "playing": named(table.playing),
        "won": list(table.won),
        "recruitment-deck": len(table.recruitment),
        "technology-deck": len(table.technologies),
        "destroyed": sorted(named([*table.recruits_gone, *table.technologies_gone, *table.invasion_gone])),
        "starting-supply": sorted(named(table.supply)),
    }
    return {**said, **_invasion(table, seat, named, known)} if game.cooperative else said


def _invasion(table: Table, seat: int, named: Any, known: Any) -> dict[str, Any]:
    game = table.game
    values = fleet.statistics(table)
    scenario = game.scenarios[table.scenario]
    return {
        "scenario": game.cards[table.scenario].id,
        "level": LEVELS[table.level],
        "time": table.time,
        "tokens": table.tokens,
        "deployed": [
            {"card": game.cards[card].id, **_marks(table, card)} for card in table.deployed
        ],
        "topmost": dict(zip(STATS, values, strict=True)) if table.deployed else {},
        "mast": scenario.mast * game.players - table.mast if scenario.mast else None,
        "training-zones": [
            {**({"card": game.cards[card].id} if card >= 0 else {"shows": "nothing"}), "zone": game.colors[z],
             "stored": table.stores[z], "of": game.cards[card].training if card >= 0 else 0}
            for z, card in enumerate(table.zone_cards)
        ],
        "protocols": [
            {"card": game.cards[card].id, **({"exhausted": True} if table.exhausted >> card & 1 else {})}
            for card in table.protocols
        ],
        "invasion-deck": len(table.invasion),
        "invasion-deck-known": known(table.invasion),
        "invasion-discard": named(table.invasion_discard),
        "invasion-dump": named(table.invasion_dump),
        "invasion-supply": len(table.invasion_supply),
        "protocol-deck": len(table.protocol_deck),
        "laid-aside": dict(zip(board.LAID, table.laid, strict=True)),
    }  # fmt: skip


def _marks(table: Table, card: int) -> dict[str, int]:
    armor, health = table.marks.get(card, (0, 0))
    return {name: n for name, n in (("armor-lost", armor), ("health-lost", health)) if n}


def _die_shown(table: Table, seat: int, die: int) -> dict[str, Any]:
    """What a die shows: the first of its colored screws, those `with` it, and whether it is used."""
    condition = table.used[seat][die]
    if condition not in (UNUSED, USED):
        return {"shows": CONDITIONS[condition]}
    first, *more = board.face_of(table, seat, die) or ["nothing"]
    return {"shows": first, **({"with": more} if more else {}), **({"used": True} if condition == USED else {})}


def screw_name(game: Setting, screw: int) -> str:
    """The name of a screw in a die."""
    return "neutral" if screw == NEUTRAL else game.colors[screw]


def amounts(game: Setting, numbers: Sequence[int]) -> dict[str, int]:
    """Amounts of resources by name."""
    return {name: n for name, n in zip(game.colors, numbers, strict=True) if n}


def determinize(table: Table, seat: int, seed: int) -> Table:
    """A clone in which decks, supplies and the hands of other teams are dealt anew, but for what the seat knows."""
    game = table.game
    other = table.clone()
    other.rng = seed
    other.fixed = []
    known = table.known[seat]
    team = game.team[seat]
    drawn_here = bool(table.drawn) and game.team[_drawer(table)] != team
    for s in range(game.players):
        zones = [other.deck[s]]
        if game.team[s] != team:
            zones.append(other.hand[s])
            if drawn_here and table.drawn_from == "deck" and _drawer(table) == s:
                zones.append(other.drawn)
        _deal_anew(other, zones, known)
    for name in ("recruitment", "technologies"):
        zones = [getattr(other, name)]
        if drawn_here and table.drawn_from == name:
            zones.append(other.drawn)
        _deal_anew(other, zones, 0)
    _deal_anew(other, [other.invasion], known)
    _deal_anew(other, [other.invasion_supply], 0)
    _deal_anew(other, [other.protocol_deck], 0)
    if other.opts and game.team[other.who] != team:
        who = other.who
        if not asked_anew(other):
            other.opts = [other.stack[-1][ANSWER]]
        other.who = who
    return other


def _drawer(table: Table) -> int:
    return int(table.stack[-1][PLAYER]) if table.stack else 0


def _deal_anew(table: Table, zones: list[list[int]], known: int) -> None:
    """Shuffles the cards of some zones that are not known among each other."""
    places = [(zone, n) for zone in zones for n, card in enumerate(zone) if not known >> card & 1]
    cards = sorted(zone[n] for zone, n in places)
    shuffle(table, cards)
    for (zone, n), card in zip(places, cards, strict=True):
        zone[n] = card


Said = tuple[str, str, dict[str, Any]]  # what an option is called, its card, and its values


def describe(table: Table, option: int) -> Choice:
    """What an option means."""
    first = max(start for start in _SPANS if start <= option) if option < CARD else CARD
    kind, card, values = _SPANS[first](table, option - first) if option < CARD else _card(table, option)
    return Choice(option, kind, card, values)


def _pass(table: Table, _number: int) -> Said:
    return ("lay-aside", "", {}) if table.about == "gain" else ("pass", "", {"about": table.about})


def _seat(table: Table, number: int) -> Said:
    subject = table.stack[-1][SUBJECT]
    values: dict[str, Any] = {"player": number}
    if table.about == "gain":
        values["what"] = subject
    elif table.about == "who-stores":
        values["what"] = table.game.colors[subject]
    elif table.about == "take-damage":
        values["what"] = DAMAGE_KINDS[subject]
    return table.about, "", values


def _die(table: Table, number: int) -> Said:
    seat = table.stack[-1][SUBJECT] if table.about == "reroll" else table.who
    values: dict[str, Any] = {"die": number + 1}
    if table.used[seat][number] in (UNUSED, USED):
        values["face"] = board.face_of(table, seat, number)
    if table.about == "craft":
        values["faces"] = ["/".join(_screws(table.game, face)) for face in table.dice[seat][number]]
    return table.about, "", values


def _screws(game: Setting, face: Sequence[int]) -> list[str]:
    return [screw_name(game, screw) for screw in face]


def _face(table: Table, number: int) -> Said:
    face = table.dice[table.who][table.stack[-1][SUBJECT]][number]
    return table.about, "", {"face": _screws(table.game, face)}


def _hole(table: Table, number: int) -> Said:
    number, old = divmod(number, 6)
    die = table.stack[-1][SUBJECT]
    up = {"up": True} if board.face_up(table, table.who, die) == number else {}
    face = table.dice[table.who][die][number]
    return table.about, "", {"face": _screws(table.game, face), "screw": screw_name(table.game, old), **up}


def _zone(table: Table, number: int) -> Said:
    card = table.zone_cards[number]
    return table.about, table.game.cards[card].id if card >= 0 else "", {"zone": table.game.colors[number]}


def _action(table: Table, number: int) -> Said:
    parts = price_of(table, table.who, table.game.actions_of_board[number])
    return "buy", "", {"action": number + 1, "parts": parts}


def _added(table: Table, number: int) -> Said:
    return "add", "", {"action": number + 1, "pays": table.game.added[number].pays}


def _place(table: Table, number: int) -> Said:
    resource, wild = divmod(number, 2)
    return "store", "", {"what": table.game.colors[resource], "wild-place": bool(wild)}


def _pile(table: Table, number: int) -> Said:
    pile = (table.discard if number else table.dump)[table.stack[-1][SUBJECT]]
    return "recycle", table.game.cards[pile[-1]].id, {"from": "discard" if number else "garbage-dump"}


def _line(table: Table, number: int) -> Said:
    if table.about == "event":
        return "event", "", {"name": table.game.scenarios[table.scenario].events[number].name}
    return table.about, "", {"number": number + 1}


def _named_die(kind: str) -> Callable[[Table, int], Said]:
    return lambda table, number: (kind, "", _die(table, number)[2])


def _resource(table: Table, number: int) -> Said:
    return table.about, "", {"color": table.game.colors[number]}


# What options below CARD are, from the first of each kind on.
_SPANS: Final[Mapping[int, Callable[[Table, int], Said]]] = {
    PASS: _pass,
    YES: lambda table, _number: (table.about, "", {}),
    SEAT: _seat,
    DIE: _die,
    COLOR: _resource,
    FACE: _face,
    HOLE: _hole,
    ZONE: _zone,
    KIND: lambda table, number: (table.about, "", {"what": DAMAGE_KINDS[number]}),
    ACTION: _action,
    ADDED: _added,
    PLACE: _place,
    PILE: _pile,
    LINE: _line,
    USE_DIE: _named_die("use-die"),
    REROLL: _named_die("reroll"),
    REROLL_OTHER: lambda _table, _number: ("reroll-other", "", {}),
    TWO_DICE: lambda _table, _number: ("two-dice", "", {}),
    PAIR: lambda table, number: ("pair", "", {"what": table.game.colors[number]}),
    LEVEL: lambda _table, number: ("level", "", {"level": LEVELS[number]}),
}


def _card(table: Table, option: int) -> Said:
    game = table.game
    if option >= game.ability:
        return "use", game.cards[option - game.ability].id, {}
    if option >= game.play:
        return "play", game.cards[option - game.play].id, {}
    card = option - CARD
    values: dict[str, Any] = {}
    if table.about == "recycle":
        values = {"from": "hand"}
    elif table.about == "put-screw-on":
        values = {"screws": table.screws[card], "of": game.cards[card].training}
    return table.about, game.cards[card].id, values


def event(game: Setting, event: Event, seat: int | None) -> dict[str, Any]:
    """An entry of the log as plain data. Another team does not see which card is drawn, or recycled from the hand."""
    name, player, card, values = event
    said: dict[str, Any] = {"event": name}
    if player >= 0:
        said["player"] = player
    own = seat is None or player < 0 or game.team[player] == game.team[seat]
    hidden = name == "draws" or (name == "recycles" and (values or {}).get("from") == "hand")
    if card >= 0 and (own or not hidden):
        said["card"] = game.cards[card].id
    return {**said, **(values if isinstance(values, Mapping) else {})}


def features(table: Table, seat: int) -> list[int]:
    """Numbers of the table, of each player from the seat on, and of the Invasion; then where each card is seen to be.

    Places are 0 unknown, 1 own hand, 2 a supply or pile of the table, and for each player from the seat on six more:
    base, training, played, discard pile, garbage dump, known in hand or deck.
    """
    game = table.game
    order = [(seat + n) % game.players for n in range(game.players)]
    numbers = [table.match, table.turn, table.phase, table.time, table.tokens, table.level, len(table.invasion)]
    numbers += [len(table.deployed), *(fleet.statistics(table) if game.cooperative else [0] * 5), *table.stores]
    places = [0] * game.count
    for card in (*table.supply, *table.recruits_gone, *table.technologies_gone, *table.protocols, *table.deployed):
        places[card] = 2
    for step, s in enumerate(order):
        numbers += [table.armor[s], table.health[s], len(table.hand[s]), len(table.deck[s]), table.rerolls[s]]
        numbers += [table.parts[s], *table.pool[s], *table.stored[s], *table.damage[game.team[s]]]
        numbers += [table.used[s].count(1), sum(table.screws[card] for card in table.training[s])]
        first = 3 + 6 * step
        piles = (table.base, table.training, table.played, table.discard, table.dump)
        for n, pile in enumerate(piles):
            for card in pile[s]:
                places[card] = first + n
        for card in (*table.hand[s], *table.deck[s]):
            if table.known[seat] >> card & 1:
                places[card] = first + 5
    for card in table.hand[seat]:
        places[card] = 1
    return numbers + places
