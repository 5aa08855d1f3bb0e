"""The base of card games with the usual zones and values, whose cards have abilities.

Playing and paying for cards, verbs, choices, conditions, triggers, views and worlds for bots are here. A module adds
the rules that are on no card: the turn, who may attack what, how one wins.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Final

from engine import tables
from engine.bundles import DeckBundle
from engine.core import (
    IT,
    PLAYER,
    SOURCE,
    Choice,
    Event,
    Frame,
    Game,
    Instruction,
    Module,
    Program,
    State,
    begun,
    deal_anew,
    push,
    shuffle,
    tell,
)
from engine.effects import plans, verbs
from engine.effects.reading import MOST_NUMBER, Condition, Effect, Selector, abilities_of
from engine.facts import Facts
from engine.faults import EngineError
from engine.state import by_card, mappings, plain, zones
from engine.steps import choosing, find_options, restart

# Options: one that declines, one that accepts, a seat or one of several effects, and from CARD on a card instance.
PASS: Final = 0
YES: Final = 1
SEAT: Final = 2
CARD: Final = 10
CHOSEN: Final = 8  # a field of effects' frames: the cards that were chosen

MOST_TURNS: Final = 200  # of all players together; after them the game is a draw
MOST_EFFECTS: Final = 300  # of one turn; more are not set off, so that no loop is endless


@dataclass(slots=True)
class Line:
    """An ability that an event or a time of the turn sets off."""

    event: str
    about: Selector | None
    program: Program


@dataclass(slots=True)
class Card:
    """A card as it is played; `facts` are its fields."""

    id: str
    type: str
    facts: Facts
    program: Program = ()  # of being played
    lines: list[Line] = field(default_factory=list)
    words_alone: bool = False  # it has text without an ability

    def number(self, name: str) -> int:
        """A printed number, 0 if there is none."""
        return self.facts.number(name, 0, 10_000, 0)

    def has(self, keyword: str) -> bool:
        """Whether it has a keyword."""
        return keyword in self.facts.words("keywords", (), [])


class Table(State):
    """A position. Decks have their top card last, discard piles the newest."""

    game: CardGame
    turn: int = plain()  # of all players, from 1
    active: int = plain()
    deck: list[list[int]] = zones(lambda game: [list(cards) for cards in game.decks])
    hand: list[list[int]] = zones()
    field: list[list[int]] = zones()
    discard: list[list[int]] = zones()
    values: list[dict[str, int]] = mappings(lambda game: [dict(game.values) for _ in range(game.players)])
    damage: list[int] = by_card(0)  # of this turn
    arrived: list[int] = by_card(0)  # the turn in which each card came into play
    tired: int = plain()  # a bit for each card that has acted in this turn
    effects: int = plain()  # set off in this turn
    winners: tuple[int, ...] = plain(())


class CardGame(Game[Table]):
    """A game of decks of cards: a module inherits from it and adds its own rules."""

    module: Module
    cards: list[Card]
    values: ClassVar[Mapping[str, int]] = {}  # of a player, with what each begins with
    pays_with: ClassVar[str] = ""  # the value that a card's `cost` is paid with
    lasts: ClassVar[str] = "power"  # the card's field; as much damage in one turn destroys it
    spells: ClassVar[Sequence[str]] = ("spell",)  # the types that are discarded after their effect
    life: ClassVar[str] = "health"  # a player in whom this value is 0 has lost
    turn_steps: ClassVar[Program] = ()

    def __init__(self, bundles: Sequence[DeckBundle], players: int) -> None:
        self.bundles = tuple(bundles)
        self.players = players
        ids = [card_id for bundle in bundles for card_id in bundle.copies()]
        self.count = len(ids)
        self.owner = [seat for seat, bundle in enumerate(bundles) for _ in bundle.copies()]
        self.decks = [[card for card in range(self.count) if self.owner[card] == seat] for seat in range(players)]
        known = {card_id: self.read(bundle.card(card_id), card_id) for bundle in bundles for card_id in bundle.cards}
        self.cards = [known[card_id] for card_id in ids]
        self.opening = bundles[0].setup.number("hand", 0, 40)
        self.actions = CARD + self.count

    def read(self, facts: Facts, card_id: str) -> Card:
        """A card with its programs. Raises EngineError, with the place, for parts that can't be played."""
        card = Card(card_id, facts.word("type"), facts)
        if facts.data.get("text") and not facts.data.get("abilities"):
            card.words_alone = True
            return card
        for ability in abilities_of(facts):
            program = tuple(Plan(facts.where, self.values).program(ability.effects))
            if ability.kind == "played":
                card.program += program
            elif ability.kind == "triggered" and ability.at:
                card.lines.append(Line(ability.at, None, program))
            elif ability.kind == "triggered" and ability.event is not None:
                card.lines.append(Line(ability.event.name, ability.event.card, program))
            else:
                raise ability.wrong(f"an ability that is {ability.kind} here")
        return card

    def new(self, seed: int, *, log: bool = False) -> Table:
        """The first decision of a new game."""
        state = Table(self, seed, log=log)
        for seat, deck in enumerate(state.deck):
            shuffle(state, deck)
            draw(state, seat, self.opening)
        state.turn = 1
        return begun(state, self.turn_steps)

    def view(self, state: Table, seat: int) -> dict[str, Any]:
        """The view of a seat: cards, and values by name."""
        return {
            "seat": seat,
            "turn": state.turn,
            "active": state.active,
            "seats": [
                {
                    **state.values[other],
                    "hand": tables.hand(self, "hand", other, hand, tables.by_id(self, hand) if other == seat else ()),
                    "field": [
                        tables.shown(self, card, damage=state.damage[card] or None, tired=bool(state.tired >> card & 1))
                        for card in state.field[other]
                    ],
                    "deck": tables.pile(self, state.deck[other]),
                    "discard": tables.cards(self, state.discard[other]),
                }
                for other, hand in enumerate(state.hand)
            ],
        }

    def determinize(self, state: Table, seat: int, seed: int) -> Table:
        """A clone in which decks and the hands of others are dealt again."""
        world = state.with_chance(seed)
        for other in range(self.players):
            deal_anew(world, [world.hand[other], world.deck[other]] if other != seat else [world.deck[other]])
        if world.opts and world.who != seat:
            find_options(world)
        return world

    def describe(self, state: Table, option: int) -> Choice:
        """What an option means: `pass`, `yes`, a player, or a card for the question; in a turn `play` or `attack`."""
        about = state.about
        if option < SEAT:
            return Choice(option, "yes" if option == YES else "pass", role=_role(about, option))
        if option < CARD and about == "either":
            return Choice(option, about, values={"number": option - SEAT + 1})
        if option < CARD:
            seat = option - SEAT
            return Choice(option, about, values={"player": seat}, at=(tables.seat_key(seat),))
        card = option - CARD
        if about == "turn":
            about = "play" if any(card in hand for hand in state.hand) else "attack"
        return Choice(option, about, self.cards[card].id, at=tables.copies(self, card, state.hand))

    def hides(self, event: Event, seat: int) -> bool:
        """Whether the event is a card that another seat draws."""
        return event[0] == "draw" and event[1] != seat

    def result(self, state: Table) -> tuple[float, ...]:
        """1 for the winner, shared by several."""
        winners = state.winners
        return tuple(1 / len(winners) if seat in winners else 0.0 for seat in range(self.players))

    def evaluate(self, state: Table, seat: int) -> float:
        """The seat's values, cards in play and in hand, minus the mean of those of the others."""
        if state.over:
            return 1000.0 * self.result(state)[seat]
        scores = [
            state.values[other].get(self.life, 0)
            + 1.5 * sum(self.cards[card].number(self.lasts) for card in state.field[other])
            + len(state.hand[other])
            for other in range(self.players)
        ]
        return scores[seat] - (sum(scores) - scores[seat]) / (self.players - 1)


