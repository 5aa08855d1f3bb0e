"""Commands that make something to hold or to look at: sheets and pictures."""

from __future__ import annotations

import json
import sys
import textwrap
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from builder.cli.frame import command, library, note, open_shelf, print_json, refuse_empty, report
from builder.cli.layout import (
    BacksOption,
    BleedModeOption,
    BleedOption,
    CutPathOption,
    DiceOption,
    DpiOption,
    Edge,
    GapOption,
    GuidesOption,
    MarginOption,
    MarksOption,
    OffsetOption,
    OrderOption,
    OrientationOption,
    PaperOption,
    PreflightOption,
    PreflightReportOption,
    PresetOption,
    RadiusOption,
    RotationOption,
    SafeOption,
    SizeOption,
    StandardOption,
    words_of,
)
from builder.cli.options import (
    CacheOption,
    CardsOption,
    Data,
    Database,
    DataOption,
    LanguageOption,
    OneEachOption,
    Output,
    Packs,
    SinceOption,
    TargetArgument,
    TimeLimit,
)
from builder.diagnostics import UsageError, count_of
from builder.terminal.progress import progress

if TYPE_CHECKING:
    from builder.packs.pack import Pack
    from builder.printing.jobs import Gathered
    from renderers.layout.cutpaths import Layer
    from renderers.layout.geometry import Page
    from renderers.layout.plan import SheetOptions
    from renderers.outputs.sheets import Rendered
    from renderers.typst.kept import Kept
    from renderers.typst.typeset import Finding


@command("print")
def print_(
    context: typer.Context,
    target: TargetArgument,
    out: Annotated[
        Path,
        typer.Option(
            "-o",
            "--out",
            metavar="FILE|DIR",
            help="The file to write: .pdf, or .html to print from a browser; a folder for presets that make pictures.",
        ),
    ],
    preset: PresetOption = "home",
    paper: PaperOption = None,
    orientation: OrientationOption = None,
    size: SizeOption = None,
    corner_radius: RadiusOption = None,
    margin: MarginOption = None,
    gap: GapOption = None,
    bleed: BleedOption = None,
    bleed_mode: BleedModeOption = None,
    safe_zone: SafeOption = None,
    guides: GuidesOption = None,
    marks: MarksOption = None,
    cut_path: CutPathOption = None,
    backs: BacksOption = None,
    back_offset: OffsetOption = None,
    back_rotation: RotationOption = None,
    order: OrderOption = None,
    dice: DiceOption = None,
    dpi: DpiOption = None,
    standard: StandardOption = "",
    preflight: PreflightOption = False,
    preflight_report: PreflightReportOption = None,
    components: Annotated[
        bool,
        typer.Option("--components/--no-components", help="Also print one player's trackers and reminders."),
    ] = True,
    cards: CardsOption = "",
    lang: LanguageOption = "",
    changed_since: SinceOption = "",
    one_each: OneEachOption = False,
    time_limit: TimeLimit = None,
    cache: CacheOption = True,
    packs: Packs = None,
    database: Database = "",
) -> None:
    """Print cards: on sheets to cut out, as PDF or HTML, or as a print shop or a cutting machine wants them."""
    from builder.printing.jobs import Wanted, gather
    from builder.printing.presets import find_preset
    from renderers.presets.presets import options_of
    from renderers.typst.kept import Kept

    words = words_of(
        paper=paper, orientation=orientation, size=size, corner_radius=corner_radius, margin=margin, gap=gap,
        bleed=bleed, bleed_mode=bleed_mode, safe_zone=safe_zone, guides=guides, marks=marks, backs=backs,
        back_offset=back_offset, back_rotation=back_rotation, order=order, dice=dice, dpi=dpi,
    )  # fmt: skip
    chosen = find_preset(preset)
    options = replace(options_of({**chosen.words, **words}), seconds=time_limit, standard=standard)
    _check_names(out, cut_path, chosen.name, options.layout)
    _check_files(out, cut_path, preflight_report, options)
    refuse_empty(context, cards=cards, changed_since=changed_since)
    shelf, known = open_shelf(packs, database), library(packs)
    wanted = Wanted(target, cards, lang, changed_since, one_each)
    gathered = gather(shelf, known, wanted, players=1 if components else 0)
    for said in gathered.notes:
        note(said)
    if not gathered.cards:
        typer.echo("nothing to print")
        return
    keep = Kept.open() if cache else None
    job = _Print(gathered, options, known.packs, lang, keep, preflight, preflight_report, frozenset(words))
    if options.layout == "images":
        _images(job, out)
    else:
        _sheets(job, out, cut_path)


