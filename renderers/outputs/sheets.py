"""Sheets of cards to print and cut, as one PDF or HTML file; and the check of every face."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import astuple, dataclass, field, replace
from importlib import import_module
from pathlib import Path
from threading import Thread

from builder.diagnostics import Diagnostic, UsageError
from builder.games import Card, Game
from builder.words import words_here
from renderers.faces.faces import Ink, back_face, card_sides, drawn_components, print_spec
from renderers.layout.options import SheetOptions
from renderers.layout.pages import Page, Stack
from renderers.layout.plan import Layers, SheetPlan, layers_of, plan_sheets, size_of, stacks_of
from renderers.outputs.documents import (
    FOR_PRESS,
    PRESS_VERSION,
    composed,
    for_press,
    joined,
    known_standard,
    only_pages,
    page_boxes,
)
from renderers.typst.cachekeys import art_files, files_of, key_of, key_of_game
from renderers.typst.jobs import DEFAULTS, MOST_FACES, RenderOptions, TypesetFiles, TypesetJob

HOME = SheetOptions()
MANY_PAGES = 1_000  # from this number on, equal pages are drawn once


@dataclass(frozen=True, slots=True)
class PrintedSheets:
    """The result of printing: the file (empty when a fault prevented it), its number of pages, and what is wrong.

    `plan` says what lies on the pages. `backs` is the file of back pages, where they are printed separately.
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
    """Print these cards by count, and then components by count, as one file.

    Raises UsageError as `plan_sheets` does, for an unknown PDF standard, and for PDF/X without the profile of a press.
    """
    is_pdf = layout.output == "pdf"
    standard = _standard(layout) if is_pdf else ""
    plan = plan_sheets(game, copies, layout, components)
    layers = layers_of(plan.pages, plan.sizes, layout.bleed, once=len(plan.pages) >= MANY_PAGES)
    job = TypesetJob(game, plan.faces, layers.stacks, "pdf" if is_pdf else "svg", standard=standard)
    cache = options.cache
    key = _key(job, layout, layers, options.ink) if cache else ""
    if cache and (known := cache.get(key)):
        answer = TypesetFiles.from_bytes(known)
        data, backs = answer.files
        return PrintedSheets(data, len(plan.pages), answer.findings, plan, backs)
    from renderers.typst.typesetting import typeset  # imported only where something is to be drawn

    if is_pdf:  # while the renderers' processes work, this one has nothing else to do
        Thread(target=import_module, args=("pikepdf",)).start()
    # What one process makes is cached as a whole. With several, each caches its share: a change redraws only some.
    result = typeset(job, options if len(plan.faces) > MOST_FACES else replace(options, cache=None))
    if result.failed:
        return PrintedSheets(b"", 0, result.findings)
    sheets = _sheets(job, layout, plan, layers, result)
    if cache:
        cache.put(key, TypesetFiles([sheets.data, sheets.backs], sheets.findings).to_bytes())
        cache.prune()
    return sheets


def _sheets(
    job: TypesetJob, layout: SheetOptions, plan: SheetPlan, layers: Layers, result: TypesetFiles
) -> PrintedSheets:
    """The files of all pages, or of fronts and of backs where backs are printed separately."""
    pages, is_pdf = plan.pages, layout.output == "pdf"
    whole = joined(result.files, _pages_of(job.stacks), job.standard) if is_pdf else b""

    def file(numbers: list[int]) -> bytes:
        if not numbers:
            return b""
        drawn = [layers.pages[n] for n in numbers]
        if not is_pdf:
            pictures = [laid_over([result.files[n] for n in over]) for over in drawn]
            return html_of(job.game, [pages[n] for n in numbers], pictures)
        if not layers.are_pages:
            made = composed(whole, drawn, job.standard)
        else:
            made = whole if len(numbers) == len(pages) else only_pages(whole, numbers, job.standard)
        if layout.press and job.standard == PRESS_VERSION:
            return for_press(made, layout.press, job.game.name)
        return made

    separate = [n for n, page in enumerate(pages) if page.back and layout.backs == "separate"]
    together = [n for n in range(len(pages)) if n not in set(separate)] if separate else list(range(len(pages)))
    return PrintedSheets(file(together), len(pages), result.findings, plan, file(separate))


