"""A game's searchable fields, taken from its card schema: no game's field is named in code.

A field is *number* (compares), *word* (one of a closed list), *text* (matches a part), *flag* (true or absent) or
*tally* (amounts by name, such as a cost by resource: compares by its total, and `cost.oil` by one amount).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from builder.documents.data import Data, mapping, sequence, text
from builder.naming import fold

FieldKind = Literal["number", "word", "text", "flag", "tally"]


ERRATA = "errata"  # a field of games whose cards can have errata: days, the words before, and why they changed
ABILITIES = "x-abilities"  # in a card schema: marks a property that holds abilities
OF_ABILITIES: Mapping[str, str] = {
    "op": "Verb",
    "when": "Event",
    "ability": "Kind of ability",
}  # fields, by their titles
ON_FACES = "x-face"  # in a card schema; false for properties that Arsenal's own templates leave out
IN_BOX = "copies"  # how many of a card are in the box, which no face prints; decks have limits of their own
VERSION = "version"  # in the part of a card schema about abilities: the version of the words that they are made of

# What every game's cards may have, each shown in its own way; any other field is shown under its title.
FURTHER = frozenset(
    (
        *("id", "number", "name", "type", "text", "flavor", "art", "artist"),
        *("aliases", "deckbuilding", "errata", "faces", "abilities"),
    )
)


def off_faces(schema: Mapping[str, Data], game: Mapping[str, Data]) -> frozenset[str]:
    """The fields that no card shows: copies in the box, and `x-face: false` if the game has no face of its own.

    `schema` is that of one card.
    """
    described = (game, *map(mapping, mapping(game.get("types")).values()))
    if any(one.get("face") for one in described):
        return frozenset((IN_BOX,))
    properties = mapping(schema.get("properties"))
    return frozenset((IN_BOX, *(name for name, one in properties.items() if mapping(one).get(ON_FACES) is False)))


NAMES = "x-names"  # in a card schema: names of the words that a property may have
SHORT = "x-short"  # in a card schema: a shorter name of a property for queries
_SHORT_OF_LISTS: Mapping[str, str] = {"sets": "s", "types": "t", "factions": "f", "rarities": "r", "keywords": "k"}
_SHORT_OF_NAMES: Mapping[str, str] = {"type": "t", "name": "n", "text": "o", "cost": "c"}


@dataclass(frozen=True, slots=True)
class Field:
    """One field: `values` are what a *word* may be or a *tally* may hold (empty: anything).

    `short` is a shorter name for queries, unless it is the name of another field; it may be empty. `vocabulary` is the
    list of game.yaml that its words are from; empty where the card schema names none.
    """

    name: str
    kind: FieldKind
    title: str
    values: tuple[str, ...] = ()
    short: str = ""
    vocabulary: str = ""


PACK = Field("pack", "word", "Pack of the card")


def fields_of(
    card_schema: Mapping[str, Data], vocabularies: Mapping[str, Data], packs: Sequence[str] = ()
) -> dict[str, Field]:
    """The fields of a game, in the schema's order.

    `card_schema` describes one card, its references resolved; `vocabularies` is game.yaml, whose lists
    (factions, types...) give the allowed words where the schema names one with `x-vocabulary`. `packs` are the ids of
    the packs that cards are from, if there are several.
    """
    described = {"set": {"x-vocabulary": "sets"}, **mapping(card_schema.get("properties"))}
    sets = _closed_values(mapping(described["set"]), vocabularies)
    fields = {"set": Field("set", "word", "Set", sets, vocabulary="sets")}
    for name, schema in mapping(card_schema.get("properties")).items():
        if name == ERRATA:
            fields[name] = Field(name, "text", "Errata")
            continue
        for field in _fields(name, schema, vocabularies):
            fields[field.name] = field
    for short, name in _short_names(described).items():
        if name in fields:
            fields[name] = replace(fields[name], short=short)
    for name, values in _words_of_abilities(card_schema).items():
        fields[name] = Field(name, "word", OF_ABILITIES[name], values)
    if packs:
        fields.setdefault(PACK.name, replace(PACK, values=tuple(packs)))
    return fields


def says_packs(fields: Mapping[str, Field]) -> bool:
    """Whether there is a field for the pack that a card is from."""
    return PACK.name in fields and fields[PACK.name].title == PACK.title


def _short_names(properties: Mapping[str, Data]) -> dict[str, str]:
    """Shorter names for queries, and the properties that they stand for.

    A short name comes from `x-short` in the property's schema; otherwise it is the usual letter for the list of
    game.yaml that the property's words are from, or for the property's name.

    >>> _short_names({"clan": {"x-vocabulary": "factions"}, "cost": {}, "color": {"x-short": "c"}})
    {'c': 'color', 'f': 'clan'}
    """
    own = [(text(mapping(schema).get(SHORT)), name) for name, schema in properties.items()]
    lists = [(name, text(_items(mapping(schema)).get("x-vocabulary"))) for name, schema in properties.items()]
    usual = [(_SHORT_OF_LISTS.get(words) or _SHORT_OF_NAMES.get(name, ""), name) for name, words in lists]
    found: dict[str, str] = {}
    for short, name in (*own, *usual):
        if short and name not in found.values():
            found.setdefault(short, name)
    return found


def verbs_version(schema: Mapping[str, Data]) -> str:
    """The version of the words that abilities of cards of this schema are made of; empty where cards have none."""
    return text(mapping(_of_marked(schema)).get(VERSION))


def _words_of_abilities(schema: Data) -> dict[str, tuple[str, ...]]:
    """The words that abilities of cards of this schema can have, by field; empty where cards have no abilities."""
    words = _of_marked(schema)
    if words is None:
        return {}
    return {name: tuple(str(word) for word in sequence(words.get(name))) for name in OF_ABILITIES}


def _of_marked(schema: Data) -> Mapping[str, Data] | None:
    """The value of `x-abilities` at the first property that holds abilities; None where there is none."""
    described = mapping(schema)
    if ABILITIES in described:
        return mapping(described[ABILITIES])
    inner = (*mapping(described.get("properties")).values(), described.get("items"))
    return next((found for one in inner if one is not None and (found := _of_marked(one)) is not None), None)


def values_of(
    definition: Mapping[str, Data], fields: Mapping[str, Field]
) -> Iterator[tuple[str, float | None, str | None]]:
    """A card's values as (field, number, folded text); several rows for a field with several values."""
    if "op" in fields and fields["op"].title == OF_ABILITIES["op"]:
        yield from dict.fromkeys(_of_abilities(definition))
    for name in fields:
        if name in OF_ABILITIES:
            continue
        if name == ERRATA:
            yield from ((name, None, fold(erratum)) for erratum in _errata(definition.get(name)))
            continue
        value: Data = definition
        for part in name.split("."):
            value = mapping(value).get(part)
        for number, words in _rows(_text_of(value) if fields[name].kind == "text" else value):
            yield name, number, words


