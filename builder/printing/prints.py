"""Prints cards: to a file of sheets, or to a folder of pictures, as a preset and its options say."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

from builder.diagnostics import FindingsError, UsageError
from builder.diagnostics.harmless import json_text
from builder.documents.data import Data
from builder.games.game import Form
from builder.library import OpenedDeck
from builder.naming import slug
from builder.packs.pack import refuse_overwriting
from builder.printing.findings import Note, PrintResult, finished, ignore, settle
from builder.printing.gathering import Gathered, Request, gather
from builder.printing.presets import check_words, find_preset, options_of, overruled
from builder.storage.files import (
    inside,
    is_file,
    is_folder,
    read_named,
    real,
    writable,
    write_files,
    write_folder,
    write_output,
)
from builder.terminal.progress import progress
from builder.words import words_here
from renderers.faces.faces import print_spec
from renderers.layout.options import MAX_PROFILE, OutputProfile, SheetOptions, output_profile
from renderers.layout.plan import SheetPlan, number_of_pages, plan_sheets, printed_size
from renderers.layout.words import Edge
from renderers.outputs.calibration import calibration_sheet
from renderers.outputs.documents import FOR_PRESS, known_standard
from renderers.outputs.sheets import PrintedSheets, print_sheets
from renderers.typst.cachekeys import render_cache
from renderers.typst.jobs import RenderOptions

if TYPE_CHECKING:
    from builder.games import Game
    from builder.library import Catalog
    from builder.packs.pack import Pack
    from renderers.layout.cutpaths import Layer
    from renderers.layout.pages import Page

MAX_PAGES = 1_000  # by default
MOST_RUNS = 6  # runs of pages of one kind that a line lists; of more, it counts the kinds

_SHEETS_ONLY = ("paper", "orientation", "margin", "gap", "bleed-mode", "marks", "mix")


@dataclass(frozen=True, slots=True)
class PrintOptions:
    """How cards are printed.

    `preset` is a preset's name or file, `words` are words of presets that overrule it (schemas/preset.schema.json).
    `cut_path` is a file for the paths that a machine cuts, `standard` a PDF standard such as `a-2b`, `output_intent`
    the ICC profile of the press, which PDF/X-4 needs. `preflight` asks for the checks of a print shop, and
    `preflight_report` is a JSON file for their report. `components` adds one player's trackers and reminders.
    `time_limit` is in seconds for the templates' work; without `cache` everything is drawn again. If there are more
    pages than `max_pages`, nothing is printed.
    """

    preset: str = "home"
    words: Mapping[str, Data] = field(default_factory=dict)
    cut_path: Path | None = None
    standard: str = ""
    output_intent: Path | None = None
    preflight: bool = False
    preflight_report: Path | None = None
    components: bool = True
    time_limit: float | None = None
    cache: bool = True
    max_pages: int = MAX_PAGES


def print_cards(
    catalog: Catalog,
    packs: Sequence[Pack],
    request: Request,
    out: Path,
    options: PrintOptions | None = None,
    note: Note = ignore,
) -> PrintResult:
    """Print cards to `out`: a .pdf or .html file, or a folder for presets that make pictures.

    `note` is called at once with messages for the user. Raises UsageError where printing can't be done, FindingsError,
    with nothing written, for faults of templates and for cards that can't be drawn.
    """
    return prepare(catalog, packs, request, options, note)(out)


def prepare(
    catalog: Catalog, packs: Sequence[Pack], request: Request, options: PrintOptions | None = None, note: Note = ignore
) -> Callable[[Path], PrintResult]:
    """Gather what `print_cards` prints. Returns a function that prints it to a path, without the catalog.

    Both raise as `print_cards` does.
    """
    options = options or PrintOptions()
    preset = find_preset(options.preset)
    check_words(options.words)
    words = overruled(preset.words, options.words)
    sheet_options = replace(options_of(words), standard=options.standard, press=_press(options.output_intent))
    if sheet_options.reminders is not None:
        request = replace(request, reminders=sheet_options.reminders)
    gathered = gather(catalog, packs, request, players=1 if options.components else 0)
    for line in gathered.notes:
        note(line)
    rendering = RenderOptions(
        render_cache() if options.cache else None, time_limit=options.time_limit, ink=sheet_options.ink
    )

    def print_to(out: Path) -> PrintResult:
        _check_names(out, options, preset.name, sheet_options.layout)
        _check_files(out, options, sheet_options)
        return _print(_Job(gathered, sheet_options, options, out, rendering), preset.name)

    return print_to


def _print(job: _Job, preset: str) -> PrintResult:
    if not job.gathered.cards:
        return PrintResult(lines=[words_here("printing")("nothing")])
    _check_sizes(job.gathered, job.sheet_options, preset)
    if job.sheet_options.layout == "images":
        return job.pictures()
    _check_pages(job.gathered, job.sheet_options, job.options.max_pages)
    return job.sheets()


def default_path(what: OpenedDeck | Game, options: PrintOptions) -> Path:
    """The default path to print to: `NAME.pdf`, or a folder `NAME-pictures` for presets that make pictures.

    NAME is the game's id, or the name of the deck or its file.
    """
    called = (slug(Path(what.label).stem) if isinstance(what, OpenedDeck) else what.id) or "cards"
    preset = find_preset(options.preset)
    pictures = options_of({**preset.words, **options.words}).layout == "images"
    return Path(f"{called}-pictures" if pictures else f"{called}.pdf")


@dataclass(frozen=True, slots=True)
class _Job:
    """A print: what is printed, how and where to."""

    gathered: Gathered
    sheet_options: SheetOptions
    options: PrintOptions
    out: Path
    rendering: RenderOptions

    def sheets(self) -> PrintResult:
        """Print to a file, and to further files, such as those for backs and cut paths."""
        output: SheetOptions = replace(
            self.sheet_options, output="html" if self.out.suffix.lower() == ".html" else "pdf"
        )
        gathered = self.gathered
        say = words_here("printing")
        with progress(say("typesetting"), say("typesetting.unit")) as advance:
            rendering = replace(self.rendering, progress=advance)
            made = print_sheets(gathered.game, gathered.cards, output, gathered.extras, rendering)
        pages = made.plan.pages
        separate = [page for page in pages if page.back and output.backs == "separate"]
        together = [page for page in pages if not page.back] if separate else pages
        cuts = self._cuts(together)
        for path in cuts:
            writable(path)
        done, files = self._examined(made, output)
        files[self.out] = made.data
        on = say("count.pages", len(together))
        done.lines.append(say("cards", path=self.out, cards=self._cards, pages=on))
        if separate:
            backs = _backs_path(self.out)
            files[backs] = made.backs
            done.lines.append(say("backs", path=backs, pages=say("count.pages", len(separate))))
        if output.layout == "pages":
            done.lines.append(self._what_pages_are(made.plan))
        done.hints += self._without_effect(pages)
        if output.layout == "pages" and self._has_dice:
            done.hints.append(say("die-pages"))
        done.hints += self._without_template
        files |= self._cut_files(cuts, done)
        refuse_overwriting(files)
        done.hints += finished(write_files(files), self.out.parent)
        done.files += files
        if cuts and any(not page.back and page.slots and not page.outlines for page in pages):
            done.hints.append(say("tiles"))
        return done

    def pictures(self) -> PrintResult:
        """Print to a folder of pictures."""
        from renderers.outputs.images import deck_images

        gathered, options = self.gathered, self.sheet_options
        say = words_here("printing")
        with progress(say("drawing"), say("drawing.unit")) as advance:
            rendering = replace(self.rendering, progress=advance)
            made = list(deck_images(gathered.game, gathered.cards, options, gathered.extras, rendering))
        findings = [finding for image, _ in made for finding in image.findings]
        plan = SheetPlan()
        if self._asks_preflight or options.ink == "low":
            plan = plan_sheets(gathered.game, gathered.cards, options, gathered.extras)
        done, report = self._examined(PrintedSheets(b"", len(plan.pages), findings, plan), options)
        files = {f"{image.name}.png": image.data for image, _ in made}
        for name in files:
            inside(self.out, name)  # all of them, before any is written
        files["counts.csv"] = ("picture,copies\n" + "".join(f"{image.name}.png,{n}\n" for image, n in made)).encode()
        refuse_overwriting([*report, *(self.out / name for name in files)])
        done.hints += finished(write_folder(self.out, files), self.out)
        write_files(report)
        done.files += [*report, *(self.out / name for name in files)]
        done.hints += self._without_effect(())
        if self._has_dice:
            done.hints.append(say("die-pictures"))
        done.hints += self._without_template + self._sizes
        pictures = say("count.pictures", len(made))
        done.lines.append(say("pictures.cards", path=self.out, pictures=pictures, cards=self._cards))
        return done

    def _examined(self, made: PrintedSheets, options: SheetOptions) -> tuple[PrintResult, dict[Path, bytes]]:
        """The result so far, with faults of the faces and, if asked for, preflight's report; and the report's file.

        Raises FindingsError for errors, once the report is written.
        """
        done, files = PrintResult(), dict[Path, bytes]()
        findings = made.findings
        if made.plan.faces and self._asks_preflight:
            from renderers.preflight.checks import preflight
            from renderers.preflight.reports import as_json, as_text, findings_of

            report = preflight(self.gathered.game, made, options, self.rendering)
            findings = findings_of(report)
            if self.options.preflight_report:
                written = json_text(as_json(report)) + "\n"
                files[self.options.preflight_report] = written.encode()
            if self.options.preflight:
                done.report = as_text(report)
        if made.plan.faces and options.ink == "low":
            done.lines += self._saved(made.plan, options)
        cards = [card for card, _ in self.gathered.cards]
        cards += [what for what, _ in self.gathered.extras if not isinstance(what, str)]
        try:
            done.warnings = self.gathered.warnings + settle(findings, self.gathered.game, cards, self.gathered.language)
        except FindingsError:
            write_files(files)  # the user needs the report all the more
            raise
        return done, files

    def _saved(self, plan: SheetPlan, options: SheetOptions) -> list[str]:
        """A line about the ink that is saved."""
        from renderers.preflight.checks import mean_ink

        game, rendering = self.gathered.game, self.rendering
        low = mean_ink(game, plan, options, rendering)
        full = mean_ink(game, plan, options, replace(rendering, ink="full"))
        if low is None or full is None:
            return []
        return [words_here("printing")("ink", low=f"{low:.0f}", full=f"{full:.0f}")]

    def _cuts(self, pages: Sequence[Page]) -> dict[Path, list[Layer]]:
        """The paths that a machine cuts, by the files that they go to: one for each size of paper."""
        path = self.options.cut_path
        if path is None:
            return {}
        from renderers.layout.cutpaths import by_size, cut_paths

        sizes = by_size(cut_paths(pages))
        several = len(sizes) > 1
        return {
            path.with_name(f"{path.stem}-{size}{path.suffix}") if several else path: layers
            for size, layers in sizes.items()
        }

    def _cut_files(self, cuts: Mapping[Path, Sequence[Layer]], done: PrintResult) -> dict[Path, bytes]:
        if not cuts:
            return {}
        from renderers.layout.cutpaths import dxf, svg

        for path, layers in cuts.items():
            say, number = words_here("printing"), sum(len(layer.paths) for layer in layers)
            cut, into = say("count.cuts", number), say("count.layers", len(layers))
            done.lines.append(say("cuts", path=path, cuts=cut, layers=into))
        return {path: (dxf if path.suffix.lower() == ".dxf" else svg)(layers) for path, layers in cuts.items()}

    def _without_effect(self, pages: Sequence[Page]) -> list[str]:
        """Which options have no effect on the result: these pages, or pictures."""
        layout = self.sheet_options.layout
        sheets = layout == "sheets"
        behind = any(page.back for page in pages)
        backs = "idle.backs" if behind else "idle.pages"
        without_effect = {
            **dict.fromkeys(_SHEETS_ONLY, (not sheets, "idle.sheets")),
            "dpi": (layout != "images", "idle.pictures"),
            "back-offset": (not (sheets and behind), backs),
            "back-rotation": (not (sheets and behind), backs),
            "order": (not behind, backs),
        }
        say = words_here("printing")
        hints = [
            say("idle", option=f"--{word}", why=say(why))
            for word, (idle, why) in without_effect.items()
            if idle and word in self.options.words
        ]
        if self.options.standard and self.out.suffix.lower() != ".pdf":
            hints.append(say("idle", option="--pdf-standard", why=say("idle.pdf")))
        if self.sheet_options.press and not self._asks_preflight and known_standard(self.options.standard) != FOR_PRESS:
            hints.append(say("idle", option="--output-intent", why=say("idle.intent")))
        return hints

    @property
    def _asks_preflight(self) -> bool:
        return self.options.preflight or self.options.preflight_report is not None

    @property
    def _cards(self) -> str:
        """How many cards there are, in words."""
        return words_here()("count.cards", sum(number for _, number in self.gathered.cards))

    @property
    def _has_dice(self) -> bool:
        return "die" in self._forms

    @property
    def _forms(self) -> set[Form]:
        """The forms of what is printed."""
        gathered = self.gathered
        cards = [what for what, _ in (*gathered.cards, *gathered.extras) if not isinstance(what, str)]
        return {gathered.game.type_of(card.type).form for card in cards}

    def _what_pages_are(self, plan: SheetPlan) -> str:
        """What lies on which pages: cards, backs, and components."""
        say, named = words_here("printing"), {getattr(what, "id", what) for what, _ in self.gathered.extras}
        kinds = [
            "back"
            if page.back
            else "extra"
            if any(plan.faces[slot.card].id in named for slot in page.slots)
            else "front"
            for page in plan.pages
        ]
        runs = [(kind, [*found]) for kind, found in groupby(enumerate(kinds, 1), key=lambda one: one[1])]
        if len(runs) > MOST_RUNS:
            return say.listing(
                [say(f"pages.{kind}.n", kinds.count(kind)) for kind in ("front", "back", "extra") if kind in kinds]
            )
        return "; ".join(
            say("pages.run", n := len(found), first=found[0][0], last=found[-1][0], what=say(f"pages.{kind}", n))
            for kind, found in runs
        )

    @property
    def _sizes(self) -> list[str]:
        """A hint about cards of several sizes in a folder: services print one size at a time."""
        game, types = self.gathered.game, dict[str, list[str]]()
        for type_id in dict.fromkeys(card.type for card, _ in self.gathered.cards):
            if game.type_of(type_id).form == "card":
                size = printed_size(print_spec(game, type_id), self.sheet_options).size
                types.setdefault(f"{size.width:g} × {size.height:g} mm", []).append(type_id)
        if len(types) < 2:
            return []
        say = words_here("printing")
        sizes = [f"{size} (--cards type:{','.join(ids)})" for size, ids in types.items()]
        return [say("sizes", len(types), sizes=say.listing(sizes))]

    @property
    def _without_template(self) -> list[str]:
        """A hint about things for which a service has no template here."""
        say = words_here("printing")
        named = [say(f"forms.{form}") for form in ("token", "board") if form in self._forms]
        if not self.sheet_options.products or not named:
            return []
        return [say("no-template", things=say.listing(named))]


def _press(path: Path | None) -> OutputProfile | None:
    """The profile of a press, from a file. Raises UsageError for a file that is none."""
    if path is None:
        return None
    try:
        return output_profile(read_named(path, MAX_PROFILE + 1), str(path))
    except OSError as error:
        raise UsageError.of("printing", "unread", path=path, why=(error.strerror or str(error)).lower()) from None


def _check_names(out: Path, options: PrintOptions, preset: str, layout: str) -> None:
    """Raises UsageError where the ending of a file's name does not fit its kind."""
    ending, cut_path = out.suffix.lower(), options.cut_path
    if layout == "images" and (ending in (".pdf", ".html") or is_file(out)):
        raise UsageError.of("printing", "preset.pictures", preset=preset, path=out)
    if layout != "images" and ending not in (".pdf", ".html"):
        raise UsageError.of("printing", "ending.sheets", path=out)
    if cut_path and cut_path.suffix.lower() not in (".svg", ".dxf"):
        raise UsageError.of("printing", "ending.cuts", path=cut_path)
    if cut_path and layout == "images":
        raise UsageError.of("printing", "preset.cuts", preset=preset)


