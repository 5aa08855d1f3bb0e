"""What `arsenal validate --fix` mends: only what is certain, at its place, with all around it as it was."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.authoring.fixing import fix_packs, fixes_of
from builder.authoring.new import new_game, plan_game
from builder.diagnostics import UsageError
from builder.packs.pack import Pack, in_memory, read
from tests.support.properties import examples

CARDS = "sets/core/cards.yaml"
DECK = "decks/first-deck.yaml"
FILES = plan_game("My Game")


def pack_with(*changes: tuple[str, str, str]) -> Pack:
    """The small game with words changed: (file, old, new), of which the first is meant."""
    files = dict(FILES)
    for name, old, new in changes:
        assert old in files[name]
        files[name] = files[name].replace(old, new, 1)
    return in_memory(Path("my-game"), {name: text.encode() for name, text in files.items()})


@pytest.mark.parametrize(
    ("name", "right", "wrong"),
    [
        (CARDS, "type: creature", "type: Creature  # a comment"),
        (CARDS, "type: creature", "type: 'Creature'"),
        (CARDS, "type: creature", "tpye: creature"),
        (CARDS, "faction: ember", "faction: embr"),
        (CARDS, "keywords: [swift]", "keywords: swift"),
        (CARDS, "keywords: [swift]", "keywords: [Swift]"),
        (CARDS, "power: 1", "power: '1'"),
        (CARDS, '"{spark} gain."', "{spark} gain."),
        (CARDS, '"{spark}"', "{spark}"),
        (CARDS, '"Gain: {spark}."', "Gain: {spark}."),
        (CARDS, '"{spark} gain."', '"{sprak} gain."'),
        (CARDS, "  number: 2", "\tnumber: 2"),
        (CARDS, "id: coal-sprite", "id: Coal Sprite"),
        (CARDS, 'name: "7"', "name: 7"),
        (CARDS, "  cost: 1", "  cost 1"),
        (CARDS, "- id: lamplighter", "  id: lamplighter"),
        (CARDS, "name: Coal Sprite", "name: “Coal Sprite”"),
        ("game.yaml", 'color: "#a63d1f"', "color: #a63d1f"),
        (DECK, "  flare: 3", "  Flare: 3"),
        (DECK, "  flare: 3", "  flaer: 3"),
        (DECK, "format: standard", "format: Standard"),
        ("game.yaml", "default-format: standard", "default-format: standrad"),
    ],
)
def test_what_is_certain_becomes_what_was_meant(name: str, right: str, wrong: str) -> None:
    files = dict(FILES)
    if right not in files[name]:  # what is right is put where the small game says something else
        files[name] = re.sub(r"flavor: It only.*|name: Flare", lambda f: "text: " + right, files[name], count=1)
        files[name] = files[name].replace('text: name: "7"', 'name: "7"')
        if 'name: "7"' in right:
            files[name] = FILES[name].replace("name: Flare", right)
    assert right in files[name]
    good = files[name]
    files[name] = good.replace(right, wrong, 1)
    done = fixes_of(in_memory(Path("my-game"), {path: text.encode() for path, text in files.items()}))
    assert [d for d in done.left if d.severity == "error"] == []
    changed = done.changes.texts[name]
    expected = good.replace(right, right + "  # a comment", 1) if "# a comment" in wrong else good
    assert changed.replace("'creature'", "creature") == expected
    assert len(done.fixed) >= 1


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        (CARDS, "type: creature", "type: monster"),  # what is it meant to be?
        (CARDS, "keywords: [swift]", "keywords: swift, guard"),
        (CARDS, "power: 1", "power: one"),
        (CARDS, "power: 1", "power: '01'"),
        (CARDS, "cost: 1", "cost: 99"),
        (CARDS, "  name: Coal Sprite", "  name: Coal Sprite\n  nmae: Coal"),  # the key is there already
        (DECK, "  flare: 3", "  flare: 3\n  Flare: 2"),
        (CARDS, "id: lamplighter", "id: Coal Sprite"),  # whose id would be another card's
        (CARDS, "flavor: It only", "text: Gain: one # or two\n  flavor: It only"),
    ],
)
def test_what_its_author_must_choose_is_left(name: str, old: str, new: str) -> None:
    done = fixes_of(pack_with((name, old, new)))
    assert done.fixed == []
    assert done.changes.files == {}
    assert [d for d in done.left if d.severity == "error"]


def test_a_fix_that_spoils_does_not_hold_up_the_others() -> None:
    done = fixes_of(
        pack_with(
            (DECK, "  flare: 3", "  flare: 3\n  Flare: 2"),
            (DECK, "undertow: 3", "udnertow: 3"),
            (CARDS, "type: creature", "type: Creature"),
            ("game.yaml", "default-format: standard", "default-format standard"),
        )
    )
    assert sorted(fixed.after for fixed in done.fixed) == ["creature", "default-format: standard", "undertow"]
    assert "default-format: standard" in done.changes.texts["game.yaml"]
    assert [d.code for d in done.left if d.severity == "error"] == ["unknown-card"]


def test_former_ids_become_those_of_today() -> None:
    done = fixes_of(
        pack_with((CARDS, "cost: 1\n", "cost: 1\n  aliases: [soot-sprite]\n"), (DECK, "coal-sprite:", "soot-sprite:"))
    )
    assert done.left == []
    assert [(fixed.before, fixed.after) for fixed in done.fixed] == [("soot-sprite", "coal-sprite")]


def test_files_are_written_all_or_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    new_game("Moon Duel", tmp_path)
    root = tmp_path / "moon-duel"
    for name, old, new in ((CARDS, "type: creature", "type: Creature"), (DECK, "flare", "Flare")):
        (root / name).write_bytes((root / name).read_bytes().replace(old.encode(), new.encode(), 1))
    wrong = {name: (root / name).read_bytes() for name in (CARDS, DECK)}
    pack = read(root)
    assert fix_packs([pack], dry_run=True)[0].fixed
    assert {name: (root / name).read_bytes() for name in wrong} == wrong
    (root / DECK).write_bytes(wrong[DECK] + b"# mine\n")
    with pytest.raises(UsageError, match="changed by somebody else"):
        fix_packs([pack])
    assert (root / CARDS).read_bytes() == wrong[CARDS]
    fix_packs([read(root)])
    assert b"Creature" not in (root / CARDS).read_bytes()
    assert (root / DECK).read_bytes().endswith(b"# mine\n")
    assert sorted(path.name for path in root.iterdir() if path.name.startswith(".arsenal")) == []


def test_line_ends_and_byte_order_marks_stay(tmp_path: Path) -> None:
    new_game("Moon Duel", tmp_path)
    file = tmp_path / "moon-duel" / CARDS
    good = b"\xef\xbb\xbf" + file.read_bytes().replace(b"\n", b"\r\n")
    file.write_bytes(good.replace(b"type: creature", b"type: Creature", 1))
    fix_packs([read(tmp_path / "moon-duel")])
    assert file.read_bytes() == good


_SLIPS = st.sampled_from(
    [
        (CARDS, "type: creature", "type: CREATURE"),
        (CARDS, "faction: tide", "faction: tied"),
        (CARDS, "  cost: 4", "  csot: 4"),
        (CARDS, "keywords: [guard]", "keywords: guard"),
        (CARDS, "flavor: The reef has no gate. It has her.", "text: {tide} rises."),
        (CARDS, "power: 5", "power: '5'"),
        (CARDS, "name: Undertow", "name: Undertow: a wave"),
        (DECK, "  moon-whale", "  moon-whael"),
        (DECK, "format: standard", "format: STANDARD"),
        ("game.yaml", "color: ", "colour: "),
        ("formats/standard.yaml", "clause: size", "clause: Size"),
        ("formats/standard.yaml", "clauses:", "cluases:"),
    ]
)


@examples(25)
@given(st.lists(_SLIPS, unique=True, max_size=8), st.lists(st.sampled_from(sorted(FILES)), max_size=4))
def test_fixing_again_changes_nothing_and_no_comment_is_lost(
    slips: list[tuple[str, str, str]], noted: list[str]
) -> None:
    pack = pack_with(*slips)
    for name in noted:
        if name.endswith(".yaml") and name in pack.files:
            pack.files[name] += f"# a note on {name}\n".encode()
    done = fixes_of(pack)
    assert bool(done.fixed) == bool(slips)
    assert [d for d in done.left if d.severity == "error"] == []
    comments = {name: re.findall(rb"(?m)#.*$", text) for name, text in pack.files.items() if name.endswith(".yaml")}
    fixed = {name: text.encode() for name, text in done.changes.texts.items()}
    again = Pack(pack.root, bundled=False, files={**pack.files, **fixed}, others=pack.others)
    assert {name: re.findall(rb"(?m)#.*$", again.files[name]) for name in comments} == comments
    assert fixes_of(again).fixed == []
