"""The query language: each construct, its messages, and a naive matcher that it must agree with."""

import random
import re
import unicodedata
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import Engine, delete, insert
from sqlmodel import Session, SQLModel, create_engine

from builder import query, searchindex
from builder.fields import FieldSpec, fields_of, fold, values_of
from builder.models import CARDS_PER_GAME, Card, CardField, Game
from builder.query import language, patterns
from builder.shapes import resolve
from tests.conftest import ROOT

AMOUNTS = {"type": "object", "properties": {r: {"type": "integer"} for r in ("oil", "scrap", "credits")}}
TEXT = {"type": "string"}
SCHEMA = {
    "properties": {
        "id": TEXT,
        "number": {"type": "integer"},
        "name": TEXT,
        "faction": {"enum": ["terrans", "pirates", "neutral"]},
        "type": {"enum": ["ship", "structure", "action"]},
        "rarity": {"enum": ["pinnacle", "supreme"]},
        "cost": AMOUNTS,
        "income": AMOUNTS,
        "weapons": {"type": "integer"},
        "weight": {"type": "number"},
        "unique": {"type": "boolean"},
        "keywords": {"type": "array", "items": {"enum": ["swift", "shield", "ambush"]}},
        "tags": {"type": "array", "items": TEXT},
        "text": TEXT,
        "flavor": TEXT,
        "artist": TEXT,
    }
}
WORDS = {"sets": {"core": {}, "dawn": {}}}
FIELDS = fields_of(SCHEMA, WORDS)

CARDS: list[dict[str, Any]] = [
    {
        "id": "rust-corsair", "set": "core", "number": 1, "name": "Rust Corsair", "faction": "pirates", "type": "ship",
        "cost": {"scrap": 2, "credits": 1}, "weapons": 3, "weight": 2.5, "keywords": ["swift", "ambush"],
        "text": "When this ship is deployed, draw 2 cards.", "artist": "Zoë O'Hara",
    },
    {
        "id": "elan", "set": "core", "number": 2, "name": "Élan Vital", "faction": "terrans", "type": "action",
        "rarity": "pinnacle", "cost": {"oil": 1}, "text": "Repair 3.\nGain {oil}{oil}.",
        "flavor": "The best, 100% of it_all.",
    },
    {
        "id": "free-dock", "set": "core", "number": 3, "name": "Free Dock", "faction": "neutral", "type": "structure",
        "income": {"credits": 1}, "unique": True, "tags": ["Dry Dock", "home"],
    },
    {
        "id": "scout", "set": "dawn", "number": 1, "name": "Scout", "faction": "pirates", "type": "ship",
        "cost": {"scrap": 1}, "weapons": 0, "keywords": ["swift"], "text": "A fast ship.",
        "flavor": 'She said "now" or never',
    },
    {
        "id": "dreadnought", "set": "dawn", "number": 2, "name": "Dreadnought", "faction": "terrans", "type": "ship",
        "rarity": "supreme", "cost": {"oil": 9}, "income": {"oil": 2}, "weapons": 9, "weight": 80.0, "unique": True,
        "text": "Deal 4 damage to an enemy ship.",
    },
    {
        "id": "tax", "set": "dawn", "number": 3, "name": "Tax", "faction": "neutral", "type": "action",
        "cost": {"credits": 2}, "text": "Each player discards a card/cards: draw none.", "tags": ["home"],
    },
]  # fmt: skip


def fill(engine: Engine, cards: list[dict[str, Any]], game: str = "invaders", pk: int = 1) -> None:
    """Put a game with these cards in the place of the game of that name."""
    SQLModel.metadata.create_all(engine)
    rows, values = [], []
    for place, written in enumerate(cards, start=1):
        card = pk * CARDS_PER_GAME + place
        definition = {name: value for name, value in written.items() if name != "set"}
        rows.append({
            "pk": card, "game_id": game, "id": written["id"], "set_id": written["set"], "number": written["number"],
            "name": written["name"], "type": written["type"], "text": written.get("text", ""), "definition": definition,
        })  # fmt: skip
        for field, number, text in values_of(written, FIELDS):
            values.append({"card_pk": card, "game_id": game, "field": field, "number": number, "text": text})
    for place, value in enumerate(values):
        value["pk"] = pk * CARDS_PER_GAME * 1000 + place
    key = str(random.getrandbits(64))  # another key for other cards
    with engine.begin() as connection:
        if pk == 1:
            searchindex.create(connection)
        for table in (CardField, Card):
            connection.execute(delete(table).where(table.game_id == game))
        connection.execute(delete(Game).where(Game.id == game))
        words = {"id": game, "pk": pk, "name": game, "key": key, "root": "", "definition": WORDS, "card_schema": SCHEMA}
        connection.execute(insert(Game).values(**words))
        if rows:
            connection.execute(insert(Card), rows)
            connection.execute(insert(CardField), values)
        searchindex.add(connection, pk)


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    made = create_engine("sqlite://")
    fill(made, CARDS)
    yield made
    made.dispose()


