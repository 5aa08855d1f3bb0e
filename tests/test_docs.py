"""What the documents show is what happens: every console example is run, in order, in an empty folder."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT

DOCUMENTS = ["README.md", "docs/tutorial.md"]
_BLOCK = re.compile(r"^```console\n(.*?)^```$|^<!-- file: (\S+) -->\n```yaml\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def examples(block: str) -> list[tuple[str, str]]:
    """The commands of a console block with the output that it shows."""
    found = re.findall(r"^\$ (.*(?:\\\n.*)*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE)
    return [(command, shown) for command, shown in found]


def as_pattern(shown: str) -> str:
    """Shown output as a regular expression: a line of "..." stands for any lines, "..." in a line for its rest."""
    lines = shown.rstrip("\n").split("\n")
    parts = [
        r"(?:.*\n)*?" if line.strip() == "..." else re.escape(line).replace(r"\.\.\.", ".*") + r"[ ]*\n"
        for line in lines
    ]
    return "".join(parts)


@pytest.mark.parametrize("document", DOCUMENTS)
def test_console_examples_run_and_show_what_they_show(document: str, tmp_path: Path) -> None:
    text = (ROOT / document).read_text("utf-8")
    environment = {
        **os.environ,
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "COLUMNS": "100",
    }
    ran = 0
    for match in _BLOCK.finditer(text):
        block, file, content = match.groups()
        if file:
            (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / file).write_text(content, "utf-8")
            continue
        for command, shown in examples(block):
            if command.startswith(("git clone", "make ", "cd arsenal", "pip ")):
                continue  # run by .ci/run, in a clean clone
            run = ["bash", "-c", command]
            done = subprocess.run(run, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
            ran += 1
            said = done.stdout + done.stderr
            assert "Traceback" not in said, command
            if shown.strip():
                assert re.search(as_pattern(shown), said + "\n"), f"$ {command}\n--- shown:\n{shown}--- said:\n{said}"
            else:
                assert done.returncode == 0, f"$ {command}\n{said}"
    assert ran >= 5


def test_readme_names_the_two_commands() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    assert "make demo" in text
    assert "make test" in text


def test_documents_link_to_what_is_there() -> None:
    for document in [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]:
        for link in re.findall(r"\]\((?!https?:|#)([^)#]+)", document.read_text("utf-8")):
            assert (document.parent / link).exists(), f"{document.name} links to {link}"
