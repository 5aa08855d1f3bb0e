"""What the documents show is what happens: their examples are run, in order, in an empty folder."""

import contextlib
import io
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft202012Validator
from typer.testing import CliRunner

from builder.cli import after_command, app
from tests.support.commands import ROOT
from tests.support.documents import generator

DOCUMENTS = [
    "README.md", "docs/tutorial.md", "docs/authoring.md", "docs/templates.md", "docs/abilities.md",
    "docs/translations.md", "docs/sets.md", "docs/expansions.md", "docs/faces.md", "docs/spreadsheets.md",
    "docs/printing.md", "docs/programs.md", "docs/publishing.md", "docs/site.md", "docs/exports.md",
]  # fmt: skip
PYTHON_DOCUMENTS = ["docs/api.md", "docs/engine.md"]
# By the pages that use them: the package, and what the commands say that need it.
PLUGINS = {
    "docs/plugins.md": ("arsenal-tally", ""),
    "docs/engine.md": ("arsenal-moon-duel", "--packs moon-duel --seed 4"),
}
_BLOCK = re.compile(
    r"^```console\n(?P<console>.*?)^```$"
    r"|^`(?P<file>[^`\n]+)`(?:, (?P<way>above|below|changed)(?: `(?P<line>[^\n]+)`)?)?:\n```\w+\n(?P<content>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)


def examples(block: str) -> list[tuple[str, str]]:
    """The commands of a console block with the output that it shows."""
    found = re.findall(r"^\$ (.*(?:(?<=\\)\n.*)*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE)
    return [(command, shown) for command, shown in found]


def as_pattern(shown: str) -> str:
    """Shown output as a regular expression: a line of "..." stands for any lines, "..." in a line for its rest."""
    lines = shown.rstrip("\n").split("\n")
    parts = [
        r"(?:.*\n)*?" if line.strip() == "..." else re.escape(line).replace(r"\.\.\.", ".*") + r"[ ]*\n"
        for line in lines
    ]
    return "".join(parts)


def write(file: Path, way: str | None, line: str, content: str) -> None:
    """Do what the line above a block says: write the file, or put the block in above or below a line of it."""
    if not way:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(content, "utf-8")
        return
    lines = file.read_text("utf-8").splitlines(keepends=True)
    places = [number for number, text in enumerate(lines) if text.strip() == line]
    assert places, f"{file.name} has no line {line}"
    lines.insert(places[0] + (way == "below"), content)
    file.write_text("".join(lines), "utf-8")


def change(file: Path, diff: str) -> None:
    """Change a file as a diff shows; lines of "..." stand between its parts."""
    text = file.read_text("utf-8")
    for part in re.split(r"^\.\.\.\n", diff, flags=re.MULTILINE):
        marked = [(line[0], line[1:] + "\n") for line in part.splitlines()]
        old = "".join(line for mark, line in marked if mark in "- ")
        new = "".join(line for mark, line in marked if mark in "+ ")
        assert text.count(old) == 1, f"{file.name} has {text.count(old)} times: {old}"
        text = text.replace(old, new)
    file.write_text(text, "utf-8")


def run_examples(document: str, folder: Path, path: Sequence[Path] = (), needs: str = "") -> None:
    """Run a document's commands in a folder and compare what they say with what is shown.

    `path` are folders with more packages for Python, for commands that say what `needs` them.
    """
    environment = {
        **os.environ,
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": os.pathsep.join(filter(None, [*map(str, path), os.environ.get("PYTHONPATH")])),
        "COLUMNS": "100",
    }
    ran = 0
    for block in _BLOCK.finditer((ROOT / document).read_text("utf-8")):
        if block["way"] == "changed":
            change(folder / block["file"], block["content"])
        elif block["file"]:
            write(folder / block["file"], block["way"], block["line"], block["content"])
        for command, shown in examples(block["console"] or ""):
            if command.startswith(("git clone", "make ", "cd arsenal", "pip ")):
                continue  # run by .ci/run, in a clean clone
            if variable := re.fullmatch(r"export (\w+)=(\S+)", command):
                environment[variable[1]] = variable[2]
                continue
            said, code = done(command, folder, environment, in_process=not path or needs not in command)
            ran += 1
            assert "Traceback" not in said, command
            if shown.strip():
                assert re.search(as_pattern(shown), said + "\n"), f"$ {command}\n--- shown:\n{shown}--- said:\n{said}"
            else:
                assert code == 0, f"$ {command}\n{said}"
    assert ran >= 3


@pytest.fixture(autouse=True)
def _own_modules(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game's module that a page's command names is used by no other test."""
    monkeypatch.setattr("engine.modules._used", {})


def done(command: str, folder: Path, environment: Mapping[str, str], *, in_process: bool) -> tuple[str, int]:
    """What a command says, and its exit code. One of Arsenal alone, without a shell's signs, needs no process."""
    typed, command_alone = re.fullmatch(r"(?:printf '([^'%]*)' \| )?(.*)", command, re.DOTALL).groups("")  # type: ignore[union-attr]
    has_signs = re.search(r"[|<>&;$*~()]", re.sub(r"'[^']*'", "", command_alone))
    words = [] if has_signs else shlex.split(command_alone.replace("\\\n", " "))
    if not in_process or words[:1] != ["arsenal"] or words[1:2] in (["watch"], ["serve"]):
        run = ["bash", "-c", command]
        ended = subprocess.run(run, cwd=folder, env=environment, capture_output=True, text=True, check=False)
        return ended.stdout + ended.stderr, ended.returncode
    with contextlib.chdir(folder):
        typed = typed.encode().decode("unicode_escape")
        result = CliRunner().invoke(app, after_command(words[1:]), input=typed, env=environment)
    return result.stdout + result.stderr, result.exit_code


@pytest.mark.long
@pytest.mark.parametrize("document", DOCUMENTS)
def test_console_examples_run_and_show_what_they_show(document: str, tmp_path: Path) -> None:
    run_examples(document, tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("page", PLUGINS)
def test_a_plugin_is_built_and_installed_and_does_what_its_page_shows(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source, installed, folder = tmp_path / "source", tmp_path / "installed", tmp_path / "folder"
    package, needs = PLUGINS[page]
    shutil.copytree(ROOT / "docs" / "examples" / package, source)
    folder.mkdir()
    options = ["--no-build-isolation", "--no-deps", "--no-index", "--disable-pip-version-check", "--quiet"]
    install = [sys.executable, "-m", "pip", "install", *options, "--target", str(installed), str(source)]
    subprocess.run(install, check=True, capture_output=True, text=True)
    if not needs:
        monkeypatch.setenv("ARSENAL_CACHE", str(tmp_path / "cache"))  # no other test sees what the plugin says
    run_examples(page, folder, [installed], needs)


def printed(block: str, names: dict[str, Any], title: str) -> str:
    """What a block of Python prints; `names` are those that it knows, and those that it makes."""
    said = io.StringIO()
    with redirect_stdout(said):
        exec(compile(block, title, "exec"), names)  # noqa: S102 - it is our own page
    return said.getvalue()


@pytest.mark.long
@pytest.mark.parametrize("document", PYTHON_DOCUMENTS)
def test_python_examples_run_and_print_what_they_show(
    document: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    blocks = re.findall(r"^```python\n(.*?)^```$", (ROOT / document).read_text("utf-8"), re.MULTILINE | re.DOTALL)
    for number, block in enumerate(blocks, 1):
        shown = "\n".join(re.findall(r"^# > ?(.*)$", block, re.MULTILINE))
        said = printed(block, names, f"{document}, example {number}")
        pattern = as_pattern(shown) if shown else ""
        assert re.fullmatch(pattern, said), f"example {number}\n--- shown:\n{shown}\n--- printed:\n{said}"
    assert len(blocks) >= 7


def anchors(document: Path) -> set[str]:
    """The places of a document that links can name, as GitHub calls them."""
    text = re.sub(r"^```.*?^```$", "", document.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_those_who_change_arsenal_find_the_files_that_are_named() -> None:
    text = (ROOT / "docs" / "developing.md").read_text("utf-8")
    named = set(re.findall(r"`((?:builder|engine|tests|schemas|cards|docs)/[a-z_./]+)`", text))
    assert len(named) >= 10
    assert [name for name in named if not (ROOT / name).exists()] == []


def test_documents_link_to_what_is_there() -> None:
    for document in [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]:
        for link, anchor in re.findall(r"\]\((?!https?:)([^)#]*)(?:#([^)]+))?\)", document.read_text("utf-8")):
            target = document.parent / link if link else document
            assert target.exists(), f"{document.name} links to {link}"
            assert not anchor or anchor in anchors(target), f"{document.name} links to {link}#{anchor}"


# The reference of keys ---------------------------------------------------------------------------------------


def properties_of(node: Any) -> Iterator[str]:
    """The names of all properties anywhere in a schema."""
    if isinstance(node, dict):
        named = node.get("properties")
        if isinstance(named, dict):
            yield from named
        for value in node.values():
            yield from properties_of(value)
    elif isinstance(node, list):
        for value in node:
            yield from properties_of(value)


def code_spans() -> str:
    """What docs/keys.md and docs/legality.md write between backticks, outside their examples."""
    pages = "\n".join((ROOT / "docs" / name).read_text("utf-8") for name in ("keys.md", "legality.md"))
    text = re.sub(r"^```.*?^```$", "", pages, flags=re.MULTILINE | re.DOTALL)
    return "\n".join(re.findall(r"`([^`\n]+)`", text))


@pytest.mark.parametrize("page", generator().PAGES_WITH_TABLES)
def test_the_tables_are_current(page: str) -> None:
    assert (ROOT / "docs" / page).read_text("utf-8") == generator().with_tables(page), "run python docs/generate.py"


@pytest.mark.parametrize(
    "schema", ["game", "format", "deck", "rulings", "reprints", "import", "locale", "verbs", "phrases", "common"]
)
def test_every_key_is_explained(schema: str) -> None:
    described = json.loads((ROOT / "schemas" / f"{schema}.schema.json").read_text("utf-8"))
    named = set(properties_of(described)) | (set(described["$defs"]) if schema == "common" else set())
    spans = code_spans()
    assert named
    assert [key for key in sorted(named) if not re.search(rf"(?<![\w-]){re.escape(key)}(?![\w-])", spans)] == []


@pytest.mark.parametrize(
    "name", ["game", "format", "deck", "rulings", "reprints", "import", "locale", "verbs", "phrases"]
)
def test_examples_of_keys_are_right_values(name: str) -> None:
    words, keys = generator().words()[name], generator().keys(name)
    assert set(words) <= {key.path for key in keys}, "docs/reference.yaml has an example for each key, and no other"
    for key, *_ in generator().heads(name):
        example = words[key.path]["example"]
        Draft202012Validator(key.schema).validate(example)
        word = key.path.rpartition(".")[2]
        assert yaml.safe_load(f"{word}: {generator()._flow(example)}") == {word: example}


def test_what_packs_take_from_the_kit_is_explained() -> None:
    kit, explained = set(generator().kit_names()), set(generator().words()["kit"])
    assert explained <= kit, "docs/reference.yaml explains what the kit does not have"
    taken = set()
    for templates in (ROOT / "cards").glob("*/templates"):
        texts = [path.read_text("utf-8") for path in sorted(templates.rglob("*.typ*"))]
        own = {name for text in texts for name in re.findall(r"^ *#?let ([a-z-]+)", text, re.MULTILINE)}
        taken |= {
            name for text in texts for name in re.findall(r"(?<![\w.\"-])([a-z][a-z-]+)(?:\.with)?\(", text)
        } - own
    assert sorted(taken & kit - explained) == [], "add a line to docs/reference.yaml, below kit"


def test_pictures_of_faces_are_shown_and_small() -> None:
    shown = set(re.findall(r"\(images/faces/(.+?\.png)\)", (ROOT / "docs" / "faces.md").read_text("utf-8")))
    there = {path.name: path.stat().st_size for path in (ROOT / "docs" / "images" / "faces").glob("*.png")}
    assert set(there) == shown
    assert max(there.values()) < 60_000
