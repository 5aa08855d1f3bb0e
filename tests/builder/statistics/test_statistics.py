"""What a game's data shows: small packs in which one card makes another pointless, has a twin, or is out of line."""

import json
import re
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.games import Card, Game, card_from, game_from
from builder.games.fields import ABILITIES
from builder.statistics import GameStatistics, findings, game_statistics
from builder.statistics.comparing import Budget
from builder.statistics.fitting import fit
from builder.statistics.report import Shown, written
from builder.terminal.gamestats import game_lines
from builder.words import languages, words_of
from builder.workspace import Workspace
from tests.support.accessible import hindrances, needs_axe
from tests.support.chromium import Chromium, needs_chromium
from tests.support.commands import Arsenal, InJson
from tests.support.outputs import fits

WORDS: dict[str, Any] = {
    "id": "small", "name": "Small", "factions": {"red": {"name": "Red"}, "blue": {"name": "Blue"}},
    "types": {"trick": {"name": "Trick"}, "ship": {"name": "Ship"}}, "keywords": {"fast": {}, "big": {}},
}  # fmt: skip
PROPERTIES: dict[str, Any] = {
    "faction": {"title": "Faction", "type": "string", "x-vocabulary": "factions"},
    "type": {"title": "Type", "type": "string", "x-vocabulary": "types"},
    "rarity": {"title": "Rarity", "type": "string", "enum": ["rare"]},
    "cost": {"title": "Cost", "type": "object", "properties": {name: {"type": "integer"} for name in ("oil", "gold")}},
    "power": {"title": "Power", "type": "integer"},
    "costume": {"title": "Costume", "type": "integer"},
    "keywords": {"type": "array", "items": {"x-vocabulary": "keywords"}},
    "text": {"type": "string"},
    "abilities": {ABILITIES: True, "op": ["draw", "lose"], "when": ["played"], "ability": ["played"]},
}
GAME = game_from(WORDS, {"properties": PROPERTIES})
PLAIN: dict[str, Any] = {"type": "ship", "faction": "red", "cost": {"oil": 2}, "power": 2}


def does(verb: str, n: int) -> dict[str, Any]:
    """An ability in its canonical form, with the text that it makes."""
    ability = {"kind": "played", "effects": [{"op": verb, "main": n}]}
    return {"abilities": [ability], "text": f"{verb} {n}."}


def waits(event: str, *paid: str) -> dict[str, Any]:
    """An ability that waits for an event, and costs what these verbs say."""
    return {"abilities": [{"kind": "when", "event": event, "cost": [{"op": verb} for verb in paid]}]}


def stats_of(*cards: dict[str, Any], game: Game = GAME) -> GameStatistics:
    """The statistics of these cards, whose ids are a, b, c and so on."""
    return game_statistics(game, [_card(card, n) for n, card in enumerate(cards)])


def shown_of(*cards: dict[str, Any], game: Game = GAME) -> Shown:
    """The statistics of these cards, as people read them."""
    return Shown(stats_of(*cards, game=game), words_of("en", "statistics"))


def _card(said: dict[str, Any], n: int) -> Card:
    return card_from({"id": chr(97 + n), "number": n + 1, "name": f"Card {n}", **said}, "small", "first")


@pytest.mark.parametrize(
    "better",
    [{"power": 3}, {"cost": {"oil": 1}}, {"cost": {}}, {"power": 3, "cost": {"oil": 1}}, {"costume": 1}],
)
def test_a_card_that_another_makes_pointless(better: dict[str, Any]) -> None:
    (found,) = stats_of(PLAIN, {**PLAIN, **better}).dominated
    assert (found.card, found.by, found.more) == ("a", "b", ())
    assert found.better
    assert stats_of({**PLAIN, **better}, PLAIN).dominated[0].card == "b"


@pytest.mark.parametrize(
    "other",
    [
        {},
        {"power": 3, "cost": {"oil": 3}},
        {"power": 3, "cost": {"gold": 1}},  # another resource
        {"power": 3, "faction": "blue"},
        {"power": 3, "type": "trick"},
        {"power": 3, "rarity": "rare"},
        {"power": 3, **does("draw", 1), "cost": {"oil": 3}},
    ],
)
def test_a_card_that_has_its_use(other: dict[str, Any]) -> None:
    assert stats_of(PLAIN, {**PLAIN, **other}).dominated == ()


