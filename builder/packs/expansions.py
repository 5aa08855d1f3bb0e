"""Adds expansions to the games that they extend, and says why one can't be added."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from builder.diagnostics import Diagnostic, UsageError, suggestion
from builder.documents.data import mapping, text
from builder.packs.pack import Pack

_VERSION = r"[0-9]{1,9}(?:\.[0-9]{1,9}){0,3}"  # as in schemas/pack.schema.json
_BOUND = re.compile(rf"(>=|<=|==|<|>) *({_VERSION})")


Whole = Callable[[Pack], Pack]  # for an expansion, returns its game with the expansion; for any other pack, that pack


def itself(pack: Pack) -> Pack:
    """The same pack, for a `Whole` where there are no expansions."""
    return pack


def with_expansions(games: Mapping[str, Pack], expansions: Iterable[Pack]) -> list[Pack]:
    """The games in the order of ids, each with its expansions; then the expansions that could not be added to a game.

    Those have a fault that says why. Raises UsageError where two packs of the user have the same id.
    """
    distinct = distinct_packs((pack.game_id, pack) for pack in expansions)
    joining: dict[str, list[Pack]] = {}
    alone = []
    for expansion_id, pack in sorted(distinct.items()):
        fault = _fault(expansion_id, pack, games, distinct)
        if fault or extended_by(pack) not in games:
            alone.append(replace(pack, diagnostics=[*pack.diagnostics, *([fault] if fault else [])]))
        else:
            joining.setdefault(extended_by(pack), []).append(pack)
    whole = [replace(g, expansions=tuple(joining[i])) if i in joining else g for i, g in games.items()]
    return [*whole, *alone]


def distinct_packs(named: Iterable[tuple[str, Pack]]) -> dict[str, Pack]:
    """Packs by id; a user's pack replaces a bundled one. Raises UsageError for two of the user's own with one id."""
    found: dict[str, Pack] = {}
    for pack_id, pack in named:
        other = found.get(pack_id)
        if other is not None and not other.bundled:
            name, places = pack.game_document.path.rpartition("/")[2], {"one": other.shown(""), "other": pack.shown("")}
            raise UsageError.of("stops", "packs.same", None, id=pack_id, name=name, **places)
        found[pack_id] = pack
    return found


def extended_by(pack: Pack) -> str:
    """The id of the game that an expansion extends; empty where it names none."""
    return text(mapping(pack.game_document.data).get("extends"))


def fits(version: str, bounds: str) -> bool:
    """Whether a version (numbers between points) is within bounds such as `>=1.2, <2`.

    >>> fits("1.10", ">=1.2, <2"), fits("2.0", "==2"), fits("2.0.1", "<=2")
    (True, True, False)
    """
    own = _numbers(version)
    return all(_HOLDS[sign](_compared(own, _numbers(bound))) for sign, bound in _BOUND.findall(bounds))


_HOLDS = {
    ">=": lambda order: order >= 0,
    "<=": lambda order: order <= 0,
    "==": lambda order: order == 0,
    ">": lambda order: order > 0,
    "<": lambda order: order < 0,
}


def _fault(own_id: str, pack: Pack, games: Mapping[str, Pack], others: Mapping[str, Pack]) -> Diagnostic | None:
    """Why an expansion can't be added to the game that it extends; None where it can, or where its schema says why."""
    data = mapping(pack.game_document.data)
    wanted, place = extended_by(pack), pack.game_document.span(("extends",))
    if own_id in games:
        where = pack.game_document.span(("id",))
        message = f'"{own_id}" is the id of a game'
        first = games[own_id].game_document.span(("id",))
        return Diagnostic(
            "taken-id", message, where, "give the expansion an id of its own", related=(("it is here", first),)
        )
    if not wanted:
        return None
    if wanted in others and wanted not in games:
        chain = _chain(own_id, others)
        if chain[-1] in chain[:-1]:
            message = f"this extends itself: {' → '.join(chain)}"
        else:
            message = f'"{wanted}" is no game: it extends "{chain[2]}"'
        known = suggestion("", games, "games")
        help_ = f'write "{chain[-1]}", the game that both are for' if chain[-1] in games else known
        return Diagnostic("extended-expansion", message, place, help_)
    if wanted not in games:
        help_ = f"{suggestion(wanted, games, 'games')}; --packs names the folder of another"
        return Diagnostic("unknown-base", f'there is no game "{wanted}" here', place, help_)
    bounds = text(data.get("requires"))
    version = text(mapping(games[wanted].game_document.data).get("version"))
    if bounds and not (re.fullmatch(_VERSION, version) and fits(version, bounds)):
        has = f"this is {version}" if version else "this one has no version"
        message = f"version {bounds} of {wanted} is needed, and {has}"
        where = pack.game_document.span(("requires",))
        return Diagnostic(
            "wrong-version", message, where, "get that version of the game, or an expansion made for this one"
        )
    return None


def _chain(own_id: str, others: Mapping[str, Pack]) -> list[str]:
    """The ids of an expansion, of what it extends, and so on, until one extends nothing here or is there twice."""
    chain = [own_id]
    while chain[-1] in others and chain[-1] not in chain[:-1]:
        chain.append(extended_by(others[chain[-1]]))
    return chain


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split("."))


def _compared(one: Sequence[int], other: Sequence[int]) -> int:
    """Negative, 0 or positive, as one version is older than, equal to or newer than the other; 2 equals 2.0."""
    size = max(len(one), len(other))
    first, second = ([*numbers, *[0] * (size - len(numbers))] for numbers in (one, other))
    return (first > second) - (first < second)
