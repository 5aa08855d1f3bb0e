"""Plugins that raise, end, say nonsense or go on for ever: what is said names the plugin, without a traceback."""

import sys
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from builder.checks.rules import added_rules
from builder.diagnostics import Diagnostic, Span
from builder.exports import Exported, Target
from builder.legality import ClauseKind, Violation, one_by_one
from builder.legality.kinds import kind_of
from tests.support.attacks import PACK
from tests.support.outputs import ends, is_harmless
from tests.support.plugins import install

pytestmark = pytest.mark.usefixtures("alone")

EVIL = "\x1b[31mred\u202e"


def raising(error: BaseException) -> Callable[..., Any]:
    def fail(*_: Any) -> Any:
        raise error

    return fail


def deep(*_: Any) -> Any:
    return deeper()


def deeper() -> Any:  # Python 3.13.0 notices no depth where functions take *arguments
    return deeper()


def endless(*_: Any) -> Iterator[Diagnostic]:
    for n in count():
        yield Diagnostic("no-art", f"again {n}", Span("game.yaml"))


NONSENSE: dict[str, Callable[..., Any]] = {
    "raises": raising(ZeroDivisionError(EVIL)),
    "ends": raising(SystemExit(0)),
    "is-deep": deep,
    "has-no-memory": raising(MemoryError()),
    "stops": raising(StopIteration()),
    "is-of-the-system": raising(OSError(13, "Permission denied", "/etc/shadow")),
    "says-nothing": lambda *_: None,
    "says-a-number": lambda *_: 7,
    "says-a-text": lambda *_: "all is well",
    "says-itself": lambda *_: NONSENSE,
    "takes-nothing": lambda: None,
}
CHECKS: dict[str, Callable[..., Any]] = {
    **NONSENSE,
    "is-endless": endless,
    "says-texts": lambda *_: iter(["x"]),
    "has-no-such-code": lambda *_: iter([Diagnostic("no-such-code", "x", Span("game.yaml"))]),
    "has-odd-parts": lambda *_: iter([Diagnostic("no-art", 7, "here")]),  # type: ignore[arg-type]
    "steers": lambda *_: iter([Diagnostic("no-art", EVIL, Span(EVIL, 10**9, -5), EVIL)]),
    "is-elsewhere": lambda *_: iter([Diagnostic("no-art", "x", Span("../../etc/passwd"))]),
}
EXPORTS: dict[str, Callable[..., Any]] = {
    **NONSENSE,
    "exports-nothing": lambda *_: Exported(None),  # type: ignore[arg-type]
    "exports-a-text": lambda *_: Exported("text"),  # type: ignore[arg-type]
    "exports-elsewhere": lambda *_: Exported({"../../outside": b"x", "/outside": b"x"}),
    "exports-odd-names": lambda *_: Exported({7: b"x", "": b"x", "a\0b": b"x"}),  # type: ignore[dict-item]
    "exports-odd-contents": lambda *_: Exported({"a": "x"}),  # type: ignore[dict-item]
}
CLAUSES: dict[str, Callable[..., Any]] = {
    **NONSENSE,
    "judges-by-nothing": lambda *_: lambda *_: None,
    "judges-by-texts": lambda *_: lambda *_: ["x"],
    "judges-oddly": lambda *_: lambda *_: [Violation(7, None, cards=("no-such",), clause=8)],  # type: ignore[arg-type]
    "judges-to-steer": lambda *_: lambda *_: [Violation("odd", EVIL, clause=EVIL)],
    "judges-and-fails": lambda *_: raising(KeyError(EVIL)),
    "judges-and-ends": lambda *_: raising(SystemExit(0)),
}
PRESETS: dict[str, Any] = {
    "is-none": None, "is-seven": 7, "is-empty": {}, "is-odd": {7: 7, "paper": EVIL, EVIL: {}},
    "is-elsewhere": "/etc/passwd", "is-no-file": "\0", "is-deep": {"layout": [[[]]]},
    "extends-itself": {"extends": "x-test"},
}  # fmt: skip


