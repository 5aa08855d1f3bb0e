"""The query language: each construct, its messages, and a naive matcher that it must agree with."""

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder import query
from builder.games import card_from
from builder.games.fields import fields_of
from builder.library import Catalog
from builder.library.search import MOST_SETS, GameIndex, MemoryColumns, find, index_of, matching_ids, values_of_cards
from builder.naming import fold
from builder.query.meaning import Fields, OneOf
from tests.support.databases import in_memory
from tests.support.properties import examples
from tests.support.queries import (
    CARDS,
    FIELDS,
    TEXT,
    Tree,
    as_cards,
    fill,
    found,
    holds,
    made_up_cards,
    opened,
    plain,
    trees,
    written,
)


@pytest.fixture(scope="module")
def catalog() -> Iterator[Catalog]:
    """The cards in a database."""
    with in_memory() as made:
        fill(made, CARDS)
        with opened(made) as games:
            yield games


IN_MEMORY = index_of(as_cards(CARDS), FIELDS)
EVERY = [card["id"] for card in CARDS]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "rust-corsair elan free-dock scout dreadnought tax"),
        # words and phrases
        ("draw", "rust-corsair tax"),
        ("elan", "elan"),
        ('"draw 2"', "rust-corsair"),
        ('"draw  2 \n cards"', "rust-corsair"),
        ("ship draw", "rust-corsair"),
        ('"ship draw"', ""),
        ('"corsair when"', ""),  # the name ends before the text begins
        ("no", "scout dreadnought tax"),  # shorter than a trigram
        ("%", "elan"),
        ("_", "elan"),
        ('"\\"now\\""', "scout"),
        ("{oil}", "elan"),
        ('""', "rust-corsair elan free-dock scout dreadnought tax"),
        # ids and former ids, as a whole
        ("rust-corsair", "rust-corsair"),
        ("rust-cor", ""),
        ("-free-dock", "rust-corsair elan scout dreadnought tax"),
        ("dues-and-tolls", "tax"),
        ("id:dues-and-tolls", "tax"),
        ("id=dues-and-tolls,elan", "elan tax"),
        ("id!=dues-and-tolls", "rust-corsair elan free-dock scout dreadnought"),
        # short names of fields
        ("f:pirates", "rust-corsair scout"),
        ("T:action", "elan tax"),
        ("o:ship", "rust-corsair scout dreadnought"),
        ("c.scrap>=2", "rust-corsair"),
        ("w>3", "dreadnought"),
        # fields
        ("FACTION:Pirates", "rust-corsair scout"),
        ("faction = pirates", "rust-corsair scout"),
        ("faction:pirates,neutral", "rust-corsair free-dock scout tax"),
        ("faction!=pirates,neutral", "elan dreadnought"),
        ("rarity!=pinnacle", "rust-corsair free-dock scout dreadnought tax"),
        ("faction:/^[pn]/", "rust-corsair free-dock scout tax"),
        ("keywords!=ambush", "elan free-dock scout dreadnought tax"),
        ("set:dawn", "scout dreadnought tax"),
        ("id:scout", "scout"),
        ("id:-", "rust-corsair free-dock"),
        ("name:dock", "free-dock"),
        ('name="free dock"', "free-dock"),
        ('name!="free dock"', "rust-corsair elan scout dreadnought tax"),
        ("text:ship", "rust-corsair scout dreadnought"),
        ("tags=home", "free-dock tax"),
        ('tags="dry dock"', "free-dock"),
        ("artist:zoe", "rust-corsair"),
        ("artist:o'hara", "rust-corsair"),
        # numbers
        ("weapons>=3", "rust-corsair dreadnought"),
        ("weapons<=3", "rust-corsair scout"),
        ("weapons:0", "scout"),
        ("weapons=0,9", "scout dreadnought"),
        ("weapons!=3", "elan free-dock scout dreadnought tax"),
        ("weapons>-1", "rust-corsair scout dreadnought"),
        ("weight>2.4", "rust-corsair dreadnought"),
        ("number:2", "elan dreadnought"),
        # tallies
        ("cost<=1", "elan free-dock scout"),
        ("cost=0", "free-dock"),
        ("cost!=0", "rust-corsair elan scout dreadnought tax"),
        ("cost>=0", "rust-corsair elan free-dock scout dreadnought tax"),
        ("cost<0", ""),
        ("cost:scrap", "rust-corsair scout"),
        ("cost:scrap,9", "rust-corsair scout dreadnought"),
        ("cost.scrap>=2", "rust-corsair"),
        ("cost.scrap<2", "elan free-dock scout dreadnought tax"),
        ("cost.scrap=0", "elan free-dock dreadnought tax"),
        ("cost.scrap!=0", "rust-corsair scout"),
        # is and has
        ("is:unique", "free-dock dreadnought"),
        ("is:swift,unique", "rust-corsair free-dock scout dreadnought"),
        ("is!=ship", "elan free-dock tax"),
        ("unique:true", "free-dock dreadnought"),
        ("unique:no", "rust-corsair elan scout tax"),
        ("has:weapons", "rust-corsair scout dreadnought"),
        ("has:cost.oil", "elan dreadnought"),
        ("-has:text", "free-dock"),
        ("has:unique,tags", "free-dock dreadnought tax"),
        # regular expressions
        ("/draw [0-9]/", "rust-corsair"),
        ("/élan/", "elan"),
        ("/^each/", "tax"),
        (r"/card\/card/", "tax"),
        (r"text:/\{oil\}/", "elan"),
        (r"/^(?:rust)/", "rust-corsair"),
        (r"/corsair[^z]+when/", ""),  # a pattern stays in one text
        ("name:/o.t$/", "scout"),
        ("name:/^t/,/^s/", "scout tax"),
        # together
        ("faction:pirates and weapons>0", "rust-corsair"),
        ("-faction:pirates", "elan free-dock dreadnought tax"),
        ("--faction:pirates", "rust-corsair scout"),
        ("-draw", "elan free-dock scout dreadnought"),
        ('-"draw 2"', "elan free-dock scout dreadnought tax"),
        ("draw or repair", "rust-corsair elan tax"),
        ('draw "or"', "rust-corsair"),
        ("or draw", "rust-corsair"),  # where nothing stands before it, it is a word
        ("draw or repair -faction:pirates", "rust-corsair elan tax"),
        ("(draw or repair) -faction:pirates", "elan tax"),
        ("-(draw or repair)", "free-dock scout dreadnought"),
        ("((type:ship))(weapons>0)", "rust-corsair dreadnought"),
        ("type:ship or(type:action)", "rust-corsair elan scout dreadnought tax"),
        ("faction:pirates type:ship cost<=3 -is:pinnacle (text:/draw/ or has:income)", "rust-corsair"),
    ],
)
def test_what_a_query_matches(catalog: Catalog, text: str, expected: str) -> None:
    expected_ids = sorted(expected.split(), key=EVERY.index)
    assert found(catalog, text) == expected_ids
    assert catalog.page(text, limit=1)[0] == len(expected_ids)
    assert catalog.loaded("invaders").matching(text) == matching_ids(IN_MEMORY, text) == set(expected_ids)
    assert query.faults_in(text, FIELDS) == []


