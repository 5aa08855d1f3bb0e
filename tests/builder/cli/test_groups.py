"""Options that belong together reach a command as one object, and its user as options of their own."""

from dataclasses import dataclass
from typing import Annotated

import pytest
import typer
from typer.testing import CliRunner

from builder.cli.frame import grouped


@dataclass(frozen=True, slots=True)
class Paper:
    width: Annotated[int, typer.Option("--width", min=1, help="How wide.")]
    name: Annotated[str, typer.Option("--name")] = "a4"


@dataclass(frozen=True, slots=True)
class Ink:
    color: Annotated[str, typer.Option("--color")] = "black"


Given = list[tuple[str, Paper, Ink, int]]


def app_of(given: Given) -> typer.Typer:
    """A command with two groups and options of its own, which notes what it is given."""
    app = typer.Typer(rich_markup_mode=None)

    def draw(paper: Paper, what: Annotated[str, typer.Argument()], ink: Ink, copies: int = 1) -> None:
        """Draw something."""
        given.append((what, paper, ink, copies))

    app.command()(grouped(draw))
    return app


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["cat", "--width", "3"], ("cat", Paper(3), Ink(), 1)),
        (
            ["--color", "red", "--name", "a3", "cat", "--copies", "2", "--width", "5"],
            ("cat", Paper(5, "a3"), Ink("red"), 2),
        ),
    ],
)
def test_a_group_is_given_as_one_object(arguments: list[str], expected: tuple[str, Paper, Ink, int]) -> None:
    given: Given = []
    assert CliRunner().invoke(app_of(given), arguments).exit_code == 0
    assert given == [expected]


@pytest.mark.parametrize("arguments", [["cat"], ["cat", "--width", "0"], ["cat", "--width", "3", "--paper", "a4"]])
def test_options_of_a_group_are_checked_as_any_others(arguments: list[str]) -> None:
    given: Given = []
    assert CliRunner().invoke(app_of(given), arguments).exit_code == 2
    assert given == []


def test_help_knows_each_option_and_no_group() -> None:
    said = CliRunner().invoke(app_of([]), ["--help"]).stdout
    assert "Draw something." in said
    assert all(option in said for option in ("--width", "--name", "--color", "--copies", "How wide."))
    assert "--paper" not in said
    assert "--ink" not in said
