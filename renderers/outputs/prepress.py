"""PDF/X-4 (ISO 15930-7): a file that names the press it is made for, by an ICC profile that the print shop gives.

Colours given as red, green and blue stay so, with the profile that says what they mean (sRGB); whoever prints converts
them to the inks of the profile here. Greys, so also black text, become black ink alone, and colours that a template
gives as inks (`cmyk(...)`) are printed with just these.
"""

from __future__ import annotations

import re
from io import BytesIO
from typing import TYPE_CHECKING, Any  # Any: objects of pikepdf, which may be of any type

from renderers.layout.presses import INKS, OutputProfile

if TYPE_CHECKING:
    import pikepdf

VERSION = "1.6"  # of PDF, that PDF/X-4 is based on

_REGISTRY = "http://www.color.org"


def for_press(made: bytes, profile: OutputProfile, title: str) -> bytes:
    """A PDF that Typst made as PDF 1.6, with what PDF/X-4 asks for; the same bytes for the same input."""
    if not made:
        return made
    import pikepdf

    with pikepdf.open(BytesIO(made)) as pdf:
        _black_alone(pdf)
        for page in pdf.pages:  # links are not for a press, and may not lie on what is printed
            if "/Annots" in page.obj:
                del page.obj["/Annots"]
        pdf.Root["/OutputIntents"] = pikepdf.Array([_intent(pdf, profile)])
        _describe(pdf, title)
        out = BytesIO()
        pdf.save(out, deterministic_id=True, fix_metadata_version=False, force_version=VERSION)
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