@pytest.fixture
def session(engine: Engine) -> Iterator[Session]:
    with Session(engine) as opened:
        yield opened


def found(session: Session, text: str, **how: Any) -> list[str]:
    return [card.id for card in query.search(session, session.get(Game, "invaders"), text, **how)]


EVERY = [card["id"] for card in CARDS]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "rust-corsair elan free-dock scout dreadnought tax"),
        ("   \n ", "rust-corsair elan free-dock scout dreadnought tax"),
        # words and phrases
        ("draw", "rust-corsair tax"),
        ("DRAW", "rust-corsair tax"),
        ("elan", "elan"),
        ("ÉLAN", "elan"),
        ('"draw 2"', "rust-corsair"),
        ('"draw  2 \n cards"', "rust-corsair"),
        ("ship draw", "rust-corsair"),
        ('"ship draw"', ""),
        ('"corsair when"', ""),  # the name ends before the text begins
        ("no", "scout dreadnought tax"),  # shorter than a trigram
        ("%", "elan"),
        ("_", "elan"),
        ("100%", "elan"),
        ('"\\"now\\""', "scout"),
        ("{oil}", "elan"),
        ("card/cards", "tax"),
        ('""', "rust-corsair elan free-dock scout dreadnought tax"),
        # fields
        ("faction:pirates", "rust-corsair scout"),
        ("FACTION:Pirates", "rust-corsair scout"),
        ("faction = pirates", "rust-corsair scout"),
        ("faction:pirates,neutral", "rust-corsair free-dock scout tax"),
        ('faction: pirates , "neutral"', "rust-corsair free-dock scout tax"),
        ("faction!=pirates,neutral", "elan dreadnought"),
        ("rarity!=pinnacle", "rust-corsair free-dock scout dreadnought tax"),
        ("faction:/^[pn]/", "rust-corsair free-dock scout tax"),
        ("keywords:swift", "rust-corsair scout"),
        ("keywords!=ambush", "elan free-dock scout dreadnought tax"),
        ("set:dawn", "scout dreadnought tax"),
        ("type:ship", "rust-corsair scout dreadnought"),
        ("id:scout", "scout"),
        ("id:-", "rust-corsair free-dock"),
        ("name:o", "rust-corsair free-dock scout dreadnought"),
        ("name:dock", "free-dock"),
        ("name=dock", ""),
        ('name="free dock"', "free-dock"),
        ('name!="free dock"', "rust-corsair elan scout dreadnought tax"),
        ("text:ship", "rust-corsair scout dreadnought"),
        ("text:corsair", ""),
        ("flavor:now", "scout"),
        ("tags:dock", "free-dock"),
        ("tags=home", "free-dock tax"),
        ('tags="dry dock"', "free-dock"),
        ("artist:zoe", "rust-corsair"),
        ("artist:o'hara", "rust-corsair"),
        # numbers
        ("weapons>3", "dreadnought"),
        ("weapons>=3", "rust-corsair dreadnought"),
        ("weapons<3", "scout"),
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
        ("cost:3", "rust-corsair"),
        ("cost>0", "rust-corsair elan scout dreadnought tax"),
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
        ("is:pinnacle", "elan"),
        ("is:ship", "rust-corsair scout dreadnought"),
        ("is:unique", "free-dock dreadnought"),
        ("is:swift,unique", "rust-corsair free-dock scout dreadnought"),
        ("is!=ship", "elan free-dock tax"),
        ("unique:true", "free-dock dreadnought"),
        ("unique:no", "rust-corsair elan scout tax"),
        ("has:income", "free-dock dreadnought"),
        ("has:weapons", "rust-corsair scout dreadnought"),
        ("has:cost", "rust-corsair elan scout dreadnought tax"),
        ("has:cost.oil", "elan dreadnought"),
        ("-has:text", "free-dock"),
        ("has:unique,tags", "free-dock dreadnought tax"),
        # regular expressions
        ("/draw [0-9]/", "rust-corsair"),
        ("/DRAW/", "rust-corsair tax"),
        ("/élan/", "elan"),
        ("/^each/", "tax"),
        (r"/card\/card/", "tax"),
        (r"text:/\{oil\}/", "elan"),
        (r"/\Arust/", "rust-corsair"),
        (r"/(?-i:rust)/", "rust-corsair"),
        (r"/corsair[^z]+when/", ""),  # a pattern stays in one text
        ("name:/o.t$/", "scout"),
        ("name:/^t/,/^s/", "scout tax"),
        # together
        ("faction:pirates weapons>0", "rust-corsair"),
        ("faction:pirates and weapons>0", "rust-corsair"),
        ("-faction:pirates", "elan free-dock dreadnought tax"),
        ("--faction:pirates", "rust-corsair scout"),
        ("-draw", "elan free-dock scout dreadnought"),
        ("- draw", "elan free-dock scout dreadnought"),
        ('-"draw 2"', "elan free-dock scout dreadnought tax"),
        ("draw or repair", "rust-corsair elan tax"),
        ("draw OR repair", "rust-corsair elan tax"),
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
def test_what_a_query_matches(session: Session, text: str, expected: str) -> None:
    expected_ids = sorted(expected.split(), key=EVERY.index)
    assert found(session, text) == expected_ids
    game = session.get(Game, "invaders")
    assert game is not None
    assert query.count(session, game, text) == len(expected_ids)
    assert query.matching_ids(session, game, text) == set(expected_ids)
    assert query.check(text, FIELDS) == []


