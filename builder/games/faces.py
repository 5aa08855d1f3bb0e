"""The faces that come with Arsenal: templates that any game.yaml may name, and those that serve where it names none."""

from __future__ import annotations

from collections.abc import Mapping

from builder.games.game import Form

BUILT_IN_FACES = ("blank", "generic", "generic-back", "generic-component", "generic-die", "generic-token")
OWN_PAGES = ("arsenal-deck-sheet",)  # templates of whole pages, which are no faces: no game names them

DEFAULT_FACES: Mapping[Form, str] = {
    "card": "generic",
    "board": "generic",
    "token": "generic-token",
    "die": "generic-die",
}
DEFAULT_BACK = "generic-back"
DEFAULT_COMPONENT = "generic-component"
