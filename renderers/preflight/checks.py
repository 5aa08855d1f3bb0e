"""What a print shop checks before it prints: resolution, safe zone, ink, colours, fonts, and what the faces reported.

Each face is set once more on a page of its own, a child process (`renderers.preflight.measures`) measures what is
really there, and pure functions here judge it by limits that come from a preset. All that is found is a warning.
"""

from __future__ import annotations

import json
import subprocess
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from io import BytesIO
from math import ceil, dist
from pathlib import Path
from typing import Any, Literal

from builder.diagnostics import Diagnostic
from builder.models import Game
from builder.sizes import MM, Size
from renderers.faces import form_of
from renderers.layout.geometry import Page, Shape, in_mm
from renderers.plan import Plan, SheetOptions, stacks_of
from renderers.preflight.colors import hex_of, lab_of, printable
from renderers.sheets import Rendered
from renderers.typesetting.documents import known_standard
from renderers.typesetting.kept import Kept
from renderers.typesetting.typeset import Face, Finding, child_environment, command_for, typeset

SAFE_ON_DICE = 1.0  # mm: dice are cut out by hand, along lines that are folded
DULL = 6.0  # ΔE; a colour nearer than this to one that prints looks much like it
ALIKE = 15.0  # ΔE; colours nearer than this to each other are told as one
NOTABLE = 0.005  # the least share of a face: smaller patches are no main colour, and hold no more ink than paper takes
WORST_COLORS = 5  # that are told; the report has all
NAMED = 3  # faces that a message names one by one

SECONDS = 60.0
SECONDS_A_FACE = 0.1
MEMORY = 3 * 1024**3  # bytes of address space

PIXELS = (".png", ".jpg", ".jpeg", ".gif", ".webp")


