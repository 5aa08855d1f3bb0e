"""Leaves out the expansions and the decks of a game that have errors, so that the game and the others can be used."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from builder.checks.checked import CheckedPack
from builder.diagnostics import Diagnostic, Span, count_of, has_errors
from builder.packs.pack import Pack


def usable(pack: Pack, check: Callable[[Pack], CheckedPack]) -> tuple[CheckedPack, dict[str, list[Diagnostic]]]:
    """The game with those of its expansions and decks that have no errors, and the errors of the others, by id.

    Ids of decks are written `my-game/first-deck`. Where the game itself has errors, or more findings than are listed,
    no deck is left out.
    """
    checked = check(pack)
    left_out: dict[str, list[Diagnostic]] = {}
    while not checked.ok:
        rest, decks = _without_faulty_decks(checked)
        faulty = [one for one in checked.pack.expansions if has_errors(found_in([one], rest))]
        if not faulty:
            is_cut = any(fault.code == "more-findings" for fault in checked.diagnostics)
            return (rest, left_out | decks) if rest.ok and not is_cut else (checked, left_out)
        left_out |= {one.game_id: found_in([one], checked) for one in faulty}
        expansions = tuple(one for one in checked.pack.expansions if one.game_id not in left_out)
        checked = check(replace(checked.pack, expansions=expansions))
    return checked, left_out


def _without_faulty_decks(checked: CheckedPack) -> tuple[CheckedPack, dict[str, list[Diagnostic]]]:
    """A pack without the files of decks that have errors, and what is wrong with these, by their packs and ids."""
    found: dict[str, list[Diagnostic]] = {}
    for fault in checked.diagnostics:
        found.setdefault(fault.span.path if fault.span else "", []).append(fault)
    left_out: dict[str, list[Diagnostic]] = {}
    paths = set()
    members = []
    for member in checked.pack.members:
        files = dict(member.files)
        for name in member.files:
            if name.startswith("decks/") and has_errors(faults := found.get(path := member.shown(name), [])):
                left_out[f"{member.game_id}/{name.removeprefix('decks/').removesuffix('.yaml')}"] = faults
                paths.add(path)
                del files[name]
        members.append(replace(member, files=files, expansions=()))
    game, *expansions = members
    rest = replace(
        checked,
        pack=replace(game, expansions=tuple(expansions)),
        decks={name: document for name, document in checked.decks.items() if document.path not in paths},
        diagnostics=[fault for fault in checked.diagnostics if not fault.span or fault.span.path not in paths],
    )
    return rest, left_out


def found_in(members: Sequence[Pack], checked: CheckedPack) -> list[Diagnostic]:
    """What was found in the files of these packs."""
    return [d for d in checked.diagnostics if d.span and any(one.holds(d.span.path) for one in members)]


def judged_with_game(expansions: Sequence[Pack], checked: CheckedPack) -> list[Diagnostic]:
    """The faults of expansions, checked with their game; each gets one more where the other packs have errors."""
    found = found_in(expansions, checked)
    rest, _ = _without_faulty_decks(checked)
    others = [d for d in rest.diagnostics if d.severity == "error" and d not in found]
    if others:
        message = f"{checked.id} has {count_of(len(others), 'error')} of its own, so what extends it can't be used"
        where = others[0].span or Span(checked.pack.shown(checked.pack.manifest))
        for one in expansions:
            place = one.game_document.span(("extends",))
            help_ = f"`arsenal validate {checked.pack.shown('')}` shows them"
            found.append(Diagnostic("faulty-base", message, place, help_, related=(("the first is here", where),)))
    return sorted(found, key=lambda fault: fault.sort_key)
