"""Pictures of cards: one for each card, sheets for virtual tables, and pictures for exports."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from builder.diagnostics import Diagnostic, UsageError
from builder.packs.pack import refuse_overwriting
from builder.printing.findings import Note, PrintResult, finished, ignore, settle
from builder.printing.gathering import Gathered, Request, gather
from builder.storage.files import check_folder, inside, is_folder, is_there, write_folder
from builder.terminal.progress import progress
from builder.words import words_here
from renderers.faces.faces import Ink
from renderers.layout.options import SheetOptions
from renderers.typst.cachekeys import render_cache
from renderers.typst.jobs import RenderOptions

if TYPE_CHECKING:
    from builder.games import Card, Game
    from builder.library import Catalog
    from builder.packs.pack import Pack
    from renderers.outputs.images import CardImage

PictureKind = Literal["png", "svg"]


@dataclass(frozen=True, slots=True)
class PictureOptions:
    """How pictures are made: their kind, the resolution of PNG, and the longest side in pixels of sheets for tables.

    `time_limit` is in seconds for the templates' work; without `cache` everything is drawn again. With low `ink`,
    grounds are light and text is black.
    """

    kind: PictureKind = "png"
    dpi: float = 300.0
    max_side: int = 4096
    time_limit: float | None = None
    cache: bool = True
    ink: Ink = "full"


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture of a card, as PNG: its front, or if `is_back` its own back. A die has one picture, its faces in a row.

    `name` is a file's name without its ending: the card's id, followed by `.back` for a back. The back that cards share
    is named `:back`, a component `:ID`.
    """

    name: str
    data: bytes
    is_back: bool = False


@dataclass(frozen=True, slots=True)
class Drawing:
    """Draws the cards of an export. Both methods raise FindingsError for faults of templates.

    The game and the cards are in the wanted language, which is empty for the game's own. `time_limit` is in seconds for
    each run of templates.
    """

    game: Game
    cards: Sequence[Card]
    dpi: float
    language: str = ""
    time_limit: float | None = None

    def pictures(self, cards: Sequence[Card] | None = None, dpi: float | None = None) -> list[Picture]:
        """Each card's pictures, in the order of the cards; by default of all cards, at the drawing's resolution."""
        from renderers.outputs.images import card_images

        wanted = self.cards if cards is None else cards
        say = words_here("printing")
        with progress(say("drawing"), say("drawing.unit")) as advance:
            options = RenderOptions(render_cache(), advance, self.time_limit)
            drawn = list(card_images(self.game, wanted, "png", SheetOptions(bleed=0.0, dpi=dpi or self.dpi), options))
        return self._settled(drawn)

    def shared(self) -> list[Picture]:
        """The back that cards share, named `:back`, and the components that are no cards, each named `:ID`."""
        from renderers.outputs.images import shared_images

        options = RenderOptions(render_cache(), time_limit=self.time_limit)
        return self._settled(list(shared_images(self.game, SheetOptions(bleed=0.0, dpi=self.dpi), options)))

    def _settled(self, drawn: Sequence[CardImage]) -> list[Picture]:
        """The pictures, if no fault prevented one."""
        settle([finding for one in drawn for finding in one.findings], self.game, self.cards, self.language)
        return [Picture(one.name, one.data, one.name == ":back" or one.name.endswith(".back")) for one in drawn]


