"""Cards as the engine plays them: what a bundle's abilities say, made into programs once when a deck is loaded."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final

from engine.bundles import Facts
from engine.core import Program
from engine.faults import EngineError

if TYPE_CHECKING:
    from engine.games.invasion_tcg.state import Table

TYPES: Final = ("creature", "spell", "battlefield")
MOST: Final = 30  # of cards, dice or life that one effect is about

# What a card or effect is played into: a bit for each moment.
OPEN: Final = 1  # the open part of one's own turn, with nothing waiting to be resolved
FREE: Final = 2  # another moment in which a player may start
DICE: Final = 4  # attack dice have been rolled
TO_SPELL: Final = 8  # in response to a spell,
TO_CREATURE: Final = 16  # a creature,
TO_BATTLEFIELD: Final = 32  # a battlefield,
TO_EFFECT: Final = 64  # or an effect
ANY: Final = 127
ANSWERS: Final = {"spell": TO_SPELL, "creature": TO_CREATURE, "battlefield": TO_BATTLEFIELD}

# When something that stands holds.
ALWAYS, OWN_ATTACK, OTHER_ATTACK = 0, 1, 2

# What sets an effect off.
PLAYED: Final = "you-play-this"
START: Final = "start of turn"
THIS_DESTROYED: Final = "this destroyed"
OTHER_DESTROYED: Final = "other own creature destroyed"
DISCARDS: Final = "opponent-discards"
MISSES: Final = "opponent-misses"
ROLLS: Final = "you-roll"

Need = Callable[["Table", int, int], bool]  # of a seat and a card: whether something is possible
Finder = Callable[["Table", int, int], list[int]]  # of a seat and a card: which cards may be meant
Condition = Callable[["Table", int, int], bool]  # of a seat and the die that was rolled last
Count = Callable[["Table", int, int], int]


class Standing:
    """Something that holds while its card is in play, or for the rest of the turn."""

    __slots__ = ("condition", "count", "count_as", "kind", "number", "phase")

    def __init__(
        self, kind: str, phase: int, number: int, count_as: str, condition: Condition | None, count: Count | None
    ) -> None:
        self.kind = kind  # its verb
        self.phase = phase
        self.number = number
        self.count_as = count_as
        self.condition = condition
        self.count = count  # how often the number counts

    def __repr__(self) -> str:
        return f"<{self.kind} {self.number} {self.count_as}>"


class Line:
    """An effect of a card in play: what sets it off or lets a player use it, and its program."""

    __slots__ = (
        "card",
        "itself",
        "losses",
        "may",
        "moments",
        "needs",
        "number",
        "once",
        "own_turn",
        "program",
        "when",
    )

    def __init__(self, card: Card, when: str) -> None:
        self.card = card
        self.when = when  # what sets it off
        self.number = 0  # the number of the event: of misses, of the die
        self.program: Program = ()
        self.needs: tuple[Need, ...] = ()
        self.once = False  # once on one's own turn
        self.own_turn = True
        self.may = False
        self.itself = False  # the card is destroyed in place of another
        self.moments = 0  # when a player may use it
        self.losses: tuple[int, ...] = ()  # life that the opponent loses, where it does nothing else


class Card:
    """A card: what never changes, shared by all its copies."""

    __slots__ = (
        "arrival",
        "at_once",
        "id",
        "is_creature",
        "is_spell",
        "moments",
        "needs",
        "program",
        "replacements",
        "standing",
        "triggers",
        "type",
        "uses",
    )

    def __init__(self, facts: Facts, card_id: str) -> None:
        self.id = card_id
        self.type = facts.word("type", TYPES)
        self.is_creature = self.type == "creature"
        self.is_spell = self.type == "spell"
        self.program: Program = ()  # of being played
        self.moments = ANY if self.is_spell else OPEN
        self.needs: tuple[Need, ...] = ()  # for being played
        self.standing: tuple[Standing, ...] = ()
        self.at_once = False  # can attack on the turn that it is played
        self.arrival: tuple[Line, ...] = ()
        self.triggers: dict[str, tuple[Line, ...]] = {}
        self.replacements: tuple[Line, ...] = ()
        self.uses: tuple[Line, ...] = ()


class Selector:
    """Which cards an effect is about."""

    __slots__ = ("kinds", "most", "namesake", "other", "ref", "side", "take")

    def __init__(self, data: Any, where: str) -> None:
        if not isinstance(data, Mapping) or not ("ref" in data or "take" in data):
            raise EngineError(f"{where} is {str(data)[:60]}, and should say which cards")
        facts = Facts(data, where)
        self.ref = facts.word("ref", ("this", "it"), "") if "ref" in data else ""
        self.take = facts.word("take", ("one", "each", "up-to")) if "take" in data else ""
        self.most = facts.number("n", 1, 9, 1)
        self.side = facts.word("side", ("own", "enemy")) if "side" in data else ""
        self.other = facts.flag("other", default=False)
        kinds = facts.words("kinds", ("card", "namesake", *TYPES)) if "kinds" in data else ("card",)
        self.kinds = frozenset(TYPES if "card" in kinds else kinds)
        self.namesake = "namesake" in kinds

    def finder(self, zone: str) -> Finder:
        """The cards of a zone that it may mean, for the player of a card."""
        side, other, kinds, namesake = self.side, self.other, self.kinds, self.namesake
        creatures_only = kinds == {"creature"} and zone == "play"

        def find(state: Table, seat: int, source: int) -> list[int]:
            if zone == "play":
                own, enemy = state.field[seat], state.field[1 - seat]
                if not creatures_only:
                    own = [*own, state.battlefield[seat]] if state.battlefield[seat] >= 0 else own
                    enemy = [*enemy, state.battlefield[1 - seat]] if state.battlefield[1 - seat] >= 0 else enemy
                pool = own if side == "own" else enemy if side == "enemy" else own + enemy
            elif zone == "graveyard":
                pool = state.graveyard[seat]
            elif zone == "hand":
                pool = state.hand[seat]
            else:
                pool = state.deck[seat]
            cards = state.game.cards
            if namesake:
                which = state.game.which
                found = [c for c in pool if which[c] == which[source]]
            elif creatures_only:
                found = pool
            else:
                found = [c for c in pool if cards[c].type in kinds]
            return [c for c in found if c != source] if other else found

        return find


def selector_of(effect: Facts, name: str = "main") -> Selector:
    """What an effect says of cards. Raises EngineError where that makes no sense."""
    return Selector(effect.data.get(name), f"{effect.where}.{name}")


def condition_of(effect: Facts) -> Condition | None:
    """What must hold for an effect. Raises EngineError for a condition that the engine doesn't know."""
    if not effect.has("if"):
        return None
    data = effect.data["if"]
    facts = Facts(data if isinstance(data, Mapping) else {}, f"{effect.where}.if")
    name = facts.word("condition", ("less life", "hit", "miss", "graveyard"))
    if name == "less life":
        return lambda state, seat, _die: state.life[seat] < state.life[1 - seat]
    if name == "hit":
        return lambda state, _seat, die: state.game.worth[die] > 0
    if name == "miss":
        return lambda state, _seat, die: state.game.worth[die] == 0
    bounds = Facts(facts.data.get("value") or {}, f"{facts.where}.value")
    exactly = bounds.has("exactly")
    least = bounds.number("exactly" if exactly else "least", 0, 999, 0)
    most = bounds.number("exactly" if exactly else "most", 0, 9999, 9999)
    return lambda state, seat, _die: least <= len(state.graveyard[seat]) <= most