@pytest.mark.parametrize(
    ("text", "code", "column", "length", "said"),
    [
        ('"draw', "bad-query", 1, 1, "quote is never closed"),
        ('draw "', "bad-query", 6, 1, "quote is never closed"),
        ("text:/draw", "bad-query", 6, 1, "never closed"),
        ("//", "bad-query", 1, 1, "never closed, or empty"),
        ("cost<=", "bad-query", 1, 6, '"cost<=" needs a value'),
        ("cost==3", "bad-query", 6, 1, "not a comparison"),
        ("cost=<3", "bad-query", 6, 1, "not a comparison"),
        ("=3", "bad-query", 1, 1, "needs the name of a field"),
        ("(draw) :x", "bad-query", 8, 1, "needs the name of a field"),
        ("(draw", "bad-query", 1, 1, "parenthesis is never closed"),
        ("a (b (c)", "bad-query", 3, 1, "parenthesis is never closed"),
        ("draw)", "bad-query", 5, 1, "was never opened"),
        ("()", "bad-query", 2, 1, "nothing between"),
        ("draw or", "bad-query", 6, 2, 'must follow "or"'),
        ("(draw or)", "bad-query", 9, 1, "something must stand before"),
        ("draw -", "bad-query", 6, 1, 'must follow "-"'),
        ("draw, discard", "bad-query", 5, 1, "commas only separate"),
        ("faction:pirates,", "bad-query", 16, 1, "missing after this comma"),
        ("faction:,pirates", "bad-query", 9, 1, "missing before this comma"),
        ("faction:(pirates or terrans)", "bad-query", 9, 1, "value is missing"),
        ("a\x00b", "bad-query", 2, 1, "U+0000"),
        ("a\ud800b", "bad-query", 2, 1, "U+D800"),
        ("draw /(/", "bad-query", 6, 3, "missing )"),
        ("/a(?=b)/", "bad-query", 1, 8, "(?="),
        ("/((a{100}){100}){100}/", "bad-query", 1, 22, "invalid repetition size"),
        ("sheild:2", "unknown-field", 1, 6, '"sheild" is not a field'),
        ("draw factoin:pirates", "unknown-field", 6, 7, 'did you mean "faction"'),
        ("has:wepons", "unknown-field", 5, 6, 'did you mean "weapons"'),
        ("faction:pirats", "unknown-value", 9, 6, 'did you mean "pirates"'),
        ("faction:pirates,pirats", "unknown-value", 17, 6, 'did you mean "pirates"'),
        ("is:pinacle", "unknown-value", 4, 7, 'did you mean "pinnacle"'),
        ("is:/x/", "unknown-value", 4, 3, "takes a word"),
        ("weapons:many", "unknown-value", 9, 4, "not a number"),
        ("weapons>many", "unknown-value", 9, 4, "not a number"),
        ("weapons:/1/", "unknown-value", 9, 3, "not a number"),
        ("cost:gold", "unknown-value", 6, 4, '"gold" is not a value of "cost"'),
        ("cost:/o/", "unknown-value", 6, 3, "not a regular expression"),
        ("unique:maybe", "unknown-value", 8, 5, "true or false"),
        ("faction<pirates", "bad-comparison", 1, 15, "not a number"),
        ("name>=b", "bad-comparison", 1, 7, "not a number"),
        ("is>ship", "bad-comparison", 1, 7, "does not compare"),
        ("weapons<2,3", "bad-comparison", 11, 1, "one number"),
    ],
)
def test_what_is_wrong_with_a_query_and_where(text: str, code: str, column: int, length: int, said: str) -> None:
    (fault,) = query.check(text, FIELDS)
    assert fault.code == code
    assert fault.span is not None
    assert (fault.span.path, fault.span.line, fault.span.column) == ("query", 1, column)
    assert fault.span.end_column - fault.span.column == length
    assert said in f"{fault.message} {fault.help}"


