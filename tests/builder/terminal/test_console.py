"""The console that shows words of strangers."""

import io

import pytest
from rich.panel import Panel
from rich.table import Table

from builder.terminal.console import PlainConsole


@pytest.mark.parametrize("text", ["[/x]", "[red]no[/red]", "[link=http://x]y[/link]", ":bomb:"])
def test_a_text_is_no_markup(text: str) -> None:
    out = io.StringIO()
    table = Table(text)
    table.add_row(text)
    PlainConsole(file=out, width=80).print(table, Panel(text), text)
    assert out.getvalue().count(text) == 4


def test_only_rich_steers_the_terminal() -> None:
    out = io.StringIO()
    console = PlainConsole(file=out, width=80, force_terminal=True, color_system="truecolor", legacy_windows=False)
    console.print("a\x1b[31mb\x9b2Jc\u202ed", style="bold")
    assert out.getvalue() == "\x1b[1ma\ufffd[31mb\ufffd2Jc\ufffdd\x1b[0m\n"