Plugin = Callable[[str, object], None]


@pytest.fixture
def plugin(monkeypatch: pytest.MonkeyPatch, own_pack: Path) -> Iterator[Plugin]:
    """Installs a plugin, with a new game beside it, of which no verdict without the plugin is in the cache."""
    with (own_pack / "game.yaml").open("a") as file:
        file.write(f"# {own_pack}\n")
    loaded = (added_rules, kind_of)

    def put(group: str, found: object) -> None:
        module = ModuleType("hostile_plugin")
        module.FOUND = found  # type: ignore[attr-defined]
        monkeypatch.setitem(sys.modules, "hostile_plugin", module)
        install(monkeypatch, group, x_test="hostile_plugin:FOUND")
        for once in loaded:
            once.cache_clear()

    yield put
    for once in loaded:
        once.cache_clear()


def said(*words: str, codes: tuple[int, ...] = (1, 2)) -> str:
    found = ends(*words, codes=codes).output
    is_harmless(found)
    return found


@pytest.mark.parametrize("how", CHECKS)
def test_checks(plugin: Plugin, how: str) -> None:
    plugin("arsenal.checks", CHECKS[how])
    found = said("validate", PACK)
    assert "x-test" in found or "no-art" in found or "no-such-code" in found


@pytest.mark.parametrize("how", EXPORTS)
def test_exports(plugin: Plugin, how: str, tmp_path: Any) -> None:
    plugin("arsenal.exports", Target("x-test", "a test", ".txt", EXPORTS[how]))
    found = said("export", "first-deck", "--packs", PACK, "--to", "x-test", "-o", "made.txt")
    assert "x-test" in found
    assert not list(tmp_path.rglob("outside*"))
    assert not list(tmp_path.rglob("made*"))


def install_clause(plugin: Plugin, kind: ClauseKind) -> None:
    """Installs a kind of clause, by which the game's format asks for something."""
    plugin("arsenal.clauses", kind)
    with Path(PACK, "formats/standard.yaml").open("a") as file:
        file.write("  odd:\n    clause: x-test\n")


@pytest.mark.parametrize("how", CLAUSES)
def test_clauses(plugin: Plugin, how: str) -> None:
    install_clause(plugin, ClauseKind(one_by_one(CLAUSES[how])))
    said("check", "first-deck", "--packs", PACK)


@pytest.mark.parametrize(
    "parts",
    [
        {"by_players": raising(KeyError(EVIL))},
        {"faults": raising(ZeroDivisionError(EVIL))},
        {"faults": lambda *_: ["x"]},
        {"parameters": 7},
        {"parameters": {"percent": {"$ref": EVIL}}},
        {"words": {"en": 7}},
        {"words": "en"},
        {"required": ["x", 7]},
        {"description": None},
        {"shape": {"anyOf": 7}},
    ],
)
def test_parts_of_clauses(plugin: Plugin, parts: dict[str, Any]) -> None:
    install_clause(plugin, ClauseKind(one_by_one(lambda *_: lambda *_: []), **parts))
    commands = (["validate", PACK], ["check", "first-deck", "--packs", PACK])
    assert "x-test" in "".join(said(*words, codes=(0, 1, 2)) for words in commands)


@pytest.mark.parametrize("how", PRESETS)
def test_presets(plugin: Plugin, how: str) -> None:
    plugin("arsenal.presets", PRESETS[how])
    found = said("presets", "x-test", codes=(1, 2) if how != "is-empty" else (0, 1, 2))
    assert "x-test" in found


@pytest.mark.parametrize("group", ["arsenal.checks", "arsenal.exports", "arsenal.clauses", "arsenal.presets"])
@pytest.mark.parametrize("found", [None, 7, object, b"", {"x": object()}, print])
def test_what_is_no_plugin(plugin: Plugin, group: str, found: object) -> None:
    plugin(group, found)
    for words in (["validate", PACK], ["presets"], ["export", PACK, "--packs", PACK, "--to", "x-test", "-o", "x"]):
        said(*words, codes=(0, 1, 2))