@dataclass(frozen=True, slots=True)
class _Print:
    """What is printed, and how."""

    gathered: Gathered
    options: SheetOptions
    packs: list[Pack]
    language: str
    keep: Kept | None
    preflight: bool = False
    preflight_report: Path | None = None
    given: frozenset[str] = frozenset()  # the words that options said

    def idle(self, out: Path, pages: Sequence[Page] = ()) -> None:
        """Say which options have no effect on what is made: these pages, or pictures."""
        sheets = self.options.layout == "sheets"
        behind = any(page.back for page in pages)
        backs = "backs on sheets" if behind else "pages of backs"
        of_sheets = ("paper", "orientation", "margin", "gap", "bleed-mode", "marks")
        idle = {
            **dict.fromkeys(of_sheets, (not sheets, "nothing is laid out on sheets")),
            "dpi": (self.options.layout != "images", "only pictures have a resolution"),
            "back-offset": (not (sheets and behind), f"there are no {backs}"),
            "back-rotation": (not (sheets and behind), f"there are no {backs}"),
            "order": (not behind, f"there are no {backs}"),
        }
        for word, (idles, why) in idle.items():
            if idles and word in self.given:
                note(f"--{word} has no effect: {why}")
        if self.options.standard and out.suffix.lower() != ".pdf":
            note("--pdf-standard has no effect: no PDF is made")

    def examined(self, made: Rendered, options: SheetOptions) -> list[Finding]:
        """All that is to be told of what was made; where it is asked for, with what a print shop would say."""
        from builder.storage.files import write_output
        from renderers.preflight.checks import preflight
        from renderers.preflight.reports import as_json, as_text, findings_of

        if not made.plan.faces or not self.asks_preflight:
            return made.findings
        told = preflight(self.gathered.game, made, options, self.keep)
        if self.preflight_report:
            written = json.dumps(as_json(told), indent=2, ensure_ascii=False) + "\n"
            write_output(self.preflight_report, written.encode())
        if self.preflight:
            typer.echo(as_text(told))
        return findings_of(told)

    def settle(self, findings: list[Finding]) -> None:
        """Report what is wrong with the faces; errors end the command."""
        from builder.printing.jobs import settle

        warnings = self.gathered.warnings + settle(findings, self.packs, self.gathered.game.id, self.language)
        if warnings:
            report(warnings, Output.TEXT, sys.stderr)

    @property
    def asks_preflight(self) -> bool:
        """Whether preflight is asked for, to be read or as a file."""
        return self.preflight or self.preflight_report is not None

    @property
    def count(self) -> str:
        """How many cards there are, in words."""
        number = sum(number for _, number in self.gathered.cards)
        return count_of(number, "card")

    @property
    def has_dice(self) -> bool:
        """Whether a die is among what is printed."""
        types = self.gathered.game.definition.get("types", {})
        return any(types.get(card.type, {}).get("form") == "die" for card, _ in self.gathered.cards)


def _check_names(out: Path, cut_path: Path | None, preset: str, layout: str) -> None:
    """Raises UsageError where a file's name doesn't say what the file is to be."""
    ending = out.suffix.lower()
    if layout == "images" and (ending in (".pdf", ".html") or out.is_file()):
        raise UsageError(f'{preset} makes pictures: "{out}" must be a folder', "name a folder, without .pdf")
    if layout != "images" and ending not in (".pdf", ".html"):
        raise UsageError(f'"{out}" is neither a .pdf nor a .html file', "give the file one of those endings")
    if cut_path and cut_path.suffix.lower() not in (".svg", ".dxf"):
        raise UsageError(f'"{cut_path}" is neither a .svg nor a .dxf file', "give the cut path one of those endings")
    if cut_path and layout == "images":
        raise UsageError(f"{preset} makes pictures, which have no cut path", "print sheets: --preset silhouette")


def _check_files(out: Path, cut_path: Path | None, told: Path | None, options: SheetOptions) -> None:
    """Raises UsageError where two of the files are one, or one can't be written, before any is."""
    from builder.storage.files import writable

    if told and told.suffix.lower() != ".json":
        raise UsageError(f'"{told}" is no .json file', "give preflight's report that ending")
    pictures = options.layout == "images"
    files = (
        [cut_path, told] if pictures else [out, _beside(out) if options.backs == "separate" else None, cut_path, told]
    )
    seen: set[Path] = set()
    for path in files:
        if path and path.resolve() in seen:
            raise UsageError(f'"{path}" is named for two files', "give each a name of its own")
        if path:
            writable(path)
            seen.add(path.resolve())
    if pictures and out.is_dir():
        writable(out / "counts.csv")


def _beside(out: Path) -> Path:
    """The file of the backs that are printed apart."""
    return out.with_name(f"{out.stem}-backs{out.suffix}")


