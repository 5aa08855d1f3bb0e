"""The folder in which a server saves decks, one YAML file each. The folder may be under version control.

A file is replaced only where the sender has seen its current content. It is written whole or not at all, in canonical
form.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from builder.decks.deck import Deck
from builder.diagnostics import Diagnostic, Span, UsageError
from builder.documents.data import Data, mapping
from builder.documents.reading import decode, parse
from builder.schema import bundled_schema
from builder.storage.files import ChangedError, inside, is_folder, rewrite, unwritable, write_new
from builder.storage.locks import changing
from builder.web.api.judging import deck_file
from builder.web.api.problems import Conflict, NoSuchThing
from builder.web.server.replies import is_known, tag_of
from builder.web.server.safety import MAX_BODY

MOST_DECKS = 10_000
MOST_LETTERS = 80  # characters of a deck's name
MAX_DECK = MAX_BODY  # bytes of a deck file
MOST_SENT = 32 * 1024 * 1024  # bytes of files in an archive

_State = tuple[int, int, int]  # of a file; differs once the file has changed

_FORBIDDEN = frozenset('/\\:*?"<>|%\ufffd')
_RESERVED = frozenset({"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(1, 10))})


@dataclass(frozen=True, slots=True)
class SavedDeck:
    """A deck file: the tag of its content, and the deck, or what is wrong with the file."""

    name: str
    tag: str
    content: bytes
    document: Mapping[str, Data]
    faults: Sequence[Diagnostic] = ()

    @property
    def listed(self) -> ListedDeck:
        """Its entry in a list of decks."""
        deck = Deck.from_document(self.document)
        return ListedDeck(self.name, self.tag, deck.name, deck.game, deck.format, deck.size, len(self.faults))


@dataclass(frozen=True, slots=True)
class ListedDeck:
    """A deck's entry in a list of decks. `cards` counts all copies; `faults` is how many faults its file has."""

    id: str
    etag: str
    name: str
    game: str
    format: str
    cards: int
    faults: int