def test_all_faults_of_meaning_are_told_in_order_with_their_lines() -> None:
    faults = query.check("sheild:2\n  faction:pirats,bandits\n  is:huge", FIELDS)
    assert [(f.code, f.span.line, f.span.column) for f in faults if f.span] == [
        ("unknown-field", 1, 1), ("unknown-value", 2, 11), ("unknown-value", 2, 18), ("unknown-value", 3, 6),
    ]  # fmt: skip


def test_a_search_raises_what_the_check_says(session: Session) -> None:
    with pytest.raises(query.QueryError) as raised:
        found(session, "sheild:2")
    assert raised.value.diagnostics == query.check("sheild:2", FIELDS)
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
def test_hostile_queries_end_quickly(session: Session, text: str) -> None:
    for fault in query.check(text, FIELDS):
        assert fault.code in ("bad-query", "unknown-value", "unknown-field")
    if not query.check(text, FIELDS):
        found(session, text)


def test_what_is_bounded(session: Session) -> None:
    assert found(session, "(" * 900 + "scout" + ")" * 900) == ["scout"]  # parentheses around nothing nest nothing
    deep = "-(a " * 40 + ")" * 40
    for text, said in [
        ("a " * 101, "at most 100"),
        (deep, "nests deeper"),
        ("/a/ " * 9, "at most 8"),
        ("a" * 2001, "2000"),
    ]:
        (fault,) = query.check(text, FIELDS)
        assert said in fault.message


_SIGNS = list('"/\\()-:=<>!, \n.*[{|éßa3')
_WORDS = ["or", "and", "is:", "has:", "cost", "faction", "pirates", "name:", "text"]
_ALPHABET = st.sampled_from(_SIGNS + _WORDS)


@settings(max_examples=600, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=st.one_of(st.lists(_ALPHABET, max_size=24).map("".join), st.text(max_size=40)))
def test_no_text_makes_a_traceback(session: Session, text: str) -> None:
    faults = query.check(text, FIELDS)
    for fault in faults:
        assert fault.span is not None
        lines = text.split("\n")
        assert 1 <= fault.span.line <= len(lines)
        assert 1 <= fault.span.column <= len(lines[fault.span.line - 1]) + 1
    if not faults:
        found(session, text)
    else:
        with pytest.raises(query.QueryError):
            found(session, text)


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
def test_orders(session: Session, sort: str, expected: str) -> None:
    assert found(session, "", sort=sort) == expected.split()
    assert found(session, "type:ship,action", sort=sort) == [i for i in expected.split() if i != "free-dock"]
    for limit in range(7):
        for offset in range(7):
            assert (
                found(session, "", sort=sort, limit=limit, offset=offset) == expected.split()[offset : offset + limit]
            )


def test_an_unknown_order_is_a_fault(session: Session) -> None:
    with pytest.raises(query.QueryError) as raised:
        found(session, "", sort="-wepons")
    (fault,) = raised.value.diagnostics
    assert (fault.code, fault.span and fault.span.column) == ("unknown-field", 2)
    assert 'did you mean "weapons"' in fault.help


