"""Commands that write, where little or nothing can be written: full disks, limits, what is read-only. And lines that
end as on Windows. Nothing is half-written, and what is said says why.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.hostile.kills import Tree, lay_out
from tests.support.forked import Forked
from tests.support.outputs import contents

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(sys.platform != "linux", reason="limits and rights as Linux has them"),
]

GAME = ("--packs", "my-game")
COMMANDS = {
    "fmt": ("fmt", "my-game"),
    "sync": ("sync", "my-game"),
    "fix": ("validate", "my-game", "--fix"),
    "import": ("import", "cards.csv", "--game", "my-game"),
    "rename": ("rename", "card", "flare", "ember", "--pack", "my-game"),
    "translate": ("translate", "fr", "my-game", "--confirm", "all"),
    "new-game": ("new", "game", "Other"),
    "new-from": ("new", "game", "Other", "--from", "cards.csv"),
    "new-set": ("new", "set", "Later", "--pack", "my-game"),
    "new-deck": ("new", "deck", "Mine", "--pack", "my-game"),
    "new-expansion": ("new", "expansion", "More", "-g", "my-game", *GAME),
    "build": ("build", *GAME, "--database", "cards.db"),
    "export-deck": ("export", "first-deck", *GAME, "--to", "deck", "-o", "out.yaml"),
    "export-csv": ("export", "my-game", *GAME, "--to", "csv", "-o", "out.csv"),
    "export-database": ("export", "my-game", *GAME, "--to", "datasette", "-o", "out.db"),
    "publish": ("publish", "-o", "public", *GAME),
    "print": ("print", "first-deck", *GAME, "-o", "out.pdf", "--backs", "separate", "--cut-path", "out-cut.svg"),
    "html": ("print", "first-deck", *GAME, "-o", "out.html"),
    "images": ("images", "my-game", *GAME, "-o", "out", "--dpi", "40"),
    "tabletop": ("tabletop", "my-game", *GAME, "-o", "out", "--dpi", "40"),
    "calibrate": ("calibrate", "-o", "out.pdf"),
    "deck-sheet": ("deck-sheet", "first-deck", *GAME, "-o", "out.pdf"),
    "site": ("site", "-o", "public", "-g", "my-game", "--lang", "en", *GAME),
}
MORE = bool(os.environ.get("ARSENAL_DISKS"))  # to try more of them, which takes minutes
SIZES = (1, 700, 30_000) if MORE else (700,)  # bytes that a file may have
LEFT = (0, 8_192) if MORE else (8_192,)  # bytes that a disk has left
TOGETHER = {"images": "out/", "tabletop": "out/", "print": "out", "site": "public/", "publish": "public/"}
GROWS = {"build": "cards.db"}  # what a database changes in steps of its own, with its journals beside it


@dataclass(frozen=True)
class Ran:
    """How a command went."""

    code: int
    said: str
    left: Tree


Run = Callable[..., Ran]


def before(folder: Path) -> None:
    """A pack that is not in its form, a spreadsheet, and what earlier runs made."""
    lay_out(folder)
    shutil.rmtree(folder / "out")
    (folder / "cards.csv").write_text("Name,Type,Faction,Cost,Text\nBat,spell,tide,1,Draw a card.\n", "utf-8")
    for name in ("out.html", "out.json"):
        (folder / name).write_text(f"what was in {name}")


@pytest.fixture(scope="module")
def forked() -> Iterator[Forked]:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("ARSENAL")}
    found = Forked({**environment, "PYTHONDONTWRITEBYTECODE": "1"})
    yield found
    found.end()


@pytest.fixture(scope="module")
def run(forked: Forked) -> Run:
    def found(name: str, work: Path, cache: Path, **limits: int) -> Ran:
        return Ran(*forked.run(COMMANDS[name], work, cache, **limits), contents(work))  # type: ignore[arg-type]

    return found


@pytest.fixture(scope="module")
def known(tmp_path_factory: pytest.TempPathFactory, run: Run) -> Callable[[str], tuple[Path, Path, Tree, Ran]]:
    """What each command makes where nothing stands in its way: the folder before, a warm cache, before and after."""
    base = tmp_path_factory.mktemp("known")
    before(base / "pattern")
    (base / "cache").mkdir(0o700)
    made: dict[str, Ran] = {}

    def of(name: str) -> tuple[Path, Path, Tree, Ran]:
        if name not in made:
            shutil.copytree(base / "pattern", base / name)
            made[name] = run(name, base / name, base / "cache")
        return base / "pattern", base / "cache", contents(base / "pattern"), made[name]

    return of


def wrong(name: str, ran: Ran, old: Tree, wanted: Ran) -> Iterator[str]:
    """What is not as it should be."""
    if ran.code not in (0, 1, 2) or "Traceback" in ran.said or "Exception ignored" in ran.said:
        yield f"it ended with {ran.code}: {ran.said[-1500:]}"
    if ran.code == 0 and wanted.code == 0 and set(ran.left) != set(wanted.left):
        yield f"it says that all is well, and there are not the files that there should be: {ran.said[-300:]}"
    if ran.code and not ran.said.strip():
        yield "it says nothing"
    for path in sorted({*ran.left, *old}):
        if name in GROWS and path.startswith(GROWS[name]):
            continue
        if path not in old and path not in wanted.left:
            yield f"{path} is left"
        elif ran.left.get(path) not in (old.get(path), wanted.left.get(path)) and ran.code:
            yield f"{path} is neither old nor new"
    if name in TOGETHER and ran.code:
        changed = [p for p in wanted.left if p.startswith(TOGETHER[name]) and wanted.left[p] != old.get(p)]
        news = [path for path in changed if ran.left.get(path) == wanted.left[path]]
        if news and len(news) < len(changed):
            yield f"{len(news)} of {len(changed)} files are new"


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", COMMANDS)
def test_files_that_can_not_grow(name: str, size: int, run: Run, known: Callable[..., object], tmp_path: Path) -> None:
    pattern, cache, old, wanted = known(name)  # type: ignore[misc]
    shutil.copytree(pattern, tmp_path / "work")
    ran = run(name, tmp_path / "work", cache, largest=size)
    assert list(wrong(name, ran, old, wanted)) == []


@pytest.mark.parametrize("name", COMMANDS)
def test_what_is_read_only(name: str, run: Run, known: Callable[..., object], tmp_path: Path) -> None:
    pattern, cache, old, wanted = known(name)  # type: ignore[misc]
    work = tmp_path / "work"
    shutil.copytree(pattern, work)
    for path in (*work.rglob("*"), work):
        path.chmod(0o555 if path.is_dir() else 0o444)
    try:
        ran = run(name, work, cache, powerless=True)
    finally:
        for path in (work, *work.rglob("*")):
            path.chmod(0o755 if path.is_dir() else 0o644)
    assert ran.left == old
    assert ran.code in (1, 2) or wanted.left == old, ran.said
    assert list(wrong(name, ran, old, wanted)) == []


@pytest.fixture
def full(tmp_path: Path) -> Iterator[Path]:
    """A disk of 2 MB."""
    place = tmp_path / "disk"
    place.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", str(place)]
    if os.geteuid() or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("no disk can be mounted here")
    try:
        yield place
    finally:
        subprocess.run(["umount", "-l", place], check=True)


@pytest.mark.parametrize("left", LEFT)
@pytest.mark.parametrize("name", COMMANDS)
def test_a_full_disk(name: str, left: int, run: Run, known: Callable[..., object], full: Path) -> None:
    pattern, _, old, wanted = known(name)  # type: ignore[misc]
    shutil.copytree(pattern, full / "work")
    (full / "cache").mkdir(0o700)
    (full / "tmp").mkdir()
    free = os.statvfs(full)
    with (full / "rest").open("wb", 0) as file:
        for _ in range(max(0, (free.f_bavail * free.f_frsize - left) // 4096)):
            file.write(b"x" * 4096)
    ran = run(name, full / "work", full / "cache")
    assert list(wrong(name, ran, old, wanted)) == []


# Lines that end as on Windows: commands that write such texts anew, and three that read them, as all others do

WRITERS = [name for name in COMMANDS if name.startswith("new-") or COMMANDS[name][0] in ("fmt", "sync", "validate")]
WRITERS += ["import", "rename", "translate"]
READERS = ["export-deck", "export-csv", "site"]
MARK = b"\xef\xbb\xbf"


def as_on_windows(folder: Path) -> None:
    """Each text of the pack with CRLF, and with a byte order mark."""
    for path in [*folder.rglob("*.yaml"), *folder.rglob("*.csv")]:
        path.write_bytes(MARK + path.read_bytes().replace(b"\n", b"\r\n"))


def unlike(made: Tree, wanted: Tree) -> list[str]:
    """Files that differ in more than their ends of lines and marks, or whose lines end in two ways."""
    found = [f"{name} is not in both" for name in sorted(set(made) ^ set(wanted))]
    for name in sorted(set(made) & set(wanted)):
        plain = made[name].removeprefix(MARK).replace(b"\r\n", b"\n")
        if name.endswith((".yaml", ".csv", ".txt")):
            if plain != wanted[name].removeprefix(MARK).replace(b"\r\n", b"\n"):
                found.append(f"{name} says something else")
            mixed = made[name].count(b"\r\n") not in (0, made[name].count(b"\n"))
            if mixed and wanted[name].count(b"\r\n") in (0, wanted[name].count(b"\n")):
                found.append(f"lines of {name} end in two ways")
            if MARK in made[name][3:]:
                found.append(f"{name} has a mark within")
    return found


@pytest.mark.parametrize("name", WRITERS + READERS)
def test_lines_that_end_as_on_windows(name: str, run: Run, known: Callable[..., object], tmp_path: Path) -> None:
    pattern, cache, _, wanted = known(name)  # type: ignore[misc]
    shutil.copytree(pattern, tmp_path / "work")
    as_on_windows(tmp_path / "work")
    ran = run(name, tmp_path / "work", cache)
    assert ran.code == wanted.code, ran.said
    assert unlike(ran.left, wanted.left) == []
