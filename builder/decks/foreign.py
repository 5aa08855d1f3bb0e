"""Decks as other programs save them, read into entries; `builder.decks.lists` finds the cards that these name.

Cockatrice, OCTGN and LackeyCCG write XML; Tabletop Simulator and Arsenal write JSON; spreadsheets and sites write CSV,
as collections are. Sources of the formats: RFC 4180 (but semicolons and tabs may separate, too); jeandeaual's
tts-deckconverter `tts/structs.go`; schemas/engine-deck.schema.json; Cockatrice doc/deck.xsd; OCTGN
`DeckExtensionMethods.cs`; LackeyCCG's tutorials for plugins.
"""

from __future__ import annotations

import csv
import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from builder.decks.deck import Dice, dice_from
from builder.documents.data import Data, mapping, sequence, text, whole
from builder.documents.xml import BadXML, Reader
from builder.words import words_here


def read(text: str) -> Foreign | None:
    """The deck in another program's file; None where the text is no such file, but a list, for example.

    Raises NotReadable for a text that begins like such a file and can't be read.
    """
    start = text[:200].lstrip("\ufeff \t\r\n")
    if start[:1] not in ("<", "{"):
        return read_csv(text)
    if len(text) > MOST_TEXT:
        raise _unreadable("characters", most=MOST_TEXT)
    return read_xml(text) if start[0] == "<" else read_json(text)


MOST_ENTRIES = 20_000
MOST_TEXT = 5_000_000  # characters


class NotReadable(Exception):  # noqa: N818 - it is about a file, and becomes a finding
    """A file that can't be read as what it seems to be; `line` is where that shows, 0 for no particular line."""

    def __init__(self, message: str, line: int = 0) -> None:
        self.line = line
        super().__init__(message)


def _unreadable(why: str, /, line: int = 0, **parts: object) -> NotReadable:
    return NotReadable(words_here("lists")(f"unreadable.{why}", None, **parts), line)


class Entry(NamedTuple):
    """Copies of a card. `words` may name the card, the surest first. `line` is 0 where the file has no useful lines.

    `section` is the program's name for the section, empty for the main one; `in_set` and `number` name the printing.
    """

    line: int
    copies: int
    words: tuple[str, ...]
    section: str = ""
    in_set: str = ""
    number: str = ""


@dataclass(frozen=True)
class Foreign:
    """A deck of another program. `headers` are those of a list: name, game, format, author, description, players."""

    program: str
    entries: tuple[Entry, ...]
    headers: Mapping[str, str] = field(default_factory=dict)
    dice: Dice = ()


def bounded(entries: Iterator[Entry]) -> tuple[Entry, ...]:
    """The entries. Raises NotReadable where they are more than a deck has."""
    found: list[Entry] = []
    for entry in entries:
        if len(found) == MOST_ENTRIES:
            raise _unreadable("cards", entry.line, most=MOST_ENTRIES)
        found.append(entry)
    return tuple(found)


def whole_number(text: str) -> int:
    """The number in a text; 1 where there is none."""
    text = text.strip()
    digits = text.removeprefix("-")
    return int(text) if digits.isascii() and digits.isdigit() and len(digits) < 7 else 1


COUNTS = ("count", "quantity", "qty", "amount", "copies", "owned")  # what the column of numbers may be called
CARDS = ("id", "name", "card", "card name")  # the columns that name cards, the surest first
DELIMITERS = ",;\t"
_SECTIONS = ("section", "board")
_SETS = ("set", "edition", "set code")
_LONGEST_HEADING = 2000  # characters of the row of headings
_WHOLE = re.compile(r"([-+]?[0-9]{1,6})(?:[.,]0+)?\s*[x×]?")


class CsvRow(NamedTuple):
    """A row: its cell for the number of copies, the words that may name the card, the surest first, and the section."""

    line: int
    amount: str
    words: tuple[str, ...]
    section: str = ""
    in_set: str = ""

    @property
    def copies(self) -> int | None:
        """How many copies; None where the cell is no number."""
        number = _WHOLE.fullmatch(self.amount)
        return int(number[1]) if number else None


class CsvTable(NamedTuple):
    """CSV: whether its first row has headings for the card and for the number, and the rows that are not empty."""

    names_cards: bool
    names_counts: bool
    rows: Iterator[CsvRow]


