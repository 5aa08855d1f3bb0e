"""Cards, lists and games as people see them in a terminal."""

import io
from datetime import date
from typing import Any

import pytest
from rich.console import Console, RenderableType
from rich.text import Text

from builder.games import Card, Game, Printing, Ruling, card_from, game_from
from builder.terminal import cards
from builder.terminal.cards import card_panel, card_table, console, games_table, rules_text, symbol_text
from tests.support.packs import able, checked
from tests.support.packs import card as ash_cat

WHALE: dict[str, Any] = {
    "id": "moon-whale", "number": 7, "name": "Moon Whale", "faction": "tide", "type": "creature", "cost": 5,
    "power": 5, "keywords": ["guard"], "text": "Gain {spark}.\nDraw *one* card.", "flavor": "It sings.",
}  # fmt: skip


FLARE = card_from(
    {"id": "flare", "number": 4, "name": "Flare", "faction": "ember", "type": "spell", "cost": 1}, "my-game", "core"
)


@pytest.fixture(scope="module")
def game() -> Game:
    """The small game that `arsenal new game` writes."""
    pack = checked()
    return game_from(pack.words, pack.card_schema)


def whale(**changes: Any) -> Card:
    return card_from({**WHALE, **changes}, "my-game", "core")


def lines(shown: RenderableType, width: int = 100) -> list[str]:
    """What a terminal of that width would show, without the frame around it."""
    stream = io.StringIO()
    Console(file=stream, width=width, color_system=None).print(shown)
    return [line.strip(" │╭╮╰╯─") for line in stream.getvalue().splitlines()]


def test_a_panel_says_all_of_a_card(game: Game) -> None:
    ruling = Ruling("May it fly?", "No.", date(2024, 5, 1))
    shown = lines(card_panel(whale(), game, [ruling]))
    assert [line for line in shown if line] == [
        "Moon Whale",
        "Tide Creature",
        "Gain [Spark].",
        "Draw one card.",
        "It sings.",
        "Cost      5",
        "Power     5",
        "Keywords  Guard",
        "Q  May it fly?",
        "A  No.",
        "Core · 7 · moon-whale",
    ]


def test_a_panel_leaves_out_what_a_card_does_not_have(game: Game) -> None:
    bare = card_from({"id": "x", "number": 1, "name": "X", "type": "spell"}, "my-game", "core")
    assert [line for line in lines(card_panel(bare, game, [])) if line] == ["X", "Spell", "Core · 1 · x"]


def test_control_characters_never_reach_the_terminal(game: Game) -> None:
    shown = lines(card_panel(whale(name="A\x1b[31mB", flavor="C\x07D"), game, []))
    assert not any("\x1b" in line or "\x07" in line for line in shown)


def test_a_table_has_a_column_for_each_figure_that_a_card_has(game: Game) -> None:
    head, first, second = lines(card_table([(whale(), game), (FLARE, game)], 120), 120)
    assert head.split() == ["Card", "Type", "Cost", "Power", "Keywords", "Text"]
    assert " ".join(first.split()) == "Moon Whale Tide Creature 5 5 Guard Gain [Spark]. / Draw one card."
    assert second.split() == ["Flare", "Ember", "Spell", "1"]
    assert lines(card_table([(FLARE, game)], 100))[0].split() == ["Card", "Type", "Cost", "Text"]


def test_a_table_shortens_texts_that_are_too_long(game: Game) -> None:
    _, row = lines(card_table([(whale(text="word " * 50), game)], 80), 80)
    assert row.endswith("…")
    assert len(row) <= 80


def test_amounts_without_a_name_in_the_game_are_called_by_their_titles() -> None:
    life = {"type": "object", "title": "Life", "properties": {"most": {"title": "Maximum", "type": "integer"}}}
    notes = {"type": "object", "title": "Notes"}
    board = game_from({"sets": {"core": {}}}, {"properties": {"life": life, "notes": notes}})
    said = {"life": {"most": 18}, "notes": {"a": "One.", "b": "Two."}}
    card = card_from({"id": "x", "number": 1, "name": "X", "type": "board", **said}, "g", "core")
    shown = [line for line in lines(card_panel(card, board, [])) if line]
    assert shown[2:4] == ["Life   18 Maximum", "Notes  One. Two."]


def test_a_figure_that_few_cards_have_or_that_does_not_fit_has_no_column(game: Game) -> None:
    head, *_ = lines(card_table([(whale(), game), *[(FLARE, game)] * 9], 100))
    assert head.split() == ["Card", "Type", "Cost", "Text"]
    head, *rows = lines(card_table([(whale(name="Whale " * 20, text="word " * 30), game)], 50), 50)
    assert head.split()[-1] == "Text"
    assert "Keywords" not in head
    assert all(len(row) <= 50 for row in rows)
    assert len(rows) == 1


def test_games_are_listed_with_their_formats_and_decks() -> None:
    row = {"id": "g", "name": "Game", "cards": 12, "formats": ["standard", "draft"], "decks": ["first"]}
    shown = lines(games_table([row]))
    assert [line.split() for line in shown] == [
        ["Game", "Cards", "Formats", "Sample", "decks"],
        ["Game", "12", "standard", "first"],
        ["g", "draft"],
    ]
    shown = lines(games_table([{**row, "players": {"draft": {"min": 4, "max": 8, "teams": 2}}}]))
    assert shown[2].split("  ")[-1].strip() == "draft: 4 to 8 players in 2 equal teams"


