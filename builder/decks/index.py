"""The cards of one game, to be found by what people write: an id, a former id, a name."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property

from builder.diagnostics import KnownWords
from builder.games import Card, CardSet
from builder.games.guids import guid
from builder.naming import fold
from builder.words import words_here

MAX_NAME = 400  # characters; the rest of a name is ignored
MAX_SUGGESTIONS = 10  # unknown names that get near matches; looking for them is the slow part


class CardIndex:
    """The cards of one game, to be found by id, former id and name.

    `other_names` gives their names in other languages, each with a card's id; it is called when a name is not found.
    `sets` are the game's, which lists name by their codes; `groups` are words that lists group cards by, such as types.
    """

    def __init__(
        self,
        cards: Iterable[Card],
        other_names: Callable[[], Iterable[tuple[str, str]]] | None = None,
        sets: Iterable[CardSet] = (),
        groups: Iterable[str] = (),
    ) -> None:
        self.groups = frozenset(map(fold, groups))
        self._other_names = other_names or (lambda: ())
        self._sets = {fold(word): one.id for one in sets for word in (one.name, one.code, one.id)}
        self.cards: dict[str, Card] = {card.id: card for card in cards}
        self.names: dict[str, str] = {card_id: card.name for card_id, card in self.cards.items()}
        self.lines: dict[str, str] = {}  # a cache: how lists write a card, by id
        former = {alias: card.id for card in self.cards.values() for alias in card.aliases}
        self.aliases: dict[str, str] = {alias: now for alias, now in former.items() if alias not in self.cards}

    def __len__(self) -> int:
        return len(self.cards)

    def __contains__(self, card_id: object) -> bool:
        return card_id in self.cards or card_id in self.aliases

    def current(self, card_id: str) -> str | None:
        """The current id for an id or a former one; None where there is no such card."""
        return card_id if card_id in self.cards else self.aliases.get(card_id)

    def card(self, card_id: str) -> Card | None:
        """The card of that id or former id; None where there is no such card."""
        current = self.current(card_id)
        return None if current is None else self.cards[current]

    def find(self, words: str) -> tuple[str, ...]:
        """The ids that words on a list may mean: by name (case and accents don't matter), by id, or by name, set and
        number, as in `Flare (CORE 9)`; if nothing is found, also without apostrophes, hyphens and a first "The".
        """
        folded = fold(words)
        by_name = self._by_name.get(folded)
        if by_name:
            return by_name
        found = self.current(folded)
        if found is None and words.endswith("]") and "[" in words:
            found = self.current(words[words.rindex("[") + 1 : -1].strip())
        if found is not None:
            return (found,)
        by_other_name = self._by_number(words) or self._by_other_name.get(folded, ())
        return by_other_name or self._by_loose_name.get(_loose(folded), ())

    def _by_number(self, words: str) -> tuple[str, ...]:
        """The cards that words such as `Flare (CORE 9)` mean: exports write cards so that share their name."""
        name, opened, inner = words.rpartition(" (")
        in_set, _, number = inner.removesuffix(")").rpartition(" ")
        ids = self._by_name.get(fold(name), ()) if opened and words.endswith(")") else ()
        return self.numbered(ids, in_set, number)

    def numbered(self, ids: Iterable[str], words: str, number: str) -> tuple[str, ...]:
        """Those of these cards that have the number in the set that the `words` of a list name.

        >>> CardIndex([Card("game", "scrap-tug", "set", 7, "Scrap Tug", "ship")]).numbered(["scrap-tug"], "set", "7")
        ('scrap-tug',)
        """
        return tuple(i for i in ids if (i, self.set_of(i, words), number) in self._numbers)

    def narrowed(self, ids: tuple[str, ...], words: str, number: str = "") -> tuple[str, ...]:
        """Of cards with the same name, the one with the number in the set that a list names, or those in that set; all
        where that does not say which one is meant.
        """
        if len(ids) < 2:
            return ids
        return self.numbered(ids, words, number) or tuple(i for i in ids if self.set_of(i, words)) or ids

    def printing(self, guid: str) -> tuple[str, str] | None:
        """The card and the set of the printing that has this GUID in other programs; None where there is none."""
        return self._by_guid.get(guid.lower())

    def set_of(self, card_id: str, words: str) -> str:
        """The set that a list names by code, id or name; empty where the card is in no such set."""
        sets = self.cards[card_id].sets
        meant = self._sets.get(fold(words), words.lower())
        return meant if meant in sets else ""

    def describe(self, card_id: str) -> str:
        """A card in a message: its name, or its id where it is unknown.

        >>> CardIndex([Card("game", "scrap-tug", "set", 1, "Scrap Tug", "ship")]).describe("scrap-tug")
        'Scrap Tug'
        """
        return self.names.get(card_id, card_id)

    def meant(self, words: str) -> str:
        """A help line for words that name no card.

        >>> CardIndex([Card("game", "scrap-tug", "set", 1, "Scrap Tug", "ship")]).meant("Scrap Tgu")
        'did you mean "Scrap Tug" (scrap-tug)?'
        """
        say = words_here()
        meant = say.listing([f"{say('quoted', word=self.names[i])} ({i})" for i in self.likely(words)], "or")
        return say("suggested", names=meant) if meant else ""

    def likely(self, words: str) -> tuple[str, ...]:
        """The ids of the one or two cards whose names are near to words, the nearest first."""
        close = self._known.near(_plain(words[:MAX_NAME]), n=2)
        return tuple(dict.fromkeys(self._labels[label] for label in close))

    @cached_property
    def alike(self) -> frozenset[str]:
        """The ids of cards whose names other cards have, too."""
        return frozenset(card_id for ids in self._by_name.values() if len(ids) > 1 for card_id in ids)

    @cached_property
    def _by_name(self) -> dict[str, tuple[str, ...]]:
        found: dict[str, tuple[str, ...]] = {}
        for card_id, name in self.names.items():
            folded = fold(name)
            found[folded] = (*found.get(folded, ()), card_id)
        return found

    @cached_property
    def _by_loose_name(self) -> dict[str, tuple[str, ...]]:
        found: dict[str, tuple[str, ...]] = {}
        for folded, ids in (*self._by_other_name.items(), *self._by_name.items()):
            if loose := _loose(folded):
                found[loose] = tuple(dict.fromkeys((*found.get(loose, ()), *ids)))
        return found

    @cached_property
    def _by_other_name(self) -> dict[str, tuple[str, ...]]:
        found: dict[str, tuple[str, ...]] = {}
        for name, card_id in self._other_names():
            current, folded = self.current(card_id), fold(name)
            if current is not None and current not in found.get(folded, ()):
                found[folded] = (*found.get(folded, ()), current)
        return found

    @cached_property
    def _by_guid(self) -> dict[str, tuple[str, str]]:
        found = {}
        for card in self.cards.values():
            found[guid(card.game_id, "card", card.id)] = (card.id, card.set_id)
            for printing in card.printings:
                if printing.set_id != card.set_id:
                    found[guid(card.game_id, "card", card.id, printing.set_id)] = (card.id, printing.set_id)
        return found

    @cached_property
    def _numbers(self) -> frozenset[tuple[str, str, str]]:
        """The cards with each set that they are in, and their number there."""
        found = {(card_id, self.cards[card_id].set_id, str(self.cards[card_id].number)) for card_id in self.names}
        prints = ((card.id, one.set_id, str(one.number)) for card in self.cards.values() for one in card.printings)
        return frozenset(found.union(prints))

    @cached_property
    def _known(self) -> KnownWords:
        return KnownWords(self._labels)

    @cached_property
    def _labels(self) -> dict[str, str]:
        """The ids of cards by plain words: their names, ids and former ids. An id is mostly the same as its name."""
        labels = {_plain(alias): card_id for alias, card_id in self.aliases.items()}
        labels |= {_plain(card_id): card_id for card_id in self.names}
        return labels | {_plain(name): ids[0] for name, ids in self._by_name.items()}


_LEFT_OUT = str.maketrans(dict.fromkeys("'’‘`´", "") | dict.fromkeys("-‐‑–—,.!?:", " "))


def _loose(folded: str) -> str:
    """A folded name as it is often typed: without apostrophes, full stops and a first "The"."""
    return " ".join(folded.translate(_LEFT_OUT).split()).removeprefix("the ")


def _plain(words: str) -> str:
    return fold(words.replace("-", " "))
