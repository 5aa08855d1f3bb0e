"""Symbols in rules texts: each takes the room that it is drawn in, close to its number."""

from pathlib import Path

import pytest

from renderers.outputs.sheets import check_faces
from tests.support.renders import KIT, card, changed, pack

SYMBOLS = {
    "thin": {"name": "Thin", "image": "symbols/thin.svg"},
    "square": {"name": "Square", "image": "symbols/square.svg"},
    "wide": {"name": "Wide", "image": "symbols/wide.svg"},
    "plain": {"name": "Plain", "image": "symbols/plain.svg"},
    "letters": {"name": "Letters", "letters": "L"},
}
VIEWS = {
    "thin": "viewBox='20 0 50 100'",
    "square": 'viewBox="0, 0, 100, 100"',
    "wide": 'viewBox="0 0 200 100"',
    "plain": 'width="4" height="8"',
}


def holds(folder: Path, condition: str) -> bool:
    """Whether Typst finds this true of the kit, in a game with these symbols."""
    game = changed(pack(folder, KIT + f"#context {{ if not ({condition}) {{ panic() }} }}"), symbols=SYMBOLS)
    (game.root / "symbols").mkdir()
    for name, view in VIEWS.items():
        (game.root / f"symbols/{name}.svg").write_text(f'<svg xmlns="http://www.w3.org/2000/svg" {view}/>', "utf-8")
    return check_faces(game, [card()]) == []


def width(content: str) -> str:
    return f"measure(text(10pt, {content})).width"


@pytest.mark.parametrize(
    ("narrow", "other", "times"),
    [("thin", "square", 0.53), ("wide", "square", 1), ("plain", "square", 1), ("letters", "square", 1)],
)
def test_a_symbol_in_a_text_is_as_wide_as_its_drawing(narrow: str, other: str, times: float, tmp_path: Path) -> None:
    sizes = [width(f'inline-icon("{name}", draft: true)') for name in (narrow, other)]
    assert holds(tmp_path, f"calc.abs({sizes[0]} - {times} * {sizes[1]}) < 0.05pt")


def test_what_is_measured_is_as_wide_as_what_is_drawn(tmp_path: Path) -> None:
    assert holds(tmp_path, f'{width("""inline-icon("thin")""")} == {width("""inline-icon("thin", draft: true)""")}')


def test_a_symbol_stands_close_to_its_number(tmp_path: Path) -> None:
    def words(space: str) -> str:
        return width(f'rules-text((("Gain 2{space}", ("symbol", "square")),), 10pt, draft: true)')

    assert holds(tmp_path, rf"{words(chr(92) + 'u{a0}')} < {words(' ')} - 0.3pt")
