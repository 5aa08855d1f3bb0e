"""What tells one state of a pack, and of what reads it, from another."""

import os
import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from builder.authoring.new import new_game
from builder.diagnostics import UsageError
from builder.packs import pack as packs
from builder.packs.pack import refuse_overwriting
from tests.support.commands import Arsenal
from tests.support.packs import SMALL


@pytest.fixture(autouse=True)
def _unknown_version() -> Iterator[None]:
    packs._version.cache_clear()
    yield
    packs._version.cache_clear()


def key(**files: bytes) -> str:
    packs._version.cache_clear()
    return packs.in_memory(Path("my-game"), {**SMALL, **files}).key


def test_a_key_changes_with_the_files() -> None:
    assert key() == key()
    assert key() != key(more=b"")


def test_a_key_changes_when_a_package_is_installed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    installed = tmp_path / "site-packages"
    before = key()
    monkeypatch.setattr(sys, "path", [*sys.path, str(tmp_path), str(installed)])
    assert key() == before  # there is no such folder
    installed.mkdir()
    with_folder = key()
    assert with_folder != before
    os.utime(installed, (1, 1))
    assert key() not in (before, with_folder)
    (tmp_path / "notes.txt").touch()  # a folder of other things
    assert key() == key()


def test_a_folder_of_packs_that_may_not_be_read_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: Path) -> Iterator[Path]:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "iterdir", refuse)
    with pytest.raises(UsageError, match="can't be read: permission denied"):
        packs.find([tmp_path])


def test_what_can_t_be_read_is_no_part_of_a_pack(tmp_path: Path) -> None:
    for name, content in SMALL.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(content)
    (tmp_path / "art").mkdir()
    (tmp_path / "art/x.png").write_bytes(b"x")
    (tmp_path / "art/y.png").symlink_to("/etc/passwd")
    (tmp_path / "formats/link.yaml").symlink_to("/etc/passwd")
    found = packs.read(tmp_path)
    assert found.unread == ["art/y.png", "formats/link.yaml"]
    assert [d.span and d.span.path for d in found.diagnostics] == [str(tmp_path / name) for name in found.unread]
    assert {"art/x.png"} == {name for name in found.others if name.startswith("art/")}
    assert found.files == {name: content for name, content in SMALL.items() if name in found.files}


# No output takes the place of what it is made from


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
