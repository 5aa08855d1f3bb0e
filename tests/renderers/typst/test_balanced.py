"""The kit breaks words into lines of about one length."""

from pathlib import Path

import pytest

from renderers.outputs.sheets import check_faces, print_sheets
from tests.support.renders import KIT, card, pack, pdf_text

CALL = "#balanced(text(10pt, {{ card.name }}), 40mm)"


def lines(folder: Path, words: str, call: str = CALL) -> list[str]:
    """The lines in which a face shows words."""
    game = pack(folder, KIT + call)
    assert check_faces(game, [card(name=words)]) == []
    return [line.strip() for line in pdf_text(print_sheets(game, [(card(name=words), 1)]).data).splitlines()]


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        ("Four quiet words", ["Four quiet words"]),
        ("They still had a long way to go home", ["They still had a long", "way to go home"]),
        (
            "Nobody saw it coming and nobody saw it going away again",
            ["Nobody saw it coming", "and nobody saw it", "going away again"],
        ),
        ("", []),
    ],
    ids=["one line", "two lines", "three lines", "nothing"],
)
def test_lines_are_about_as_long(words: str, shown: list[str], tmp_path: Path) -> None:
    assert lines(tmp_path, words) == shown
    plain = lines(tmp_path / "plain", words, "#block(width: 40mm, text(10pt, {{ card.name }}))")
    assert len(plain) == len(shown)
    assert len(words) < 30 or plain != shown


def test_a_width_that_is_none_is_reported(tmp_path: Path) -> None:
    (finding,) = check_faces(pack(tmp_path, KIT + "#balanced([x], 40)"), [card()])
    assert "width must be a length such as 20mm, not 40" in finding.message


TAIL = "#block(width: 46mm, text(10pt, with-tail({{ card.name }}, 14)))"


@pytest.mark.parametrize(
    ("words", "last"),
    [
        ("It was seen by all who lived near it then", "near it then"),
        ("An opponent reveals a card. Draw 3 cards", "Draw 3 cards"),
        ("Four quiet words", "Four quiet words"),
        ("Unbreakablewordsarelong", "Unbreakablewordsarelong"),
        ("", ""),
    ],
    ids=["words", "a clause", "one line", "one word", "nothing"],
)
def test_the_last_words_stay_on_one_line(words: str, last: str, tmp_path: Path) -> None:
    shown = lines(tmp_path, words, TAIL)
    assert " ".join(shown) == words
    assert last in (shown or [""])[-1]
    plain = lines(tmp_path / "plain", words, "#block(width: 46mm, text(10pt, {{ card.name }}))")
    assert len(plain) == len(shown)
