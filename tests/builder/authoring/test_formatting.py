"""Which files `arsenal fmt` means, what it writes and what it leaves alone."""

from pathlib import Path

import pytest

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
    (pack / "phrases").mkdir()
    (pack / "phrases/en.yaml").write_text(
        "effects: {draw:   draw}\nnouns: {card: {one: card, other: cards}}\n", "utf-8"
    )
    (pack / "verbs.yaml").write_text("verbs: {draw:   {takes: {}}}\nuses: [action]\n", "utf-8")
    done = format_files([pack], check=False)
    assert done.diagnostics == []
    assert set(done.changed) == {str(pack / "phrases/en.yaml"), str(pack / "verbs.yaml")}
    assert format_files([pack], check=True).changed == []
