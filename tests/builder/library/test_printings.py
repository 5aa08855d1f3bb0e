"""Cards in several sets, from the files to searches, decks, verdicts and what is printed."""

from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy import Engine

from builder.checks import CheckedPack
from builder.decks import Deck, to_text
from builder.diagnostics import UsageError
from builder.legality import Verdict
from builder.library import Catalog, card_json
from builder.library.checked import CheckedGame
from builder.printing.gathering import Request, gather
from tests.support.databases import in_memory
from tests.support.packs import card, checked, deck
from tests.support.printings import reprinted, reprinted_catalog
from tests.support.queries import opened

ERRATA = [{"date": "2026-03-01", "previous": {"power": 3}, "reason": "It was too strong."}]


@pytest.fixture(scope="module")
def pack() -> CheckedPack:
    """The small game with reprints and a card that was changed."""
    found = checked(**reprinted(sets__core__more_yaml=card(number=50, errata=ERRATA)))
    assert found.diagnostics == []
    return found


@pytest.fixture(scope="module")
def engine(pack: CheckedPack) -> Iterator[Engine]:
    """A database of it."""
    with in_memory(pack.pack) as made:
        yield made


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("set:later", {"flare"}),
        ("set:promos", {"flare", "undertow"}),
        ("set:core is:reprinted", {"flare", "undertow"}),
        ("set:later -is:reprinted", set()),
        ("set:later number:7", {"flare"}),
        ("number:7 is:reprinted", {"flare"}),
        ('errata:"too strong"', {"ash-cat"}),
        ("errata:2026-03", {"ash-cat"}),
        ("has:errata", {"ash-cat"}),
        ("errata:2025", set()),
    ],
)
def test_searches_find_a_card_by_any_of_its_sets_and_by_what_it_said(
    pack: CheckedPack, engine: Engine, query: str, found: set[str]
) -> None:
    with opened(engine) as catalog:
        assert {one.id for one in catalog.search(query)} == found
        assert catalog.loaded("my-game").cards == tuple(pack.as_cards())
    assert CheckedGame(pack).matching(query) == found


def test_the_database_has_a_row_for_each_printing(engine: Engine) -> None:
    with engine.connect() as connection:
        sql = (
            "SELECT position, set_id, number, released, flavor FROM printing WHERE card_id = 'flare' ORDER BY position"
        )
        assert connection.exec_driver_sql(sql).all() == [
            (0, "core", 4, "2025-01-01", ""),
            (1, "promos", 2, "2025-06-01", ""),
            (2, "later", 7, "2026-01-01", "Twice as bright."),
        ]


def verdict_on(catalog: Catalog, written: str) -> Verdict:
    opened = catalog.parse_deck(written)
    return catalog.verdict(opened, catalog.judge_of(opened.deck))


def test_a_format_of_a_set_admits_every_card_that_is_in_it() -> None:
    later = {"name": "Later", "clauses": {"pool": {"clause": "pool", "sets": ["later"]}}}
    catalog = reprinted_catalog(formats__later_yaml=later)
    verdict = verdict_on(catalog, "# Game: my-game\n# Format: later\n3 Flare\n1 Undertow\n")
    assert [(one.code, one.cards) for one in verdict.violations] == [("not-in-pool", ("undertow",))]


def test_copies_are_of_the_card_whatever_its_printings() -> None:
    three = {"name": "Three", "clauses": {"copies": {"clause": "copies", "max": 3}}}
    catalog = reprinted_catalog(formats__three_yaml=three)
    verdict = verdict_on(catalog, "# Game: my-game\n# Format: three\n2 Flare (C) 4\n2 Flare (SW) 7\n")
    assert [(one.code, one.actual) for one in verdict.violations] == [("too-many-copies", 4)]


LIST = """# Game: my-game
1 Flare (SW) 7
2 Flare (core)
1x Undertow (Promos) #1
1 flare
1 Undertow (Nowhere) 3
1 Soot (later)
"""


def test_a_list_may_say_which_printing_is_meant() -> None:
    opened = reprinted_catalog().parse_deck(LIST)
    assert opened.deck.sections == {"main": {"flare": 4, "undertow": 2}}
    assert opened.deck.printings == {"flare": {"later": 1, "core": 2}, "undertow": {"promos": 1}}
    assert [(d.code, d.span and d.span.line) for d in opened.problems] == [("unknown-printing", 6), ("unknown-card", 7)]
    assert opened.problems[0].help == "it is in core and promos"


