"""Expansions of the small game that `arsenal new game` writes, in memory."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import yaml

from builder.checks import CheckedPack, check_pack
from builder.packs.expansions import with_expansions
from builder.packs.pack import Pack, in_memory
from tests.support.packs import ASH_CAT, SMALL

CATS = [{**ASH_CAT, "number": 1}]
SETS = {"wave": {"name": "Second Wave", "code": "SW"}}


def expansion(own_id: str = "wave", said: dict[str, Any] | None = None, **files: Any) -> Pack:
    """An expansion of the small game: pack.yaml with what is `said`, and files as `tests.support.packs.checked` names
    them.
    """
    manifest = {"id": own_id, "name": own_id.title(), "extends": "my-game", "credit": "Made by Ada Tide."}
    written = {"pack.yaml": {**manifest, **(said or {})}}
    written |= {name.replace("__", "/").replace("_", "."): content for name, content in files.items()}
    made = {
        name: content if isinstance(content, bytes) else yaml.safe_dump(content, sort_keys=False).encode()
        for name, content in written.items()
        if content is not None
    }
    return in_memory(Path(own_id), made)


def wave(**files: Any) -> Pack:
    """An expansion with a set of one card."""
    return expansion("wave", {"sets": SETS}, **{"sets__wave__cards_yaml": CATS, **files})


def base(**said: str) -> Pack:
    """The small game; `said` replaces words of its game.yaml, as YAML."""
    words = SMALL["game.yaml"] + "".join(f"{key}: {value}\n" for key, value in said.items()).encode()
    return in_memory(Path("my-game"), {**SMALL, "game.yaml": words})


def joined(*expansions: Pack, game: Pack | None = None) -> list[Pack]:
    """The small game with these expansions, and those that can't be put to it."""
    return with_expansions({"my-game": game or base()}, expansions)


def checked_with(*expansions: Pack, game: Pack | None = None) -> CheckedPack:
    """The small game with expansions, all of which are put to it, checked."""
    return check_pack(replace(game or base(), expansions=tuple(sorted(expansions, key=lambda one: one.game_id))))


def findings(*expansions: Pack) -> list[tuple[str, str]]:
    """What is wrong with the game so extended, as codes and files."""
    return [(d.code, d.span.path if d.span else "") for d in checked_with(*expansions).diagnostics]
