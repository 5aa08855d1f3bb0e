"""Requests of the API: of every operation that it describes, with bodies and parameters of its schemas or of none."""

import base64
import json
from collections.abc import Mapping
from functools import cache
from random import Random
from typing import Any
from urllib.parse import quote

from tests.hostile.fuzzing import calls, mutations, values
from tests.hostile.fuzzing.packs import SmallPack

METHODS = ("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "TRACE", "PATCH", "x", "")
PAGES = ("/", "/games/{}", "/games/{}/search", "/games/{}/cards/x", "/builder", "/health", "/api/v1/openapi.json", "/x")
SLOW = 0.03  # of the requests that would draw are sent: they take a hundred times as long as others
NAMES = ("mine", "other", "mine", "Mono Red", "con", "..", ".x", "x" * 81, "é", "a/b", "%2e%2e", "\udfff", "x\n")
ALONE = ("\udfff", "\ud800", "a\udc80b", "\udbff\udfff")  # halves of characters, and one that is whole
_HEADERS = {
    "if-match": ("*", '"x"', 'W/"x"', "", '"x", "y"', "x" * 5_000),
    "if-none-match": ("*", '"x"', 'W/"x"', ""),
    "accept-language": ("fr", "de;q=nan, fr;q=9", "*", "fr-CA, en;q=0.5", "x" * 5_000, ",;=" * 500),
    "content-type": ("application/json", "text/plain", "multipart/form-data", "application/json; charset=utf-16"),
    "content-encoding": ("gzip", "br"),
    "accept-encoding": ("gzip", "identity;q=0", "*;q=0"),
    "range": ("bytes=0-1", "bytes=" + "0-1," * 2_000),
    "content-length": ("0", "-1", "x", "9" * 40),
    "origin": ("http://localhost", "http://evil.example", "null"),
    "sec-fetch-site": ("cross-site", "same-origin"),
    "host": ("localhost", "evil.example", "localhost:x", ""),
    "cookie": ("a=b", "=" * 9_000),
}


@cache
def operations() -> tuple[tuple[str, str, Mapping[str, Any]], ...]:
    """Path, method and description of each; those that draw last."""
    from builder.web.server.openapi import description

    found = [(path, method, one) for path, methods in description()["paths"].items() for method, one in methods.items()]
    return tuple(sorted(found, key=lambda one: (draws(one[2]), one[0], one[1])))


def draws(operation: Mapping[str, Any]) -> bool:
    """Whether it answers with a print."""
    return "application/pdf" in operation["responses"]["200"]["content"]


def requests(pack: SmallPack, rng: Random) -> bytes:
    """A few requests, one after the other, as JSON."""
    return json.dumps([_request(pack, rng) for _ in range(rng.choice((1, 3, 6, 10)))], indent=1).encode()


def _request(pack: SmallPack, rng: Random) -> dict[str, Any]:
    path, method, operation = rng.choice([one for one in operations() if not draws(one[2]) or rng.random() < SLOW])
    if rng.random() < 0.35:  # what is sent, above all
        path, method, operation = rng.choice(
            [one for one in operations() if "requestBody" in one[2] and not draws(one[2])]
        )
    if rng.random() < 0.05:
        path, operation = (
            rng.choice(PAGES).format(pack.id),
            {"parameters": [{"in": "query", "name": n} for n in ("q", "lang")]},
        )
    return request_of(path, method, operation, pack, rng)


def request_of(path: str, method: str, operation: Mapping[str, Any], pack: SmallPack, rng: Random) -> dict[str, Any]:
    """A request of an operation, now and then with another method."""
    asked: dict[str, str] = {}
    for one in operation["parameters"]:
        name = one["name"]
        if one["in"] == "path":
            path = path.replace("{" + name + "}", quote(_named(name, pack, rng), safe="%", errors="surrogatepass"))
        elif one["in"] == "query" and rng.random() < 0.4:
            asked[name] = str(_parameter(name, one.get("schema", {}), pack, rng))
    request: dict[str, Any] = {"method": method.upper() if rng.random() < 0.97 else rng.choice(METHODS), "path": path}
    if asked:
        request["query"] = asked
    if rng.random() < 0.3:
        names = rng.sample(sorted(_HEADERS), rng.choice((1, 2)))
        request["headers"] = {name: rng.choice(_HEADERS[name]) for name in names}
    if "requestBody" in operation:
        schema = operation["requestBody"]["content"]["application/json"]["schema"]
        request |= _sent(schema, pack, rng)
    return request


def _named(name: str, pack: SmallPack, rng: Random) -> str:
    if rng.random() < 0.15:
        return rng.choice((values.text(rng), *ALONE))
    known = {"game": (pack.id,), "name": NAMES, "card": pack.cards, "format": pack.formats, "deck": pack.decks}
    return rng.choice(known.get(name) or (*pack.cards, *pack.formats, pack.id))


def _parameter(name: str, schema: Mapping[str, Any], pack: SmallPack, rng: Random) -> Any:
    if rng.random() < 0.2:
        return rng.choice((values.text(rng), *values.NUMBERS))
    if name in ("q", "query", "chance"):
        return values.query(rng, pack.fields, pack.words)
    return _value(schema, pack, rng, 0)


def _sent(schema: Mapping[str, Any], pack: SmallPack, rng: Random) -> dict[str, Any]:
    """A body: of the schema, changed a little, or bytes of any kind."""
    kind = rng.random()
    if kind < 0.05:
        return {"base64": base64.b64encode(rng.choice((b"", rng.randbytes(50), b"\xff\xfe{}", b"[" * 90_000))).decode()}
    data = _value(schema, pack, rng, 0)
    for _ in range(rng.choice((0, 0, 1, 1, 2))):
        data = mutations.altered(data, rng, pack.fields)
    text = mutations.written(data, rng, "x.json").decode("utf-8", "surrogatepass")
    if rng.random() < 0.06:
        text = text.replace('"', '"' + rng.choice(("\\udfff", "\\u0000", "\\ud800x")), rng.choice((1, 2, 9)))
    content = text.encode("utf-8", "surrogatepass")
    return {"body": text} if content.isascii() else {"base64": base64.b64encode(content).decode()}


def _value(schema: Mapping[str, Any], pack: SmallPack, rng: Random, depth: int) -> Any:
    """A value of a schema, as far as types and limits go; where decks are asked for, mostly a deck of the pack."""
    if "$ref" in schema:
        from builder.web.server.openapi import description

        schema = description()["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    properties = schema.get("properties", {})
    if {"game", "cards"} <= set(properties) and rng.random() < 0.8:
        return _deck(pack, rng)
    if "enum" in schema:
        return rng.choice(schema["enum"])
    kind = schema.get("type")
    if kind == "object" and depth < 6:
        if not properties:
            inner = schema.get("additionalProperties") or {}
            return {rng.choice((*pack.cards, values.text(rng))): _value(inner, pack, rng, depth + 1) for _ in range(2)}
        required = schema.get("required", ())
        return {
            name: _deck(pack, rng) if name in ("deck", "before", "after", "previous") and rng.random() < 0.8
            else [calls.chance(rng, pack) for _ in range(rng.choice((1, 3, 20)))]
            if name == "chances"
            else values.deck_list(rng, pack.cards, pack.sections) if name == "text"
            else _value(one, pack, rng, depth + 1)
            for name, one in properties.items()
            if name in required or rng.random() < 0.5
        }  # fmt: skip
    if kind == "array" and depth < 6:
        return [_value(schema.get("items", {}), pack, rng, depth + 1) for _ in range(rng.choice((0, 1, 2, 40)))]
    if kind == "integer":
        return rng.choice((1, 2, 7, schema.get("minimum", -1), schema.get("maximum", 10**6)))
    if kind in ("boolean", "number"):
        return rng.choice((True, False)) if kind == "boolean" else rng.choice((0.5, 1, 100))
    words = (pack.id, *pack.cards, *pack.formats, *pack.decks, *pack.words, values.text(rng), values.text(rng))
    return rng.choice((values.query(rng, pack.fields, pack.words), *(rng.choice(words) for _ in "abcd")))


def _deck(pack: SmallPack, rng: Random) -> Any:
    known = (*pack.cards, *ALONE[:1], "x") if rng.random() < 0.2 else pack.cards
    counts = (1, 2, 3, 60, 10_000)
    cards: dict[str, Any] = {rng.choice(known): rng.choice(counts) for _ in range(rng.choice((0, 1, 4)))}
    if rng.random() < 0.02:
        cards |= {f"card-{n}": 1 for n in range(rng.choice((1_999, 2_001, 20_000)))}
    deck: dict[str, Any] = {"name": rng.choice(("Mine", *ALONE[:1], values.text(rng))), "game": pack.id, "cards": cards}
    if rng.random() < 0.5 and pack.formats:
        deck["format"] = rng.choice((*pack.formats, "no-such"))
    return deck