@dataclass(frozen=True, slots=True)
class Limits:
    """What is asked of a print: dots per inch, mm inside the cut, and percent of all inks together (None: no limit).

    `cmyk` means that colours that four inks can't print are reported.
    """

    resolution: float = 300.0
    safe_zone: float = 3.0
    ink: float | None = None
    cmyk: bool = False

    @classmethod
    def of(cls, options: SheetOptions) -> Limits:
        """Those of a preset's words `resolution: 300`, `safe-zone: 3 mm`, `ink-limit: 240` and `color: cmyk`.

        >>> Limits.of(SheetOptions(safe=3.175, color="cmyk"))
        Limits(resolution=300.0, safe_zone=3.175, ink=None, cmyk=True)
        """
        return cls(options.resolution, options.safe, options.ink_limit, options.color == "cmyk")


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that a print shop would object to, on these faces (their ids, each once, the worst first)."""

    code: str
    message: str
    help: str = ""
    faces: tuple[str, ...] = ()
    severity: Literal["error", "warning"] = "warning"

    @property
    def finding(self) -> Finding:
        """As a finding of its first face."""
        face = self.faces[0] if self.faces else ""
        message = f"{face}: {self.message}" if face else self.message
        return Finding(face, Diagnostic(self.code, message, help=self.help, severity=self.severity))


@dataclass(frozen=True, slots=True)
class Measured:
    """A face and what was measured of it, as `renderers.preflight.measures` describes it."""

    face: Face
    outside: list[dict[str, Any]] = field(default_factory=list)
    images: list[dict[str, Any]] = field(default_factory=list)
    most: int = 0
    least: int = 0
    at: tuple[float, float] = (0.0, 0.0)
    over: float = 0.0
    colors: list[tuple[tuple[int, int, int], float]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Dull:
    """A colour that ink prints otherwise, how far off (ΔE), on which faces, and of which of them it covers most."""

    color: tuple[int, int, int]
    printed: tuple[int, int, int]
    distance: float
    faces: tuple[str, ...]
    share: float


@dataclass(frozen=True, slots=True)
class Document:
    """What is in a file: its pages by size in mm, pictures made of pixels, and fonts by name: are they inside?"""

    size: int
    pages: int
    papers: tuple[tuple[float, float, int], ...]
    images: int = 0
    fonts: tuple[tuple[str, bool], ...] = ()
    standard: str = ""


@dataclass(frozen=True, slots=True)
class Report:
    """The outcome: what was asked for, what there is, and the faults in it. `reported` is what the faces said."""

    game: str
    limits: Limits
    document: Document
    faces: int
    lowest: int | None
    inkiest: Measured | None
    dull: tuple[Dull, ...]
    faults: tuple[Fault, ...]
    reported: tuple[Finding, ...] = ()


def preflight(game: Game, made: Rendered, options: SheetOptions, keep: Kept | None = None) -> Report:
    """The report on what `print_sheets` made of this game with these options, judged by their limits."""
    plan, limits = made.plan, Limits.of(options)
    document = described(made.data, plan.pages, known_standard(options.standard))
    measured, sizes, stopped = measure(game, plan, limits, bleed=options.bleed, seconds=options.seconds, keep=keep)
    dull = tuple(dull_colors(measured)) if limits.cmyk else ()
    faults = [
        *stopped,
        *low_resolution(measured, sizes, limits.resolution),
        *unsafe_texts(measured, limits.safe_zone),
        *(too_much_ink(measured, limits.ink) if limits.ink else ()),
        *unprintable_colors(dull),
        *missing_fonts(document),
    ]
    resolutions = [_dpi(image) for one in measured for image in one.images]
    return Report(
        game.id,
        limits,
        document,
        len(plan.faces),
        min(resolutions, default=None),
        max(measured, key=lambda one: one.most, default=None),
        dull,
        tuple(faults),
        tuple(made.findings),
    )


# ---- what is there -------------------------------------------------------------------------------------------------


def described(data: bytes, pages: Sequence[Page], standard: str = "") -> Document:
    """What is in a file of these pages: PDF, or HTML, of which only pages and size are told; nothing where it is empty.

    `standard` is the one that it was made to keep.
    """
    if not data:
        return Document(0, 0, ())
    papers = Counter((page.width, page.height) for page in pages)
    sizes = tuple((width, height, count) for (width, height), count in papers.items())
    if not data.startswith(b"%PDF"):
        return Document(len(data), len(pages), sizes)
    import pikepdf  # slow to import

    fonts: dict[str, bool] = {}
    images, masks = set(), set()
    with pikepdf.open(BytesIO(data)) as pdf:
        for thing in pdf.objects:
            if not isinstance(thing, pikepdf.Dictionary | pikepdf.Stream):
                continue
            if thing.get("/Subtype") == "/Image":
                images.add(thing.objgen)
                if (mask := thing.get("/SMask")) is not None:
                    masks.add(mask.objgen)
            # A composite font's parts are fonts of their own.
            elif thing.get("/Type") == "/Font" and thing.get("/Subtype") != "/Type0":
                name = str(thing.get("/BaseFont", "(unnamed)")).lstrip("/").rpartition("+")[2]
                fonts[name] = _embedded(thing) and fonts.get(name, True)
    return Document(len(data), len(pages), sizes, len(images - masks), tuple(sorted(fonts.items())), standard)


def measure(
    game: Game,
    plan: Plan,
    limits: Limits,
    *,
    bleed: float,
    seconds: float | None = None,
    keep: Kept | None = None,
) -> tuple[list[Measured], dict[str, tuple[int, int]], list[Fault]]:
    """What is measured of each face that lies on a page, and the sizes in pixels of the pack's pictures by path.

    Where that could not be done, nothing, and the fault.
    """
    sizes: dict[int, Size] = {}
    for stack in plan.stacks:
        for page in stack.pages:
            sizes.update(dict.fromkeys((slot.card for slot in page.slots), stack.size))
    numbers = sorted(sizes)
    faces = [plan.faces[number] for number in numbers]
    stacks = stacks_of([sizes[number] for number in numbers], bleed)
    root = Path(game.root)
    made = typeset(root, game.definition, faces, stacks, bleed=bleed, output="pdf", seconds=seconds, keep=keep)
    if made.failed:
        return [], {}, [Fault("preflight-stopped", "the faces could not be set one by one, so they were not measured")]
    order = [slot.card for stack in stacks for page in stack.pages for slot in page.slots]
    files = _pictures(root, game, faces)
    job = {
        "parts": [len(part) for part in made.files],
        "faces": [_asked(game, faces[i], sizes[numbers[i]], bleed, limits) for i in order],
        "files": [str(root / file) for file in files],
        "ink": limits.ink or 0,
        "colors": limits.cmyk,
        "seconds": seconds or SECONDS + SECONDS_A_FACE * len(faces),
        "memory": MEMORY,
    }
    answer = _run(job, made.files)
    if answer is None:
        return [], {}, [Fault("preflight-stopped", "measuring the faces took more time or memory than it may")]
    measured = [_measured(faces[i], told) for i, told in zip(order, answer["faces"], strict=True)]
    known = {file: (size[0], size[1]) for file, size in zip(files, answer["files"], strict=True) if size}
    return measured, known, []


def _asked(game: Game, face: Face, size: Size, bleed: float, limits: Limits) -> dict[str, Any]:
    """How a face lies on its page, for the child."""
    shape: Shape = "rectangle"
    safe = limits.safe_zone
    kind = face.context.get("card", {}).get("type")
    if kind is not None:
        form = form_of(game, kind)
        shape = form.shape
        safe = min(safe, SAFE_ON_DICE) if form.kind == "die" else safe
    return {"width": size.width, "height": size.height, "bleed": bleed, "shape": shape, "safe": safe}


def _measured(face: Face, told: dict[str, Any]) -> Measured:
    colors = [((red, green, blue), share) for red, green, blue, share in told["colors"]]
    return Measured(
        face,
        told["outside"],
        told["images"],
        told["most"],
        told["least"],
        (told["at"][0], told["at"][1]),
        told["over"],
        colors,
    )


def _pictures(root: Path, game: Game, faces: Sequence[Face]) -> list[str]:
    """The pictures made of pixels that faces may show, as paths within the pack: their art, then what all share."""
    art = [_art(face) for face in faces]
    symbols = [symbol.get("image") for symbol in game.definition.get("symbols", {}).values()]
    templates = sorted(path.relative_to(root).as_posix() for path in (root / "templates").rglob("*") if path.is_file())
    return [file for file in dict.fromkeys((*art, *symbols, *templates)) if file and file.lower().endswith(PIXELS)]


def _art(face: Face) -> str:
    return str(face.context.get("card", {}).get("art") or "")


def _embedded(font: Any) -> bool:
    if font.get("/Subtype") == "/Type3":  # which is drawn by the file itself
        return True
    descriptor = font.get("/FontDescriptor", {})
    return any(key in descriptor for key in ("/FontFile", "/FontFile2", "/FontFile3"))


def _run(job: dict[str, Any], parts: Sequence[bytes]) -> dict[str, Any] | None:
    """The child's answer, or None when it had none in time."""
    try:
        done = subprocess.run(  # noqa: S603 - our own interpreter, our own module
            command_for("main", "renderers.preflight.measures"),
            input=b"".join((json.dumps(job).encode(), b"\n", *parts)),
            capture_output=True,
            env=child_environment(),
            timeout=job["seconds"],
            check=False,
        )
    except subprocess.TimeoutExpired:
        return None
    if done.returncode != 0 or not done.stdout:
        return None
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


