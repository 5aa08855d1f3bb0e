"""Earlier states of games, from a folder that was published before or from a revision of git."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree as ET

from builder.checks import CardSource, CheckedPack, check_pack
from builder.decks import sample_deck
from builder.diagnostics import UsageError, count_of
from builder.diagnostics.harmless import one_line
from builder.documents.data import Data, mapping, sequence, text
from builder.games import card_from
from builder.library import card_json
from builder.packs.git import revision, whole_pack_at
from builder.packs.pack import Pack
from builder.publishing.documents import Content, as_json
from builder.publishing.manifest import INDEX, games_in, index_in, read_json
from builder.storage.files import is_folder

Earlier = tuple[dict[str, Content], dict[str, str]]  # by games' ids: their content then, and the name of that state


def earlier(packs: Mapping[str, Pack], since: str) -> Earlier:
    """The content of games at a revision, on a day or in a published folder; `packs` are by the games' ids.

    Raises UsageError where that can't be found out.
    """
    return _in_folder(Path(since), packs) if is_folder(since) else _in_git(packs, since)


def _in_folder(folder: Path, wanted: Iterable[str]) -> Earlier:
    index = index_in(folder)
    if index is None:
        raise UsageError.of("publishing", "unpublished", folder=folder, file=INDEX)
    listed = games_in(index)
    found = {game_id: _content_in(folder, game_id, listed[game_id]) for game_id in wanted if game_id in listed}
    return found, dict.fromkeys(found, text(index["data"]))


def _content_in(folder: Path, game_id: str, data: Mapping[str, Data]) -> Content:
    def read(name: str) -> Mapping[str, Data]:
        return mapping(read_json(folder, f"games/{game_id}/{name}"))

    game = read("game.json")
    cards = [mapping(card) for card in sequence(read("cards.json").get("cards"))]
    rulings = [mapping(ruling) for ruling in sequence(read("rulings.json").get("rulings"))]
    start = f"games/{game_id}/decks/"
    paths = [text(mapping(entry).get("path")) for entry in sequence(data.get("files"))]
    decks = [path.removeprefix(start).removesuffix(".json") for path in paths if path.startswith(start)]
    return Content(
        text(game.get("name")),
        mapping(game.get("definition")),
        {text(card.get("id")): card for card in cards},
        {name: mapping(written) for name, written in read("formats.json").items()},
        {deck: read(f"decks/{deck}.json") for deck in decks},
        {text(ruling.get("question")): ruling for ruling in rulings},
    )


def _in_git(packs: Mapping[str, Pack], since: str) -> Earlier:
    found: dict[str, Content] = {}
    names: dict[str, str] = {}
    for game_id, pack in packs.items():
        then = revision(pack.root, since)
        before, _ = whole_pack_at(pack, then.commit, since)
        if "game.yaml" not in before.files:
            continue  # it did not exist yet
        found[game_id] = content_of_pack(check_pack(before))
        names[game_id] = then.commit
    return found, names


def content_of_pack(checked: CheckedPack) -> Content:
    """The content of a checked pack. It may have errors by today's rules: then what can be read of it."""
    rulings = [mapping(ruling) for ruling in sequence(checked.rulings.data if checked.rulings else None)]
    default = text(checked.words.get("default-format"))
    return Content(
        text(checked.words.get("name")),
        checked.words,
        {card.id: _card(checked, card) for card in checked.ids.values()},
        {name: mapping(document.data) for name, document in checked.formats.items()},
        {name: _deck(document.data, checked.aliases, default) for name, document in checked.decks.items()},
        {text(ruling.get("question")): {"section": "", "cards": [], **ruling} for ruling in rulings},
    )


def _card(checked: CheckedPack, card: CardSource) -> dict[str, Data]:
    written = checked.abilities.compiled(card.definition, checked.language)
    printings = checked.printings.get(card.id, ())
    return card_json(card_from(written, checked.id, card.set_id, printings=printings, pack=card.pack))


def _deck(written: Data, aliases: Mapping[str, str], default_format: str) -> dict[str, Data]:
    deck = sample_deck(mapping(written), aliases)
    return replace(deck, format=deck.format or default_format).to_document()


KINDS = ("cards", "formats", "rulings", "decks")
_ATOM = "http://www.w3.org/2005/Atom"


def changes_between(
    before: Mapping[str, Content], now: Mapping[str, Content], since: Mapping[str, str]
) -> dict[str, Data]:
    """The data of changes.json: for each game that changed, what was added, removed and changed, by kind.

    `since` names, by game, the state that it is compared with; games without one did not exist then.
    """
    games: list[Data] = []
    for game_id in sorted(before.keys() | now.keys()):
        old, new = before.get(game_id, Content()), now.get(game_id, Content())
        changes = dict(_of_game(old, new))
        if changes:
            how = "added" if game_id not in before else "removed" if game_id not in now else "changed"
            games.append({"id": game_id, "name": new.name or old.name, "how": how, **changes})
    return {"since": {**since}, "games": games}


def _of_game(old: Content, new: Content) -> Iterator[tuple[str, Data]]:
    """The changes of a game, by kind; only kinds with changes."""
    if keys := _different(old.definition, new.definition):
        yield "game", [*keys]
    for kind in KINDS:
        was: Mapping[str, Mapping[str, Data]] = getattr(old, kind)
        is_: Mapping[str, Mapping[str, Data]] = getattr(new, kind)
        changes: dict[str, Data] = {
            "added": [_named(i, is_[i]) for i in is_ if i not in was],
            "removed": [_named(i, was[i]) for i in was if i not in is_],
            "changed": [
                {**_named(i, is_[i]), "fields": [*_different(was[i], is_[i])]}
                for i in is_
                if i in was and is_[i] != was[i]
            ],
        }
        if any(changes.values()):
            yield kind, changes


def _different(old: Mapping[str, Data], new: Mapping[str, Data]) -> list[str]:
    """The keys whose values differ, those that are new last."""
    return [key for key in {**old, **new} if key not in old or key not in new or old[key] != new[key]]


def _named(thing_id: str, thing: Mapping[str, Data]) -> dict[str, Data]:
    name = text(thing.get("name"))
    return {"id": thing_id, "name": name} if name else {"id": thing_id}


def feed(changes: Mapping[str, Data], published: str, address: str = "") -> bytes:
    """The changes as an Atom feed, with an entry for each game; `published` is a day.

    `address` is that of the site, if there is one; the feed is in its data folder.
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
    """The changes of a game, in numbers."""
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
