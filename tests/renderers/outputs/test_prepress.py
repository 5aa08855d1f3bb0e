"""PDF/X-4: what a file for a press says and what it must not have, read back with another library."""

from io import BytesIO
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
import pytest
from PIL import Image

from builder.diagnostics import UsageError
from builder.games import Game
from renderers.layout.options import SheetOptions, output_profile
from renderers.outputs.sheets import print_sheets
from tests.support.presses import profile
from tests.support.renders import card, fonts_in, pack

PRESS = output_profile(profile(), "press.icc")
FACE = """
#text(fill: black)[{{ card.name }}] #text(fill: luma(40%))[grey] #text(fill: cmyk(10%, 20%, 30%, 40%))[inks]
#rect(width: 10mm, height: 5mm, fill: gradient.linear(black, white))
#rect(width: 10mm, height: 5mm, fill: gradient.linear(red, blue.transparentize(50%)))
#link("https://example.org")[a link]
#image("/templates/colors.png", width: 10mm) #image("/templates/grey.jpg", width: 10mm)
"""


def game_of(folder: Path) -> Game:
    game = pack(folder, FACE)
    Image.new("RGBA", (40, 40), (200, 10, 10, 100)).save(folder / "templates" / "colors.png")
    Image.new("L", (40, 40), 90).save(folder / "templates" / "grey.jpg")
    return game


def printed(folder: Path, **options: Any) -> bytes:
    words: dict[str, Any] = {"standard": "x-4", "press": PRESS, **options}
    made = print_sheets(game_of(folder), [(card(), 3)], SheetOptions(**words))
    assert made.findings == []
    return made.data


def spaces_of(pdf: pikepdf.Pdf) -> set[str]:
    """The kinds of colour spaces that a file names, with how many parts a colour has: /ICCBased 3."""
    found = set()

    def look(holder: Any, within: str = "") -> None:
        for key, value in list(holder.items()):
            if key in ("/ColorSpace", "/CS") or within == "/ColorSpace":
                if isinstance(value, pikepdf.Array):
                    found.add(f"{value[0]} {value[1].N}")
                elif isinstance(value, pikepdf.Name):
                    found.add(str(value))
            if isinstance(value, pikepdf.Dictionary) and not value.is_indirect:
                look(value, key)

    for thing in pdf.objects:
        if isinstance(thing, pikepdf.Dictionary | pikepdf.Stream):
            look(thing)
    return found


@pytest.mark.parametrize("preset", [{}, {"layout": "pages", "marks": "none"}])
def test_a_file_for_a_press_has_what_the_standard_asks_for(tmp_path: Path, preset: dict[str, Any]) -> None:
    data = printed(tmp_path, **preset)
    assert data.startswith(b"%PDF-1.6")
    with pikepdf.open(BytesIO(data)) as pdf:
        (intent,) = pdf.Root.OutputIntents
        assert intent.S == "/GTS_PDFX"
        assert (str(intent.OutputConditionIdentifier), str(intent.Info)) == ("FOGRA39", "Test press FOGRA39")
        assert str(intent.RegistryName) == "http://www.color.org"
        assert intent.DestOutputProfile.N == 4
        assert intent.DestOutputProfile.read_bytes() == PRESS.data
        assert (pdf.docinfo.Trapped, str(pdf.docinfo.Title)) == ("/False", "Small")
        assert str(pdf.docinfo.CreationDate) == str(pdf.docinfo.ModDate) == "D:19700101000000Z"
        with pdf.open_metadata() as said:
            assert (said["pdfxid:GTS_PDFXVersion"], said["pdf:Trapped"], said["dc:title"]) == (
                "PDF/X-4",
                "False",
                "Small",
            )
            assert (said["xmpMM:VersionID"], said["xmpMM:RenditionClass"]) == ("1", "default")
            assert all(said[f"xmp:{key}Date"] for key in ("Create", "Modify", "Metadata"))
            assert said["xmpMM:DocumentID"]
        assert len(pdf.trailer.ID) == 2
        assert "/Encrypt" not in pdf.trailer
        for page in pdf.pages:
            assert "/TrimBox" in page.obj
            assert "/ArtBox" not in page.obj
            assert "/Annots" not in page.obj
    assert all(embedded for _, embedded in fonts_in(data))


def test_colours_have_a_meaning_and_grey_is_black_ink(tmp_path: Path) -> None:
    with pikepdf.open(BytesIO(printed(tmp_path))) as pdf:
        assert spaces_of(pdf) == {"/DeviceGray", "/ICCBased 3"}  # cmyk() is an operator of the page
        streams = [thing for thing in pdf.objects if isinstance(thing, pikepdf.Stream) and "/Subtype" not in thing]
        assert any(b" 0.2 0.3019608 0.4 k" in stream.read_bytes() for stream in streams if "/N" not in stream)


def test_without_the_standard_grey_stays_light_and_links_stay(tmp_path: Path) -> None:
    with pikepdf.open(BytesIO(printed(tmp_path, standard=""))) as pdf:
        assert "/ICCBased 1" in spaces_of(pdf)
        assert "/OutputIntents" not in pdf.Root
        assert "/Annots" in pdf.pages[0].obj


def test_it_looks_like_the_same_sheet(tmp_path: Path) -> None:
    def picture(data: bytes) -> Image.Image:
        return pypdfium2.PdfDocument(data)[0].render(scale=1).to_pil().convert("RGB")

    one, other = (picture(printed(tmp_path / standard, standard=standard)) for standard in ("", "x-4"))
    differences = [abs(a - b) for a, b in zip(one.tobytes(), other.tobytes(), strict=True)]
    assert sum(differences) / len(differences) < 1


def test_the_same_bytes_for_the_same_press_and_others_for_another(tmp_path: Path) -> None:
    first = printed(tmp_path / "a")
    assert printed(tmp_path / "b") == first
    assert printed(tmp_path / "c", press=output_profile(profile("Another"), "x")) != first


def test_an_unregistered_press_is_custom(tmp_path: Path) -> None:
    with pikepdf.open(BytesIO(printed(tmp_path, press=output_profile(profile("Our press"), "x")))) as pdf:
        (intent,) = pdf.Root.OutputIntents
        assert str(intent.OutputConditionIdentifier) == "Custom"
        assert "/RegistryName" not in intent


def test_without_a_press_there_is_no_file_for_one(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="which press") as raised:
        printed(tmp_path, press=None)
    assert "--output-intent" in (raised.value.help or "")
