"""Writes the Typst files that place faces on pages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from builder.documents.data import Data
from renderers.jobs import Ink, PageJob, StackJob
from renderers.templating.escape import literal
from renderers.templating.packfiles import FACES
from renderers.typst.notes import FACE_LABEL


def faces_of(stack: StackJob) -> list[int]:
    """The numbers of the faces on a stack's pages, sorted."""
    return sorted({place["face"] for page in stack["pages"] for place in page["places"]})


def alone(stack: StackJob) -> StackJob:
    """The faces of a stack, each on a page of its own, as large as it is with its bleed."""
    size = stack["size"]
    bleed = size["bleed"]
    width, height = size["width"] + 2 * bleed, size["height"] + 2 * bleed
    box = [0.0, 0.0, width, height, bleed, bleed]
    pages: list[PageJob] = [{"places": [{"face": face, "box": box, "turned": False}]} for face in faces_of(stack)]
    return {"size": size, "paper": [width, height], "pages": pages}


def game_source(game: Mapping[str, Data], stack: StackJob, ink: Ink = "full") -> bytes:
    """The Typst file with the game, the size of a card and how much ink is used, which every face may import."""
    size = stack["size"]
    return (
        f"#let game = {literal(game)}\n"
        f"#let card-width = {size['width']}mm\n#let card-height = {size['height']}mm\n"
        f"#let card-radius = {size['radius']}mm\n#let card-bleed = {size['bleed']}mm\n"
        f"#let ink = {literal(ink)}\n"
    ).encode()


def document_source(
    game: Mapping[str, Data], stack: StackJob, font: str, shapes: Sequence[str], *, dated: bool
) -> bytes:
    """The main Typst file: places faces on a stack's pages, with `font` as the family for text.

    `shapes` are those that faces are cut to, by the faces' numbers. `dated` gives a PDF a date, which some standards
    demand.
    """
    width, height = stack["paper"]
    fill = "none" if stack.get("clear") else "white"
    language = str(game.get("language", "en")).split("-")[0]
    lines = [
        '#import "/arsenal/kit.typ": base, corrected, cut, cut-circle, fold, guide, label, slot, solid',
        f"#set document(title: {literal(game['name'])}, date: {'auto' if dated else 'none'})",
        f"#set page(width: {width}mm, height: {height}mm, margin: 0mm, fill: {fill})",
        f"#show: base.with({literal(font)}, {literal(language)})",
    ]
    lines += [f'#let mark(number) = [#metadata(number)#std.label("{FACE_LABEL}")]']
    lines += [f'#let f{i} = include "/{FACES}{i}.typ"' for i in faces_of(stack)]
    for number, page in enumerate(stack["pages"]):
        if number:
            lines.append("#pagebreak()")
        printed = list(_printed(page, shapes))
        if corrected := page.get("corrected"):
            across, down, turn = corrected
            printed = [f"#corrected({_lengths((across, down))}, {turn:.6f}deg)[", *printed, "]"]
        lines += printed
    return "\n".join(lines).encode()


def _printed(page: PageJob, shapes: Sequence[str]) -> Iterator[str]:
    """The Typst code for everything on a page."""
    for place in page["places"]:
        face = place["face"]
        more = f", turned: {literal(place['turned'])}"
        if shapes[face] != "rectangle":
            more += f", shape: {literal(shapes[face])}"
        yield f"#slot(mark({face}), f{face}, {_lengths(place['box'])}{more})"
    for call, things in (
        ("cut", page.get("marks", [])),
        ("fold", page.get("folds", [])),
        ("cut-circle", page.get("circles", [])),
        ("solid", page.get("solids", [])),
    ):
        for lengths in things:
            yield f"#{call}({_lengths(lengths)})"
    for *lengths, points, dashed in page.get("guides", []):
        corners = "".join(f"({_lengths(point)}), " for point in points)
        yield f"#guide({_lengths(lengths)}, ({corners}), dashed: {literal(dashed)})"
    for x, y, words in page.get("labels", []):
        yield f"#label({_lengths((x, y))}, {literal(words)})"


def _lengths(values: Iterable[float]) -> str:
    return ", ".join(f"{value:.4f}mm" for value in values)
