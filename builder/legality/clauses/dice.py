"""The dice that players make: how many, and which faces they have."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from builder.diagnostics import Diagnostic, KeyPath, count_of, suggestion
from builder.documents.data import Data, sequence, texts
from builder.games import Clause, Players
from builder.legality.context import Check, Context, Counted
from builder.legality.kinds import ClauseKind, number, one_by_one, one_of, several
from builder.legality.speech import Bounds
from builder.legality.verdicts import Violation


def dice(clause: Clause, context: Context) -> Check:
    """A deck that lists no dice has those that the game starts with, which are legal."""
    rules = _DiceRules(clause, context)
    counted = "count" in clause.parameters
    number_of, more = clause.number("count"), clause.number("per-player")

    def check(deck: Counted) -> Iterable[Violation]:
        if not deck.dice:
            return ()
        found: list[Violation] = []
        if counted:
            found += rules.number_of_dice(len(deck.dice), number_of + more * deck.players, deck.players)
        for place, die in enumerate(deck.dice, 1):
            found += rules.faults(place, die)
        return found

    return check


class _DiceRules:
    """A clause about dice, made ready."""

    def __init__(self, clause: Clause, context: Context) -> None:
        self._clause, self._context, self._name, self._say = clause, context, context.format.name, context.say
        self._violation = partial(context.violation, clause, section="")
        self._start = Counter(_face(texts(face)) for face in sequence(clause.parameters.get("start")))
        self._faces = clause.number("faces") or self._start.total() or None
        self._each = clause.number("each") if "each" in clause.parameters else None
        self._of = texts(clause.parameters.get("of"))

    def number_of_dice(self, actual: int, wanted: int, players: int) -> Iterator[Violation]:
        """The violation of a deck with more dice than wanted, or fewer."""
        if actual != wanted:
            who = self._say.for_players(self._clause, players)
            yield self._exactly("wrong-dice-count", self._say("dice.count", actual), wanted, actual, who)

    def faults(self, which: int, die: Sequence[Sequence[str]]) -> Iterator[Violation]:
        """The violations of a die."""
        unmatched: list[tuple[int, Face]] = []
        left = self._start.copy()
        for place, symbols in enumerate(die, 1):
            face = _face(symbols)
            if fault := self._fault(place, which, face):
                yield fault
            elif left[face]:
                left[face] -= 1
            else:
                unmatched.append((place, face))
        if self._faces is not None and len(die) != self._faces:
            words = self._say("dice.faces", len(die), die=which)
            yield self._exactly("wrong-die-faces", words, self._faces, len(die), die=which)
        elif self._start:
            for (place, face), meant in zip(unmatched, left.elements(), strict=False):
                what = self._say("dice.face.shown", place=place, die=which, face=self._shown(face))
                message = self._say("dice.face.start", what=what, format=self._name, face=self._shown(meant))
                values: dict[str, Data] = {"die": which, "face": place, "wanted": [*meant]}
                yield self._violation("wrong-die-face", message, values=values)

    def _fault(self, place: int, die: int, face: Face) -> Violation | None:
        """What is wrong with a face by itself."""
        unknown = [symbol for symbol in face if symbol not in self._of] if self._of else []
        if not unknown and self._each in (None, len(face)):
            return None
        what = self._say("dice.face", place=place, die=die)
        if not unknown:
            words = self._say("dice.face.symbols", len(face), what=what)
            return self._exactly("wrong-die-face", words, self._each or 0, len(face), die=die, face=place)
        known = self._say.listing(self._of, "or")
        message = self._say("dice.face.unknown", what=what, symbol=unknown[0], format=self._name, known=known)
        meant = suggestion(unknown[0], self._of, "symbols", self._say)
        values: dict[str, Data] = {"die": die, "face": place, "symbol": unknown[0]}
        return self._violation("wrong-die-face", message, help=meant, values=values)

    def _exactly(self, code: str, what: str, wanted: int, actual: int, players: str = "", **values: Data) -> Violation:
        message = self._context.bounded(what, actual, Bounds(wanted, wanted), players)
        return self._violation(code, message, wanted, actual, values=values)

    def _shown(self, face: Face) -> str:
        return ", ".join(face) or self._say("dice.face.blank")


Face = tuple[str, ...]  # its symbols in the order of the alphabet


def _face(symbols: Sequence[str]) -> Face:
    return tuple(sorted(symbols))


def faults(clause: Clause, can_play: Players) -> Iterator[Diagnostic]:
    """The faces that dice start with follow the clause's own rules."""
    start = [texts(face) for face in sequence(clause.parameters.get("start"))]
    faces, each, of = clause.number("faces"), clause.number("each"), texts(clause.parameters.get("of"))
    if start and "faces" in clause.parameters and len(start) != faces:
        message = f"dice start with {len(start)} faces, and the clause asks for {faces}"
        yield Diagnostic("contradictory-clause", message, path=("start",))
    for index, face in enumerate(start):
        place: KeyPath = ("start", index)
        if "each" in clause.parameters and len(face) != each:
            message = f"this face carries {count_of(len(face), 'symbol')}, and the clause asks for {each}"
            yield Diagnostic("contradictory-clause", message, path=place)
        for at, symbol in enumerate(face):
            if "of" in clause.parameters and symbol not in of:
                message = f'"{symbol}" is not one of the symbols that the clause lists'
                help_ = suggestion(symbol, of, "symbols")
                yield Diagnostic("contradictory-clause", message, help=help_, path=(*place, at))


_SYMBOL: dict[str, Data] = {"$ref": "#/$defs/id"}
KIND = ClauseKind(
    one_by_one(dice),
    description="What dice that players make look like. A deck that lists no dice has those that the game starts with.",
    parameters={
        "count": number("How many dice.", 0, 100),
        "per-player": number("How many more dice for each player.", 1, 100),
        "faces": number("How many faces a die has.", 2, 20),
        "each": number("How many symbols a face has.", 0, 9),
        "of": several("The symbols that a face may have.", _SYMBOL, maxItems=100, uniqueItems=True),
        "start": several(
            "The faces that every die has, in any order; leave it out where players change their dice.",
            {"title": "A face", "type": "array", "maxItems": 9, "items": _SYMBOL},
            minItems=2,
            maxItems=20,
        ),
    },
    shape={
        "if": {"required": ["per-player"]},
        "then": {"required": ["count"]},
        **one_of("count", "faces", "each", "of", "start"),
    },
    faults=faults,
    codes={
        "wrong-dice-count": "a deck lists more or fewer dice than the format asks for",
        "wrong-die-faces": "a die has more or fewer faces than the format asks for",
        "wrong-die-face": "a face of a die is not one that the format allows",
    },
)