def _sheets(job: _Print, out: Path, cut_path: Path | None) -> None:
    """Print to a file, and to those beside it."""
    from builder.storage.files import writable, write_output
    from renderers.layout.cutpaths import by_size, cut_paths, dxf, svg
    from renderers.outputs.sheets import print_sheets

    options = replace(job.options, output="html" if out.suffix.lower() == ".html" else "pdf")
    with progress("typesetting", "faces") as told:
        made = print_sheets(job.gathered.game, job.gathered.cards, options, job.gathered.beside, job.keep, told)
    pages = made.plan.pages
    apart = [page for page in pages if page.back and options.backs == "separate"]
    together = [page for page in pages if not page.back] if apart else pages
    cuts: dict[Path, list[Layer]] = {}
    if cut_path:
        sizes = by_size(cut_paths(together))
        cuts = {
            cut_path.with_name(f"{cut_path.stem}-{size}{cut_path.suffix}") if len(sizes) > 1 else cut_path: layers
            for size, layers in sizes.items()
        }
    for path in cuts:
        writable(path)
    job.settle(job.examined(made, options))
    write_output(out, made.data)
    typer.echo(f"{out}: {job.count} on {count_of(len(together), 'page')}")
    if apart:
        write_output(_beside(out), made.backs)
        typer.echo(f"{_beside(out)}: the backs on {count_of(len(apart), 'page')}")
    job.idle(out, pages)
    if options.layout == "pages" and job.has_dice:
        note("a die's faces are a page of stickers: this preset folds no dice")
    for path, layers in cuts.items():
        write_output(path, (dxf if path.suffix.lower() == ".dxf" else svg)(layers))
        number = sum(len(layer.paths) for layer in layers)
        typer.echo(f"{path}: {count_of(number, 'cut')} in {count_of(len(layers), 'layer')}")
    if cuts and any(not page.back and page.slots and not page.outlines for page in pages):
        note("boards in several tiles are not in the cut path; cut them by hand")


def _images(job: _Print, out: Path) -> None:
    """Print to a folder of pictures."""
    from builder.storage.files import write_output
    from renderers.layout.plan import Plan, plan_sheets
    from renderers.outputs.images import deck_images
    from renderers.outputs.sheets import Rendered

    with progress("drawing", "pictures") as told:
        gathered = job.gathered
        made = list(deck_images(gathered.game, gathered.cards, job.options, gathered.beside, job.keep, told))
    findings = [finding for image, _ in made for finding in image.findings]
    plan = Plan()
    if job.asks_preflight:
        plan = plan_sheets(gathered.game, gathered.cards, job.options, gathered.beside)
    job.settle(job.examined(Rendered(b"", len(plan.pages), findings, plan), job.options))
    for image, _ in made:
        path = out / f"{image.name}.png"
        path.parent.mkdir(parents=True, exist_ok=True)
        write_output(path, image.data)
    counts = "".join(f"{image.name}.png,{count}\n" for image, count in made)
    write_output(out / "counts.csv", f"picture,copies\n{counts}".encode())
    job.idle(out)
    if job.has_dice:
        note("a die's faces are one picture, to be printed as stickers: this preset folds no dice")
    typer.echo(f"{out}: {count_of(len(made), 'picture')} for {job.count}; counts.csv says how many of each")


@command()
def presets(
    preset: Annotated[str, typer.Argument(metavar="NAME|FILE", help="One preset, with all its words.")] = "",
    output: DataOption = Data.TEXT,
) -> None:
    """List and explain the presets that `print` knows, or one of them."""
    from builder.printing.presets import find_preset
    from renderers.presets.presets import preset_names

    found = [find_preset(name) for name in ([preset] if preset else preset_names())]
    if output is Data.JSON:
        print_json([asdict(one) for one in found])
        return
    for number, one in enumerate(found):
        typer.echo(("\n" if number else "") + f"{one.id}: {one.name}")
        typer.echo(textwrap.fill(one.description, 100, initial_indent="  ", subsequent_indent="  "))
        if preset:
            if one.source:
                typer.echo("\n" + textwrap.fill(one.source, 100, initial_indent="  ", subsequent_indent="  "))
            typer.echo()
            for word, value in one.words.items():
                parts = value if isinstance(value, dict) else {"": value}
                shown = ", ".join(f"{key} {part}".strip() for key, part in parts.items())
                typer.echo(f"  {word + ':':<15} {shown}")


@command()
def calibrate(
    out: Annotated[Path, typer.Option("-o", "--out", metavar="FILE", help="The PDF to write.")],
    paper: Annotated[str, typer.Option("--paper", metavar="NAME|WxHmm", help="a4, letter, a3...")] = "a4",
    orientation: OrientationOption = None,
    backs: Annotated[
        Edge, typer.Option("--backs", help="The edge at which the paper is turned over.")
    ] = Edge.LONG_EDGE,
    back_offset: OffsetOption = None,
    back_rotation: RotationOption = None,
) -> None:
    """Make a sheet that shows how far a duplex printer is off: print it on both sides and hold it against the light.

    With an offset or a rotation it shows whether they mend it.
    """
    from builder.storage.files import write_output
    from renderers.outputs.calibration import calibration_sheet
    from renderers.presets.presets import options_of

    words = words_of(paper=paper, orientation=orientation, back_offset=back_offset, back_rotation=back_rotation)
    options = options_of(words)
    if out.suffix.lower() != ".pdf":
        raise UsageError(f'"{out}" is no .pdf file', "give the file that ending")
    sheet = calibration_sheet(
        options.paper, backs.value, orientation=options.orientation,
        offset=options.back_offset, rotation=options.back_rotation,
    )  # fmt: skip
    write_output(out, sheet)
    typer.echo(f"{out}: a front and a back on {options.paper}")