def _role(about: str, option: int) -> str:
    return "" if option == YES else "next" if about == "turn" else "pass"


# Events


def begin_turn(state: Table, seat: int) -> None:
    """Begins a turn: clears what counts by turn, and sets off abilities that wait for its start."""
    state.active = seat
    state.damage = [0] * state.game.count
    state.tired = state.effects = 0
    tell(state, "turn", seat, turn=state.turn)
    happens(state, "start of turn", seat)


def end_turn(state: Table, frame: Frame) -> bool:
    """A step: begins the next player's turn, with the first step."""
    state.turn += 1
    if state.turn > MOST_TURNS:
        tell(state, "limit", limit="turns", most=MOST_TURNS)
        win(state, range(state.game.players))
        return False
    frame[PLAYER] = (frame[PLAYER] + 1) % state.game.players
    return restart(frame)


def win(state: Table, seats: Sequence[int]) -> None:
    """Ends the game; several seats share the victory."""
    state.winners = tuple(seats)
    state.over = True
    for seat in seats:
        tell(state, "win", seat)


def playable(state: Table, seat: int) -> list[int]:
    """The options for the cards of a hand that can be paid for; copies are one option."""
    game = state.game
    purse = state.values[seat].get(game.pays_with, MOST_NUMBER)
    found = {game.cards[card].id: CARD + card for card in state.hand[seat] if game.cards[card].number("cost") <= purse}
    return list(found.values())


