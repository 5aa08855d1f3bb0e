"""A deck or a game as a room of PlayingCards.io, which VirtualTabletop imports too: a zip of widgets and pictures.

Sources of the format: server/pcioimport.mjs of ArnoldSmith86/virtualtabletop and its tests, for schema 6 (since pull
request 3072) and for older files; docs/pcio-format.md of Tubbyland/pcio-authoring, which was read off real rooms.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from builder.diagnostics import UsageError, some_of
from builder.documents.data import Data
from builder.exports import Bundle, Exported, Target, json_file, lost
from builder.exports.atlases import Making, draw_alone, split
from builder.exports.things import Pile, Thing, drawing_of, faces_of, table_of, texts_lost
from builder.games.sizes import Size, card_size
from builder.storage.archives import zipped

SCHEMAS = (5, 6)  # since 6, holders of cards have another name, and there are custom dice and pieces
ASSETS = "userassets"
LARGEST = 2 * 1024 * 1024  # bytes of a picture that every program takes
PIXELS_A_MM = 103 / 63  # of the table; a standard card is as wide as the program's own
WIDTH = 1600  # of the table
MARGIN, FRAME = 30, 8  # pixels: at the table's edge, and of a holder around its cards
LABEL, BUTTON = 40, 44  # pixels above and below a holder, for its label and its button
MOST_PLACED = 200  # things that are laid side by side
HAND = {"x": 50, "y": 820, "width": 1500, "height": 180}


def export(bundle: Bundle) -> Exported:
    """A holder with a deck for each section, or each set of a game; boards, tokens and dice lie around them."""
    if bundle.settings.pcio_schema not in SCHEMAS:
        schemas = some_of([str(schema) for schema in SCHEMAS])
        raise UsageError.of("exports", "pcio-schema", schema=bundle.settings.pcio_schema, schemas=schemas)
    table = table_of(bundle)
    making = _Making(table, drawing_of(bundle), bundle.settings)
    widgets = [*making.widgets()]
    files = {
        "schemaVersion": str(bundle.settings.pcio_schema).encode(),
        "widgets.json": json_file(widgets),
        **{f"{ASSETS}/{name}": data for name, data in making.assets.items()},
    }
    losses = [*making.losses, *table.losses, *texts_lost(bundle), *_in_general(bundle, making.assets)]
    return Exported(zipped(files, compressed=False), losses)


def _in_general(bundle: Bundle, assets: Mapping[str, bytes]) -> Iterator[str]:
    if bundle.settings.base_url:
        yield lost("address.playingcards")
    large = sum(len(data) >= LARGEST for data in assets.values())
    if large:
        yield lost("large", large)


@dataclass
class _Making(Making):
    """Makes the widgets; `assets` are the pictures that they name."""

    assets: dict[str, bytes] = field(default_factory=dict)
    taken: list[tuple[int, int, int, int]] = field(default_factory=list)  # left, top, right and bottom
    over: int = 0  # how many things lie on others
    z: int = 0

    def widgets(self) -> Iterator[Data]:
        """All that lies on the table, boards at the bottom."""
        pictures = draw_alone(self.table.things, self.drawing, self.settings)
        yield {"id": "hand", "type": "hand", **HAND, "z": self._above()}
        for pile in self.table.piles:
            for thing, count in pile.of("board"):
                yield from self._boards(pile, thing, count, pictures)
        for pile in self.table.piles:
            yield from self._cards(pile, pictures)
        yield from self._components()
        for pile in self.table.piles:
            for thing, count in pile.of("token"):
                yield from self._tokens(pile, thing, count, pictures)
        for pile in self.table.piles:
            for thing, count in pile.of("die"):
                yield from self._dice(pile, thing, count, pictures)

    @property
    def _is_old(self) -> bool:
        return self.settings.pcio_schema < 6

    def _cards(self, pile: Pile, pictures: Mapping[str, bytes]) -> Iterator[Data]:
        """A holder and a deck for the cards of each size."""
        cards = pile.of("card")
        for size in dict.fromkeys(thing.size for thing, _ in cards):
            here = [(thing, count) for thing, count in cards if thing.size == size]
            types: dict[str, Data] = {}
            for thing, _ in here:
                front = self._asset(thing.name, pictures[thing.name])
                back = self._back(thing, pictures, front, self.shared[":back"])
                types[thing.name] = {"label": thing.card.name, "image": front, "back": back}
            copies = [thing.name for thing, count in here for _ in range(count)]
            yield from self._deck(pile.name, (pile.id, size.width, size.height), size, types, copies)

    def _components(self) -> Iterator[Data]:
        """Trackers, reminders and the like, as cards of a deck of their own."""
        there = [(component, n) for component, n in self.table.components if f":{component.id}" in self.shared]
        if not there:
            return
        types: dict[str, Data] = {}
        for component, _ in there:
            front = self._asset(f"component-{component.id}", self.shared[f":{component.id}"])
            types[component.id] = {"label": component.name, "image": front, "back": front}
        copies = [component.id for component, count in there for _ in range(count)]
        title = f"{self.table.name}: components"
        yield from self._deck(title, (":components",), card_size(self.table.game.card_size), types, copies)

    def _back(self, thing: Thing, pictures: Mapping[str, bytes], front: str, shared_back: bytes) -> str:
        """The back of a thing; its front again where it has no back."""
        if thing.own_back:
            return self._asset(f"{thing.name}.back", pictures[f"{thing.name}.back"])
        return self._asset("back", shared_back) if thing.has_back else front

    def _deck(
        self, name: str, parts: tuple[object, ...], size: Size, types: Mapping[str, Data], copies: Sequence[str]
    ) -> Iterator[Data]:
        """A holder, a deck whose cards are of these types, and the cards, all of them in the holder."""
        width, height = _on_table(size)
        holder, deck = self._id("holder", *parts), self._id("deck", *parts)
        x, y = self._place(width + FRAME, height + FRAME + BUTTON, LABEL)
        at: dict[str, Data] = {"x": x, "y": y}
        yield {
            "id": holder, "type": "cardPile" if self._is_old else "holder", **at, "z": self._above(),
            "width": width + FRAME, "height": height + FRAME, "label": name, "hasShuffleButton": True,
        }  # fmt: skip
        yield {
            "id": deck, "type": "cardDeck", "parent": holder, **at, "z": self._above(), "collectionName": name,
            "cardWidth": width, "cardHeight": height, "cardTypes": dict(types), "enlarge": True,
            "faceTemplate": _template("image", width, height), "backTemplate": _template("back", width, height),
        }  # fmt: skip
        for copy, key in enumerate(copies):
            yield {
                "id": self._id("card", *parts, key, copy), "type": "card", "deck": deck, "cardType": key,
                "parent": holder, "owner": None, "faceup": False, **at, "z": self._above(),
            }  # fmt: skip

    def _boards(self, pile: Pile, thing: Thing, count: int, pictures: Mapping[str, bytes]) -> Iterator[Data]:
        width, height = _on_table(thing.size)
        image = self._asset(thing.name, pictures[thing.name])
        if thing.own_back:
            self.lose(lost("board-backs"))
        for copy in range(count):
            x, y = self._place(width, height)
            yield {
                "id": self._id("board", pile.id, thing.name, copy), "type": "board", "x": x, "y": y,
                "z": self._above(), "width": width, "height": height, "boardImage": image,
            }  # fmt: skip

    def _tokens(self, pile: Pile, thing: Thing, count: int, pictures: Mapping[str, bytes]) -> Iterator[Data]:
        """Tokens in a heap. Old rooms have no pieces with custom pictures: there tokens are cards."""
        width, height = _on_table(thing.size)
        front = self._asset(thing.name, pictures[thing.name])
        back = self._back(thing, pictures, front, b"")
        deck = self._id("tokens", pile.id, thing.name)
        x, y = self._place(width + FRAME, height + FRAME)
        at: dict[str, Data] = {"x": x, "y": y}
        yield {
            "id": deck, "type": "cardDeck", "parent": None, **at, "z": self._above(), "collectionName": thing.card.name,
            **({} if self._is_old else {"collectionType": "pieces"}), "cardWidth": width, "cardHeight": height,
            "cardTypes": {thing.name: {"label": thing.card.name, "image": front, "back": back}},
            "faceTemplate": _template("image", width, height, round_=False),
            "backTemplate": _template("back", width, height, round_=False),
        }  # fmt: skip
        for copy in range(count):
            yield {
                "id": self._id("token", pile.id, thing.name, copy), "type": "card" if self._is_old else "piece",
                "deck": deck, "cardType": thing.name, "parent": None, "faceup": True, **at, "z": self._above(),
            }  # fmt: skip

    def _dice(self, pile: Pile, thing: Thing, count: int, pictures: Mapping[str, bytes]) -> Iterator[Data]:
        """Dice with a picture on each face. In old rooms they are spinners, which show words."""
        words = faces_of(thing, self.table.game)
        if self._is_old:
            self.lose(lost("spinners"))
            yield from self._spinners(pile, thing, count, words)
            return
        side, _ = _on_table(thing.size, 2)  # at their size, faces can't be read
        deck = self._id("dice", pile.id, thing.name)
        faces = split(pictures[thing.name], len(words))
        types: dict[str, Data] = {
            f"side-{number}": {"label": word, "image": self._asset(f"{thing.name}.{number}", face)}
            for number, (word, face) in enumerate(zip(words, faces, strict=True), start=1)
        }
        x, y = self._place(side + FRAME, side + FRAME)
        yield {
            "id": deck, "type": "cardDeck", "parent": None, "x": x, "y": y, "z": self._above(),
            "collectionName": thing.card.name, "collectionType": "dice", "cardWidth": side, "cardHeight": side,
            "cardTypes": types, "faceTemplate": _template("image", side, side, round_=False),
        }  # fmt: skip
        for copy in range(count):
            if copy:
                x, y = self._place(side + FRAME, side + FRAME)
            yield {
                "id": self._id("die", pile.id, thing.name, copy), "type": "dice", "deck": deck, "diceValue": "side-1",
                "x": x, "y": y, "z": self._above(),
            }  # fmt: skip

    def _spinners(self, pile: Pile, thing: Thing, count: int, words: Sequence[str]) -> Iterator[Data]:
        for copy in range(count):
            x, y = self._place(110, 110)
            yield {
                "id": self._id("die", pile.id, thing.name, copy), "type": "spinner", "label": thing.card.name,
                "x": x, "y": y, "z": self._above(), "width": 110, "height": 110, "options": [*words],
            }  # fmt: skip

    def _asset(self, name: str, data: bytes) -> str:
        """The address of a picture within the zip."""
        self.assets[f"{name}.png"] = data
        return f"package://{ASSETS}/{name}.png"

    def _id(self, *parts: object) -> str:
        return self.table.guid(self.table.stem, *parts).hex[:16]

    def _above(self) -> int:
        self.z += 1
        return self.z

    def _place(self, width: int, height: int, above: int = 0) -> tuple[int, int]:
        """The first free place from the top left, with `above` pixels above it; if none is free, on other things."""
        tall = height + above
        found = next(self._free(width, tall), None) if len(self.taken) < MOST_PLACED else None
        if found is None:
            self.over += 1
            found = MARGIN + self.over * 12 % 600, MARGIN + self.over * 12 % 300
        x, y = found
        self.taken.append((x, y, x + width + FRAME, y + tall + FRAME))
        return x, y + above

    def _free(self, width: int, tall: int) -> Iterator[tuple[int, int]]:
        """Free places at the edges of the things that lie there, row by row."""
        for y in sorted({MARGIN, *(bottom for *_, bottom in self.taken)}):
            for x in sorted({MARGIN, *(right for _, _, right, _ in self.taken)}):
                on_table = x + width <= WIDTH - MARGIN and y + tall <= HAND["y"] - FRAME
                if on_table and not any(
                    x < right and left < x + width and y < bottom and top < y + tall
                    for left, top, right, bottom in self.taken
                ):
                    yield x, y


def _template(value: str, width: int, height: int, *, round_: bool = True) -> Data:
    """A side of a card that shows one of its pictures."""
    return {
        "includeBorder": False,
        "includeRadius": round_,
        "objects": [
            {
                "type": "image", "x": 0, "y": 0, "w": width, "h": height, "color": "white", "valueType": "dynamic",
                "value": value,
            }
        ],
    }  # fmt: skip


def _on_table(size: Size, times: int = 1) -> tuple[int, int]:
    """A size in mm, some times larger, as pixels of the table."""
    return max(1, round(size.width * times * PIXELS_A_MM)), max(1, round(size.height * times * PIXELS_A_MM))


TARGET = Target("playingcards", "", ".pcio", export, draws=True)
