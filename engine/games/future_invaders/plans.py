"""Compiles a line of a card to a program. Cards are chosen when an effect is reached."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Final

from engine.core import ANSWER, IT, PLAYER, Frame, Instruction, question
from engine.effects import plans
from engine.effects.costs import Cost, cost_of
from engine.effects.reading import MOST_NUMBER, Condition, Effect, Selector, bounds_of
from engine.facts import Facts
from engine.faults import EngineError
from engine.games.future_invaders.moves import living, one_of_each
from engine.games.future_invaders.table import CARD, SEAT, TYPES, WHO, Table

VERBS: Final = plans.Verbs()
Fitting = Callable[[Table, Iterable[int]], list[int]]  # those of some cards that are meant
Pile = Callable[[Table, int], list[int]]  # a pile of a seat
UNTIL: Final = ("end of turn", "leaves play", "start of your next turn")


class Plan(plans.Plan):
    """Compiles a line of a card to a program. Cards are chosen when an effect is reached."""

    verbs = VERBS
    CARD = CARD

    def __init__(self, where: str, resources: Sequence[str], wild: int) -> None:
        super().__init__(where)
        self.resources = resources
        self.wild = wild

    def is_there(self, state: Table, card: int) -> bool:
        """Whether a card is deployed."""
        return state.where[card] >= 0

    def holds(self, condition: Condition) -> Callable[[Table, Frame], bool]:
        """How much durability a base has, how many cards lie in a scrap pile, or who has more ships."""
        bounds = condition.bounds
        if condition.name == "scrap pile":
            return lambda state, frame: bounds.hold(len(state.scrap[frame[PLAYER]]))
        if condition.name == "base durability":
            return lambda state, frame: bounds.hold(state.bases[state.game.base_of[frame[PLAYER]]])
        if condition.name == "outnumbered":
            return lambda state, frame: _is_outnumbered(state, frame[PLAYER])
        raise condition.wrong()

    def found(self, effect: Effect, meant: Selector, place: str = "") -> plans.Found:
        """Finds deployed cards."""
        fits = self.fitting(effect, meant)
        side, other = meant.side, meant.other

        def found(state: Table, player: int, source: int) -> list[int]:
            game = state.game
            stride = game.stride
            slots = state.grid
            if side == "own":
                slots = slots[player * stride : (player + 1) * stride]
            elif side == "enemy":
                slots = [card for seat in game.enemies[player] for card in slots[seat * stride : (seat + 1) * stride]]
            return fits(state, [card for card in slots if card >= 0 and not (other and card == source)])

        return found

    def fitting(self, effect: Effect, meant: Selector, kinds: Collection[str] = TYPES) -> Fitting:
        """Returns a function that picks the cards that are meant, with the effect's limits of cost and durability."""
        if meant.place or meant.ref:
            raise meant.wrong()
        types = {TYPES.index(kind) for kind in meant.of(TYPES) & set(kinds)}
        limits = Facts(effect.get("with") or {}, f"{effect.facts.where}.with")
        limits.only("durability", "cost")
        durability = bounds_of(limits.part("durability")) if limits.has("durability") else None
        cost = bounds_of(limits.part("cost")) if limits.has("cost") else None

        def fitting(state: Table, cards: Iterable[int]) -> list[int]:
            known = state.game.cards
            found = [card for card in cards if known[card].type in types]
            if durability is not None:
                found = [card for card in found if durability.hold(state.durability[card])]
            if cost is not None:
                found = [card for card in found if cost.hold(known[card].cost.total)]
            return found

        return fitting

    def of_pile(self, effect: Effect, pile: Pile, deed: plans.Deed) -> list[Instruction]:
        """Does something to a card of a pile that the player chooses."""
        fits = self.fitting(effect, effect.selector())
        choosing = self.choose(lambda state, frame: one_of_each(state, fits(state, pile(state, frame[PLAYER]))))
        return [*choosing, when_chosen(deed)]

    def amounts(self, facts: Facts, name: str = "main") -> tuple[int, ...]:
        """Resources, by kind; those of one's choice are the last."""
        return facts.part(name).amounts((*self.resources, "any"), MOST_NUMBER)

    def cost(self, facts: Facts, name: str = "main") -> Cost:
        """A cost in resources."""
        *amounts, free = self.amounts(facts, name)
        if free:
            raise EngineError(f"{facts.where}.{name}: the engine plays costs of the resources that the game names")
        return cost_of(amounts, self.wild)

    def by_seats(self, effect: Effect, deed: Callable[[Table, Frame, list[int]], None]) -> list[Instruction]:
        """Does something to the seats that are meant, in turn order from the active player."""
        who = effect.get("who")
        if who == "opponent":
            return opponent(lambda state, frame: deed(state, frame, [frame[WHO]]))
        if who not in (None, "each player", "each opponent"):
            raise effect.wrong("who")

        def do(state: Table, frame: Frame) -> None:
            seats = [frame[PLAYER]] if who is None else living(state, state.active)
            if who == "each opponent":
                seats = [seat for seat in seats if seat in state.game.enemies[frame[PLAYER]]]
            deed(state, frame, seats)

        return [do]


def _is_outnumbered(state: Table, seat: int) -> bool:
    """Whether an opponent has more ships than this seat."""
    stride, columns = state.game.stride, state.game.columns

    def ships(of: int) -> int:
        row = state.grid[of * stride : of * stride + columns]
        return sum(card >= 0 for card in row)

    own = ships(seat)
    return any(ships(enemy) > own for enemy in state.game.enemies[seat])


def when_chosen(deed: plans.Deed) -> Instruction:
    """Does something to the card that was chosen, if there was one."""

    def do(state: Table, frame: Frame) -> None:
        if frame[IT] >= 0:
            deed(state, frame, [frame[IT]])

    return do


def opponent(deed: Callable[[Table, Frame], None]) -> list[Instruction]:
    """Asks which opponent, where there are several, and does something to that one."""

    def offer(state: Table, frame: Frame) -> bool:
        seats = [seat for seat in state.game.enemies[frame[PLAYER]] if not state.out >> seat & 1]
        return question(state, frame, "opponent", frame[PLAYER], [SEAT + seat for seat in seats])

    def take(state: Table, frame: Frame) -> None:
        frame[WHO] = frame[ANSWER] - SEAT
        deed(state, frame)

    return [offer, take]
