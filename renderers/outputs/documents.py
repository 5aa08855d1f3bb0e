"""PDF files: join several, set the boxes that say where pages are cut, take pages out, make them ready for a press.

PDF/X-4 (ISO 15930-7) is a file that names the press it is made for, by an ICC profile that the print shop gives.
Colours given as red, green and blue stay so, with the profile that says what they mean (sRGB); whoever prints converts
them to the inks of the profile here. Greys, so also black text, become black ink alone, and colours that a template
gives as inks (`cmyk(...)`) are printed with just these.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from tempfile import TemporaryFile
from typing import (
    TYPE_CHECKING,
    Any,  # Any: objects of pikepdf, which may be of any type
)

from builder.diagnostics import UsageError, suggestion
from builder.storage.resources import temporary_folder
from builder.words import words_here
from renderers.layout.options import INKS, OutputProfile
from renderers.layout.pages import Box, Page
from renderers.typst.links import is_harmless

if TYPE_CHECKING:
    import pikepdf

# Levels of PDF/A that sheets can keep: they promise that a page looks the same everywhere, and (u) that its text can be
# extracted. The levels (a) and PDF/UA promise tags in reading order, which sheets of cards to be cut out do not have.
STANDARDS = ("a-1b", "a-2b", "a-2u", "a-3b", "a-3u", "a-4")
FOR_PRESS = "x-4"  # PDF/X-4, which print shops ask for (`for_press`)
NO_OBJECT_STREAMS = ("a-1b",)

_PAGES_IN_METADATA = re.compile(rb"(<xmpTPg:NPages>)\d+(<)")


def joined(parts: Sequence[bytes], pages: Sequence[Page] = (), standard: str = "") -> bytes:
    """One PDF with the pages of all `parts` in order, titled like the first; empty where there are none.

    `pages` describe all its pages: each gets its TrimBox and its BleedBox. `standard` is the one that every part
    complies with, one of `STANDARDS` or "", and the result complies too. The same parts always give the same bytes.
    """
    if len(parts) < 2 and not pages:
        return b"".join(parts)
    if not parts:
        return b""
    import pikepdf  # slow to import

    with _opened(parts[0]) as whole:
        for part in parts[1:]:
            with _opened(part) as more:
                whole.pages.extend(more.pages)
        if len(parts) > 1:
            _describe_together(whole)
        _drop_actions(whole)
        for made, page in zip(whole.pages, pages, strict=True) if pages else ():
            boxes = page_boxes(page)
            made.obj["/TrimBox"] = pikepdf.Array(boxes.trim)
            made.obj["/BleedBox"] = pikepdf.Array(boxes.bleed)
        return _saved(whole, standard)


def only_pages(data: bytes, numbers: Sequence[int], standard: str = "") -> bytes:
    """A PDF with only these pages of another, counted from 0."""
    with _opened(data) as whole:
        for number in sorted(set(range(len(whole.pages))) - set(numbers), reverse=True):
            del whole.pages[number]
        _describe_together(whole)
        return _saved(whole, standard)


def composed(data: bytes, pages: Sequence[Sequence[int]], standard: str = "") -> bytes:
    """A PDF with pages of another, counted from 0, in this order; several are laid over one another, the lowest first.

    What is on a page is in the file once, however often it is shown.
    """
    with _opened(data) as whole:
        drawn = list(whole.pages)
        for lowest, *others in pages:
            whole.pages.append(drawn[lowest])
            for number, other in enumerate(others, start=1):
                _lay_over(whole.pages[-1], drawn[other], f"/Layer{number}")
        del whole.pages[: len(drawn)]
        _describe_together(whole)
        return _saved(whole, standard)


def _lay_over(page: pikepdf.Page, other: pikepdf.Page, name: str) -> None:
    """Lay another page of the same file over a page, with its links; `name` is new among what the page shows."""
    import pikepdf

    resources = dict(page.resources.items())
    shown = dict(resources["/XObject"].items()) if "/XObject" in resources else {}
    resources["/XObject"] = pikepdf.Dictionary({**shown, name: other.as_form_xobject()})
    page.obj["/Resources"] = pikepdf.Dictionary(resources)
    page.contents_add(b"q", prepend=True)
    page.contents_add(f"Q q {name} Do Q".encode())
    links = [*page.obj.get("/Annots", []), *other.obj.get("/Annots", [])]
    if links:
        page.obj["/Annots"] = pikepdf.Array(links)


@contextmanager
def _opened(data: bytes) -> Iterator[pikepdf.Pdf]:
    """A PDF, from a file that is mapped into memory: an object of Python is read only half as fast."""
    import pikepdf

    with TemporaryFile(dir=temporary_folder()) as file:
        file.write(data)
        file.flush()
        with pikepdf.open(file, access_mode=pikepdf.AccessMode.mmap) as pdf:
            yield pdf


def _saved(whole: pikepdf.Pdf, standard: str) -> bytes:
    """The file's bytes, always the same for the same content."""
    from pikepdf import ObjectStreamMode

    out = BytesIO()
    whole.save(
        out,
        deterministic_id=True,
        fix_metadata_version=False,  # it is right, and mending it would take time
        object_stream_mode=ObjectStreamMode.disable if standard in NO_OBJECT_STREAMS else ObjectStreamMode.generate,
    )
    return out.getvalue()


