"""The checks of preflight: resolution, safe zone, ink, colours and fonts. All that they find are warnings.

They are functions of what was measured (`renderers.preflight.facts`) and of limits that come from a preset.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from math import ceil, dist

from builder.games import Game
from builder.games.sizes import MM
from builder.words import words_here
from renderers.layout.options import SheetOptions
from renderers.layout.pages import in_words
from renderers.layout.plan import SheetPlan
from renderers.outputs.documents import known_standard
from renderers.outputs.sheets import PrintedSheets
from renderers.preflight.colors import RGB, Lab, hex_of, in_print, lab_of
from renderers.preflight.facts import file_facts, measure
from renderers.preflight.measures import PrintedImage, UnsafeWord
from renderers.preflight.reports import DullColor, FileFacts, Measured, PreflightFinding, PreflightReport, PrintLimits
from renderers.typst.jobs import DEFAULTS, RenderOptions

DULL = 6.0  # ΔE; a colour nearer than this to one that prints looks much like it
ALIKE = 15.0  # ΔE; colours nearer than this to each other are reported as one
NOTABLE = 0.005  # the least share of a face: smaller patches are no main colour, and paper takes their ink
WORST_COLORS = 5  # that a message names; the report has all
NAMED = 3  # faces that a message names one by one


def preflight(
    game: Game, sheets: PrintedSheets, layout: SheetOptions, options: RenderOptions = DEFAULTS
) -> PreflightReport:
    """Examine what `print_sheets` made of this game with this layout."""
    plan, limits = sheets.plan, PrintLimits.of(layout)
    document = file_facts(sheets.data, plan.pages, known_standard(layout.standard))
    measures = measure(game, plan, layout, options)
    measured = measures.faces
    dull = tuple(dull_colors(measured, measures.printed)) if limits.cmyk else ()
    found = [
        *measures.stopped,
        *low_resolution(measured, measures.pictures, limits.resolution),
        *unsafe_texts(measured, limits.safe_zone),
        *(too_much_ink(measured, limits.ink, limits.press) if limits.ink else ()),
        *unprintable_colors(dull),
        *missing_fonts(document),
    ]
    resolutions = [_dpi(image) for one in measured for image in one.images]
    return PreflightReport(
        game.id,
        limits,
        document,
        len(plan.faces),
        min(resolutions, default=None),
        max(measured, key=lambda one: one.most, default=None),
        dull,
        tuple(found),
        tuple(sheets.findings),
    )


def mean_ink(game: Game, plan: SheetPlan, layout: SheetOptions, options: RenderOptions) -> float | None:
    """How much ink a face of these sheets takes on average, in percent of all four inks; None where it is unknown."""
    means = [one.mean for one in measure(game, plan, layout, options).faces]
    return sum(means) / len(means) if means else None


def low_resolution(
    measured: Sequence[Measured], sizes: Mapping[str, tuple[int, int]], resolution: float
) -> list[PreflightFinding]:
    """Pictures with fewer dots per inch than asked for: each once, the coarsest first, with the pixels it would need.

    `sizes` are the sizes in pixels of the pack's pictures by path; a picture is recognised by its size.
    """
    say = words_here("faces")
    found: dict[tuple[object, ...], tuple[int, str, list[str]]] = {}
    for one in measured:
        for image in one.images:
            dpi = _dpi(image)
            if dpi >= round(resolution):
                continue
            wide, high = image["mm"]
            pixels = image["pixels"]
            name = _name_of(pixels, one.face.art, sizes)
            needed = [ceil(side / MM["in"] * resolution - 0.01) for side in (wide, high)]
            has, wants = (" x ".join(map(str, sides)) for sides in (pixels, needed))
            message = say("resolution", picture=name, dpi=str(dpi), size=in_words(wide, high), needed=wants, pixels=has)
            _, _, faces = found.setdefault((name, *pixels, wide, high), (dpi, message, []))
            faces.append(one.face.id)
    return [
        PreflightFinding.of("low-resolution", message + _and_more(faces), say("resolution.help"), faces)
        for _, message, faces in sorted(found.values())
    ]


def unsafe_texts(measured: Sequence[Measured], safe_zone: float) -> list[PreflightFinding]:
    """Texts too near to the cut: one finding for each template, since the template is what must be changed."""
    by_template: dict[str, list[tuple[float, Measured]]] = {}
    for one in measured:
        if one.outside:
            worst = max(word["by"] for word in one.outside)
            by_template.setdefault(one.face.template, []).append((worst, one))
    findings = []
    say = words_here("faces")
    inside = say.decimal(ceil(safe_zone * 100) / 100)
    for template, found in by_template.items():
        found.sort(key=lambda entry: -entry[0])
        worst, one = found[0]
        edge = max(one.outside, key=lambda word: word["by"])["edge"]
        shown = _shown([word for word in one.outside if word["edge"] == edge])
        faces = [other.face.id for _, other in found]
        zone = say("zone.safe" if worst <= safe_zone else "zone.cut")
        at = say(f"edge.{edge}")
        message, help_ = say.with_help(
            "unsafe", text=shown, by=say.decimal(worst, ".1f"), zone=zone, edge=at, inside=inside
        )
        findings.append(PreflightFinding.of("unsafe-text", message + _and_more(faces, template), help_, faces))
    return findings


def _shown(words: Sequence[UnsafeWord]) -> str:
    """The words as one text of at most 40 characters, with `…` where words are left out."""
    text, last = "", None
    for word in words:
        text += ("" if last is None else " " if word["number"] == last + 1 else " … ") + word["text"]
        last = word["number"]
    return text if len(text) <= 40 else text[:39] + "…"


def too_much_ink(measured: Sequence[Measured], limit: float, press: str = "") -> list[PreflightFinding]:
    """One finding for all faces with more ink than `limit` percent on that press; it describes the darkest place."""
    over = sorted(
        (one for one in measured if one.most > limit and one.over >= NOTABLE), key=lambda one: (-one.most, -one.over)
    )
    if not over:
        return []
    worst = over[0]
    x, y = (max(0.0, side) for side in worst.at)
    say = words_here("faces")
    by = say("ink.press", press=press) if press else say("ink.black", least=f"{worst.least}")
    share, most = f"{100 * worst.over:.0f}", f"{worst.most}"
    message, help_ = say.with_help("ink", most=most, place=in_words(x, y), limit=say.decimal(limit), share=share, by=by)
    faces = [one.face.id for one in over]
    return [PreflightFinding.of("too-much-ink", message + _and_more(faces), help_, faces)]


def dull_colors(measured: Sequence[Measured], known: Mapping[RGB, Lab] | None = None) -> list[DullColor]:
    """The main colours that ink can't print, the farthest from what it can print first.

    `known` are colours as a press prints them; of others it is estimated.
    """
    found: dict[tuple[int, int, int], list[tuple[float, str]]] = {}
    for one in measured:
        for color, share in one.colors:
            if share >= NOTABLE:
                found.setdefault(color, []).append((share, one.face.id))
    dull = []
    for color, places in found.items():
        distance, printed = in_print(color, known or {})
        if distance > DULL:
            places.sort(key=lambda place: -place[0])
            faces = tuple(dict.fromkeys(face for _, face in places))
            dull.append(DullColor(color, printed, round(distance, 1), faces, places[0][0]))
    return _unlike(sorted(dull, key=lambda one: (-one.distance, one.color)))


def _unlike(dull: Iterable[DullColor]) -> list[DullColor]:
    """The colours without those that look like an earlier one; that one takes over their faces."""
    different: list[DullColor] = []
    for one in dull:
        for i, other in enumerate(different):
            if dist(lab_of(one.color), lab_of(other.color)) < ALIKE:
                different[i] = replace(other, faces=tuple(dict.fromkeys(other.faces + one.faces)))
                break
        else:
            different.append(one)
    return different


def unprintable_colors(dull: Sequence[DullColor]) -> list[PreflightFinding]:
    """Findings for the first few of these colours."""
    found = []
    for one in dull[:WORST_COLORS]:
        shown, share = {"color": hex_of(one.color), "printed": hex_of(one.printed)}, f"{100 * one.share:.0f}"
        message, help_ = words_here("faces").with_help("color", None, share=share, **shown)
        found.append(PreflightFinding.of("unprintable-color", message + _and_more(one.faces), help_, one.faces))
    return found


def missing_fonts(document: FileFacts) -> list[PreflightFinding]:
    """Fonts that the file uses but does not contain."""
    say, missing = words_here("faces"), [name for name, embedded in document.fonts if not embedded]
    return [PreflightFinding.of("font-not-embedded", say("font", name=name)) for name in missing]


def _dpi(image: PrintedImage) -> int:
    """The dots per inch at which a picture is printed, in the direction where they are fewer."""
    sides: list[tuple[int, float]] = list(zip(image["pixels"], image["mm"], strict=True))
    return round(min(pixels * MM["in"] / side for pixels, side in sides))


def _name_of(pixels: Sequence[int], art: str, sizes: Mapping[str, tuple[int, int]]) -> str:
    """The path of the picture with that many pixels, preferably the face's own art; without one, words for a picture.

    Width and height may be exchanged, since a photograph may be stored on its side.
    """
    wanted = sorted(pixels)
    if art and sorted(sizes.get(art, ())) == wanted:
        return art
    return next((file for file, size in sizes.items() if sorted(size) == wanted), words_here("faces")("a-picture"))


def _and_more(faces: Iterable[str], template: str = "") -> str:
    """The end of a message: which other faces are affected, or how many, and of which template."""
    say, others = words_here("faces"), list(dict.fromkeys(faces))[1:]
    if not others:
        return ""
    if len(others) < NAMED:
        return say("also", faces=say.listing(others))
    return say("also.template" if template else "also.more", number=str(len(others)), template=template)
