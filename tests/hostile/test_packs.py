"""What a hostile or a hurried user would send: each gets one clear message and an exit code; nothing else is harmed."""

import errno
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.support import attacks
from tests.support.commands import ROOT, Arsenal
from tests.support.outputs import ends

pytestmark = pytest.mark.usefixtures("alone")


@pytest.fixture
def pack(own_pack: Path) -> Path:
    return own_pack


def cards_of(pack: Path) -> Path:
    return pack / "sets/core/cards.yaml"


BOMB = b"a: &a [x, x, x, x, x, x, x, x, x]\n" + b"".join(
    f"{chr(98 + i)}: &{chr(98 + i)} [{', '.join(['*' + chr(97 + i)] * 9)}]\n".encode() for i in range(9)
)


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"- id: one\n\tnumber: 1\n", "yaml-tab"),
        (b"- id: caf\xe9\n", "not-utf8"),
        ("- id: one\n".encode("utf-16"), "not-utf8"),
        (b"", "empty-file"),
        (b"# only a comment\n", "empty-file"),
        (b"just words\n", "wrong-type"),
        (b"- just words\n", "wrong-type"),
        (b"- id: [one]\n  number: one\n", "wrong-type"),
        (b"- id: one\n  id: two\n", "duplicate-key"),
        (b"- id: one\n--- \n- id: two\n", "several-documents"),
        (b"- id: !!python/object/apply:os.system ['touch harmed']\n", "yaml-tag"),
        (BOMB, "yaml-alias"),
        (b"[" * 1000 + b"]" * 1000, "too-deep"),
        (b"- " * 5000 + b"x", "too-deep"),
        (b"- id: \x00one\n", "yaml-syntax"),
        (b"- id: one\n   number: 1\n", "yaml-syntax"),
        (b"x" * (50 * 1024 * 1024), "too-large"),
    ],
)
def test_broken_files_are_named_with_their_fault(arsenal: Arsenal, pack: Path, content: bytes, code: str) -> None:
    cards_of(pack).write_bytes(content)
    said = arsenal("validate", "moon-duel", code=1).stdout
    assert f"error[{code}]" in said
    assert "moon-duel/sets/core/cards.yaml:" in said
    assert not Path("harmed").exists()


def test_a_folder_in_place_of_a_file(arsenal: Arsenal, pack: Path) -> None:
    cards_of(pack).unlink()
    cards_of(pack).mkdir()
    assert 'the set "core" has no cards' in arsenal("validate", "moon-duel", code=1).stdout
    (pack.parent / "deck.yaml").mkdir()
    assert "this is a folder, not a file" in arsenal("check", "deck.yaml", code=1).stderr


@pytest.mark.parametrize(
    "art", ["../secret.png", "/etc/passwd", "art/../../secret.png", "C:\\secret.png", "~/secret.png", "art/no-such.png"]
)
def test_art_stays_in_the_pack(arsenal: Arsenal, pack: Path, art: str) -> None:
    (pack.parent / "secret.png").write_bytes(b"secret")
    attacks.cards(pack, attacks.spell(0, art=art))
    said = arsenal("validate", "moon-duel", code=1).stdout
    assert "path-outside-pack" in said or "missing-file" in said


def test_a_link_out_of_the_pack_is_refused(arsenal: Arsenal, pack: Path) -> None:
    (pack / "art").mkdir()
    (pack / "art/secret.png").symlink_to("/etc/passwd")
    (pack / "sets/core/secret.yaml").symlink_to("/etc/passwd")
    said = arsenal("validate", "moon-duel", code=1).stdout
    assert said.count("error[path-outside-pack]") == 2
    assert "root:" not in said


def test_a_pipe_and_a_link_to_itself_are_not_waited_for(arsenal: Arsenal, pack: Path) -> None:
    os.mkfifo(pack / "sets/core/pipe.yaml")
    (pack / "sets/core/loop.yaml").symlink_to("loop.yaml")
    said = arsenal("validate", "moon-duel", code=1).stdout
    assert "moon-duel/sets/core/pipe.yaml:1:1: error[unreadable-file]" in said
    assert "moon-duel/sets/core/loop.yaml:1:1: error[unreadable-file]" in said


