"""Words of the built-in faces can be read, whatever colours a game gives its types and factions."""

from pathlib import Path

import pytest

from renderers.outputs.sheets import check_faces
from tests.support.renders import KIT, card, pack


@pytest.mark.parametrize(
    "color", ["#000000", "#1f5fa6", "#704214", "#a63d1f", "#7a7a7a", "#c98a1b", "#9fd0f0", "#ffffff"]
)
def test_the_line_of_type_stands_out_from_its_ground(color: str, tmp_path: Path) -> None:
    tone = f'rgb("{color}")'
    ink = f"ink-on({tone}, {tone})"
    between = f"calc.abs(oklab({ink}).components().first() - oklab({tone}).components().first())"
    template = KIT + f"#context {{ if {between} < 30% {{ panic() }} }}"
    assert check_faces(pack(tmp_path, template), [card()]) == []
