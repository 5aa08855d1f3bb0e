"""What a player sees of the table, in areas with lines of words: one for each player and one for what is everybody's.

Phrases name the parts of a view in the sections `shown` and `shown-of-players`; those of the latter are lists with an
entry for each player. What isn't named is shown all the same, by its own name.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any  # Any: the plain data of views

from builder.playing.telling import OF_PLAYERS, SHOWN, Teller
from builder.terminal.areas import Area


def areas(
    view: Mapping[str, Any], teller: Teller, names: Sequence[str], who: int, *, drawn: bool = True
) -> list[Area]:
    """The areas of a view: what is everybody's, then the players in turn order. `names` are those of the seats.

    Where not `drawn`, what phrases draw is said in words: what lies in more places than one is said once.
    """
    rest = {key: value for key, value in view.items() if key != "seat"}
    own = _of_players(rest, teller, len(names))
    table = {key: rest[key] for key in _ordered(rest, teller.keys(SHOWN)) if key not in own}
    found = [_area("", table, teller, drawn=drawn)] if any(_lines(table, teller)) else []
    for seat, name in enumerate(names):
        values = {key: rest[key][seat] for key in _ordered(own, teller.keys(OF_PLAYERS))}
        found.append(_area(name, values, teller, own=seat == teller.seat, acts=seat == who, drawn=drawn))
    return found


def _of_players(view: Mapping[str, Any], teller: Teller, players: int) -> list[str]:
    """The keys of what each player has."""
    named = teller.keys(OF_PLAYERS)
    shown = teller.keys(SHOWN)
    return [
        key
        for key, value in view.items()
        if isinstance(value, (list, tuple))
        and len(value) == players
        and (key in named or (key not in shown and all(isinstance(one, (list, dict)) for one in value)))
    ]


def _ordered(keys: Mapping[str, Any] | Sequence[str], first: Sequence[str]) -> list[str]:
    return [*(key for key in first if key in keys), *(key for key in keys if key not in first)]


def _area(
    title: str, values: Mapping[str, Any], teller: Teller, *, own: bool = False, acts: bool = False, drawn: bool = True
) -> Area:
    pictures = {key: teller.drawn(key, value) for key, value in values.items() if isinstance(value, Mapping)}
    listed = {key: _gathered(value) if pictures.get(key) else value for key, value in values.items()}
    if drawn:
        listed = {key: value for key, value in values.items() if not pictures.get(key)}
    return Area(
        title, list(_lines(listed, teller)), [one for one in pictures.values() if one and drawn], own, acts
    )  # fmt: skip


def _gathered(places: Mapping[str, Any]) -> dict[str, list[str]]:
    """What lies where, by what it is."""
    found: dict[str, list[str]] = {}
    for place, value in places.items():
        found.setdefault(str(value), []).append(place)
    return found


def _lines(values: Mapping[str, Any], teller: Teller) -> Iterator[tuple[str, str]]:
    """Labels with words; what is empty isn't there."""
    for key, value in values.items():
        label = teller.label(key)
        if label and (said := teller.value(value, key)):
            yield label, said

