"""RONE: Invasion as the engine plays it: prepares decks and supplies, and has the methods of the engine's interface."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import cycle
from typing import Any, Final

from engine.bundles import DeckBundle
from engine.core import Module, begun
from engine.faults import EngineError
from engine.games.rone_invasion import positions, refusing, worth
from engine.games.rone_invasion import view as views
from engine.games.rone_invasion.cards import KNOWN, doing, read_actions, read_card, read_die, read_scenario
from engine.games.rone_invasion.match import TABLE
from engine.games.rone_invasion.table import CARD, COLORS, MOST_DICE, MOST_SEATS, Setting, Table

# The first zones of cards of the box that are in no deck, by type: in any game, and with the Invasion.
SUPPLIES: Final = {
    "starting": "supply", "additional": "supply", "recruit": "recruitment", "technology": "technologies",
    "leader": "leaders",
}  # fmt: skip
INVADERS: Final = {
    "starting-invasion": "invasion_supply", "invasion": "invasion_supply", "protocol": "protocol_deck",
    "scenario": "scenarios",
}  # fmt: skip


class RoneInvasion(Setting):
    """A table of RONE: Invasion: the cards of all decks and of the box by instance."""

    samples = 2
    view = views.view
    determinize = views.determinize
    describe = views.describe
    hides = views.hides
    refused = refusing.refused
    features = views.features
    evaluate = worth.evaluate
    position = positions.position

    def __init__(self, bundles: Sequence[DeckBundle], players: int, module: Module) -> None:
        bundle = bundles[0]
        super().__init__(bundles, players, cooperative=module.cooperative)
        self.module = module
        known = {card_id: facts for one in bundles for card_id in one.cards for facts in [one.card(card_id)]}
        boards = {facts.word("type"): facts for facts in known.values()}
        for name in ("player-board", "die", *(["invasion-board"] if self.cooperative else [])):
            if name not in boards:
                raise EngineError(f"{bundle.where}: there is no {name}, and the game can't be played without it")
        self._read_boards(boards)
        self.protos = {card_id: read_card(card_id, facts, self.colors) for card_id, facts in known.items()}
        self._lay_out(bundles, boards)
        index = {card_id: n for n, card_id in enumerate(dict.fromkeys(self.ids))}
        self.which = [index[card_id] for card_id in self.ids]
        self.cards = [self.protos[card_id] for card_id in self.ids]
        self.quality = [worth.quality(card) for card in self.cards]
        self.scenarios = {
            card: read_scenario(known[card_id], self.colors)
            for card, card_id in enumerate(self.ids)
            if self.protos[card_id].type == "scenario"
        }
        self.count = len(self.ids)
        self.play = CARD + self.count
        self.ability = self.play + self.count
        self.actions = self.ability + self.count

    def _read_boards(self, boards: Mapping[str, Any]) -> None:
        board = boards["player-board"]
        stored = board.parts("stored", 6)
        self.colors = tuple(place.word("resource") for place in stored)
        if len(set(self.colors)) != 6 or self.colors[5] != "wild":
            raise EngineError(f"{board.where}.stored should name five colors, and wild as the last")
        self.places = tuple(place.number("places", 0, 9) for place in stored)
        self.pairs = tuple(doing(place, self.colors, self.cooperative)[0] for place in stored)
        self.actions_of_board = read_actions(board, self.colors, self.cooperative)
        penalties = (doing(part, self.colors, self.cooperative)[0] for part in board.parts("reshuffle", 9))
        self.penalty = tuple(program for program in penalties if program)
        life = board.part("life")
        self.life = (life.number("armor", 0, 99), life.number("health", 1, 99), life.number("most", 1, 99))
        self.added, self.zone_programs, self.thinned, self.rounds = (), (), 0, 0
        if self.cooperative:
            board = boards["invasion-board"]
            self.added = read_actions(board, self.colors, cooperative=True)
            zones = {part.word("resource", self.colors): part for part in board.parts("zones", COLORS)}
            self.zone_programs = tuple(doing(zones[name], self.colors, True)[0] for name in self.colors[:COLORS])
            self.rounds = board.number("rounds", 1, 99)
            self.thinned = sum(
                effect.get("main", 0)
                for part in board.parts("reshuffle", 9)
                for ability in part.items("do")
                for effect in ability["effects"]
                if effect["op"] == "thin"
            )

    def _lay_out(self, bundles: Sequence[DeckBundle], boards: Mapping[str, Any]) -> None:
        """Gives each seat the cards of its deck, and puts the other cards of the box into the supplies."""
        self.ids: list[str] = []
        self.begins = [{name: [] for name in ("deck", "base", "training")} for _ in range(self.players)]
        self.start: dict[str, list[int]] = {name: [] for name in (*SUPPLIES.values(), *INVADERS.values())}
        self.start |= {name: [] for name in ("invasion", "protocols", "zone_cards")}
        self.dice = []
        starting = boards["die"].items("faces")
        for n, bundle in enumerate(bundles):
            seats = range(self.players) if self.teams == 1 else self.seats[n] if len(bundles) == self.teams else [n]
            self._deal(bundle, list(seats))
            dice = bundle.data["deck"].get("dice") or []
            own = bundle.setup.number("dice", 1, MOST_DICE)
            for place in range(len(seats)):
                listed = dice[place * own : (place + 1) * own] or [starting] * own
                where = f"{bundle.where}: deck.dice"
                self.dice.append([read_die(die, self.colors, where) for die in listed])
        taken = Counter(self.ids)
        zones = SUPPLIES | (INVADERS if self.cooperative else {})
        for card_id, count in bundles[0].supplies:
            kind = self.protos[card_id].type
            copies = count * self.sets if kind == "starting" else count
            for _ in range(copies - taken[card_id]):
                if kind in zones:
                    self._put(zones[kind], card_id)

    def _put(self, name: str, card_id: str) -> int:
        self.ids.append(card_id)
        self.start[name].append(len(self.ids) - 1)
        return len(self.ids) - 1

    def _deal(self, bundle: DeckBundle, seats: list[int]) -> None:
        """Deals the cards of a deck to its player or players: each copy to the player with the fewest cards so far;
        recruits in training by fours.
        """
        for section, place in (("deck", "deck"), ("leader", "base"), ("technology", "base"), ("training", "training")):
            given = dict.fromkeys(seats, 0)
            turns = cycle(seats)
            each = -(-len(bundle.copies(section)) // len(seats))
            for number, card_id in enumerate(bundle.copies(section)):
                if section == "training":
                    seat = seats[number // max(1, each)]
                else:
                    seat = next(s for s in turns if given[s] == min(given.values()))
                given[seat] += 1
                self.ids.append(card_id)
                self.begins[seat][place].append(len(self.ids) - 1)
        for section, name in (
            ("invasion", "invasion"),
            ("zones", "zone_cards"),
            ("protocols", "protocols"),
            ("scenario", "scenarios"),
        ):
            for card_id in bundle.copies(section) if self.cooperative else ():
                self._put(name, card_id)

    def new(self, seed: int, *, log: bool = False) -> Table:
        """The first decision of a new game."""
        return begun(self.empty(seed, log=log), TABLE)

    def result(self, state: Table) -> tuple[float, ...]:
        """1 for a victory, 0.5 for a tie; the same for all players of a team."""
        return state.scores or (0.0,) * self.players

    def leave(self, state: Table, seat: int) -> None:
        """A player gives up: the rest of the team goes on without them; the last team left has won."""
        super().leave(state, seat)
        if not self.cooperative and not state.over:
            here = {self.team[other] for other in self.remaining(state)}
            if len(here) == 1:
                state.scores = tuple(float(team in here) for team in self.team)
                state.over = True


def _load(bundles: Sequence[DeckBundle], players: int) -> RoneInvasion:
    """Prepares the decks. Raises EngineError, with the reason, if they can't be played."""
    bundle = bundles[0]
    if players > MOST_SEATS:
        raise EngineError(f"the engine plays RONE: Invasion for at most {MOST_SEATS} players, not {players}")
    cooperative = "scenario" in bundle.data["format"].get("sections", ())
    if cooperative and len(bundles) > 1:
        message = f"{bundle.format_name} is played with one deck for the whole table, and there are {len(bundles)}"
        raise EngineError(message, "", "one-deck", {"game": bundle.format_name, "there": str(len(bundles))})
    if not cooperative and players % 2:
        raise EngineError(f"{bundle.format_name} is a duel, and can't be played by {players}")
    return RoneInvasion(bundles, players, COOPERATIVE if cooperative else MODULE)


MODULE: Final = Module("rone-invasion", _load, KNOWN)
COOPERATIVE: Final = Module("rone-invasion", _load, KNOWN, cooperative=True)