POKER = {
    "properties": {
        "id": TEXT,
        "number": {"type": "integer"},
        "name": TEXT,
        "suit": {"enum": ["spades", "hearts"]},
        "faction": {"enum": ["red"]},
        "weapons": TEXT,
    }
}


def test_across_games() -> None:
    engine = create_engine("sqlite://")
    fill(engine, CARDS)
    with engine.begin() as connection:
        words = {"id": "poker", "pk": 2, "name": "Poker", "key": "p", "root": "", "definition": {"sets": {"deck": {}}}}
        connection.execute(insert(Game).values(**words, card_schema=POKER))
        card = {"pk": 2 * CARDS_PER_GAME + 1, "game_id": "poker", "id": "queen", "set_id": "deck", "number": 1}
        connection.execute(insert(Card).values(**card, name="Queen", type="card", definition={}))
        said = {"id": "queen", "name": "queen", "suit": "spades", "faction": "red", "weapons": "charm", "set": "deck"}
        fields = [("number", 1.0, "1"), *((name, None, text) for name, text in said.items())]
        for place, (field, number, text) in enumerate(fields):
            row = {"pk": 2 * CARDS_PER_GAME * 1000 + place, "card_pk": card["pk"], "game_id": "poker"}
            connection.execute(insert(CardField).values(**row, field=field, number=number, text=text))
        searchindex.add(connection, 2)

    with Session(engine) as session:

        def everywhere(text: str, **how: Any) -> list[str]:
            return [card.id for card in query.search(session, None, text, **how)]

        assert everywhere("") == [*EVERY, "queen"]
        assert everywhere("", limit=2, offset=5) == ["tax", "queen"]
        assert everywhere("suit:spades") == ["queen"]
        assert everywhere("cost<=1") == ["elan", "free-dock", "scout"]
        assert everywhere("number:1") == ["rust-corsair", "scout", "queen"]
        assert everywhere("faction:red,pirates") == ["rust-corsair", "scout", "queen"]
        assert everywhere("is:spades or is:pinnacle") == ["elan", "queen"]
        assert everywhere("-faction:pirates") == ["elan", "free-dock", "dreadnought", "tax", "queen"]
        assert everywhere("ue") == ["queen"]
        assert everywhere("text:draw or name:queen") == ["rust-corsair", "tax", "queen"]
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
        assert query.count(session, None, "number:1") == 3
        with pytest.raises(query.QueryError) as raised:
            everywhere("suits:red faction:blue suit:clubs")
        assert [d.code for d in raised.value.diagnostics] == ["unknown-field", "unknown-value", "unknown-value"]
        assert 'did you mean "suit"' in raised.value.diagnostics[0].help
        assert "red" in raised.value.diagnostics[1].help
        assert "pirates" in raised.value.diagnostics[1].help
        with pytest.raises(query.QueryError):
            everywhere("", sort="color")


def test_without_games_nothing_is_found() -> None:
    engine = create_engine("sqlite://")
    SQLModel.metadata.create_all(engine)
    with Session(engine) as session:
        assert query.search(session, None, "anything:here", sort="cost") == []


def test_a_game_that_changed_is_read_anew() -> None:
    engine = create_engine("sqlite://")
    fill(engine, CARDS)
    with Session(engine) as session:
        assert found(session, "type:ship") == ["rust-corsair", "scout", "dreadnought"]
    fill(engine, CARDS[:2])
    with Session(engine) as session:
        assert found(session, "type:ship") == ["rust-corsair"]


def test_the_index_forgets_a_removed_game() -> None:
    engine = create_engine("sqlite://")
    fill(engine, CARDS)
    with engine.begin() as connection:
        searchindex.remove(connection, 1)
        assert connection.exec_driver_sql("SELECT count(*) FROM card_text").scalar() == 0
        searchindex.remove(connection, 1)


# A matcher that could not be simpler, to compare with: queries are trees of tuples, cards what was written.

Tree = tuple[Any, ...]

_OPERATORS: dict[str, Callable[[float, float], bool]] = {
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
    "=": lambda a, b: a == b,
}


def plain(text: str) -> str:
    decomposed = unicodedata.normalize("NFD", text.lower())
    return " ".join("".join(c for c in decomposed if not unicodedata.combining(c)).split())


