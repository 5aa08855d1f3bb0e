"""Rendered pages compared with pictures of how they looked when they were last approved.

They are compared only when asked for, because another version of Typst may draw edges otherwise:

    ARSENAL_COMPARE_PICTURES=1 pytest tests/renderers/outputs/test_pictures.py

A page is scaled down to the picture's size and may differ from it by `TOLERANCE` on average, on a scale of 255, with
no place of 8 x 8 pixels differing by more than `LOCAL`. Where a change is meant, look at the new pictures and keep
them:

    UPDATE_GOLDENS=1 ARSENAL_COMPARE_PICTURES=1 pytest tests/renderers/outputs/test_pictures.py

The pictures are tests/data/goldens/*.png; a failure says where the one that differs was written.
"""

import os
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pypdfium2
import pytest
from PIL import Image, ImageChops, ImageStat

from builder.games import Card, Game
from builder.workspace import Workspace
from renderers.faces.faces import card_sides, print_spec
from renderers.layout.options import SheetOptions
from renderers.layout.plan import stacks_of
from renderers.outputs.sheets import print_sheets
from renderers.typst.jobs import TypesetJob
from renderers.typst.typesetting import typeset
from tests.support.commands import DATA, GAMES, ROOT

GOLDENS = DATA / "goldens"
WIDTH = 180  # pixels
TOLERANCE = 2.0
LOCAL = 40.0
pytestmark = pytest.mark.skipif(
    not os.environ.get("ARSENAL_COMPARE_PICTURES"), reason="pictures are compared when ARSENAL_COMPARE_PICTURES=1"
)


def picture(pdf: bytes, page: int = 0) -> Image.Image:
    """A page, `WIDTH` pixels wide."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        drawn = document[page].render(scale=2).to_pil().convert("RGB")
        return drawn.resize((WIDTH, round(drawn.height * WIDTH / drawn.width)), Image.Resampling.BOX)
    finally:
        document.close()


def face(game: Game, one: Card, side: int = 0) -> bytes:
    """One side of a card on a page of its size, as PDF."""
    job = TypesetJob(game, [card_sides(game, one)[side]], stacks_of([print_spec(game, one.type).size]), "pdf")
    made = typeset(job)
    assert made.findings == []
    return made.files[0]


def differences(new: Image.Image, old: Image.Image) -> list[str]:
    """What tells two pictures apart, in words."""
    if new.size != old.size:
        return [f"it is {new.size}, was {old.size}"]
    gap = ImageChops.difference(new, old).convert("L")
    said = []
    mean = ImageStat.Stat(gap).mean[0]
    if mean > TOLERANCE:
        said.append(f"it differs by {mean:.1f} on average")
    small = gap.resize((max(1, gap.width // 8), max(1, gap.height // 8)), Image.Resampling.BOX)
    worst = small.getextrema()[1]
    if worst > LOCAL:  # type: ignore[operator]
        y, x = divmod(small.tobytes().index(worst), small.width)  # type: ignore[arg-type]
        said.append(f"it differs by {worst} around ({x * 8}, {y * 8})")
    return said


def compare(name: str, new: Image.Image) -> None:
    known = GOLDENS / f"{name}.png"
    if os.environ.get("UPDATE_GOLDENS"):
        GOLDENS.mkdir(parents=True, exist_ok=True)
        new.quantize(128).save(known, optimize=True)
        return
    with Image.open(known) as old:
        said = differences(new, old.convert("RGB"))
    if said:
        written = Path(tempfile.mkdtemp()) / f"{name}.png"
        new.save(written)
        pytest.fail(f"{name}: {'; '.join(said)}; see {written}")


Opened = tuple[Game, list[Card]]


@pytest.fixture
def pack() -> Iterator[Callable[[str], Opened]]:
    with Workspace([ROOT / "cards"]) as workspace:

        def opened(name: str) -> Opened:
            cards = workspace.search(game=name)
            return workspace.game(name), sorted(cards, key=lambda card: (card.set_id, card.number))

        yield opened


def first(opened: Opened, kind: str) -> Card:
    """The first thing of a form, by number."""
    game, cards = opened
    return next(card for card in cards if print_spec(game, card.type).form == kind)


@pytest.mark.parametrize("name", GAMES)
def test_a_card_of_each_game(pack: Callable[[str], Opened], name: str) -> None:
    opened = pack(name)
    compare(f"card-{name}", picture(face(opened[0], first(opened, "card"))))


def test_a_sheet(pack: Callable[[str], Opened]) -> None:
    game, cards = pack("future-invaders")
    made = print_sheets(game, [(card, 1) for card in cards[:7]], SheetOptions(gap=3))
    compare("sheet", picture(made.data))


def test_a_board(pack: Callable[[str], Opened]) -> None:
    opened = pack("saucer-dice")
    compare("board", picture(face(opened[0], first(opened, "board"))))


def test_a_die(pack: Callable[[str], Opened]) -> None:
    game, _ = opened = pack("saucer-dice")
    compare("die", picture(print_sheets(game, [(first(opened, "die"), 1)], SheetOptions(paper="90x80mm")).data))


def test_a_changed_picture_is_said() -> None:
    plain = Image.new("RGB", (80, 112), "white")
    spotted = plain.copy()
    spotted.paste("black", (8, 16, 16, 24))
    assert differences(plain, plain) == []
    assert differences(spotted, plain) == ["it differs by 255 around (8, 16)"]
    assert len(differences(Image.new("RGB", (80, 112), "grey"), plain)) == 2
    assert differences(plain, plain.resize((8, 8))) == ["it is (80, 112), was (8, 8)"]
