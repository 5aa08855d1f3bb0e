"""What a command works with: the packs that were found, checked as far as needed, and the database made from them.

Verdicts on packs are kept in the user's cache folder by the hash of their files, so that what has not changed is not
checked again.
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from builder.diagnostics import Diagnostic, Span, UsageError
from builder.packs.pack import Pack, find, read
from builder.storage.files import write_whole

if TYPE_CHECKING:  # these take long to import, and not every command needs them
    from sqlalchemy import Engine

    from builder.checks import CheckedPack
    from builder.database.building import BuildReport


@dataclass
class Library:
    """The bundled packs and the user's own, and the database to compile them into."""

    folders: Sequence[Path] = ()
    database: str = ""
    cache: Path | None = None

    @cached_property
    def packs(self) -> list[Pack]:
        """The packs as read. One of the user's own takes the place of a bundled one with the same game id."""
        by_id: dict[str, Pack] = {}
        for root, is_bundled in find(self.folders):
            pack = read(root, is_bundled=is_bundled)
            other = by_id.get(game_id(pack))
            if other is not None and not other.bundled:
                message = f'two packs say that they are "{game_id(pack)}": {other.shown("")} and {pack.shown("")}'
                raise UsageError(message, "change the id in one game.yaml, or leave one of them out")
            by_id[game_id(pack)] = pack
        return list(by_id.values())

    def open(self) -> tuple[Engine, BuildReport]:
        """The database, up to date with the packs; the report says which packs have errors and stayed as they were."""
        from builder.database.building import build, connect

        engine = connect(self.database or self._default_database())
        return engine, build(engine, self.packs, _checked)

    def _default_database(self) -> str:
        from builder.database.building import default_path

        if self.cache is None:
            return "sqlite://"
        return str(default_path(self.cache, [pack.root for pack in self.packs]))


def game_id(pack: Pack) -> str:
    """The id in a pack's game.yaml; its folder's name where that can't be read."""
    from builder.documents.reading import decode, parse

    text, problems = decode(pack.files.get("game.yaml", b""), "game.yaml")
    words = None if problems else parse(text, "game.yaml").data
    found = words.get("id") if isinstance(words, dict) else None
    return found if isinstance(found, str) else pack.folder


def diagnose(pack: Pack, cache: Path | None) -> list[Diagnostic]:
    """What is wrong with a pack. A verdict on the same files is taken from the cache."""
    kept = cache / "checked" / f"{pack.key}.json" if cache else None
    if kept is not None and (found := _recall(kept, pack)) is not None:
        return found
    found = _checked(pack).diagnostics
    if kept is not None:
        _keep(kept, pack, found)
    return found


def _checked(pack: Pack) -> CheckedPack:
    from builder.checks import check

    return check(pack)


def _recall(kept: Path, pack: Pack) -> list[Diagnostic] | None:
    """A verdict kept earlier; None where there is none, or it can't be read (then it is simply made again)."""
    try:
        rows = json.loads(kept.read_text("utf-8"))
        return [_from_row(row, pack) for row in rows]
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _keep(kept: Path, pack: Pack, diagnostics: list[Diagnostic]) -> None:
    try:
        kept.parent.mkdir(parents=True, exist_ok=True)
        write_whole(kept, json.dumps([_to_row(d, pack) for d in diagnostics]).encode())
    except OSError:
        pass  # a full disk costs speed here, nothing else


def _to_row(diagnostic: Diagnostic, pack: Pack) -> dict[str, Any]:
    row = asdict(diagnostic)
    prefix = pack.shown("")
    for span in (row["span"], *(span for _, span in row["related"])):
        if span:  # kept relative to the pack: the same files may be checked from another folder
            span["path"] = os.path.relpath(span["path"], prefix)
    return row


def _from_row(row: dict[str, Any], pack: Pack) -> Diagnostic:
    def span(kept: dict[str, Any]) -> Span:
        return Span(**{**kept, "path": pack.shown(kept["path"])})

    related = tuple((str(words), span(place)) for words, place in row["related"])
    return Diagnostic(**{**row, "span": span(row["span"]) if row["span"] else None, "related": related})
