"""A deck or a game as a package of Tabletop Playground: its manifest, object templates and textures.

Sources of the format: schema.json of plasticity-studios/tabletop-playground-schemas for templates; the packages of
visnup/arcs-ttpg and the D6 generator of darrellanderson's ttpg-darrell for manifests, dice and where their sides lie.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from builder.documents.data import Data
from builder.exports import Bundle, Exported, Target, json_file, lost
from builder.exports.atlases import Atlas, Drawn, Making, Place, net
from builder.exports.things import Pile, Thing, drawing_of, faces_of, named, on_six, table_of, texts_lost
from builder.games.game import Shape
from builder.games.sizes import Size, card_size

CM = 10.0  # mm, of the program's unit
CARD_THICKNESS, TOKEN_THICKNESS = 0.05, 0.2  # in cm
OTHER_FILE, SAME_PLACE, FRONT = -2, -3, -1  # where a back is found
AS_BACK = -3  # what is hidden looks like the back

MODELS: Mapping[Shape, str] = {"rectangle": "Square", "hexagon": "Hexagonal", "circle": "Round"}

# The program's own cube: where the sides 1 to 6 lie on its texture, and which way they face.
D6 = "StaticMesh'/Game/Meshes/Dice/Dice_D6.Dice_D6'"
SIDES: Sequence[Place] = ((1, 0, False), (0, 1, False), (1, 1, False), (1, 2, False), (0, 2, False), (2, 1, False))
FACING = ((0, 0, 1), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (1, 0, 0), (0, 0, -1))


def export(bundle: Bundle) -> Exported:
    """A template for each section, or each set of a game, and one for each board, token and die."""
    table = table_of(bundle)
    making = _Making(table, drawing_of(bundle), bundle.settings)
    templates = {f"Templates/{one['GUID']}.json": json_file(one) for one in making.templates()}
    manifest = {"Name": table.name, "Version": "1", "GUID": making.guid("package", table.stem)}
    files = {
        "Manifest.json": json_file(manifest),
        **templates,
        **{f"Textures/{name}": data for name, data in making.textures.items()},
    }
    losses = [*making.losses, *table.losses, *texts_lost(bundle)]
    losses += [lost("address.playground")] if bundle.settings.base_url else []
    return Exported(files=files, losses=losses)


@dataclass
class _Making(Making):
    """Makes the templates; `textures` are the pictures that they name."""

    textures: dict[str, bytes] = field(default_factory=dict)

    def templates(self) -> Iterator[dict[str, Data]]:
        """The templates of all things; one in several piles has a template for each."""
        drawn, alone = self.drawn()
        for pile in self.table.piles:
            yield from self._cards(pile, drawn, self.shared[":back"])
        for pile in self.table.piles:
            for thing, count in pile.of("board", "token"):
                yield self._flat(pile, thing, count, alone)
            for thing, count in pile.of("die"):
                yield from self._die(pile, thing, count, alone)
        size = card_size(self.table.game.card_size)
        for component, count in self.table.components:
            if picture := self.shared.get(f":{component.id}"):
                front = self._texture(f"component-{component.id}", picture)
                yield {
                    **self._template("Card", ("component", component.id), component.name, component.id),
                    **_card(front, front, size, TOKEN_THICKNESS, "Square"),
                    "Indices": [0] * count,
                    **_of_cards({0: (component.name, component.id, [])}),
                }

    def guid(self, *parts: object) -> str:
        """An id as templates have it: 32 digits."""
        return self.table.guid(*parts).hex.upper()

    def _cards(self, pile: Pile, drawn: Drawn, shared_back: bytes) -> Iterator[dict[str, Data]]:
        """A template for the cards of a pile on each atlas that have one back."""
        things = {thing.name: (thing, count) for thing, count in pile.of("card")}
        found: list[tuple[Atlas, int, bytes, list[int]]] = []
        for number, atlas in enumerate(drawn.atlases, start=1):
            by_back: dict[bytes, list[int]] = {}
            for index, name in enumerate(atlas.names):
                if name in things:
                    thing = things[name][0]
                    behind = drawn.backs.get(name, shared_back if thing.has_back else b"")
                    by_back.setdefault(b"" if atlas.back else behind, []).append(index)
            found += [(atlas, number, back, indices) for back, indices in by_back.items()]
        for part, (atlas, number, picture, indices) in enumerate(found, start=1):
            name = pile.name if len(found) == 1 else f"{pile.name} {part}"
            front = self._texture(f"sheet-{number}", atlas.front)
            if atlas.back:
                back, back_index = self._texture(f"sheet-{number}-backs", atlas.back), SAME_PLACE
            else:
                back, back_index = self._back(picture)
            here = {index: things[atlas.names[index]] for index in indices}
            yield {
                **self._template("Card", ("cards", self.table.stem, pile.id, number, part), name, pile.id),
                **_card(front, back, atlas.size, CARD_THICKNESS, "Rounded", back_index),
                "NumHorizontal": atlas.grid.columns,
                "NumVertical": atlas.grid.rows,
                "HiddenInHand": True,
                "UsedWithCardHolders": True,
                "Indices": [index for index, (_, count) in here.items() for _ in range(count)],
                **_of_cards({index: _about(thing) for index, (thing, _) in here.items()}),
            }

    def _back(self, picture: bytes) -> tuple[str, int]:
        """The texture of a back that several cards share, and the index where the program finds it."""
        if not picture:
            return "", FRONT
        there = next((name for name, data in self.textures.items() if data == picture), "")
        backs = sum("/back" in name for name in self.textures)
        return there or self._texture(f"back-{backs + 1}", picture), OTHER_FILE

    def _flat(self, pile: Pile, thing: Thing, count: int, pictures: Mapping[str, bytes]) -> dict[str, Data]:
        """A board or a token: a thick card of its shape."""
        front = self._texture(thing.name, pictures[thing.name])
        behind = self._texture(f"{thing.name}.back", pictures[f"{thing.name}.back"]) if thing.own_back else front
        return {
            **self._template("Card", (pile.id, thing.name), thing.card.name, thing.card.id),
            **_card(front, behind, thing.size, TOKEN_THICKNESS, MODELS[thing.type.shape]),
            "CanStack": thing.form == "token",
            "Indices": [0] * count,
            **_of_cards({0: _about(thing)}),
        }

    def _die(self, pile: Pile, thing: Thing, count: int, pictures: Mapping[str, bytes]) -> Iterator[dict[str, Data]]:
        """A cube with the faces of a die; with fewer than six, each face is on the cube equally often."""
        sides, words = on_six(thing), faces_of(thing, self.table.game)
        if not sides:
            self.lose(lost("faces", dice=named([thing]), faces=len(words)))
            return
        self.lose(lost("dice-size"))
        if count > 1:
            self.lose(lost("one-die"))
        texture = self._texture(thing.name, net(pictures[thing.name], len(words), sides, SIDES))
        model: Data = {
            "Model": D6, "Offset": _vector(0, 0, 0), "Rotation": _vector(0, 0, 0), "Scale": _vector(1, 1, 1),
            "Texture": texture, "NormalMap": "", "ExtraMap": "", "ExtraMap2": "", "IsTransparent": False,
            "CastShadow": True, "IsTwoSided": False, "UseOverrides": True, "Roughness": 0.2, "SurfaceType": "Plastic",
        }  # fmt: skip
        faces: list[Data] = [
            {**_vector(*facing), "Name": words[side], "Metadata": words[side]}
            for side, facing in zip(sides, FACING, strict=True)
        ]
        yield {
            **self._template("Dice", (pile.id, thing.name), thing.card.name, thing.card.id),
            "SurfaceType": "Plastic",
            "Restitution": 0.5,
            "Density": 1,
            "Roughness": 0.2,
            "Flippable": False,
            "Models": [model],
            "Faces": faces,
        }

    def _template(self, kind: str, parts: tuple[object, ...], name: str, metadata: str) -> dict[str, Data]:
        """The fields that all templates have; `parts` may replace some of them."""
        return {
            "Type": kind,
            "GUID": self.guid(*parts),
            "Name": name,
            "Metadata": metadata,
            "CollisionType": "Regular",
            "Friction": 0.7,
            "Restitution": 0,
            "Density": 0.5,
            "SurfaceType": "Cardboard",
            "Roughness": 1,
            "Metallic": 0,
            "Flippable": True,
            "AutoStraighten": False,
            "ShouldSnap": True,
            "ScriptName": "",
            "Blueprint": "",
            "Models": [],
            "Collision": [],
            "SnapPointsGlobal": False,
            "SnapPoints": [],
            "ZoomViewDirection": _vector(0, 0, 0),
            "Tags": [],
        }

    def _texture(self, name: str, data: bytes) -> str:
        """The path of a picture within the package's textures, in a folder of the deck's or the game's own."""
        path = f"{self.table.stem}/{name}.png"
        self.textures[path] = data
        return path