def ready(state: Table, seat: int, at_once: str = "") -> list[int]:
    """The options for a player's cards that have not acted in this turn, and were in play before or have a keyword."""
    cards = state.game.cards
    return [
        CARD + card
        for card in state.field[seat]
        if not state.tired >> card & 1 and (state.arrived[card] < state.turn or cards[card].has(at_once))
    ]


def play(state: Table, seat: int, card: int) -> None:
    """Pays for a card of a hand and runs its effects. A spell is discarded; any other card comes into play."""
    game = state.game
    definition = game.cards[card]
    state.hand[seat].remove(card)
    if game.pays_with:
        change(state, seat, game.pays_with, -definition.number("cost"))
    tell(state, "play", seat, card)
    if definition.words_alone:
        tell(state, "words-alone", seat, card)
    if definition.type in game.spells:
        state.discard[seat].append(card)
    else:
        state.field[seat].append(card)
        state.arrived[card] = state.turn
        happens(state, "played", seat, card)
    if definition.program:
        run_effects(state, definition.program, card, seat)


def run_effects(state: Table, program: Program, source: int, seat: int, it: int = -1) -> None:
    """Begins the effects of a card's line; `it` is the card that they are about."""
    state.effects += 1
    if state.effects == MOST_EFFECTS:
        tell(state, "limit", limit="effects", most=MOST_EFFECTS)
    if state.effects < MOST_EFFECTS:
        state.stack.append([program, 0, source, seat, it, -1, -1, 0, ()])


def happens(state: Table, event: str, seat: int, card: int = -1) -> None:
    """Sets off the abilities that wait for an event, on its card and on cards in play; the active player's first.

    A time of the turn has no card, and sets off only the seat's own cards.
    """
    game = state.game
    seats = [(state.active + n) % game.players for n in range(game.players)] if card >= 0 else [seat]
    waiting = [(other, by) for other in seats for by in state.field[other]]
    if card >= 0 and (seat, card) not in waiting:
        waiting.append((seat, card))
    for owner, by in reversed(waiting):
        for line in game.cards[by].lines:
            if line.event == event and (line.about is None or _fits(state, line.about, owner, by, seat, card)):
                run_effects(state, line.program, by, owner, card)


def _fits(state: Table, meant: Selector, owner: int, by: int, seat: int, card: int) -> bool:
    """Whether a card of `seat` is one that a line of `owner`'s card `by` waits for."""
    if meant.ref:
        return card == by
    if (meant.other and card == by) or (meant.side and (meant.side == "own") != (owner == seat)):
        return False
    return bool(meant.of({state.game.cards[card].type}))


def draw(state: Table, seat: int, count: int = 1) -> None:
    """Draws cards, as many as there are."""
    for _ in range(min(count, len(state.deck[seat]))):
        state.hand[seat].append(state.deck[seat].pop())
        tell(state, "draw", seat, state.hand[seat][-1])


def change(state: Table, seat: int, name: str, by: int) -> None:
    """Adds to a value of a player, which never falls below 0; a player without life has lost."""
    values = state.values[seat]
    before, values[name] = values[name], max(0, values[name] + by)
    if changed := values[name] - before:
        tell(state, "gain" if changed > 0 else "lose", seat, **{name: abs(changed)})
    if name == state.game.life and not values[name]:
        left = [other for other in range(state.game.players) if state.values[other][name]]
        if len(left) == 1:
            win(state, left)


def deal(state: Table, cards: Sequence[int], amount: int) -> None:
    """Deals damage to cards in play; cards whose damage reaches their `lasts` are destroyed."""
    dead = []
    for card in cards:
        state.damage[card] += amount
        tell(state, "damage", owner_of(state, card), card, amount=amount)
        if state.damage[card] >= state.game.cards[card].number(state.game.lasts):
            dead.append(card)
    destroy(state, dead)


def destroy(state: Table, cards: Sequence[int]) -> None:
    """Discards cards from play together; then sets off what waits for that."""
    for card in cards:
        seat = owner_of(state, card)
        state.field[seat].remove(card)
        state.discard[seat].append(card)
        tell(state, "destroyed", seat, card)
    for card in reversed(cards):
        happens(state, "destroyed", owner_of(state, card), card)


