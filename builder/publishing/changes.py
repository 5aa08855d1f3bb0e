"""What differs between two states of games: as data, and as a feed that people subscribe to (Atom, RFC 4287)."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from xml.etree import ElementTree as ET

from builder.diagnostics import count_of
from builder.diagnostics.harmless import one_line
from builder.documents.data import Data, mapping, sequence, text
from builder.publishing.documents import Content, as_json

KINDS = ("cards", "formats", "rulings", "decks")
_ATOM = "http://www.w3.org/2005/Atom"


def changes_between(
    before: Mapping[str, Content], now: Mapping[str, Content], since: Mapping[str, str]
) -> dict[str, Data]:
    """What changes.json says: for each game that changed, what was added, removed and changed, by kind.

    `since` names, by game, the state it is compared with; a game that it does not name was not there.
    """
    games: list[Data] = []
    for game_id in sorted(before.keys() | now.keys()):
        old, new = before.get(game_id, Content()), now.get(game_id, Content())
        said = dict(_of_game(old, new))
        if said:
            how = "added" if game_id not in before else "removed" if game_id not in now else "changed"
            games.append({"id": game_id, "name": new.name or old.name, "how": how, **said})
    return {"since": {**since}, "games": games}


def _of_game(old: Content, new: Content) -> Iterator[tuple[str, Data]]:
    """What changed of a game, by kind; only what there is."""
    if keys := _different(old.definition, new.definition):
        yield "game", [*keys]
    for kind in KINDS:
        was: Mapping[str, Mapping[str, Data]] = getattr(old, kind)
        is_: Mapping[str, Mapping[str, Data]] = getattr(new, kind)
        said: dict[str, Data] = {
            "added": [_named(i, is_[i]) for i in is_ if i not in was],
            "removed": [_named(i, was[i]) for i in was if i not in is_],
            "changed": [
                {**_named(i, is_[i]), "fields": [*_different(was[i], is_[i])]}
                for i in is_
                if i in was and is_[i] != was[i]
            ],
        }
        if any(said.values()):
            yield kind, said


def _different(old: Mapping[str, Data], new: Mapping[str, Data]) -> list[str]:
    """The keys whose values differ, those that are new last."""
    return [key for key in {**old, **new} if key not in old or key not in new or old[key] != new[key]]


def _named(thing_id: str, thing: Mapping[str, Data]) -> dict[str, Data]:
    name = text(thing.get("name"))
    return {"id": thing_id, "name": name} if name else {"id": thing_id}


def feed(changes: Mapping[str, Data], published: str, address: str = "") -> bytes:
    """The changes as an Atom feed, an entry a game; `published` is a day.

    `address` is that of the site whose games these are, where there is one: the feed lies in its folder of data.
    """
    ET.register_namespace("", _ATOM)
    root = ET.Element(f"{{{_ATOM}}}feed")
    games = [mapping(game) for game in sequence(changes.get("games"))]
    _add(root, "id", _urn(as_json({"feed": [game["id"] for game in games]})))
    _add(root, "title", "What changed in the cards")
    _add(root, "updated", f"{published}T00:00:00Z")
    _add(ET.SubElement(root, f"{{{_ATOM}}}author"), "name", "Arsenal")
    if address:
        _link(root, "alternate", address)
        _link(root, "self", f"{address}v1/changes.atom")
    for game in games:
        entry = ET.SubElement(root, f"{{{_ATOM}}}entry")
        _add(entry, "id", _urn(as_json({**game, "since": changes["since"]})))
        _add(entry, "title", f"{text(game.get('name'))}: {_summary(game)}")
        _add(entry, "updated", f"{published}T00:00:00Z")
        if address and game.get("how") != "removed":
            _link(entry, "alternate", f"{address}games/{text(game.get('id'))}/index.html")
        content = ET.SubElement(entry, f"{{{_ATOM}}}content", {"type": "text"})
        content.text = "\n".join(map(one_line, _lines(game)))
    ET.indent(root)
    return f'<?xml version="1.0" encoding="utf-8"?>\n{ET.tostring(root, encoding="unicode")}\n'.encode()


def _summary(game: Mapping[str, Data]) -> str:
    """What changed of a game, in numbers."""
    parts = []
    for kind in KINDS:
        for how, listed in mapping(game.get(kind)).items():
            if number := len(sequence(listed)):
                parts.append(f"{count_of(number, kind.removesuffix('s'))} {how}")
    return ", ".join(parts) or "the game itself changed"


def _lines(game: Mapping[str, Data]) -> Iterator[str]:
    for kind in KINDS:
        for how, listed in mapping(game.get(kind)).items():
            for thing in map(mapping, sequence(listed)):
                fields = ", ".join(text(field) for field in sequence(thing.get("fields")))
                named = text(thing.get("name")) or text(thing.get("id"))
                yield f"{kind.removesuffix('s')} {how}: {named}" + (f" ({fields})" if fields else "")
    if fields := ", ".join(text(key) for key in sequence(game.get("game"))):
        yield f"game changed: {fields}"


def _urn(content: bytes) -> str:
    return f"urn:sha256:{hashlib.sha256(content).hexdigest()}"


def _link(parent: ET.Element, rel: str, address: str) -> None:
    ET.SubElement(parent, f"{{{_ATOM}}}link", {"rel": rel, "href": address})


def _add(parent: ET.Element, name: str, content: str) -> None:
    ET.SubElement(parent, f"{{{_ATOM}}}{name}").text = one_line(content)