def test_a_search_raises_what_the_check_says(catalog: Catalog) -> None:
    with pytest.raises(query.QueryError) as raised:
        found(catalog, "sheild:2")
    assert raised.value.diagnostics == query.faults_in("sheild:2", FIELDS)
    with pytest.raises(query.QueryError):
        query.parse("(")


@pytest.mark.parametrize(
    "text",
    [
        "a" * 1_000_000,
        "(" * 1_900,
        "(" * 900 + "a" + ")" * 900,
        "-" * 1_999 + "a",
        "-(a " * 400 + ")" * 400,
        "(a or (b " * 150 + "))" * 150,
        "a " * 900,
        "name:" + "a," * 900 + "a",
        "/a/ " * 9,
        "/" + "a" * 201 + "/",
        "/(a*)*(a*)*(a*)*b/",
        "/" + "(x+x+)+" * 20 + "y/",
        "weapons>" + "9" * 500,
        "name:" + '"' * 1_001,
        "/" * 2_000,
        "\\" * 2_000,
        "a:" * 1_000,
    ],
    ids=lambda text: f"{text[:12]}-{len(text)}",
)
def test_hostile_queries_end_quickly(catalog: Catalog, text: str) -> None:
    faults = query.faults_in(text, FIELDS)
    assert {fault.code for fault in faults} <= {"bad-query", "unknown-value", "unknown-field"}
    if not faults:
        found(catalog, text)