def owner_of(state: Table, card: int) -> int:
    """The seat that owns a card."""
    return state.game.owner[card]


# Abilities


VERBS: Final = plans.Verbs()


class Plan(plans.Plan):
    """How a line of a card becomes a program; `values` are the names of the players' values."""

    verbs = VERBS
    CARD = CARD
    LINE = SEAT

    def __init__(self, where: str, values: Mapping[str, int]) -> None:
        super().__init__(where)
        self.values = values

    def is_there(self, state: Table, card: int) -> bool:
        """Whether a card is in play."""
        return card in state.field[owner_of(state, card)]

    def found(self, effect: Effect, meant: Selector, place: str = "") -> plans.Found:
        """Finds cards in play, or in one's discard pile."""
        if meant.ref or place not in ("", "discard"):
            raise meant.wrong()

        def found(state: Table, seat: int, source: int) -> list[int]:
            seats = {"own": [seat], "enemy": [s for s in range(state.game.players) if s != seat]}
            zone = state.discard if place else state.field
            cards = [card for s in seats.get(meant.side, range(state.game.players)) for card in zone[s]]
            types = state.game.cards
            return [c for c in cards if meant.of({types[c].type}) and not (meant.other and c == source)]

        return found

    def holds(self, condition: Condition) -> Callable[[Table, Frame], bool]:
        """Whether the card of the previous sentence (`it`) is the player's own."""
        if condition.name != "it is yours":
            raise condition.wrong()
        return lambda state, frame: frame[IT] >= 0 and owner_of(state, frame[IT]) == frame[PLAYER]

    def seats(self, effect: Effect) -> plans.Seats:
        """The player, the opponents or all."""
        who = effect.facts.word("who", ("you", "opponent", "each opponent", "each player"), "you")
        return lambda state, frame: [
            seat
            for seat in range(state.game.players)
            if who == "each player" or (seat == frame[PLAYER]) == (who == "you")
        ]


VERBS["draw"] = verbs.so_many(draw)
VERBS["destroy"] = verbs.to_cards(destroy)
VERBS["deal"] = verbs.so_much_to(deal)
VERBS["either"] = verbs.either


def _discard_card(state: Table, seat: int, card: int) -> None:
    state.hand[seat].remove(card)
    state.discard[seat].append(card)
    tell(state, "discard", seat, card)


DISCARD: Final = choosing(
    lambda state, seat: [CARD + card for card in state.hand[seat]], "discard", _discard_card, CARD
)
VERBS["discard"] = verbs.so_many(lambda state, seat, count: push(state, DISCARD, state.stack[-1][SOURCE], seat, count))


def mill(state: Table, seat: int, count: int) -> None:
    """Discards cards of the deck, as many as there are."""
    for _ in range(min(count, len(state.deck[seat]))):
        state.discard[seat].append(state.deck[seat].pop())
        tell(state, "discard", seat, state.discard[seat][-1])


VERBS["mill"] = verbs.so_many(mill)


def _adding(sign: int) -> plans.Verb:
    """Adds to values of players, or takes away from them."""

    def verb(plan: Plan, effect: Effect) -> list[Instruction]:
        amounts = effect.amounts(plan.values)

        def add(state: Table, _frame: Frame, seat: int) -> None:
            for name, amount in amounts.items():
                change(state, seat, name, sign * amount)

        return plan.to_seats(effect, add)

    return verb


VERBS["gain"], VERBS["lose"] = _adding(1), _adding(-1)


@VERBS("return")
def _return(plan: Plan, effect: Effect) -> list[Instruction]:
    def home(state: Table, _frame: Frame, cards: list[int]) -> None:
        for card in cards:
            seat = owner_of(state, card)
            state.field[seat].remove(card)
            state.hand[seat].append(card)
            tell(state, "return", seat, card)

    return plan.on(effect, home)


class CardModule(Module):
    """The `Module` of a `CardGame`, for these numbers of players, with a deck for each."""

    def __init__(self, game_id: str, game: type[CardGame], players: int = 2) -> None:
        def load(bundles: Sequence[DeckBundle], count: int) -> CardGame:
            if count != players or len(bundles) != players:
                raise EngineError(f"this game is for {players} players with a deck each, not {count}")
            made = game(bundles, count)
            made.module = self
            return made

        super().__init__(game_id, load, frozenset(VERBS))
