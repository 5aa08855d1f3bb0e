"""What preflight reports: limits, measures and findings as one report, as text, JSON and findings."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from math import ceil

from builder.diagnostics import Diagnostic
from builder.documents.data import Data
from renderers.faces.faces import PrintedFace
from renderers.layout.options import SheetOptions
from renderers.layout.pages import in_mm
from renderers.preflight.colors import hex_of
from renderers.preflight.measures import PrintedImage, UnsafeWord


@dataclass(frozen=True, slots=True)
class PrintLimits:
    """What is asked of a print: dots per inch, mm inside the cut, and percent of all inks together (None: no limit).

    `cmyk` means that colours that four inks can't print are reported.
    """

    resolution: float = 300.0
    safe_zone: float = 3.0
    ink: float | None = None
    cmyk: bool = False

    @classmethod
    def of(cls, options: SheetOptions) -> PrintLimits:
        """Those of a preset's words `resolution: 300`, `safe-zone: 3 mm`, `ink-limit: 240` and `color: cmyk`.

        >>> PrintLimits.of(SheetOptions(safe=3.175, color="cmyk"))
        PrintLimits(resolution=300.0, safe_zone=3.175, ink=None, cmyk=True)
        """
        return cls(options.resolution, options.safe, options.ink_limit, options.color == "cmyk")


@dataclass(frozen=True, slots=True)
class PreflightFinding:
    """Something that a print shop would object to, on these faces (their ids, each once, the worst first).

    The `subject` of the diagnostic is the first of them.
    """

    diagnostic: Diagnostic
    faces: tuple[str, ...] = ()

    @classmethod
    def of(cls, code: str, message: str, help_: str = "", faces: Iterable[str] = ()) -> PreflightFinding:
        """The finding that this is the matter with these faces."""
        named = tuple(dict.fromkeys(faces))
        subject = named[0] if named else ""
        said = f"{subject}: {message}" if subject else message
        return cls(Diagnostic(code, said, help=help_, subject=subject), named)


@dataclass(frozen=True, slots=True)
class Measured:
    """A face and what was measured of it, as `renderers.preflight.measures` describes it."""

    face: PrintedFace
    outside: list[UnsafeWord] = field(default_factory=list)
    images: list[PrintedImage] = field(default_factory=list)
    most: int = 0
    least: int = 0
    at: tuple[float, float] = (0.0, 0.0)
    over: float = 0.0
    colors: list[tuple[tuple[int, int, int], float]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class DullColor:
    """A colour that ink prints otherwise, how far off (ΔE), on which faces, and of which of them it covers most."""

    color: tuple[int, int, int]
    printed: tuple[int, int, int]
    distance: float
    faces: tuple[str, ...]
    share: float


@dataclass(frozen=True, slots=True)
class FileFacts:
    """What is in a file: its pages by size in mm, pictures made of pixels, and fonts by name: are they inside?"""

    size: int
    pages: int
    papers: tuple[tuple[float, float, int], ...]
    images: int = 0
    fonts: tuple[tuple[str, bool], ...] = ()
    standard: str = ""


@dataclass(frozen=True, slots=True)
class PreflightReport:
    """The outcome: what was asked for, what there is, and what is wrong with it.

    `reported` is what was found wrong when the faces were set, `found` what preflight adds.
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
    """All that is wrong: what was found when the faces were set, then what preflight adds."""
    return [*report.reported, *(finding.diagnostic for finding in report.found)]


def as_text(report: PreflightReport) -> str:
    """The report in a few lines, without the findings, which are reported as any others."""
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


def as_json(report: PreflightReport) -> dict[str, Data]:
    """The whole report as data: schemas/preflight-output.schema.json."""
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
