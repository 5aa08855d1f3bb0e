"""JSON Schema (2020-12) of the abilities of one game, made from its lexicon: what editors complete and underline."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence

from builder.abilities.lexicon import LIST_OF, WITH_EVERY_VERB, Lexicon, Verb
from builder.abilities.types import LARGEST, Bounds, Filter, Flag, Number, OneOf, Selectors, Tally, Type
from builder.documents.data import Data

_RANGE: Data = {
    "anyOf": [{"type": "integer", "minimum": 0, "maximum": LARGEST}, {"type": "string", "pattern": r"^\d{1,2}[+-]?$"}]
}
_OPENINGS = {
    "when": "What sets it off; on a card that is played in answer, what it answers.",
    "at": "The time that sets it off.",
    "during": "When it holds, or can be used.",
    "use": "How a player uses it.",
    "cost": "What a player pays for it: amounts, or an effect.",
    "limit": "How often it can be used.",
    "mode": "The mode of play in which it holds.",
}


def schema_text(lexicon: Lexicon) -> str:
    """The schema as a file, such as a pack's abilities.schema.json."""
    return json.dumps(schema_of(lexicon), ensure_ascii=False, indent=1) + "\n"


def schema_of(lexicon: Lexicon) -> dict[str, Data]:
    """The schema of what stands after `abilities` on a card: an ability, or a list of them."""
    ability: Data = {"$ref": "#/$defs/ability"}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Abilities",
        "description": "What the card does: one ability for each printed line.",
        "$defs": {
            "selector": _selector(lexicon),
            "countable": {"title": "Each of which", **_one_of(lexicon.countable)},
            "range": {
                "title": "Range",
                "description": "4 is exactly 4, 4- is 4 or less, 4+ is 4 or more.",
                **_as_dict(_RANGE),
            },
            "condition": _condition(lexicon),
            "inner": _effect(lexicon, [verb for verb in lexicon.verbs.values() if not verb.main.has_effects]),
            "effect": _effect(lexicon, list(lexicon.verbs.values())),
            "ability": _ability(lexicon),
        },
        "anyOf": [ability, {"type": "array", "minItems": 1, "items": ability}],
    }


def _as_dict(value: Data) -> dict[str, Data]:
    return dict(value) if isinstance(value, Mapping) else {}


def _selector(lexicon: Lexicon) -> Data:
    return {"title": "Which", "anyOf": [{"enum": list(lexicon.selectors)}, _up_to(lexicon)]}


def _one_of(words: Sequence[Data]) -> dict[str, Data]:
    """One of these words; a schema that nothing fits where there are none, since an `enum` may not be empty."""
    return {"enum": list(words)} if words else {"not": {}}


def _up_to(lexicon: Lexicon) -> Data:
    """The pattern of `up to 2 enemy ships`: a number, and cards whose short form selects one."""
    words: dict[str, list[str]] = {}
    for word, singular in lexicon.singular.items():
        words.setdefault(singular, []).append(word)
    one = [form for form, selector in lexicon.selectors.items() if selector.take == "one"]
    forms = (" ".join(_any_of(words.get(word, [word])) for word in form.split(" ")) for form in one)
    return {"type": "string", "pattern": f"^up to [1-9][0-9]? {_any_of(list(dict.fromkeys(forms)))}$"}


def _any_of(words: list[str]) -> str:
    return words[0] if len(words) == 1 else f"({'|'.join(words)})"


def _condition(lexicon: Lexicon) -> Data:
    alone: list[Data] = [name for name, (_, type_) in lexicon.conditions.items() if type_ is None]
    valued = {name: (means, type_) for name, (means, type_) in lexicon.conditions.items() if type_ is not None}
    properties: Data = {name: _described(means, _type(type_)) for name, (means, type_) in valued.items()}
    mapping: Data = {
        "type": "object",
        "additionalProperties": False,
        "minProperties": 1,
        "maxProperties": 1,
        "properties": properties,
    }
    return (
        {"anyOf": [*([{"enum": alone}] if alone else []), *([mapping] if valued else [])]}
        if lexicon.conditions
        else False
    )


def _effect(lexicon: Lexicon, verbs: list[Verb]) -> Data:
    if not verbs:
        return False
    return {
        "title": "Effect",
        "type": "object",
        "additionalProperties": False,
        "properties": {**_verbs(verbs), **_arguments(verbs), **_common(lexicon)},
        "oneOf": [{"required": [verb.name]} for verb in verbs],
        "allOf": [_of_verb(verb, WITH_EVERY_VERB) for verb in verbs],
    }


