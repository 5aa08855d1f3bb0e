"""The manifest: every file with its size and its hash, by its plain name and by a name with the hash."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from pathlib import Path

from builder.diagnostics import UsageError
from builder.diagnostics.harmless import json_text
from builder.documents.data import Data, mapping, sequence, text
from builder.storage.files import MAX_FILE_BYTES, inside, read_named

INDEX, CHANGES = "index.json", "changes.json"
VERSION = 1
HASHED = 16  # hexadecimal digits of a file's hash in its name
MAX_DATA_BYTES = 8 * MAX_FILE_BYTES  # of one published file, when it is read again

_PART = re.compile(r"[a-z0-9][A-Za-z0-9-]*(\.[a-z0-9]+)*")
_GAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


def hashed_name(path: str, content: bytes) -> str:
    """A name for a file with this content, which no other content ever gets.

    >>> hashed_name("games/moon-duel/cards.json", b"")
    'games/moon-duel/cards.e3b0c44298fc1c14.json'
    """
    folder, slash, name = path.rpartition("/")
    stem, dot, endings = name.partition(".")
    return f"{folder}{slash}{stem}.{_sha256(content)[:HASHED]}{dot}{endings}"


def manifest(games: Mapping[str, Mapping[str, Data]], files: Mapping[str, bytes], published: str) -> dict[str, Data]:
    """The data of index.json. `games` are its entries for games, by id; `published` is a day.

    `data` is a hash of all files except the changes.
    """
    listed = {path: _entry(path, content) for path, content in sorted(files.items())}
    of_game = {game_id: f"games/{game_id}/" for game_id in games}
    shared = [entry for path, entry in listed.items() if not path.startswith(tuple(of_game.values()))]
    return {
        "version": VERSION,
        "published": published,
        "data": _sha256(
            "".join(f"{entry['sha256']} {path}\n" for path, entry in listed.items() if path != CHANGES).encode()
        ),
        "games": [
            {**about, "files": [entry for path, entry in listed.items() if path.startswith(of_game[game_id])]}
            for game_id, about in games.items()
        ],
        "files": [*shared],
    }


def index_in(folder: Path) -> dict[str, Data] | None:
    """The data of an earlier index.json in a folder; None without one. Raises UsageError if it is not Arsenal's."""
    path = folder / INDEX
    if not path.exists():
        return None
    found = read_json(folder, INDEX)
    if not isinstance(found, dict) or not isinstance(found.get("data"), str) or found.get("version") != VERSION:
        raise UsageError.of("publishing", "foreign", path=path)
    return found


def games_in(index: Mapping[str, Data]) -> dict[str, Mapping[str, Data]]:
    """A manifest's entries for games, by id; without games with bad ids."""
    found = [mapping(entry) for entry in sequence(index.get("games"))]
    return {text(entry.get("id")): entry for entry in found if _GAME.fullmatch(text(entry.get("id")))}


def read_json(folder: Path, path: str) -> Data:
    """A JSON file of a folder. Raises UsageError where it can't be read, and for a path out of the folder."""
    place = inside(folder, path)
    try:
        content = read_named(place, MAX_DATA_BYTES + 1)
        if len(content) > MAX_DATA_BYTES:
            raise ValueError("it is too large")
        found: Data = json.loads(content)
    except OSError as error:
        raise UsageError.of("publishing", "unread", path=place, why=(error.strerror or str(error)).lower()) from None
    except (ValueError, RecursionError):
        raise UsageError.of("publishing", "no-json", path=place) from None
    return found


def check_path(path: str) -> None:
    """Raises UsageError for a path that could lead out of its folder."""
    if not all(_PART.fullmatch(part) for part in path.split("/")):
        raise UsageError.of("publishing", "name", path=path)


def manifest_text(index: Mapping[str, Data]) -> bytes:
    """index.json as text that people can read."""
    return (json_text(index) + "\n").encode()


def _entry(path: str, content: bytes) -> dict[str, Data]:
    return {"path": path, "hashed": hashed_name(path, content), "bytes": len(content), "sha256": _sha256(content)}


def _sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