def test_games_say_how_long_they_take_and_for_whom_they_are() -> None:
    times = [{"players": 2, "min": 10, "max": 30}, {"players": 3, "min": 30, "max": 60}]
    row = {"id": "g", "name": "Game", "cards": 1, "formats": [], "decks": [], "age": 10, "playing-time": times}
    assert [line.strip() for line in lines(games_table([row]))][2:] == [
        "g",
        "10 to 30 minutes",
        "30 to 60 with 3 or more",
        "age 10 and up",
    ]


def test_marks_of_texts_become_styles_and_names(game: Game) -> None:
    shown = rules_text("Pay {spark}, *then* **draw**.", game)
    assert shown.plain == "Pay [Spark], then draw."
    styled = {shown.plain[span.start : span.end]: span.style for span in shown.spans if span.style}
    assert styled == {"[Spark]": "#c98a1b", "then": "italic", "draw": "bold"}


def test_an_unknown_symbol_is_shown_by_its_id(game: Game) -> None:
    assert (symbol_text("moon", game).plain, symbol_text("moon", game).style) == ("[moon]", "")


def test_a_pipe_is_120_wide_and_without_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    monkeypatch.setattr("sys.stdout", stream := io.StringIO())
    pipe = console()
    assert pipe.width == 120
    pipe.print(Text("plain", style="red"))
    assert stream.getvalue() == "plain\n"


def test_of_abilities_the_text_is_shown() -> None:
    actions = [{"pays": 1, "do": {"draw": 2}}, {"pays": 2, "text": "Rest."}]
    said = {"strip-abilities": {"use": "action", "draw": 1}, "actions": actions, "win": {"do": {"draw": 3}}}
    pack = able(sets__core__more_yaml=ash_cat(**said))
    (cat,) = (one for one in pack.as_cards() if one.id == "ash-cat")
    shown = [line for line in lines(card_panel(cat, pack.as_game(), [])) if line]
    assert shown[4:-1] == [
        "Strip    Action: Draw 1 card.",
        "Actions  pays 1, Draw 2 cards. pays 2, Rest.",
        "Win      Draw 3 cards.",
    ]


def test_long_texts_are_shown_by_their_beginnings(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    read = 0
    real = cards.paragraphs

    def counted(text: str) -> Any:
        nonlocal read
        read += len(text)
        return real(text)

    monkeypatch.setattr(cards, "paragraphs", counted)
    long = "word {spark} *x* " * 60_000
    one = whale(text=long, flavor=long, name="N" * 10**6)
    rulings = [Ruling(long, long, None)] * 2 + [Ruling("Q", "A", None)] * 998
    shown = lines(card_panel(one, game, rulings))
    assert sum(map(len, shown)) < 100_000
    assert f"({len(long):,} characters)" in " ".join(shown)
    assert "and 900 rulings more" in shown
    assert sum(map(len, lines(card_table([(one, game)], 100)))) < 1000
    assert read < 20_000


def test_codes_and_amounts_are_called_as_their_symbols_are() -> None:
    row = {
        "pays": {"enum": ["ranged", "screw"]},
        "amount": {"title": "Amount", "type": "integer"},
        "dearer": {"title": "Dearer", "type": "boolean"},
        "text": {"type": "string"},
    }
    schema: dict[str, Any] = {
        "properties": {
            "combat": {"title": "Combat", "type": "object", "properties": {"ranged": {"type": "integer"}}},
            "rows": {"title": "Rows", "type": "array", "items": {"properties": row}},
        }
    }
    words = {"symbols": {"ranged": {"name": "Distance"}}, "types": {"spell": {"name": "Sort"}}}
    game = game_from({"id": "g", "name": "G", **words}, schema)
    rows = [{"pays": "ranged", "amount": 2, "dearer": True, "text": "Gagnez {ranged}."}, {"pays": "screw", "amount": 1}]
    card = {"id": "x", "number": 1, "name": "X", "type": "spell", "combat": {"ranged": 2}, "rows": rows}
    said = " ".join(" ".join(lines(card_panel(card_from(card, "g", "core"), game, []))).split())
    assert "Combat 2 Distance" in said
    assert "Rows Distance, Amount 2, Dearer, Gagnez [Distance]. screw, Amount 1" in said


def test_a_panel_says_where_a_card_is_printed_and_what_it_said(game: Game) -> None:
    printings = (Printing("core", 7), Printing("later", 3, date(2026, 5, 1)))
    errata = [
        {"date": "2026-06-01", "previous": {"text": "Gain {spark}{spark}.\nDraw a card.", "cost": 4}, "reason": "Rich."}
    ]
    card = card_from({**WHALE, "errata": errata}, "my-game", "core", printings=printings)
    shown = [line for line in lines(card_panel(card, game, [])) if line]
    start = shown.index("Printed in later 3 (2026-05-01), Core 7")
    assert shown[start + 1 : -1] == [
        "Changed on 2026-06-01; before that:",
        "Gain [Spark][Spark].",
        "Draw a card.",
        "Cost: 4",
        "Rich.",
    ]
    assert not any("rrata" in line for line in shown)