def _ability(lexicon: Lexicon) -> Data:
    verbs = list(lexicon.verbs.values())
    openings = _openings(lexicon)
    effects: Data = {
        "anyOf": [{"$ref": "#/$defs/effect"}, {"type": "array", "minItems": 1, "items": {"$ref": "#/$defs/effect"}}]
    }
    return {
        "title": "Ability",
        "type": "object",
        "additionalProperties": False,
        "properties": {
            **_verbs(verbs),
            **openings,
            "do": _described("What is done, one effect after the other.", effects),
            **_arguments(verbs),
            **_common(lexicon),
        },
        "oneOf": [{"required": [name]} for name in ("do", *(verb.name for verb in verbs))],
        "allOf": [
            {"if": {"required": ["do"]}, "then": {"propertyNames": {"enum": [*openings, "do"]}}},
            *(_of_verb(verb, (*WITH_EVERY_VERB, *openings)) for verb in verbs),
        ],
        "dependentRequired": {"limit": ["use"]},
        "dependentSchemas": {"cost": {"anyOf": [{"required": [name]} for name in ("use", "when", "during")]}},
    }


def _openings(lexicon: Lexicon) -> dict[str, Data]:
    tally = _type(lexicon.tally)
    one: Data = {"anyOf": [tally, {"$ref": "#/$defs/effect"}]}
    found: dict[str, Data] = {}
    for name, means in _OPENINGS.items():
        if name == "when" and lexicon.happenings:
            found[name] = _described(means, {"enum": list(lexicon.happenings)})
        elif name == "cost":
            found[name] = _described(
                means, {"anyOf": [tally, {"$ref": "#/$defs/effect"}, {"type": "array", "minItems": 1, "items": one}]}
            )
        elif words := lexicon.lists.get(LIST_OF.get(name, "")):
            found[name] = _described(means, {"enum": list(words)})
    return found


def _verbs(verbs: Iterable[Verb]) -> dict[str, Data]:
    return {verb.name: _described(verb.means, _type(verb.main)) for verb in verbs}


def _arguments(verbs: Iterable[Verb]) -> dict[str, Data]:
    """The arguments of all verbs, untyped: each verb says what stands there."""
    return {name: True for verb in verbs for name in verb.takes}


def _common(lexicon: Lexicon) -> dict[str, Data]:
    may = _described("The player may leave it undone.", {"const": True})
    return {"if": _described("What must hold for it.", {"$ref": "#/$defs/condition"}), "may": may}


def _of_verb(verb: Verb, more: Iterable[str]) -> Data:
    """What holds where a verb is: its own arguments, of their types, and no others."""
    then: dict[str, Data] = {
        "propertyNames": {"enum": [verb.name, *verb.takes, *more]},
        "properties": {name: _type(type_) for name, type_ in verb.takes.items()},
    }
    if verb.needs:
        then["required"] = list(verb.needs)
    if verb.requires:
        then["dependentRequired"] = {name: [other] for name, other in verb.requires.items()}
    return {"if": {"required": [verb.name]}, "then": then}


def _type(type_: Type) -> Data:
    kinds = type_.alternatives
    return _simple(kinds[0]) if len(kinds) == 1 else {"anyOf": [_simple(one) for one in kinds]}


def _simple(type_: Type) -> Data:
    if isinstance(type_, Number):
        return {"type": "integer", "minimum": type_.least, "maximum": type_.most}
    if isinstance(type_, OneOf):
        return _one_of([*type_.words, *(int(word) for word in type_.words if word.isdigit())])
    if isinstance(type_, Selectors):
        any_: Data = {"$ref": "#/$defs/countable" if type_.each else "#/$defs/selector"}
        return {"enum": list(type_.forms)} if type_.forms else any_
    if isinstance(type_, Tally):
        amount: Data = {
            "type": "integer",
            "minimum": -LARGEST if type_.signed else 1,
            "maximum": LARGEST,
            "not": {"const": 0},
        }
        return _mapping(type_.names, amount)
    if isinstance(type_, Filter):
        return _mapping(type_.fields, {"$ref": "#/$defs/range"})
    if isinstance(type_, Bounds):
        return {"$ref": "#/$defs/range"}
    if isinstance(type_, Flag):
        return {"type": "boolean"} if type_.only is None else {"const": type_.only}
    inner: Data = {"$ref": "#/$defs/inner"}
    return {"anyOf": [inner, {"type": "array", "minItems": 1, "items": inner}]}


def _mapping(names: Iterable[str], value: Data) -> Data:
    return {
        "type": "object",
        "additionalProperties": False,
        "minProperties": 1,
        "properties": dict.fromkeys(names, value),
    }


def _described(means: str, schema: Data) -> Data:
    return {"description": means, **_as_dict(schema)} if means else schema
