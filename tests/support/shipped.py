"""The games that come with Arsenal, and what export targets make of them without pictures."""

from functools import cache

from builder.exports import Bundle, Exported, target
from builder.exports.bundling import ExportRequest, bundle
from builder.library import Catalog
from builder.workspace import Workspace
from tests.support.commands import ROOT


@cache
def shipped() -> Catalog:
    """The games that come with Arsenal."""
    return Workspace().catalog


@cache
def shipped_game(game_id: str, name: str) -> tuple[Bundle, Exported]:
    """A shipped game as a target makes it, without pictures."""
    made = bundle(shipped(), game_id, target(name))
    return made, target(name).export(made)


@cache
def shipped_decks(game_id: str, name: str) -> list[tuple[Bundle, Exported]]:
    """Each sample deck of a game as a target makes it."""
    decks = [f"{game_id}/{deck_id}" for deck_id in shipped().sample_decks(game_id)]
    made = [bundle(shipped(), deck, target(name), ExportRequest(force=True)) for deck in decks]
    return [(one, target(name).export(one)) for one in made]


def without_machine(game_id: str, name: str) -> tuple[Bundle, Exported]:
    """A shipped game as a target makes it, no file of which says where it was made."""
    made, found = shipped_game(game_id, name)
    for content in found.files.values():
        assert str(ROOT).encode() not in content
        assert b"/tmp/" not in content
    return made, found
