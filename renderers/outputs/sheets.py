"""Sheets of cards to print and cut, as one PDF or one HTML file, and the check that every face's text fits."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from threading import Thread

from builder.diagnostics import Diagnostic
from builder.games import Card, Game
from renderers.faces.faces import back_face, card_sides, drawn_components
from renderers.faces.specs import print_spec
from renderers.layout.options import SheetOptions
from renderers.layout.plan import SheetPlan, plan_sheets, size_of, stacks_of
from renderers.outputs.documents import joined, known_standard, picked
from renderers.outputs.html import html_of
from renderers.typst.options import RenderOptions
from renderers.typst.typesetting import DEFAULTS, TypesetJob, typeset

HOME = SheetOptions()


@dataclass(frozen=True, slots=True)
class PrintedSheets:
    """A file's bytes (empty when a fault prevented it), its number of pages, and what is wrong with which face.

    `plan` is what lies on them. `backs` is the file of the back pages, where they are asked for separately.
    """

    data: bytes
    pages: int
    findings: list[Diagnostic]
    plan: SheetPlan = field(default_factory=SheetPlan)
    backs: bytes = b""


def print_sheets(
    game: Game,
    copies: Iterable[tuple[Card, int]],
    layout: SheetOptions = HOME,
    components: Iterable[tuple[Card | str, int]] = (),
    options: RenderOptions = DEFAULTS,
) -> PrintedSheets:
    """The sheets that `plan_sheets` plans, as a file."""
    is_pdf = layout.output == "pdf"
    standard = known_standard(layout.standard) if is_pdf else ""
    plan = plan_sheets(game, copies, layout, components)
    job = TypesetJob(game, plan.faces, plan.stacks, "pdf" if is_pdf else "svg", bleed=layout.bleed, standard=standard)
    if is_pdf:  # while the renderers' processes work, this one has nothing else to do
        Thread(target=import_module, args=("pikepdf",)).start()
    result = typeset(job, options)
    if result.failed:
        return PrintedSheets(b"", 0, result.findings)
    pages = plan.pages
    whole = joined(result.files, pages, standard) if is_pdf else b""

    def file(numbers: list[int]) -> bytes:
        if not is_pdf:
            return html_of(game, [pages[n] for n in numbers], [result.files[n] for n in numbers]) if numbers else b""
        return whole if len(numbers) == len(pages) else picked(whole, numbers, standard) if numbers else b""

    apart = [n for n, page in enumerate(pages) if page.back and layout.backs == "separate"]
    together = [n for n in range(len(pages)) if n not in apart]
    return PrintedSheets(file(together), len(pages), result.findings, plan, file(apart))


def check_faces(game: Game, cards: Sequence[Card], options: RenderOptions = DEFAULTS) -> list[Diagnostic]:
    """What is wrong with the faces of these cards and of the game's components, and with its back.

    Text that does not fit, missing glyphs, faulty templates.
    """
    listed = [(face, print_spec(game, card.type).size) for card in cards for face in card_sides(game, card)]
    listed += [(face, size_of(game)) for face in (*drawn_components(game), back_face(game))]
    stacks = stacks_of([size for _, size in listed])
    return typeset(TypesetJob(game, [face for face, _ in listed], stacks, "none"), options).findings
