"""Every function of the kit, called with parts that are missing or odd: a fault at the template's line, or none."""

import re
from pathlib import Path

import pytest

from renderers.outputs.sheets import check_faces
from tests.support.commands import ROOT
from tests.support.renders import KIT, card, pack

FUNCTIONS = re.findall(
    r"^#let ([a-z-]+)\(", (ROOT / "renderers" / "faces" / "templates" / "kit.typ").read_text("utf-8"), re.MULTILINE
)
ODD = ["", "none", "(:)", "1, 2, 3, 4", "none, none, none, none, none, none, none"]


def test_the_kit_has_functions() -> None:
    assert len(FUNCTIONS) >= 40


@pytest.mark.parametrize("arguments", ODD)
def test_a_call_with_odd_parts_is_a_fault_at_its_line(arguments: str, tmp_path: Path) -> None:
    calls = [
        f"{{%- {'if' if i == 0 else 'elif'} card.number == {i + 1} %}}\n#{name}({arguments})"
        for i, name in enumerate(FUNCTIONS)
    ]
    template = KIT + "\n".join(calls) + "\n{%- endif %}\n"
    game = pack(tmp_path, template)
    cards = [card(id=f"card-{i + 1}", number=i + 1, name=f"Card {i + 1}") for i in range(len(FUNCTIONS))]
    lines = template.split("\n")
    for fault in check_faces(game, cards):
        assert fault.code in ("template-error", "text-overflow"), fault
        if fault.code == "template-error":
            assert fault.span is not None, fault
            called = FUNCTIONS[int(fault.subject.removeprefix("card-")) - 1]
            assert lines[fault.span.line - 1] == f"#{called}({arguments})", fault
