"""Types of what stands after a verb, an argument or a condition, as verbs.yaml names them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from builder.documents.data import Data, mapping, sequence, texts, whole

LARGEST = 99  # no number of an ability is larger


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number from `least` to `most`."""

    least: int = 1
    most: int = LARGEST


@dataclass(frozen=True, slots=True)
class Words:
    """One of a few words, such as the zones of a game."""

    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Selectors:
    """Which cards. `forms` are the short forms that can stand here; empty where any selector of the game can.

    With `each`, it is each of those that the short form selects one of: `for-each: own ship`.
    """

    forms: tuple[str, ...] = ()
    each: bool = False


@dataclass(frozen=True, slots=True)
class Tally:
    """How much of what: positive amounts by name."""

    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Change:
    """By how much values change: signed amounts by name."""

    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Filter:
    """Ranges by the fields of a card: `{cost: 3-}`."""

    fields: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Amount:
    """A range alone: `3+`."""


@dataclass(frozen=True, slots=True)
class Effects:
    """Effects within an effect; these hold no further ones."""


@dataclass(frozen=True, slots=True)
class Flag:
    """True or false; `only` where only one of them says anything."""

    only: bool | None = None


@dataclass(frozen=True, slots=True)
class Either:
    """A value of one of several types; the first that fits is taken."""

    types: tuple[Type, ...]


Type: TypeAlias = "Number | Words | Selectors | Tally | Change | Filter | Amount | Effects | Flag | Either"

Lists: TypeAlias = "Mapping[str, tuple[str, ...]]"  # the game's words by the name of their list


def type_from(written: Data, lists: Lists) -> Type:
    """The type that verbs.yaml names.

    A list is the words that can stand there. A text is the name of a type: `number`, `selector`, `each`, `tally`, `change`,
    `filter`, `range`, `effects`, `flag`, or one of the game's lists of words, such as `players`. A mapping of one key
    narrows a type: `{number: [1, 6]}`, `{selector: [it]}`, `{tally: [life]}`, `{filter: [cost]}`, `{flag: false}`,
    `{either: [number, tally]}`. Raises ValueError for anything else; the message names it.
    """
    if isinstance(written, list):
        return Words(texts(written))
    if isinstance(written, str):
        return _named(written, lists)
    narrowed = mapping(written)
    if len(narrowed) != 1:
        raise ValueError(f"{written!r} is not a type")
    ((name, bound),) = narrowed.items()
    match name:
        case "number":
            numbers = [whole(n) for n in sequence(bound)]
            return Number(min(numbers, default=1), max(numbers, default=LARGEST))
        case "selector" | "each":
            return Selectors(texts(bound), each=name == "each")
        case "tally":
            return Tally(texts(bound))
        case "change":
            return Change(texts(bound))
        case "filter":
            return Filter(texts(bound))
        case "flag":
            return Flag(bound is True)
        case "either":
            return Either(tuple(type_from(one, lists) for one in sequence(bound)))
    raise ValueError(f'there is no type "{name}"')


def _named(name: str, lists: Lists) -> Type:
    simple: dict[str, Type] = {
        "number": Number(),
        "selector": Selectors(),
        "each": Selectors(each=True),
        "tally": Tally(lists.get("counters", ())),
        "change": Change(lists.get("values", ())),
        "filter": Filter(lists.get("fields", ())),
        "range": Amount(),
        "effects": Effects(),
        "flag": Flag(),
    }
    if name in simple:
        return simple[name]
    if name in lists:
        return Words(lists[name])
    raise ValueError(f'there is no type "{name}"')


def alternatives(type_: Type) -> tuple[Type, ...]:
    """The types that a value may have."""
    return type_.types if isinstance(type_, Either) else (type_,)


def constant(type_: Type) -> bool:
    """Whether only one value is of the type, so that a phrase need not say it."""
    match type_:
        case Selectors(forms, _):
            return len(forms) == 1
        case Words(words):
            return len(words) == 1
        case Number(least, most):
            return least == most
        case Flag(only):
            return only is not None
    return False
