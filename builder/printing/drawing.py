"""Draws the cards of an export."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from builder.diagnostics import Diagnostic
from builder.exports import Picture, Settings
from builder.games import Card, Game
from builder.printing.findings import settle
from builder.terminal.progress import progress
from renderers.layout.options import SheetOptions
from renderers.typst.cachekeys import render_cache
from renderers.typst.jobs import RenderOptions


@dataclass(frozen=True, slots=True)
class Drawer:
    """A `builder.exports.Drawing` of these cards; both the game and the cards are in the language wanted."""

    game: Game
    cards: Sequence[Card]
    settings: Settings
    language: str = ""

    def pictures(self, cards: Sequence[Card] | None = None, dpi: float | None = None) -> list[Picture]:
        """Each card's pictures, in the order of the cards: of all cards, at the settings' resolution, by default."""
        from renderers.outputs.images import card_images

        wanted = self.cards if cards is None else cards
        layout = SheetOptions(bleed=0.0, dpi=dpi or self.settings.dpi)
        with progress("drawing", "pictures") as advance:
            options = replace(_rendering(), progress=advance)
            drawn = list(card_images(self.game, wanted, "png", layout, options))
        self._settle([finding for one in drawn for finding in one.findings])
        return [Picture(one.name, one.data, one.name.endswith(".back")) for one in drawn]

    def shared(self) -> list[Picture]:
        """The back that cards share, named `:back`, and the components that are no cards, each named `:ID`."""
        from renderers.outputs.images import shared_images

        drawn = list(shared_images(self.game, self._layout(), _rendering()))
        self._settle([finding for one in drawn for finding in one.findings])
        return [Picture(one.name, one.data, one.name == ":back") for one in drawn]

    def _layout(self) -> SheetOptions:
        return SheetOptions(bleed=0.0, dpi=self.settings.dpi)

    def _settle(self, findings: Sequence[Diagnostic]) -> None:
        settle(findings, self.game, self.cards, self.language)


def _rendering() -> RenderOptions:
    return RenderOptions(render_cache())