def holds(tree: Tree, card: dict[str, Any]) -> bool:
    kind, *parts = tree
    if kind == "and":
        return all(holds(part, card) for part in parts)
    if kind == "or":
        return any(holds(part, card) for part in parts)
    if kind == "not":
        return not holds(parts[0], card)
    if kind == "word":
        return any(plain(parts[0]) in plain(card.get(field, "")) for field in ("name", "text", "flavor"))
    if kind == "pattern":
        return any(re.search(parts[0], plain(card[field])) for field in ("name", "text", "flavor") if field in card)
    return field_holds(kind, *parts, card.get(parts[0].split(".")[0]))


def field_holds(kind: str, field: str, *rest: Any) -> bool:
    value = rest[-1]
    if kind == "has":
        return value is not None and value != [] and (("." not in field) or field.split(".")[1] in value)
    if kind == "part":
        said = value if isinstance(value, list) else [] if value is None else [value]
        return any(plain(rest[0]) in plain(each) for each in said)
    if kind == "one":
        said = value if isinstance(value, list) else [value]
        return any(word in said for word in rest[0])
    if kind == "resource":
        return value is not None and rest[0] in value
    assert kind == "number"
    operator, number = rest[:2]
    if "." in field:
        value = (value or {}).get(field.split(".")[1], 0)
    elif field in ("cost", "income"):
        value = sum((value or {}).values())
    if operator == "!=":
        return value != number
    return value is not None and _OPERATORS[operator](value, number)


def written(tree: Tree) -> str:
    kind, *parts = tree
    if kind == "and":
        return " ".join(f"({written(part)})" if part[0] == "or" else written(part) for part in parts)
    if kind == "or":
        return " or ".join(f"({written(part)})" for part in parts)
    if kind == "not":
        return f"-({written(parts[0])})"
    if kind == "word":
        return quoted(parts[0])
    if kind == "pattern":
        return f"/{parts[0]}/"
    field, *rest = parts
    if kind == "has":
        return f"has:{field}"
    if kind == "one":
        return f"{field}:{','.join(rest[0])}"
    if kind == "number":
        return f"{field}{rest[0]}{rest[1]}"
    return f"{field}:{quoted(rest[0])}"


def quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


_SYLLABLES = ["dra", "draw", "ship", "É", "e", "o", " ", "100%", "_", '"', "\\", "'", "or", "Å", "x", "-", "ß"]
_said = st.lists(st.sampled_from(_SYLLABLES), min_size=1, max_size=5).map("".join).filter(lambda t: plain(t) != "")
_resources = st.sampled_from(["oil", "scrap", "credits"])
_tally = st.dictionaries(_resources, st.integers(1, 3), min_size=1, max_size=2)
_words = {
    "faction": ["terrans", "pirates", "neutral"], "type": ["ship", "structure", "action"],
    "rarity": ["pinnacle", "supreme"], "keywords": ["swift", "shield", "ambush"], "set": ["core", "dawn"],
}  # fmt: skip
_card = st.fixed_dictionaries(
    {
        "set": st.just("core"), "name": _said,
        "faction": st.sampled_from(_words["faction"]), "type": st.sampled_from(_words["type"]),
    },
    optional={
        "rarity": st.sampled_from(_words["rarity"]), "cost": _tally, "income": _tally, "weapons": st.integers(0, 4),
        "keywords": st.lists(st.sampled_from(_words["keywords"]), unique=True, max_size=3),
        "text": _said, "flavor": _said, "artist": _said, "tags": st.lists(_said, max_size=2),
    },
)  # fmt: skip
_numbers = st.sampled_from(["cost", "income", "cost.oil", "cost.scrap", "income.credits", "weapons", "number"])
_leaf = st.one_of(
    st.tuples(st.just("word"), _said),
    st.tuples(
        st.just("pattern"), st.sampled_from(["dr.", "^e", "o$", "[a-e]x?", "ship|draw", "a.*a", r"\\", "(o|e){2}"])
    ),
    st.tuples(
        st.just("has"), st.sampled_from(["cost", "income.oil", "weapons", "text", "keywords", "tags", "rarity", "name"])
    ),
    st.tuples(st.just("part"), st.sampled_from(["name", "text", "flavor", "artist", "tags"]), _said),
    st.sampled_from(sorted(_words)).flatmap(
        lambda field: st.tuples(
            st.just("one"), st.just(field), st.lists(st.sampled_from(_words[field]), min_size=1, max_size=2)
        )
    ),
    st.tuples(st.just("resource"), st.sampled_from(["cost", "income"]), _resources),
    st.tuples(st.just("number"), _numbers, st.sampled_from([*_OPERATORS, "!="]), st.integers(-1, 5)),
)
trees = st.recursive(
    _leaf,
    lambda inner: st.one_of(
        st.lists(inner, min_size=1, max_size=3).map(lambda parts: ("and", *parts)),
        st.lists(inner, min_size=1, max_size=3).map(lambda parts: ("or", *parts)),
        inner.map(lambda part: ("not", part)),
    ),
    max_leaves=6,
)


