"""The command line as its users meet it: what each command says, and the exit codes."""

import json
import shutil
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from builder.cli import after_command
from builder.schema import bundled_schema
from tests.support.commands import ROOT, Arsenal

FACTIONS = {"terrans", "invaders", "organics", "pirates", "neutral"}


@pytest.fixture
def own_pack(tmp_path: Path, arsenal: Arsenal) -> Path:
    """A game started with `arsenal new game`."""
    arsenal("new", "game", "Moon Duel")
    return tmp_path / "moon-duel"


def fits(data: Any, schema: str) -> None:
    jsonschema.Draft202012Validator(bundled_schema(schema).schema).validate(data)


def test_help_lists_every_command(arsenal: Arsenal) -> None:
    said = arsenal("--help").stdout
    for name in [
        "games",
        "validate",
        "explain",
        "fmt",
        "build",
        "search",
        "show",
        "check",
        "stats",
        "print",
        "presets",
        "calibrate",
        "images",
        "tabletop",
        "translate",
        "watch",
        "export",
        "new",
    ]:
        assert f"\n  {name} " in said


def test_version(arsenal: Arsenal) -> None:
    assert arsenal("--version").stdout.startswith("arsenal ")


def test_games(arsenal: Arsenal) -> None:
    assert "Future Invaders" in arsenal("games").stdout
    data = json.loads(arsenal("games", "--output", "json").stdout)
    fits(data, "games-output")
    game = next(g for g in data["games"] if g["id"] == "future-invaders")
    assert set(game["formats"]) == {
        "prepared",
        "series",
        "standard-rarity",
        "singleton",
        "rivals",
        "architect",
    }
    assert len(game["decks"]) >= 6
    assert game["cards"] >= 72


def test_validate_bundled_packs_is_clean(arsenal: Arsenal) -> None:
    assert "checked" in arsenal("validate").stdout
    data = json.loads(arsenal("validate", "--output", "json").stdout)
    assert data == {"diagnostics": []}


def test_validate_reports_every_fault_with_its_place(arsenal: Arsenal, own_pack: Path) -> None:
    cards = own_pack / "sets/core/cards.yaml"
    cards.write_text(cards.read_text().replace("type:", "tpye:", 1))
    (own_pack / "decks/first-deck.yaml").write_text("name: Broken\ngame: moon-duel\ncards: {no-such-card: 1}\n")
    result = arsenal("validate", "moon-duel", code=1)
    assert "error[unknown-key]" in result.stdout
    assert 'did you mean "type"' in result.stdout
    assert "moon-duel/decks/first-deck.yaml:3:9: error[unknown-card]" in result.stdout
    found = json.loads(arsenal("validate", "moon-duel", "--output", "json", code=1).stdout)
    fits(found, "validate-output")
    assert {"unknown-key", "missing-key", "unknown-card"} <= {d["code"] for d in found["diagnostics"]}
    assert (
        "::error file=moon-duel/decks/first-deck.yaml,line=3"
        in arsenal("validate", "moon-duel", "--output", "github", code=1).stdout
    )
    sarif = json.loads(arsenal("validate", "moon-duel", "--output", "sarif", code=1).stdout)
    assert sarif["version"] == "2.1.0"