def test_what_a_better_card_does_more_is_for_a_reader_to_judge() -> None:
    for more, said in ((does("lose", 1), "lose"), ({"keywords": ["fast"]}, "fast"), ({"text": "Sinks."}, "text")):
        (found,) = stats_of(PLAIN, {**PLAIN, **more}).dominated
        assert (found.card, found.more) == ("a", (said,))
    assert stats_of({**PLAIN, **does("draw", 1)}, {**PLAIN, **does("draw", 2)}).dominated == ()  # "lose 2" is no better
    assert stats_of({**PLAIN, "keywords": ["big"]}, {**PLAIN, "power": 3, "keywords": ["fast"]}).dominated == ()
    assert shown_of(PLAIN, {**PLAIN, "keywords": ["fast"]}, {**PLAIN, "power": 3}).dominated == [
        ("Card 0", "Dominated by Card 2", "Power 2 → 3", ""),
        ("Card 0", "Dominated by Card 1", "", "unless that is a drawback: fast"),
    ]


def test_pairs_that_are_left_out_are_said(monkeypatch: pytest.MonkeyPatch) -> None:
    cards = [{**PLAIN, "power": power} for power in (1, 5, 9)]
    assert stats_of(*cards).complete
    for name, limit in (("Budget", partial(Budget, 2)), ("MOST_PAIRS", 2)):
        with monkeypatch.context() as patched:
            patched.setattr(findings, name, limit)
            found = stats_of(*cards)
        assert (len(found.dominated), found.complete) == (2, False)


def test_near_twins() -> None:
    one = {**PLAIN, **does("draw", 2)}
    (near,) = stats_of(one, {**one, **does("draw", 3), "faction": "blue", "cost": {"gold": 3}}).twins
    assert (near.cards, dict(near.differs)) == (("a", "b"), {"cost": (2, 3), "ability": (2, 3)})
    (same,) = stats_of(one, {**one, "faction": "blue"}, one).twins
    assert (same.cards, same.distance) == (("a", "b", "c"), 0)
    for other in (does("lose", 2), {"power": 6}, {"type": "trick"}, {"rarity": "rare"}):
        assert stats_of(one, {**one, **other}).twins == ()
    assert shown_of(one, {**one, "power": 5}, {**one, **does("draw", 3)}).twins == [
        ("Card 0 and Card 2", "Number in abilities 2 → 3"),
        ("Card 0 and Card 1", "Power 2 → 5"),
    ]
    two, other = ({**PLAIN, "abilities": does("draw", n)["abilities"] + does("lose", n)["abilities"]} for n in (1, 2))
    assert shown_of(two, other).twins[0][1] == "Number 1 in abilities 1 → 2, Number 2 in abilities 1 → 2"
    assert stats_of(PLAIN, {**PLAIN, "power": 3, "cost": {"oil": 3}}).twins == ()  # without abilities, little is much
    assert stats_of({**PLAIN, "text": "Sinks."}, {**PLAIN, "text": "Flies."}).twins == ()
    assert stats_of(*({"type": "ship", "faction": "red"} for _ in range(3))).twins == ()  # of which nothing is known


