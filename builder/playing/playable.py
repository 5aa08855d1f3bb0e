"""What the engine can't play in a pack. That is no fault: such cards can still be printed and exported."""

from __future__ import annotations

from collections.abc import Iterator

from builder.diagnostics import Diagnostic, has_errors, some_of
from builder.documents.data import mapping, text
from builder.documents.document import Document
from builder.documents.reading import decode, parse
from builder.packs.pack import Pack
from engine import EngineError
from engine.modules import find

VERBS = "verbs.yaml"


def is_played(game_id: str) -> bool:
    """Whether there is a module that plays a game."""
    try:
        find(game_id)
    except EngineError:
        return False
    return True


def shares_deck(game_id: str) -> bool:
    """Whether all play with one deck in every format of a game that is played."""
    return find(game_id).shared


def is_tried(game_id: str) -> bool:
    """Whether games between decks mean anything: not in games where all opponents share a deck."""
    module = find(game_id)
    return module.cooperative or not module.shared


def not_played(pack: Pack) -> Iterator[Diagnostic]:
    """The verbs of the game that its engine module does not know; nothing for a game without a module.

    Most games have no module; playing such a game raises an error.
    """
    verbs = _verbs(pack)
    if verbs is None:
        return
    try:
        module = find(text(mapping(pack.game_document.data).get("id")))
    except EngineError:
        return
    for verb in mapping(mapping(verbs.data).get("verbs")):
        if verb not in module.verbs:
            message = f'the engine\'s module for {module.id} does not know the verb "{verb}"'
            help_ = f"cards that use it can't be played; the module knows {some_of(sorted(module.verbs))}"
            yield Diagnostic("not-played", message, verbs.key_span(("verbs", verb)), help_)


def _verbs(pack: Pack) -> Document | None:
    """The pack's file of verbs; None where it has none, or it can't be read."""
    if VERBS not in pack.files:
        return None
    path = pack.shown(VERBS)
    written, faults = decode(pack.files[VERBS], path)
    document = parse(written, path)
    return None if has_errors([*faults, *document.diagnostics]) else document