class Shelf:
    """The decks in a folder. Only one thread at a time may use it; other programs may change the files meanwhile."""

    def __init__(self, folder: Path) -> None:
        """Raises UsageError where the folder does not exist, or can't be written to."""
        if not is_folder(folder):
            raise UsageError(f'there is no folder "{folder}"', "make it first: decks are saved in it")
        if not os.access(folder, os.W_OK | os.X_OK):
            raise UsageError(f'nothing can be written in "{folder}"', "change its rights, or keep decks elsewhere")
        self.folder = folder.resolve()
        self._read: dict[str, tuple[_State, ListedDeck]] = {}

    def decks(self) -> list[ListedDeck]:
        """All decks, in the order of their names. A file is read again only where it has changed."""
        names = sorted(filter(is_name, self._names()))[:MOST_DECKS]
        self._read = {name: found for name in names if (found := self._looked_at(name))}
        return [listed for _, listed in self._read.values()]

    def files(self, game: str = "") -> dict[str, bytes]:
        """The contents of the deck files by their names, of all games or of one; without files that are too large.

        Raises UsageError where they exceed `MOST_SENT` bytes together.
        """
        files: dict[str, bytes] = {}
        size = 0
        for one in self.decks():
            found = None if game and one.game != game else self._find(one.id)
            if found and len(found.content) <= MAX_DECK:
                files[f"{one.id}.yaml"] = found.content
                size += len(found.content)
            if size > MOST_SENT:
                raise UsageError.of("api", "shelf.archive", most=MOST_SENT // 1024**2)
        return files

    def deck(self, name: str) -> SavedDeck:
        """The deck of that name. Raises NoSuchThing."""
        found = self._find(name)
        if found is None:
            raise NoSuchThing.of("api", "shelf.deck", name=name)
        return found

    def put(self, name: str, document: Mapping[str, Data], seen: str) -> SavedDeck:
        """Write a deck. `seen` is an If-Match header with the tag of the deck to replace; "" for a new one.

        Raises Conflict, with both decks, where the deck there has another tag by now; UsageError where it can't be
        written.
        """
        path, sent = self._path(name), Deck.from_document(document).to_document()
        content = deck_file(sent)
        if len(content) > MAX_DECK:
            raise UsageError.of("api", "shelf.large", most=MAX_DECK // 1024)
        before = self._expected(name, seen, sent)
        if before is None and len(self._names()) >= MOST_DECKS:
            raise UsageError.of("api", "shelf.full", most=MOST_DECKS)
        with self._unless_changed(name, sent):
            if before is None:
                write_new(path, content)
            elif before.content != content:
                rewrite(path, before.content, content)
        return self.deck(name)

    def remove(self, name: str, seen: str) -> None:
        """Remove the deck whose tag is in `seen`, an If-Match header. Raises NoSuchThing, and as `put` does."""
        path, before = self._path(name), self.deck(name)
        self._expected(name, seen, None)
        with self._unless_changed(name, None), changing(self.folder):
            if path.read_bytes() != before.content:
                raise ChangedError("it was changed")
            path.unlink()

    def _expected(self, name: str, seen: str, sent: Mapping[str, Data] | None) -> SavedDeck | None:
        """The deck that is there (None: nothing). Raises Conflict where `seen` does not have its tag."""
        now = self._find(name)
        if is_known(now.tag, [seen]) if now else not seen:
            return now
        raise _conflict(name, now, sent)

    @contextmanager
    def _unless_changed(self, name: str, sent: Mapping[str, Data] | None) -> Iterator[None]:
        """Raises Conflict where another program changes the file while this one writes it."""
        try:
            yield
        except (ChangedError, FileExistsError, FileNotFoundError):
            raise _conflict(name, self._find(name), sent) from None
        except OSError as error:
            raise unwritable(Path(f"{name}.yaml"), error) from None

    def _find(self, name: str) -> SavedDeck | None:
        """The deck of that name as its file is now; None where there is none."""
        path = self._path(name)
        try:
            if not path.is_file():
                return None
            with path.open("rb") as file:
                content = file.read(MAX_DECK + 1)
        except OSError:
            return None
        return _saved(name, content)

    def _looked_at(self, name: str) -> tuple[_State, ListedDeck] | None:
        """The list entry of the deck of that name, with the state of its file; None where there is none."""
        with suppress(UsageError, OSError):  # such as a link that leads out of the folder
            seen = self._path(name).stat()
            state = seen.st_ino, seen.st_size, seen.st_mtime_ns
            known = self._read.get(name)
            if known and known[0] == state:
                return known
            if found := self._find(name):
                return state, found.listed
        return None

    def _names(self) -> list[str]:
        with os.scandir(self.folder) as found:
            return [entry.name.removesuffix(".yaml") for entry in found if entry.name.endswith(".yaml")]

    def _path(self, name: str) -> Path:
        """The path of a deck's file. Raises NoSuchThing for a wrong name, UsageError for a link out of the folder."""
        if not is_name(name):
            raise NoSuchThing.of("api", "shelf.name", name=name)
        return inside(self.folder, f"{name}.yaml")


def is_name(name: str) -> bool:
    """Whether a deck's file can have that name on every system.

    >>> is_name("Mono Red"), is_name("../secret"), is_name(".hidden"), is_name("nul")
    (True, False, False, False)
    """
    return (
        0 < len(name.encode("utf-8", "replace")) <= MOST_LETTERS
        and name.isprintable()
        and not _FORBIDDEN & set(name)
        and name == name.strip(" .")
        and name.lower().partition(".")[0] not in _RESERVED
    )


def _saved(name: str, content: bytes) -> SavedDeck:
    path = f"{name}.yaml"
    if len(content) > MAX_DECK:
        large = Diagnostic("too-large", f"the file is larger than {MAX_DECK // 1024} kB", Span(path))
        return SavedDeck(name, tag_of(content), content, {}, [large])
    text, faults = decode(content, path)
    document = None if faults else parse(text, path)
    if document is not None:
        faults = document.diagnostics or bundled_schema("deck").diagnostics(document)
    return SavedDeck(name, tag_of(content), content, mapping(document.data) if document and not faults else {}, faults)


def _conflict(name: str, now: SavedDeck | None, sent: Mapping[str, Data] | None) -> Conflict:
    message = f'"{name}" was changed meanwhile' if now else f'there is no deck "{name}" any more'
    return Conflict(
        message,
        "look at what is there by now, and send again with its ETag as If-Match; for a new deck, without one",
        tag=now.tag if now else "",
        current=dict(now.document) if now else None,
        sent=dict(sent) if sent is not None else None,
    )
