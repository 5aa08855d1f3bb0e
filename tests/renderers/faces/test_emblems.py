"""The letters that stand on a card without a picture."""

from pathlib import Path

import pytest

from renderers.outputs.sheets import check_faces, print_sheets
from tests.support.renders import KIT, card, pack, pdf_text


@pytest.mark.parametrize(
    ("name", "letters"),
    [
        ("The Queen Below", "QB"),
        ("The Cook", "C"),
        ("Thelma", "T"),
        ("The", "T"),
        ("L'Ogre", "O"),
        ("Queen of Hearts", "QH"),
        ("queen-of-hearts", "QH"),
        ("Card 12", "12"),
        ("Room 1024", "R1"),
        ("Éclaireuse des mares", "ÉM"),
        ("!", "!"),
    ],
)
def test_names_that_begin_alike_have_other_letters(name: str, letters: str, tmp_path: Path) -> None:
    game = pack(tmp_path, KIT + "#place(dx: 10mm, dy: 30mm, emblem({{ card.name }}, 10mm, black))")
    assert check_faces(game, [card(name=name)]) == []
    assert pdf_text(print_sheets(game, [(card(name=name), 1)]).data).strip() == letters
