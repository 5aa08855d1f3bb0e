"""Sheets of cards to print and cut, as one PDF or one HTML file, and the check that every face's text fits."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from threading import Thread

import jinja2

from builder.games import Card, Game
from renderers.faces.faces import back_face, card_sides, component_face, form_of
from renderers.layout.geometry import Page
from renderers.layout.plan import Plan, SheetOptions, plan_sheets, size_of, stacks_of
from renderers.outputs.documents import joined, known_standard, picked
from renderers.typst.kept import Kept
from renderers.typst.typeset import Finding, Told, typeset

TEMPLATES = Path(__file__).with_name("templates")


@dataclass(frozen=True, slots=True)
class Rendered:
    """A file's bytes (empty when a fault prevented it), its number of pages, and what is wrong with which face.

    `plan` is what lies on them. `backs` is the file of the back pages, where they are asked for separately.
    """

    data: bytes
    pages: int
    findings: list[Finding]
    plan: Plan = field(default_factory=Plan)
    backs: bytes = b""


def print_sheets(
    game: Game,
    copies: Iterable[tuple[Card, int]],
    options: SheetOptions | None = None,
    components: Iterable[tuple[Card | str, int]] = (),
    keep: Kept | None = None,
    told: Told | None = None,
) -> Rendered:
    """The sheets that `plan_sheets` plans, as a file.

    What `keep` has is not drawn again. `told` hears how far it is.
    """
    options = options or SheetOptions()
    standard = known_standard(options.standard) if options.output == "pdf" else ""
    plan = plan_sheets(game, copies, options, components)
    if options.output == "pdf":  # while the renderers' processes work, this one has nothing else to do
        Thread(target=import_module, args=("pikepdf",)).start()
    made = typeset(
        Path(game.root),
        game.definition,
        plan.faces,
        plan.stacks,
        bleed=options.bleed,
        output="svg" if options.output == "html" else "pdf",
        standard=standard,
        seconds=options.seconds,
        keep=keep,
        told=told,
    )
    if made.failed:
        return Rendered(b"", 0, made.findings)
    pages = plan.pages

    def file(numbers: list[int]) -> bytes:
        if options.output == "html":
            return _html(game, [pages[n] for n in numbers], [made.files[n] for n in numbers]) if numbers else b""
        return whole if len(numbers) == len(pages) else picked(whole, numbers, standard) if numbers else b""

    whole = joined(made.files, pages, standard) if options.output == "pdf" else b""
    apart = [n for n, page in enumerate(pages) if page.back and options.backs == "separate"]
    together = [n for n in range(len(pages)) if n not in apart]
    return Rendered(file(together), len(pages), made.findings, plan, file(apart))


def check_faces(
    game: Game,
    cards: Sequence[Card],
    *,
    seconds: float | None = None,
    keep: Kept | None = None,
    told: Told | None = None,
) -> list[Finding]:
    """What is wrong with the faces of these cards and of the game's components, and with its back.

    Text that does not fit, missing glyphs, faulty templates.
    """
    listed = [(face, form_of(game, card.type).size) for card in cards for face in card_sides(game, card)]
    described = game.definition.get("components", {})
    listed += [(component_face(game, name), size_of(game)) for name, of in described.items() if "card" not in of]
    listed.append((back_face(game), size_of(game)))
    faces = [face for face, _ in listed]
    stacks = stacks_of([size for _, size in listed])
    return typeset(
        Path(game.root), game.definition, faces, stacks, bleed=0.0, output="none", seconds=seconds, keep=keep, told=told
    ).findings


def _html(game: Game, pages: list[Page], pictures: list[bytes]) -> bytes:
    """One file that needs no other: a page a sheet."""
    env = jinja2.Environment(
        loader=jinja2.FileSystemLoader(TEMPLATES), autoescape=True, undefined=jinja2.StrictUndefined
    )
    sizes = dict.fromkeys((page.width, page.height) for page in pages)
    papers = {size: f"paper{n}" for n, size in enumerate(sizes)}
    return (
        env.get_template("sheets.html.j2")
        .render(
            title=game.name,
            language=game.definition.get("language", "en"),
            papers=[(name, width, height) for (width, height), name in papers.items()],
            sheets=[
                (papers[page.width, page.height], _inline(picture.decode("utf-8")))
                for page, picture in zip(pages, pictures, strict=True)
            ],
        )
        .encode()
    )


def _inline(svg: str) -> str:
    """An SVG without the namespaces that HTML does without."""
    start = svg.index("<svg")
    end = svg.index(">", start)
    kept = [part for part in svg[start:end].split(" ") if not part.startswith("xmlns")]
    return " ".join(kept) + svg[end:]
