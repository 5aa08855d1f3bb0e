"""What a player is asked: why, and what on the table the options are about."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any  # Any: the plain data of views

from builder.playing.layout import Part
from builder.playing.telling import Teller
from engine.core import SOURCE, Choice, State


def reason(state: State, choices: Sequence[Choice], teller: Teller) -> dict[str, str]:
    """Why the seat is asked: a sentence, and the card that asks, where one does."""
    if not choices:
        return {}
    state = state.innermost
    source = state.stack[-1][SOURCE] if state.stack else -1
    card = state.game.id_of(source) if isinstance(source, int) and source >= 0 else ""
    card = card if teller.card(card) else ""
    kinds = dict.fromkeys(one.kind for one in choices if not one.role)
    several = len(kinds) > 1 and any(one.role == "next" for one in choices)
    about = state.about or ("turn" if several else next(iter(kinds), choices[-1].kind))
    return {"said": teller.asks(about, card), "card": card, "about": about}


def places_of(card: str, shown: Mapping[str, Any]) -> list[str]:
    """The keys of a card's copies: on the table, or else with the player, or else with others."""
    parts: list[Part] = [dict(shown), *sorted(shown["seats"], key=lambda seat: not seat["own"])]
    for part in parts if card else ():
        areas = [area for line in reversed(part["lines"]) for area in line]
        for area in areas:
            if found := [item["key"] for item in area.get("items", ()) if item.get("card") == card]:
                return found
    return []