def for_readers(value: Data, schema: Data) -> Data:
    """A value of this schema as people read it: without abilities, whose text is next to them.

    An entry with nothing but a text becomes that text.
    """
    described = mapping(schema)
    if isinstance(value, list):
        return [for_readers(item, described.get("items")) for item in value]
    if not isinstance(value, dict):
        return value
    inner = {name: mapping(of) for name, of in mapping(described.get("properties")).items()}
    left = {key: for_readers(one, inner.get(key)) for key, one in value.items() if ABILITIES not in inner.get(key, {})}
    return left["text"] if left.keys() == {"text"} and _is_line(inner) else left


def _is_line(properties: Mapping[str, Data]) -> bool:
    """Whether an object of these properties is nothing but abilities and their text."""
    names = [name for name, described in properties.items() if ABILITIES not in mapping(described)]
    return names == ["text"] and len(properties) > 1


def _errata(written: Data) -> Iterator[str]:
    """The errata of a card, each as one text: its day, the words before, and why they changed."""
    for entry in map(mapping, sequence(written)):
        parts = [entry.get("date"), *mapping(entry.get("previous")).values(), entry.get("reason")]
        yield " \n ".join(str(one) for one in parts if isinstance(one, str | int | float))


def _text_of(value: Data) -> Data:
    """The texts of entries that have one; other values as they are."""
    if isinstance(value, list):
        return [_text_of(item) for item in value]
    return value.get("text", value) if isinstance(value, dict) else value


