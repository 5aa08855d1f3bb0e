"""Which files `arsenal fmt` means, what it writes and what it leaves alone."""

import os
from pathlib import Path
from typing import Any

import pytest

from builder.authoring import formatting
from builder.authoring.formatting import format_files
from builder.authoring.new import new_game
from builder.diagnostics import UsageError

CARDS = "sets/core/cards.yaml"


@pytest.fixture
def pack(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small game in the current folder."""
    monkeypatch.chdir(tmp_path)
    new_game("My Game", Path())
    return Path("my-game")


def yaml_files(pack: Path) -> list[Path]:
    return sorted(pack.rglob("*.yaml"))


def test_a_new_game_is_in_canonical_form(pack: Path) -> None:
    done = format_files([pack], check=False)
    assert (done.changed, done.diagnostics, done.seen) == ([], [], len(yaml_files(pack)))


def test_a_file_is_written_anew_with_its_keys_in_the_order_of_the_schema(pack: Path) -> None:
    cards = pack / CARDS
    good = cards.read_text("utf-8")
    cards.write_text(good.replace("- id: flare\n  number: 4\n", "- number:   4\n  id: flare\n"), "utf-8")
    assert format_files([pack], check=False).changed == [str(cards)]
    assert cards.read_text("utf-8") == good


def test_a_check_writes_nothing(pack: Path) -> None:
    cards = pack / CARDS
    written = cards.read_bytes() + b"\n\n"
    cards.write_bytes(written)
    assert format_files([pack], check=True).changed == [str(cards)]
    assert cards.read_bytes() == written


def test_a_file_of_a_pack_is_formatted_alone_and_once(pack: Path) -> None:
    cards, game = pack / CARDS, pack / "game.yaml"
    for file in (cards, game):
        file.write_bytes(file.read_bytes() + b"\n\n")
    done = format_files([cards, cards], check=False)
    assert (done.changed, done.seen) == ([str(cards)], 1)
    assert game.read_bytes().endswith(b"\n\n")


def test_a_pack_whose_card_schema_is_broken_keeps_the_order_of_its_cards_keys(pack: Path) -> None:
    (pack / "card.schema.json").write_text("{", "utf-8")
    cards = pack / CARDS
    cards.write_text("- number:   1\n  id: x\n", "utf-8")
    assert format_files([cards], check=False).changed == [str(cards)]
    assert cards.read_text("utf-8") == "- number: 1\n  id: x\n"


def test_a_file_of_no_pack_has_its_spacing_changed_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    alone = tmp_path / "alone.yaml"
    alone.write_text("name:   B\nid: a\n", "utf-8")
    assert format_files([alone], check=False).changed == ["alone.yaml"]
    assert alone.read_text("utf-8") == "name: B\nid: a\n"


@pytest.mark.parametrize(
    "content", [b"a: [\n", b"a: &x 1\nb: *x\n", b"a: \xff\n"], ids=["no yaml", "anchors", "no text"]
)
def test_a_file_that_can_not_be_formatted_is_reported_and_left_alone(pack: Path, content: bytes) -> None:
    cards = pack / CARDS
    cards.write_bytes(content)
    done = format_files([pack], check=False)
    assert done.changed == []
    (problem,) = done.diagnostics
    assert problem.span
    assert problem.span.path == str(cards)
    assert cards.read_bytes() == content


def test_what_is_not_there_is_refused(pack: Path) -> None:
    with pytest.raises(UsageError, match="no file or folder"):
        format_files([pack / "nope.yaml"], check=True)
    Path("empty").mkdir()
    with pytest.raises(UsageError, match="not in a pack"):
        format_files([Path("empty")], check=True)


def test_what_can_t_be_read_is_reported(pack: Path) -> None:
    (pack / "decks/pipe.yaml").symlink_to("/dev/zero")
    (pack / "picture.png").symlink_to("/dev/zero")
    assert [d.code for d in format_files([pack], check=True).diagnostics] == ["path-outside-pack"]
    assert [d.code for d in format_files([pack / "decks/pipe.yaml"], check=True).diagnostics] == ["path-outside-pack"]
    assert format_files([pack / "game.yaml"], check=True).diagnostics == []


def test_verbs_and_phrases_are_formatted(pack: Path) -> None:
    (pack / "phrases").mkdir(exist_ok=True)
    (pack / "phrases/en.yaml").write_text(
        "effects: {draw:   draw}\nnouns: {card: {one: card, other: cards}}\n", "utf-8"
    )
    (pack / "verbs.yaml").write_text("verbs: {draw:   {takes: {}}}\nuses: [action]\n", "utf-8")
    done = format_files([pack], check=False)
    assert done.diagnostics == []
    assert set(done.changed) == {str(pack / "phrases/en.yaml"), str(pack / "verbs.yaml")}
    assert format_files([pack], check=True).changed == []


def untidy(file: Path) -> bytes:
    """Give a file another form, and return what it then holds."""
    file.write_bytes(file.read_bytes() + b"\n\n")
    return file.read_bytes()


def test_what_is_saved_while_a_file_is_formatted_stays(pack: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cards, game, original = pack / CARDS, pack / "game.yaml", formatting.format_text
    untidy(cards)
    untidy(game)
    saved = b"- id: saved-by-the-editor\n"

    def while_saved(text: str, *others: Any) -> str:
        cards.write_bytes(saved)
        return original(text, *others)

    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(formatting, "format_text", while_saved)
        done = format_files([cards], check=False)
    assert cards.read_bytes() == saved
    assert done.changed == []
    assert [found.code for found in done.diagnostics] == ["changed-meanwhile"]
    assert str(cards) in done.diagnostics[0].message
    assert format_files([game], check=False).changed == [str(game)]  # others are formatted all the same


def test_a_file_that_is_removed_while_it_is_formatted_does_not_come_back(
    pack: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cards, original = pack / CARDS, formatting.format_text
    untidy(cards)

    def while_removed(text: str, *others: Any) -> str:
        cards.unlink()
        return original(text, *others)

    monkeypatch.setattr(formatting, "format_text", while_removed)
    assert [found.code for found in format_files([cards], check=False).diagnostics] == ["changed-meanwhile"]
    assert not cards.exists()


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"], ids=["no mark", "mark"])
def test_line_ends_and_the_byte_order_mark_stay(pack: Path, mark: bytes) -> None:
    cards = pack / CARDS
    windows = mark + cards.read_bytes().replace(b"\n", b"\r\n")
    cards.write_bytes(windows)
    assert format_files([cards], check=True).changed == []
    cards.write_bytes(windows.replace(b"number: 4", b"number:   4"))
    assert format_files([cards], check=False).changed == [str(cards)]
    assert cards.read_bytes() == windows


@pytest.mark.skipif(os.name != "posix", reason="modes and links are POSIX's")
def test_modes_and_links_stay(pack: Path, tmp_path: Path) -> None:
    cards, aside, twin = pack / CARDS, pack / "notes.txt", tmp_path / "twin.yaml"
    cards.rename(aside)
    cards.symlink_to(Path("..", "..", "notes.txt"))
    aside.chmod(0o640)
    before = untidy(aside)
    os.link(aside, twin)
    assert format_files([cards], check=False).changed == [str(cards)]
    assert cards.is_symlink()
    assert aside.read_bytes() == cards.read_bytes() == before.rstrip() + b"\n"
    assert aside.stat().st_mode & 0o777 == 0o640
    assert twin.read_bytes() == before  # another name of the file, such as a backup's, keeps what it said