def table_of(text: str, most: int | None = None) -> CsvTable:
    """The CSV of a text, up to `most` lines. Rows raise NotReadable where a cell is too long.

    Without headings, a number stands in the first or in the second column, or else there is one copy.
    """
    lines = text.removeprefix("\ufeff").splitlines(keepends=True)[:most]
    first = next((number for number, line in enumerate(lines) if line.strip()), 0)
    line = lines[first] if lines else ""
    delimiter = max(DELIMITERS, key=line.count)
    head = []
    if len(line) <= _LONGEST_HEADING:
        head = [cell.strip().lower() for cell in next(csv.reader([line], delimiter=delimiter), [])]
    counts, named, sections, sets = (_places(head, names) for names in (COUNTS, CARDS, _SECTIONS, _SETS))
    start = first + bool(named)

    def rows() -> Iterator[CsvRow]:
        reader = csv.reader(lines[start:], delimiter=delimiter)
        try:
            for row in reader:
                number = start + reader.line_num
                if not any(map(str.strip, row)):
                    continue
                if not named:
                    amount, word = _without_heads(row)
                    yield CsvRow(number, amount, _words([word]))
                    continue
                amount = _cell(row, counts) if counts else "1"
                words = _words(row[place] for place in named if place < len(row))
                yield CsvRow(number, amount, words, _cell(row, sections), _cell(row, sets))
        except csv.Error:
            raise _unreadable("cell", start + reader.line_num) from None

    return CsvTable(bool(named), bool(counts), rows())


def read_csv(text: str) -> Foreign | None:
    """The deck; None where the first row lacks the headings of number and card, as in a list.

    Raises NotReadable where a row has no number of copies.
    """
    table = table_of(text)
    if not (table.names_cards and table.names_counts):
        return None
    if len(text) > MOST_TEXT:
        raise _unreadable("characters", most=MOST_TEXT)

    def entries() -> Iterator[Entry]:
        for row in table.rows:
            if row.amount not in ("", "0"):
                if row.copies is None:
                    raise _unreadable("copies", row.line, said=row.amount[:40])
                yield Entry(row.line, row.copies, row.words, row.section, row.in_set)

    return Foreign("CSV", bounded(entries()))


def _places(head: Sequence[str], names: Iterable[str]) -> list[int]:
    return [head.index(name) for name in names if name in head]


def _cell(row: Sequence[str], places: Sequence[int]) -> str:
    return row[places[0]].strip() if places and places[0] < len(row) else ""


def _words(cells: Iterable[str]) -> tuple[str, ...]:
    """What may name the card: the cells, with and without the apostrophe by which spreadsheets mark texts."""
    stripped = (cell.strip() for cell in cells)
    return tuple(word for cell in stripped for word in dict.fromkeys((cell, cell.removeprefix("'"))) if word)


def _without_heads(row: Sequence[str]) -> tuple[str, str]:
    """The number and the card of a row without headings."""
    first, second = (cell.strip() for cell in (*row, "", "")[:2])
    if second.isdecimal() and not first.isdecimal():
        return second, first
    return (first, second) if second else ("1", first)


_DEEPEST = 20  # containers, or elements, in one another


def read_json(written: str) -> Foreign:
    """The deck. Raises NotReadable for JSON of another kind, and for text that is no JSON."""
    try:
        data = mapping(json.loads(written.removeprefix("\ufeff")))
    except RecursionError:
        raise _unreadable("lists") from None
    except ValueError as error:
        line = error.lineno if isinstance(error, json.JSONDecodeError) else 0
        raise _unreadable("json", line, why=getattr(error, "msg", error)) from None
    if text(data.get("schema")) == "arsenal/engine-deck":
        return _of_bundle(data)
    if "ObjectStates" in data or "ContainedObjects" in data or "DeckIDs" in data:
        return Foreign("Tabletop Simulator", bounded(_of_table(data)), _headers_of_table(data))
    if "cards" in data:
        cards = [mapping(card) for card in sequence(data["cards"])]
        entries = (Entry(0, _count(card), (text(card.get("id")), text(card.get("name")))) for card in cards)
        return Foreign("Arsenal", bounded(entries), {"game": text(cards[0].get("game")) if cards else ""})
    raise _unreadable("object")


def _of_bundle(data: Mapping[str, Data]) -> Foreign:
    deck = mapping(data.get("deck"))
    headers = {name: text(deck.get(name)) for name in ("name", "author", "description")}
    headers["players"] = str(whole(deck.get("players")) or "")
    headers["game"] = text(mapping(data.get("game")).get("id"))
    headers["format"] = text(mapping(data.get("format")).get("id"))
    entries = (
        Entry(0, _count(card), (text(card.get("id")),), section)
        for section, cards in mapping(data.get("sections")).items()
        for card in map(mapping, sequence(cards))
    )
    return Foreign("Arsenal", bounded(entries), headers, dice_from(deck.get("dice")))


def _of_table(data: Mapping[str, Data]) -> Iterator[Entry]:
    """An entry for each object that is a card, named by the id in its notes or by its name; copies are added up.

    The section is in the memo.
    """
    found: Counter[tuple[str, str, str]] = Counter()
    for thing in _things(data, 0):
        pile = text(thing.get("Memo")).strip()
        if not pile.startswith(":"):  # such piles are no part of the deck
            found[pile, text(thing.get("GMNotes")).strip(), text(thing.get("Nickname")).strip()] += 1
    for (section, known, name), count in found.items():
        yield Entry(0, count, (known, name), section)


