"""The command as a whole: which commands there are, its version, and options that stand before a command."""

from builder.cli import after_command
from tests.support.commands import Arsenal
from tests.support.started import moon_duel


def test_help_lists_every_command(arsenal: Arsenal) -> None:
    said = arsenal("--help").stdout
    for name in [
        "games",
        "validate",
        "explain",
        "fmt",
        "build",
        "search",
        "show",
        "check",
        "stats",
        "print",
        "presets",
        "calibrate",
        "images",
        "tabletop",
        "translate",
        "watch",
        "export",
        "new",
    ]:
        assert f"\n  {name} " in said


def test_version(arsenal: Arsenal) -> None:
    assert arsenal("--version").stdout.startswith("arsenal ")


def test_options_may_stand_before_the_command(arsenal: Arsenal) -> None:
    moon_duel(arsenal)
    assert after_command(["--packs=a", "--output", "json", "games", "x"]) == [
        "games",
        "--packs=a",
        "--output",
        "json",
        "x",
    ]
    assert "moon-duel" in arsenal("--packs", "moon-duel", "games").stdout
