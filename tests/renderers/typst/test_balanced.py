"""The kit breaks words into lines of about one length."""

from collections.abc import Iterable
from pathlib import Path

import pypdfium2

from renderers.layout.options import SheetOptions
from renderers.outputs.sheets import check_faces, print_sheets
from tests.support.renders import KIT, card, pack


def lines(folder: Path, call: str, words: Iterable[str]) -> list[list[str]]:
    """The lines in which a face shows each of these words."""
    cards = [card(id=f"c{number}", name=name) for number, name in enumerate(words)]
    made = print_sheets(pack(folder, KIT + call), [(one, 1) for one in cards], SheetOptions(layout="pages"))
    assert made.findings == []
    with pypdfium2.PdfDocument(made.data) as pdf:
        texts = [page.get_textpage().get_text_bounded() for page in pdf]
    return [[line.strip() for line in text.splitlines()] for text in texts]


def test_lines_are_about_as_long(tmp_path: Path) -> None:
    shown = {
        "Four quiet words": ["Four quiet words"],
        "They still had a long way to go home": ["They still had a long", "way to go home"],
        "Nobody saw it coming and nobody saw it going away again": [
            "Nobody saw it coming",
            "and nobody saw it",
            "going away again",
        ],
        "": [],
    }
    assert lines(tmp_path, "#balanced(text(10pt, {{ card.name }}), 40mm)", shown) == list(shown.values())
    plain = lines(tmp_path / "plain", "#block(width: 40mm, text(10pt, {{ card.name }}))", shown)
    for as_they_come, (words, balanced) in zip(plain, shown.items(), strict=True):
        assert len(as_they_come) == len(balanced), words
        assert len(words) < 30 or as_they_come != balanced


def test_a_width_that_is_none_is_reported(tmp_path: Path) -> None:
    (finding,) = check_faces(pack(tmp_path, KIT + "#balanced([x], 40)"), [card()])
    assert "width must be a length such as 20mm, not 40" in finding.message


def test_the_last_words_stay_on_one_line(tmp_path: Path) -> None:
    last = {
        "It was seen by all who lived near it then": "near it then",
        "An opponent reveals a card. Draw 3 cards": "Draw 3 cards",
        "Four quiet words": "Four quiet words",
        "Unbreakablewordsarelong": "Unbreakablewordsarelong",
        "": "",
    }
    shown = lines(tmp_path, "#block(width: 46mm, text(10pt, with-tail({{ card.name }}, 14)))", last)
    plain = lines(tmp_path / "plain", "#block(width: 46mm, text(10pt, {{ card.name }}))", last)
    assert [" ".join(one) for one in shown] == list(last)
    assert [len(one) for one in shown] == [len(one) for one in plain]
    for one, tail in zip(shown, last.values(), strict=True):
        assert tail in (one or [""])[-1]
