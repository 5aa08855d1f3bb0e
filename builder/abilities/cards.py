"""Where the abilities of a card stand in what is written of it, and where the text that they make goes.

A property of the card schema that refers to a schema of abilities (`abilities.schema.json`) holds abilities. Their text
goes next to them: that of `abilities` and of `do` to `text`, that of `support-abilities` to `support-text`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from builder.abilities.abilities import Ability
from builder.diagnostics import KeyPath
from builder.documents.data import Data, mapping
from builder.games.fields import ABILITIES

MAIN: KeyPath = ("abilities",)  # where the abilities of a whole card stand
DO = "do"  # the key of the abilities of one entry of a card, such as an action
_ENDING = "-abilities"
_ALL = -1  # each item of a list, in a pattern
Pattern = tuple[str | int, ...]


def patterns_of(schema: Mapping[str, Data]) -> tuple[Pattern, ...]:
    """Where cards of this schema (of one card, without references) can have abilities."""
    return tuple(pattern for pattern in dict.fromkeys(_patterns(schema, ())) if pattern)


def _patterns(schema: Data, here: Pattern) -> Iterator[Pattern]:
    described = mapping(schema)
    if ABILITIES in described:
        yield here
        return
    for name, inner in mapping(described.get("properties")).items():
        yield from _patterns(inner, (*here, name))
    if "items" in described:
        yield from _patterns(described["items"], (*here, _ALL))


def places_of(definition: Mapping[str, Data], patterns: tuple[Pattern, ...]) -> Iterator[tuple[KeyPath, Data]]:
    """The abilities that a card has, as written, with the keys that lead to them."""
    for pattern in patterns:
        if pattern[0] in definition:
            yield from _places(definition, pattern, ())


def _places(value: Data, pattern: Pattern, here: KeyPath) -> Iterator[tuple[KeyPath, Data]]:
    if not pattern:
        yield here, value
    elif pattern[0] == _ALL:
        for index, item in enumerate(value) if isinstance(value, list) else ():
            yield from _places(item, pattern[1:], (*here, index))
    elif isinstance(value, dict) and pattern[0] in value:
        yield from _places(value[str(pattern[0])], pattern[1:], (*here, pattern[0]))


def text_key(key: str | int) -> str:
    """The key next to that of abilities at which their text goes.

    >>> text_key("abilities"), text_key("do"), text_key("support-abilities")
    ('text', 'text', 'support-text')
    """
    return f"{str(key).removesuffix(_ENDING)}-text" if str(key).endswith(_ENDING) else "text"


def compiled(
    definition: Mapping[str, Data], abilities: Mapping[KeyPath, tuple[Ability, ...]], texts: Mapping[KeyPath, str]
) -> dict[str, Data]:
    """The card with `abilities` in canonical form at their places, and `texts` next to the places that they are for."""
    made: Data = dict(definition)
    for place in dict.fromkeys((*abilities, *texts)):
        if place == MAIN and MAIN[0] not in definition:  # without abilities, a card can still have such a text
            made = {**mapping(made), "abilities": []}
        canonical: list[Data] = [ability.data() for ability in abilities.get(place, ())]
        made = _compiled(made, place, canonical, texts.get(place))
    return dict(mapping(made))


def _compiled(value: Data, place: KeyPath, canonical: list[Data], words: str | None) -> Data:
    key = place[0]
    if isinstance(value, list) and isinstance(key, int):
        return [*value[:key], _compiled(value[key], place[1:], canonical, words), *value[key + 1 :]]
    if not isinstance(value, dict) or not isinstance(key, str):
        return value
    if len(place) > 1:
        below = {key: _compiled(value[key], place[1:], canonical, words)}
        return {**value, **below}
    made: dict[str, Data] = {}
    for name, other in value.items():
        made[name] = canonical if name == key else other
        if name == key and words is not None:
            made[text_key(name)] = words
    return made
