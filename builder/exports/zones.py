"""Where cards lie in a game, for programs whose tables are made of piles: zones, and where decks begin."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from builder.documents.data import mapping, text
from builder.exports import Bundle
from builder.games import MAIN, Game
from builder.naming import free, title_of

Sees = Literal["nobody", "owner", "everybody"]
_SEES: Mapping[str, Sees] = {"nobody": "nobody", "owner": "owner", "everybody": "everybody"}

HAND, DECK, DISCARD = "hand", "deck", "discard"  # the zones of a game for which game.yaml lists none


@dataclass(frozen=True, slots=True)
class Zone:
    """A place for cards: one for each player, or one for all (`shared`), and who sees the cards there."""

    id: str
    shared: bool
    sees: Sees

    @property
    def title(self) -> str:
        """What it is called."""
        return title_of(self.id)


@dataclass(frozen=True, slots=True)
class Places:
    """The zones of a game, and for each section of its decks the zone that it is put in.

    `hand` is where players hold their cards, `pile` what they draw from.
    """

    zones: tuple[Zone, ...]
    sections: Mapping[str, Zone]
    hand: Zone
    pile: Zone

    @property
    def discard(self) -> Zone | None:
        """Where used cards go: the zone `discard`, or the last that everybody sees, preferably a player's."""
        into = self.sections.values()
        seen = [zone for zone in self.zones if zone.sees == "everybody" and zone not in into]
        called = [zone for zone in seen if zone.id == DISCARD]
        return next(iter(called or [one for one in reversed(seen) if not one.shared] or reversed(seen)), None)


def places_of(bundle: Bundle) -> Places:
    """The zones that game.yaml lists, with a hand and a draw pile where it has none, and the zone of each section.

    A section goes to the zone of its own name. Without one, the game's first section goes to the draw pile, and each
    other one to a new pile: a player's, which its owner sees, or the table's, which nobody sees, as the draw pile is.
    The sections are those of all formats, so that the places of a deck are those of its game.
    """
    listed = [section for sections in bundle.formats.values() for section in sections]
    return places_in(bundle.game, tuple(dict.fromkeys(listed)) or tuple(bundle.sections) or (MAIN,))


def places_in(game: Game, sections: Sequence[str]) -> Places:
    """The same for a game whose formats have these sections."""
    listed = mapping(game.definition.get("zones"))
    zones = {
        zone_id: Zone(zone_id, mapping(data).get("of") == "table", _SEES.get(text(mapping(data).get("sees")), "nobody"))
        for zone_id, data in listed.items()
    }
    hand = next((zone for zone in zones.values() if zone.sees == "owner" and not zone.shared), None)
    hand = hand or Zone(free(HAND, zones), False, "owner")
    drawn = [zone for zone in zones.values() if zone.sees == "nobody"]
    pile = next((zone for zone in drawn if mapping(listed[zone.id]).get("ordered") is True), None)
    pile = pile or (drawn[0] if drawn else Zone(free(DECK, zones), False, "nobody"))
    zones = {hand.id: hand, pile.id: pile, **zones}
    if not listed:
        zones[DISCARD] = Zone(DISCARD, False, "everybody")
    into: dict[str, Zone] = {}
    for place, section in enumerate(sections):
        own = zones.get(section)
        hidden: Sees = "nobody" if pile.shared else "owner"
        into[section] = own or (pile if place == 0 else Zone(section, pile.shared, hidden))
        zones.setdefault(into[section].id, into[section])
    return Places(tuple(zones.values()), into, hand, pile)
