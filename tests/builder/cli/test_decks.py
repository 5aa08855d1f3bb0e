"""Commands that judge decks, look into them and take them elsewhere."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from builder.exports import PLAIN
from tests.support.commands import ROOT, Arsenal, InJson
from tests.support.outputs import fits


def test_a_deck_of_another_game_is_reported_as_that(arsenal: Arsenal) -> None:
    said = arsenal("check", "podfall", "-g", "saucer-dice", code=2).stderr
    assert '"podfall" is a deck of invasion-tcg, and not of saucer-dice' in said
    assert "write invasion-tcg/podfall" in said


def test_a_pack_stands_for_its_decks_where_several_may_be_named(arsenal: Arsenal, own_pack: Path) -> None:
    deck = own_pack / "decks/first-deck.yaml"
    (own_pack / "decks/second-deck.yaml").write_text(deck.read_text().replace("coal-sprite: 3", "coal-sprite: 4"))
    said = arsenal("check", "moon-duel", code=1).stdout
    assert "First Deck (first-deck): legal" in said
    assert "First Deck (second-deck): not legal" in said
    one = arsenal("hand", "./moon-duel", code=2).stderr
    assert '"./moon-duel" is the pack of Moon Duel, and a deck is asked for' in one
    assert "its decks: first-deck, second-deck" in one
    assert arsenal("check", "moon-duel", "--packs", str(own_pack), code=1).stdout == said
    for path in (own_pack / "decks").iterdir():
        path.unlink()
    assert "has no decks" in arsenal("check", "moon-duel", code=2).stderr
    assert "Flare" in arsenal("search", "flare", "-g", "moon-duel/").stdout


def test_one_faulty_deck_is_in_no_other_decks_way(arsenal: Arsenal, own_pack: Path) -> None:
    deck = own_pack / "decks/first-deck.yaml"
    (own_pack / "decks/faulty.yaml").write_text(deck.read_text().replace("coal-sprite", "coal-sprit"))
    note = "note: moon-duel/faulty has 1 error, so it is left out"
    for _ in range(2):
        done = arsenal("check", "moon-duel")
        assert "First Deck (first-deck): legal" in done.stdout
        assert note in done.stderr
        assert 'moon-duel/decks/faulty.yaml:7: there is no card "coal-sprit"' in done.stderr
    assert "8 cards" in arsenal("print", "moon-duel").stdout
    assert "faulty.yaml:7:3: error[unknown-card]" in arsenal("validate", "moon-duel", code=1).stdout
    said = arsenal("check", "zzz", "--packs", "moon-duel", code=2).stderr
    assert "help: sample decks: first-deck\n" in said, "the own ones alone"
    said = arsenal("check", "earthwal", "--packs", "moon-duel", code=2).stderr
    assert 'did you mean "earthwall"?' in said


def test_check_a_pasted_list(arsenal: Arsenal, in_json: InJson) -> None:
    names = [c["name"] for c in in_json("search", "-has:rarity", "-g", "future-invaders")["cards"]]
    good = "# my list\n" + "".join(f"2x {name}\n" for name in names[:25])
    assert "legal in Prepared, 50 cards" in arsenal("check", "-", typed=good).stdout
    bad = good + f"{names[30]} x3\n1 Nothing Of That Name\n"
    found = in_json("check", "-", typed=bad, code=1, schema="check-output")["decks"][0]
    assert {v["code"] for v in found["violations"]} == {"too-many-copies", "unknown-card"}


def test_check_as_of_a_day(arsenal: Arsenal, own_pack: Path) -> None:
    (own_pack / "formats" / "grown.yaml").write_text(GROWN)
    check = ("check", "first-deck", "--format", "grown", "--packs", str(own_pack))
    assert "30 to 60" in arsenal(*check, code=1).stdout
    assert "legal" in arsenal(*check, "--date", "2024-06-01").stdout
    assert "is not a day" in arsenal(*check, "--date", "yesterday", code=2).stderr


GROWN = """
name: Grown
clauses: {size: {clause: size, min: 10}}
history:
  - {from: "2025-01-01", clauses: {size: {clause: size, min: 30, max: 60}}}