def fleet(*strange: dict[str, Any]) -> GameStatistics:
    """Thirty ships and tricks whose cost is half their power and 1 for each card that they draw; and strange ones."""
    chance = Random(7)  # noqa: S311 - cards
    cards = []
    for n in range(30):
        power, drawn, noise = chance.randrange(2, 12, 2), n % 3, n % 4 == 3
        more = does("draw", drawn) if drawn else {}
        cards.append({**PLAIN, **more, "power": power, "cost": {"oil": power // 2 + drawn + noise}})
    return stats_of(*cards, *strange)


def test_a_card_out_of_line_is_named() -> None:
    strong, weak = {**PLAIN, "power": 10, "cost": {"oil": 1}}, {**PLAIN, "power": 2, "cost": {"oil": 8}}
    shown = Shown(fleet(strong, strong, weak), words_of("en", "statistics"))
    assert [text for text, _ in shown.curves][1] == "Power: 5.8 on average, over 33 cards"
    assert [label for _, label in shown.ticks] == [*"012345678"]
    assert [label for label, _ in shown.curves[0][1]] == [*"12345678"]
    assert Shown(shown.found, words_of("fr", "statistics")).parts[0][0] == "Verbe\u00a0: draw"
    assert [part for part, _ in shown.parts] == ["Verb: draw", "Power", "Type: ship"], "what is worth most comes first"
    assert [name for _, _, name, far in shown.points if far] == ["Card 30, Card 31", "", "Card 32"]
    assert [(name, said) for name, said, *_ in shown.outliers] == [
        ("Card 32", "weaker than its cost"),
        ("Card 30", "stronger than its cost"),
        ("Card 31", "stronger than its cost"),
    ]
    power = shown.found.power
    assert power
    assert power.explained > 0.5
    assert power.worths["power"] == pytest.approx(0.5, abs=0.1)  # the strange ones do not bend it
    assert power.worths["op:draw"] == pytest.approx(1, abs=0.2)


def test_no_card_is_named_where_nothing_is_known() -> None:
    quiet, alone = fleet().power, fleet({**PLAIN, **does("lose", 1), "cost": {"oil": 9}}).power
    chance = Random(3)  # noqa: S311 - cards
    costs = ({**PLAIN, "power": chance.randrange(9), "cost": {"oil": chance.randrange(9)}} for _ in range(40))
    noise = stats_of({**PLAIN, "cost": {"oil": 60}}, *costs).power
    assert quiet and alone and noise  # noqa: PT018 - there are enough cards
    assert alone.points[30].alone == ("op:lose",)
    assert noise.explained < 0.15
    assert quiet.outliers == alone.outliers == noise.outliers == []
    exact = ({**PLAIN, "power": n % 5, "cost": {"oil": n % 5}} for n in range(40))
    near = stats_of(*exact, {**PLAIN, "cost": {"oil": 2.5}}).power
    assert near
    assert near.outliers == []  # a difference of half a cost is none, however exact the others are
    assert stats_of(PLAIN, PLAIN).power is None
    assert shown_of(PLAIN, PLAIN).power_text == "Too few cards have a cost for a fit."
    free = game_from(WORDS, {"properties": {name: one for name, one in PROPERTIES.items() if name != "cost"}})
    assert shown_of(PLAIN, game=free).power_text == "No field of the cards is a cost to compare power with."


def test_a_text_by_hand_counts_by_its_words() -> None:
    power = stats_of(*({**PLAIN, "text": "word " * (n % 4), "cost": {"oil": n % 4}} for n in range(40))).power
    assert power
    assert power.worths["text"] == pytest.approx(1, abs=0.1)


def test_a_fit_needs_something_to_tell_apart() -> None:
    assert fit([], []) is None
    assert fit([{"a": 1.0}] * 5, [2.0] * 5) is None
    assert fit([{"a": 1.0}, {"b": 1.0}], [1.0, 2.0]) is None


def test_a_card_is_held_against_the_others() -> None:
    rows = [{"size": float(n % 4)} for n in range(16)]
    targets = [row["size"] + (0.2, -0.2)[n % 2] for n, row in enumerate(rows)]
    found = fit([*rows, {"size": 2, "odd": 1}, {"size": 2, "odd": 1}], [*targets, 4, 4.5])
    assert found
    less, more = found.predicted[-2:]  # they say the same: each is expected to cost what the other does
    assert less > more


def test_what_factions_do_and_lack() -> None:
    draws, loses = {**PLAIN, **does("draw", 1)}, {**PLAIN, **does("lose", 1)}
    game = game_from({**WORDS, "factions": {name: {} for name in ("red", "blue", "green")}}, {"properties": PROPERTIES})
    wins = {**PLAIN, **does("win", 1)}  # which only one faction does, and so no other lacks
    cards = [wins, draws, loses, {**draws, "faction": "blue"}, {**loses, "faction": "green"}]
    found = {one.word: one for one in stats_of(*cards, game=game).deeds}
    assert found["red"].verbs == {"draw": 1, "lose": 1, "win": 1}
    lacks = {name: one.lacks_verbs for name, one in found.items()}
    assert lacks == {"red": (), "blue": ("lose",), "green": ("draw",)}
    said = "green lacks, of what at least half of the others have: draw, played"
    red, blue = ({**PLAIN, **does("draw", 1), "faction": one} for one in ("red", "blue"))
    wait = {**PLAIN, **waits("played", "pay")}  # whose costs are none of its deeds
    shown = shown_of(*cards, wait, {**wait, "faction": "blue"}, game=game)
    assert shown.lacks[-1] == said
    assert shown.deeds_tables[0][2].keys() == {"draw", "lose", "win"}
    assert shown_of(red, blue).nothing_lacks == "Each does something of what most others do."


def test_tables_and_texts_by_hand() -> None:
    found = stats_of(
        PLAIN,
        {**PLAIN, "faction": "blue", "text": "It sinks {essence} quickly, quickly."},
        {**PLAIN, "text": "It sinks.", "cost": {"oil": 10}},
        {"type": "trick", **does("draw", 1)},
    )
    properties = {"price": {"type": "integer"}, **PROPERTIES}
    assert stats_of({**PLAIN, "price": 3}, game=game_from(WORDS, {"properties": properties})).cost == "cost"
    more = stats_of(PLAIN, PLAIN, PLAIN, {**PLAIN, "faction": "blue"})
    shades = re.findall(r'class="heat more m(\d+)"', written(more, ".html", words_of("en", "statistics")).decode())
    assert {int(shade) for shade in shades} == {4, 10}  # of four cards, one is more than two tenths
    tables = {(table.rows, table.columns): table.counts for table in found.tables}
    assert [*tables["faction", "type"]["blue"].items()] == [("trick", 0), ("ship", 1)]  # in the order of the game
    assert [*tables["faction", "cost"]["red"].items()] == [("2", 1), ("10", 1)]
    assert tables["type", "cost"] == {"ship": {"2": 2, "10": 1}}  # no trick has a cost
    shown = Shown(found, words_of("en", "statistics"))
    assert shown.table_title(found.tables[0]) == "Cards by Faction and Type"
    assert (found.by_hand, shown.hand_words) == (("b", "c"), ["sinks 2", "quickly 1"])


@pytest.mark.parametrize(("cards", "group"), [(2, ""), (3, "rarity")])
def test_most_cards_have_what_stands_for_factions(cards: int, group: str) -> None:
    rarity = {"type": "string", "enum": ["rare", "common"]}
    game = game_from(WORDS, {"properties": {"type": PROPERTIES["type"], "rarity": rarity}})
    said = [{"rarity": ("rare", "common")[n % 2]} if n < cards else {} for n in range(5)]
    assert stats_of(*({"type": "ship", **one} for one in said), game=game).group == group


def test_a_long_curve_ends_with_a_bar_for_all_above() -> None:
    [(_, bars)] = [one for one in shown_of(*({**PLAIN, "power": 9 * n} for n in range(30))).curves if "Power" in one[0]]
    assert bars[-2:] == [("198", 1), ("207+", 7)]


def test_the_fields_of_a_spreadsheet(arsenal: Arsenal, in_json: InJson) -> None:
    rows = ["Name,Type,Clan,Mana,Power,Text", "Bee,Creature,Red,1,9,", "Ray,Creature,Red,2,4,Flies."]
    rows += [f"Card {n},{('Spell', 'Creature')[n % 2]},{('Red', 'Blue')[n % 3 == 0]},{n // 2},{n}," for n in range(16)]
    Path("cards.csv").write_text("\n".join(rows), "utf-8")
    arsenal("new", "game", "Sheet", "--from", "cards.csv")
    assert "\nNo card has abilities as data" in arsenal("stats", "sheet").stdout
    found = in_json("stats", "sheet", schema="game-stats-output")
    assert (found["cost"], found["cards"], found["by_hand"]["cards"]) == ("cost", 18, ["ray"])
    assert found["group"] == "faction"
    assert [one["card"] for one in found["power"]["points"] if one["far"]] == ["bee"]
    assert "bee" in {one["by"] for one in found["dominated"]}


def test_the_games_that_come_with_arsenal(arsenal: Arsenal) -> None:
    with Workspace() as workspace:
        for game in workspace.games:
            found = workspace.game_stats(game.id)
            fits(json.loads(written(found, ".json", words_of("en"))), "game-stats-output")
            assert found.complete
            assert found.cards == len(workspace.search(game=game.id))
            for language in languages():
                words = words_of(language, "statistics")
                page = written(found, ".html", words).decode()
                assert page.count("<svg") == len(Shown(found, words).curves) + bool(found.power)
        english, french = (workspace.game_stats("future-invaders", lang=language) for language in ("en", "fr"))
        assert (french.titles["cost"], french.names["archive-ship"]) == ("Coût", "Nef des archives")
        assert french.to_json() == english.to_json() | {key: french.to_json()[key] for key in ("words", "amounts")}


def test_the_command(arsenal: Arsenal) -> None:
    result = arsenal("stats", "invasion-tcg", "-o", "a.html", "-o", "a.JSON")
    assert result.stdout == "the report is in a.html\nthe report is in a.JSON\n"
    fits(json.loads(Path("a.JSON").read_text("utf-8")), "game-stats-output")
    assert max(map(len, arsenal("stats", "invasion-tcg").stdout.splitlines())) <= 80
    assert "Ce que fait chaque" in arsenal("stats", "invasion-tcg", "--lang", "fr").stdout
    for wrong, said in (
        (("stats", "future-invaders", "-o", "a.txt"), "cannot write a.txt: a report ends with .html, .json"),
        (("stats", "future-invaders", "--section", "main"), "--section is for a deck, and future-invaders is a game"),
        (("stats", "earthwall", "-o", "b.html"), "--out writes the report of a game, and earthwall is a deck"),
    ):
        assert said in arsenal(*wrong, code=2).stderr


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**12), 10**12) | st.floats() | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=3)
    | st.dictionaries(st.sampled_from(["op", "main", "event", "do", "text", "x"]), inner, max_size=3),
    max_leaves=6,
)  # fmt: skip
KEYS = ("faction", "cost", "price", "power", "abilities", "text", "keywords", "more")
SCHEMAS = st.fixed_dictionaries(
    {},
    optional={
        name: st.sampled_from([*PROPERTIES.values(), {"type": "number"}, {"type": "boolean"}, {}]) for name in KEYS
    },
)


