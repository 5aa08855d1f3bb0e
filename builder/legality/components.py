"""The clauses about what lies on a table: components for its players, and dice that players make."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from builder.documents.data import mapping, sequence, text, texts, wholes
from builder.games import UNLIMITED, Clause, players_from
from builder.legality.bounds import Bounds
from builder.legality.context import Check, Context, Counted
from builder.legality.players import wrong_player_count
from builder.legality.verdicts import Violation


def inventory(clause: Clause, context: Context) -> Check:
    """What a table needs: at least so many of what each query matches, `per-player` and `shared` by all.

    More is fine, up to what the `box` holds of what a query matches. `players` says how many can play, where the format
    doesn't; a table of any other number is judged as the nearest that can.
    """
    section, say = clause.section, context.say
    place = context.section(section)
    own = "players" in clause.parameters
    can_play = players_from(mapping(clause.parameters["players"])) if own else context.format.players_of_deck
    nearest = lru_cache(can_play.nearest)
    labels = mapping(clause.parameters.get("labels"))
    each_needs, all_need = wholes(clause.parameters.get("per-player")), wholes(clause.parameters.get("shared"))
    box = wholes(clause.parameters.get("box"))
    needs = [
        (where, context.matching(where), each_needs.get(where, 0), all_need.get(where, 0), box.get(where, UNLIMITED))
        for where in dict.fromkeys((*each_needs, *all_need, *box))
    ]

    def stated(where: str, actual: int) -> str:
        what = context.counted(actual, where, text(labels.get(where)), "component")
        return f"{what}{context.in_section(section)}"

    def missing(where: str, actual: int, needed: int, who: str) -> Violation:
        what, add = stated(where, actual), needed - actual

        def message() -> str:
            return say("missing-component", what=what, who=who, needed=needed, add=add)

        return Violation("missing-component", message, needed, actual, (), place, clause.description, clause.id)

    def too_many(where: str, actual: int, held: int, ids: Iterable[str]) -> Violation:
        def message() -> str:
            return say("extra-component", what=stated(where, actual), held=held, over=actual - held)

        at_fault = tuple(sorted(ids))
        return Violation("extra-component", message, held, actual, at_fault, place, clause.description, clause.id)

    def check(deck: Counted) -> Iterable[Violation]:
        cards = deck.cards(section)
        players = nearest(deck.players)
        wrong = own and players != deck.players
        found = [wrong_player_count(deck.players, can_play, context.format, say, clause)] if wrong else []
        for where, matching, one, shared, held in needs:
            there = matching.intersection(cards)
            needed = one * players + shared
            actual = sum(map(cards.__getitem__, there))
            if actual < needed:
                who = say("missing-component.table", players) if one else say("missing-component.every")
                found.append(missing(where, actual, needed, who))
            if actual > held:
                found.append(too_many(where, actual, held, there))
        return found

    return check


def dice(clause: Clause, context: Context) -> Check:
    """What dice that players make look like: their `count`, the `faces` of each, and what a face carries.

    A face carries `each` symbols, which are `of` a list. Dice that stay as they were at the `start` have exactly those
    faces, in any order. A deck that lists no dice has those that the game starts with.
    """
    rules = _DiceRules(clause, context)
    counted = "count" in clause.parameters
    number_of_dice, more = clause.number("count"), clause.number("per-player")

    def check(deck: Counted) -> Iterable[Violation]:
        if not deck.dice:
            return ()
        found: list[Violation] = []
        if counted:
            found += rules.number_of_dice(len(deck.dice), number_of_dice + more * deck.players, deck.players)
        for number, die in enumerate(deck.dice, 1):
            found += rules.faults(number, die)
        return found

    return check


class _DiceRules:
    """A clause about dice, made ready."""

    def __init__(self, clause: Clause, context: Context) -> None:
        self._clause, self._name, self._say = clause, context.format.name, context.say
        self._start = Counter(_face(texts(face)) for face in sequence(clause.parameters.get("start")))
        self._faces = clause.number("faces") or self._start.total() or None
        self._each = clause.number("each") if "each" in clause.parameters else None
        self._of = texts(clause.parameters.get("of"))

    def number_of_dice(self, actual: int, wanted: int, players: int) -> Iterator[Violation]:
        """The violation of a deck with more dice than wanted, or fewer."""
        if actual != wanted:
            who = self._say.for_players(self._clause, players)
            yield self._exactly("wrong-dice-count", self._say("dice", actual), wanted, actual, who)

    def faults(self, number: int, die: Sequence[Sequence[str]]) -> Iterator[Violation]:
        """The violations of a die."""
        unmatched: list[tuple[int, Face]] = []
        left = self._start.copy()
        for place, symbols in enumerate(die, 1):
            face = _face(symbols)
            if fault := self._fault(place, number, face):
                yield fault
            elif left[face]:
                left[face] -= 1
            else:
                unmatched.append((place, face))
        if self._faces is not None and len(die) != self._faces:
            words = self._say("die.faces", len(die), die=number)
            yield self._exactly("wrong-die-faces", words, self._faces, len(die))
        elif self._start:
            for (place, face), meant in zip(unmatched, left.elements(), strict=False):
                what = self._say("face.shown", place=place, die=number, face=self._shown(face))
                message = self._say("face.start", what=what, format=self._name, face=self._shown(meant))
                yield self._violation("wrong-die-face", message)

    def _fault(self, place: int, die: int, face: Face) -> Violation | None:
        """What is wrong with a face by itself."""
        unknown = [symbol for symbol in face if symbol not in self._of] if self._of else []
        if not unknown and self._each in (None, len(face)):
            return None
        what = self._say("face", place=place, die=die)
        if not unknown:
            words = self._say("face.symbols", len(face), what=what)
            return self._exactly("wrong-die-face", words, self._each or 0, len(face))
        known = self._say.listing(self._of, "or")
        message = self._say("face.unknown", what=what, symbol=unknown[0], format=self._name, known=known)
        meant = self._say.suggestion(unknown[0], self._of, "symbols")
        return self._violation("wrong-die-face", message, help_=meant)

    def _exactly(self, code: str, words: str, wanted: int, actual: int, who: str = "") -> Violation:
        bounds = Bounds(wanted, wanted)

        message = self._say(
            "bounded",
            what=words,
            place="",
            format=self._name,
            asks=self._say.asks(bounds),
            players=who,
            because="",
            mend=self._say.mend(bounds, actual),
        )
        return self._violation(code, message, wanted, actual)

    def _shown(self, face: Face) -> str:
        return ", ".join(face) or self._say("face.blank")

    def _violation(
        self, code: str, message: str, limit: int | None = None, actual: int | None = None, help_: str = ""
    ) -> Violation:
        return Violation(code, message, limit, actual, help=self._clause.description or help_, clause=self._clause.id)


Face = tuple[str, ...]  # its symbols in the order of the alphabet


def _face(symbols: Sequence[str]) -> Face:
    return tuple(sorted(symbols))
