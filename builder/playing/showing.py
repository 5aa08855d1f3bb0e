"""A player's view of the table for a terminal: the areas of `builder.playing.layout`, from top to bottom.

Equal cards of a hand are counted together. Elsewhere the order matters, such as which card is on top, so that only
equal cards next to each other are counted together. Dice have numbers and are never counted together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any  # Any: the plain data of views

from builder.playing.layout import Part, drawn
from builder.playing.telling import Teller
from builder.terminal.areas import Area, Block, Drawing, Hand, Named, Slots
from builder.words import words_here
from engine.core import State

ENDS = ("win", "wins", "draw-game", "series-won", "series-drawn")  # events by which games announce how they end


def areas(view: Mapping[str, Any], teller: Teller, names: Sequence[str], who: int | None) -> list[Area]:
    """The areas of a view in their places on a table. `names` are the seats' names, `who` is to decide."""
    return list(placed(drawn(view, teller.game, teller, names, who), teller))


def placed(shown: Part, teller: Teller) -> Iterator[Area]:
    """The areas of a laid-out table: others at the top, shared areas in the middle, the player's own at the bottom.

    In games where all boards lie the same way up, the shared part comes first, then the players in turn order.
    """
    others = shown["others"]
    common = Area("", _blocks(shown, teller))
    seats = []
    for seat in shown["seats"]:
        blocks = _blocks(seat, teller, lies="same" if seat["own"] else others, has_columns=others == "turned")
        seats.append(Area(seat["name"], blocks, seat["own"], seat["acts"], faces=others == "turned"))
    opposite = [] if others == "same" else [seat for seat in seats if not seat.own]
    yield from opposite
    if common.blocks:
        yield common
    yield from (seat for seat in seats if seat not in opposite)


def _blocks(part: Part, teller: Teller, lies: str = "same", *, has_columns: bool = False) -> list[Block]:
    """The lines of a board: a mirrored board has them from the bottom up, a turned board also its columns."""
    found: list[Block] = [Named(label, words, -1) for label, words in part["words"]]
    for number, line in enumerate(part["lines"] if lies == "same" else reversed(part["lines"])):
        for area in line:
            found += _block(area, number, teller, own=part.get("own", False), turned=lies == "turned", grid=has_columns)
    return list(_joined(found))


def _block(area: Part, line: int, teller: Teller, *, own: bool, turned: bool, grid: bool) -> Iterator[Block]:
    """An area; nothing if it is empty, unless it has places."""
    title, items = area["title"], area.get("items", ())
    empty = any(item["card"] == "" for item in items)
    if area["kind"] == "map":
        yield Drawing(_picture(area["rows"]), title, area["said"])
    elif area["kind"] == "row" and len(items) > 1 and (empty or grid):
        cells = [(n, item.get("said", "")) for n, item in enumerate(items, 1)]
        cells = cells[::-1] if turned else cells
        rows = [(title, [text for _, text in cells])]
        if "faces" in area:  # towards the middle of the table
            faces = (words_here("play")("faces"), [area["faces"][n - 1] for n, _ in cells])
            rows = [*rows, faces] if turned else [faces, *rows]
        yield Slots(rows, [n for n, _ in cells] if grid else ())
    elif area["kind"] == "fan" and own and items and all(item["card"] for item in items):
        cards = Counter(item["card"] for item in items)
        yield Hand(title, list(cards.items()), _lying(area, teller))
    elif words := _lying(area, teller):
        yield Named(title, words, line)


def _joined(blocks: Sequence[Block]) -> Iterator[Block]:
    """The blocks, with rows of places that follow each other put together."""
    for is_slots, group in groupby(blocks, lambda one: isinstance(one, Slots)):
        several = list(group)
        if not is_slots:
            yield from several
            continue
        for columns, same in groupby((one for one in several if isinstance(one, Slots)), lambda one: one.columns):
            yield Slots([row for one in same for row in one.rows], columns)


def _picture(rows: Sequence[Sequence[Part]]) -> str:
    """The rows of a map as lines of text."""
    lines = []
    for row in rows:
        line = ""
        for part in row:
            line = line.ljust(part["column"]) + str(part.get("text") or part.get("sign", ""))
        lines.append(line)
    return "\n".join(lines)


def _lying(area: Part, teller: Teller) -> str:
    """What lies in an area, in words; "" for nothing."""
    if area["kind"] == "counters":
        return ", ".join(
            f"{name} {number}" if name else str(number) for name, number in area["counters"] if number or not name
        )
    items = [item for item in area["items"] if item["card"] != ""]
    texts = [item["said"] for item in items if "said" in item]
    if all(item["card"] for item in items if "said" in item):
        texts = list(_counted(sorted(texts, key=texts.index) if area["kind"] == "fan" else texts))
    if backs := sum("said" not in item for item in items):
        texts.append(words_here("play")("backs", backs))
    if area["kind"] != "pile":
        return teller.listed(texts)
    known = f" ({words_here('play')('known-there', cards=', '.join(texts))})" if texts else ""
    return f"{area['count']}{known}"


def _counted(texts: Sequence[str]) -> Iterator[str]:
    """The texts; equal ones next to each other become one with their number."""
    for one, group in groupby(texts):
        number = len(list(group))
        yield f"{one} ×{number}" if number > 1 else one


def endings(state: State, teller: Teller, *, narrated: bool = True) -> Iterator[str]:
    """Lines that say who has won; none if the game goes on, or if its last event says it and was `narrated`."""
    result = state.result
    if result is None or (narrated and state.log and state.log[-1][0] in ENDS):
        return
    best = max(result)
    if state.game.module.cooperative:
        ending = "team-won" if best == 1 else "team-lost" if best == 0 else "team-share"
        yield teller.event({"event": ending, "percent": round(100 * best)})
    elif best < 1:
        yield teller.event({"event": "shared-victory"})
    else:
        for seat in (seat for seat, reached in enumerate(result) if reached == best):
            yield teller.event({"event": "victory", "player": seat})
