"""Compiles a line of a card to a program, with its targets and the conditions that make it possible.

Targets are chosen when a card or effect is declared, before anybody responds (2.10). For optional effects that come
after another effect, targets are chosen when the effect is reached.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from engine.core import ANSWER, EXTRA, IT, PLAYER, SOURCE, SUBJECT, Frame, Instruction, question, tell
from engine.effects import plans, reading
from engine.effects.reading import Effect, Selector
from engine.faults import EngineError
from engine.games.invasion_tcg.moves import distinct_anywhere, in_play, lies_in_play, marked, still
from engine.games.invasion_tcg.table import (
    ACCEPT,
    ALWAYS,
    DECLARED,
    DECLINE,
    MOST,
    MOST_SERIAL,
    NO_TARGET,
    OTHER_ATTACK,
    OWN_ATTACK,
    ROLLED,
    TYPES,
    Condition,
    Count,
    Need,
    Standing,
    Table,
)
from engine.steps import finish

VERBS: Final = plans.Verbs()
STANDING: Final = frozenset({"add-dice", "attack-at-once", "max-dice", "numbers", "prevent", "reroll"})
REPLACES: Final = "instead"
MAKES_NO_QUESTION: Final = ("plays", "reroll")  # optional verbs without a question: the player does it later, or not
PURPOSES: Final = {"deploy": "put-into-play", "play": "play-from-graveyard"}  # names of questions; others use the verb
PHASES: Final = {
    "your attack": OWN_ATTACK,
    "your attack this turn": OWN_ATTACK,
    "opponent attack": OTHER_ATTACK,
    "opponent attack this turn": OTHER_ATTACK,
}
GRAVEYARD: Final = 1 << 40  # added to a target that lies in a graveyard


class Plan(plans.Plan):
    """Compiles a line of a card: the steps of its `opening` choose targets when it is declared.

    All `needs` must hold so that it is possible. `frame[EXTRA]` has the targets, `slots` is their number, and
    `declared` are those that are chosen in the opening.
    """

    verbs = VERBS
    others = frozenset({*STANDING, REPLACES})
    NO = DECLINE
    YES = ACCEPT

    def __init__(self, where: str, *, from_hand: bool = False, phase: int = ALWAYS) -> None:
        super().__init__(where)
        self.from_hand = from_hand  # its card is in the hand when `needs` are checked
        self.phase = phase
        self.opening: list[Instruction] = []
        self.needs: list[Need] = []
        self.slots = 0
        self.declared: list[int] = []
        self.drawn = 0  # cards drawn by the previous effects
        self.first = True  # there is no previous effect
        self.optional = False  # the effect is optional
        self.rolled = False  # a previous effect has rolled a die
        self.following: Effect | None = None

    def is_there(self, state: Table, card: int) -> bool:
        """Whether a card is in play."""
        return lies_in_play(state, card)

    def found(self, effect: Effect, meant: Selector, place: str = "") -> plans.Found:
        """Finds cards in play, or in a pile of the player."""
        return finder(meant, place)

    def seats(self, effect: Effect) -> plans.Seats:
        """The player, or the opponent."""
        if by_opponent(effect):
            return lambda _state, frame: [1 - frame[PLAYER]]
        return lambda _state, frame: [frame[PLAYER]]

    def holds(self, condition: reading.Condition) -> Callable[[Table, Frame], bool]:
        """Whether a condition holds; one of a die is about the last one rolled."""
        if condition.name in ("hit", "miss") and not self.rolled:
            raise EngineError(f"{condition.where}: no die was rolled that this could look at")
        holds = condition_of(condition)
        return lambda state, frame: holds(state, frame[PLAYER], frame[SUBJECT])

    def program(self, effects: Sequence[Effect], *, begun: bool = False) -> list[Instruction]:
        """The steps of effects, in this order. One that cancels a card and the next that returns it are one step."""
        body: list[Instruction] = []
        self.rolled = False
        skipped = False
        for n, effect in enumerate(effects):
            if skipped:
                skipped = False
                continue
            self.following = effects[n + 1] if n + 1 < len(effects) else None
            skipped = effect.op == "fail" and returns_it(self.following)
            self.first = not begun and not body
            body += self.steps_of(effect)
            self.rolled = self.rolled or effect.op == "roll"
        return body

    def steps_of(self, effect: Effect) -> list[Instruction]:
        """The steps of an effect. Its needs are needs of the line only if it has no condition and is not optional."""
        self.optional = effect.may and effect.op not in MAKES_NO_QUESTION
        needs, slots = len(self.needs), self.slots
        done = self.done(effect)
        if effect.condition is not None or self.optional:
            own = self.needs[needs:]
            del self.needs[needs:]
            if self.optional and self.slots == slots:
                done = [*self.asking(done, own), *done]
        if effect.condition is not None:
            done = [plans.unless(self.holds(effect.condition), done), *done]
        return done

    def done(self, effect: Effect) -> list[Instruction]:
        """The steps of an effect's verb; a standing verb (see `standing`) holds for the rest of the turn."""
        if effect.op in STANDING:
            return self.stands(effect)
        if self.phase != ALWAYS and effect.op != "turn-over":
            raise self.unknown(effect)
        return super().done(effect)

    def on(
        self, effect: Effect, deed: plans.Deed, name: str = "main", place: str = "", about: str = ""
    ) -> list[Instruction]:
        """Does something to the cards that are meant; with `each`, there must be at least one."""
        meant = effect.selector(name)
        if meant.take == "each":
            self.need_any(finder(meant, place))
        return super().on(effect, deed, name, place, about or PURPOSES.get(effect.op, effect.op))

    def need_any(self, found: plans.Found) -> None:
        """Adds the need that `found` finds a card."""
        self.needs.append(lambda state, seat, source: bool(found(state, seat, source)))

    def to_chosen(self, found: plans.Found, deed: plans.Deed, meant: Selector, about: str) -> list[Instruction]:
        """Does something to targets, which are chosen in the opening or when the effect is reached."""
        slots, choosing = self.target(found, about, most=meant.most, up_to=meant.take == "up-to")

        def do(state: Table, frame: Frame) -> None:
            cards = [card for slot in slots if (card := target_of(state, frame, slot)) >= 0]
            if cards:
                frame[IT] = cards[0]
                deed(state, frame, cards)

        return [*choosing, do]

    def target(
        self, found: plans.Found, about: str, *, most: int = 1, up_to: bool = False
    ) -> tuple[list[int], list[Instruction]]:
        """Adds slots for targets; returns them, and the steps that choose them if the opening does not."""
        optional = self.optional or up_to
        inline = self.optional and not self.first
        slots = list(range(self.slots, self.slots + most))
        self.slots += most
        choosing: list[Instruction] = []
        for slot in slots:
            choosing += _chooser(found, slot, slots[0], about, optional=optional)
        if not optional or (self.optional and self.first):
            self.need_any(found)
        if inline:
            return slots, choosing
        self.opening += choosing
        self.declared += slots
        return slots, []

    def stands(self, effect: Effect) -> list[Instruction]:
        """The steps of a spell's standing effect, for the rest of the turn; it must still be possible (3.2)."""
        standing = standing_of(effect, self.phase)
        last = DECLARED if standing.kind in ("add-dice", "max-dice", "reroll") else ROLLED
        if self.phase != ALWAYS:
            own = self.phase == OWN_ATTACK
            self.needs.append(lambda state, seat, _source: (state.active == seat) == own and state.attack <= last)

        return [lambda state, frame: state.standing[frame[PLAYER]].append(standing)]


