"""Earlier states of games: what was in a folder that was published before, and packs in a revision of git."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path

from builder.checks import CardSource, CheckedPack, check_pack
from builder.decks import sample_deck
from builder.diagnostics import UsageError
from builder.documents.data import Data, mapping, sequence, text
from builder.games import card_from
from builder.library import card_json
from builder.packs.git import revision, whole_pack_at
from builder.packs.pack import Pack
from builder.publishing.documents import Content
from builder.publishing.manifest import INDEX, games_in, index_in, read_json
from builder.storage.files import is_folder

Earlier = tuple[dict[str, Content], dict[str, str]]  # what the games said, and the name of that state, by their ids


def earlier(packs: Mapping[str, Pack], since: str) -> Earlier:
    """What the games of these packs, which are by their ids, said at a revision, on a day or in a published folder.

    Raises UsageError where that can't be found out.
    """
    return _in_folder(Path(since), packs) if is_folder(since) else _in_git(packs, since)


def _in_folder(folder: Path, wanted: Iterable[str]) -> Earlier:
    index = index_in(folder)
    if index is None:
        message = f'"{folder}" has no {INDEX}, so nothing was published there'
        raise UsageError(message, "name a folder that `arsenal publish` wrote, or a revision of git")
    listed = games_in(index)
    found = {game_id: _content_in(folder, game_id, listed[game_id]) for game_id in wanted if game_id in listed}
    return found, dict.fromkeys(found, text(index["data"]))


def _content_in(folder: Path, game_id: str, said: Mapping[str, Data]) -> Content:
    def read(name: str) -> Mapping[str, Data]:
        return mapping(read_json(folder, f"games/{game_id}/{name}"))

    game = read("game.json")
    cards = [mapping(card) for card in sequence(read("cards.json").get("cards"))]
    rulings = [mapping(ruling) for ruling in sequence(read("rulings.json").get("rulings"))]
    start = f"games/{game_id}/decks/"
    paths = [text(mapping(entry).get("path")) for entry in sequence(said.get("files"))]
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
            continue  # it was not there yet
        found[game_id] = said_by(check_pack(before))
        names[game_id] = then.commit
    return found, names


def said_by(checked: CheckedPack) -> Content:
    """What a pack says that was checked, also one that has errors by today's rules: then what of it can be read."""
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