@dataclass(frozen=True, slots=True)
class PageBoxes:
    """The boxes of a PDF page in points, each as left, bottom, right, top from the page's bottom left corner."""

    media: tuple[float, float, float, float]
    trim: tuple[float, float, float, float]
    bleed: tuple[float, float, float, float]


def page_boxes(page: Page) -> PageBoxes:
    """The boxes of a page. A page that is filled by one card is trimmed to that card, a sheet is not trimmed."""
    media = Box(0, 0, page.width, page.height)
    trim = bleed = media
    if len(page.slots) == 1 and page.slots[0].bleed == media:
        trim, bleed = page.slots[0].trim, page.slots[0].bleed
    return PageBoxes(*(_in_pt(box, page.height) for box in (media, trim, bleed)))


def _in_pt(box: Box, height: float) -> tuple[float, float, float, float]:
    """A box on a page of that height as left, bottom, right, top in points, to a thousandth."""
    sides = (box.x, height - box.bottom, box.right, height - box.y)
    left, bottom, right, top = (round(side * 72 / 25.4, 3) for side in sides)
    return left, bottom, right, top


def known_standard(name: str) -> str:
    """The name of a standard as `STANDARDS` has it, or `FOR_PRESS`; "" for "". Raises UsageError for any other."""
    folded = name.lower().removeprefix("pdf/")
    if folded and folded not in (*STANDARDS, FOR_PRESS):
        help_ = suggestion(folded, (*STANDARDS, FOR_PRESS), say=words_here())
        raise UsageError.of("paper", "standard", name=name, help_=help_)
    return folded


def _drop_actions(whole: pikepdf.Pdf) -> None:
    """Remove all that a reader could start or unpack, except harmless links: templates may have made Typst add it."""
    import pikepdf

    for key in ("/AA", "/AcroForm", "/AF", "/Names", "/OpenAction"):
        if key in whole.Root:
            del whole.Root[key]
    for page in whole.pages:
        if "/AA" in page.obj:
            del page.obj["/AA"]
        if "/Annots" in page.obj:
            links = [annotation for annotation in page.obj["/Annots"] if _is_harmless(annotation)]
            if links:
                page.obj["/Annots"] = pikepdf.Array(links)
            else:
                del page.obj["/Annots"]


def _is_harmless(annotation: pikepdf.Object) -> bool:
    """Whether an annotation is a link to a harmless address, and nothing else."""
    action = annotation.get("/A", None)
    if action is None or annotation.get("/Subtype") != "/Link" or action.get("/S") != "/URI" or "/Next" in action:
        return False
    return is_harmless(bytes(action.get("/URI", b"")).decode("utf-8", "replace"))


