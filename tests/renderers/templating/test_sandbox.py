"""What templates may not do, and how large they may grow."""

from pathlib import Path

import pytest

from renderers.outputs.sheets import check_faces
from tests.support.renders import card, fault, pack


@pytest.mark.parametrize(
    ("template", "words"),
    [
        ('a\n{{ "a" * 1000000000 }}', "repeated 1000000000 times"),
        ("a\n{{ 1000000000 * [1] }}", "repeated 1000000000 times"),
        ('a\n{{ "%1000000000d" % 1 }}', "too long"),
        ('a\n{{ "{:1000000000}".format(1) }}', "too long"),
        ('a\n{{ "x".center(1000000000) }}', "too long"),
        ('a\n{{ ("x" * 1000000).replace("x", "x" * 1000) }}', "too long"),
        ('a\n{{ "x" | center(300000000) }}', "too long"),
        ("a\n{{ 10 ** 100 ** 10 ** 10 }}", "too large"),
        ('a\n{{ [["x" * 1000] * 1000] * 1000 }}', "longer than 8,000,000"),
        ('a\n{% for i in range(99999) %}{{ "x" * 1000 }}{% endfor %}', "longer than 8,000,000"),
        ('a\n{% include "face" %}', "without end"),
        ("a\n{{ draw('d') }}", "repeated 1000000000 times"),
    ],
)
def test_what_grows_too_large_is_stopped_early(tmp_path: Path, template: str, words: str) -> None:
    found = fault(tmp_path, template, d__svg__j2='<svg>\n{{ "a" * 1000000000 }}</svg>')
    assert found.code == "template-limit"  # and it is not time that ran out
    assert words in found.message
    assert found.span is not None
    assert found.span.line == 2


def test_what_is_not_too_large_is_as_it_was(tmp_path: Path) -> None:
    template = (
        "#({{ 'ab' * 3 }}, {{ [1] * 2 }}, {{ 2 ** 10 }}, {{ '%05d' % 7 }}, {{ '{:>4}'.format('x') }}, {{ 7 % 3 }})"
    )
    assert check_faces(pack(tmp_path, template), [card()]) == []