def _of_abilities(value: Data) -> Iterator[tuple[str, float | None, str | None]]:
    """The search words of all abilities of a card: their verbs, events, kinds and uses."""
    if isinstance(value, dict):
        for key, field in (("op", "op"), ("event", "when")):
            if isinstance(value.get(key), str):
                yield field, None, fold(str(value[key]))
        if "effects" in value:
            yield from (("ability", None, fold(str(value[key]))) for key in ("kind", "use") if key in value)
        for inner in value.values():
            yield from _of_abilities(inner)
    elif isinstance(value, list):
        for item in value:
            yield from _of_abilities(item)


def _rows(value: Data) -> Iterator[tuple[float | None, str | None]]:
    """A value as numbers and folded texts; none where it says nothing."""
    if isinstance(value, dict):
        if value:
            yield float(sum(v for v in value.values() if isinstance(v, int | float))), None
        yield from ((None, fold(str(key))) for key in value)
    elif isinstance(value, list):
        yield from ((None, fold(str(item))) for item in _flat(value))
    elif value is True:
        yield None, "true"
    elif isinstance(value, int | float) and value is not False:
        yield float(value), fold(str(value))
    elif isinstance(value, str):
        yield None, fold(value)


def _flat(values: Sequence[Data]) -> Iterator[str | int | float]:
    """The words of a list, and those of the lists in it (a die's faces are lists of symbols), each once."""
    if any(isinstance(value, list) for value in values):
        inner = (value if isinstance(value, list) else [value] for value in values)
        yield from dict.fromkeys(item for items in inner for item in items if isinstance(item, str | int | float))
    else:
        yield from (value for value in values if isinstance(value, str | int | float))


def _fields(name: str, schema: Data, vocabularies: Mapping[str, Data]) -> Iterator[Field]:
    if not isinstance(schema, dict) or ABILITIES in schema:
        return
    title = str(schema.get("title", name))
    items = _items(schema)
    values, vocabulary = _closed_values(items, vocabularies), text(items.get("x-vocabulary"))
    kind = schema.get("type")
    if kind in ("integer", "number"):
        yield Field(name, "number", title)
    elif kind == "boolean":
        yield Field(name, "flag", title)
    elif kind == "object":
        yield from _fields_of_object(name, title, values, mapping(schema.get("properties")), vocabularies)
    else:
        yield Field(name, "word" if values else "text", title, values, vocabulary=vocabulary)


def _fields_of_object(
    name: str, title: str, values: tuple[str, ...], properties: Mapping[str, Data], vocabularies: Mapping[str, Data]
) -> Iterator[Field]:
    """The fields of an object: a tally if all properties are numbers, a text if they are abilities and their text,
    otherwise a field for each property: `owner.name`.
    """
    amounts = [p for p in properties.values() if mapping(p).get("type") in ("integer", "number")]
    if len(amounts) == len(properties):
        yield Field(name, "tally", title, tuple(properties) or values)
        for key in properties or values:
            yield Field(f"{name}.{key}", "number", f"{title}: {key}")
    elif _is_line(properties):
        yield Field(name, "text", title)
    else:
        for key, inner in properties.items():
            yield from _fields(f"{name}.{key}", inner, vocabularies)


def _items(schema: Mapping[str, Data]) -> Mapping[str, Data]:
    """The schema of a list's items; of the innermost ones, where lists lie in lists."""
    while schema.get("type") == "array" and isinstance(schema.get("items", {}), dict):
        schema = mapping(schema.get("items"))
    return schema


def _closed_values(schema: Mapping[str, Data], vocabularies: Mapping[str, Data]) -> tuple[str, ...]:
    if "enum" in schema:
        return tuple(str(v) for v in sequence(schema["enum"]))
    return tuple(mapping(vocabularies.get(str(schema.get("x-vocabulary", "")))))
