"""Sheets of cards to print and cut, as one PDF or one HTML file, and the check that every face's text fits."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

import jinja2

from builder.diagnostics import UsageError, suggestion
from builder.models import Card, Game
from renderers import geometry
from renderers.faces import back_face, card_face, component_face
from renderers.geometry import Backs, Box, Marks, Page, Size, Slot
from renderers.typeset import Face, Finding, typeset

TEMPLATES = Path(__file__).with_name("templates")


@dataclass(frozen=True, slots=True)
class SheetOptions:
    """How sheets are laid out. Lengths are mm; `size` is a size's name, empty for the game's own."""

    paper: str = "a4"
    size: str = ""
    margin: float = 4.0
    gap: float = 0.0
    bleed: float = 3.0
    marks: Marks = "crops"
    backs: Backs = "none"
    output: Literal["pdf", "html"] = "pdf"
    seconds: float | None = None  # limit for the templates' work; by default it grows with the number of faces


@dataclass(frozen=True, slots=True)
class Rendered:
    """A file's bytes (empty when a fault prevented it), its number of pages, and what is wrong with which face."""

    data: bytes
    pages: int
    findings: list[Finding]


def print_sheets(
    game: Game,
    copies: Iterable[tuple[Card, int]],
    options: SheetOptions | None = None,
    components: Iterable[tuple[str, int]] = (),
) -> Rendered:
    """Cards by count, in the order given, then components (by their ids in game.yaml) by count, on sheets.

    Backs, if any, are the game's; a component has none. Raises UsageError when the paper or size is unknown, a card
    does not fit the paper, or the game has no such component.
    """
    options = options or SheetOptions()
    faces, order, blank = _faces(game, copies, components)
    size = size_of(game, options.size)
    pages = geometry.impose(
        len(order),
        size,
        geometry.paper_size(options.paper),
        margin=options.margin,
        gap=options.gap,
        bleed=options.bleed,
        marks=options.marks,
        backs=options.backs,
    )
    if options.backs != "none":
        faces.append(back_face(game))
    placed = [_filled(page, order, blank, len(faces) - 1) for page in pages]
    made = typeset(
        Path(game.root),
        game.definition,
        faces,
        placed,
        size,
        bleed=options.bleed,
        output="svg" if options.output == "html" else "pdf",
        seconds=options.seconds,
    )
    if made.failed:
        return Rendered(b"", 0, made.findings)
    data = _html(game, placed, made.files) if options.output == "html" else made.files[0]
    return Rendered(data, len(placed), made.findings)


def check_faces(game: Game, cards: Sequence[Card], *, seconds: float | None = None) -> list[Finding]:
    """What is wrong with these cards' faces (text that does not fit, missing glyphs, faulty templates)."""
    size = size_of(game)
    faces = [card_face(game, card) for card in cards]
    return typeset(
        Path(game.root), game.definition, faces, pages_of(faces, size), size, bleed=0.0, output="none", seconds=seconds
    ).findings


def components_for(game: Game, players: int) -> list[tuple[str, int]]:
    """The components that so many players need, by count."""
    listed = game.definition.get("components", {})
    return [(name, described.get("per-player", 1) * players) for name, described in listed.items()]


def size_of(game: Game, name: str = "") -> Size:
    """The size of that name, or the game's own."""
    return geometry.card_size(name or game.definition.get("card-size", "standard"))


def pages_of(faces: Sequence[Face], size: Size, bleed: float = 0.0) -> list[Page]:
    """One page a face, as large as the card and its bleed."""
    width, height = size.width + 2 * bleed, size.height + 2 * bleed
    trim, whole = Box(bleed, bleed, size.width, size.height), Box(0, 0, width, height)
    return [Page(width, height, (Slot(i, trim, whole),)) for i in range(len(faces))]


def _faces(
    game: Game, copies: Iterable[tuple[Card, int]], components: Iterable[tuple[str, int]]
) -> tuple[list[Face], list[int], set[int]]:
    """Each face once, then which face lies in each place, then which faces have a blank back."""
    faces: list[Face] = []
    order: list[int] = []
    for card, count in copies:
        order += [len(faces)] * count
        faces.append(card_face(game, card))
    cards = len(faces)
    known = game.definition.get("components", {})
    for name, count in components:
        if name not in known:
            raise UsageError(f'{game.name} has no component "{name}"', help=suggestion(name, known))
        order += [len(faces)] * count
        faces.append(component_face(game, name))
    return faces, order, set(range(cards, len(faces)))


def _filled(page: Page, order: list[int], blank: set[int], back: int) -> Page:
    """The page, its slots counting faces instead of places."""
    slots = (replace(slot, card=order[slot.card]) for slot in page.slots)
    if page.back:
        slots = (replace(slot, card=back) for slot in slots if slot.card not in blank)
    return replace(page, slots=tuple(slots))


def _html(game: Game, pages: list[Page], pictures: list[bytes]) -> bytes:
    """One file that needs no other: a page a sheet."""
    env = jinja2.Environment(
        loader=jinja2.FileSystemLoader(TEMPLATES), autoescape=True, undefined=jinja2.StrictUndefined
    )
    first = pages[0] if pages else Page(210, 297, ())
    return (
        env.get_template("sheets.html.j2")
        .render(
            title=game.name,
            language=game.definition.get("language", "en"),
            width=first.width,
            height=first.height,
            sheets=[_inline(picture.decode("utf-8")) for picture in pictures],
        )
        .encode()
    )


def _inline(svg: str) -> str:
    """An SVG without the namespaces that HTML does without."""
    start = svg.index("<svg")
    end = svg.index(">", start)
    kept = [part for part in svg[start:end].split(" ") if not part.startswith("xmlns")]
    return " ".join(kept) + svg[end:]
