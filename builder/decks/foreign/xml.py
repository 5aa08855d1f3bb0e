"""Decks that are XML: Cockatrice's `.cod`, OCTGN's `.o8d` and LackeyCCG's `.dek`.

Sources of the formats: Cockatrice doc/deck.xsd; OCTGN `DeckExtensionMethods.cs`; LackeyCCG's tutorials for plugins.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from builder.decks.foreign.entries import MOST_ENTRIES, MOST_TEXT, Entry, Foreign, NotReadable, bounded, whole_number
from builder.documents.xml import BadXML, Reader

_DEEPEST = 20  # elements in one another
_MOST_ELEMENTS = 5 * MOST_ENTRIES
_LONGEST_NAME = 100  # characters of a line that is taken for a name
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
    """The deck. Raises NotReadable for XML of another kind, and for what is no XML."""
    root = _tree(text)
    if root.name == "cockatrice_deck":
        headers = {"name": root.first("deckname"), "description": root.first("comments")}
        return Foreign("Cockatrice", bounded(_of_cockatrice(root)), headers)
    if root.name == "deck" and any(root.all("superzone")):
        game = next((meta.first("game") for meta in root.all("meta")), "")
        return Foreign("LackeyCCG", bounded(_of_lackey(root)), {"game called": game})
    if root.name == "deck" and "game" in root.attributes:
        return Foreign("OCTGN", bounded(_of_octgn(root)), _of_notes(root))
    raise NotReadable(f"<{root.name[:40]}> begins no deck of Cockatrice, OCTGN or LackeyCCG", root.line)


def _of_cockatrice(root: _Element) -> Iterator[Entry]:
    for zone in root.all("zone"):
        section = _section(zone.attributes.get("name", ""))
        for card in zone.all("card"):
            said = card.attributes
            words = (said.get("uuid", ""), said.get("name", ""))
            printing = (said.get("setShortName", ""), said.get("collectorNumber", ""))
            yield Entry(card.line, whole_number(said.get("number", "")), words, section, *printing)


def _of_notes(root: _Element) -> dict[str, str]:
    """The name and the description: OCTGN has notes alone, and a first line of its own is a name."""
    notes = "".join(piece for one in root.all("notes") for piece in one.pieces).strip()
    name, _, description = notes.partition("\n\n")
    if not description or "\n" in name or len(name) > _LONGEST_NAME:
        return {"description": notes}
    return {"name": name, "description": description}


def _of_octgn(root: _Element) -> Iterator[Entry]:
    for part in root.all("section"):
        section = _section(part.attributes.get("name", ""))
        for card in part.all("card"):
            said = card.attributes
            yield Entry(card.line, whole_number(said.get("qty", "")), (said.get("id", ""), card.text), section)


def _of_lackey(root: _Element) -> Iterator[Entry]:
    for zone in root.all("superzone"):
        section = _section(zone.attributes.get("name", ""))
        for card in zone.all("card"):
            pictures = next((name.attributes.get("id", "") for name in card.all("name")), "")
            known = pictures.partition(",")[0].partition(".")[0]  # an id has neither
            yield Entry(card.line, 1, (known, card.first("name")), section, card.first("set"))


def _section(name: str) -> str:
    return "" if name.strip().lower() in _MAIN else name


def _tree(text: str) -> _Element:
    """The elements of a text. Raises NotReadable."""
    if len(text) > MOST_TEXT:
        raise NotReadable(f"it has more than {MOST_TEXT:,} characters")
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
