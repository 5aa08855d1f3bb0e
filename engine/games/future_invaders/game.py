"""A table of Future Invaders: its decks, the numbers of its format, and what does not change while it is played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from engine.bundles import Bundle, Facts
from engine.core import Choice, Event, Module, State, run
from engine.faults import EngineError
from engine.games.future_invaders import evaluation, positions, telling, views
from engine.games.future_invaders.abilities import MOST_LINES, count_under, read_ability
from engine.games.future_invaders.cards import TYPES, Card
from engine.games.future_invaders.moves import concede
from engine.games.future_invaders.reading import Reader
from engine.games.future_invaders.state import (
    CARD,
    COUNTED,
    MOST_COLUMNS,
    MOST_PLAYERS,
    MOST_RESOURCES,
    SHUFFLED,
    Table,
    living,
)
from engine.games.future_invaders.turn import begin_setup

MOST_CARDS: Final = 2_000  # on a table
MOST_DURABILITY: Final = 10_000


# Rules of the game that are played as the bundle says them, and in no other way.
PLAYED: Final[Mapping[tuple[str, str], Any]] = {
    ("start", "steps"): ["shuffle", "trackers", "hand", "redraws", "initiative"],
    ("start", "initiative"): "dice",
    ("start", "initiative-choice"): False,
    ("redraw", "reveals"): "everybody",
    ("redraw", "to"): "arsenal-bottom",
    ("redraw", "order"): "owner",
    ("redraw", "shuffles"): False,
    ("redraw", "simultaneous"): True,
    ("turn", "steps"): ["leftovers", "reset", "income", "start-of-turn", "draw", "choice", "combat", "end"],
    ("turn", "choices"): ["deploy", "draw", "discard"],
    ("turn", "next-player"): "right",
    ("hand", "limit"): "none",
    ("resources", "kept-until"): "own-reset",
    ("resources", "limit"): "none",
    ("grid", "rows"): ["ship", "structure"],
    ("facing", "opponents"): "nearest-remaining",
    ("facing", "moves-cards"): False,
    ("alliances", "seats"): "alternating",
    ("alliances", "base"): "common",
    ("alliances", "eliminated"): "together",
    ("combat", "must-attack"): True,
    ("combat", "hits"): ["ship", "structure", "base"],
    ("priority", "first"): "next-player",
    ("priority", "last"): "active-player",
    ("destroyed", "with-income"): "scrap-pile",
    ("destroyed", "without-income"): "arsenal-bottom",
    ("end", "wins"): "last-base",
    ("end", "all-at-once"): "draw",
}


def check_played(bundle: Bundle, about: str, name: str, played: Any) -> None:
    """Raises EngineError where a rule is another than the one that is played."""
    facts = bundle.rules(about)
    if facts.data.get(name) != played:
        said = str(facts.data.get(name, "not there"))[:80]
        wanted = ", ".join(played) if isinstance(played, list) else str(played).lower()
        raise EngineError(f"{facts.where}.{name} is {said}, and the engine plays {wanted}")


class FutureInvaders:
    """Decks made ready for a table of so many players."""

    samples = 1
    always_ask: frozenset[int] = frozenset()

    def __init__(self, module: Module, bundles: Sequence[Bundle]) -> None:
        self.module = module
        self.bundles: Sequence[Bundle] = tuple(bundles)
        self.players = len(bundles)
        if self.players > MOST_PLAYERS:
            raise EngineError(f"{self.players} players are too many: at most {MOST_PLAYERS} sit at a table")
        self._read_rules(bundles[0])
        definitions = read_cards(bundles, self.resources, self.wild)
        self.known = definitions
        self.seat_cards([[definitions[card_id] for card_id in _arsenal(bundle)] for bundle in bundles])

    def _read_rules(self, bundle: Bundle) -> None:
        for (about, name), played in PLAYED.items():
            check_played(bundle, about, name, played)
        setup = bundle.setup
        self.base = setup.number("base-durability", 1, 1_000)
        self.base += setup.number("base-durability-per-further-pair", 0, 1_000, 0) * (self.players // 2 - 1)
        self.opening = setup.number("hand", 0, 40)
        self.redraws = setup.number("redraws", 0, 10)
        self.draws = setup.number("draw", 0, 10)
        turn = bundle.rules("turn")
        self.choice_draw = turn.number("choice-draw", 0, 10)
        self.choice_discard = turn.number("choice-discard", 1, 10)
        self.start = setup.number("resources", 0, 1_000)
        self.resources = tuple(bundle.data["game"]["resources"])
        self.kinds = len(self.resources)
        if not 1 <= self.kinds <= MOST_RESOURCES:
            raise EngineError(
                f"{bundle.where}: game.resources has {self.kinds}, and the engine plays with 1 to {MOST_RESOURCES}"
            )
        self.wild = _wild(bundle, self.resources)
        self.columns = bundle.rules("grid").number("columns", 2, MOST_COLUMNS)
        self.rows = TYPES[:2]
        self.stride = 2 * self.columns
        facing = bundle.rules("facing")
        halves = [facing.numbers(name, 1, self.columns) for name in ("left-half", "left-half-faces")]
        halves += [facing.numbers(name, 1, self.columns) for name in ("right-half", "right-half-faces")]
        if sorted(halves[0] + halves[2]) != list(range(1, self.columns + 1)) or any(
            len(half) != len(faces) for half, faces in (halves[:2], halves[2:])
        ):
            raise EngineError(f"{facing.where}: left-half and right-half should share the columns and face as many")
        self._columns = [
            *((c - 1, f - 1, -1) for c, f in zip(*halves[:2], strict=True)),
            *((c - 1, f - 1, 1) for c, f in zip(*halves[2:], strict=True)),
        ]
        self.late_combat = bundle.rules("first-round").word("combat", ["last-player", "all"]) == "last-player"
        teams = bundle.players.teams
        self.side = [seat % teams if teams else seat for seat in range(self.players)]
        self.base_of = self.side
        self.enemies = [
            tuple(other for other in range(self.players) if self.side[other] != self.side[seat])
            for seat in range(self.players)
        ]
        self._facings: dict[int, tuple[int, ...]] = {}
        self.priority = [_orders(self.players, active) for active in range(self.players)]

    def seat_cards(self, decks: Sequence[Sequence[Card]]) -> None:
        """Gives each copy of each card its number."""
        self.cards = [card for deck in decks for card in deck]
        self.owner = [seat for seat, deck in enumerate(decks) for _ in deck]
        self.instances_count = len(self.cards)
        if self.instances_count > MOST_CARDS:
            raise EngineError(f"there are {self.instances_count} cards, and the engine plays with at most {MOST_CARDS}")
        used = {card.number: card for card in self.cards}.values()
        self.lines = max((max(len(card.uses), len(card.triggers), 1) for card in used), default=1)
        self.actions = CARD + self.lines * self.instances_count
        self.answered = {card.answers.event for card in used if card.answers is not None}
        self.answered |= {line.event for card in used for line in card.uses if line.event >= 0}

    def facing(self, out: int) -> tuple[int, ...]:
        """Which slot of ships each column of each seat faces, when the seats of these bits are out."""
        if out not in self._facings:
            players = self.players
            found = [-1] * (players * self.columns)
            for seat in range(players):
                if out >> seat & 1:
                    continue
                for column, faces, step in self._columns:
                    other = (seat + step) % players
                    while out >> other & 1 and other != seat:
                        other = (other + step) % players
                    found[seat * self.columns + column] = other * self.stride + faces
            self._facings[out] = tuple(found)
        return self._facings[out]

    def new(self, seed: int, *, log: bool = False) -> Table:
        """The first decision of a new game."""
        state = self.empty(seed)
        state.log = [] if log else None
        begin_setup(state)
        run(state)
        return state

    def empty(self, seed: int) -> Table:
        """A table at which nothing has happened, with all cards in the arsenals."""
        count = self.instances_count
        state = Table(self, seed)
        state.about = ""
        state.turn = state.round = state.first = state.active = state.out = state.attacked = state.groups = 0
        state.events = 0
        state.lost = ()
        state.bases = [self.base] * (max(self.base_of) + 1)
        state.resources = [self.start] * (self.players * self.kinds)
        state.arsenal = [[i for i in range(count) if self.owner[i] == seat] for seat in range(self.players)]
        state.hand = [[] for _ in range(self.players)]
        state.scrap = [[] for _ in range(self.players)]
        state.grid = [-1] * (self.players * self.stride)
        state.played = []
        state.gone = []
        state.where = [-1] * count
        state.durability = [0] * count
        state.most = [0] * count
        state.changes = {}
        state.skips = {}
        state.used = {}
        state.label = [SHUFFLED] * count
        state.listen = [0] * COUNTED
        state.facing = self.facing(0)
        return state

    def result(self, state: State) -> tuple[float, ...]:
        """1 for who is left, alone or with their alliance; those who are left together at the end share it."""
        table = _table(state)
        left = [seat for seat in range(self.players) if not table.out >> seat & 1]
        if not left and table.lost:
            left = list(table.lost[-1])
        sides = {self.side[seat] for seat in left}
        worth = 1.0 / max(1, len(sides))
        return tuple(worth if self.side[seat] in sides else 0.0 for seat in range(self.players))

    def view(self, state: State, seat: int) -> dict[str, Any]:
        """What a seat sees, as plain data."""
        return views.view(_table(state), seat)

    def determinize(self, state: State, seat: int, seed: int) -> Table:
        """A clone in which all that the seat can't know is drawn anew."""
        return views.determinize(_table(state), seat, seed)

    def describe(self, state: State, option: int) -> Choice:
        """What an option of the state means."""
        return telling.describe(_table(state), option)

    def event(self, event: Event, seat: int | None = None) -> dict[str, Any]:
        """An entry of the log as plain data, without what the seat has not seen."""
        return telling.event(self, event, seat)

    def remaining(self, state: State) -> Sequence[int]:
        """The seats that are not eliminated."""
        return living(_table(state), 0)

    def leave(self, state: State, seat: int) -> None:
        """Eliminates a player who concedes, with those who share the base."""
        concede(_table(state), seat)

    def evaluate(self, state: State, seat: int) -> float:
        """How good the position looks for a seat, higher is better, from what that seat may know."""
        return evaluation.evaluate(_table(state), seat)

    def features(self, state: State, seat: int) -> list[int]:
        """What a seat sees as a list of numbers, always of the same length."""
        return views.features(_table(state), seat)

    def position(self, data: Mapping[str, Any], seed: int = 0) -> Table:
        """A position that is set up by hand, from plain data."""
        return positions.position(self, data, seed)

    def instances(self, state: State) -> list[int]:
        """Every card instance, sorted, wherever it lies now."""
        table = _table(state)
        piles = [*table.arsenal, *table.hand, *table.scrap, table.played, table.gone]
        return sorted([card for pile in piles for card in pile] + [card for card in table.grid if card >= 0])


