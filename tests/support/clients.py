"""Exports to card clients: games and decks that are hard to export, and readers that share no code with the writers.

What the programs ask for is written down here and in the tests of each from their published schemas, and from the code
that reads their files.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any
from xml.etree.ElementTree import Element, fromstring

from hypothesis import strategies as st

from builder.decks import CardIndex, Deck
from builder.documents.data import Data
from builder.exports import Bundle, Exported, Settings, target
from builder.exports.bundling import ExportRequest, bundle
from builder.games import Card, Game, card_from, game_from
from builder.library import Catalog
from builder.printing.pictures import Picture
from builder.workspace import Workspace
from tests.support.commands import ROOT

CLIENTS = ("cockatrice", "octgn", "lackey", "cgs", "dragncards", "datasette")
PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000d4944415478da63fccfc0500f0004850180"
    "84a98c210000000049454e44ae426082"
)

# Names and texts that break what is careless: quotes, tags, commas, tabs, formulas, emoji, right to left, controls.
HOSTILE = (
    *(
        'Ash "Cat" O\'Neill',
        "<b>Bold</b> & Co",
        "A, B; C",
        "Tab\tbed",
        "=1+1",
        "🐉 Dragon 👩‍🚀",
        "نار الرماد",
        "\u202eevil",
    ),
    *("Line\nbreak", "Bell\x07", "x" * 300, "..", "a/b\\c", "CON", "[brackets] (SET)", "id:label", "back\\", "// note"),
    *(
        "{{$PLAYER_N}}",
        "\ufeffmark",
        "]]>",
        "# comment",
        "2x Two",
        "\ufffe end",
        "|pipe",
        "' OR 1=1 --",
        "%00",
        "&amp;",
    ),
)
WORDS = st.text(st.characters(codec="utf-8"), min_size=1, max_size=60) | st.sampled_from(HOSTILE)

_PROPERTIES: dict[str, Data] = {
    "id": {"type": "string"},
    "number": {"type": "integer"},
    "name": {"type": "string"},
    "type": {"title": "Type", "type": "string", "x-vocabulary": "types"},
    "faction": {"title": "Faction", "type": "string", "x-vocabulary": "factions"},
    "rarity": {"title": "Rarity", "type": "string", "x-vocabulary": "rarities"},
    "cost": {
        "title": "Cost",
        "type": "object",
        "properties": {"oil": {"type": "integer"}, "scrap": {"type": "integer"}},
    },
    "power": {"title": "Power", "type": "integer"},
    "keywords": {"title": "Keywords", "type": "array", "items": {"type": "string", "x-vocabulary": "keywords"}},
    "text": {"type": "string"},
    "flavor": {"type": "string"},
}


def tidy_game(**changes: Any) -> Game:
    """A game with a set, two types, factions, zones, and a thing with two sides."""
    definition: dict[str, Data] = {
        "id": "moon",
        "name": "Moon Duel",
        "credit": "Made by A, and by B.",
        "sets": {
            "core": {"name": "Core", "code": "C", "released": "2026-01-02"},
            "more": {"name": "More", "code": "M"},
        },
        "types": {
            "ship": {"name": "Ship"},
            "coin": {"name": "Coin", "form": "token", "back": "coin", "two-sided": True},
        },
        "factions": {"red": {"name": "Reds"}, "blue": {"name": "Blues"}},
        "rarities": {"rare": {"name": "Rare"}},
        "keywords": {"swift": {"name": "Swift"}},
        "resources": {"oil": {"name": "Oil"}, "scrap": {"name": "Scrap"}},
        "symbols": {"oil": {"name": "Oil", "letters": "O"}},
        "zones": {
            "deck": {"of": "player", "sees": "nobody", "ordered": True},
            "hand": {"of": "player", "sees": "owner"},
            "scrap-pile": {"of": "player", "sees": "everybody"},
            "market": {"of": "table", "sees": "everybody"},
        },
        **changes,
    }
    return game_from(definition, {"properties": _PROPERTIES})


def a_card(card_id: str = "flare", set_id: str = "core", **definition: Any) -> Card:
    """A ship, which can be another thing."""
    said = {"id": card_id, "number": 1, "name": card_id.replace("-", " ").title(), "type": "ship", **definition}
    return card_from(said, "moon", set_id)


def tidy_cards() -> list[Card]:
    """Two cards and a coin."""
    return [
        a_card(
            "flare", faction="red", rarity="rare", cost={"oil": 2, "scrap": 1}, power=3, text="Pay {oil}: draw.\nOnce."
        ),
        a_card("undertow", number=2, faction="blue", keywords=["swift"], power=0, flavor="Down."),
        a_card("old-coin", number=3, type="coin"),
    ]


def game_bundle(cards: Sequence[Card] = (), game: Game | None = None, **words: Any) -> Bundle:
    """These cards, or the tidy ones, as a whole game."""
    listed = list(cards) or tidy_cards()
    return Bundle(
        game or tidy_game(), listed, sections=("main", "side"), index=CardIndex(listed), is_whole=True, **words
    )


def deck_bundle(cards: Sequence[Card] = (), game: Game | None = None, **words: Any) -> Bundle:
    """A deck of these cards, or of the tidy ones: two of the first, one of each other, the last in a section of its
    own.
    """
    made = game_bundle(cards, game)
    ids = [card.id for card in made.cards]
    sections = {"main": {card_id: 2 if card_id == ids[0] else 1 for card_id in ids[:-1] or ids}}
    if len(ids) > 1:
        sections["side"] = {ids[-1]: 1}
    deck = Deck(**{"name": "Pair", "game": made.game.id, "sections": sections, "author": "A. Player", **words})
    return made.with_deck(deck)


def exported(name: str, made: Bundle) -> Exported:
    """What a target makes, twice, which has to be the same."""
    found = target(name).export(made)
    again = target(name).export(made)
    assert (found.content, dict(found.files), list(found.losses)) == (
        again.content,
        dict(again.files),
        list(again.losses),
    )
    for path in found.files:
        assert_harmless(path)
    return found


def hostile_cards() -> list[Card]:
    """A card for each hostile name, and a twin of one."""
    return [a_card(f"card-{n}", name=name, number=n) for n, name in enumerate((*HOSTILE, "=1+1"), start=1)]


def without_machine(game_id: str, name: str) -> tuple[Bundle, Exported]:
    """A shipped game as a target makes it, no file of which says where it was made."""
    made, found = shipped_game(game_id, name)
    for content in found.files.values():
        assert str(ROOT).encode() not in content
        assert b"/tmp/" not in content
    return made, found


def assert_harmless(path: str) -> None:
    """A path that stays in its folder on every system, and that every file system takes."""
    parts = path.split("/")
    assert all(part not in ("", ".", "..") for part in parts), path
    assert not set(path) & set('\\:*?"<>|\x00\n\r\t'), path
    assert all(len(part.encode()) <= 255 for part in parts), path


@dataclass
class Drawn:
    """A drawing of cards that draws nothing: each picture is a dot."""

    bundle: Bundle
    asked: list[str] = field(default_factory=list)

    def pictures(self, cards: Sequence[Card] | None = None, dpi: float | None = None) -> list[Picture]:
        found: list[Picture] = []
        for card in self.bundle.cards if cards is None else cards:
            found.append(Picture(card.picture, PNG))
            if self.bundle.game.type_of(card.type).back not in ("", "none"):
                found.append(Picture(f"{card.picture}.back", PNG, is_back=True))
        self.asked = [one.name for one in found]
        return found

    def shared(self) -> list[Picture]:
        return [Picture(":back", PNG, is_back=True), Picture(":tracker", PNG)]

    def sheets(self) -> list[Any]:
        raise AssertionError("no client takes sheets")


def drawn(made: Bundle, **settings: Any) -> Bundle:
    """The bundle with dots for pictures."""
    return replace(made, drawing=Drawn(made), settings=Settings(**settings))


@cache
def shipped() -> Catalog:
    """The games that come with Arsenal."""
    return Workspace().catalog


@cache
def shipped_game(game_id: str, name: str) -> tuple[Bundle, Exported]:
    """A shipped game as a target makes it, without pictures."""
    made = bundle(shipped(), game_id, target(name))
    return made, target(name).export(made)


@cache
def shipped_decks(game_id: str, name: str) -> list[tuple[Bundle, Exported]]:
    """Each sample deck of a game as a target makes it."""
    decks = [f"{game_id}/{deck_id}" for deck_id in shipped().sample_decks(game_id)]
    made = [bundle(shipped(), deck, target(name), ExportRequest(force=True)) for deck in decks]
    return [(one, target(name).export(one)) for one in made]


# XML, checked against a schema


@dataclass(frozen=True)
class Shape:
    """What an element may have: attributes (with `!` those that it must have) by patterns, and children.

    `children` are names with how often they come, as in `name*`, `name+`, `name?` or `name`, in this order unless
    `mixed`; `anything` for any. `text` is the pattern of its words, None where it has none.
    """

    attributes: Mapping[str, str] = field(default_factory=dict)
    children: tuple[str, ...] = ()
    text: str | None = None
    mixed: bool = False
    anything: bool = False


ANY = r"(?s).*"
WHOLE = r"-?\d+"
GUID = r"[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}"


def xml_of(content: bytes, shapes: Mapping[str, Shape]) -> Element:
    """The root of a document that is as the shapes say, which are called as elements are, or `parent/name`."""
    root = fromstring(content)  # noqa: S314 - of our own making
    faults = list(_faults(root, "", shapes))
    assert not faults, faults[:5]
    return root


def _faults(element: Element, parent: str, shapes: Mapping[str, Shape]) -> Iterator[str]:
    name = element.tag
    shape = shapes.get(f"{parent}/{name}") or shapes.get(name)
    if shape is None:
        yield f"{parent}/{name} is not expected"
        return
    required = {key.rstrip("!") for key in shape.attributes if key.endswith("!")}
    allowed = {key.rstrip("!"): pattern for key, pattern in shape.attributes.items()}
    yield from (f"{name} has no {key}" for key in required - set(element.keys()))
    for key, value in element.items():
        if key not in allowed or not re.fullmatch(allowed[key], value):
            yield f"{name} has {key}={value!r}"
    words = (element.text or "").strip() if len(element) else element.text or ""
    if words and (shape.text is None or not re.fullmatch(shape.text, words)):
        yield f"{name} says {words!r}"
    if shape.anything:
        return
    yield from _out_of_order(element, shape)
    for child in element:
        yield from _faults(child, name, shapes)


def _out_of_order(element: Element, shape: Shape) -> Iterator[str]:
    tags = [child.tag for child in element]
    if shape.mixed:
        yield from (
            f"{element.tag} has {tag}" for tag in tags if tag not in {one.rstrip("*+?") for one in shape.children}
        )
        return
    pattern = "".join(f"(?:{one.rstrip('*+?')} ){one[-1] if one[-1] in '*+?' else ''}" for one in shape.children)
    if not re.fullmatch(pattern, "".join(f"{tag} " for tag in tags)):
        yield f"{element.tag} has {tags[:12]}, and wants {shape.children}"


def words_of(element: Element, path: str) -> str:
    """The words of an element in another, empty where there is none."""
    return element.findtext(path) or ""


def legal_in_xml(said: str) -> str:
    """The words as XML 1.0 can hold them (section 2.2), character by character."""
    plain = said.replace("\r\n", "\n").replace("\r", "\n")
    return "".join(c if _is_legal(ord(c)) else "\ufffd" for c in plain)


def _is_legal(code: int) -> bool:
    return code in (9, 10) or 32 <= code <= 0xD7FF or 0xE000 <= code <= 0xFFFD or code >= 0x10000


def on_one_line(said: str) -> str:
    """What becomes of a name: words with single spaces between them, and no characters that control anything."""
    codes = ((c, ord(c)) for c in said)
    bare = (" " if c < 32 or 0x7F <= c <= 0x9F or c in (0x2028, 0x2029, 0xFFFE, 0xFFFF) else s for s, c in codes)
    return " ".join("".join(bare).split())
