"""A game's searchable fields, taken from its card schema: no game's field is named in code.

A field is *number* (compares), *word* (one of a closed list), *text* (matches a part), *flag* (true or absent) or
*tally* (amounts by name, such as a cost by resource: compares by its total, and `cost.oil` by one amount).
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

Kind = Literal["number", "word", "text", "flag", "tally"]

SHARED = ("set",)  # every card has these though they are not written in the card

# What every game's cards may have, each shown in its own way; all else is a game's own, shown under its title.
SET_APART = frozenset(
    ("id", "number", "name", "type", "text", "flavor", "art", "artist", "aliases", "deckbuilding", "faces")
)


@dataclass(frozen=True, slots=True)
class FieldSpec:
    """One field: `values` are what a *word* may be or a *tally* may hold (empty: anything)."""

    name: str
    kind: Kind
    title: str
    values: tuple[str, ...] = ()


def fold(text: str) -> str:
    """Text as it is compared: no case, no accents, single spaces.

    >>> fold("  Élan VITAL ")
    'elan vital'
    """
    if text.isascii():
        return " ".join(text.lower().split())
    # Compatibility forms may hold capitals, and folded letters may decompose again.
    decomposed = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).casefold())
    return " ".join("".join(c for c in decomposed if not unicodedata.combining(c)).split())


def slug(text: str) -> str:
    """The id that a name suggests: lower-case words with hyphens; "" where there is no letter or digit to use.

    >>> slug("Vénus, rising!")
    'venus-rising'
    """
    folded = fold(text[:80]).replace("'", "").replace("’", "")
    return "-".join("".join(c if c.isascii() and c.isalnum() else " " for c in folded).split())[:80].strip("-")


def fields_of(card_schema: Mapping[str, Any], vocabularies: Mapping[str, Any]) -> dict[str, FieldSpec]:
    """The fields of a game, in the schema's order.

    `card_schema` describes one card, its references resolved; `vocabularies` is game.yaml, whose lists
    (factions, types...) give the allowed words where the schema names one with `x-vocabulary`.
    """
    fields = {"set": FieldSpec("set", "word", "Set", _closed_values({"x-vocabulary": "sets"}, vocabularies))}
    for name, schema in card_schema.get("properties", {}).items():
        for spec in _specs(name, schema, vocabularies):
            fields[spec.name] = spec
    return fields


def values_of(
    definition: Mapping[str, Any], fields: Mapping[str, FieldSpec]
) -> Iterator[tuple[str, float | None, str | None]]:
    """What a card says in each field, as (field, number, folded text); several rows where it says several things."""
    for name in fields:
        value: Any = definition
        for part in name.split("."):
            value = value.get(part) if isinstance(value, Mapping) else None
        for number, text in _rows(value):
            yield name, number, text


def _rows(value: Any) -> Iterator[tuple[float | None, str | None]]:
    """A value as numbers and folded texts; none where it says nothing."""
    if isinstance(value, Mapping):
        if value:
            yield float(sum(v for v in value.values() if isinstance(v, int | float))), None
        yield from ((None, fold(str(key))) for key in value)
    elif isinstance(value, list):
        yield from ((None, fold(str(item))) for item in _flat(value) if isinstance(item, str | int | float))
    elif value is True:
        yield None, "true"
    elif isinstance(value, int | float) and value is not False:
        yield float(value), fold(str(value))
    elif isinstance(value, str):
        yield None, fold(value)


def _flat(values: list[Any]) -> Iterator[Any]:
    """The items of a list, and those of the lists in it (a die's faces are lists of symbols), each once."""
    if any(isinstance(value, list) for value in values):
        inner = (value if isinstance(value, list) else [value] for value in values)
        yield from dict.fromkeys(item for items in inner for item in items if isinstance(item, str | int | float))
    else:
        yield from values


def _specs(name: str, schema: Any, vocabularies: Mapping[str, Any]) -> Iterator[FieldSpec]:
    if not isinstance(schema, Mapping):
        return
    title = str(schema.get("title", name))
    values = _closed_values(schema, vocabularies)
    kind = schema.get("type")
    if kind in ("integer", "number"):
        yield FieldSpec(name, "number", title)
    elif kind == "boolean":
        yield FieldSpec(name, "flag", title)
    elif kind == "array":
        values = _closed_values(_items(schema), vocabularies)
        yield FieldSpec(name, "word" if values else "text", title, values)
    elif kind == "object":
        properties = schema.get("properties", {})
        amounts = [p for p in properties.values() if isinstance(p, Mapping) and p.get("type") in ("integer", "number")]
        if len(amounts) == len(properties):
            yield FieldSpec(name, "tally", title, tuple(properties) or values)
            for key in properties or values:
                yield FieldSpec(f"{name}.{key}", "number", f"{title}: {key}")
        else:
            for key, inner in properties.items():
                yield from _specs(f"{name}.{key}", inner, vocabularies)
    elif values:
        yield FieldSpec(name, "word", title, values)
    else:
        yield FieldSpec(name, "text", title)


def _items(schema: Mapping[str, Any]) -> Mapping[str, Any]:
    """The schema of a list's items; of the innermost ones, where lists lie in lists."""
    while schema.get("type") == "array" and isinstance(schema.get("items", {}), Mapping):
        schema = schema.get("items", {})
    return schema


def _closed_values(schema: Mapping[str, Any], vocabularies: Mapping[str, Any]) -> tuple[str, ...]:
    if "enum" in schema:
        return tuple(str(v) for v in schema["enum"])
    words = vocabularies.get(str(schema.get("x-vocabulary", "")))
    return tuple(words) if isinstance(words, Mapping) else ()