def test_what_is_bounded(catalog: Catalog) -> None:
    assert found(catalog, "(" * 900 + "scout" + ")" * 900) == ["scout"]  # parentheses around nothing nest nothing
    deep = "-(a " * 40 + ")" * 40
    for text, said in [
        ("a " * 101, "at most 100"),
        (deep, "nests deeper"),
        ("/a/ " * 9, "at most 8"),
        ("a" * 2001, "2,000"),
    ]:
        (fault,) = query.faults_in(text, FIELDS)
        assert said in fault.message


_SIGNS = list('"/\\()-:=<>!, \n.*[{|éßa3')
_WORDS = ["or", "and", "is:", "has:", "cost", "faction", "pirates", "name:", "text"]
_ALPHABET = st.sampled_from(_SIGNS + _WORDS)


@examples(400)
@given(text=st.one_of(st.lists(_ALPHABET, max_size=24).map("".join), st.text(max_size=40)))
def test_no_text_makes_a_traceback(catalog: Catalog, text: str) -> None:
    faults = query.faults_in(text, FIELDS)
    for fault in faults:
        assert fault.span is not None
        lines = text.split("\n")
        assert 1 <= fault.span.line <= len(lines)
        assert 1 <= fault.span.column <= len(lines[fault.span.line - 1]) + 1
    if not faults:
        found(catalog, text)
    else:
        with pytest.raises(query.QueryError):
            found(catalog, text)


@pytest.mark.parametrize(
    ("sort", "expected"),
    [
        ("", "rust-corsair elan free-dock scout dreadnought tax"),
        ("set", "rust-corsair elan free-dock scout dreadnought tax"),
        ("-set", "tax dreadnought scout free-dock elan rust-corsair"),
        ("cost", "free-dock elan scout tax rust-corsair dreadnought"),
        ("-cost", "dreadnought rust-corsair tax elan scout free-dock"),
        ("cost.oil", "rust-corsair free-dock scout tax elan dreadnought"),
        ("-cost.oil", "dreadnought elan rust-corsair free-dock scout tax"),
        ("weapons", "scout rust-corsair dreadnought elan free-dock tax"),
        ("-weapons", "dreadnought rust-corsair scout elan free-dock tax"),
        ("name", "dreadnought elan free-dock rust-corsair scout tax"),
        ("-name", "tax scout rust-corsair free-dock elan dreadnought"),
        ("keywords", "rust-corsair scout elan free-dock dreadnought tax"),
        ("-keywords", "rust-corsair scout elan free-dock dreadnought tax"),
        ("unique", "free-dock dreadnought rust-corsair elan scout tax"),
    ],
)
def test_orders(catalog: Catalog, sort: str, expected: str) -> None:
    assert found(catalog, "", sort=sort) == expected.split()
    assert found(catalog, "type:ship,action", sort=sort) == [i for i in expected.split() if i != "free-dock"]
    assert [EVERY[place - 1] for _, place in find([IN_MEMORY], "", sort)[1]] == expected.split()
    for limit, offset in product((0, 1, 3, 6), (0, 2, 5, 6)):
        assert found(catalog, "", sort=sort, limit=limit, offset=offset) == expected.split()[offset : offset + limit]


def test_an_unknown_order_is_a_fault(catalog: Catalog) -> None:
    with pytest.raises(query.QueryError) as raised:
        found(catalog, "", sort="-wepons")
    (fault,) = raised.value.diagnostics
    assert (fault.code, fault.span and fault.span.column) == ("unknown-field", 2)
    assert 'did you mean "weapons"' in fault.help


class CountedColumns(MemoryColumns):
    """Columns that note which words they were asked for."""

    asked: list[str]

    def saying(self, field: str, text: str) -> list[int]:
        self.asked.append(text)
        return super().saying(field, text)


