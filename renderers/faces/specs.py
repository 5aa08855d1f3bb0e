"""How things of a type are printed: what game.yaml says of the type, completed by what it says of the game."""

from __future__ import annotations

from dataclasses import dataclass, replace

from builder.games import Game
from builder.games.faces import DEFAULT_BACK, DEFAULT_FACES
from builder.games.game import Form, Shape
from builder.games.sizes import Size, card_size

NO_BACK = "none"  # what game.yaml says where there is no back


@dataclass(frozen=True, slots=True)
class PrintSpec:
    """How things of a type are printed.

    `has_own_size` means that the type says its size. `face` and `back` are names of templates; `back` is "" where there
    is none, and `shares_back` means that it is the game's. A die's size is that of a face.
    """

    form: Form
    size: Size
    has_own_size: bool
    shape: Shape
    face: str
    back: str
    shares_back: bool
    two_sided: bool


def print_spec(game: Game, type_id: str) -> PrintSpec:
    """How things of a type are printed. Raises UsageError when a size of game.yaml is unknown."""
    described = game.type_of(type_id)
    form = described.form
    game_face = game.face if form in ("card", "board") else ""
    back = described.back or (shared_back(game) if form == "card" else NO_BACK)
    size = card_size(described.size or game.card_size)
    return PrintSpec(
        form=form,
        size=size if form == "card" else replace(size, radius=0.0),
        has_own_size=bool(described.size),
        shape=described.shape,
        face=described.face or game_face or DEFAULT_FACES[form],
        back=back if back != NO_BACK else "",
        shares_back=not described.back,
        two_sided=described.two_sided,
    )


def shared_back(game: Game) -> str:
    """The template of the back that the game's cards share."""
    return game.back or DEFAULT_BACK