# Who, which cards, which conditions, standing verbs


def by_opponent(effect: Effect) -> bool:
    """Whether the opponent does it."""
    return effect.facts.word("who", ("opponent",), "") == "opponent"


def finder(meant: Selector, place: str = "") -> plans.Found:
    """Returns a function that finds the cards that are meant: in play, or in the player's graveyard, hand or deck."""
    if meant.ref not in ("", "this", "it"):
        raise meant.wrong()
    kinds = meant.of(TYPES)
    side, other, namesake = meant.side, meant.other, "namesake" in meant.kinds
    creatures_only = kinds == {"creature"} and not place
    if not kinds and not namesake:
        raise meant.wrong()

    def find(state: Table, seat: int, source: int) -> list[int]:
        if place:
            pool = {"graveyard": state.graveyard, "hand": state.hand, "deck": state.deck}[place][seat]
        elif creatures_only:
            own, enemy = state.field[seat], state.field[1 - seat]
            pool = own if side == "own" else enemy if side == "enemy" else own + enemy
        else:
            own, enemy = in_play(state, seat), in_play(state, 1 - seat)
            pool = own if side == "own" else enemy if side == "enemy" else own + enemy
        if namesake:
            which = state.game.which
            found = [card for card in pool if which[card] == which[source]]
        elif creatures_only:
            found = pool[:]
        else:
            cards = state.game.cards
            found = [card for card in pool if cards[card].type in kinds]
        return [card for card in found if card != source] if other else found

    return find


