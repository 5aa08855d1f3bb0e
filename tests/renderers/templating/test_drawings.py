"""What drawings can compute."""

from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from jinja2 import DictLoader
from jinja2.exceptions import SecurityError, UndefinedError
from PIL import Image, ImageDraw

from builder.games import Game
from renderers.outputs.images import card_images
from renderers.outputs.sheets import check_faces, print_sheets
from renderers.templating.drawings import Drawings, silhouette
from tests.support.faults import assert_placed
from tests.support.renders import KIT, card, changed, pack


def drawn(template: str, seed: str = "seed", parts: dict[str, str] | None = None, **context: Any) -> str:
    sources = {"t": template, **(parts or {})}
    return Drawings(DictLoader({f"{name}.svg.j2": text for name, text in sources.items()})).draw("t", seed, context)


def test_numbers_are_put_in_places() -> None:
    assert drawn("{{ 'M@ @l@ @' | put(1 / 3, -200.06, 0.5, 12) }} 10% @") == "M0.333 -200l0.5 12 10% @"
    assert drawn("{{ '10% @' | put(2) }} {{ 1 / 3 }} {{ 2 }}") == "10% 2 0.333 2"


@pytest.mark.parametrize("shape", ["'@ @' | put(1)", "'@' | put(1, 2)", "'@' | put('x')"])
def test_other_than_the_numbers_asked_for_is_an_error(shape: str) -> None:
    with pytest.raises(TypeError):
        drawn("{{ " + shape + " }}")


def test_choices_come_from_the_seed_alone() -> None:
    template = "{% for i in range(300) %}{{ i | pick(2, 9) }} {{ i | choose('abcdef') }} {% endfor %}{{ 3 | pick }}"
    assert drawn(template) == drawn(template)
    assert drawn(template) != drawn(template, "other")
    *numbers, last = drawn(template).split()
    assert {2 <= float(number) < 9 for number in numbers[::2]} == {True}
    assert set(numbers[1::2]) == set("abcdef")
    assert 0 <= float(last) < 1


def test_a_choice_between_constants_is_not_taken_for_constant() -> None:
    drawings = Drawings(DictLoader({"t.svg.j2": "{{ '@' | put(1 | pick(0, 100)) }}"}))
    assert len({drawings.draw("t", seed, {}) for seed in "abcdef"}) > 1


def test_a_part_is_drawn_once_for_what_it_is_given() -> None:
    parts = {"part": "{{ colour }} {{ 0 | pick }} "}
    template = "{{ 5 | pick }} {{ part('part', colour='red') }}{{ part('part', colour='blue') }}{{ 5 | pick }}"
    own, *both, own_again = drawn(template, parts=parts).split()
    other, *same, _ = drawn(template, "other", parts=parts).split()
    assert own == own_again != other
    assert both == same
    assert both[1] != both[3]
    with pytest.raises(UndefinedError, match="card"):
        drawn("{{ part('part') }}", parts={"part": "{{ card }}"}, card="told to the whole alone")
    with pytest.raises(RecursionError):
        drawn("{{ part('part') }}", parts={"part": "{{ part('part') }}"})


@pytest.mark.parametrize("template", ["{{ part.__globals__ }}", "{{ part.__self__._env }}", "{{ ''.__class__ }}"])
def test_the_sandbox_holds(template: str) -> None:
    with pytest.raises((SecurityError, UndefinedError)):
        drawn(template)


def test_a_drawing_is_the_same_every_time_and_different_for_each_card(tmp_path: Path) -> None:
    drawing = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><circle r='{{ 3 | pick(1, 9) }}'/></svg>"
    game = pack(tmp_path, "#image({{ draw('art') }})", art__svg__j2=drawing)
    first, again, other = (print_sheets(game, [(card(id=name), 1)]).data for name in ("a", "a", "b"))
    assert first == again != other


# Symbols made of pixels: their shapes are painted, and what has no shape is refused with a word


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


def pixels(game: Game, *places: tuple[float, float]) -> list[object]:
    """The colours at these places of a card, in mm."""
    (image,) = card_images(game, [card()], "png")
    assert image.findings == []
    with Image.open(BytesIO(image.data)) as picture:
        shown = picture.convert("RGB")
        return [shown.getpixel((round(x / 25.4 * 300), round(y / 25.4 * 300))) for x, y in places]


@pytest.mark.parametrize(("mode", "as_it_is"), [("RGBA", (255, 0, 0)), ("LA", (76, 76, 76)), ("P", (255, 0, 0))])
def test_the_shape_of_a_png_is_painted(tmp_path: Path, mode: str, as_it_is: tuple[int, ...]) -> None:
    painted, *around = pixels(game_with(tmp_path / "painted", mode, 'rgb("#0000ff")'), (20, 20), (11, 11))
    assert painted == pytest.approx((0, 0, 255), abs=1)
    plain, *around_it = pixels(game_with(tmp_path / "plain", mode, "none"), (20, 20), (11, 11))
    assert plain == pytest.approx(as_it_is, abs=1)
    assert around == around_it == [(255, 255, 255)]


def test_an_opaque_picture_is_shown_but_not_painted(tmp_path: Path) -> None:
    assert pixels(game_with(tmp_path / "a", "RGB", "none"), (20, 20)) == [(255, 0, 0)]
    (found,) = check_faces(game_with(tmp_path / "b", "RGB", "white"), [card()])
    why = 'the symbol "moon" is to be printed in a colour, and its picture has no shape: make it a PNG'
    assert_placed(found, tmp_path / "b", "face.typ.j2:2:28", why, "")


@pytest.mark.parametrize("data", [b"", b"GIF89a", png("RGBA")[:20], b"\x89PNG\r\n\x1a\n" + bytes(40)])
def test_what_is_no_png_has_no_shape(data: bytes) -> None:
    assert silhouette(data) == ""
