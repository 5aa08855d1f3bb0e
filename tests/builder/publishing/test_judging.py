"""What browsers load: the core, which is our code and Python's own library, and the games as they are published."""

import ast
import json
import zipfile
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from builder.diagnostics import UsageError
from builder.library.published import PublishedGame
from builder.publishing.core import _saved, core, player
from builder.workspace import Workspace
from tests.support.bare import bare
from tests.support.commands import ROOT

DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


@pytest.mark.long
def test_every_module_of_the_core_is_imported_without_packages(tmp_path: Path) -> None:
    with zipfile.ZipFile(BytesIO(core())) as archive:
        files = [name for name in archive.namelist() if name.endswith(".py")]
    names = [name.removesuffix(".py").removesuffix("/__init__").replace("/", ".") for name in files]
    assert len(names) > 100
    program = "import importlib\nfor name in sys.stdin.read().split(): importlib.import_module(name)\nprint('all')"
    assert bare(tmp_path, program, " ".join(names)) == "all\n"
    program = "try: import jinja2\nexcept ImportError: print('none')"
    assert bare(tmp_path, program) == "none\n"


@pytest.mark.long
def test_the_core_is_the_code_without_what_only_people_read() -> None:
    packed = core()
    assert len(packed) < 360_000
    assert len(player()) < 230_000
    with zipfile.ZipFile(BytesIO(packed)) as archive:
        for name in archive.namelist():
            if name.startswith("builder/") and name.endswith(".py"):
                written = ast.parse((ROOT / name).read_text("utf-8"))
                for node in ast.walk(written):
                    body = getattr(node, "body", None)
                    if isinstance(body, list) and isinstance(node, DOCUMENTED) and ast.get_docstring(node) is not None:
                        body[:] = body[1:] or ([] if isinstance(node, ast.Module) else [ast.Pass()])
                assert ast.dump(ast.parse(archive.read(name))) == ast.dump(written), name


def test_the_core_is_packed_once_and_the_same_whenever_that_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ARSENAL_CACHE", str(tmp_path))
    files = {"builder/one.py": b"1\r\n", "builder/two.py": b"2\n"}
    packed = _saved(b"core", lambda: files)
    with zipfile.ZipFile(BytesIO(packed)) as archive:
        assert {name: archive.read(name) for name in archive.namelist()} == {**files, "builder/one.py": b"1\n"}
    assert _saved(b"core", dict) == packed
    assert _saved(b"player", lambda: {"one": b""}) != packed
    for saved in tmp_path.glob("core/*/*"):
        saved.write_bytes(b"x" * 100)
    assert _saved(b"core", lambda: files) == packed


def test_a_deck_is_judged_by_its_own_format_and_else_by_the_default_one(tmp_path: Path) -> None:
    with Workspace() as workspace:
        workspace.publish(tmp_path, games=["saucer-people"])
        default, other = list(workspace.catalog.formats("saucer-people"))[:2]
    ready = PublishedGame(json.loads((tmp_path / "games/saucer-people/judge.json").read_text("utf-8")))
    deck: dict[str, Any] = {"name": "", "game": "saucer-people", "cards": {}}
    for named, by in (({}, default), ({"format": other}, other)):
        decks: Any = ready.verdicts({**deck, **named})["decks"]
        assert [(one["format"], one["deck"]) for one in decks] == [(by, "deck")]
    with pytest.raises(UsageError, match='there is no format "none"'):
        ready.verdicts(deck, ["none"])