# ---- what is wrong with it -----------------------------------------------------------------------------------------


def low_resolution(
    measured: Sequence[Measured], sizes: Mapping[str, tuple[int, int]], resolution: float
) -> list[Fault]:
    """Pictures that are printed with fewer dots per inch; each once, the coarsest first, with the pixels they need.

    `sizes` are the pixels of the pack's pictures, by which a picture is known.
    """
    found: dict[tuple[Any, ...], tuple[int, str, list[str]]] = {}
    for one in measured:
        for image in one.images:
            dpi = _dpi(image)
            if dpi >= round(resolution):
                continue
            wide, high = image["mm"]
            pixels = image["pixels"]
            name = _name_of(pixels, _art(one.face), sizes)
            needed = [ceil(side / MM["in"] * resolution - 0.01) for side in (wide, high)]
            message = (
                f"{name} is printed at {dpi} dpi: {in_mm(wide)} x {in_mm(high)} mm need "
                f"{needed[0]} x {needed[1]} pixels, it has {pixels[0]} x {pixels[1]}"
            )
            _, _, faces = found.setdefault((name, *pixels, wide, high), (dpi, message, []))
            faces.append(one.face.id)
    help_ = "use a larger picture, or print it smaller; a drawing as SVG is sharp at any size"
    return [
        Fault("low-resolution", message + _and_more(faces), help_, tuple(dict.fromkeys(faces)))
        for _, message, faces in sorted(found.values())
    ]


