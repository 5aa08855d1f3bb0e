"""A card's new id is everywhere in the pack, its old one an alias, and nothing else has changed."""

import re
from pathlib import Path

import pytest

from builder.authoring.new import new_game
from builder.authoring.renaming import rename_card
from builder.checks import check_pack
from builder.diagnostics import FindingsError, UsageError
from builder.packs.pack import read
from tests.support.git import change

pytestmark = pytest.mark.usefixtures("alone")

CARDS = "sets/core/cards.yaml"

MORE = {
    "locales/fr.yaml": "# mots\ncards:\n  coal-sprite:  # le petit\n    name: Lutin\n  flare: {name: Éclat}\n",
    "rulings.yaml": "- cards: [flare, 'coal-sprite']\n  date: 2026-01-01\n  question: Why?\n  ruling: Because.\n",
    "formats/wide.yaml": """\
name: Wide  # coal-sprite in a comment stays
clauses:
  pool: {clause: pool, banned: ["coal-sprite"], points: {limit: 3, cards: {coal-sprite: 2}}}
  some: {clause: count, where: "id:flare,coal-sprite or id=coal-sprite-two", max: 3}
  table:
    clause: inventory
    per-player: {id=coal-sprite: 1}
    labels: {id=coal-sprite: sprites}
""",
    "templates/look.typ": "// coal-sprite\n",
}


@pytest.fixture
def pack(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small game in the current folder, with a file of each kind that names cards."""
    monkeypatch.chdir(tmp_path)
    new_game("My Game", Path())
    for name, text in MORE.items():
        (Path("my-game") / name).parent.mkdir(exist_ok=True)
        (Path("my-game") / name).write_text(text, "utf-8")
    assert check_pack(read(Path("my-game"))).diagnostics == []
    return Path("my-game")


def contents(pack: Path) -> dict[str, str]:
    return {p.relative_to(pack).as_posix(): p.read_text("utf-8") for p in pack.rglob("*") if p.is_file()}


def test_all_that_names_the_card_names_it_anew(pack: Path) -> None:
    before = contents(pack)
    done = rename_card("coal-sprite", "cinder-sprite", pack)
    after = contents(pack)
    asked = re.compile(r"(?<![\w-])coal-sprite(?![\w-])(?! in a comment)")
    expected = {
        name: text if name.startswith("templates/") else asked.sub("cinder-sprite", text)
        for name, text in before.items()
    }
    flavor = "  flavor: It only wanted to see where the matches come from.\n"
    expected[CARDS] = expected[CARDS].replace(flavor, flavor + "  aliases:\n    - coal-sprite\n")
    assert after == expected
    assert check_pack(read(pack)).diagnostics == []
    assert done.places == 9
    assert done.mentions == ["my-game/formats/wide.yaml:1", "my-game/templates/look.typ:1"]


def test_decks_elsewhere_still_load(pack: Path) -> None:
    from builder import Workspace

    deck = "name: Old\ngame: my-game\nformat: standard\ncards:\n  coal-sprite: 3\n"
    rename_card("coal-sprite", "cinder-sprite", pack)
    rename_card("cinder-sprite", "ash-sprite", pack)
    with Workspace(pack) as workspace:
        codes = [violation.code for violation in workspace.judge(deck).violations]
        assert codes == ["too-few-cards"]
        assert workspace.card("ash-sprite").aliases == ("coal-sprite", "cinder-sprite")


@pytest.mark.parametrize(
    ("written", "aliases"),
    [
        ("aliases: [soot]", "aliases: [soot, coal-sprite]"),
        ("aliases: ['soot', \"lamp\"]  # once", "aliases: ['soot', \"lamp\", coal-sprite]  # once"),
        ("aliases:\n    - soot  # once\n    - lamp", "aliases:\n    - soot  # once\n    - lamp\n    - coal-sprite"),
        ("aliases:\n    - soot  # once", "aliases:\n    - soot  # once\n    - coal-sprite"),
        ("aliases:\n  - soot", "aliases:\n  - soot\n  - coal-sprite"),
    ],
)
def test_aliases_are_added_to_as_they_are_written(pack: Path, written: str, aliases: str) -> None:
    change(pack, "  cost: 1\n", f"  cost: 1\n  {written}\n")
    rename_card("coal-sprite", "cinder-sprite", pack)
    assert f"  cost: 1\n  {aliases}\n" in (pack / CARDS).read_text("utf-8")


def test_a_card_gets_back_an_id_that_it_had(pack: Path) -> None:
    before = contents(pack)
    rename_card("coal-sprite", "cinder-sprite", pack)
    rename_card("cinder-sprite", "coal-sprite", pack)
    after = contents(pack)
    assert after.pop(CARDS) == before.pop(CARDS).replace(
        "come from.\n", "come from.\n  aliases:\n    - cinder-sprite\n"
    )
    assert after == before


def test_a_dry_run_writes_nothing(pack: Path) -> None:
    before = contents(pack)
    done = rename_card("coal-sprite", "cinder-sprite", pack, dry_run=True)
    assert contents(pack) == before
    diff = list(done.changes.diff())
    assert "-  coal-sprite: 3" in diff
    assert "+  cinder-sprite: 3" in diff


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("coal-sprite", "flare", "is the id of another card"),
        ("coal-sprite", "ember-sprite", "is a former id of"),
        ("coal-sprite", "coal-sprite", "already"),
        ("coal-sprite", "Cinder Sprite", "can't be an id"),
        ("coal-sprit", "cinder-sprite", "there is no card"),
        ("ember-sprite", "cinder-sprite", "is a former id of"),
    ],
)
def test_what_can_not_be_is_refused(pack: Path, old: str, new: str, said: str) -> None:
    change(pack, "  cost: 2\n", "  cost: 2\n  aliases: [ember-sprite]\n")
    before = contents(pack)
    with pytest.raises(UsageError, match=said):
        rename_card(old, new, pack)
    assert contents(pack) == before


def test_a_pack_with_errors_is_left_alone(pack: Path) -> None:
    change(pack, "type: creature", "type: beast")
    before = contents(pack)
    with pytest.raises(FindingsError):
        rename_card("flare", "flash", pack)
    assert contents(pack) == before


def test_a_card_in_brackets_takes_its_author(pack: Path) -> None:
    cards = pack / CARDS
    cards.write_text(
        cards.read_text("utf-8")
        + "- {id: mist, number: 9, name: Mist, faction: tide, type: spell, cost: 1, text: Draw.}\n",
        "utf-8",
    )
    before = contents(pack)
    with pytest.raises(UsageError, match=r"no alias can be added to the card at my-game/sets/core/cards.yaml:\d+"):
        rename_card("mist", "fog", pack)
    assert contents(pack) == before
