"""Drawings in light colours."""

import pytest

from renderers.templating.drawings import light_drawing, lit, with_light_drawings


@pytest.mark.parametrize(
    ("color", "light"), [("#000000", "#c7c7c7"), ("#fff", "#ffffff"), ("black", "#c7c7c7"), ("#f00", "#ffc7c7")]
)
def test_a_color_keeps_its_hue_and_little_of_its_ink(color: str, light: str) -> None:
    assert lit(color) == light


@pytest.mark.parametrize(
    ("svg", "light"),
    [
        ('<svg fill="none"><a stroke="#000"/></svg>', '<svg fill="none"><a stroke="#c7c7c7"/></svg>'),
        ("<svg fill='red'><a fill='black'/></svg>", "<svg fill='red'><a fill='#c7c7c7'/></svg>"),
        (
            '<svg fill="#fff"><a style="fill: #000000; stroke:#000"/></svg>',
            '<svg fill="#ffffff"><a style="fill: #c7c7c7; stroke:#c7c7c7"/></svg>',
        ),
        ('<svg fill="#fff"><stop stop-color="#000"/></svg>', '<svg fill="#ffffff"><stop stop-color="#c7c7c7"/></svg>'),
        ('<svg fill="#fff"><use href="#abc"/></svg>', '<svg fill="#ffffff"><use href="#abc"/></svg>'),
        ('<svg fill="#fff"><a fill="url(#abcdef)"/></svg>', '<svg fill="#ffffff"><a fill="url(#abcdef)"/></svg>'),
        ("<svg><path/></svg>", '<svg fill="#c7c7c7"><path/></svg>'),
    ],
)
def test_all_colors_of_a_drawing_are_light(svg: str, light: str) -> None:
    assert light_drawing(svg) == light


def test_symbols_and_what_is_no_drawing_stay_as_they_are() -> None:
    svg = b'<svg fill="#000"/>'
    files = {"a.svg": svg, "symbols/b.svg": svg, "c.typ": b"#000"}
    light = with_light_drawings(files, ["symbols/b.svg"])
    assert light == {**files, "a.svg": b'<svg fill="#c7c7c7"/>'}
