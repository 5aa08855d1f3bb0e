"""Virtual tables without a renderer: a game of things of every form, and a drawing that paints each in its own colour.

So tests find out, by looking at an export's pictures, what a program would show.
"""

import hashlib
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from PIL import Image

from builder.decks import Deck
from builder.exports import Bundle, Settings
from builder.games import Card, Game, card_from, game_from
from builder.games.sizes import card_size
from builder.printing.pictures import Picture

Color = tuple[int, int, int]

TYPES: dict[str, dict[str, Any]] = {
    "hero": {"name": "Hero"},
    "relic": {"name": "Relic", "back": "relic-back"},
    "duo": {"name": "Duo", "back": "other-side", "two-sided": True},
    "wide": {"name": "Wide", "size": "88x63mm"},
    "mat": {"name": "Mat", "form": "board", "size": "180x120mm"},
    "leaf": {"name": "Leaf", "form": "board", "size": "100x100mm", "back": "leaf-back"},
    "coin": {"name": "Coin", "plural": "Coins", "form": "token", "size": "25mm", "shape": "circle", "back": "tails"},
    "hex": {"name": "Hex", "form": "token", "size": "30x34mm", "shape": "hexagon"},
    "cube": {"name": "Cube", "plural": "Cubes", "form": "die", "size": "16mm"},
}
SETS = {"one": {"name": "First"}, "two": {"name": "Second"}}
SYMBOLS = {"axe": {"name": "Axe"}, "bow": {"name": "Bow"}}
CUBE = [["axe"], ["bow"], ["axe", "axe"], [], ["bow", "bow"], ["axe", "bow"]]


def game(**more: Any) -> Game:
    """The game; `more` are other words of game.yaml."""
    properties: dict[str, Any] = {key: {"type": "string"} for key in ("id", "name", "type", "text", "flavor")}
    properties |= {"number": {"type": "integer"}, "power": {"type": "integer", "title": "Power"}}
    words = {"id": "g", "name": "G", "types": TYPES, "sets": SETS, "symbols": SYMBOLS, **more}
    return game_from(words, {"properties": properties})


def thing(card_id: str, set_id: str = "one", **more: Any) -> Card:
    """A thing, by an id such as `hero-1`, which names its type."""
    kind, _, number = card_id.partition("-")
    faces = {"faces": CUBE} if kind == "cube" else {}
    definition = {"id": card_id, "number": int(number or 1), "name": card_id.title(), "type": kind, **faces, **more}
    return card_from(definition, "g", set_id)


EVERYTHING = [thing(f"{kind}-1") for kind in TYPES]  # of each form


def bundle(
    cards: Sequence[Card], sections: Mapping[str, Mapping[str, int]] | None = None, of: Game | None = None, **more: Any
) -> Bundle:
    """A deck of these cards, one of each unless `sections` say else, drawn in colours; `more` of the bundle."""
    deck = Deck("Pair", "g", sections or {"main": {card.id: 1 for card in cards}})
    return drawn(Bundle(of or game(), cards, **{"deck": deck, **more}))


def drawn(made: Bundle, **settings: Any) -> Bundle:
    """The bundle with pictures in colours, small unless the settings say else."""
    chosen = Settings(**{"dpi": 10.0, **settings})
    made.__dict__.update(settings=chosen, drawing=Painted(made.game, made.cards, chosen))
    return made


@dataclass(frozen=True)
class Painted:
    """A drawing that paints a picture in the colour of its name, and a die's faces in those of `NAME.1` and so on."""

    game: Game
    cards: Sequence[Card]
    settings: Settings

    def pictures(self, cards: Sequence[Card] | None = None, dpi: float | None = None) -> list[Picture]:
        found = []
        for card in self.cards if cards is None else cards:
            described = self.game.type_of(card.type)
            size = card_size(described.size or self.game.card_size)
            wanted = dpi or self.settings.dpi
            pixels = round(size.width * wanted / 25.4), round(size.height * wanted / 25.4)
            names = [f"{card.picture}.{n}" for n in range(1, len(card.faces) + 1)] or [card.picture]
            found.append(Picture(card.picture, painted(tuple(names), pixels)))
            if described.back and described.form != "die":
                shown = f"{card.picture}.back" if described.two_sided else described.back
                found.append(Picture(f"{card.picture}.back", painted((shown,), pixels), is_back=True))
        return found

    def shared(self) -> list[Picture]:
        names = [":back", *(f":{name}" for name, one in self.game.components.items() if not one.card)]
        return [Picture(name, painted((name,), (25, 35)), name == ":back") for name in names]


@lru_cache(10_000)
def painted(names: tuple[str, ...], pixels: tuple[int, int]) -> bytes:
    """A picture of cells in a row, each in the colour of its name."""
    width, height = max(1, pixels[0]), max(1, pixels[1])
    whole = Image.new("RGBA", (width * len(names), height))
    for number, name in enumerate(names):
        whole.paste(color(name), (number * width, 0, (number + 1) * width, height))
    out = io.BytesIO()
    whole.save(out, "PNG")
    return out.getvalue()


def color(name: str) -> Color:
    """The colour of a picture's name."""
    red, green, blue = hashlib.sha256(name.encode()).digest()[:3]
    return red, green, blue


def seen(data: bytes, columns: int = 1, rows: int = 1, cell: int = 0) -> Color:
    """The colour in the middle of a cell of a picture with a grid."""
    found = _opened(data)
    row, column = divmod(cell, columns)
    x, y = (column + 0.5) * found.width / columns, (row + 0.5) * found.height / rows
    pixel = found.getpixel((int(x), int(y)))
    assert isinstance(pixel, tuple)
    return pixel[0], pixel[1], pixel[2]


@lru_cache(100)
def _opened(data: bytes) -> Image.Image:
    with Image.open(io.BytesIO(data)) as found:
        return found.convert("RGB")
