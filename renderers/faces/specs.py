"""How things of each type are printed: as game.yaml says of the type, or else of the whole game."""

from __future__ import annotations

from dataclasses import dataclass, replace

from builder.games import Game
from builder.games.faces import DEFAULT_BACK, DEFAULT_FACES
from builder.games.game import Form, Shape
from builder.games.sizes import Size, card_size

NO_BACK = "none"  # what game.yaml says where there is no back


@dataclass(frozen=True, slots=True)
class PrintSpec:
    """How things of one type are printed.

    `size` is the size of a card, or of one face of a die; `has_own_size` is true where the type itself names it. `face`
    and `back` are names of templates. `back` is "" where nothing is printed behind; `shares_back` is true where the
    type names no back, so that the game's is used.
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
    """How things of a type are printed. Raises UsageError for a size of game.yaml that does not exist."""
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
    """The name of the template for the back that the game's cards share."""
    return game.back or DEFAULT_BACK