def numbered(cards: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{**card, "id": f"card-{i}", "number": i} for i, card in enumerate(cards, start=1)]


@settings(max_examples=150)
@given(cards=st.lists(_card, max_size=8).map(numbered), asked=st.lists(trees, min_size=1, max_size=6))
def test_queries_agree_with_a_naive_matcher(cards: list[dict[str, Any]], asked: list[Tree]) -> None:
    engine = create_engine("sqlite://")
    fill(engine, cards)
    with Session(engine) as session:
        for tree in asked:
            text = written(tree)
            assert found(session, text) == [card["id"] for card in cards if holds(tree, card)], text
    engine.dispose()


# Regular expressions.


@pytest.mark.parametrize(
    ("pattern", "lines"),
    [
        ("a", [0, 1, 2]),
        ("^a", [0, 2]),
        ("c$", [1, 2]),
        ("c[^z]a", []),  # no line break is matched
        (r"c\sa", []),
        (r"(?s)c.a", []),
        (r"\Aa", [0, 2]),
        (r"c\z", [1, 2]),
        ("", [0, 1, 2, 3]),
        ("z*", [0, 1, 2, 3]),
        ("^$", [3]),
        ("(?i)A", [0, 1, 2]),
        ("Á", [0, 1, 2]),
        ("zz", []),
    ],
)
def test_a_pattern_is_looked_for_in_each_line(pattern: str, lines: list[int]) -> None:
    assert list(patterns.found_in(pattern, b"ab\nbac\nabc\n")) == lines


@settings(max_examples=200)
@given(
    st.text(alphabet="ab^$.*+?()[]|\\AzbdsS{}1,éß-", max_size=12),
    st.lists(st.text(alphabet="ab1 -", max_size=6), min_size=1),
)
def test_all_lines_at_once_are_each_line_by_itself(pattern: str, texts: list[str]) -> None:
    if patterns.problem(pattern):
        return
    alone = [i for i, text in enumerate(texts) if list(patterns.found_in(pattern, text.encode()))]
    assert list(patterns.found_in(pattern, "\n".join(texts).encode())) == alone


# The page that describes the language.

_PAGE = (ROOT / "docs" / "queries.md").read_text("utf-8")


def _examples() -> list[str]:
    blocks = re.findall(r"^```query\n(.*?)^```$", _PAGE, re.MULTILINE | re.DOTALL)
    cells = re.findall(r"^\| (`[^|]*?(?:\\\|[^|]*?)*`) \|", _PAGE, re.MULTILINE)
    in_cells = [code.replace("\\|", "|") for cell in cells for code in re.findall(r"`([^`]+)`", cell)]
    return [line for block in blocks for line in block.splitlines() if line] + in_cells


def _future_invaders() -> dict[str, FieldSpec]:
    schema = yaml.safe_load((ROOT / "schemas" / "future-invaders.card.schema.json").read_text("utf-8"))
    words = yaml.safe_load((ROOT / "cards" / "future-invaders" / "game.yaml").read_text("utf-8"))
    return fields_of(resolve(schema)["items"], words)


@pytest.mark.parametrize("text", _examples())
def test_the_examples_of_the_page_are_queries(text: str) -> None:
    assert query.check(text, _future_invaders()) == []


def test_the_page_has_examples_and_names_the_bounds() -> None:
    assert len(_examples()) >= 30
    for bound in (
        f"{language.MAX_LENGTH:,} characters",
        f"{language.MAX_TERMS} words",
        f"{patterns.MAX_LENGTH} characters",
    ):
        assert bound in _PAGE


def test_folding_is_what_the_matcher_expects() -> None:
    assert fold("  Élan\n VITAL ") == plain("  Élan\n VITAL ") == "elan vital"