def unsafe_texts(measured: Sequence[Measured], safe_zone: float) -> list[Fault]:
    """Texts that come nearer to the cut than is safe: one fault for each template, which is what must be mended."""
    by_template: dict[str, list[tuple[float, Measured]]] = {}
    for one in measured:
        if one.outside:
            worst = max(word["by"] for word in one.outside)
            by_template.setdefault(one.face.template, []).append((worst, one))
    faults = []
    inside = f"{ceil(safe_zone * 100) / 100:g} mm inside the cut"
    for template, found in by_template.items():
        found.sort(key=lambda entry: -entry[0])
        worst, one = found[0]
        edge = max(one.outside, key=lambda word: word["by"])["edge"]
        shown = _shown([word for word in one.outside if word["edge"] == edge])
        faces = [other.face.id for _, other in found]
        zone = "the safe zone" if worst <= safe_zone else "the cut and the safe zone"
        message = f'"{shown}" is {worst:.1f} mm over the edge of {zone} at the {edge}'
        faults.append(
            Fault(
                "unsafe-text",
                message + _and_more(faces, f"of the template {template}"),
                f"keep texts {inside}, which is never quite where it should be",
                tuple(dict.fromkeys(faces)),
            )
        )
    return faults


def _shown(words: Sequence[Mapping[str, Any]]) -> str:
    """The words as one text of bearable length, `…` for what is left out."""
    text, last = "", None
    for word in words:
        text += ("" if last is None else " " if word["number"] == last + 1 else " … ") + word["text"]
        last = word["number"]
    return text if len(text) <= 40 else text[:39] + "…"


def too_much_ink(measured: Sequence[Measured], limit: float) -> list[Fault]:
    """Where the inks together may come to more than paper takes: one fault that names the darkest face."""
    over = sorted(
        (one for one in measured if one.most > limit and one.over >= NOTABLE), key=lambda one: (-one.most, -one.over)
    )
    if not over:
        return []
    worst = over[0]
    place = " x ".join(in_mm(max(0.0, side)) for side in worst.at)
    message = (
        f"about {worst.most}% of ink at {place} mm from its corner, over {limit:g}% on {worst.over:.0%} of the face "
        f"({worst.least}% where black ink replaces grey)"
    )
    faces = [one.face.id for one in over]
    help_ = "lighten the darkest colours, or ask for a conversion that replaces grey by black ink"
    return [Fault("too-much-ink", message + _and_more(faces), help_, tuple(dict.fromkeys(faces)))]


def dull_colors(measured: Sequence[Measured]) -> list[Dull]:
    """The main colours that ink can't print, the farthest from what it can first."""
    found: dict[tuple[int, int, int], list[tuple[float, str]]] = {}
    for one in measured:
        for color, share in one.colors:
            if share >= NOTABLE:
                found.setdefault(color, []).append((share, one.face.id))
    dull = []
    for color, places in found.items():
        distance, printed = printable(color)
        if distance > DULL:
            places.sort(key=lambda place: -place[0])
            faces = tuple(dict.fromkeys(face for _, face in places))
            dull.append(Dull(color, printed, round(distance, 1), faces, places[0][0]))
    return _unlike(sorted(dull, key=lambda one: (-one.distance, one.color)))


def _unlike(dull: Iterable[Dull]) -> list[Dull]:
    """The colours without those that look much like one before them, which has their faces too."""
    kept: list[Dull] = []
    for one in dull:
        for i, other in enumerate(kept):
            if dist(lab_of(one.color), lab_of(other.color)) < ALIKE:
                kept[i] = replace(other, faces=tuple(dict.fromkeys(other.faces + one.faces)))
                break
        else:
            kept.append(one)
    return kept


def unprintable_colors(dull: Sequence[Dull]) -> list[Fault]:
    """The worst of these colours as faults."""
    return [
        Fault(
            "unprintable-color",
            f"{hex_of(one.color)} prints as about {hex_of(one.printed)}, {one.share:.0%} of the face"
            + _and_more(one.faces),
            f"choose {hex_of(one.printed)} where the print should look like the screen",
            one.faces,
        )
        for one in dull[:WORST_COLORS]
    ]


def missing_fonts(document: Document) -> list[Fault]:
    """Fonts that are named in the file and not in it."""
    missing = [name for name, embedded in document.fonts if not embedded]
    return [
        Fault("font-not-embedded", f"the font {name} is not in the file: another may be printed in its place")
        for name in missing
    ]


