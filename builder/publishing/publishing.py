"""Publishes games to a folder: all files at once, or none. Unchanged files are not written again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from builder.diagnostics import UsageError, suggestion
from builder.documents.data import Data
from builder.games import Game
from builder.library import Catalog
from builder.library.store.reproducible import database_of
from builder.packs.pack import Pack, refuse_overwriting
from builder.playing.playable import is_played
from builder.playing.telling import published_phrases
from builder.publishing.documents import Content, as_json, content_of, documents_of, shared_documents
from builder.publishing.earlier import changes_between, earlier, feed
from builder.publishing.manifest import CHANGES, INDEX, check_path, hashed_name, index_in, manifest, manifest_text
from builder.storage.files import inside, is_folder, is_there, write_folder
from builder.storage.resources import bundled
from builder.words import DEFAULT, speaking, words_here

FEED = "changes.atom"


@dataclass(frozen=True, slots=True)
class Published:
    """What was published: the manifest, how many files were written, and a line about it for the user."""

    manifest: Mapping[str, Data]
    written: int
    line: str


def publish(
    catalog: Catalog,
    packs: Iterable[Pack],
    folder: Path,
    *,
    games: Sequence[str] = (),
    languages: Sequence[str] = (),
    since: str = "",
    day: date | None = None,
) -> Published:
    """Publish games (by ids, by default all) to a folder, which is made if need be.

    Cards are published in the game's own language and in these `languages`, or in all that the game has. With `since`
    (see `builder.publishing.earlier`), the changes since then are published, too. `day` is written in the manifest, by
    default today; where nothing has changed, the earlier day stays.

    Raises UsageError where the folder holds other things or can't be written, and FindingsError for packs with errors.
    """
    if is_there(folder) and not is_folder(folder):
        raise UsageError.of("publishing", "folder", path=folder)
    made = prepare(catalog, packs, folder, games=games, languages=languages, since=since, day=day)
    written = _write(folder, made.files)
    return Published(made.manifest, written, line_about(folder, made.games, len(made.files), written))


def line_about(folder: Path, games: int, files: int, written: int, removed: int = 0) -> str:
    """A line for the user with the numbers of games and files, and of files written and removed."""
    say = words_here("publishing")
    what = say("games", games, files=say("files", files))
    done = [say(key, number=str(number)) for key, number in (("written", written), ("removed", removed)) if number]
    return say("line", folder=folder, what=what, done=", ".join(done) or say("unchanged"))


@dataclass(frozen=True, slots=True)
class Prepared:
    """What is to be published: the manifest, all files by their paths, and the number of games."""

    manifest: Mapping[str, Data]
    files: Mapping[str, bytes]
    games: int


def prepare(
    catalog: Catalog,
    packs: Iterable[Pack],
    folder: Path,
    *,
    games: Sequence[str] = (),
    languages: Sequence[str] = (),
    since: str = "",
    day: date | None = None,
    address: str = "",
) -> Prepared:
    """What `publish` writes to a folder, which may hold earlier published files. Raises as `publish` does.

    `address` is that of the site that the data is part of.
    """
    chosen = [catalog.game(name) for name in dict.fromkeys(games)] if games else catalog.games
    there = index_in(folder)
    by_root = {pack.root.resolve(): pack for pack in packs}
    of_game = {game.id: by_root[game.root.resolve()] for game in chosen}
    before = earlier(of_game, since) if since else None
    check_languages(catalog, chosen, languages)
    contents, files = _documents(catalog, of_game, languages)
    today = (day or date.today()).isoformat()
    changes = changes_between(before[0], contents, before[1]) if before else None
    if changes is not None:
        files[CHANGES] = as_json(changes)
    entries = {game.id: _entry(catalog, game, contents[game.id]) for game in chosen}
    index = manifest(entries, files, today)
    if there and there["data"] == index["data"]:
        index["published"] = there["published"]
    named = {name: content for path, content in files.items() for name in (path, hashed_name(path, content))}
    named[INDEX] = manifest_text(index)
    if changes is not None:
        named[FEED] = feed(changes, str(index["published"]), address)
    return Prepared(index, named, len(chosen))


@speaking(DEFAULT)  # data does not depend on the language of the user
def _documents(
    catalog: Catalog, packs: Mapping[str, Pack], languages: Sequence[str]
) -> tuple[dict[str, Content], dict[str, bytes]]:
    """The content of the games of these packs, and their files."""
    contents = {game_id: content_of(catalog, catalog.game(game_id)) for game_id in packs}
    files = shared_documents(catalog, contents)
    for game_id, content in contents.items():
        game = catalog.game(game_id)
        wanted = [name for name in catalog.languages(game) if not languages or name in languages]
        played = is_played(game_id)
        phrases = published_phrases(game, packs[game_id].files, catalog.languages(game)) if played else {}
        made = documents_of(catalog, game, content, wanted, phrases)
        made["cards.sqlite"] = database_of(packs[game_id])
        if abilities := _abilities_schema(packs[game_id], game_id):
            made["schemas/abilities.schema.json"] = abilities
        files |= {f"games/{game_id}/{name}": one for name, one in made.items()}
    return contents, files


def _entry(catalog: Catalog, game: Game, content: Content) -> dict[str, Data]:
    """The manifest's entry for a game, without its files."""
    return {
        "id": game.id,
        "name": game.name,
        "cards": len(content.cards),
        "languages": [*catalog.languages(game)],
        "formats": [*content.formats],
        "decks": [*content.decks],
    }


def _abilities_schema(pack: Pack, game_id: str) -> bytes | None:
    """The schema by which editors complete a game's abilities: the pack's own, or the bundled one of a bundled game."""
    bundled_one = bundled("schemas") / f"{game_id}.abilities.schema.json"
    if pack.bundled and bundled_one.is_file():
        return bundled_one.read_bytes()
    return pack.files.get("abilities.schema.json")


def check_languages(catalog: Catalog, games: Iterable[Game], languages: Iterable[str]) -> None:
    """Raises UsageError for a language that no game has."""
    known = dict.fromkeys(name for game in games for name in catalog.languages(game))
    for language in languages:
        if language not in known:
            help_ = suggestion(language, known, "languages", words_here())
            raise UsageError.of("publishing", "language", name=language, help_=help_)


def _write(folder: Path, files: Mapping[str, bytes]) -> int:
    """Write the files that have changed; returns how many. Raises UsageError."""
    for path in files:
        check_path(path)
    if not is_folder(folder):
        write_folder(folder, files, new=True)
        return len(files)
    changed = {path: content for path, content in files.items() if not is_same(inside(folder, path), content)}
    refuse_overwriting([folder / path for path in changed])
    if changed:
        write_folder(folder, changed)
    return len(changed)


def is_same(path: Path, content: bytes) -> bool:
    """Whether a file exists and has this content."""
    try:
        return path.is_file() and path.stat().st_size == len(content) and path.read_bytes() == content
    except OSError:
        return False
