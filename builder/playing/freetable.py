"""The layout of a table without rules: areas in lines, as game.yaml says, and where cards lie at the beginning.

`zones` of game.yaml are places for cards. Areas in `table` that are no zones are places for cards, too, if `areas` says
how they are drawn; all others are numbers. A game without these has a deck, a hand, a field and a discard pile for each
player.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from builder.documents.data import Data, mapping, sequence, text, texts
from builder.exports.zones import DECK, DISCARD, HAND, Places, Zone, places_in
from builder.games import Card, Game
from builder.naming import title_of

FIELD, POINTS, THROWN, SUPPLY, REMOVED, DICE = "field", "points", "thrown", "supply", "removed", "dice"
OWN = frozenset((FIELD, POINTS, THROWN, SUPPLY, REMOVED, DICE, HAND, DECK, DISCARD))
"""Areas that have a name of their own in the words of the page."""

MOST_SUPPLIES = 500  # cards on the table that are in no deck
_DRAWN = {"nobody": "pile", "owner": "fan", "everybody": "row"}


@dataclass(frozen=True, slots=True)
class Area:
    """An area: `kind` is how it is drawn, `sees` who sees its cards. A `late` one is drawn only if it is not empty."""

    id: str
    kind: str
    shared: bool
    sees: str = "everybody"
    late: bool = False

    def to_json(self, title: str) -> dict[str, Data]:
        """The area as data, with its title."""
        late: dict[str, Data] = {"late": True} if self.late else {}
        return {"id": self.id, "title": title, "kind": self.kind, "shared": self.shared, "sees": self.sees, **late}


def free_table(
    game: Game, sections: Sequence[str], cards: Iterable[Card], title: Callable[[str], str]
) -> dict[str, Data]:
    """The layout as data. `sections` are those of the formats' decks; `title` names an area, "" where it can't."""
    cards = list(cards)
    places = places_in(game, sections)
    listed = mapping(game.definition.get("zones"))
    hand, pile = (zone.id if not listed or zone.id in listed else "" for zone in (places.hand, places.pile))
    supplies = _supplies(game, cards, places)
    table = mapping(game.definition.get("table"))
    dice = next((zone.id for zone in places.zones if zone.id == DICE and zone.shared), THROWN)
    into = {section: zone.id if pile or zone != places.pile else SUPPLY for section, zone in places.sections.items()}
    used = {dice, hand, pile, *into.values(), *supplies}
    names = {f"{SUPPLY}-{one}": game.type_of(one).plural or game.type_of(one).name for one in _types(game)}

    def shown(areas: Sequence[Area]) -> list[Data]:
        return [area.to_json(names.get(area.id) or title(area.id) or title_of(area.id)) for area in areas]

    return {
        "seat": [shown(line) for line in _lines(table, "seat", places, used)],
        "table": [shown(line) for line in (*_lines(table, "table", places, used), *_more(places, supplies))],
        "others": text(table.get("others")) or "mirrored",
        "into": {**into},
        "pile": pile,
        "hand": hand,
        "dice": dice,
        "supplies": {area: dict(found) for area, found in supplies.items()},
    }


def _lines(table: Mapping[str, Data], whose: str, places: Places, used: set[str]) -> Iterator[list[Area]]:
    """The lines of a player or of the table, then a line with the zones that are used and in no other line."""
    shared = whose == "table"
    zones = {zone.id: zone for zone in places.zones if zone.shared == shared}
    others = {zone.id for zone in places.zones} - zones.keys()
    kinds = mapping(table.get("areas"))
    if not table:
        yield from _default(zones, shared)
        return
    lines = [[one for one in texts(line) if one not in others] for line in sequence(table.get(whose))]
    placed = {one for line in lines for one in line}
    more = [Area(zone.id, _DRAWN[zone.sees], shared, zone.sees, late=True)
            for zone in zones.values() if zone.id in used - placed]  # fmt: skip
    yield from ([_area(one, zones.get(one), text(kinds.get(one)), shared) for one in line] for line in lines[:-1])
    yield more
    yield from ([_area(one, zones.get(one), text(kinds.get(one)), shared) for one in line] for line in lines[-1:])


def _default(zones: Mapping[str, Zone], shared: bool) -> Iterator[list[Area]]:
    """Lines for a game that declares none: open cards, then piles and a number, then hands."""
    by = {sees: [_area(zone.id, zone, "", shared) for zone in zones.values() if zone.sees == sees]
          for sees in _DRAWN}  # fmt: skip
    rows = [area for area in by["everybody"] if area.kind != "stack"]
    if not shared and not rows:
        rows = [Area(FIELD, "row", shared)]
    yield rows
    counters = [] if shared else [Area(POINTS, "counters", shared)]
    yield [*counters, *by["nobody"], *(area for area in by["everybody"] if area.kind == "stack")]
    yield by["owner"]


def _area(area: str, zone: Zone | None, kind: str, shared: bool) -> Area:
    if zone is None:
        return Area(area, kind or "counters", shared)
    stack = "stack" if zone.id == DISCARD else ""
    return Area(area, "pile" if zone.sees == "nobody" else kind or stack or _DRAWN[zone.sees], shared, zone.sees)


def _more(places: Places, supplies: Mapping[str, Mapping[str, int]]) -> Iterator[list[Area]]:
    """The areas that every table has: supplies, things that are no cards, rolled dice, and cards out of the game."""
    known = {zone.id for zone in places.zones}
    piles = [Area(one, "pile", True, "nobody") for one in supplies if one not in known and one != SUPPLY]
    yield piles
    yield [Area(SUPPLY, "row", True, late=True)]
    yield [Area(THROWN, "row", True, late=True), Area(REMOVED, "stack", True, late=True)]


def _types(game: Game) -> list[str]:
    return [*texts(game.definition.get("supplies"))]


def _supplies(game: Game, cards: Iterable[Card], places: Places) -> dict[str, dict[str, int]]:
    """The cards on the table that are in no deck: copies by card, by area. Each type is in the shared zone of its name,
    or in a pile of its own; things that are no cards lie in the open.
    """
    types, left = _types(game), MOST_SUPPLIES
    shared = {zone.id for zone in places.zones if zone.shared}
    found: dict[str, dict[str, int]] = {}
    for card in cards:
        if card.type not in types or not 1 <= card.in_box <= left:
            continue
        own = next((one for one in (card.type, f"{card.type}-deck") if one in shared), f"{SUPPLY}-{card.type}")
        area = own if game.type_of(card.type).form == "card" else SUPPLY
        found.setdefault(area, {})[card.id] = card.in_box
        left -= card.in_box
    return found