"""


@pytest.fixture
def series(in_json: InJson, tmp_path: Path) -> Callable[..., None]:
    """Writes a deck for a series: 20 of the cards, from the `first` on."""
    ids = [card["id"] for card in in_json("search", "-has:rarity", "-g", "future-invaders")["cards"]]

    def write(name: str, first: int, more: str = "") -> None:
        cards = "".join(f"  {card}: 2\n" for card in ids[first : first + 20])
        (tmp_path / f"{name}.yaml").write_text(
            f"name: It\ngame: future-invaders\nformat: series\n{more}cards:\n{cards}"
        )

    return write


def test_check_against_the_previous_deck(arsenal: Arsenal, in_json: InJson, series: Callable[..., None]) -> None:
    for name, first in (("before", 0), ("swapped", 5), ("changed", 6)):
        series(name, first)
    found = in_json("check", "changed.yaml", "--previous", "before.yaml", code=1)
    assert [v["code"] for v in found["decks"][0]["violations"]] == ["too-many-changes"]
    swapped = ("check", "swapped.yaml", "--previous", "before.yaml")
    note = "10 cards changed, and in Series only the loser may change cards: say --lost or --won"
    assert f"note: {note}" in arsenal(*swapped).stdout
    assert in_json(*swapped)["decks"][0]["notes"] == [note]
    assert "note" not in arsenal(*swapped, "--lost").stdout
    said = "10 cards changed in Arsenal (10 in, 10 out), and in Series only the loser may change cards"
    assert f"too-many-changes: {said}" in arsenal(*swapped, "--won", code=1).stdout
    arsenal("check", "before.yaml", "--previous", "before.yaml", "--won")


@pytest.mark.parametrize(("said", "legal"), [("true", True), ("false", False)])
def test_a_deck_says_whether_its_player_lost(
    arsenal: Arsenal, series: Callable[..., None], said: str, legal: bool
) -> None:
    series("before", 0)
    series("after", 1, f"lost: {said}\n")
    previous = ("--previous", "before.yaml")
    arsenal("export", "after.yaml", "--to", "text", "-o", "after.txt")
    for deck in ("after.yaml", "after.txt"):
        arsenal("check", deck, *previous, code=int(not legal))
        arsenal("check", deck, *previous, "--won" if legal else "--lost", code=int(legal))


def test_standard_input_may_be_a_deck_file(arsenal: Arsenal) -> None:
    deck = (ROOT / "cards/future-invaders/decks/earthwall.yaml").read_text()
    assert "legal" in arsenal("check", "-", typed=deck).stdout


def test_a_folder_is_no_deck(arsenal: Arsenal, own_pack: Path) -> None:
    assert "is a folder" in arsenal("check", "moon-duel/decks", code=2).stderr


def test_stats(arsenal: Arsenal, in_json: InJson) -> None:
    deck = in_json("games")["games"][0]["decks"][0]
    assert "Cost" in arsenal("stats", deck).stdout
    data = in_json("stats", deck, schema="stats-output")
    assert data["cards"] >= 40


@pytest.mark.parametrize(
    "words", [("stats", "earthwall"), ("stats", "future-invaders"), ("compare", "earthwall", "hush")]
)
def test_charts_fit_a_narrow_terminal(
    arsenal: Arsenal, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    wide = arsenal(*words).stdout
    monkeypatch.setenv("COLUMNS", "60")
    assert max(map(len, arsenal(*words).stdout.splitlines())) <= 60 < max(map(len, wide.splitlines())) <= 80


def test_stats_says_which_section_it_shows(arsenal: Arsenal) -> None:
    assert "this is the section pile; --section shows another: crew" in arsenal("stats", "fifty-two").stderr
    assert arsenal("stats", "earthwall").stderr == ""


def test_chances_that_are_asked_for(arsenal: Arsenal, in_json: InJson) -> None:
    asked = ("--chance", "[type:ship cost<=2] >= 2 by turn 3", "--chance", "Rail Salvo in 40 cards")
    said = arsenal("stats", "earthwall", *asked).stdout
    assert said.splitlines()[-2:] == [
        "  [type:ship cost<=2] >= 2 by turn 3 (10)" + " " * 34 + "73.4%",
        "  Rail Salvo in 40 cards (2)" + " " * 46 + "100.0%",
    ]
    data = in_json("stats", "earthwall", *asked, schema="stats-output")
    assert [(one["copies"], round(one["chance"], 4)) for one in data["asked"]] == [([10], 0.7336), ([2], 1)]


@pytest.mark.parametrize(
    ("deck", "asked", "code", "column", "words"),
    [
        ("earthwall", "rail-salvo and Rail Slavo", "unknown-card", 16, 'did you mean "Rail Salvo" (rail-salvo)?'),
        ("earthwall", "rail-salvo or [type:shp]", "unknown-value", 21, 'did you mean "ship"?'),
        ("odras-muster", "scout", "bad-chance", 1, "does not say how many cards the first hand has"),
    ],
)
def test_a_chance_that_makes_no_sense_is_reported_with_its_place(
    arsenal: Arsenal, deck: str, asked: str, code: str, column: int, words: str
) -> None:
    said = arsenal("stats", deck, "--chance", asked, code=1).stderr
    assert f"chance:1:{column}: error[{code}]" in said
    assert words in said
    assert f"1 | {asked}" in said


def test_an_exported_deck_holds_all_its_cards(arsenal: Arsenal, tmp_path: Path) -> None:
    arsenal("export", "earthwall", "--to", "engine", "-o", "deck.json")
    bundle = json.loads((tmp_path / "deck.json").read_text())
    fits(bundle, "engine-deck")
    assert bundle["verdict"]["legal"] is True
    counted = {row["id"]: row["count"] for row in bundle["sections"]["main"]}
    assert set(counted) == set(bundle["cards"])
    arsenal("export", "earthwall", "--to", "text", "-o", "deck.txt")
    assert f"{sum(counted.values())} cards" in arsenal("check", "deck.txt").stdout


def test_export_is_deterministic(arsenal: Arsenal, tmp_path: Path) -> None:
    for target in PLAIN:
        arsenal("export", "earthwall", "--to", target, "-o", "one", "--date", "2026-01-01")
        arsenal("export", "earthwall", "--to", target, "-o", "two", "--date", "2026-01-01")
        assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


def test_export_refuses_an_illegal_deck_unless_forced(arsenal: Arsenal, in_json: InJson, tmp_path: Path) -> None:
    (tmp_path / "small.txt").write_text("# Game: future-invaders\n1 " + in_json("search", "")["cards"][0]["name"])
    assert "is not legal" in arsenal("export", "small.txt", "--to", "engine", "-o", "x.json", code=1).stderr
    assert not (tmp_path / "x.json").exists()
    arsenal("export", "small.txt", "--to", "engine", "-o", "x.json", "--force")
    verdict = json.loads((tmp_path / "x.json").read_text())["verdict"]
    assert verdict["legal"] is False
    assert verdict["violations"]


def test_an_export_counts_what_it_holds(arsenal: Arsenal, tmp_path: Path) -> None:
    said = arsenal("export", "earthwall", "--to", "csv", "-o", "ships.csv", "--cards", "name:cutter").stdout
    rows = (tmp_path / "ships.csv").read_text("utf-8").splitlines()
    assert said.startswith(f"ships.csv: {2 * (len(rows) - 1)} cards")
    failed = arsenal("export", "earthwall", "--to", "csv", "-o", "none.csv", "--cards", "zzz", code=2)
    assert "earthwall has no cards that match zzz" in failed.stderr
    assert not (tmp_path / "none.csv").exists()


def test_outputs_may_be_links_and_devices(arsenal: Arsenal, tmp_path: Path) -> None:
    (tmp_path / "real.txt").write_text("old")
    (tmp_path / "link.txt").symlink_to("real.txt")
    arsenal("export", "earthwall", "--to", "text", "-o", "link.txt")
    assert (tmp_path / "link.txt").is_symlink()
    assert "Earthwall" in (tmp_path / "real.txt").read_text()
    arsenal("export", "earthwall", "--to", "text", "-o", "/dev/null")
    assert not Path("/dev/null").is_file()


def test_of_very_many_sections_some_are_named(arsenal: Arsenal) -> None:
    sections = "".join(f"  s-{n}: {{shore-derrick: 1}}\n" for n in range(500))
    Path("deck.yaml").write_text(f"name: Odd\ngame: future-invaders\nsections:\n{sections}")
    noted = arsenal("stats", "deck.yaml").stderr
    assert "s-12 and 487 more" in noted
    refused = arsenal("stats", "deck.yaml", "--section", "other", code=2).stderr
    assert "s-11 and 488 more" in refused


def test_an_export_goes_to_standard_output_alone(arsenal: Arsenal) -> None:
    done = arsenal("export", "earthwall", "--to", "text", "-o", "-")
    assert done.stdout.startswith("# Name: Earthwall\n")
    assert "standard output: 40 cards as a text list" in done.stderr
    assert "cards as" not in done.stdout


def test_all_decks_of_a_game_are_exported_at_once(arsenal: Arsenal, tmp_path: Path) -> None:
    said = arsenal("export", "future-invaders", "--decks", "--to", "text", "-o", "decks").stdout
    written = sorted((tmp_path / "decks").iterdir())
    assert said == f"decks: {len(written)} decks, each as a text list\n"
    assert "legal" in arsenal("check", str(written[0])).stdout


def test_what_a_list_says_and_the_format_has_not_is_noted(arsenal: Arsenal, tmp_path: Path) -> None:
    (tmp_path / "list.txt").write_text(
        "Name: Mine\n4 Yard Tender\nExtra stuff:\n1 Shore Derrick\nSB: 1 Husk\n", "utf-8"
    )
    said = arsenal("check", "list.txt", "--game", "future-invaders", code=1).stdout
    assert said.startswith("Mine (list.txt): not legal")
    assert 'note: line 3: "Extra stuff" is no section of this format; the cards below it are counted in Main' in said
    assert 'note: line 5: "SB" is no section' in said