def _check_sizes(gathered: Gathered, options: SheetOptions, preset: str) -> None:
    """Raises UsageError where the preset has no template for some cards."""
    game = gathered.game
    there = dict.fromkeys(what.type for what, _ in (*gathered.cards, *gathered.extras) if not isinstance(what, str))
    for type_id in there if options.products else ():
        spec = print_spec(game, type_id)
        try:
            printed_size(spec, options)
        except UsageError as error:
            kind = {"type": game.type_of(type_id).name, "id": type_id}
            message, help_ = words_here("printing").with_help("preset.size", None, preset=preset, why=error, **kind)
            raise UsageError(message, help_ if spec.has_own_size else error.help) from None


def _check_pages(gathered: Gathered, options: SheetOptions, most: int) -> None:
    """Raises UsageError for more than `most` pages."""
    pages = number_of_pages(gathered.game, gathered.cards, options, gathered.extras)
    if pages > most:
        cards = sum(number for _, number in gathered.cards)
        raise UsageError.of("printing", "pages", cards=cards, pages=pages, most=most, number=str(pages))


def _check_files(out: Path, options: PrintOptions, sheet_options: SheetOptions) -> None:
    """Raises UsageError, before anything is written, where two of the files are the same or one can't be written."""
    report = options.preflight_report
    if report and report.suffix.lower() != ".json":
        raise UsageError.of("printing", "ending.json", path=report)
    pictures = sheet_options.layout == "images"
    backs = _backs_path(out) if sheet_options.backs == "separate" else None
    seen: set[Path] = set()
    for path in (options.cut_path, report) if pictures else (out, backs, options.cut_path, report):
        if path:
            writable(path)
            if real(path) in seen:
                raise UsageError.of("printing", "twice", path=path)
            seen.add(real(path))
    if pictures and is_folder(out):
        writable(out / "counts.csv")


def _backs_path(out: Path) -> Path:
    """The file of backs that are printed separately."""
    return out.with_name(f"{out.stem}-backs{out.suffix}")


def calibrate(out: Path, words: Mapping[str, Data], edge: Edge) -> str:
    """Write the sheet as PDF, for paper turned over at that edge; a line that says so.

    `words` are words of presets: the paper, its orientation, an offset and a rotation to try. Raises UsageError.
    """
    options = options_of(words)
    if out.suffix.lower() != ".pdf":
        raise UsageError.of("printing", "ending.pdf", path=out)
    sheet = calibration_sheet(
        options.paper, edge, orientation=options.orientation, offset=options.back_offset,
        rotation=options.back_rotation,
    )  # fmt: skip
    write_output(out, sheet)
    return words_here("printing")("calibration", path=out, paper=options.paper)
