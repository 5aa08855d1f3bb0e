"""No output takes the place of what it is made from."""

from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from builder.authoring.new import new_game
from builder.diagnostics import UsageError
from builder.packs.pack import refuse_overwriting
from tests.support.commands import Arsenal


def picture() -> bytes:
    """A small picture."""
    made = BytesIO()
    Image.new("RGB", (8, 8), "#a63d1f").save(made, "PNG")
    return made.getvalue()


OWN = picture()


@pytest.fixture
def pack(arsenal: Arsenal) -> Path:
    new_game("My Game", Path())
    cards = Path("my-game/sets/core/cards.yaml")
    cards.write_text(cards.read_text("utf-8").replace("- id: flare\n", "- id: flare\n  art: art/flare.png\n"), "utf-8")
    for name in ("art/flare.png", "out/flare.png"):
        (Path("my-game") / name).parent.mkdir(exist_ok=True)
        (Path("my-game") / name).write_bytes(OWN)
    return Path("my-game")


@pytest.mark.parametrize("name", ["game.yaml", "decks/first-deck.yaml", "art/flare.png", "symbols/tide.svg"])
def test_what_a_pack_is_made_of_is_spared(pack: Path, name: str) -> None:
    with pytest.raises(UsageError, match="is a file of the pack my-game"):
        refuse_overwriting([pack / "out/flare.png", pack / name])


def test_what_was_made_before_may_be_written_over(pack: Path) -> None:
    refuse_overwriting([pack / "out/flare.png", pack / "art/not-there-yet.png", Path("out.pdf")])


def test_commands_do_not_overwrite_it(arsenal: Arsenal, pack: Path) -> None:
    said = arsenal("images", "my-game", "--packs", "my-game", "-o", "my-game/art", "--dpi", "20", code=2).stderr
    assert "is a file of the pack" in said
    assert (pack / "art/flare.png").read_bytes() == OWN
    for taken in ("my-game/game.yaml", "my-game/decks/first-deck.yaml"):
        before = Path(taken).read_bytes()
        arsenal("export", "my-game", "--packs", "my-game", "--to", "csv", "-o", taken, code=2)
        assert Path(taken).read_bytes() == before
    deck = Path("mine.yaml")
    deck.write_bytes((pack / "decks/first-deck.yaml").read_bytes())
    said = arsenal("export", "mine.yaml", "--packs", "my-game", "--to", "text", "-o", "mine.yaml", code=2).stderr
    assert '"mine.yaml" is the file that this command reads' in said
    symbol = (pack / "symbols/tide.svg").read_bytes()
    arsenal("print", "my-game", "--packs", "my-game", "-o", "out.pdf", "--cut-path", "my-game/symbols/tide.svg", code=2)
    assert (pack / "symbols/tide.svg").read_bytes() == symbol