def test_a_column_is_asked_once_until_too_much_is_remembered() -> None:
    columns = CountedColumns(EVERY, values_of_cards(as_cards(CARDS), FIELDS))
    columns.asked = []
    index = GameIndex(Fields(FIELDS), columns)
    for _ in range(3):
        index.cards(OneOf("tags", "home"))
    assert columns.asked == ["home"]
    for word in [*map(str, range(MOST_SETS)), "home"]:
        index.cards(OneOf("tags", word))
    assert columns.asked.count("home") == 2


POKER = {
    "id": TEXT, "number": {"type": "integer"}, "name": TEXT, "suit": {"enum": ["spades", "hearts"]},
    "faction": {"enum": ["red"]}, "weapons": TEXT,
}  # fmt: skip
QUEEN = {"id": "queen", "number": 1, "name": "Queen", "suit": "spades", "faction": "red", "weapons": "charm"}

TWO_GAMES = [
    IN_MEMORY,
    index_of([card_from(QUEEN, "poker", "deck")], fields_of({"properties": POKER}, {"sets": {"deck": {}}})),
]


def everywhere(text: str, **how: Any) -> list[str]:
    """What is found in two games."""
    return [[EVERY, ["queen"]][game][place - 1] for game, place in find(TWO_GAMES, text, **how)[1]]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("suit:spades", "queen"),
        ("cost<=1", "elan free-dock scout"),
        ("number:1", "rust-corsair scout queen"),
        ("faction:red,pirates", "rust-corsair scout queen"),
        ("is:spades or is:pinnacle", "elan queen"),
        ("-faction:pirates", "elan free-dock dreadnought tax queen"),
        ("ue", "queen"),
        ("text:draw or name:queen", "rust-corsair tax queen"),
    ],
)
def test_what_a_query_matches_in_two_games(text: str, expected: str) -> None:
    assert everywhere(text) == expected.split()


def test_orders_of_two_games() -> None:
    assert everywhere("") == [*EVERY, "queen"]
    assert everywhere("", limit=2, offset=5) == ["tax", "queen"]
    assert find(TWO_GAMES, "number:1", limit=1)[0] == 3
    assert everywhere("", sort="name")[:2] == ["dreadnought", "elan"]
    assert everywhere("", sort="-name")[2:4] == ["rust-corsair", "queen"]
    assert everywhere("", sort="weapons") == [
        "scout",
        "rust-corsair",
        "dreadnought",
        "queen",
        "elan",
        "free-dock",
        "tax",
    ]
    assert everywhere("", sort="-set") == ["queen", *reversed(EVERY)]
    with pytest.raises(query.QueryError):
        everywhere("", sort="color")


def test_what_is_wrong_in_two_games() -> None:
    with pytest.raises(query.QueryError) as raised:
        everywhere("suits:red faction:blue suit:clubs")
    field, value, other = raised.value.diagnostics
    assert (field.code, value.code, other.code) == ("unknown-field", "unknown-value", "unknown-value")
    assert 'did you mean "suit"' in field.help
    assert "red" in value.help
    assert "pirates" in value.help


def test_without_games_nothing_is_found() -> None:
    assert Catalog([]).search("anything:here", sort="cost") == []


# A matcher that could not be simpler, to compare with: queries are trees of tuples, cards what was written.


def numbered(cards: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{**card, "id": f"card-{i}", "number": i} for i, card in enumerate(cards, start=1)]


@pytest.mark.long
@examples(150)
@given(cards=st.lists(made_up_cards, max_size=8).map(numbered), asked=st.lists(trees, min_size=1, max_size=6))
def test_queries_agree_with_a_naive_matcher(cards: list[dict[str, Any]], asked: list[Tree]) -> None:
    with in_memory() as engine:
        fill(engine, cards)
        with opened(engine) as catalog:
            for tree in asked:
                text = written(tree)
                expected = [card["id"] for card in cards if holds(tree, card)]
                assert found(catalog, text) == expected, text
                assert matching_ids(index_of(as_cards(cards), FIELDS), text) == set(expected), text


def test_folding_is_what_the_matcher_expects() -> None:
    assert fold("  Élan\n VITAL ") == plain("  Élan\n VITAL ") == "elan vital"
