"""Types of what stands after a verb, an argument or a condition, as verbs.yaml names them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from builder.documents.data import Data, mapping, sequence, texts, whole

LARGEST = 99  # no number of an ability is larger

Lists = Mapping[str, tuple[str, ...]]  # the game's words by the name of their list


class Type(ABC):
    """A type of values."""

    __slots__ = ()

    @abstractmethod
    def takes(self, written: Data) -> bool:
        """Whether a value is of the right kind; the value itself may still be wrong."""

    @property
    @abstractmethod
    def wanted(self) -> str:
        """What can stand here, in words."""

    @property
    def constant(self) -> bool:
        """Whether only one value is of the type, so that a phrase need not say it."""
        return False

    @property
    def alternatives(self) -> tuple[Type, ...]:
        """The types that a value may have."""
        return (self,)

    @property
    def has_effects(self) -> bool:
        """Whether a value may be effects."""
        return any(isinstance(one, Effects) for one in self.alternatives)


def is_whole(value: object) -> bool:
    """Whether a value is a whole number, and not true or false."""
    return isinstance(value, int) and not isinstance(value, bool)


@dataclass(frozen=True, slots=True)
class Number(Type):
    """A whole number from `least` to `most`."""

    least: int = 1
    most: int = LARGEST

    def takes(self, written: Data) -> bool:
        return is_whole(written)

    @property
    def wanted(self) -> str:
        return f"a number from {self.least} to {self.most}"

    @property
    def constant(self) -> bool:
        return self.least == self.most


@dataclass(frozen=True, slots=True)
class OneOf(Type):
    """One of a few words, such as the zones of a game."""

    words: tuple[str, ...]

    def takes(self, written: Data) -> bool:
        return isinstance(written, str) or (is_whole(written) and str(written) in self.words)

    @property
    def wanted(self) -> str:
        return ", ".join(self.words)

    @property
    def constant(self) -> bool:
        return len(self.words) == 1


@dataclass(frozen=True, slots=True)
class Selectors(Type):
    """Which cards. `forms` are the short forms that can stand here; empty where any selector of the game can.

    With `each`, the short form stands for every such card: `for-each: own ship`.
    """

    forms: tuple[str, ...] = ()
    each: bool = False

    def takes(self, written: Data) -> bool:
        return isinstance(written, str)

    @property
    def wanted(self) -> str:
        return ", ".join(self.forms) or 'a selector such as "own card"'

    @property
    def constant(self) -> bool:
        return len(self.forms) == 1


@dataclass(frozen=True, slots=True)
class Tally(Type):
    """Amounts by name. Where `signed`, they are changes of values, and may be negative."""

    names: tuple[str, ...]
    signed: bool = False

    def takes(self, written: Data) -> bool:
        return isinstance(written, dict)

    @property
    def wanted(self) -> str:
        sign = "+" if self.signed else ""
        return f"amounts such as {{{self.names[0] if self.names else 'life'}: {sign}1}}"


@dataclass(frozen=True, slots=True)
class Filter(Type):
    """Ranges by the fields of a card: `{cost: 3-}`."""

    fields: tuple[str, ...]

    def takes(self, written: Data) -> bool:
        return isinstance(written, dict)

    @property
    def wanted(self) -> str:
        return f"ranges such as {{{self.fields[0] if self.fields else 'cost'}: 3-}}"


@dataclass(frozen=True, slots=True)
class Bounds(Type):
    """A range: `3+`."""

    def takes(self, written: Data) -> bool:
        return isinstance(written, str) or is_whole(written)

    @property
    def wanted(self) -> str:
        return "a range such as 3+"


@dataclass(frozen=True, slots=True)
class Effects(Type):
    """Effects within an effect, which can't have effects within them."""

    def takes(self, written: Data) -> bool:
        return isinstance(written, dict | list)

    @property
    def wanted(self) -> str:
        return "effects"


@dataclass(frozen=True, slots=True)
class Flag(Type):
    """True or false; `only` where only one of the two has a meaning."""

    only: bool | None = None

    def takes(self, written: Data) -> bool:
        return isinstance(written, bool)

    @property
    def wanted(self) -> str:
        return "true or false" if self.only is None else str(self.only).lower()

    @property
    def constant(self) -> bool:
        return self.only is not None


@dataclass(frozen=True, slots=True)
class Either(Type):
    """A value of one of several types."""

    types: tuple[Type, ...]

    def takes(self, written: Data) -> bool:
        return any(one.takes(written) for one in self.types)

    @property
    def wanted(self) -> str:
        return ", or ".join(one.wanted for one in self.types)

    @property
    def alternatives(self) -> tuple[Type, ...]:
        return self.types


def type_from(written: Data, lists: Lists) -> Type:
    """The type that verbs.yaml names.

    A list is the words that can stand there. A text is the name of a type: `number`, `selector`, `each`, `tally`,
    `change`, `filter`, `range`, `effects`, `flag`, or of one of the game's lists of words, such as `players`. A mapping
    of one key narrows a type: `{number: [1, 6]}`, `{selector: [it]}`, `{each: [own ship]}`, `{tally: [life]}`,
    `{change: [weapons]}`, `{filter: [cost]}`, `{flag: false}`, `{either: [number, tally]}`. Raises ValueError for
    anything else; the message names it.
    """
    if isinstance(written, list):
        return OneOf(texts(written))
    if isinstance(written, str):
        if written in lists:
            return OneOf(lists[written])
        narrow = _NARROWED.get(written)
        if narrow is not None:
            return narrow(lists.get(_LISTS_OF.get(written, ""), ()))
        return _simple(written)
    narrowed = mapping(written)
    if len(narrowed) == 1:
        ((name, bound),) = narrowed.items()
        if name == "number" and len(sequence(bound)) == 2:
            return Number(*(whole(n) for n in sequence(bound)))
        if name == "flag" and isinstance(bound, bool):
            return Flag(bound)
        if name == "either":
            return Either(tuple(type_from(one, lists) for one in sequence(bound)))
        if name in _NARROWED:
            return _NARROWED[name](texts(bound))
    raise ValueError(f"{written} is not a type")


_NARROWED: Mapping[str, Callable[[tuple[str, ...]], Type]] = {
    "selector": Selectors,
    "each": lambda forms: Selectors(forms, each=True),
    "tally": Tally,
    "change": lambda names: Tally(names, signed=True),
    "filter": Filter,
}
_LISTS_OF = {"tally": "counters", "change": "values", "filter": "fields"}


def _simple(name: str) -> Type:
    simple: Mapping[str, Type] = {"number": Number(), "range": Bounds(), "effects": Effects(), "flag": Flag()}
    if name not in simple:
        raise ValueError(f'there is no type "{name}"')
    return simple[name]
