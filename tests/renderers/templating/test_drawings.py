"""What drawings can compute, and where the code of templates is kept."""

from pathlib import Path
from typing import Any

import pytest
from jinja2 import DictLoader
from jinja2.exceptions import SecurityError, UndefinedError

from renderers.templating.compiled import DIGEST, Compiled
from renderers.templating.drawings import Drawings


def drawn(template: str, seed: str = "seed", parts: dict[str, str] | None = None, **told: Any) -> str:
    sources = {"t": template, **(parts or {})}
    return Drawings(DictLoader({f"{name}.svg.j2": text for name, text in sources.items()})).draw("t", seed, told)


def test_numbers_are_put_in_places() -> None:
    assert drawn("{{ 'M@ @l@ @' | put(1 / 3, -200.06, 0.5, 12) }} 10% @") == "M0.333 -200l0.5 12 10% @"
    assert drawn("{{ '10% @' | put(2) }} {{ 1 / 3 }} {{ 2 }}") == "10% 2 0.333 2"


@pytest.mark.parametrize("shape", ["'@ @' | put(1)", "'@' | put(1, 2)", "'@' | put('x')"])
def test_other_than_the_numbers_asked_for_is_an_error(shape: str) -> None:
    with pytest.raises(TypeError):
        drawn("{{ " + shape + " }}")


def test_choices_come_from_the_seed_alone() -> None:
    template = "{% for i in range(300) %}{{ i | pick(2, 9) }} {{ i | choose('abcdef') }} {% endfor %}{{ 3 | pick }}"
    assert drawn(template) == drawn(template)
    assert drawn(template) != drawn(template, "other")
    *numbers, last = drawn(template).split()
    assert {2 <= float(number) < 9 for number in numbers[::2]} == {True}
    assert set(numbers[1::2]) == set("abcdef")
    assert 0 <= float(last) < 1


def test_a_choice_between_constants_is_not_taken_for_constant() -> None:
    drawings = Drawings(DictLoader({"t.svg.j2": "{{ '@' | put(1 | pick(0, 100)) }}"}))
    assert len({drawings.draw("t", seed, {}) for seed in "abcdef"}) > 1


def test_a_part_is_drawn_once_for_what_it_is_told() -> None:
    parts = {"part": "{{ colour }} {{ 0 | pick }} "}
    template = "{{ 5 | pick }} {{ part('part', colour='red') }}{{ part('part', colour='blue') }}{{ 5 | pick }}"
    own, *both, own_again = drawn(template, parts=parts).split()
    other, *same, _ = drawn(template, "other", parts=parts).split()
    assert own == own_again != other
    assert both == same
    assert both[1] != both[3]
    with pytest.raises(UndefinedError, match="card"):
        drawn("{{ part('part') }}", parts={"part": "{{ card }}"}, card="told to the whole alone")
    with pytest.raises(RecursionError):
        drawn("{{ part('part') }}", parts={"part": "{{ part('part') }}"})


@pytest.mark.parametrize("template", ["{{ part.__globals__ }}", "{{ part.__self__._env }}", "{{ ''.__class__ }}"])
def test_the_sandbox_holds(template: str) -> None:
    with pytest.raises((SecurityError, UndefinedError)):
        drawn(template)


def test_compiled_templates_are_kept_and_used(tmp_path: Path) -> None:
    def text(source: str) -> str:
        return Drawings(DictLoader({"t.svg.j2": source}), Compiled(tmp_path / "a/b")).draw("t", "", {})

    assert text("one {{ 1 }}") == "one 1"
    (kept,) = (tmp_path / "a/b").iterdir()
    first = kept.read_bytes()
    assert text("one {{ 1 }}") == "one 1"
    assert kept.read_bytes() == first
    assert text("two {{ 2 }}") == "two 2"  # its source changed
    for spoilt in (b"", first[:-9], first[:DIGEST] + b"x" + first[DIGEST:], b"x" * 999):
        kept.write_bytes(spoilt)
        assert text("one {{ 1 }}") == "one 1"
        assert kept.read_bytes() == first


def test_compiled_templates_need_no_folder(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    for folder in (tmp_path / "file", tmp_path / "file/below"):
        assert Drawings(DictLoader({"t.svg.j2": "{{ 1 }}"}), Compiled(folder)).draw("t", "", {}) == "1"
