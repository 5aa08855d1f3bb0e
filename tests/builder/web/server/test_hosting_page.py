"""The page about hosting: its commands are run, its options are there."""

import os
import re
import signal
from contextlib import suppress
from pathlib import Path

import pytest

from tests.support.commands import ROOT, Arsenal
from tests.test_docs import run_examples

PAGE = ROOT / "docs/hosting.md"


@pytest.mark.long
@pytest.mark.skipif(os.name != "posix", reason="its commands are a shell's")
def test_its_commands_run(tmp_path: Path) -> None:
    try:
        run_examples("docs/hosting.md", tmp_path)
    finally:
        with suppress(OSError, ValueError):
            os.kill(int((tmp_path / "serve.pid").read_text()), signal.SIGKILL)


def test_its_options_are_those_of_serve(arsenal: Arsenal) -> None:
    text = PAGE.read_text("utf-8")
    named = set(re.findall(r"(?<![\w-])--(?:packs|decks|name|log|host|port|database)\b", text))
    assert len(named) == 7
    help_ = arsenal("serve", "--help").stdout
    assert [option for option in named if option not in help_] == []
    for line in re.findall(r"arsenal serve (.*?) ?(?:>|\n)", text):
        assert set(re.findall(r"--[\w-]+", line)) <= named
