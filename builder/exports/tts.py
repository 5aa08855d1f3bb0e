"""A deck or a game as a saved object of Tabletop Simulator: the object, its thumbnail, and the pictures that it names.

Sources of the format: tts/structs.go and tts/builder.go of jeandeaual/tts-deckconverter for decks and cards; Berserk
Games' knowledge base (kb.tabletopsimulator.com) and its scripting reference (api.tabletopsimulator.com) for custom
dice, tiles and boards. A name without a path is looked for among the program's own pictures, in Mods/Images.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from builder.documents.data import Data
from builder.exports import Bundle, Exported, Target, json_file, lost
from builder.exports.atlases import Atlas, Drawn, Making, Place, net, thumbnail
from builder.exports.things import EXTRAS, Pile, Thing, drawing_of, faces_of, named, on_six, plain_text, table_of
from builder.games.game import Shape
from builder.games.sizes import card_size

IMAGES = "images"  # the folder of the pictures
CARD_HEIGHT = 80.0  # mm, of a card that is not scaled
TILE_SIDE = 50.8  # mm, of a tile that is not scaled
INCH = 25.4  # mm, about what one unit of the program is
SPACE = 1.0  # units between things on the table
ROWS = {"cards": 0.0, "boards": 14.0, "pieces": -8.0}  # how far from the middle things lie, in units

TILES: Mapping[Shape, int] = {"rectangle": 0, "hexagon": 1, "circle": 2}
D6 = 1  # what a custom die of six sides is called

# Where the sides 1 to 6 lie on the picture of a die, and how the die is turned where each is up.
SIDES: Sequence[Place] = ((0, 2, True), (0, 1, False), (1, 2, False), (1, 1, False), (2, 1, False), (2, 2, True))
TURNS = ((-90.0, 0.0, 0.0), (0.0, 0.0, 0.0), (0.0, 0.0, -90.0), (0.0, 0.0, 90.0), (0.0, 0.0, -180.0), (90.0, 0.0, 0.0))

GRAY = {"r": 0.713235259, "g": 0.713235259, "b": 0.713235259}  # of cards
WHITE = {"r": 1.0, "g": 1.0, "b": 1.0}


def export(bundle: Bundle) -> Exported:
    """A deck for each section, or each set of a game, and bags of tokens and dice, side by side on the table."""
    table = table_of(bundle)
    making = _Making(table, drawing_of(bundle), bundle.settings)
    saved: dict[str, Data] = {
        "SaveName": table.name,
        "GameMode": "",
        "Date": "",
        "VersionNumber": "",
        "Gravity": 0.5,
        "PlayArea": 0.5,
        "GameType": "",
        "GameComplexity": "",
        "Tags": [],
        "Table": "",
        "Sky": "",
        "Note": "",
        "Rules": "",
        "TabStates": {},
        "Hands": {"Enable": True},
        "LuaScript": "",
        "LuaScriptState": "",
        "XmlUI": "",
        "ObjectStates": [*making.objects()],
    }
    files = {f"{IMAGES}/{name}": data for name, data in making.images.items()}
    first = next(iter(making.images.values()), b"")
    files[f"{table.stem}.json"] = json_file(saved)
    if shown := making.shown or first:
        files[f"{table.stem}.png"] = thumbnail(shown)
    mods = [] if bundle.settings.base_url else [lost("mods", folder=IMAGES)]
    return Exported(files=files, losses=[*making.losses, *table.losses, *mods])


@dataclass
class _Making(Making):
    """Makes the objects; `images` are the pictures that they name, `shown` is the one for the thumbnail."""

    images: dict[str, bytes] = field(default_factory=dict)
    shown: bytes = b""
    guids: set[str] = field(default_factory=set)
    x: dict[str, float] = field(default_factory=lambda: dict.fromkeys(ROWS, 0.0))

    def objects(self) -> Iterator[dict[str, Data]]:
        """All that lies on the table."""
        drawn, alone = self.drawn()
        decks = self._custom_decks(drawn, self.shared[":back"])
        for pile in self.table.piles:
            yield from self._decks(pile, decks)
        for pile in self.table.piles:
            yield from self._boards(pile, alone)
            yield from self._pieces(pile, alone)
        yield from self._components()

    def _image(self, name: str, data: bytes) -> str:
        """The address of a picture. Its name depends on its content, since the program caches pictures by address."""
        file = f"{self.table.stem}-{name}-{hashlib.sha256(data).hexdigest()[:8]}.png"
        self.images[file] = data
        return self.settings.address(file)

    def _custom_decks(self, drawn: Drawn, shared_back: bytes) -> dict[str, list[_Side]]:
        """The sides of each card: its front, and for a two-sided card its other side."""
        found: dict[str, list[_Side]] = {}
        key, backs = 0, {shared_back: "back"}
        for number, atlas in enumerate(drawn.atlases, start=1):
            front = self._image(f"sheet-{number}", atlas.front)
            if atlas.back:
                back = self._image(f"sheet-{number}-backs", atlas.back)
                sides = [(front, back), (back, front)]
                for index, name in enumerate(atlas.names):
                    found[name] = [
                        _Side(key + 1 + side, index, _custom_deck(atlas, *faces, unique=True))
                        for side, faces in enumerate(sides)
                    ]
                key += 2
                continue
            keys: dict[bytes, int] = {}
            for index, name in enumerate(atlas.names):
                behind = drawn.backs.get(name, shared_back)
                if behind not in keys:
                    key += 1
                    keys[behind] = key
                    backs.setdefault(behind, f"back-{len(backs) + 1}")
                back = self._image(backs[behind], behind)
                found[name] = [_Side(keys[behind], index, _custom_deck(atlas, front, back))]
        self.shown = shared_back
        return found

    def _decks(self, pile: Pile, sides: Mapping[str, list[_Side]]) -> Iterator[dict[str, Data]]:
        """A deck of the cards of each size; a single card is no deck."""
        cards = pile.of("card")
        for size in dict.fromkeys(thing.size for thing, _ in cards):
            here = [(thing, copy) for thing, count in cards if thing.size == size for copy in range(count)]
            scale = max(size.width, size.height) / CARD_HEIGHT
            where = self._place("cards", size.width, scale, face_down=True)
            if len(here) == 1:
                yield self._card(pile, *here[0], sides, where, alone=True)
                continue
            contained = [self._card(pile, thing, copy, sides, {**where, "rotZ": 0.0}) for thing, copy in here]
            used = [sides[thing.name][0] for thing, _ in here]
            yield {
                **self._object("DeckCustom", ("deck", self.table.stem, pile.id, size.width, size.height), pile.name),
                "Transform": where,
                "ColorDiffuse": GRAY,
                "HideWhenFaceDown": True,
                "SidewaysCard": size.width > size.height,
                "DeckIDs": [side.card_id for side in used],
                "CustomDeck": {str(side.key): side.deck for side in sorted(used, key=lambda one: one.key)},
                "ContainedObjects": [*contained],
            }

    def _card(
        self,
        pile: Pile,
        thing: Thing,
        copy: int,
        sides: Mapping[str, list[_Side]],
        where: dict[str, Data],
        *,
        alone: bool = False,
        state: int = 0,
    ) -> dict[str, Data]:
        """A card with one of its sides up; the other is a state of it."""
        side = sides[thing.name][state]
        made = {
            **self._of_thing("CardCustom" if alone else "Card", thing, pile.id, copy, state),
            "Transform": where,
            "ColorDiffuse": GRAY,
            "HideWhenFaceDown": True,
            "Hands": True,
            "SidewaysCard": thing.sideways,
            "CardID": side.card_id,
            "CustomDeck": {str(side.key): side.deck},
        }
        if state == 0 and len(sides[thing.name]) > 1:
            made["States"] = {"2": self._card(pile, thing, copy, sides, where, alone=alone, state=1)}
        return made

    def _boards(self, pile: Pile, pictures: Mapping[str, bytes]) -> Iterator[dict[str, Data]]:
        boards = pile.of("board")
        for thing, count in boards:
            for copy in range(count):
                yield self._flat(thing, pile.id, copy, pictures, "boards")
        if boards:
            self.lose(lost("board-size"))

    def _pieces(self, pile: Pile, pictures: Mapping[str, bytes]) -> Iterator[dict[str, Data]]:
        """Tokens and dice: one alone on the table, several of a type in a bag."""
        pieces = pile.of("token", "die")
        odd = [thing for thing, _ in pieces if thing.form == "die" and not on_six(thing)]
        if odd:
            self.lose(lost("odd-dice", names=named(odd)))
        for type_id in dict.fromkeys(thing.type.id for thing, _ in pieces):
            here = [(t, copy) for t, n in pieces if t.type.id == type_id and t not in odd for copy in range(n)]
            made = [
                self._die(thing, pile.id, copy, pictures)
                if thing.form == "die"
                else self._flat(thing, pile.id, copy, pictures, "pieces")
                for thing, copy in here
            ]
            if len(made) <= 1:
                yield from made
                continue
            described = here[0][0].type
            yield {
                **self._object(
                    "Bag", ("bag", self.table.stem, pile.id, type_id), described.plural or described.name,
                    described.description,
                ),
                "Transform": self._place("pieces", INCH * 2, 1.0),
                "ColorDiffuse": GRAY,
                "ContainedObjects": [*made],
            }  # fmt: skip

    def _flat(self, thing: Thing, pile: str, copy: int, pictures: Mapping[str, bytes], row: str) -> dict[str, Data]:
        """A board or a token: a tile, if it has two sides or a shape."""
        front = self._image(thing.name, pictures[thing.name])
        back = self._image(f"{thing.name}-back", pictures[f"{thing.name}.back"]) if thing.own_back else ""
        tile: dict[str, Data] = {
            "Type": TILES[thing.type.shape], "Thickness": 0.1, "Stackable": thing.form == "token", "Stretch": True,
        }  # fmt: skip
        is_board = thing.form == "board" and not back
        scale = 1.0 if is_board else thing.size.height / TILE_SIDE
        image: dict[str, Data] = {
            "ImageURL": front,
            "ImageSecondaryURL": back,
            "ImageScalar": 1.0,
            "WidthScale": thing.size.width / thing.size.height if is_board else 0.0,
            **({} if is_board else {"CustomTile": tile}),
        }
        return {
            **self._of_thing("Custom_Board" if is_board else "Custom_Tile", thing, pile, copy),
            "Transform": self._place(row, thing.size.width, scale),
            "ColorDiffuse": WHITE,
            "CustomImage": image,
        }

    def _die(self, thing: Thing, pile: str, copy: int, pictures: Mapping[str, bytes]) -> dict[str, Data]:
        """A die of six sides; with fewer faces, each is on it equally often."""
        sides, words = on_six(thing), faces_of(thing, self.table.game)
        picture = net(pictures[thing.name], len(words), sides, SIDES)
        turns: list[Data] = [
            {"Value": words[side], "Rotation": {"x": x, "y": y, "z": z}}
            for side, (x, y, z) in zip(sides, TURNS, strict=True)
        ]
        return {
            **self._of_thing("Custom_Dice", thing, pile, copy),
            "Transform": self._place("pieces", thing.size.width, 1.0),
            "ColorDiffuse": WHITE,
            "CustomImage": {
                "ImageURL": self._image(thing.name, picture),
                "ImageSecondaryURL": "",
                "WidthScale": 0.0,
                "CustomDice": {"Type": D6},
            },
            "RotationValues": turns,
        }

    def _components(self) -> Iterator[dict[str, Data]]:
        """Trackers, reminders and the like, each as a tile."""
        size = card_size(self.table.game.card_size)
        for component, count in self.table.components:
            picture = self.shared.get(f":{component.id}")
            if picture is None:
                continue
            image: dict[str, Data] = {
                "ImageURL": self._image(component.id, picture),
                "ImageSecondaryURL": "",
                "ImageScalar": 1.0,
                "WidthScale": 0.0,
                "CustomTile": {"Type": TILES["rectangle"], "Thickness": 0.1, "Stackable": False, "Stretch": False},
            }
            for copy in range(count):
                yield {
                    **self._object("Custom_Tile", (":", component.id, copy), component.name, "", component.id, EXTRAS),
                    "Transform": self._place("pieces", size.width, size.height / TILE_SIDE),
                    "ColorDiffuse": WHITE,
                    "CustomImage": image,
                }

    def _of_thing(self, kind: str, thing: Thing, pile: str, *parts: int) -> dict[str, Data]:
        """The fields that all objects have, for a thing in a pile."""
        words = plain_text(thing.card, self.table.game)
        return self._object(kind, (thing.name, pile, *parts), thing.card.name, words, thing.card.id, pile)

    def _object(
        self, kind: str, parts: tuple[object, ...], name: str, description: str = "", notes: str = "", memo: str = ""
    ) -> dict[str, Data]:
        """The fields that all objects have; `parts` may replace some of them. `memo` is the pile of the object."""
        return {
            "GUID": self._guid(*parts),
            "Name": kind,
            "Nickname": name,
            "Description": description,
            "GMNotes": notes,
            "Memo": memo,
            "Locked": False,
            "Grid": True,
            "Snap": True,
            "IgnoreFoW": False,
            "MeasureMovement": False,
            "DragSelectable": True,
            "Autoraise": True,
            "Sticky": True,
            "Tooltip": True,
            "GridProjection": False,
            "HideWhenFaceDown": False,
            "Hands": False,
            "LuaScript": "",
            "LuaScriptState": "",
            "XmlUI": "",
        }

    def _guid(self, *parts: object) -> str:
        """Six digits that no other object here has: the first ones of the thing's own id, if they are free."""
        again = 0
        while (found := self.table.guid(*parts, *[again] * bool(again)).hex[:6]) in self.guids:
            again += 1
        self.guids.add(found)
        return found

    def _place(self, row: str, width: float, scale: float, *, face_down: bool = False) -> dict[str, Data]:
        """The next place in a row for something `width` mm wide."""
        across = width / INCH + SPACE
        x = self.x[row] + across / 2
        self.x[row] += across
        return {
            "posX": round(x, 3), "posY": 1.0, "posZ": ROWS[row], "rotX": 0.0, "rotY": 180.0,
            "rotZ": 180.0 if face_down else 0.0, "scaleX": round(scale, 4), "scaleY": 1.0, "scaleZ": round(scale, 4),
        }  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Side:
    """Where a side of a card is found: the key of its deck, its cell there, and the deck."""

    key: int
    index: int
    deck: dict[str, Data]

    @property
    def card_id(self) -> int:
        return self.key * 100 + self.index


def _custom_deck(atlas: Atlas, face: str, back: str, *, unique: bool = False) -> dict[str, Data]:
    return {
        "FaceURL": face,
        "BackURL": back,
        "NumWidth": atlas.grid.columns,
        "NumHeight": atlas.grid.rows,
        "BackIsHidden": True,
        "UniqueBack": unique,
        "Type": 0,
    }


TARGET = Target("tts", "", "", export, draws=True)
