"""What drawings can compute."""

from pathlib import Path
from typing import Any

import pytest
from jinja2 import DictLoader
from jinja2.exceptions import SecurityError, UndefinedError

from renderers.outputs.sheets import print_sheets
from renderers.templating.drawings import Drawings
from tests.support.renders import card, pack


def drawn(template: str, seed: str = "seed", parts: dict[str, str] | None = None, **context: Any) -> str:
    sources = {"t": template, **(parts or {})}
    return Drawings(DictLoader({f"{name}.svg.j2": text for name, text in sources.items()})).draw("t", seed, context)


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


def test_a_part_is_drawn_once_for_what_it_is_given() -> None:
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


def test_a_drawing_is_the_same_every_time_and_different_for_each_card(tmp_path: Path) -> None:
    drawing = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><circle r='{{ 3 | pick(1, 9) }}'/></svg>"
    game = pack(tmp_path, "#image({{ draw('art') }})", art__svg__j2=drawing)
    first, again, other = (print_sheets(game, [(card(id=name), 1)]).data for name in ("a", "a", "b"))
    assert first == again != other