def _things(container: Mapping[str, Data], depth: int) -> Iterator[Mapping[str, Data]]:
    """The cards in a container, and other objects with the id of a card."""
    if depth > _DEEPEST:
        raise _unreadable("containers")
    for thing in map(mapping, (*sequence(container.get("ObjectStates")), *sequence(container.get("ContainedObjects")))):
        if "ContainedObjects" in thing:
            yield from _things(thing, depth + 1)
        elif text(thing.get("GMNotes")) or text(thing.get("Name")) in ("Card", "CardCustom"):
            yield thing


def _headers_of_table(data: Mapping[str, Data]) -> dict[str, str]:
    objects = [mapping(one) for one in sequence(data.get("ObjectStates"))]
    first = data if "ContainedObjects" in data else objects[0] if len(objects) == 1 else {}
    return {"name": text(data.get("SaveName")) or text(first.get("Nickname"))}


def _count(card: Mapping[str, Data]) -> int:
    """How many copies; 0 for what is no number, which is reported as a bad count."""
    return whole(card["count"]) if "count" in card else 1


_MOST_ELEMENTS = 5 * MOST_ENTRIES
_LONGEST_NAME = 100  # characters; a longer line is no name
_MAIN = frozenset({"main", "deck", "main deck"})  # what programs call the main section


@dataclass(slots=True)
class _Element:
    name: str
    line: int
    attributes: Mapping[str, str]
    children: list[_Element] = field(default_factory=list)
    pieces: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        return " ".join("".join(self.pieces).split())

    def all(self, name: str) -> Iterator[_Element]:
        return (child for child in self.children if child.name == name)

    def first(self, name: str) -> str:
        """The text of the first child of that name."""
        return next((child.text for child in self.all(name)), "")


def read_xml(text: str) -> Foreign:
    """The deck. Raises NotReadable for XML of another kind, and for text that is no XML."""
    root = _tree(text)
    if root.name == "cockatrice_deck":
        headers = {"name": root.first("deckname"), "description": root.first("comments")}
        return Foreign("Cockatrice", bounded(_of_cockatrice(root)), headers)
    if root.name == "deck" and any(root.all("superzone")):
        game = next((meta.first("game") for meta in root.all("meta")), "")
        return Foreign("LackeyCCG", bounded(_of_lackey(root)), {"game called": game})
    if root.name == "deck" and "game" in root.attributes:
        return Foreign("OCTGN", bounded(_of_octgn(root)), _of_notes(root))
    raise _unreadable("root", root.line, name=root.name[:40])


def _of_cockatrice(root: _Element) -> Iterator[Entry]:
    for section, card in _cards(root, "zone"):
        given = card.attributes
        words = (given.get("uuid", ""), given.get("name", ""))
        printing = (given.get("setShortName", ""), given.get("collectorNumber", ""))
        yield Entry(card.line, whole_number(given.get("number", "")), words, section, *printing)


def _of_notes(root: _Element) -> dict[str, str]:
    """The name and the description: OCTGN has only notes; their first line, if it stands alone, is the name."""
    notes = "".join(piece for one in root.all("notes") for piece in one.pieces).strip()
    name, _, description = notes.partition("\n\n")
    if not description or "\n" in name or len(name) > _LONGEST_NAME:
        return {"description": notes}
    return {"name": name, "description": description}


def _of_octgn(root: _Element) -> Iterator[Entry]:
    for section, card in _cards(root, "section"):
        given = card.attributes
        yield Entry(card.line, whole_number(given.get("qty", "")), (given.get("id", ""), card.text), section)


def _of_lackey(root: _Element) -> Iterator[Entry]:
    for section, card in _cards(root, "superzone"):
        pictures = next((name.attributes.get("id", "") for name in card.all("name")), "")
        known = pictures.partition(",")[0].partition(".")[0]  # an id has neither
        yield Entry(card.line, 1, (known, card.first("name")), section, card.first("set"))


def _cards(root: _Element, part: str) -> Iterator[tuple[str, _Element]]:
    """The cards in all elements called `part`, each with the name of its section."""
    for one in root.all(part):
        name = one.attributes.get("name", "")
        section = "" if name.strip().lower() in _MAIN else name
        yield from ((section, card) for card in one.all("card"))


def _tree(text: str) -> _Element:
    """The elements of a text. Raises NotReadable."""
    reader = Reader(_MOST_ELEMENTS, _DEEPEST)
    path = [_Element("", 0, {})]

    def start(name: str, attributes: Mapping[str, str]) -> None:
        element = _Element(name, reader.line, attributes)
        path[-1].children.append(element)
        path.append(element)

    def end(_: str) -> None:
        path.pop()

    def read(piece: str) -> None:
        path[-1].pieces.append(piece)

    try:
        reader.read(text.removeprefix("\ufeff").lstrip().encode("utf-8", "replace"), start, end, read)
    except BadXML as error:
        raise NotReadable(str(error), error.line) from None
    return path[0].children[0]
