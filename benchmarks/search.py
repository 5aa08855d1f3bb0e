"""How long searches take: 100,000 made-up cards in SQLite, a mix of queries with varying values, and a peer's way.

Run `python -m benchmarks.search [--cards N] [--rounds N]`. The peer is what one would write without Arsenal: cards
as JSON in a table of plain sqlite3, asked with json_extract and LIKE. Both build the page's cards as Python objects.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from builder.database.search import finding
from sqlalchemy import insert
from sqlmodel import Session, SQLModel, create_engine

from builder.database import textindex as searchindex
from builder.database.tables import CARDS_PER_GAME, Card, CardField, Game
from builder.games.fields import fields_of, values_of
from builder.naming import fold
from builder.schema import resolve
from builder.storage.resources import bundled

PAGE = 50
GAME = "future-invaders"
SETS = {f"set-{i}": {"name": f"Set {i}"} for i in range(1, 41)}

_FIRST = [
    "Rusty",
    "Silent",
    "Crimson",
    "Solar",
    "Hollow",
    "Iron",
    "Velvet",
    "Drifting",
    "Twin",
    "Last",
    "Broken",
    "Golden",
    "Feral",
    "Pale",
    "Burning",
]
_SECOND = [
    "Corsair",
    "Lancer",
    "Hive",
    "Spore",
    "Foundry",
    "Beacon",
    "Raider",
    "Choir",
    "Titan",
    "Anchor",
    "Moth",
    "Reactor",
    "Warden",
    "Tide",
    "Ember",
]
_THIRD = ["of Ceres", "of the Deep", "Mark II", "Prime", "from Nowhere", "of Ash", "at Dawn", "in Orbit"]
_RESOURCES = ["oil", "technology", "essence", "scrap", "credits"]
_FACTIONS = ["terrans", "invaders", "organics", "pirates", "neutral"]
_TYPES = ["ship", "structure", "action", "reaction"]
_SENTENCES = [
    "Draw {n} cards.",
    "Deal {n} damage to an enemy ship.",
    "When this ship is deployed, gain {{{r}}}.",
    "Repair {n} on one of your ships.",
    "Discard 1 card: this ship gets +{n} weapons until end of turn.",
    "At the start of your turn, look at the top {n} cards of your arsenal.",
    "Destroy an enemy ship with durability {n} or less.",
    "Each opponent discards {n} cards.",
    "{{action}} {{{r}}}: Move one of your ships. Use this once per turn.",
]

Draw = Callable[[random.Random], tuple[str, str]]  # a query, and the condition that the peer asks with


def made_up(number: int, rng: random.Random) -> dict[str, Any]:
    """A card of Future Invaders' fields, about as full as its real cards."""
    kind = rng.choices(_TYPES, [45, 20, 20, 15])[0]
    side = rng.randrange(5)
    card: dict[str, Any] = {
        "id": f"card-{number}",
        "number": number % 2_500 + 1,
        "name": f"{rng.choice(_FIRST)} {rng.choice(_SECOND)} {rng.choice(_THIRD)}",
        "faction": _FACTIONS[side],
        "type": kind,
    }
    if rng.random() < 0.2:
        card["rarity"] = rng.choice(["pinnacle", "pinnacle", "supreme"])
    if rng.random() < 0.93:
        card["cost"] = {_RESOURCES[side]: rng.randint(1, 6)}
        if rng.random() < 0.3:
            card["cost"][_RESOURCES[(side + 1) % 5]] = rng.randint(1, 3)
    if kind in ("ship", "structure"):
        card["durability"] = rng.randint(1, 12)
        if rng.random() < 0.5:
            card["income"] = {_RESOURCES[side]: rng.randint(1, 3)}
    if kind == "ship":
        card["weapons"] = rng.randint(0, 9)
    sentences = rng.sample(_SENTENCES, rng.randint(1, 3))
    card["text"] = "\n".join(s.format(n=rng.randint(1, 5), r=rng.choice(_RESOURCES)) for s in sentences)
    if rng.random() < 0.5:
        card["flavor"] = " ".join(rng.choice(_FIRST + _SECOND).lower() for _ in range(12)) + "."
    return card