@given(SCHEMAS, st.lists(st.dictionaries(st.sampled_from(KEYS), VALUES, max_size=4), max_size=16))
def test_no_pack_stops_it(properties: dict[str, Any], cards: list[dict[str, Any]]) -> None:
    game = game_from({**WORDS, "name": "<b>&\x1b"}, {"properties": {**properties, "type": PROPERTIES["type"]}})
    found = stats_of(*({"type": ("ship", "trick")[n % 2], **card} for n, card in enumerate(cards)), game=game)
    fits(found.to_json(), "game-stats-output")
    assert "<b>" not in written(found, ".html", words_of("en", "statistics")).decode()
    assert "\x1b" not in "".join(game_lines(found))


@needs_chromium
@needs_axe
@pytest.mark.long
@pytest.mark.parametrize("game", ["future-invaders", "rone-invasion"])
def test_the_report_in_a_browser(arsenal: Arsenal, game: str) -> None:
    arsenal("stats", game, "-o", "a.html")
    with Chromium() as browser:
        tab = browser.open(Path("a.html").resolve().as_uri())
        for width, scheme in ((360, "light"), (1280, "dark")):
            tab.looks(width, 900, scheme=scheme)
            assert tab.value("document.documentElement.scrollWidth") == width
            assert hindrances(tab, colors=scheme == "dark") == []
        assert tab.value("document.querySelectorAll('svg.scatter circle').length") > 20
        assert tab.refusals() == []