def _dpi(image: Mapping[str, Any]) -> int:
    """The dots per inch at which a picture is printed, of the coarser direction."""
    sides: list[tuple[int, float]] = list(zip(image["pixels"], image["mm"], strict=True))
    return round(min(pixels * MM["in"] / side for pixels, side in sides))


def _name_of(pixels: Sequence[int], art: str, sizes: Mapping[str, tuple[int, int]]) -> str:
    """The file of that many pixels, the face's own art first; a photograph may be stored on its side."""
    wanted = sorted(pixels)
    if art and sorted(sizes.get(art, ())) == wanted:
        return art
    return next((file for file, size in sizes.items() if sorted(size) == wanted), "a picture")


def _and_more(faces: Iterable[str], what: str = "") -> str:
    """Words about the faces after the first, each counted once."""
    others = list(dict.fromkeys(faces))[1:]
    if not others:
        return ""
    if len(others) < NAMED:
        return "; so on " + " and ".join(others)
    return f"; so on {len(others)} more" + (f" {what}" if what else "")


# ---- how it is told ------------------------------------------------------------------------------------------------


def findings_of(report: Report) -> list[Finding]:
    """All that is to be told: what the faces reported, then the faults."""
    return [*report.reported, *(fault.finding for fault in report.faults)]


def as_text(report: Report) -> str:
    """The report in a few lines, without the findings, which are told as any others."""
    document, limits = report.document, report.limits
    papers = ", ".join(f"{count} of {in_mm(width)} x {in_mm(height)} mm" for width, height, count in document.papers)
    rows = [("faces", str(report.faces))]
    if document.size:  # not of pictures, which are files of their own
        kept = f", keeps PDF/{document.standard.upper()}" if document.standard else ""
        rows += [("pages", f"{document.pages}: {papers}"), ("file", f"{ceil(document.size / 1000)} kB{kept}")]
    if document.fonts:
        inside = sum(embedded for _, embedded in document.fonts)
        rows.append(("fonts", f"{inside} of {len(document.fonts)} inside the file"))
    coarsest = "all drawn as vectors" if report.lowest is None else f"the coarsest at {report.lowest} dpi"
    rows.append(("pictures", f"{coarsest} (asked for: {limits.resolution:g})"))
    if report.inkiest:
        asked = f" (at most: {limits.ink:g}%)" if limits.ink else " (no limit)"
        rows.append(("ink", f"about {report.inkiest.most}% on {report.inkiest.face.id}{asked}"))
    if limits.cmyk:
        rows.append(("colours", f"{len(report.dull)} that ink prints otherwise" if report.dull else "all print"))
    count = len(findings_of(report))
    rows.append(("findings", str(count) if count else "none"))
    return "\n".join(f"  {name:9} {value}" for name, value in rows)


def as_json(report: Report) -> dict[str, Any]:
    """The whole report as data: schemas/preflight-output.schema.json."""
    document, limits, inkiest = report.document, report.limits, report.inkiest
    told = [
        {"code": d.code, "severity": d.severity, "message": d.message, "help": d.help, "faces": [face] if face else []}
        for face, d in ((found.face, found.diagnostic) for found in report.reported)
    ]
    told += [
        {"code": d.code, "severity": d.severity, "message": d.message, "help": d.help, "faces": list(fault.faces)}
        for fault, d in ((fault, fault.finding.diagnostic) for fault in report.faults)
    ]
    return {
        "game": report.game,
        "limits": {
            "resolution": limits.resolution,
            "safe-zone": limits.safe_zone,
            "ink": limits.ink,
            "color": "cmyk" if limits.cmyk else "rgb",
        },
        "document": {
            "bytes": document.size,
            "pages": document.pages,
            "papers": [{"width": width, "height": height, "pages": count} for width, height, count in document.papers],
            "images": document.images,
            "fonts": [{"name": name, "embedded": embedded} for name, embedded in document.fonts],
            "standard": document.standard or None,
        },
        "faces": report.faces,
        "lowest-resolution": report.lowest,
        "ink": inkiest
        and {"most": inkiest.most, "least": inkiest.least, "face": inkiest.face.id, "at": list(inkiest.at)},
        "colors": [
            {
                "color": hex_of(one.color),
                "prints-as": hex_of(one.printed),
                "distance": one.distance,
                "faces": list(one.faces),
                "share": one.share,
            }
            for one in report.dull
        ],
        "findings": told,
    }
