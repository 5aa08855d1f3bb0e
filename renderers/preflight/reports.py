"""The report of preflight: limits, measurements and findings, as text and as JSON."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from math import ceil

from builder.diagnostics import Diagnostic
from builder.documents.data import Data
from builder.words import words_here
from renderers.faces.faces import PrintedFace
from renderers.layout.options import SheetOptions
from renderers.layout.pages import in_words
from renderers.preflight.colors import hex_of
from renderers.preflight.measures import FaceMeasures


@dataclass(frozen=True, slots=True)
class PrintLimits:
    """What a print must fulfil: dots per inch, the safe zone in mm, and percent of all inks together (None: any).

    With `cmyk`, colours that four inks can't print are reported. `press` is the name of the profile that ink and
    colours are measured by; "" where they are estimated.
    """

    resolution: float = 300.0
    safe_zone: float = 3.0
    ink: float | None = None
    cmyk: bool = False
    press: str = ""

    @classmethod
    def of(cls, options: SheetOptions) -> PrintLimits:
        """The limits in a layout's options.

        >>> PrintLimits.of(SheetOptions(safe=3.175, color="cmyk"))
        PrintLimits(resolution=300.0, safe_zone=3.175, ink=None, cmyk=True, press='')
        """
        press = options.press.name if options.press else ""
        cmyk = options.color == "cmyk" or bool(press)
        return cls(options.resolution, options.safe, options.ink_limit, cmyk, press)


@dataclass(frozen=True, slots=True)
class PreflightFinding:
    """A fault that a print shop would complain about, and the ids of the faces that have it, the worst first.

    The diagnostic's subject is the first of them.
    """

    diagnostic: Diagnostic
    faces: tuple[str, ...] = ()

    @classmethod
    def of(cls, code: str, message: str, help_: str = "", faces: Iterable[str] = ()) -> PreflightFinding:
        """A finding about these faces; one that is named twice counts once."""
        named = tuple(dict.fromkeys(faces))
        subject = named[0] if named else ""
        text = f"{subject}: {message}" if subject else message
        return cls(Diagnostic(code, text, help=help_, subject=subject), named)


@dataclass(frozen=True, slots=True)
class Measured(FaceMeasures):
    """A face and what was measured of it."""

    face: PrintedFace = field(kw_only=True)


@dataclass(frozen=True, slots=True)
class DullColor:
    """A colour that ink can't print: what it prints as, how far off that is (ΔE), and the faces that have it.

    `share` is the largest share of a face that it covers.
    """

    color: tuple[int, int, int]
    printed: tuple[int, int, int]
    distance: float
    faces: tuple[str, ...]
    share: float


@dataclass(frozen=True, slots=True)
class FileFacts:
    """What a file contains: `size` in bytes, number of pages, sizes of pages in mm with their counts, number of
    pictures.

    `fonts` are names with whether the font is in the file. `standard` is the PDF standard of the file, or "".
    """

    size: int
    pages: int
    papers: tuple[tuple[float, float, int], ...]
    images: int = 0
    fonts: tuple[tuple[str, bool], ...] = ()
    standard: str = ""


@dataclass(frozen=True, slots=True)
class PreflightReport:
    """The outcome of preflight. `reported` are findings from when the faces were typeset, `found` those of preflight.

    `lowest` is the lowest resolution of a picture in dots per inch, `inkiest` the face with the most ink.
    """

    game: str
    limits: PrintLimits
    document: FileFacts
    faces: int
    lowest: int | None
    inkiest: Measured | None
    dull: tuple[DullColor, ...]
    found: tuple[PreflightFinding, ...]
    reported: tuple[Diagnostic, ...] = ()


def findings_of(report: PreflightReport) -> list[Diagnostic]:
    """All findings: first those from when the faces were typeset, then those of preflight."""
    return [*report.reported, *(finding.diagnostic for finding in report.found)]


def as_text(report: PreflightReport) -> str:
    """The report in a few lines. Findings are only counted, since they are reported like all others."""
    document, limits = report.document, report.limits
    say = words_here("faces")
    papers = ", ".join(say("report.paper", count=str(n), size=in_words(*size)) for *size, n in document.papers)
    rows = [("faces", str(report.faces))]
    if document.size:  # not of pictures, which are files of their own
        size = say("report.size", size=str(ceil(document.size / 1000)))
        promise = say("report.keeps", standard=document.standard.upper()) if document.standard else ""
        rows += [("pages", say("said-of", name=document.pages, text=papers)), ("file", size + promise)]
    if document.fonts:
        inside = sum(embedded for _, embedded in document.fonts)
        rows.append(("fonts", say("report.inside", inside=str(inside), all=str(len(document.fonts)))))
    coarsest = say("report.vectors" if report.lowest is None else "report.coarsest", dpi=str(report.lowest))
    rows.append(("pictures", say("report.asked", coarsest=coarsest, asked=say.decimal(limits.resolution))))
    if report.inkiest:
        asked = say("report.limit", limit=say.decimal(limits.ink)) if limits.ink else say("report.no-limit")
        rows.append(("ink", say("report.ink", most=f"{report.inkiest.most}", face=report.inkiest.face.id) + asked))
    if limits.press:
        rows.append(("press", limits.press))
    if limits.cmyk:
        dull = say("report.dull", number=str(len(report.dull))) if report.dull else say("report.no-dull")
        rows.append(("colours", dull))
    count = len(findings_of(report))
    rows.append(("findings", str(count) if count else say("known.none")))
    return "\n".join(f"  {say(f'row.{name}'):9} {value}" for name, value in rows)


def as_json(report: PreflightReport) -> dict[str, Data]:
    """The report as data, as schemas/preflight-output.schema.json describes it."""
    document, limits = report.document, report.limits
    listed = [(finding, [finding.subject] if finding.subject else []) for finding in report.reported]
    listed += [(finding.diagnostic, list(finding.faces)) for finding in report.found]
    return {
        "game": report.game,
        "limits": {
            "resolution": limits.resolution,
            "safe-zone": limits.safe_zone,
            "ink": limits.ink,
            "color": "cmyk" if limits.cmyk else "rgb",
            "press": limits.press or None,
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
        "ink": _ink(report.inkiest),
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
        "findings": [
            {"code": d.code, "severity": d.severity, "message": d.message, "help": d.help, "faces": faces}
            for d, faces in listed
        ],
    }


def _ink(inkiest: Measured | None) -> dict[str, Data] | None:
    """The face with the most ink, as data."""
    if inkiest is None:
        return None
    return {"most": inkiest.most, "least": inkiest.least, "face": inkiest.face.id, "at": list(inkiest.at)}