def build(folder: Path, size: int) -> tuple[Path, Path]:
    """The database through the models, and the peer's."""
    rng = random.Random(20251121)
    schema = resolve(json.loads((bundled("schemas") / f"{GAME}.card.schema.json").read_text("utf-8")))["items"]
    fields = fields_of(schema, {"sets": SETS})
    names = list(SETS)
    cards: list[dict[str, Any]] = []
    values: list[dict[str, Any]] = []
    for place in range(1, size + 1):
        written = made_up(place, rng)
        pk = CARDS_PER_GAME + place
        card_set = names[(place - 1) * len(names) // size]
        texts = [written["name"], written["text"], written.get("flavor", "")]
        cards.append(
            {
                "pk": pk,
                "game_id": GAME,
                "id": written["id"],
                "set_id": card_set,
                "number": written["number"],
                "name": written["name"],
                "type": written["type"],
                "text": written["text"],
                "search": fold(" ".join(texts)),
                "definition": written,
            }
        )
        for field, number, text in values_of({**written, "set": card_set}, fields):
            pk_of_value = CARDS_PER_GAME * 1000 + len(values)
            row = {"pk": pk_of_value, "card_pk": pk, "game_id": GAME, "field": field, "number": number, "text": text}
            values.append(row)
    ours, peers = folder / "cards.db", folder / "peer.db"
    engine = create_engine(f"sqlite:///{ours}")
    SQLModel.metadata.create_all(engine)
    with engine.begin() as connection:
        searchindex.create(connection)
        game = {"id": GAME, "pk": 1, "name": GAME, "key": "made-up", "root": "", "definition": {"sets": SETS}}
        connection.execute(insert(Game).values(**game, card_schema=schema))
        connection.execute(insert(Card), cards)
        connection.execute(insert(CardField), values)
        started = time.perf_counter()
        searchindex.add(connection, 1)
        print(f"{size:,} cards, {len(values):,} values; index of texts {time.perf_counter() - started:.1f} s")
    engine.dispose()
    with sqlite3.connect(peers) as connection_of_peer:
        connection_of_peer.execute("CREATE TABLE cards (pk INTEGER PRIMARY KEY, set_id TEXT, definition TEXT)")
        rows = ((card["pk"], card["set_id"], json.dumps(card["definition"])) for card in cards)
        connection_of_peer.executemany("INSERT INTO cards VALUES (?, ?, ?)", rows)
    return ours, peers


def _get(name: str) -> str:
    return f"json_extract(definition, '$.{name}')"


def _total(name: str) -> str:
    return f"(SELECT coalesce(sum(value), 0) FROM json_each(definition, '$.{name}'))"  # noqa: S608 - the names are below


def _said(text: str) -> str:
    texts = " || ' ' || ".join(f"coalesce({_get(name)}, '')" for name in ("name", "text", "flavor"))
    return f"({texts}) LIKE '%{text}%'"


def _word(rng: random.Random) -> str:
    return rng.choice(_FIRST + _SECOND).lower()


def kinds() -> dict[str, Draw]:  # noqa: C901 - a list of small functions
    """The kinds of queries by name; each draws its values anew."""

    def faction(rng: random.Random) -> tuple[str, str]:
        name = rng.choice(_FACTIONS)
        return f"faction:{name}", f"{_get('faction')} = '{name}'"

    def kind(rng: random.Random) -> tuple[str, str]:
        name = rng.choice(_TYPES)
        return f"type:{name}", f"{_get('type')} = '{name}'"

    def cost(rng: random.Random) -> tuple[str, str]:
        number = rng.randint(0, 7)
        return f"cost<={number}", f"{_total('cost')} <= {number}"

    def weapons(rng: random.Random) -> tuple[str, str]:
        number = rng.randint(1, 9)
        return f"weapons>={number}", f"{_get('weapons')} >= {number}"

    def durability(rng: random.Random) -> tuple[str, str]:
        low = rng.randint(1, 6)
        high = low + rng.randint(0, 5)
        name = _get("durability")
        return f"durability>={low} durability<={high}", f"{name} BETWEEN {low} AND {high}"

    def amount(rng: random.Random) -> tuple[str, str]:
        name, number = rng.choice(_RESOURCES), rng.randint(1, 4)
        return f"cost.{name}>={number}", f"{_get(f'cost.{name}')} >= {number}"

    def word(rng: random.Random) -> tuple[str, str]:
        said = _word(rng)
        return said, _said(said)

    def part(rng: random.Random) -> tuple[str, str]:
        said = _word(rng)
        start = rng.randint(0, max(len(said) - 4, 0))
        return said[start : start + 4], _said(said[start : start + 4])

    def two(rng: random.Random) -> tuple[str, str]:
        said = _word(rng)[:2]
        return said, _said(said)

    def phrase(rng: random.Random) -> tuple[str, str]:
        said = f"{rng.choice(_FIRST)} {rng.choice(_SECOND)}".lower()
        return f'"{said}"', _said(said)

    def nothing(rng: random.Random) -> tuple[str, str]:
        said = "".join(rng.choices("qxzj", k=5))
        return said, _said(said)

    def name(rng: random.Random) -> tuple[str, str]:
        said = _word(rng)
        return f"name:{said}", f"{_get('name')} LIKE '%{said}%'"

    def text(rng: random.Random) -> tuple[str, str]:
        said = rng.choice(["draw", "discard", "repair", "damage", "move one", "{oil}", "{scrap}"])
        return f'text:"{said}"', f"{_get('text')} LIKE '%{said}%'"

    def whole(rng: random.Random) -> tuple[str, str]:
        said = f"{rng.choice(_FIRST)} {rng.choice(_SECOND)} {rng.choice(_THIRD)}"
        return f'name="{said}"', f"lower({_get('name')}) = '{said.lower()}'"

    def has(rng: random.Random) -> tuple[str, str]:
        name = rng.choice(["income", "weapons", "flavor", "rarity", "cost"])
        return f"has:{name}", f"{_get(name)} IS NOT NULL"

    def rare(_: random.Random) -> tuple[str, str]:
        return "is:pinnacle", f"{_get('rarity')} = 'pinnacle'"

    def number(rng: random.Random) -> tuple[str, str]:
        n, card_set = rng.randint(1, 2_000), rng.choice(list(SETS))
        return f"set:{card_set} number>={n}", f"set_id = '{card_set}' AND {_get('number')} >= {n}"

    def sides(rng: random.Random) -> tuple[str, str]:
        some = rng.sample(_FACTIONS, 2)
        return f"faction:{','.join(some)}", f"{_get('faction')} IN ('{some[0]}', '{some[1]}')"

    def pattern(rng: random.Random) -> tuple[str, str]:
        start = _word(rng)
        said = rng.choice([r"draw [3-5]", r"repair \d", f"^{start}", r"\{(oil|scrap)\}", rf"{start[:3]}\w+ prime"])
        return f"/{said}/", f"({_get('name')} REGEXP '{said}' OR {_get('text')} REGEXP '{said}')"

    def both(*draws: Draw) -> Draw:
        def draw(rng: random.Random) -> tuple[str, str]:
            pairs = [one(rng) for one in draws]
            return " ".join(q for q, _ in pairs), " AND ".join(f"({sql})" for _, sql in pairs)

        return draw

    def either(*draws: Draw) -> Draw:
        def draw(rng: random.Random) -> tuple[str, str]:
            pairs = [one(rng) for one in draws]
            return " or ".join(q for q, _ in pairs), " OR ".join(f"({sql})" for _, sql in pairs)

        return draw

    def without(one: Draw) -> Draw:
        def draw(rng: random.Random) -> tuple[str, str]:
            asked, sql = one(rng)
            return f"-({asked})", f"({sql}) IS NOT 1"

        return draw

    def grouped(one: Draw) -> Draw:
        def draw(rng: random.Random) -> tuple[str, str]:
            asked, sql = one(rng)
            return f"({asked})", sql

        return draw

    return {
        "everything": lambda _: ("", "1"),
        "faction": faction,
        "type": kind,
        "two factions": sides,
        "is": rare,
        "has": has,
        "cost at most": cost,
        "weapons at least": weapons,
        "durability between": durability,
        "one amount": amount,
        "set and number": number,
        "word": word,
        "part of a word": part,
        "two letters": two,
        "phrase": phrase,
        "word that no card has": nothing,
        "name has": name,
        "text has": text,
        "name is": whole,
        "regular expression": pattern,
        "word and field": both(word, faction),
        "faction, type, cost": both(faction, kind, cost),
        "a structure with weapons": both(lambda _: ("type:structure", f"{_get('type')} = 'structure'"), weapons),
        "word or word": either(word, word),
        "negated word": both(kind, without(word)),
        "negated fields": both(without(faction), without(rare), weapons),
        "a bit of all": both(faction, kind, cost, without(rare), grouped(either(text, has))),
        "deck builder's": both(sides, cost, grouped(either(both(kind, weapons), text)), without(word)),
    }


_SORTS = ["", "", "", "cost", "-weapons", "name", "durability"]
_PEER_SORTS = {
    "": "set_id, " + _get("number"),
    "cost": _total("cost"),
    "-weapons": _get("weapons") + " DESC",
    "name": _get("name"),
    "durability": _get("durability") + " IS NULL, " + _get("durability"),
}


def timed(run: Callable[[], object]) -> float:
    """How many milliseconds it takes."""
    started = time.perf_counter()
    run()
    return (time.perf_counter() - started) * 1e3


def percentile(times: list[float], of_hundred: int) -> float:
    """The time that so many of a hundred don't exceed."""
    return sorted(times)[min(len(times) * of_hundred // 100, len(times) - 1)]


def questions(rounds: int, rng: random.Random) -> Iterator[tuple[str, str, str, str]]:
    """Kind, query, the peer's condition and the order, in a random order of kinds."""
    draws = [(name, draw) for name, draw in kinds().items() for _ in range(rounds)]
    rng.shuffle(draws)
    for name, draw in draws:
        yield name, *draw(rng), rng.choice(_SORTS)


def main() -> None:
    """Build, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cards", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=60, help="how often each kind is asked")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        ours, peers = build(Path(folder), asked.cards)
        measure(ours, peers, asked.rounds)


def measure(ours: Path, peers: Path, rounds: int) -> None:
    """Ask both databases the same, and print a table in milliseconds."""
    engine = create_engine(f"sqlite:///{ours}")
    peer = sqlite3.connect(peers)
    peer.create_function("REGEXP", 2, lambda pattern, text: re.search(pattern, text or "", re.IGNORECASE) is not None)
    mine: dict[str, list[float]] = {}
    first: dict[str, list[float]] = {}
    theirs: dict[str, list[float]] = {}

    def search(text: str, sort: str) -> list[Card]:
        with Session(engine) as session:
            return search(session, session.get(Game, GAME), text, sort=sort, limit=PAGE)

    def naive(condition: str, sort: str) -> list[Any]:
        order = f"ORDER BY {_PEER_SORTS[sort]}, pk LIMIT {PAGE}"
        rows = peer.execute(f"SELECT definition FROM cards WHERE {condition} {order}")  # noqa: S608 - made above
        return [json.loads(definition) for (definition,) in rows]

    for kind, text, condition, sort in questions(rounds, random.Random(1)):
        mine.setdefault(kind, []).append(timed(lambda: search(text, sort)))  # noqa: B023 - called at once
        if len(theirs.setdefault(kind, [])) < 5:
            theirs[kind].append(timed(lambda: naive(condition, sort)))  # noqa: B023 - called at once
    for kind, text, _, sort in questions(5, random.Random(2)):
        finding.forget()
        first.setdefault(kind, []).append(timed(lambda: search(text, sort)))  # noqa: B023 - called at once

    print("\n| ms | p50 | p95 | max | first | peer | ratio |\n| --- | --: | --: | --: | --: | --: | --: |")
    for kind in kinds():
        middle, peers_middle = statistics.median(mine[kind]), statistics.median(theirs[kind])
        cells = [middle, percentile(mine[kind], 95), max(mine[kind]), statistics.median(first[kind]), peers_middle]
        print(f"| {kind} | " + " | ".join(f"{cell:.1f}" for cell in cells) + f" | {peers_middle / middle:.0f} |")
    every, every_first = ([t for times in by_kind.values() for t in times] for by_kind in (mine, first))
    print(f"\nall {len(every):,}: p50 {statistics.median(every):.1f} ms, p95 {percentile(every, 95):.1f} ms, ", end="")
    print(
        f"max {max(every):.0f} ms; peer p50 {statistics.median(t for times in theirs.values() for t in times):.0f} ms"
    )
    at_first = f"p50 {statistics.median(every_first):.0f} ms, p95 {percentile(every_first, 95):.0f} ms"
    print(f"with nothing read before: {at_first}")


if __name__ == "__main__":
    main()