def make_images(
    catalog: Catalog,
    packs: Sequence[Pack],
    request: Request,
    out: Path,
    options: PictureOptions | None = None,
    note: Note = ignore,
) -> PrintResult:
    """Make a picture of each card in the folder `out`.

    Raises UsageError where that can't be done, FindingsError, with nothing written, for faults of templates.
    """
    from renderers.outputs.images import card_images

    options = options or PictureOptions()
    gathered = _gathered(catalog, packs, request, out, note)
    cards = [card for card, _ in gathered.cards]
    if not cards:
        return PrintResult(lines=[words_here("printing")("nothing-to-make")])
    layout = SheetOptions(bleed=0.0, dpi=options.dpi)
    say = words_here("printing")
    with progress(say("drawing"), say("drawing.unit")) as advance:
        rendering = replace(_rendering(options), progress=advance)
        images = list(card_images(gathered.game, cards, options.kind, layout, rendering))
    files = {f"{image.name}.{options.kind}": image.data for image in images}
    if gathered.of_box and any(count != 1 for _, count in gathered.cards):
        files["counts.csv"] = _counts(gathered.cards, files, options.kind)
    findings = [finding for image in images for finding in image.findings]
    done = _written(gathered, out, files, findings)
    key = "pictures.counts" if "counts.csv" in files else "pictures"
    done.lines.append(say(key, path=out, pictures=say("count.pictures", len(images))))
    return done


def _counts(cards: Sequence[tuple[Card, int]], files: Mapping[str, bytes], kind: PictureKind) -> bytes:
    """A CSV of how many of each card are in the box, by the names of their pictures."""
    named = ((f"{card.picture}.{kind}", count) for card, count in cards)
    return ("picture,copies\n" + "".join(f"{name},{count}\n" for name, count in named if name in files)).encode()


def make_tabletop(
    catalog: Catalog,
    packs: Sequence[Pack],
    request: Request,
    out: Path,
    options: PictureOptions | None = None,
    note: Note = ignore,
) -> PrintResult:
    """Make sheets of up to 69 cards for virtual tables in `out`, with sheets.json, which says where each card lies.

    Raises as `make_images` does.
    """
    from renderers.outputs.tables import table_sheets

    options = options or PictureOptions()
    gathered = _gathered(catalog, packs, request, out, note)
    cards = [card for card, _ in gathered.cards]
    rendering = _rendering(options)
    sheets = list(table_sheets(gathered.game, cards, options.kind, options.dpi, options.max_side, rendering))
    copies = {card.picture: number for card, number in gathered.cards}
    index = {"game": gathered.game.id, "copies": copies, "sheets": [sheet.to_json() for sheet in sheets]}
    files = {sheet.name: sheet.data for sheet in sheets}
    files["sheets.json"] = (json.dumps(index, indent=2) + "\n").encode()
    findings = [finding for sheet in sheets for finding in sheet.findings]
    done = _written(gathered, out, files, findings)
    cells = sum(len(sheet.cells) for sheet in sheets)
    say = words_here("printing")
    what = say("count.cards", len(cards))
    if cells != len(cards):
        what = say("pictures.of", pictures=say("count.pictures", cells), cards=what)
    done.lines.append(say("cards", path=out, cards=what, pages=say("count.sheets", len(sheets))))
    return done


def _gathered(catalog: Catalog, packs: Sequence[Pack], request: Request, out: Path, note: Note) -> Gathered:
    gathered = gather(catalog, packs, request)
    for line in gathered.notes:
        note(line)
    if is_there(out) and not is_folder(out):
        raise UsageError.of("printing", "no-folder", path=out)
    check_folder(out)
    return gathered


def _rendering(options: PictureOptions) -> RenderOptions:
    return RenderOptions(render_cache() if options.cache else None, time_limit=options.time_limit, ink=options.ink)


def _written(gathered: Gathered, out: Path, files: Mapping[str, bytes], findings: Sequence[Diagnostic]) -> PrintResult:
    """Write the files, all or none. Raises FindingsError, and writes nothing, where there are errors."""
    cards = [card for card, _ in gathered.cards]
    done = PrintResult(warnings=gathered.warnings + settle(findings, gathered.game, cards, gathered.language))
    for name in files:
        inside(out, name)  # all of them, before any is written
    refuse_overwriting(out / name for name in files)
    done.hints += finished(write_folder(out, files), out)
    done.files += [out / name for name in files]
    return done