def _card(
    front: str, behind: str, size: Size, thickness: float, model: str, back_index: int = OTHER_FILE
) -> dict[str, Data]:
    """The fields of templates of cards; `thickness` is in cm."""
    return {
        "FrontTexture": front,
        "BackTexture": behind,
        "HiddenTexture": "",
        "BackIndex": back_index,
        "HiddenIndex": AS_BACK,
        "NumHorizontal": 1,
        "NumVertical": 1,
        "Width": round(size.width / CM, 4),
        "Height": round(size.height / CM, 4),
        "Thickness": thickness,
        "HiddenInHand": False,
        "UsedWithCardHolders": False,
        "CanStack": True,
        "UsePrimaryColorForSide": False,
        "FrontTextureOverrideExposed": False,
        "AllowFlippedInStack": False,
        "MirrorBack": True,
        "Model": model,
    }


_About = tuple[str, str, list[str]]  # a cell's name, metadata and tags


def _about(thing: Thing) -> _About:
    return thing.card.name, thing.card.id, [thing.type.id]


def _of_cards(cells: Mapping[int, _About]) -> dict[str, Data]:
    """The fields of a template about each cell."""
    fields = ("CardNames", "CardMetadata", "CardTags")
    return {name: {str(index): cell[n] for index, cell in cells.items()} for n, name in enumerate(fields)}


def _vector(x: float, y: float, z: float) -> dict[str, Data]:
    return {"X": x, "Y": y, "Z": z}


TARGET = Target("playground", "", "", export, draws=True)