def condition_of(condition: reading.Condition) -> Condition:
    """Whether a condition holds for a seat and the die that was rolled last."""
    bounds = condition.bounds
    if condition.name == "less life":
        return lambda state, seat, _die: state.life[seat] < state.life[1 - seat]
    if condition.name == "hit":
        return lambda state, _seat, die: state.game.worth[die] > 0
    if condition.name == "miss":
        return lambda state, _seat, die: state.game.worth[die] == 0
    if condition.name == "graveyard":
        return lambda state, seat, _die: bounds.hold(len(state.graveyard[seat]))
    raise condition.wrong()


def standing_of(effect: Effect, phase: int) -> Standing:
    """The standing effect of a standing verb. Raises EngineError if it makes no sense."""
    if effect.condition is not None and effect.condition.name in ("hit", "miss"):
        raise EngineError(f"{effect.condition.where}: no die was rolled that this could look at")
    condition = None if effect.condition is None else condition_of(effect.condition)
    count: Count | None = None
    count_as = ""
    number = 0
    if effect.op == "attack-at-once":
        count_as = "played" if effect.get("main") == "creatures played this turn" else "this"
        if count_as == "this" and effect.selector().ref != "this":
            raise effect.wrong()
    elif effect.op == "numbers":
        number = effect.number("main", 1, 6)
        count_as = effect.facts.word("count-as", ("hit", "miss", "2 hits"))
    else:
        number = effect.number("main", 0, MOST)
    if effect.get("for-every") is not None:
        every = effect.number("for-every", 1, MOST)
        found = finder(effect.selector("of"))
        count = lambda state, seat, source: len(found(state, seat, source)) // every  # noqa: E731 - one of two
    return Standing(effect.op, phase, number, count_as, condition, count)


# Targets


def _chooser(
    found: plans.Found, slot: int, start: int, about: str, *, optional: bool
) -> tuple[Instruction, Instruction]:
    """Asks for the target of a slot, which differs from those of the slots from `start` on, and notes it."""

    def offer(state: Table, frame: Frame) -> bool:
        chosen = frame[EXTRA][start:slot]
        left = [card for card in found(state, frame[PLAYER], frame[SOURCE]) if _mark(state, card) not in chosen]
        if not left or (slot > start and chosen[-1] == NO_TARGET):
            frame[ANSWER] = DECLINE
            return False
        pick = state.game.pick
        options = [pick + card for card in distinct_anywhere(state, left)]
        if optional:
            options.insert(0, DECLINE)
        return question(state, frame, about, frame[PLAYER], options)

    def take(state: Table, frame: Frame) -> None:
        target = NO_TARGET
        if frame[ANSWER] != DECLINE:
            card = frame[ANSWER] - state.game.pick
            target = _mark(state, card)
            tell(state, "target", frame[PLAYER], card)
        targets = frame[EXTRA]
        frame[EXTRA] = (*targets[:slot], target, *targets[slot + 1 :])

    return offer, take


def _mark(state: Table, card: int) -> int:
    mark = marked(state, card)
    return mark if lies_in_play(state, card) else mark + GRAVEYARD


def target_of(state: Table, frame: Frame, slot: int) -> int:
    """The target in a slot, or -1 if it has left its place since."""
    target: int = frame[EXTRA][slot]
    if target == NO_TARGET:
        return -1
    if target < GRAVEYARD:
        return still(state, target)
    card = target % MOST_SERIAL
    return card if card in state.graveyard[state.game.owner[card]] else -1


def all_there(slots: Sequence[int]) -> Callable[[Table, Frame], bool]:
    """Whether every chosen target is still there (2.10)."""

    def check(state: Table, frame: Frame) -> bool:
        targets = frame[EXTRA]
        return all(targets[slot] == NO_TARGET or target_of(state, frame, slot) >= 0 for slot in slots)

    return check


def ending_if_declined(_state: Table, frame: Frame) -> bool:
    """Ends the program if the player declined."""
    return finish(frame) if frame[ANSWER] == DECLINE else False


def returns_it(effect: Effect | None) -> bool:
    """Whether an effect returns the card that the previous one was about."""
    return effect is not None and effect.op == "return" and effect.selector().ref == "it"
