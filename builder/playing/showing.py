"""What a player sees of the table, in words: an area for each player, and one for what they share.

Phrases name the parts of a view in the sections `shown` and `shown-of-players`; the latter are those of `seats`. A part
without a phrase is shown under its own name.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any  # Any: the plain data of views

from builder.playing.telling import OF_PLAYERS, SHOWN, Teller, is_pile
from builder.terminal.areas import Area
from engine.core import State

ENDS = ("win", "wins", "draw-game", "series-won", "series-drawn")  # events by which games announce how they end


def areas(view: Mapping[str, Any], teller: Teller, names: Sequence[str], who: int, *, drawn: bool = True) -> list[Area]:
    """The areas of a view: the shared one, then the players' in turn order. `names` are the seats' names, `who` decides
    now.

    Unless `drawn`, drawings are replaced by words, which name a thing once even if it lies in several places.
    """
    each = view.get("seats", [{}] * len(names))
    table = _flat({key: one for key, one in view.items() if key != "seats"}, teller)
    common = _area("", _ordered(table, teller.keys(SHOWN)), teller, drawn=drawn)
    found = [common] if common.lines or common.rows or common.drawings else []
    for seat, (name, values) in enumerate(zip(names, each, strict=True)):
        inner = _ordered(values, teller.keys(OF_PLAYERS))
        found.append(_area(name, inner, teller, own=seat == teller.seat, acts=seat == who, drawn=drawn))
    return found


def _flat(values: Mapping[str, Any], teller: Teller) -> dict[str, Any]:
    """The shared values. A mapping without a phrase is replaced by its parts; the seat is left out."""
    found: dict[str, Any] = {}
    for key, value in values.items():
        if key != "seat":
            whole = not isinstance(value, Mapping) or is_pile(value) or key in teller.keys(SHOWN)
            found |= {key: value} if whole else value
    return found


def _ordered(values: Mapping[str, Any], first: Sequence[str]) -> dict[str, Any]:
    """The values in the order of the phrases."""
    return {key: values[key] for key in (*(k for k in first if k in values), *(k for k in values if k not in first))}


def _area(
    title: str, values: Mapping[str, Any], teller: Teller, *, own: bool = False, acts: bool = False, drawn: bool
) -> Area:
    lines, rows, drawings = [], [], []
    for key, value in values.items():
        label, said = teller.labelled(key, value)
        picture = teller.drawn(key, value) if isinstance(value, Mapping) else ""
        if picture and drawn:
            drawings.append(picture)
        elif label and _is_row(value) and drawn:
            rows.append((label, [teller.cell(one) for one in value]))
        elif label and (said := in_words(value, teller) if picture else said):
            lines.append((label, said))
    return Area(title, lines, rows, drawings, own, acts)


def _is_row(value: Any) -> bool:
    """Whether a list is a row of places, some of which may be empty."""
    return isinstance(value, list) and None in value


def in_words(places: Mapping[str, Any], teller: Teller) -> str:
    """The places in words: rare contents first, and the most common one as the content of all others."""
    found: dict[str, list[str]] = {}
    for place, value in places.items():
        found.setdefault(str(value), []).append(place)
    *rare, common = sorted(found, key=lambda value: len(found[value]))
    listed = [teller.labelled("", {value: found[value]})[1] for value in rare]
    return "; ".join([*listed, teller.alike("the-rest" if rare else "all-alike", common)])


def endings(state: State, teller: Teller, *, said: bool = True) -> Iterator[str]:
    """Lines that say who has won; none where the game goes on, or its last event was `said` and was the end."""
    result = state.result
    if result is None or (said and state.log and state.log[-1][0] in ENDS):
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