def test_validate_again_says_the_same_from_the_cache_and_from_another_folder(
    arsenal: Arsenal, own_pack: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cards = own_pack / "sets/core/cards.yaml"
    cards.write_text(cards.read_text().replace("type:", "tpye:", 1))
    first = arsenal("validate", "moon-duel", code=1).stdout
    assert arsenal("validate", "moon-duel", code=1).stdout == first
    monkeypatch.chdir(own_pack)
    assert arsenal("validate", ".", code=1).stdout == first.replace("moon-duel/sets", "sets")


def test_validate_a_file_means_its_pack(arsenal: Arsenal, own_pack: Path) -> None:
    assert "1 pack checked: moon-duel" in arsenal("validate", "moon-duel/sets/core/cards.yaml").stdout


def test_explain_every_code_that_validate_may_say(arsenal: Arsenal) -> None:
    assert "unknown-keyword" in arsenal("explain", "unknown-keyword").stdout
    assert "did you mean" in arsenal("explain", "unknown-keywrod", code=2).stderr


def test_fmt(arsenal: Arsenal, own_pack: Path) -> None:
    assert "0 of" in arsenal("fmt", "--check", "moon-duel").stdout
    cards = own_pack / "sets/core/cards.yaml"
    good = cards.read_text()
    cards.write_text(good.replace("  name:", "  name:   ", 1) + "\n\n")
    assert "would change" in arsenal("fmt", "--check", "moon-duel", code=1).stdout
    arsenal("fmt", "moon-duel")
    assert cards.read_text() == good


def test_bundled_packs_are_in_canonical_form(arsenal: Arsenal) -> None:
    assert "\n" not in arsenal("fmt", "--check", str(ROOT / "cards")).stdout.strip()


def test_build_names_the_database(arsenal: Arsenal, tmp_path: Path) -> None:
    assert "future-invaders: compiled" in arsenal("build", "--database", str(tmp_path / "cards.db")).stdout
    assert "future-invaders: up to date" in arsenal("--database", str(tmp_path / "cards.db"), "build").stdout


def test_search(arsenal: Arsenal) -> None:
    found = json.loads(
        arsenal("search", "faction:pirates type:ship cost<=3", "-g", "future-invaders", "--output", "json").stdout
    )
    fits(found, "search-output")
    assert found["cards"]
    for card in found["cards"]:
        assert card["faction"] == "pirates"
        assert card["type"] == "ship"
        assert sum(card.get("cost", {}).values()) <= 3
    everything = json.loads(arsenal("search", "", "--output", "json").stdout)["cards"]
    assert {card["faction"] for card in everything if card["game"] == "future-invaders"} == FACTIONS


def test_search_explains_a_wrong_query(arsenal: Arsenal) -> None:
    assert 'did you mean "faction"' in arsenal("search", "factoin:pirates", "-g", "future-invaders", code=1).stderr
    assert "error[bad-query]" in arsenal("search", "(type:ship", code=1).stderr


def test_show(arsenal: Arsenal) -> None:
    card = json.loads(arsenal("search", "type:ship has:income", "--limit", "1", "--output", "json").stdout)["cards"][0]
    assert card["name"] in arsenal("show", card["name"].upper()).stdout
    assert json.loads(arsenal("show", card["id"], "--output", "json").stdout)["cards"][0] == card
    assert "did you mean" in arsenal("show", card["name"] + "e", code=2).stderr
    assert 'did you mean "Your Turn, Captains"' in arsenal("show", "captains", code=2).stderr
    assert '"Your Turn' in arsenal("show", "turn", code=2).stderr


def test_a_deck_of_another_game_is_told_as_that(arsenal: Arsenal) -> None:
    said = arsenal("check", "podfall", "-g", "saucer-dice", code=2).stderr
    assert '"podfall" is a deck of invasion-tcg, and not of saucer-dice' in said
    assert "write invasion-tcg/podfall" in said


def test_every_sample_deck_is_legal(arsenal: Arsenal) -> None:
    games = json.loads(arsenal("games", "--output", "json").stdout)["games"]
    decks = [f"{game['id']}/{deck}" for game in games for deck in game["decks"]]
    found = json.loads(arsenal("check", *decks, "--output", "json").stdout)
    fits(found, "check-output")
    assert len(found["decks"]) == len(decks) >= 6
    assert all(deck["legal"] for deck in found["decks"])


def test_check_a_pasted_list(arsenal: Arsenal) -> None:
    names = [
        c["name"]
        for c in json.loads(arsenal("search", "-has:rarity", "-g", "future-invaders", "--output", "json").stdout)[
            "cards"
        ]
    ]
    good = "# my list\n" + "".join(f"2x {name}\n" for name in names[:25])
    assert "legal in Prepared, 50 cards" in arsenal("check", "-", typed=good).stdout
    bad = good + f"{names[30]} x3\n1 Nothing Of That Name\n"
    found = json.loads(arsenal("check", "-", "--output", "json", typed=bad, code=1).stdout)["decks"][0]
    assert {v["code"] for v in found["violations"]} == {"too-many-copies", "unknown-card"}


def test_check_as_of_a_day(arsenal: Arsenal) -> None:
    names = [
        c["name"]
        for c in json.loads(arsenal("search", "-has:rarity", "-g", "future-invaders", "--output", "json").stdout)[
            "cards"
        ]
    ]
    thirty = "".join(f"2 {name}\n" for name in names[:15])
    assert "40" in arsenal("check", "-", typed=thirty, code=1).stdout
    assert "legal" in arsenal("check", "-", "--date", "2024-06-01", typed=thirty).stdout
    assert "is not a day" in arsenal("check", "-", "--date", "yesterday", typed=thirty, code=2).stderr


def test_check_against_the_previous_deck(arsenal: Arsenal, tmp_path: Path) -> None:
    names = [
        c["id"]
        for c in json.loads(arsenal("search", "-has:rarity", "-g", "future-invaders", "--output", "json").stdout)[
            "cards"
        ]
    ]
    for name, cards in (("before", names[:20]), ("swapped", names[5:25]), ("changed", names[6:26])):
        lines = [f"  {card}: 2" for card in cards]
        (tmp_path / f"{name}.yaml").write_text(
            "\n".join([f"name: {name}", "game: future-invaders", "format: series", "cards:", *lines, ""])
        )
    arsenal("check", "swapped.yaml", "--previous", "before.yaml")
    found = json.loads(arsenal("check", "changed.yaml", "--previous", "before.yaml", "--output", "json", code=1).stdout)
    assert [v["code"] for v in found["decks"][0]["violations"]] == ["too-many-changes"]


def test_stats(arsenal: Arsenal) -> None:
    deck = json.loads(arsenal("games", "--output", "json").stdout)["games"][0]["decks"][0]
    assert "Cost" in arsenal("stats", deck).stdout
    data = json.loads(arsenal("stats", deck, "--output", "json").stdout)
    fits(data, "stats-output")
    assert data["cards"] >= 40


def test_export_to_every_target(arsenal: Arsenal, tmp_path: Path) -> None:
    arsenal("export", "earthwall", "--to", "engine", "-o", "deck.json")
    bundle = json.loads((tmp_path / "deck.json").read_text())
    fits(bundle, "engine-deck")
    assert bundle["verdict"]["legal"] is True
    counted = {row["id"]: row["count"] for row in bundle["sections"]["main"]}
    assert set(counted) == set(bundle["cards"])
    arsenal("export", "earthwall", "--to", "text", "-o", "deck.txt")
    assert f"{sum(counted.values())} cards" in arsenal("check", "deck.txt").stdout
    arsenal("export", "earthwall", "--to", "csv", "-o", "deck.csv")
    assert len((tmp_path / "deck.csv").read_text("utf-8-sig").splitlines()) >= len(counted) + 1
    arsenal("export", "future-invaders", "--to", "json", "-o", "all.json", "--cards", "type:reaction")
    assert {c["type"] for c in json.loads((tmp_path / "all.json").read_text())["cards"]} == {"reaction"}


def test_export_is_deterministic(arsenal: Arsenal, tmp_path: Path) -> None:
    for target in ("engine", "text", "csv", "json"):
        arsenal("export", "earthwall", "--to", target, "-o", "one", "--date", "2026-01-01")
        arsenal("export", "earthwall", "--to", target, "-o", "two", "--date", "2026-01-01")
        assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


def test_export_refuses_an_illegal_deck_unless_forced(arsenal: Arsenal, tmp_path: Path) -> None:
    (tmp_path / "small.txt").write_text(
        "# Game: future-invaders\n1 " + json.loads(arsenal("search", "", "--output", "json").stdout)["cards"][0]["name"]
    )
    assert "is not legal" in arsenal("export", "small.txt", "--to", "engine", "-o", "x.json", code=1).stderr
    assert not (tmp_path / "x.json").exists()
    arsenal("export", "small.txt", "--to", "engine", "-o", "x.json", "--force")
    verdict = json.loads((tmp_path / "x.json").read_text())["verdict"]
    assert verdict["legal"] is False
    assert verdict["violations"]


def test_export_explains_what_a_target_cannot_take(arsenal: Arsenal) -> None:
    assert "takes a deck" in arsenal("export", "future-invaders", "--to", "engine", "-o", "x", code=2).stderr
    assert 'did you mean "engine"' in arsenal("export", "earthwall", "--to", "engin", "-o", "x", code=2).stderr


def test_new_game_validates_prints_and_grows(arsenal: Arsenal, own_pack: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = json.loads((own_pack / ".vscode/settings.json").read_text())
    for schema in settings["yaml.schemas"]:
        assert (own_pack / schema).is_file()
    assert "exists" in arsenal("new", "game", "Moon Duel", code=2).stderr
    monkeypatch.chdir(own_pack)
    arsenal("new", "set", "Far Side")
    arsenal("new", "deck", "Second Try")
    arsenal("validate", ".")
    assert "moon-duel" in arsenal("games", "--packs", ".").stdout
    arsenal("check", "first-deck", "--packs", ".")
    assert "too-few-cards" in arsenal("check", "second-try", "--packs", ".", code=1).stdout


def test_a_pack_of_ones_own_takes_the_place_of_the_bundled_one(arsenal: Arsenal, tmp_path: Path) -> None:
    own = tmp_path / "fork"
    shutil.copytree(ROOT / "cards/future-invaders", own)
    game = own / "game.yaml"
    game.write_text(game.read_text().replace("name: Future Invaders", "name: Future Invaders by Me", 1))
    games = json.loads(arsenal("games", "--packs", str(own), "--output", "json").stdout)["games"]
    assert [g["name"] for g in games if g["id"] == "future-invaders"] == ["Future Invaders by Me"]


def test_commands_go_on_with_the_last_good_state(arsenal: Arsenal, own_pack: Path) -> None:
    assert "moon-duel" in arsenal("games", "--packs", "moon-duel").stdout
    game = own_pack / "game.yaml"
    game.write_text(game.read_text() + "nonsense: 1\n")
    result = arsenal("games", "--packs", "moon-duel")
    assert "last good state" in result.stderr
    assert "moon-duel" in result.stdout


def test_options_may_stand_before_the_command(arsenal: Arsenal, own_pack: Path) -> None:
    assert after_command(["--packs=a", "--output", "json", "games", "x"]) == [
        "games",
        "--packs=a",
        "--output",
        "json",
        "x",
    ]
    assert "moon-duel" in arsenal("--packs", "moon-duel", "games").stdout


def test_a_search_may_sort_downwards(arsenal: Arsenal) -> None:
    for sort in (["--sort", "-cost"], ["--sort=-cost"]):
        found = json.loads(arsenal("search", "-type:ship is:supreme", *sort, "--output", "json").stdout)["cards"]
        assert [sum(card["cost"].values()) for card in found] == [10, 9, 8]


def test_a_pack_that_is_not_open_is_named(arsenal: Arsenal, own_pack: Path) -> None:
    assert "add --packs moon-duel" in arsenal("print", "moon-duel", "-o", "out.pdf", code=2).stderr
    assert "is a folder" in arsenal("check", "moon-duel/decks", code=2).stderr


def test_standard_input_may_be_a_deck_file(arsenal: Arsenal) -> None:
    deck = (ROOT / "cards/future-invaders/decks/earthwall.yaml").read_text()
    assert "legal" in arsenal("check", "-", typed=deck).stdout


def test_terminal_output_cannot_be_steered_by_cards(arsenal: Arsenal, own_pack: Path) -> None:
    cards = own_pack / "sets/core/cards.yaml"
    first = cards.read_text().split("name: ", 1)[1].splitlines()[0]
    cards.write_text(cards.read_text().replace(f"name: {first}", 'name: "\\e[2J\\e]0;owned\\a Card"', 1))
    said = (
        arsenal("search", "owned", "--packs", "moon-duel").stdout
        + arsenal("search", "card", "--packs", "moon-duel").stdout
    )
    assert "\x1b" not in said
    assert "\x07" not in said


def test_output_may_be_read_by_a_program_that_stops_early() -> None:
    import subprocess
    import sys

    command = f"{sys.executable} -m builder search '' | head -n 1"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=False, cwd=ROOT)  # noqa: S602 - our own words
    assert done.stderr.replace("cards", "").strip() in ("", *map(str, range(2000)))


def test_usage_errors_exit_2(arsenal: Arsenal) -> None:
    arsenal("serach", code=2)
    arsenal("search", "--limit", "0", code=2)
    arsenal("validate", "no/such/path", code=2)
    assert 'did you mean "earthwall"' in arsenal("check", "earthwal", code=2).stderr
    assert 'did you mean "future-invaders"' in arsenal("search", "x", "-g", "future-invader", code=2).stderr


def test_two_packs_of_ones_own_may_not_be_the_same_game(arsenal: Arsenal, own_pack: Path, tmp_path: Path) -> None:
    shutil.copytree(own_pack, tmp_path / "other")
    said = arsenal("games", "--packs", "moon-duel", "--packs", "other", code=2).stderr
    assert 'two packs say that they are "moon-duel"' in said


def test_a_broken_file_of_cards_is_not_drowned_in_what_follows_from_it(arsenal: Arsenal, own_pack: Path) -> None:
    cards = own_pack / "sets/core/cards.yaml"
    cards.write_text(cards.read_text() + "  oops: [\n")
    found = json.loads(arsenal("validate", "moon-duel", "--output", "json", code=1).stdout)["diagnostics"]
    assert [d["code"] for d in found if d["severity"] == "error"] == ["yaml-syntax"]


def test_outputs_may_be_links_and_devices(arsenal: Arsenal, tmp_path: Path) -> None:
    (tmp_path / "real.txt").write_text("old")
    (tmp_path / "link.txt").symlink_to("real.txt")
    arsenal("export", "earthwall", "--to", "text", "-o", "link.txt")
    assert (tmp_path / "link.txt").is_symlink()
    assert "Earthwall" in (tmp_path / "real.txt").read_text()
    arsenal("export", "earthwall", "--to", "text", "-o", "/dev/null")
    assert not Path("/dev/null").is_file()


def test_a_query_needs_no_quotes(arsenal: Arsenal) -> None:
    together = arsenal("search", "type:ship is:supreme").stdout
    assert arsenal("search", "type:ship", "is:supreme").stdout == together


def test_an_export_counts_what_it_holds(arsenal: Arsenal, tmp_path: Path) -> None:
    said = arsenal("export", "earthwall", "--to", "csv", "-o", "ships.csv", "--cards", "name:cutter").stdout
    rows = (tmp_path / "ships.csv").read_text("utf-8").splitlines()
    assert said.startswith(f"ships.csv: {2 * (len(rows) - 1)} cards")
    failed = arsenal("export", "earthwall", "--to", "csv", "-o", "none.csv", "--cards", "zzz", code=2)
    assert "earthwall has no cards that match zzz" in failed.stderr
    assert not (tmp_path / "none.csv").exists()


def test_one_pack_is_asked_for_where_there_are_several(arsenal: Arsenal, own_pack: Path) -> None:
    arsenal("new", "game", "Second Moon")
    failed = arsenal("new", "deck", "Foo", code=2)
    assert "there are several packs" in failed.stderr
    assert "moon-duel, second-moon" in failed.stderr
    arsenal("new", "deck", "Foo", "--pack", "moon-duel")
    assert (own_pack / "decks/foo.yaml").is_file()


def test_stats_says_which_section_it_shows(arsenal: Arsenal) -> None:
    assert "this is the section pile; --section shows another: crew" in arsenal("stats", "fifty-two").stderr
    assert arsenal("stats", "earthwall").stderr == ""


@pytest.mark.parametrize(
    "card", ["ruddock", "iron-heart", "red-invasion-die", "king-marcus", "podling", "scout", "staging-board"]
)
def test_show_says_what_any_kind_of_card_is(arsenal: Arsenal, card: str) -> None:
    said = arsenal("show", card).stdout
    assert f"{card}  ─" in said
    assert "['" not in said
