"""Sheets as HTML."""

import re

from renderers.layout.options import SheetOptions
from renderers.outputs.sheets import print_sheets
from tests.support.renders import card, fleet, future_invaders


def test_html_is_one_file_that_asks_for_nothing() -> None:
    made = print_sheets(future_invaders(), [(c, 4) for c in fleet(3)], SheetOptions(output="html", paper="letter"))
    html = made.data.decode()
    assert html.count("<section") == made.pages == 2
    assert "{ size: 215.9mm 279.4mm" in html
    assert "http" not in html.replace("http-equiv", "")
    assert 'http-equiv="Content-Security-Policy" content="default-src \'none\'; img-src data:;' in html
    assert not re.search(r"<(?:script|link|iframe|object)\b|@import|url\((?!#)", html)
    sources = re.findall(r"(?:href|src)=\"([^\"]*)\"", html)
    assert sources
    assert all(source.startswith(("#", "data:image/")) for source in sources)


def test_html_escapes_the_games_name() -> None:
    game = future_invaders(name="<script>alert(1)</script>")
    html = print_sheets(game, [(card(), 1)], SheetOptions(output="html")).data.decode()
    assert "<script" not in html
