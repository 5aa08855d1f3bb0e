"""Which files `arsenal fmt` means, what it writes and what it leaves alone."""

import os
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import settings

from builder.abilities import read_abilities
from builder.authoring import formatting
from builder.authoring.formatting import Arranging, format_files
from builder.authoring.new import new_game
from builder.diagnostics import UsageError
from builder.documents.editing import format_text, to_yaml
from builder.documents.reading import parse
from builder.games.fields import ABILITIES
from tests.support.abilities import GAMES, card_types, lexicon, mutated, random_ability

CARDS = "sets/core/cards.yaml"
SAVED = b"- id: saved-by-the-editor\n"


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


@pytest.mark.parametrize("meanwhile", [lambda file: file.write_bytes(SAVED), Path.unlink], ids=["saved", "removed"])
def test_what_changes_while_it_is_formatted_stays_so(
    pack: Path, monkeypatch: pytest.MonkeyPatch, meanwhile: Callable[[Path], object]
) -> None:
    cards, game, original = pack / CARDS, pack / "game.yaml", formatting.format_text
    untidy(cards)
    untidy(game)

    def format_text(text: str, *others: Any) -> str:
        meanwhile(cards)
        return original(text, *others)

    with monkeypatch.context() as patch:
        patch.setattr(formatting, "format_text", format_text)
        done = format_files([cards], check=False)
    assert not cards.exists() or cards.read_bytes() == SAVED
    assert (done.changed, [found.code for found in done.diagnostics]) == ([], ["changed-meanwhile"])
    assert str(cards) in done.diagnostics[0].message
    assert format_files([game], check=False).changed == [str(game)]  # others are formatted all the same


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


# `arsenal fmt` writes abilities in one order and short, and never changes what they mean


FI = GAMES[0]
SCHEMA = {"items": {"properties": {"type": {}, "abilities": {ABILITIES: {}}, "text": {}}}}
PER_GAME = 4 * settings().max_examples


def formatted(text: str, game: str = FI) -> str:
    arranging = Arranging(lexicon(game))
    once = format_text(text, SCHEMA, arranging)
    assert format_text(once, SCHEMA, arranging) == once
    return once


def of_card(abilities: str, card_type: str = "ship") -> str:
    """How the abilities of a card are written, after `abilities:`."""
    head = f"- type: {card_type}\n  abilities:"
    return formatted(f"{head}{abilities}").removeprefix(head)


@pytest.mark.parametrize(
    ("written", "arranged"),
    [
        (" {draw: 1}", " {draw: 1}\n"),
        (" {to: enemy ship, deal: 1, when: this deployed}", " {when: this deployed, deal: 1, to: enemy ship}\n"),
        (" {draw: 1, cost: {oil: 1}, when: this destroyed}", " {when: this destroyed, cost: {oil: 1}, draw: 1}\n"),
        (
            " {limit: once per turn, draw: 1, cost: {oil: 1}, use: action}",
            " {use: action, cost: {oil: 1}, draw: 1, limit: once per turn}\n",
        ),
        (" {draw: 1, may: true, if: {scrap pile: 3+}}", " {if: {scrap pile: 3+}, may: true, draw: 1}\n"),
        (" [{draw: 1}]", " {draw: 1}\n"),
        ("\n    - {draw: 1}", " {draw: 1}\n"),
        ("\n    - draw: 1\n      at: start of turn", "\n    at: start of turn\n    draw: 1\n"),
        (" {do: {draw: 1}, at: start of turn}", " {at: start of turn, draw: 1}\n"),
        (" {do: [{draw: 1}], at: start of turn}", " {at: start of turn, draw: 1}\n"),
        ("\n    do:\n      - draw: 1\n    at: start of turn", "\n    at: start of turn\n    draw: 1\n"),
        (
            " {do: [{to: enemy ship, deal: 1}, {draw: 1, if: {scrap pile: 3+}}]}",
            " {do: [{deal: 1, to: enemy ship}, {if: {scrap pile: 3+}, draw: 1}]}\n",
        ),
        (" [{draw: 1}, {do: [{draw: 2}]}]", " [{draw: 1}, {draw: 2}]\n"),
        (
            " {use: action, draw: 1, cost: {who: opponent, discard: 1}}",
            " {use: action, cost: {discard: 1, who: opponent}, draw: 1}\n",
        ),
        ("  # what it does\n    [{draw: 1}]", "  # what it does\n    {draw: 1}\n"),
        ("\n    # why\n    - {draw: 1}", "\n    # why\n    - {draw: 1}\n"),  # a comment keeps what it stands by
        ("\n    - {draw: 1}  # few", "\n    - {draw: 1}  # few\n"),
        (
            "\n    at: start of turn\n    do:  # this\n      draw: 1",
            "\n    at: start of turn\n    do:  # this\n      draw: 1\n",
        ),
        (" {deal: 1, draw: 1}", " {deal: 1, draw: 1}\n"),  # with a fault, it stays as it is
        (" [{drwa: 1}]", " [{drwa: 1}]\n"),
        (" 1", " 1\n"),
        (" {gain: {scrap: 1, oil: 2}}", " {gain: {scrap: 1, oil: 2}}\n"),  # this order is printed
    ],
)
def test_abilities_are_ordered_and_short(written: str, arranged: str) -> None:
    assert of_card(written) == arranged


def test_effects_within_effects_are_ordered() -> None:
    either = "{either: [{who: each opponent, gain: {screw: 1}}, {if: {played: soldier}, recruit: 1}]}"
    said = formatted(f"- type: leader\n  abilities: {either}\n", "rone-invasion")
    assert "either: [{gain: {screw: 1}, who: each opponent}, {if: {played: soldier}, recruit: 1}]" in said


def shuffled(value: object, random: Random) -> object:
    """The same mappings with their keys in any order, but for amounts, which are printed in theirs."""
    if isinstance(value, list):
        return [shuffled(item, random) for item in value]
    if not isinstance(value, dict) or all(isinstance(amount, int) for amount in value.values()):
        return value
    keys = random.sample(list(value), len(value))
    return {key: shuffled(value[key], random) for key in keys}


def longer(ability: object, random: Random) -> object:
    """The same ability, written with more than it needs."""
    if isinstance(ability, dict) and "do" not in ability and random.random() < 0.5:
        openings = {k: v for k, v in ability.items() if k in ("when", "at", "during", "use", "cost", "limit", "mode")}
        effect = {k: v for k, v in ability.items() if k not in openings}
        ability = {**openings, "do": [effect] if random.random() < 0.5 else effect}
    return [ability] if random.random() < 0.5 else ability


@pytest.mark.hypothesis  # by whose profile there are more of them
@pytest.mark.parametrize("game", GAMES)
def test_abilities_mean_the_same_before_and_after(game: str) -> None:
    random = Random(3)  # noqa: S311 - the same abilities every time
    words, types = lexicon(game), card_types(game)
    shorter = 0
    for number in range(PER_GAME):
        short = random_ability(words, random)
        written = shuffled(longer(mutated(short, words, random) if number % 4 == 0 else short, random), random)
        card_type = random.choice(types)
        text = to_yaml([{"type": card_type, "abilities": written}], flow=number % 2 == 0)
        again = formatted(text, game)
        after = parse(again, "").data[0]["abilities"]
        found, faults = read_abilities(written, words, card_type)
        same, others = read_abilities(after, words, card_type)
        assert (same, [one.code for one in others]) == (found, [one.code for one in faults])
        shorter += len(again) < len(text) - 2
        if faults:
            assert after == written
    assert shorter > PER_GAME / 10
