"""The table of a game as data that a page draws: areas in lines, with the cards, dice and numbers that lie in them.

`table` of game.yaml says which parts of a view are areas and where they lie. Other parts become words. A page does not
need to know the game: `kind` says how an area is drawn.

- `fan`, `row`, `stack`: `items`, which are cards, dice, or empty places;
- `pile`: `count`, and as `items` the cards that are known;
- `counters`: `counters`, each a name and a number;
- `map`: `rows` of texts and of places, which are items.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final  # Any: the plain data of views

from builder.documents.data import mapping, sequence, text, texts
from builder.games import Game
from builder.playing.telling import CARD, MARKED, OF_PLAYERS, SHOWN, SHOWS, Teller, is_pile
from engine.tables import place

# In the view of a seat: for each place of its first line, the seat and the place opposite.
OPPOSITE: Final = "opposite"

Part = dict[str, Any]


def drawn(view: Mapping[str, Any], game: Game, teller: Teller, names: Sequence[str], who: int | None) -> Part:
    """A view as lines of areas: shared ones, and those of each seat. `names` are the seats' names; `who` decides."""
    table = mapping(game.definition.get("table"))
    shared = {key: value for key, value in view.items() if key not in ("seat", "seats")}
    for key, value in view.items():  # parts of a mode of the game, such as a draft
        if isinstance(value, Mapping) and not is_pile(value) and key not in teller.keys(SHOWN):
            shared.pop(key, None)
            shared |= value
    seats = view.get("seats", [{}] * len(names))
    return {
        **_lines(shared, table, "table", teller, "-"),
        "others": text(table.get("others")) or "mirrored",
        "seats": [
            {
                "seat": seat,
                "name": name,
                "own": seat == teller.seat,
                "acts": seat == who,
                **_seat(values, table, teller, seat),
            }
            for seat, (name, values) in enumerate(zip(names, seats, strict=True))
        ],
    }


def _seat(values: Mapping[str, Any], table: Mapping[str, Any], teller: Teller, seat: int) -> Part:
    """The areas of a seat; those of the first line name the places opposite, if the view has them."""
    found = _lines({key: value for key, value in values.items() if key != OPPOSITE}, table, "seat", teller, seat)
    if OPPOSITE in values and found["lines"]:
        faces = [f"{teller.name(other)} · {column + 1}" for other, column in values[OPPOSITE]]
        for area in found["lines"][0] if faces else ():
            area["faces"] = faces
    return found


def _lines(
    values: Mapping[str, Any], table: Mapping[str, Any], whose: str, teller: Teller, seat: int | str
) -> dict[str, Any]:
    """The areas of a seat or of the table in lines, and other parts in words."""
    placed = [list(texts(line)) for line in sequence(table.get(whose))] or list(_default(values, whose))
    kinds = mapping(table.get("areas"))
    lines = [[_area(key, values[key], teller, seat, text(kinds.get(key))) for key in line if _is_seen(values, key)]
             for line in placed]  # fmt: skip
    rest = [key for key in values if not any(key in line for line in placed)]
    order = {key: n for n, key in enumerate((*teller.keys(SHOWN), *teller.keys(OF_PLAYERS)))}
    pairs = [teller.labelled(key, values[key]) for key in sorted(rest, key=lambda key: order.get(key, len(order)))]
    return {
        "lines": [[area for area in line if area] for line in lines if any(line)],
        "words": [[label, words] for label, words in pairs if label and words],
    }


def _is_seen(values: Mapping[str, Any], key: str) -> bool:
    """Whether there is something to draw: not for an empty list."""
    return values.get(key) is not None and values[key] != {}


def _default(values: Mapping[str, Any], whose: str) -> Iterator[list[str]]:
    """Lines for a game that declares none: open cards, then numbers and piles, then the hand."""
    cards = [key for key, value in values.items() if isinstance(value, list) and all(map(_is_item, value))]
    hand = [key for key in cards if key == "hand"]
    if whose == "seat":
        numbers = [key for key, value in values.items() if isinstance(value, Mapping) or type(value) is int]
        yield from ([key] for key in cards if key not in hand)
        yield numbers
        yield hand
    else:
        yield cards


def _is_item(value: Any) -> bool:
    return value is None or (isinstance(value, Mapping) and "key" in value)


def _area(key: str, value: Any, teller: Teller, seat: int | str, kind: str) -> Part:
    """An area with what lies in it."""
    area: Part = {"id": key, "title": teller.title(key), "kind": kind}
    if is_pile(value):
        known = [_item(one, key, seat, n, teller) for n, one in enumerate(value["known"])]
        return {**area, "kind": "pile", "count": value["count"], "items": known}
    if isinstance(value, Mapping):
        if rows := list(_map(key, value, teller, seat)):
            return {**area, "kind": "map", "rows": rows, "said": in_words(value, teller)}
        return {**area, "kind": "counters", "counters": [[teller.word(name), number] for name, number in value.items()]}
    if isinstance(value, (list, tuple)):
        items = [_item(one, key, seat, n, teller) for n, one in enumerate(value)]
        return {**area, "kind": kind or ("fan" if key == "hand" else "row"), "items": items}
    return {**area, "kind": "counters", "counters": [["", value if type(value) is int else teller.word(str(value))]]}


def _item(value: Any, area: str, seat: int | str, number: int, teller: Teller) -> Part:
    """A card, the back of one, a die, or an empty place (`card` is "")."""
    if isinstance(value, str):
        value = {CARD: value}
    if not isinstance(value, Mapping):
        return {"key": place(area, seat, number), "card": ""}
    item: Part = {"key": value.get("key", place(area, seat, number)), "card": value.get(CARD)}
    if SHOWS in value:
        face = str(value[SHOWS])
        item["shows"] = f"{{{face}}}" if face in teller.game.symbols else teller.word(face)
    if item["card"] or SHOWS in value:
        item["said"] = teller.cell(value)
        item["name"] = teller.word(str(value.get(CARD) or value.get(SHOWS)))
    if marks := value.get(MARKED):
        item["marks"] = [[teller.word(name), _mark(one, teller)] for name, one in marks.items() if one]
    return item


def _mark(value: Any, teller: Teller) -> str | int:
    """The value of a mark; "" where its name says all."""
    if value is True:
        return ""
    if isinstance(value, (list, tuple)):
        return " ".join(teller.word(str(one)) for one in value)
    return value if type(value) is int else teller.word(str(value))


def _map(key: str, places: Mapping[str, Any], teller: Teller, seat: int | str) -> Iterator[list[Part]]:
    """The rows of a part's drawing, as the phrases have it; each place or text has its column."""
    for line in teller.drawing(key):
        row: list[Part] = []
        column = 0
        for part in line:
            if isinstance(part, str):
                row += [{"column": column + part.index(word), "text": word} for word in part.split()]
                column += len(part)
                continue
            value = str(places.get(part.name, ""))
            row.append(
                {
                    "column": column,
                    "key": place(key, seat, part.name),
                    "sign": teller.mark(value),
                    "state": value,
                    "said": f"{teller.word(part.name)}: {teller.word(value)}",
                }
            )
            column += 1
        if row:
            yield row


def in_words(places: Mapping[str, Any], teller: Teller) -> str:
    """The places in words: those with rare contents first, then "all others" with the most common one."""
    found: dict[str, list[str]] = {}
    for name, value in places.items():
        found.setdefault(str(value), []).append(name)
    *rare, common = sorted(found, key=lambda value: len(found[value]))
    listed = [teller.labelled("", {value: found[value]})[1] for value in rare]
    return "; ".join([*listed, teller.alike("the-rest" if rare else "all-alike", common)])