def _orders(players: int, active: int) -> list[tuple[int, ...]]:
    """By who has just played, and last for nobody: the seats from the next one on, and at the end the active player."""
    around = [[(after + n) % players for n in range(1, players + 1)] for after in (*range(players), active)]
    return [(*(seat for seat in seats if seat != active), active) for seats in around]


def _table(state: State) -> Table:
    if not isinstance(state, Table):
        raise TypeError(f"not a position of Future Invaders: {state!r}")
    return state


def _arsenal(bundle: Bundle) -> list[str]:
    """The cards of a player's arsenal. Raises EngineError for a pool of which none has been drafted yet."""
    for section in ("main", "arsenal"):
        if bundle.sections.get(section):
            return bundle.copies(section)
    raise EngineError(
        f"{bundle.where}: the deck has no arsenal, only {', '.join(bundle.sections) or 'nothing'}",
        "arsenals are drafted from a pool before they are played: a deck with the section arsenal is one",
    )


def _wild(bundle: Bundle, resources: Sequence[str]) -> int:
    """The resource whose costs take any other; each other resource pays its own costs alone."""
    wild = -1
    for kind, name in enumerate(resources):
        paid_with = set(bundle.data["game"]["resources"][name].get("paid-with", [name]))
        if paid_with == set(resources) and len(resources) > 1:
            wild = kind
        elif paid_with != {name}:
            raise EngineError(
                f"{bundle.where}: game.resources.{name}.paid-with: the engine plays costs of one resource, or of any"
            )
    return wild


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
