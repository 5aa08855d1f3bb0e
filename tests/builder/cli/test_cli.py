"""The command as a whole: which commands there are, its version, and options that stand before a command."""

import shlex
from pathlib import Path
from typing import Any

import pytest
import typer.main

from builder.cli import after_command, app
from builder.cli.frame import EXAMPLE
from tests.support.commands import Arsenal


def commands() -> dict[str, Any]:
    """Every command by what is typed for it, with those of groups."""
    group: Any = typer.main.get_command(app)
    found = {f"arsenal {name}": command for name, command in group.commands.items()}
    inner = {
        f"{name} {part}": command
        for name, one in found.items()
        for part, command in getattr(one, "commands", {}).items()
    }
    return {name: command for name, command in (found | inner).items() if not hasattr(command, "commands")}


COMMANDS = commands()


def test_help_lists_every_command(arsenal: Arsenal) -> None:
    said = arsenal("--help").stdout
    assert len(COMMANDS) > 30
    for name in COMMANDS:
        assert f"\n  {name.split()[1]} " in said


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_the_help_of_each_command_ends_with_an_example_of_it(name: str) -> None:
    command = COMMANDS[name]
    example = shlex.split(command.epilog.removeprefix(EXAMPLE))
    words = name.split()
    assert command.epilog.startswith(EXAMPLE)
    assert example[: len(words)] == words
    command.make_context(name, example[len(words) :])  # or it raises an error for wrong use


def test_version(arsenal: Arsenal) -> None:
    assert arsenal("--version").stdout.startswith("arsenal ")


def test_options_may_stand_before_the_command(arsenal: Arsenal, own_pack: Path) -> None:
    given = ["--packs=a", "--output", "json", "games", "x"]
    assert after_command(given) == ["games", "--packs=a", "--output", "json", "x"]
    assert "moon-duel" in arsenal("--packs", "moon-duel", "games").stdout
