"""Printed sheets, seen from outside: text, pages, bytes, reports."""

import re
from dataclasses import replace

import pytest
import typst

from builder.database.tables import Card
from builder.diagnostics import UsageError
from renderers.layout.plan import SheetOptions
from renderers.outputs.sheets import Rendered, check_faces, print_sheets
from renderers.typst import press
from renderers.typst.fonts import Fonts
from renderers.typst.press import COVERED
from renderers.typst.typeset import _font_files
from tests.support.renders import ROOT, card, fleet, future_invaders, page_count, pdf_text

LONG = "Whenever an enemy ship attacks one of your structures, draw a card and then discard a card. " * 12

COMPONENTS = [("base-tracker", 1), ("resource-tracker", 2), ("reminder", 1)]


def codes(rendered: Rendered) -> list[tuple[str, str]]:
    return [(f.face, f.diagnostic.code) for f in rendered.findings]


@pytest.fixture(scope="module")
def printed() -> Rendered:
    cards = [
        card(text="Gain {oil}. **Then** *draw* 1 card.\nUse this once per turn.", flavor='"All hands" & <more>.'),
        card(id="other", number=12, name="Éclair #2 *of* $5 @home", faction="organics", rarity="supreme"),
        card(id="base", number=13, name="Base", type="structure", faction="pirates", weapons=None),
    ]
    for one in cards:
        one.definition = {k: v for k, v in one.definition.items() if v is not None}
    game = future_invaders()
    return print_sheets(
        game,
        [(c, 4) for c in cards],
        SheetOptions(backs="long-edge"),
        [(name, 1) for name in game.definition["components"]],
    )


def test_copies_then_components_then_backs_of_cards_only(printed: Rendered) -> None:
    assert printed.findings == []
    assert printed.pages == page_count(printed.data) == 4
    text = pdf_text(printed.data)
    assert text.count("Test Ship") == 4
    assert text.count("FL 012") == 4
    assert len(re.findall("Your turn", text)) == 1
    assert text.count("I N V A D E R S") == 12  # pypdfium2 reads wide spacing as spaces


def test_text_can_be_found_in_the_pdf(printed: Rendered) -> None:
    text = re.sub(r"[\u2060\s]+", " ", pdf_text(printed.data))
    for words in ("Then draw 1 card.", "Use this once per turn.", '"All hands" & <more>.', "Éclair #2 *of* $5 @home"):
        assert words in text, words
    for words in ("SUPREME", "ORGANICS · SHIP", "PIRATES · STRUCTURE"):
        assert words in text, words


def test_the_same_input_gives_the_same_bytes() -> None:
    game, cards = future_invaders(), fleet(3)
    first = print_sheets(game, [(c, 1) for c in cards])
    second = print_sheets(game, [(c, 1) for c in cards])
    assert first.data == second.data
    assert b"CreationDate" not in first.data or b"D:1970" in first.data


def test_html_is_one_file_that_asks_for_nothing() -> None:
    made = print_sheets(future_invaders(), [(c, 4) for c in fleet(3)], SheetOptions(output="html", paper="letter"))
    html = made.data.decode()
    assert html.count("<section") == made.pages == 2
    assert "{ size: 215.9mm 279.4mm" in html
    assert "http" not in html
    assert not re.search(r"<(?:script|link|iframe|object)\b|@import|url\((?!#)", html)
    sources = re.findall(r"(?:href|src)=\"([^\"]*)\"", html)
    assert sources
    assert all(source.startswith(("#", "data:image/")) for source in sources)


def test_html_escapes_the_games_name() -> None:
    game = future_invaders(name="<script>alert(1)</script>")
    game.name = game.definition["name"]
    html = print_sheets(game, [(card(), 1)], SheetOptions(output="html")).data.decode()
    assert "<script" not in html


