"""Lexicons and phrases of the packs, and random abilities that a lexicon allows."""

import json
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from random import Random

import yaml

from builder.abilities import Lexicon, lexicon_from
from builder.abilities.lexicon import words_of
from builder.abilities.phrases import Phrases, phrases_from
from builder.abilities.types import Bounds, Effects, Filter, Flag, Number, OneOf, Selectors, Tally, Type

ROOT = Path(__file__).parents[2]
GAMES = [file.parent.name for file in sorted((ROOT / "cards").glob("*/verbs.yaml"))]  # whose cards have abilities
LANGUAGES = ("en", "fr")


SPOKEN = [(game, path.stem) for game in GAMES for path in sorted((ROOT / "cards" / game / "phrases").glob("*.yaml"))]


def read(path: str) -> dict:
    """A YAML file of the project."""
    return yaml.safe_load((ROOT / path).read_text("utf-8"))


@cache
def lexicon(game: str) -> Lexicon:
    """The lexicon of one of the packs."""
    return lexicon_from(read(f"cards/{game}/verbs.yaml"), read("schemas/verbs.yaml"))


@cache
def phrases(game: str, language: str) -> Phrases:
    """The phrases of one of the packs."""
    shared, own = read(f"schemas/phrases/{language}.yaml"), read(f"cards/{game}/phrases/{language}.yaml")
    return phrases_from(language, shared, own, symbols(game))


@cache
def symbols(game: str) -> frozenset[str]:
    """The ids of the symbols of one of the packs."""
    described = read(f"cards/{game}/game.yaml")
    return frozenset(described.get("symbols", {})) | frozenset(described.get("resources", {}))


def card_types(game: str) -> list[str]:
    """The card types of one of the packs."""
    return list(read(f"cards/{game}/game.yaml")["types"])


def random_ability(lexicon: Lexicon, random: Random) -> dict[str, object]:
    """An ability in its short form, of verbs and words of the game; `it` may refer to nothing in it."""
    lists, opening = lexicon.lists, {}
    how = random.random()
    if how < 0.3 and lexicon.happenings:
        opening["when"] = random.choice(list(lexicon.happenings))
    elif how < 0.4 and lists["times"]:
        opening["at"] = random.choice(lists["times"])
    elif how < 0.6 and lists["uses"]:
        opening["use"] = random.choice(lists["uses"])
        if random.random() < 0.7 and lexicon.tally.names and not lists["phases"]:
            opening["cost"] = {random.choice(lexicon.tally.names): random.randint(1, 3)}
        if random.random() < 0.3 and lists["limits"]:
            opening["limit"] = random.choice(lists["limits"])
    effect = _effect(lexicon, random)
    if random.random() < 0.1 and lexicon.conditions:
        name = random.choice(list(lexicon.conditions))
        _, type_ = lexicon.conditions[name]
        effect["if"] = name if type_ is None else {name: _value(lexicon, type_, random)}
    if random.random() < 0.05:
        effect["may"] = True
    return {**opening, **effect}


def _effect(lexicon: Lexicon, random: Random, *, within: bool = False) -> dict[str, object]:
    verbs = [v for v in lexicon.verbs.values() if not (within and isinstance(v.main, Effects))]
    verb = random.choice(verbs)
    made = {verb.name: _value(lexicon, verb.main, random)}
    made |= {
        name: _value(lexicon, type_, random)
        for name, type_ in verb.takes.items()
        if name in verb.needs or random.random() < 0.3
    }
    for name, other in verb.requires.items():
        if name in made:
            made.setdefault(other, _value(lexicon, verb.takes[other], random))
    return made


def _value(lexicon: Lexicon, type_: Type, random: Random) -> object:
    one = random.choice(type_.alternatives)
    if isinstance(one, Number):
        return random.randint(one.least, min(one.most, one.least + 4))
    if isinstance(one, OneOf):
        return random.choice(one.words)
    if isinstance(one, Selectors):
        return random.choice(one.forms or list(lexicon.countable if one.each else lexicon.selectors))
    if isinstance(one, Tally):
        return {random.choice(one.names): random.randint(1, 3)}
    if isinstance(one, Filter):
        return {random.choice(one.fields): f"{random.randint(1, 6)}{random.choice(['', '-', '+'])}"}
    if isinstance(one, Bounds):
        return f"{random.randint(1, 6)}{random.choice(['', '-', '+'])}"
    if isinstance(one, Flag):
        return random.random() < 0.5 if one.only is None else one.only
    return [_effect(lexicon, random, within=True) for _ in range(2)]


def wrapped(language: Phrases) -> Phrases:
    """The same phrases with each of their letters in brackets: text outside brackets does not come from them."""

    def mark(value: object) -> object:
        if isinstance(value, Mapping):
            plain = ("gender", "many")
            return {k: v if k in plain or (k != "say" and "say" in value) else mark(v) for k, v in value.items()}
        if isinstance(value, list):
            return [mark(one) for one in value]
        return _marked(value) if isinstance(value, str) else value

    plain = ("axis", "style", "orthography")
    sections = {name: words if name in plain else mark(words) for name, words in language.sections.items()}
    return Phrases(language.language, sections, language.axis, language.symbols, language.plural_from)


def _marked(phrase: str) -> str:
    """A phrase whose letters are replaced by a sign that is no letter, but for the names of slots."""
    out, in_name = [], False
    for letter in phrase:
        in_name = letter == "{" or (in_name and letter not in ":}")
        out.append("·" if letter.isalpha() and not in_name else letter)
    return "".join(out)


_ODD: tuple[object, ...] = (
    None, True, False, 0, 1, -1, 100, 2.5, "", "it", "draw", "3+", "12-", "x", [], {}, [{}], {"draw": 1},
)  # fmt: skip


def mutated(written: object, lexicon: Lexicon, random: Random) -> object:
    """The ability with one thing in it changed: a value, a key, one more or one less."""
    copy = json.loads(json.dumps(written))
    places = [place for place in _collections(copy) if place]
    if not places or random.random() < 0.02:
        return random.choice(_ODD)
    inside = random.choice(places)
    key = random.choice(list(inside) if isinstance(inside, dict) else range(len(inside)))
    how = random.randrange(6)
    words = [*words_of(lexicon)]
    if how == 0:
        inside[key] = random.choice(_ODD)
    elif how == 1:
        inside[key] = random.choice(words)
    elif how == 2:
        del inside[key]
    elif how == 3:
        inside[key] = [inside[key]] if random.random() < 0.5 else {"do": inside[key]}
    elif isinstance(inside, dict) and how == 4:
        inside[random.choice(words)] = inside.pop(key)
    elif isinstance(inside, dict):
        inside[random.choice(_KEYS)] = random.choice([inside[key], *_ODD])
    return copy


_KEYS = ("if", "may", "do", "use", "when", "at", "during", "cost", "limit", "mode", "to", "who", "from", "main", "op")


def _collections(value: object) -> Iterator[dict | list]:
    if isinstance(value, dict | list):
        yield value
        for inner in value.values() if isinstance(value, dict) else value:
            yield from _collections(inner)
