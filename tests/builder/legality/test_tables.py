"""What a pack's decks say of a table, its players and dice, is kept, judged and shown."""

import json
from pathlib import Path

import pytest

from builder.authoring.new import new_game
from builder.schema import bundled_schema
from tests.support.commands import Arsenal

FILES = {
    "formats/table.yaml": """
name: Table
clauses:
  table:
    clause: inventory
    players: {min: 2}
    per-player: {"type:creature": 2}
    labels: {"type:creature": creatures}
  dice: {clause: dice, count: 1, of: [ember, tide]}
""",
    "decks/our-table.yaml": """
name: Our Table
game: my-game
format: table
players: 2
dice:
  - [[ember], [tide], []]
cards: {moon-whale: 4, flare: 1}
""",
}


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    new_game("My Game", tmp_path)
    for name, text in FILES.items():
        (tmp_path / "my-game" / name).write_text(text)
    return tmp_path / "my-game"


def test_a_sample_deck_keeps_its_players_and_dice(arsenal: Arsenal, pack: Path) -> None:
    options = ("--packs", str(pack))
    legal = "Our Table (our-table): legal in Table for 2 players, 5 components\n"
    assert arsenal("check", "our-table", *options).stdout == legal
    assert arsenal("check", str(pack / "decks" / "our-table.yaml"), *options).stdout.startswith("Our Table (")
    told = arsenal("check", "our-table", "--players", "3", *options, code=1).stdout
    assert told == (
        "Our Table (our-table): not legal in Table for 3 players\n"
        "  missing-component: 4 creatures, and a table of 3 needs 6: add 2\n"
    )
    arsenal("export", "our-table", "--to", "text", "-o", "deck.txt", *options)
    assert "# Players: 2\n# Die: ember, tide, -\n" in Path("deck.txt").read_text()
    assert arsenal("check", "deck.txt", *options).stdout.endswith("legal in Table for 2 players, 5 components\n")
    arsenal("export", "our-table", "--to", "text", "-o", "deck.txt", "--players", "3", *options, code=1)
    stats = json.loads(arsenal("stats", "our-table", "--output", "json", *options).stdout)
    assert stats["dice"][0]["symbols"][0]["name"] == "Ember"


def test_a_sample_deck_keeps_whether_its_player_lost(arsenal: Arsenal, pack: Path) -> None:
    (pack / "formats" / "again.yaml").write_text(
        "name: Again\nclauses: {it: {clause: exchange, max: 2, loser-only: true}}\n"
    )
    for name, lost, copies in (("first", "true", 1), ("second", "false", 2), ("third", "true", 2)):
        (pack / "decks" / f"{name}.yaml").write_text(
            f"name: It\ngame: my-game\nformat: again\nlost: {lost}\ncards: {{flare: {copies}}}\n"
        )
    previous = ("--previous", "first", "--packs", str(pack))
    assert "only the loser may change cards" in arsenal("check", "second", *previous, code=1).stdout
    arsenal("check", "third", *previous)


def test_a_sample_decks_dice_are_judged(arsenal: Arsenal, pack: Path) -> None:
    (pack / "decks" / "more.yaml").write_text(FILES["decks/our-table.yaml"].replace("[tide]", "[moon]"))
    told = json.loads(arsenal("check", "more", "--packs", str(pack), "--output", "json", code=1).stdout)["decks"][0]
    assert bundled_schema("check-output").problems({"decks": [told]}) == []
    assert (told["players"], [v["code"] for v in told["violations"]]) == (2, ["wrong-die-face"])


def test_a_fault_in_a_query_of_an_inventory_is_shown_at_the_query(arsenal: Arsenal, pack: Path) -> None:
    path = pack / "formats" / "table.yaml"
    path.write_text(path.read_text().replace('{"type:creature": 2}', '{"type:spell": 1, "tpye:creature": 2}'))
    told = arsenal("validate", str(pack), code=1).stdout
    line = next(n for n, text in enumerate(path.read_text().splitlines(), 1) if "tpye" in text)
    column = path.read_text().splitlines()[line - 1].index("tpye") + 1
    assert f"formats/table.yaml:{line}:{column}: error[unknown-field]" in told