@pytest.mark.parametrize("generic", [False, True])
def test_text_that_does_not_fit_is_reported_with_its_excess(generic: bool) -> None:
    game = future_invaders(**({"face": "generic", "back": "generic-back"} if generic else {}))
    cards = [card(), card(id="wordy", text=LONG), card(id="named", name="Extraordinarily " * 7 + "Named")]
    found = check_faces(game, cards)
    assert [(f.face, f.diagnostic.code) for f in found] == [("wordy", "text-overflow"), ("named", "text-overflow")]
    excess = re.search(r"^wordy: the text is (\d+\.\d) mm too high, even at 5.5 pt$", found[0].diagnostic.message)
    assert excess
    assert 5 < float(excess[1]) < 60
    assert re.search(r"^named: the name is \d+\.\d mm too wide", found[1].diagnostic.message)
    assert found[0].diagnostic.severity == "error"


def test_overflow_is_reported_once_a_card_and_the_sheet_is_made_all_the_same() -> None:
    made = print_sheets(future_invaders(), [(card(text=LONG), 3)])
    assert codes(made) == [("test-ship", "text-overflow")]
    assert made.data.startswith(b"%PDF")


def test_text_shrinks_before_it_overflows() -> None:
    assert check_faces(future_invaders(), [card(text=LONG[: len(LONG) // 3])]) == []


def test_the_built_in_font_has_what_it_is_taken_to_have(monkeypatch: pytest.MonkeyPatch) -> None:
    """Typst itself is asked, of the built-in font alone."""
    monkeypatch.setattr(press, "COVERED", set())
    own = typst.Fonts(include_system_fonts=False, include_embedded_fonts=False, font_paths=[str(_font_files())])
    asking = press.Press({"folder": ROOT}, {}, Fonts(own, [], {}))
    told = {"faces": [{"context": {"text": "".join(COVERED) + "❄"}}]}
    (finding,) = press.missing_glyphs(told, asking)
    assert finding["message"] == 'no font has "❄" (U+2744)'


def test_missing_glyphs_are_named_as_a_warning() -> None:
    cards = [
        card(name="Ship of 漢字"),
        card(id="plain", number=8, name="Ćelavi Ørsted → Ωmega"),
        card(id="snow", text="☃ 🚀"),
    ]
    found = check_faces(future_invaders(), cards)
    assert [(f.face, f.diagnostic.code, f.diagnostic.severity) for f in found] == [
        ("test-ship", "missing-glyph", "warning"),
        ("snow", "missing-glyph", "warning"),
    ]
    assert '"字" (U+5B57), "漢" (U+6F22)' in found[0].diagnostic.message
    assert "U+1F680" in found[1].diagnostic.message


@pytest.mark.parametrize("size", ["mini", "bridge", "jumbo", "square", "40x60mm"])
@pytest.mark.parametrize("face", ["card", "generic"])
def test_faces_print_at_other_sizes(size: str, face: str) -> None:
    one = card(name="Ace", text="Draw 1 card.", flavor="Quick.")
    game = future_invaders(face=face, **{"card-size": size})
    assert check_faces(game, [one]) == []


def test_every_option_prints() -> None:
    options = SheetOptions(paper="a3", size="poker", gap=6, bleed=3, marks="lines", backs="short-edge", margin=6)
    made = print_sheets(future_invaders(), [(card(), 3)], options, [("base-tracker", 1)])
    assert (made.findings, made.pages) == ([], 2)


def test_wrong_use_is_told() -> None:
    game = future_invaders()
    with pytest.raises(UsageError, match='no paper "a9"'):
        print_sheets(game, [(card(), 1)], SheetOptions(paper="a9"))
    with pytest.raises(UsageError, match="does not fit"):
        print_sheets(game, [(card(), 1)], SheetOptions(paper="50x50mm"))
    with pytest.raises(UsageError, match='no component "tracker"'):
        print_sheets(game, [(card(), 1)], None, [("tracker", 1)])


def test_no_cards_no_sheets() -> None:
    made = print_sheets(future_invaders(), [])
    assert (made.pages, made.findings) == (0, [])


def test_art_of_the_pack_is_used(tmp_path_factory: pytest.TempPathFactory) -> None:
    made: list[bytes] = []
    one: Card = card()
    for art in (None, "symbols/oil.svg"):
        if art:
            one.definition = {**one.definition, "art": art}
        rendered = print_sheets(future_invaders(), [(one, 1)], replace(SheetOptions(), marks="none"))
        assert rendered.findings == []
        made.append(rendered.data)
    assert made[0] != made[1]