@pytest.mark.parametrize("name", ["../../etc/passwd", "/etc/passwd", "no-such-face"])
def test_template_names_stay_in_the_pack(arsenal: Arsenal, pack: Path, name: str) -> None:
    attacks.game(pack, face=name)
    assert "error[" in arsenal("validate", "moon-duel", code=1).stdout


def allow_anything(pack: Path) -> None:
    """Writes a card schema that lets every value through."""
    schema = json.loads((pack / "card.schema.json").read_text("utf-8"))
    schema["items"]["properties"] = dict.fromkeys(schema["items"]["properties"], True)
    del schema["items"]["allOf"]
    (pack / "card.schema.json").write_text(json.dumps(schema), "utf-8")


@pytest.mark.parametrize("command", [["images"], ["tabletop"], ["print", "--preset", "mpc"]])
def test_a_card_s_id_is_no_path_whatever_the_packs_schema_says(
    arsenal: Arsenal, pack: Path, tmp_path: Path, command: list[str]
) -> None:
    (tmp_path / "x.png").write_bytes(b"mine")
    allow_anything(pack)
    for name in ("../x", str(tmp_path / "x")):
        attacks.cards(pack, attacks.spell(0, id=name))
        said = arsenal("validate", "moon-duel", code=1).stdout
        assert "moon-duel/sets/core/cards.yaml:1:10: error[bad-id]" in said
        before = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*")}
        arsenal(command[0], "moon-duel", *command[1:], "--packs", "moon-duel", "-o", "out", code=2)
        assert {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*")} == before


@pytest.mark.parametrize("name", ["a" * 300, "a\0b"])
def test_an_id_that_no_file_can_have_is_a_fault_with_a_place(arsenal: Arsenal, pack: Path, name: str) -> None:
    allow_anything(pack)
    attacks.cards(pack, attacks.spell(0, id=name))
    assert "moon-duel/sets/core/cards.yaml:1:10: error[bad-" in arsenal("validate", "moon-duel", code=1).stdout


def test_folders_that_are_links_are_named_and_never_entered(
    arsenal: Arsenal, pack: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (pack / ".hidden").mkdir()
    os.mkfifo(pack / ".hidden/endless.ttf")
    (pack / ".hidden/zero.otf").symlink_to("/dev/zero")
    (pack / "fonts").symlink_to(".hidden")
    (pack / "templates").symlink_to("/usr")
    (pack / "art").mkdir()
    (pack / "art/large.png").touch()
    os.truncate(pack / "art/large.png", 2**35)
    seen, real = [], os.scandir
    monkeypatch.setattr(os, "scandir", lambda path=".": seen.append(os.path.realpath(path)) or real(path))
    said = arsenal("validate", "moon-duel", code=1).stdout
    assert not [path for path in seen if path.startswith("/usr") or path.endswith(".hidden")]
    for place in ("fonts:1:1: error[path-outside-pack]", "templates:1:1: error[path-outside-pack]"):
        assert f"moon-duel/{place}" in said
    assert "moon-duel/art/large.png:1:1: error[too-large] the file is larger than 64 MB" in said
    note = arsenal("images", "moon-duel", "--packs", "moon-duel", "-o", "out", code=2).stderr
    assert "moon-duel has 3 errors, so it is left out" in note


@pytest.mark.parametrize("output", ["text", "json", "github", "sarif"])
def test_names_that_are_no_text_are_said_in_every_output(arsenal: Arsenal, pack: Path, output: str) -> None:
    (pack / "art").mkdir()
    for name in (b"art/\xff.png", b"sets/core/\xfe.yaml", b"\xfd"):
        (pack / os.fsdecode(name)).touch()
    said = arsenal("validate", "moon-duel", "--output", output, code=1).stdout
    assert said.count("not-utf8") >= 3
    said.encode()


def test_a_pack_whose_folder_has_no_text_for_a_name(arsenal: Arsenal, pack: Path) -> None:
    pack.rename(pack.with_name(os.fsdecode(b"moon-duel\xff")))
    for arguments in (["validate", os.fsdecode(b"moon-duel\xff")], ["games", "--packs", "."]):
        said = arsenal(*arguments, code=2).stderr
        assert "is not UTF-8" in said
        said.encode()


@pytest.mark.bundled
@pytest.mark.parametrize(
    "arguments",
    [
        ["check", "NAME"],
        ["check", "NAME.yaml"],
        ["check", "earthwall", "--previous", "NAME"],
        ["validate", "NAME"],
        ["fmt", "NAME.yaml"],
        ["games", "--packs", "NAME"],
        ["games", "--database", "NAME"],
        ["watch", "NAME"],
        ["print", "earthwall", "-o", "NAME.pdf"],
        ["print", "earthwall", "-o", "x.pdf", "--preset", "NAME.yaml"],
        ["export", "earthwall", "--to", "text", "-o", "NAME"],
        ["new", "game", "NAME"],
    ],
    ids=" ".join,
)
def test_a_name_of_300_characters_is_no_fault_of_arsenal(arsenal: Arsenal, arguments: list[str]) -> None:
    code = 1 if any(word.endswith(".yaml") for word in arguments) and arguments[0] != "fmt" else 2
    said = arsenal(*(word.replace("NAME", "x" * 300) for word in arguments), code=code).stderr
    assert "fault of its own" not in said
    assert "error" in said


@pytest.mark.bundled
def test_pipes_devices_and_sparse_files_in_place_of_decks(arsenal: Arsenal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("builder.storage.files.PATIENCE", 0.0)
    os.mkfifo("pipe.yaml")
    Path("zero.yaml").symlink_to("/dev/zero")
    Path("sparse.yaml").touch()
    os.truncate("sparse.yaml", 2**35)
    for name, words in {
        "pipe.yaml": "no program writes to this pipe",
        "zero.yaml": "neither a regular file nor a pipe",
        "sparse.yaml": "larger than 16 MB",
    }.items():
        assert words in arsenal("check", name, code=1).stderr
        assert words in arsenal("check", "earthwall", "--previous", name, code=1).stderr
        assert words in arsenal("print", "earthwall", "-o", "x.pdf", "--preset", name, code=1).stderr


def own_face(pack: Path, template: str) -> None:
    (pack / "templates").mkdir(exist_ok=True)
    (pack / "templates/mine.typ.j2").write_text(template, "utf-8")
    attacks.game(pack, face="mine")


@pytest.mark.long
@pytest.mark.parametrize(
    "template",
    [
        "{% for a in range(99999) %}{% for b in range(99999) %}{% endfor %}{% endfor %}",
        "{{ ''.__class__.__mro__[1].__subclasses__() }}",
        "{{ cycler.__init__.__globals__.os.system('touch harmed') }}",
        '#read("/etc/passwd")',
        '#read("../../../../../../etc/passwd")',
        '#image("/etc/passwd")',
        '#import "@preview/cetz:0.2.2"',
        "#let f(n) = f(n + 1)\n#f(0)",
        "{% include '/etc/passwd' %}",
        "{{ no_such_value }}",
        "{% if %}",
        "#panic(",
    ],
)
def test_hostile_templates_end_with_a_message(
    arsenal: Arsenal, pack: Path, template: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ARSENAL_TIME_LIMIT", "1" if "range" in template else "5")
    own_face(pack, template)
    result = arsenal("print", "moon-duel", "--packs", "moon-duel", "-o", "out.pdf", code=1)
    assert "error[" in result.stderr
    assert "root:" not in result.output
    assert not Path("out.pdf").exists()
    assert not Path("harmed").exists()


MARKUP = (
    '#read("/etc/passwd")', "*bold* _it_ $x$ @ref <l> `raw` \\\\ // ~ #", "= Title",
    "${PATH} {{ 7*7 }} {% raw %}", "'); DROP TABLE card; --",
)  # fmt: skip
SCRIPTS = (
    "Ωμέγα Καταδρομικό", "Крейсер «Волна»", "星間戦艦", "سفينة", "אוניה", "ยานอวกาศ", "🚀 Rocket",
    "e\u0301\u0302\u0303", "\u202egnp.exe",
)  # fmt: skip


@pytest.mark.long
def test_markup_in_names_is_only_text(arsenal: Arsenal, pack: Path) -> None:
    import pypdfium2

    attacks.cards(pack, "".join(attacks.spell(number, name=name) for number, name in enumerate(MARKUP)))
    arsenal("print", "moon-duel", "--packs", "moon-duel", "-o", "out.pdf")
    page = pypdfium2.PdfDocument("out.pdf")[0].get_textpage().get_text_range()
    printed = "".join(page.split()).replace("\\\\", "\\")
    for name in MARKUP:
        assert "".join(name.split()).replace("\\\\", "\\") in printed


def test_names_in_any_script_print(arsenal: Arsenal, pack: Path) -> None:
    attacks.cards(pack, "".join(attacks.spell(number, name=name) for number, name in enumerate(SCRIPTS)))
    arsenal("validate", "moon-duel")
    for number, name in enumerate(SCRIPTS):
        assert f"c-{number}" in arsenal("search", name.split()[-1], "--packs", "moon-duel", "--output", "json").stdout
    arsenal("images", "moon-duel", "--packs", "moon-duel", "-o", "pictures", "--dpi", "40")
    assert len(list(Path("pictures").glob("*.png"))) == len(SCRIPTS)


def test_a_name_that_no_face_has_room_for_is_a_fault(arsenal: Arsenal, pack: Path) -> None:
    attacks.cards(pack, attacks.spell(0, name="a" * 120))
    arsenal("validate", "moon-duel")
    arsenal("images", "moon-duel", "--packs", "moon-duel", "-o", "pictures", "--dpi", "40", code=1)


@pytest.mark.bundled
@pytest.mark.parametrize(
    "count", ["-1", "0", "1000000", "1.5", "many", "99999999999999999999999999999999", ".inf", "null", "[2]"]
)
def test_counts_that_make_no_sense(arsenal: Arsenal, count: str) -> None:
    Path("deck.yaml").write_text(f"name: Odd\ngame: future-invaders\ncards:\n  shore-derrick: {count}\n")
    assert "deck.yaml:4:18: error[" in arsenal("check", "deck.yaml", code=1).stderr
    if count.lstrip("-").isdigit():
        said = arsenal("check", "-", "-g", "future-invaders", typed=f"{count} Shore Derrick\n", code=1).output
        assert "bad-count" in said


@pytest.mark.bundled
def test_a_deck_of_a_million_lines(arsenal: Arsenal) -> None:
    arsenal("check", "-", "-g", "future-invaders", typed="1 Shore Derrick\n" * 1_000_000, code=1)


@pytest.mark.parametrize("typed", ["", "\n\n", "\x00\x01", "🚀\n", "name: x\n", "{", "- - - -", "cards: 3\n"])
def test_odd_standard_input(arsenal: Arsenal, typed: str) -> None:
    arsenal("check", "-", typed=typed, code=1)


def test_a_file_of_bytes_as_a_deck(arsenal: Arsenal) -> None:
    Path("deck.txt").write_bytes(bytes(range(256)))
    assert "not-utf8" in arsenal("check", "deck.txt", code=1).stderr


def test_a_missing_pack(arsenal: Arsenal) -> None:
    assert 'no folder "nowhere"' in arsenal("games", "--packs", "nowhere", code=2).stderr
    Path("empty").mkdir()
    assert "no pack in" in arsenal("games", "--packs", "empty", code=2).stderr


@pytest.mark.bundled
def test_outputs_that_cannot_be_written(arsenal: Arsenal) -> None:
    assert "no folder" in arsenal("export", "earthwall", "--to", "text", "-o", "no/such/folder/deck.txt", code=2).stderr
    Path("folder").mkdir()
    assert "is a folder" in arsenal("export", "earthwall", "--to", "text", "-o", "folder", code=2).stderr


def is_read_only(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    real = os.access
    monkeypatch.setattr(
        os, "access", lambda path, mode: (Path(path).name, mode) != (name, os.W_OK) and real(path, mode)
    )


@pytest.mark.bundled
def test_a_read_only_output_stays_as_it_was(arsenal: Arsenal, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("deck.txt").write_text("mine")
    is_read_only("deck.txt", monkeypatch)
    assert "read-only" in arsenal("export", "earthwall", "--to", "text", "-o", "deck.txt", code=2).stderr
    assert Path("deck.txt").read_text() == "mine"


@pytest.mark.parametrize("command", [("images", "moon-duel"), ("tabletop", "moon-duel"), ("site", "-g", "moon-duel")])
def test_a_folder_that_is_read_only_is_noticed_before_anything_is_drawn(
    arsenal: Arsenal, pack: Path, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...]
) -> None:
    Path("public").mkdir()
    is_read_only("public", monkeypatch)
    monkeypatch.setattr("renderers.typst.typesetting.run_alone", None)
    for folder in ("public", "public/of/mine"):
        assert '"public" is read-only' in arsenal(*command, "--packs", "moon-duel", "-o", folder, code=2).stderr


@pytest.mark.bundled
def test_a_full_disk_leaves_the_old_file_and_no_part(arsenal: Arsenal, monkeypatch: pytest.MonkeyPatch) -> None:
    arsenal("build")
    Path("deck.txt").write_text("mine")

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    assert "no space left" in arsenal("export", "earthwall", "--to", "text", "-o", "deck.txt", code=2).stderr
    assert Path("deck.txt").read_text() == "mine"
    assert [p.name for p in Path().iterdir()] == ["deck.txt"]


def test_a_cache_that_cannot_be_written_costs_only_time(
    arsenal: Arsenal, pack: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("ARSENAL_CACHE", str(tmp_path / "file" / "cache"))
    arsenal("validate", "moon-duel")
    assert "legal" in arsenal("check", "first-deck", "--packs", "moon-duel").stdout


@pytest.mark.long
@pytest.mark.bundled
def test_control_c_during_print_ends_at_once_and_leaves_nothing(pack: Path, tmp_path: Path) -> None:
    own_face(pack, "#for a in range(100000) { for b in range(100000) { let c = a * b } }")
    words = ("print", "moon-duel", "--packs", str(pack), "-o", str(tmp_path / "out.pdf"))
    command = [sys.executable, "-m", "builder", *words]
    child = subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    children = Path(f"/proc/{child.pid}/task/{child.pid}/children")
    late = time.monotonic() + 30
    while children.exists() and not children.read_text() and time.monotonic() < late:
        time.sleep(0.1)
    time.sleep(1 if children.exists() else 4)  # now it renders
    start = time.monotonic()
    os.killpg(child.pid, signal.SIGINT)
    out, err = child.communicate(timeout=20)
    assert child.returncode == 130, out + err
    assert time.monotonic() - start < 5
    assert "stopped" in err
    assert "Traceback" not in err
    assert not (tmp_path / "out.pdf").exists()
    assert not list(tmp_path.glob(".out*"))


@pytest.mark.parametrize(
    "query",
    ["(" * 5000, "-" * 5000, "a " * 100_000, "/(a+)+$/", "name:/" + "(a|" * 100 + "/", '"', "cost<", "cost<=", ":",
     "is:", "has:", "\x00", "cost:1e999", "name:/[/"],
)  # fmt: skip
def test_queries_of_any_kind_end(query: str) -> None:
    ends("search", "--", query, codes=(0, 1))
