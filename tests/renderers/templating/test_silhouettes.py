"""Symbols made of pixels: their shapes are painted, and what has no shape is refused with a word."""

from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image, ImageDraw

from builder.games import Game
from renderers.outputs.images import card_images
from renderers.outputs.sheets import check_faces
from renderers.templating.drawings import silhouette
from tests.support.renders import KIT, card, changed, pack


def disc(mode: str) -> Image.Image:
    """A red disc on nothing, or on white where the mode knows no nothing."""
    image = Image.new("RGBA", (40, 40))
    ImageDraw.Draw(image).ellipse((8, 8, 32, 32), fill="red")
    if mode == "RGB":
        return Image.alpha_composite(Image.new("RGBA", image.size, "white"), image).convert("RGB")
    if mode == "P":
        indexed = Image.new("P", image.size, 0)
        indexed.putpalette([255, 255, 255, 255, 0, 0])
        indexed.paste(1, mask=image.getchannel("A"))
        indexed.info["transparency"] = 0
        return indexed
    return image.convert(mode)


def png(mode: str) -> bytes:
    out = BytesIO()
    disc(mode).save(out, "PNG")
    return out.getvalue()


def game_with(folder: Path, mode: str, tint: str) -> Game:
    game = pack(folder, f'{KIT}#place(dx: 10mm, dy: 10mm, icon("moon", size: 20mm, tint: {tint}))')
    (folder / "moon.png").write_bytes(png(mode))
    return changed(game, symbols={"moon": {"name": "Moon", "image": "moon.png"}})


def pixel(game: Game, x: float, y: float) -> object:
    (image,) = card_images(game, [card()], "png")
    assert image.findings == []
    with Image.open(BytesIO(image.data)) as picture:
        return picture.convert("RGB").getpixel((round(x / 25.4 * 300), round(y / 25.4 * 300)))


@pytest.mark.parametrize(("tint", "shown"), [('rgb("#0000ff")', (0, 0, 255)), ("none", (255, 0, 0))])
@pytest.mark.parametrize("mode", ["RGBA", "LA", "P"])
def test_the_shape_of_a_png_is_painted(tmp_path: Path, mode: str, tint: str, shown: tuple[int, ...]) -> None:
    game = game_with(tmp_path, mode, tint)
    if mode == "LA" and tint == "none":
        shown = (76, 76, 76)
    assert pixel(game, 20, 20) == pytest.approx(shown, abs=1)
    assert pixel(game, 11, 11) == (255, 255, 255)


def test_an_opaque_picture_is_shown_but_not_painted(tmp_path: Path) -> None:
    assert pixel(game_with(tmp_path / "a", "RGB", "none"), 20, 20) == (255, 0, 0)
    (found,) = check_faces(game_with(tmp_path / "b", "RGB", "white"), [card()])
    assert found.code == "template-error"
    assert (
        'the symbol "moon" is to be printed in a colour, and its picture has no shape: make it a PNG' in found.message
    )
    assert found.span is not None
    assert Path(found.span.path).name == "face.typ.j2"


@pytest.mark.parametrize("data", [b"", b"GIF89a", png("RGBA")[:20], b"\x89PNG\r\n\x1a\n" + bytes(40)])
def test_what_is_no_png_has_no_shape(data: bytes) -> None:
    assert silhouette(data) == ""