def _describe_together(whole: pikepdf.Pdf) -> None:
    """Correct what the first part says of itself so that it is true of all pages: their number, and that they have no
    tags.

    Tags for reading order would have to cover all pages, and sheets of cards to cut out have no reading order.
    """
    root = whole.Root
    for key in ("/StructTreeRoot", "/MarkInfo"):
        if key in root:
            del root[key]
    for page in whole.pages:
        for key in ("/StructParents", "/Tabs"):
            if key in page.obj:
                del page.obj[key]
    if "/Metadata" in root:
        counted = rb"\g<1>%d\g<2>" % len(whole.pages)
        root.Metadata.write(_PAGES_IN_METADATA.sub(counted, root.Metadata.read_bytes()))


PRESS_VERSION = "1.6"  # of PDF, that PDF/X-4 is based on

_REGISTRY = "http://www.color.org"


def for_press(made: bytes, profile: OutputProfile, title: str) -> bytes:
    """A PDF that Typst made as PDF 1.6, with what PDF/X-4 asks for; the same bytes for the same input."""
    if not made:
        return made
    import pikepdf

    with _opened(made) as pdf:
        _black_alone(pdf)
        for page in pdf.pages:  # links are not for a press, and may not lie on what is printed
            if "/Annots" in page.obj:
                del page.obj["/Annots"]
        pdf.Root["/OutputIntents"] = pikepdf.Array([_intent(pdf, profile)])
        _describe(pdf, title)
        out = BytesIO()
        pdf.save(out, deterministic_id=True, fix_metadata_version=False, force_version=PRESS_VERSION)
    return out.getvalue()


def _black_alone(pdf: pikepdf.Pdf) -> None:
    """Make every grey a share of black ink. Typst gives greys as light with a profile, which would be four inks."""
    import pikepdf

    def is_grey(value: Any) -> bool:
        return isinstance(value, pikepdf.Array) and len(value) == 2 and value[0] == "/ICCBased" and value[1].N == 1

    def ink_in(holder: Any) -> None:
        for key in list(holder.keys()):
            value = holder[key]
            if is_grey(value):
                holder[key] = pikepdf.Name("/DeviceGray")
            elif isinstance(value, pikepdf.Dictionary) and not value.is_indirect:
                ink_in(value)

    for thing in list(pdf.objects):
        if isinstance(thing, pikepdf.Dictionary | pikepdf.Stream):
            ink_in(thing)


def _intent(pdf: pikepdf.Pdf, profile: OutputProfile) -> pikepdf.Object:
    import pikepdf

    intent = pikepdf.Dictionary(
        Type=pikepdf.Name("/OutputIntent"),
        S=pikepdf.Name("/GTS_PDFX"),
        OutputConditionIdentifier=pikepdf.String(profile.condition or "Custom"),
        Info=pikepdf.String(profile.name),
        DestOutputProfile=pdf.make_indirect(pdf.make_stream(profile.data, N=INKS)),
    )
    if profile.condition:
        intent["/RegistryName"] = pikepdf.String(_REGISTRY)
    return pdf.make_indirect(intent)


def _describe(pdf: pikepdf.Pdf, title: str) -> None:
    """Say what the file is, in the two places where programs look: in its metadata and in its Info."""
    import pikepdf

    with pdf.open_metadata(set_pikepdf_as_editor=False, update_docinfo=False) as meta:
        made = str(meta.get("xmp:CreateDate") or "1970-01-01T00:00:00Z")
        meta.register_xml_namespace("http://www.npes.org/pdfx/ns/id/", "pdfxid")
        for key, value in {
            "pdfxid:GTS_PDFXVersion": "PDF/X-4",
            "pdf:Trapped": "False",
            "xmp:CreateDate": made,
            "xmp:ModifyDate": made,
            "xmp:MetadataDate": made,
            "xmpMM:VersionID": "1",
            "xmpMM:RenditionClass": "default",
        }.items():
            meta[key] = value
        meta["dc:title"] = str(meta.get("dc:title") or title)
        pdf.docinfo["/Title"] = str(meta["dc:title"])
    pdf.docinfo["/Trapped"] = pikepdf.Name("/False")
    digits = re.sub(r"\D", "", made)[:14]
    for key in ("/CreationDate", "/ModDate"):
        pdf.docinfo[key] = f"D:{digits}Z"
