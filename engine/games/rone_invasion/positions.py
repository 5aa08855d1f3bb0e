"""Positions that are set up by hand, for examples and tests."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from engine.core import EXTRA, IT, push
from engine.facts import Facts
from engine.faults import EngineError
from engine.games.rone_invasion import invasion
from engine.games.rone_invasion.cards import read_die
from engine.games.rone_invasion.match import TABLE
from engine.games.rone_invasion.moves import begin, know, mates
from engine.games.rone_invasion.rules import TURN
from engine.games.rone_invasion.speed import SPEED_TURN
from engine.games.rone_invasion.table import COLORS, LEVELS, MAIN, UNUSED, USED, Setting, Table
from engine.positions import Supply
from engine.steps import goto

KEYS: Final = (
    "turn", "active", "phase", "match", "won", "players", "recruitment", "technologies", "supply", "invasion",
)  # fmt: skip
PLAYER: Final = (
    "armor", "health", "deck", "hand", "played", "discard", "garbage-dump", "training", "base", "dice", "shows", "pool",
    "stored", "rerolls", "parts", "played-before",
)  # fmt: skip
INVASION: Final = (
    "scenario", "level", "time", "tokens", "deck", "discard", "garbage-dump", "deployed", "zones", "stored",
    "protocols", "mast", "supply", "ended",
)  # fmt: skip
MOMENTS: Final = {
    "set-up": "", "beginning": "3.1 Beginning of the turn", "draw": "3.2 Draw", "roll": "3.3 Roll",
    "main": "Who goes on", "store": "3.5 Store", "damage": "3.6 Deal damage", "parts": "3.7 Spare parts",
    "clean": "3.8 Clean", "train": "3.9 Train", "end": "3.10 End of the turn",
    "invasion": "1 Beginning", "time": "2 Time", "deploy": "3 Deploy", "invasion-train": "4 Train",
    "tokens": "5 Tokens", "protocols": "6 Protocols", "invasion-end": "7 End", "cleanup": "Cleanup",
}  # fmt: skip
MAIN_OF_BOTH: Final = "3.4 Main phase"  # in speed training


def position(game: Setting, data: Mapping[str, Any], seed: int = 0) -> Table:
    """The beginning of a phase, from plain data as `view` has it. Raises EngineError for what can't be read.

    `active` is the team whose turn it is, `phase` the phase that begins, `won` the number of matches that each team has
    won. Missing values of the `players` are as after the set-up. A deck lists its top cards, the topmost first; the
    others lie below. The same is true of the Invasion and the common supplies. `shows` are the faces of the dice, as
    numbers from 1; dice with them are rolled.
    """
    facts = Facts(data, "position")
    facts.only(*KEYS)
    state = game.empty(seed)
    push(state, TABLE, -1, 0)
    reader = _Reader(game, state)
    phase = facts.word("phase", tuple(MOMENTS), "main")
    if phase == "set-up":
        return state
    goto(state.stack[0], "3 Turns")
    state.armor = [game.life[0]] * game.players
    state.health = [game.life[1]] * game.players
    state.turn = facts.number("turn", 1, 99, 3)
    state.match = facts.number("match", 1, 9, 1)
    for team, won in enumerate(facts.numbers("won", 0, 9, [], game.teams)):
        state.won[team] = won
    state.active = facts.number("active", 0, game.teams - 1, 0)
    state.first = 0
    players = facts.parts("players", game.players)
    for seat, part in enumerate(players):
        reader.player(seat, part)
    for name in ("recruitment", "technologies", "supply"):
        reader.supply(facts, name, name)
    if game.cooperative:
        reader.invasion(facts.part("invasion"))
    for seat, hand in enumerate(state.hand):
        for card in hand:
            know(state, card, mates(state, seat))
    state.cards_played = [[*state.cards_played[seat], *state.played[seat]] for seat in range(game.players)]
    _begin(state, phase)
    return state


def _begin(state: Table, phase: str) -> None:
    name = MOMENTS[phase]
    team = state.active
    if state.game.cooperative:
        begin(state, invasion.CLEAN_UP, -1, 0)
        if name in invasion.CLEAN_UP.names:
            return
        begin(state, TURN, -1, 0, subject=0)
        if name in TURN.names:
            _go(state, name)
            return
        state.active = -1
        begin(state, invasion.INVASION_TURN, -1, 0)
        goto(state.stack[-1], name)
        return
    program = TURN
    if state.game.parallel:
        program = SPEED_TURN
        name = MAIN_OF_BOTH if phase == "main" else name
    if name not in program.names:
        raise EngineError(f"position.phase is {phase}, which this format has not")
    begin(state, program, -1, state.game.seats[team][0], subject=team)
    _go(state, name)


def _go(state: Table, name: str) -> None:
    frame = state.stack[-1]
    goto(frame, name)
    frame[EXTRA], frame[IT] = -1, 0
    if name in (MOMENTS["main"], MAIN_OF_BOTH):
        state.phase = MAIN
        for seat in range(state.game.players) if state.game.parallel else state.game.seats[state.active]:
            if all(condition == 0 for condition in state.used[seat]):
                state.used[seat] = [USED] * len(state.dice[seat])


class _Reader:
    """Moves cards from their zones before the set-up to the zones of a position."""

    def __init__(self, game: Setting, state: Table) -> None:
        self.game = game
        self.state = state
        owners = [0] * game.count
        for seat, begins in enumerate(game.begins):
            for cards in begins.values():
                for card in cards:
                    owners[card] = seat + 1
        self.cards = Supply(game.ids, owners)

    def take(self, card_id: object, where: str, seat: int = -1) -> int:
        """Takes a card from the seat's deck, else from the table."""
        try:
            card = self.cards.take(card_id, where, seat + 1)
        except EngineError:
            if seat < 0:
                raise
            card = self.cards.take(card_id, where, 0)
        self.remove(card)
        return card

    def taken(self, facts: Facts, name: str, seat: int = -1) -> list[int]:
        """The cards that are listed under a name."""
        return [self.take(card, f"{facts.where}.{name}", seat) for card in facts.items(name)]

    def remove(self, card: int) -> None:
        """Takes a card from where it lies."""
        state = self.state
        for zones in (state.deck, state.base, state.training):
            for cards in zones:
                if card in cards:
                    cards.remove(card)
        for name in self.game.start:
            cards = getattr(state, name)
            if card in cards and name != "scenarios":
                if name == "zone_cards":
                    cards[cards.index(card)] = -1
                else:
                    cards.remove(card)

    def player(self, seat: int, facts: Facts) -> None:
        """Sets all values of a player."""
        facts.only(*PLAYER)
        state, game = self.state, self.game
        state.armor[seat] = facts.number("armor", 0, 99, state.armor[seat])
        state.health[seat] = facts.number("health", 1, 99, state.health[seat])
        state.rerolls[seat] = facts.number("rerolls", 0, 99, 0)
        state.parts[seat] = facts.number("parts", 0, 99, 0)
        where = facts.where
        for name, zones in (
            ("hand", state.hand),
            ("played", state.played),
            ("discard", state.discard),
            ("garbage-dump", state.dump),
        ):
            zones[seat] = self.taken(facts, name, seat)
        state.cards_played[seat] = self.taken(facts, "played-before", seat)
        state.discard[seat] = [*state.cards_played[seat], *state.discard[seat]]
        state.deck[seat] += reversed(self.taken(facts, "deck", seat))
        for name, zone in (("training", state.training), ("base", state.base)):
            if facts.has(name):
                self._listed(seat, facts, name, zone)
        if facts.has("dice"):
            state.dice[seat] = [read_die(die, game.colors, f"{where}.dice") for die in facts.lists("dice", 9)]
            state.shown[seat] = [0] * len(state.dice[seat])
            state.used[seat] = [0] * len(state.dice[seat])
        for n, face in enumerate(facts.numbers("shows", 0, 6, [], len(state.dice[seat]))):
            state.shown[seat][n] = max(0, face - 1)
            state.used[seat][n] = UNUSED if face else USED
        for name, values in (("pool", state.pool), ("stored", state.stored)):
            values[seat] = list(facts.part(name).amounts(game.colors, 99))

    def _listed(self, seat: int, facts: Facts, name: str, zone: list[list[int]]) -> None:
        """Puts listed cards into a zone, with their screws, or exhausted; other cards there go to the supplies."""
        found = []
        for card, part in self._each(facts, name, "screws", "exhausted", seat=seat):
            self.state.screws[card] = part.number("screws", 0, 99, 0)
            self.state.exhausted |= int(part.flag("exhausted", default=False)) << card
            found.append(card)
        for card in zone[seat]:
            kind = self.game.cards[card].type
            {"leader": self.state.leaders, "technology": self.state.technologies}.get(
                kind, self.state.recruitment
            ).append(card)
        zone[seat] = found

    def supply(self, facts: Facts, name: str, slot: str) -> None:
        """The top of a common supply."""
        pile: list[int] = getattr(self.state, slot)
        pile += reversed(self.taken(facts, name))  # `taken` has removed them from the pile before

    def invasion(self, facts: Facts) -> None:
        """Sets all values of the Invasion."""
        facts.only(*INVASION)
        state, game = self.state, self.game
        where = facts.where
        if facts.has("scenario"):
            named = facts.word("scenario")
            found = [card for card in state.scenarios if game.cards[card].id == named]
            if not found:
                raise EngineError(f"{where}.scenario: there is no scenario {named}")
            state.scenario = found[0]
        state.level = facts.one_of("level", LEVELS, "none")
        state.time = facts.number("time", 0, 99, 0)
        state.tokens = facts.number("tokens", 0, 99, 0)
        state.mast = facts.number("mast", 0, 999, 0)
        events = game.scenarios[state.scenario].events
        ended = facts.words(
            "ended", [event.name for event in events], [e.name for e in events if e.round <= state.time]
        )
        state.past = sum(1 << n for n, event in enumerate(events) if event.name in ended)
        for name, slot in (("discard", "invasion_discard"), ("garbage-dump", "invasion_dump")):
            setattr(state, slot, self.taken(facts, name))
        self.deployed(facts)
        self.zones(facts)
        self.protocols(facts)
        if facts.has("deck"):
            state.invasion_supply = [*state.invasion, *state.invasion_supply]
            state.invasion = []
            state.invasion = self.taken(facts, "deck")[::-1]
        self.supply(facts, "supply", "invasion_supply")

    def _each(self, facts: Facts, name: str, *known: str, seat: int = -1) -> Iterator[tuple[int, Facts]]:
        """The cards that are listed under a name, each with its values."""
        for part in facts.cards(name, *known):
            yield self.take(part.word("card"), part.where, seat), part

    def deployed(self, facts: Facts) -> None:
        """The stack, the topmost card last."""
        for card, part in self._each(facts, "deployed", "armor-lost", "health-lost"):
            self.state.deployed.append(card)
            self.state.marks[card] = (part.number("armor-lost", 0, 99, 0), part.number("health-lost", 0, 99, 0))

    def protocols(self, facts: Facts) -> None:
        """The protocols that are activated."""
        state = self.state
        if facts.has("protocols"):
            state.protocol_deck = [*state.protocols, *state.protocol_deck]
            state.protocols = []
            for card, part in self._each(facts, "protocols", "exhausted"):
                state.protocols.append(card)
                state.exhausted |= int(part.flag("exhausted", default=False)) << card

    def zones(self, facts: Facts) -> None:
        """The training zones."""
        state, colors = self.state, self.game.colors[:COLORS]
        if facts.has("zones"):
            part = facts.part("zones")
            part.only(*colors)
            state.invasion_supply = [*(card for card in state.zone_cards if card >= 0), *state.invasion_supply]
            state.zone_cards = [-1] * COLORS
            for zone, color in enumerate(colors):
                if part.has(color):
                    state.zone_cards[zone] = self.take(part.word(color), f"{part.where}.{color}")
        state.stores = list(facts.part("stored").amounts(colors, 99))