def _standard(layout: SheetOptions) -> str:
    """The standard for Typst: a level of PDF/A, or the version of PDF that PDF/X is based on; "" for none.

    Raises UsageError for an unknown standard, and for PDF/X without the profile of a press.
    """
    standard = known_standard(layout.standard)
    if standard != FOR_PRESS:
        return standard
    if layout.press is None:
        help_ = words_here("paper")("press.or", where=words_here("paper")("profile.where"))
        raise UsageError.of("paper", "press", help_=help_)
    return PRESS_VERSION


def _pages_of(stacks: Iterable[Stack]) -> list[Page]:
    return [page for stack in stacks for page in stack.pages]


def _key(job: TypesetJob, layout: SheetOptions, layers: Layers, ink: Ink) -> str:
    """The cache key of these sheets."""
    boxes = [astuple(page_boxes(page)) for page in _pages_of(job.stacks)]
    order = [] if layers.are_pages else [list(over) for over in layers.pages]
    press = layout.press.digest if layout.press and job.standard == PRESS_VERSION else ""
    made_from = [job.content(ink), boxes, layout.output, layout.backs, job.game.name, press, *order]
    there = files_of(job.game)
    return key_of(made_from, art_files(job.faces, there), key_of_game(job.game, there))


def check_faces(game: Game, cards: Sequence[Card], options: RenderOptions = DEFAULTS) -> list[Diagnostic]:
    """What is wrong with the faces of these cards, with the game's components and with its back.

    Finds text that does not fit, characters that no font has, and faulty templates.
    """
    listed = [(face, print_spec(game, card.type).size) for card in cards for face in card_sides(game, card)]
    listed += [(face, size_of(game)) for face in (*drawn_components(game), back_face(game))]
    from renderers.typst.typesetting import typeset

    stacks = stacks_of([size for _, size in listed])
    return typeset(TypesetJob(game, [face for face, _ in listed], stacks, "none"), options).findings


TEMPLATES = Path(__file__).with_name("templates")


def html_of(game: Game, pages: Sequence[Page], pictures: Sequence[bytes]) -> bytes:
    """An HTML file with a page for each of `pages`; `pictures` are their SVG."""
    import jinja2  # slow to import

    env = jinja2.Environment(
        loader=jinja2.FileSystemLoader(TEMPLATES), autoescape=True, undefined=jinja2.StrictUndefined
    )
    sizes = dict.fromkeys((page.width, page.height) for page in pages)
    papers = {size: f"paper{n}" for n, size in enumerate(sizes)}
    return (
        env.get_template("sheets.html.j2")
        .render(
            title=game.name,
            language=game.language,
            papers=[(name, width, height) for (width, height), name in papers.items()],
            sheets=[
                (papers[page.width, page.height], _inline(picture.decode("utf-8")))
                for page, picture in zip(pages, pictures, strict=True)
            ],
        )
        .encode()
    )


def laid_over(pictures: Sequence[bytes]) -> bytes:
    """SVG pictures of one size as one, the first lowest."""
    lowest, *others = pictures
    inner = [picture[picture.index(b">", picture.index(b"<svg")) + 1 : picture.rindex(b"</svg>")] for picture in others]
    end = lowest.rindex(b"</svg>")
    return b"".join((lowest[:end], *inner, lowest[end:]))


def _inline(svg: str) -> str:
    """The SVG as it is written within HTML, without XML namespaces."""
    start = svg.index("<svg")
    end = svg.index(">", start)
    parts = [part for part in svg[start:end].split(" ") if not part.startswith("xmlns")]
    return " ".join(parts) + svg[end:]
