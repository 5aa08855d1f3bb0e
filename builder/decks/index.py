"""The cards of one game, to be found by what people write: an id, a former id, a name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Protocol

from builder.diagnostics import near
from builder.naming import fold

MAX_NAME = 400  # characters of a name that are looked at
MAX_SUGGESTIONS = 10  # unknown names that get near matches; looking for them is the slow part


class CardLike(Protocol):
    """What is asked of a card here; a row of `builder.database.tables.Card` is one."""

    @property
    def id(self) -> str: ...  # noqa: D102 - a protocol's fields say what they are by their names
    @property
    def name(self) -> str: ...  # noqa: D102
    @property
    def set_id(self) -> str: ...  # noqa: D102
    @property
    def definition(self) -> Mapping[str, Any]: ...  # noqa: D102


@dataclass(frozen=True, slots=True)
class CardFacts:
    """A card without a database."""

    id: str
    name: str
    set_id: str = ""
    definition: Mapping[str, Any] = field(default_factory=dict)


class CardIndex:
    """The cards of one game, to be found by id, former id and name."""

    def __init__(self, cards: Iterable[CardLike]) -> None:
        self.names: dict[str, str] = {}
        self.sets: dict[str, str] = {}
        self.definitions: dict[str, Mapping[str, Any]] = {}
        self.aliases: dict[str, str] = {}
        for card in cards:
            self.names[card.id] = card.name
            self.sets[card.id] = card.set_id
            self.definitions[card.id] = card.definition
            self.aliases.update(dict.fromkeys(card.definition.get("aliases", ()), card.id))
        for alias in self.aliases.keys() & self.names.keys():
            del self.aliases[alias]

    def __len__(self) -> int:
        return len(self.names)

    def __contains__(self, card_id: object) -> bool:
        return card_id in self.names or card_id in self.aliases

    def current(self, card_id: str) -> str | None:
        """The id that an id or former id means today; None where there is no such card."""
        return card_id if card_id in self.names else self.aliases.get(card_id)

    def find(self, words: str) -> tuple[str, ...]:
        """The ids that words on a list may mean: by name without regard to case and accents, or by id."""
        folded = fold(words)
        by_name = self._by_name.get(folded)
        if by_name:
            return by_name
        found = self.current(folded)
        if found is None and words.endswith("]") and "[" in words:
            found = self.current(words[words.rindex("[") + 1 : -1].strip())
        return (found,) if found is not None else ()

    def describe(self, card_id: str) -> str:
        """A card in a message: its name, or its id where it is unknown.

        >>> CardIndex([CardFacts("scrap-tug", "Scrap Tug")]).describe("scrap-tug")
        'Scrap Tug'
        """
        return self.names.get(card_id, card_id)

    def meant(self, words: str) -> str:
        """A help line for words that name no card.

        >>> CardIndex([CardFacts("scrap-tug", "Scrap Tug")]).meant("Scrap Tgu")
        'did you mean "Scrap Tug" (scrap-tug)?'
        """
        close = near(_plain(words[:MAX_NAME]), self._labels, n=2)
        ids = dict.fromkeys(self._labels[label] for label in close)
        meant = " or ".join(f'"{self.names[i]}" ({i})' for i in ids)
        return f"did you mean {meant}?" if meant else ""

    @cached_property
    def _by_name(self) -> dict[str, tuple[str, ...]]:
        found: dict[str, tuple[str, ...]] = {}
        for card_id, name in self.names.items():
            folded = fold(name)
            found[folded] = (*found.get(folded, ()), card_id)
        return found

    @cached_property
    def _labels(self) -> dict[str, str]:
        """The card that each name, former id and id stands for, in plain words: an id is mostly its name."""
        labels = {_plain(alias): card_id for alias, card_id in self.aliases.items()}
        labels |= {_plain(card_id): card_id for card_id in self.names}
        return labels | {_plain(name): ids[0] for name, ids in self._by_name.items()}


def _plain(words: str) -> str:
    return fold(words.replace("-", " "))
