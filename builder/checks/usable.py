"""Leaves out the expansions of a game that have errors, so that the game and the others can be used."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from builder.checks.checked import CheckedPack
from builder.diagnostics import Diagnostic, Span, count_of, has_errors
from builder.packs.pack import Pack


def usable(pack: Pack, check: Callable[[Pack], CheckedPack]) -> tuple[CheckedPack, dict[str, list[Diagnostic]]]:
    """The game with those of its expansions that have no errors, and what is wrong with the others by their ids.

    The game itself may have errors; then nothing is left out.
    """
    checked = check(pack)
    left_out: dict[str, list[Diagnostic]] = {}
    while not checked.ok:
        faulty = {one.game_id: own for one in checked.pack.expansions if has_errors(own := found_in([one], checked))}
        if not faulty:
            break
        left_out |= faulty
        rest = tuple(one for one in checked.pack.expansions if one.game_id not in faulty)
        checked = check(replace(checked.pack, expansions=rest))
    return checked, left_out


def found_in(members: Sequence[Pack], checked: CheckedPack) -> list[Diagnostic]:
    """What was found in the files of these packs."""
    return [d for d in checked.diagnostics if d.span and any(one.holds(d.span.path) for one in members)]


def judged_with_game(expansions: Sequence[Pack], checked: CheckedPack) -> list[Diagnostic]:
    """The faults of expansions that were checked with their game; each has one more where the rest has errors."""
    found = found_in(expansions, checked)
    others = [d for d in checked.diagnostics if d.severity == "error" and d not in found]
    if others:
        message = f"{checked.id} has {count_of(len(others), 'error')} of its own, so what extends it can't be used"
        where = others[0].span or Span(checked.pack.shown(checked.pack.manifest))
        for one in expansions:
            place = one.game_document.span(("extends",))
            help_ = f"`arsenal validate {checked.pack.shown('')}` shows them"
            found.append(Diagnostic("faulty-base", message, place, help_, related=(("the first is here", where),)))
    return sorted(found, key=lambda fault: fault.sort_key)
