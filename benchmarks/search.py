"""How long searches take: 100,000 made-up cards in SQLite, a mix of queries with varying values, and a peer's way.

Run `python -m benchmarks.search [--cards N] [--rounds N]`. The peer is what one would write without Arsenal: cards
as JSON in a table of plain sqlite3, asked with json_extract and LIKE. Both give the page's cards as Python objects, and
both have to give the same. A search with nothing read before is of a database that was just opened.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import sqlite3
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field
from math import ceil
from pathlib import Path
from typing import Any, Protocol
from unittest.mock import patch

from benchmarks.measuring import NotDoneError, Side, require, said, table
from benchmarks.packs import GAME, bare_pack

PAGE = 50
SETS = [f"set-{number}" for number in range(1, 41)]
PEERS_TURNS = 5  # of each kind of query: the peer is slow

_WORDS = """
    Rusty Silent Crimson Solar Hollow Iron Velvet Drifting Twin Last Broken Golden Feral Pale Burning
    Corsair Lancer Hive Spore Foundry Beacon Raider Choir Titan Anchor Moth Reactor Warden Tide Ember
"""
_FIRST, _SECOND = _WORDS.split()[:15], _WORDS.split()[15:]
_TEXTS = ("name", "text", "flavor")  # where both look for words and patterns without a field
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


class Found(Protocol):
    """A card that was found."""

    @property
    def id(self) -> str:
        """Its id."""


@dataclass(frozen=True, slots=True)
class PeersCard:
    """A card as the peer gives it."""

    definition: dict[str, Any]

    @property
    def id(self) -> str:
        """Its id."""
        return str(self.definition["id"])


Draw = Callable[[random.Random], tuple[str, str]]  # a query, and the condition that the peer asks with
Search = Callable[[str, str], Sequence[Found]]  # the cards of a query's first page, in an order


@dataclass(slots=True)
class Times:
    """The milliseconds that searches of one kind took: Arsenal's, its first ones, and the peer's."""

    ours: list[float] = field(default_factory=list)
    first: list[float] = field(default_factory=list)
    peers: list[float] = field(default_factory=list)


def main() -> None:
    """Build, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cards", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=60, help="how often each kind is asked")
    parser.add_argument("--quick", action="store_true", help="few cards, once: to see that the benchmark works")
    asked = parser.parse_args()
    number, rounds = (500, 1) if asked.quick else (asked.cards, asked.rounds)
    try:
        with tempfile.TemporaryDirectory(prefix="arsenal-bench-") as folder:
            print(measure(Path(folder), number, rounds))
    except NotDoneError as error:
        sys.exit(f"not done: {error}")


def measure(folder: Path, number: int, rounds: int) -> str:
    """Ask both databases the same; a table in milliseconds."""
    pack, ours, peers = build(folder, number)
    times = {kind: Times() for kind in kinds()}
    with ExitStack() as stack:
        peer = stack.enter_context(closing(sqlite3.connect(peers)))
        peer.create_function("REGEXP", 2, lambda of, text: re.search(of, text or "", re.IGNORECASE) is not None)
        search = stack.enter_context(opened(pack, ours))
        found = agreed = 0
        for kind, text, condition, sort in questions(rounds, random.Random(1)):
            taken, cards = timed(lambda: search(text, sort))  # noqa: B023 - called at once
            times[kind].ours.append(taken)
            found += len(cards)
            if len(times[kind].peers) < PEERS_TURNS:
                taken, same = timed(lambda: plainly(peer, condition, sort))  # noqa: B023 - called at once
                times[kind].peers.append(taken)
                agree(f"{text!r} by {sort!r}", cards, same)
                agreed += 1
    statements = first_searches(pack, ours, times, min(PEERS_TURNS, rounds))
    rows = [[kind, *_cells(of)] for kind, of in times.items()]
    every = Times(*([t for of in times.values() for t in getattr(of, name)] for name in ("ours", "first", "peers")))
    rows.append([f"all {len(every.ours):,}", *_cells(every)])
    header = ["ms", "p50", "p95", "max", "first", "first, p95", "peer", "ratio"]
    checked = (
        f"checked: {found:,} cards found, {agreed} searches as the peer's, "
        f"{len(every.first)} searches of a database just opened with {statements[0]:,} statements, "
        f"the same again with {statements[1]:,}"
    )
    return f"{number:,} cards\n\n{table(header, rows)}\n\n{checked}"


def first_searches(pack: Path, database: Path, times: dict[str, Times], turns: int) -> tuple[int, int]:
    """Time searches with nothing read before; how many statements they needed, and how many when asked again.

    Raises NotDoneError where asking again needs as many: then what was read is not cached, or was there at first.
    """
    statements: list[str] = []
    first = again = 0
    with ExitStack() as stack:
        for module in (sqlite3, sqlite3.dbapi2):  # SQLAlchemy takes it from the second
            stack.enter_context(patch.object(module, "connect", noting_connections(statements)))
        for kind, text, _, sort in questions(turns, random.Random(2)):
            with opened(pack, database) as search:
                statements.clear()
                times[kind].first.append(timed(lambda: search(text, sort))[0])  # noqa: B023 - called at once
                first += len(statements)
                statements.clear()
                search(text, sort)
                again += len(statements)
    require(again < first, f"first searches needed {first} statements, and asked again {again}")
    return first, again


def noting_connections(statements: list[str]) -> Callable[..., sqlite3.Connection]:
    """What opens connections to SQLite that note their statements."""
    connect = sqlite3.connect

    def noting(*arguments: Any, **options: Any) -> sqlite3.Connection:
        connection: sqlite3.Connection = connect(*arguments, **options)
        connection.set_trace_callback(statements.append)
        return connection

    return noting


