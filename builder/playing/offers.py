"""What a player is asked, and the list of options. Many sets of things, such as dice to roll again, are one entry."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any  # Any: the plain data of views

from builder.documents.data import Data
from builder.games import Card
from builder.playing.layout import Part
from builder.playing.telling import Teller
from builder.words import words_here
from engine.core import SOURCE, Choice, State

MOST_SETS = 4  # that are offered one by one
ONCE = "once per game"


@dataclass(frozen=True)
class Offer:
    """An entry of the list. One with several sets asks for the parts of the set, one after the other."""

    said: str
    choices: tuple[Choice, ...]


def offers(choices: Sequence[Choice], teller: Teller) -> list[Offer]:
    """The entries for these options, in their order."""
    sets = tuple(choice for choice in choices if choice.together)
    found = []
    for choice in choices:
        if len(sets) <= MOST_SETS or not choice.together:
            found.append(Offer(teller.choice(choice), (choice,)))
        elif choice is sets[0]:
            found.append(Offer(words_here("play")("some-of", len(sets)), sets))
    return found


class Picking:
    """Finds one of several sets by questions: how many of each kind of thing, where equal things are one kind."""

    def __init__(self, sets: Sequence[Choice], looks: Mapping[str, str]) -> None:
        self._left: list[tuple[Choice | None, Counter[str]]] = [
            (choice, Counter(looks.get(key, key) for key in choice.at)) for choice in sets
        ]
        self._left.append((None, Counter()))  # the empty set is no option, but a possible answer
        self._looks = list(dict.fromkeys(look for _, found in self._left for look in found))

    def question(self) -> tuple[str, int] | None:
        """The next kind of thing to ask for, and its highest number; None once the set is known."""
        while self._looks:
            most = max(found[self._looks[0]] for _, found in self._left)
            if most:
                return self._looks[0], most
            del self._looks[0]
        return None

    def answer(self, number: int) -> bool:
        """Answer the question with a number; returns False where that is not possible."""
        left = [one for one in self._left if one[1][self._looks[0]] == number]
        if left:
            self._left = left
            del self._looks[0]
        return bool(left)

    @property
    def chosen(self) -> Choice | None:
        """The set that was chosen; None for the empty one."""
        return self._left[0][0]


def items(shown: Part) -> Iterator[tuple[Part, Part]]:
    """The things on a table (see `layout`), each with its area."""
    for part in (shown, *shown["seats"]):
        for area in (area for line in part["lines"] for area in line):
            yield from ((area, item) for item in area.get("items", ()))


def is_once_a_game(choice: Choice, *cards: Card | None) -> bool:
    """Whether an option uses an ability of its card, or of the card that asks, that may be used once a game."""
    uses = not choice.role and choice.kind != "play"
    return uses and any(card is not None and _has_use(card.definition.get("abilities")) for card in cards)


def _has_use(abilities: Data) -> bool:
    parts = abilities if isinstance(abilities, list) else [abilities]
    return any(isinstance(one, Mapping) and one.get("use") == ONCE for one in parts)


# Why a player is asked, and which places on the table the options are about


def reason(state: State, choices: Sequence[Choice], teller: Teller) -> dict[str, str]:
    """Why the seat is asked: a sentence, and the card that asks, where one does."""
    if not choices:
        return {}
    state = state.innermost
    source = state.stack[-1][SOURCE] if state.stack else -1
    card = state.game.id_of(source) if isinstance(source, int) and source >= 0 else ""
    card = card if teller.card(card) else ""
    kinds = dict.fromkeys(one.kind for one in choices if not one.role)
    several = len(kinds) > 1 and any(one.role == "next" for one in choices)
    about = state.about or ("turn" if several else next(iter(kinds), choices[-1].kind))
    return {"said": teller.asks(about, card), "card": card, "about": about}


def places_of(card: str, shown: Mapping[str, Any]) -> list[str]:
    """The keys of a card's copies: on the table; if there are none, with the player; if none, with others."""
    parts: list[Part] = [dict(shown), *sorted(shown["seats"], key=lambda seat: not seat["own"])]
    for part in parts if card else ():
        areas = [area for line in reversed(part["lines"]) for area in line]
        for area in areas:
            if found := [item["key"] for item in area.get("items", ()) if item.get("card") == card]:
                return found
    return []