def test_a_deck_with_printings_is_written_and_read_back() -> None:
    catalog = reprinted_catalog()
    written = deck(cards={"flare": 3, "undertow": 1}, printings={"flare": {"core": 1}, "undertow": {"promos": 1}})
    made = Deck.from_document(written)
    text = to_text(made, catalog.index("my-game"))
    assert text.splitlines()[-3:] == ["1 Flare (core) 4", "2 Flare", "1 Undertow (promos) 1"]
    assert catalog.parse_deck(text).deck == made
    assert Deck.from_document(made.to_document()) == made


@pytest.mark.parametrize(
    ("printings", "codes"),
    [
        ({"flare": {"core": 1, "later": 2}}, []),
        ({"flare": {"core": 4}}, ["bad-count"]),
        ({"flare": {"nowhere": 1}}, ["unknown-printing"]),
        ({"moon-whale": {"later": 1}}, ["unknown-printing", "bad-count"]),
        ({"flair": {"core": 1}}, ["unknown-card"]),
        ({"flare": {}}, ["bad-length"]),
    ],
)
def test_sample_decks_name_printings_that_are_there(printings: dict[str, Any], codes: list[str]) -> None:
    found = checked(**reprinted(decks__second_yaml=deck(printings=printings)))
    assert sorted(d.code for d in found.diagnostics) == sorted(codes)


def printed(catalog: Any, request: Request) -> list[tuple[str, str, int, str, int]]:
    found = gather(catalog, [], request).cards
    return [(one.id, one.set_id, one.number, one.flavor, n) for one, n in found if one.id in ("flare", "undertow")]


def test_what_is_printed_is_the_newest_the_one_named_or_the_one_that_is_asked_for() -> None:
    second = deck(cards={"flare": 3, "undertow": 1}, printings={"flare": {"core": 1}})
    catalog = reprinted_catalog(decks__second_yaml=second)
    assert printed(catalog, Request("my-game")) == [
        ("flare", "later", 7, "Twice as bright.", 1),
        ("undertow", "promos", 1, catalog.card("undertow").flavor, 1),
    ]
    assert [one[:3] for one in printed(catalog, Request("my-game", in_set="core"))] == [
        ("flare", "core", 4),
        ("undertow", "core", catalog.card("undertow").number),
    ]
    alone = gather(catalog, [], Request("my-game", in_set="promos"), players=1)
    assert [(card.id, card.set_id) for card, _ in alone.cards] == [("flare", "promos"), ("undertow", "promos")]
    assert [(*one[:2], one[4]) for one in printed(catalog, Request("second"))] == [
        ("flare", "core", 1),
        ("flare", "later", 2),
        ("undertow", "promos", 1),
    ]
    assert [(*one[:2], one[4]) for one in printed(catalog, Request("second", in_set="promos"))] == [
        ("flare", "promos", 3),
        ("undertow", "promos", 1),
    ]


def test_a_set_that_none_of_the_cards_is_in_is_reported() -> None:
    catalog = reprinted_catalog()
    with pytest.raises(UsageError, match='My Game has no set "latter"') as unknown:
        gather(catalog, [], Request("my-game", in_set="latter"))
    assert 'did you mean "later"?' in unknown.value.help
    with pytest.raises(UsageError, match='none of these cards is in the set "later"'):
        gather(catalog, [], Request("my-game", where="type:creature", in_set="later"))


def test_the_newest_printing_in_another_language_has_its_words() -> None:
    catalog = reprinted_catalog(locales__fr_yaml={"cards": {"flare": {"name": "Fusée", "flavor": "Deux fois."}}})
    gathered = gather(catalog, [], Request("my-game", where="flare", language="fr"))
    [(one, _)] = gathered.cards
    assert (one.name, one.flavor, one.set_id, gathered.warnings) == ("Fusée", "Deux fois.", "later", [])


def test_json_has_the_printings_of_a_card_that_has_several() -> None:
    catalog = reprinted_catalog()
    said = card_json(catalog.card("flare"))
    assert list(said)[:3] == ["id", "game", "set"]
    assert said["printings"] == [
        {"set": "core", "number": 4, "released": "2025-01-01"},
        {"set": "promos", "number": 2, "released": "2025-06-01"},
        {"set": "later", "number": 7, "released": "2026-01-01"}
        | {"flavor": "Twice as bright.", "artist": "A. Painter"},
    ]
    assert "printings" not in card_json(catalog.card("moon-whale"))