@contextmanager
def opened(pack: Path, database: Path) -> Iterator[Search]:
    """Searches of a pack's database, of which nothing but the games has been read.

    Nothing else here knows Arsenal's modules.
    """
    from builder.workspace import Workspace

    with Workspace([pack], str(database)) as workspace:
        workspace.game(GAME)  # which finds out whether the database is current
        yield lambda text, sort: workspace.search(text, game=GAME, sort=sort, limit=PAGE)


def plainly(peer: sqlite3.Connection, condition: str, sort: str) -> Sequence[Found]:
    """What the peer finds for a condition: the first page, in this order."""
    order = f"ORDER BY {_PEER_SORTS[sort]}, pk LIMIT {PAGE}"
    rows = peer.execute(f"SELECT definition FROM cards WHERE {condition} {order}")  # noqa: S608 - made above
    return [PeersCard(json.loads(definition)) for (definition,) in rows]


def agree(what: str, ours: Sequence[Found], theirs: Sequence[Found]) -> None:
    """Raises NotDoneError where a page of cards is not the peer's: cards of equal rank may be in another order."""
    require(len(ours) == len(theirs), f"{what} finds {len(ours)} cards, and the peer {len(theirs)}")
    if len(ours) < PAGE:
        differ = {card.id for card in ours} ^ {card.id for card in theirs}
        require(not differ, f"{what} and the peer differ in {sorted(differ)[:3]}")


def build(folder: Path, number: int) -> tuple[Path, Path, Path]:
    """A pack, Arsenal's database as `arsenal build` makes it of that, and the peer's."""
    rng = random.Random(20251121)
    a_set = ceil(number / len(SETS))
    made = [made_up(place, place % a_set + 1, rng) for place in range(number)]
    sets = {name: made[place * a_set : (place + 1) * a_set] for place, name in enumerate(SETS)}
    side = Side(folder)
    pack = bare_pack(folder, sets)
    ours, peers = folder / "cards.db", folder / "peer.db"
    start = time.perf_counter()
    built = side.arsenal("build", "--packs", str(pack), "--database", str(ours))
    said(built, f"{GAME}: compiled")
    print(f"built in {time.perf_counter() - start:.1f} s", file=sys.stderr)
    with closing(sqlite3.connect(peers)) as connection, connection:
        connection.execute("CREATE TABLE cards (pk INTEGER PRIMARY KEY, set_id TEXT, definition TEXT)")
        rows = ((set_id, json.dumps(card)) for set_id, cards in sets.items() for card in cards)
        connection.executemany("INSERT INTO cards (set_id, definition) VALUES (?, ?)", rows)
    return pack, ours, peers


def _cells(times: Times) -> list[str]:
    ours, peers, first = (statistics.median(taken) for taken in (times.ours, times.peers, times.first))
    cells = [ours, percentile(times.ours, 95), max(times.ours), first, percentile(times.first, 95), peers]
    return [*(f"{cell:.1f}" for cell in cells), f"{peers / ours:.0f}"]


def made_up(place: int, number: int, rng: random.Random) -> dict[str, Any]:
    """A card of Future Invaders' fields, about as full as its real cards."""
    kind = rng.choices(_TYPES, [45, 20, 20, 15])[0]
    side = rng.randrange(5)
    card: dict[str, Any] = {
        "id": f"card-{place}",
        "number": number,
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


def _get(name: str) -> str:
    return f"json_extract(definition, '$.{name}')"


def _total(name: str) -> str:
    return f"(SELECT coalesce(sum(value), 0) FROM json_each(definition, '$.{name}'))"  # noqa: S608 - the names are below


def _said(text: str) -> str:
    texts = " || ' ' || ".join(f"coalesce({_get(name)}, '')" for name in _TEXTS)
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
        n, card_set = rng.randint(1, 2_000), rng.choice(SETS)
        return f"set:{card_set} number>={n}", f"set_id = '{card_set}' AND {_get('number')} >= {n}"

    def sides(rng: random.Random) -> tuple[str, str]:
        some = rng.sample(_FACTIONS, 2)
        return f"faction:{','.join(some)}", f"{_get('faction')} IN ('{some[0]}', '{some[1]}')"

    def pattern(rng: random.Random) -> tuple[str, str]:
        start = _word(rng)
        said = rng.choice([r"draw [3-5]", r"repair \d", f"^{start}", r"\{(oil|scrap)\}", rf"{start[:3]}\w+ prime"])
        found = (f"{_get(name)} REGEXP '{said}'" for name in _TEXTS)
        return f"/{said}/", f"({' OR '.join(found)})"

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


def timed(run: Callable[[], Sequence[Found]]) -> tuple[float, Sequence[Found]]:
    """How many milliseconds it takes, and what it gives."""
    started = time.perf_counter()
    found = run()
    return (time.perf_counter() - started) * 1e3, found


def percentile(times: list[float], of_hundred: int) -> float:
    """The time that so many of a hundred don't exceed."""
    return sorted(times)[min(len(times) * of_hundred // 100, len(times) - 1)]


def questions(rounds: int, rng: random.Random) -> Iterator[tuple[str, str, str, str]]:
    """Kind, query, the peer's condition and the order, in a random order of kinds."""
    draws = [(name, draw) for name, draw in kinds().items() for _ in range(rounds)]
    rng.shuffle(draws)
    for name, draw in draws:
        yield name, *draw(rng), rng.choice(_SORTS)


if __name__ == "__main__":
    main()
