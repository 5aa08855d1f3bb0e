"""A few cards to search, a matcher of queries that is plain enough to trust, and strategies that make both up."""

import random
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from typing import Any

from hypothesis import strategies as st
from sqlalchemy import Engine, delete, insert
from sqlmodel import SQLModel

from builder.games import Card, card_from
from builder.games.fields import fields_of, values_of
from builder.library import Catalog
from builder.library.store import CARDS_PER_GAME, building
from builder.library.store.reading import EngineReader, games_in
from builder.library.store.tables import CardFieldRow, CardRow, GameRow

_OPERATORS: dict[str, Callable[[float, float], bool]] = {
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
    "=": lambda a, b: a == b,
}

AMOUNTS = {"type": "object", "properties": {r: {"type": "integer"} for r in ("oil", "scrap", "credits")}}

TEXT = {"type": "string"}
SCHEMA = {
    "properties": {
        "id": TEXT,
        "number": {"type": "integer"},
        "name": TEXT,
        "faction": {"enum": ["terrans", "pirates", "neutral"], "x-vocabulary": "factions"},
        "type": {"enum": ["ship", "structure", "action"], "x-vocabulary": "types"},
        "rarity": {"enum": ["pinnacle", "supreme"], "x-vocabulary": "rarities"},
        "cost": AMOUNTS,
        "income": AMOUNTS,
        "weapons": {"type": "integer", "x-short": "w"},
        "weight": {"type": "number"},
        "unique": {"type": "boolean"},
        "keywords": {"type": "array", "items": {"enum": ["swift", "shield", "ambush"]}},
        "tags": {"type": "array", "items": TEXT},
        "text": TEXT,
        "flavor": TEXT,
        "artist": TEXT,
        "aliases": {"type": "array", "items": TEXT},
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
        "aliases": ["dues-and-tolls"],
    },
]  # fmt: skip


def as_cards(written: Iterable[dict[str, Any]]) -> list[Card]:
    """The cards that are so written."""
    return [card_from({k: v for k, v in one.items() if k != "set"}, "invaders", one["set"]) for one in written]


class SharedReader(EngineReader):
    """A reader of a database that is open for others too."""

    def close(self) -> None:
        """Close this reader's connection; the database stays open."""
        self._connection.close()


@contextmanager
def opened(engine: Engine) -> Iterator[Catalog]:
    """The games of a database, which stays open when they are closed."""
    with closing(SharedReader(engine)) as reader:
        yield Catalog(games_in(reader))


def found(catalog: Catalog, asked: str, **how: Any) -> list[str]:
    """The ids of the cards that a query finds, in all games."""
    return [card.id for card in catalog.page(asked, **how)[1]]


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
            building.create_texts(connection)
        for table in (CardFieldRow, CardRow):
            connection.execute(delete(table).where(table.game_id == game))
        connection.execute(delete(GameRow).where(GameRow.id == game))
        words = {"id": game, "pk": pk, "name": game, "key": key, "root": "", "definition": {**WORDS, "id": game}}
        connection.execute(insert(GameRow).values(**words, card_schema=SCHEMA))
        if rows:
            connection.execute(insert(CardRow), rows)
            connection.execute(insert(CardFieldRow), values)
        building.add_texts(connection, pk)


Tree = tuple[Any, ...]


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
        texts = [card.get(field, "") for field in ("name", "text", "flavor")]
        return any(plain(parts[0]) in plain(text) for text in texts) or plain(parts[0]) == card["id"]
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

made_up_cards = st.fixed_dictionaries(
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
