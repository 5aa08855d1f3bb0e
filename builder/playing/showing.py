"""What a player sees of the table, in areas with lines of words: one for each player and one for what is everybody's.

Phrases name the parts of a view in the sections `shown` and `shown-of-players`; those of the latter are lists with an
entry for each player. What isn't named is shown all the same, by its own name.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any  # Any: the plain data of views

from builder.playing.telling import OF_PLAYERS, SHOWN, Teller
from builder.terminal.areas import Area


def areas(view: Mapping[str, Any], teller: Teller, names: Sequence[str], who: int, *, drawn: bool = True) -> list[Area]:
    """The areas of a view: what is everybody's, then the players in turn order. `names` are those of the seats.

    Where not `drawn`, what phrases draw is said in words: what lies in more places than one is said once.
    """
    rest = {key: value for key, value in view.items() if key != "seat"}
    own = _of_players(rest, teller, len(names))
    table = {key: rest[key] for key in _ordered(rest, teller.keys(SHOWN)) if key not in own}
    common = _area("", table, teller, drawn=drawn)
    found = [common] if common.lines or common.drawings else []
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
    lines = []
    for key, value in values.items():
        label, said = teller.labelled(key, value)
        if pictures.get(key) and not drawn:
            said = _in_words(value, teller)
        if label and said and not (drawn and pictures.get(key)):
            lines.append((label, said))
    return Area(title, lines, [one for one in pictures.values() if one and drawn], own, acts)


def _in_words(places: Mapping[str, Any], teller: Teller) -> str:
    """What lies where: what is rare first, and of what is common only that all others hold it."""
    found: dict[str, list[str]] = {}
    for place, value in places.items():
        found.setdefault(str(value), []).append(place)
    *rare, common = sorted(found, key=lambda value: len(found[value]))
    listed = [teller.labelled("", {value: found[value]})[1] for value in rare]
    return "; ".join([*listed, teller.alike("the-rest" if rare else "all-alike", common)])
