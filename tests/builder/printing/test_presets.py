"""Presets from files and of plugins, and the commands that print with presets, cut paths and corrected backs."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from builder.diagnostics import FindingsError, UsageError
from builder.printing.presets import FOLDER, GROUP, all_preset_names, builtin, find_preset, preset_names
from tests.support.commands import Arsenal
from tests.support.outputs import fits
from tests.support.pictures import png_size
from tests.support.plugins import install
from tests.support.renders import page_count

pytestmark = pytest.mark.usefixtures("alone")


def written(folder: Path, text: str, name: str = "mine.yaml") -> str:
    (folder / name).write_text(text, "utf-8")
    return str(folder / name)


def faults(folder: Path, text: str) -> list[tuple[str, int, str, str]]:
    with pytest.raises(FindingsError) as caught:
        find_preset(written(folder, text))
    return [(d.code, d.span.line if d.span else 0, d.message, d.help) for d in caught.value.diagnostics]


def test_every_preset_of_ours_is_of_the_schema() -> None:
    for name in preset_names():
        assert find_preset(str(FOLDER / f"{name}.yaml")).options == builtin(name).options


def test_a_preset_of_ones_own_extends_another(tmp_path: Path) -> None:
    written(tmp_path, "extends: silhouette\nregistration: {inset: 12 mm}\nback-offset: {x: 0.5 mm}\n", "base.yaml")
    mine = find_preset(written(tmp_path, "name: Mine\nextends: base.yaml\ngap: 0.1 in\nback-offset: {y: -1 mm}\n"))
    assert (mine.id, mine.name, mine.description) == ("mine", "Mine", builtin("silhouette").description)
    assert (mine.options.gap, mine.options.back_offset, mine.options.marks) == (2.54, (0.5, -1.0), "registration")
    assert mine.options.registration
    assert (mine.options.registration.inset, mine.options.registration.square) == (12, 5)
    assert find_preset(written(tmp_path, "gap: 1 mm")).options.paper == "a4"  # home is what all extend


@pytest.mark.parametrize(
    ("text", "code", "line", "message", "help_"),
    [
        (
            "name: Mine\nbleed: 3\n",
            "wrong-type",
            2,
            '"bleed" must be text, not 3',
            "write a length with its unit: 3 mm",
        ),
        ("extends: home\npaper: a9\n", "unknown-value", 2, 'no paper "a9"', ""),
        ("bleed: 9 in\n", "out-of-range", 1, "9 in is not from 0 to 20 mm", ""),
        ("extends: silhouete\n", "unknown-value", 1, 'no preset "silhouete"', 'did you mean "silhouette"? known: dri'),
        ("extends: silhouete\n", "unknown-value", 1, "no preset", "or a file next to this one: mine.yaml"),
        ("extends: mine.yaml\n", "unknown-value", 1, '"extends" leads in a circle', ""),
        ("name: A\nextends: gone.yaml\n", "unreadable-file", 2, 'there is no file "gone.yaml" next to this one', ""),
        ("", "empty-file", 1, "", ""),
        ("- home\n", "wrong-type", 1, "", ""),
        ("a: [\n", "yaml-syntax", 2, "", ""),
        ("registration:\n  inset: 300 mm\n", "out-of-range", 2, '"registration.inset": 300 mm is not from 0 to', ""),
        ("back-offset: {y: -30 mm}\n", "out-of-range", 1, '"back-offset.y": -30 mm is not from -20 to 20 mm', ""),
        ("back-offset: 1,2\n", "wrong-type", 1, "", "write how far to the right and down: {x: 0.5 mm, y: -0.25 mm}"),
    ],
)
def test_a_fault_says_where_it_is_and_what_would_mend_it(
    tmp_path: Path, text: str, code: str, line: int, message: str, help_: str
) -> None:
    (found,) = faults(tmp_path, text)
    assert found[:2] == (code, line)
    assert found[2].startswith(message)
    assert help_ in found[3]


def test_an_unknown_name_is_refused_with_a_near_one() -> None:
    with pytest.raises(UsageError, match='no preset "hoem"') as caught:
        find_preset("hoem")
    assert caught.value.help.startswith('did you mean "home"?')


def test_all_faults_are_reported_at_once(tmp_path: Path) -> None:
    text = "extends: gone.yaml\npaper: a9\nbled: 1 mm\nregistration: {inset: far, square: 300 mm}\n"
    text += "gap: 9\nbleed: 9 in\nmarks: crosses\n"
    assert [(code, line) for code, line, *_ in sorted(faults(tmp_path, text), key=lambda fault: fault[1])] == [
        ("unreadable-file", 1), ("unknown-value", 2), ("unknown-key", 3), ("bad-format", 4), ("out-of-range", 4),
        ("wrong-type", 5), ("out-of-range", 6), ("unknown-value", 7),
    ]  # fmt: skip


# ---- commands ----------------------------------------------------------------------------------------------------


def test_presets_are_listed_and_explained(arsenal: Arsenal, tmp_path: Path) -> None:
    said = arsenal("presets").stdout
    assert all(f"{name}: " in said for name in preset_names())
    said = arsenal("presets", "silhouette").stdout
    assert "registration:   inset 10 mm, square 5 mm" in said
    assert "half a millimeter off" in " ".join(said.split())
    answer = json.loads(arsenal("presets", "--output", "json").stdout)
    fits(answer, "presets-output")
    data = answer["presets"]
    assert [one["id"] for one in data] == preset_names()
    assert data[0]["words"]["paper"] == "a4"
    assert "gap:            1 mm" in arsenal("presets", written(tmp_path, "gap: 1 mm\n")).stdout


def test_options_overrule_a_preset(arsenal: Arsenal, own_pack: Path, tmp_path: Path) -> None:
    preset = written(tmp_path, "extends: silhouette\npaper: letter\n")
    options = ("-o", "out.html", "--preset", preset, "--paper", "a3", "--gap", "0.1in", "--cut-path", "cut.dxf")
    said = arsenal("print", "first-deck", "--packs", str(own_pack), *options).stdout
    assert "22 cards on 2 pages" in said
    assert "cut.dxf: " in said


@pytest.mark.bundled
def test_pages_of_a_service_are_counted_and_it_folds_no_dice(arsenal: Arsenal) -> None:
    said = arsenal("print", "duel-of-fire-and-ice", "-o", "out.pdf", "--preset", "drivethru")
    assert "folds no dice" in said.stderr
    fronts, backs, extras = map(int, re.findall(r"(\d+) (?:pages of cards|of backs|of trackers)", said.stdout))
    assert f"{fronts + backs + extras} pages\n" in said.stdout
    assert page_count(Path("out.pdf").read_bytes()) == fronts + backs + extras > 45


def test_separate_backs_are_corrected(arsenal: Arsenal, own_pack: Path) -> None:
    options = ["--backs", "separate", "--back-offset", "-0.5,0.25", "--back-rotation", "-0.2"]
    said = arsenal("print", "first-deck", "--packs", str(own_pack), "-o", "out.pdf", *options)
    assert "out-backs.pdf: the backs on 3 pages" in said.stdout
    assert page_count(Path("out-backs.pdf").read_bytes()) == 3
    assert "no effect" not in said.stderr


@pytest.mark.bundled
def test_boards_are_pictures_of_their_own_in_a_service(arsenal: Arsenal, tmp_path: Path) -> None:
    said = arsenal(
        "print", "one-at-the-gate", "-o", "shop", "--preset", "tgc", "--dpi", "20", "--cards", "type:invasion-board"
    )
    assert "1 picture for 1 card" in said.stdout
    assert png_size(next((tmp_path / "shop" / "fronts").iterdir()).read_bytes()) == (288, 194)


@pytest.mark.bundled
def test_a_cut_path_for_each_size_of_page(arsenal: Arsenal, tmp_path: Path) -> None:
    options = ["--preset", "silhouette", "--one-each", "--dice", "both", "--no-mix", "--cut-path", "cut.svg"]
    said = arsenal("print", "saucer-dice", "-o", "out.html", *options).stdout
    assert sorted(path.name for path in tmp_path.glob("*.svg")) == ["cut-210x297.svg", "cut-297x210.svg"]
    assert 'viewBox="0 0 297 210"' in (tmp_path / "cut-297x210.svg").read_text("utf-8")
    assert "cut-297x210.svg: 7 cuts in 2 layers" in said


@pytest.mark.bundled
def test_a_table_counts_pictures_and_cards(arsenal: Arsenal) -> None:
    options = ["-o", "table", "--dpi", "20", "--format", "svg", "--cards", "type:invasion-die or type:planet"]
    assert "table: 24 pictures of 9 cards on 2 sheets" in arsenal("tabletop", "saucer-dice", *options).stdout
    assert "--cards is empty" in arsenal("tabletop", "saucer-dice", "-o", "table", "--cards", "", code=2).stderr


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--cards", ""], "--cards is empty"),
        (["--changed-since", ""], "--changed-since is empty"),
        (["--bleed", "3cm"], 'bleed: "3cm" is no length'),
        (["--gap", "-1mm"], "gap: -1mm is not from 0 to 100 mm"),
        (["--back-offset", "3"], "is not an offset"),
        (["--preset", "gone.yaml"], "there is no such file"),
    ],
)
def test_wrong_use_is_reported(arsenal: Arsenal, own_pack: Path, options: list[str], said: str) -> None:
    code = 1 if options[-1] == "gone.yaml" else 2
    assert said in arsenal("print", str(own_pack), "-o", "out.pdf", *options, code=code).stderr


# Plugins

RECEIPT = {"name": "A roll of paper", "extends": "home", "paper": "80x200mm", "marks": "lines"}
NARROW = {"extends": "receipt", "margin": "2 mm"}
ROUND = {"extends": "round"}
TYPO = {"marks": "crosses"}
SHAPELESS = {"margin": object()}
NOTHING: dict[str, Any] = {}
NUMBER = 5
FILE = Path(__file__).with_name("no-such-preset.yaml")


@pytest.fixture
def plugins(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Pretends that packages with these presets are installed: by name, a name in this module."""
    return lambda **named: install(monkeypatch, GROUP, **{name: f"{__name__}:{value}" for name, value in named.items()})


def test_a_preset_is_words_in_a_mapping(plugins: Callable[..., None]) -> None:
    plugins(receipt="RECEIPT", narrow="NARROW", home="RECEIPT")
    receipt = find_preset("receipt")
    assert (receipt.id, receipt.name, receipt.options.paper, receipt.options.marks) == (
        "receipt", "A roll of paper", "80x200mm", "lines",
    )  # fmt: skip
    narrow = find_preset("narrow")
    assert (narrow.id, narrow.options.paper, narrow.options.margin) == ("narrow", "80x200mm", 2.0)
    assert find_preset("home").options.paper == "a4"  # none takes the place of ours
    assert all_preset_names() == ["home", "drivethru", "mpc", "silhouette", "tgc", "narrow", "receipt"]


def test_a_preset_is_a_file(plugins: Callable[..., None], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "base.yaml").write_text("extends: silhouette\ngap: 2 mm\n")
    (tmp_path / "cutter.yaml").write_text("name: Cutter\nextends: base.yaml\n")
    monkeypatch.setattr(f"{__name__}.FILE", tmp_path / "cutter.yaml")
    plugins(machine="FILE")
    found = find_preset("machine")
    assert (found.id, found.name, found.options.gap, found.options.marks) == ("machine", "Cutter", 2.0, "registration")


def test_a_file_of_ones_own_extends_a_plugins_preset(plugins: Callable[..., None], tmp_path: Path) -> None:
    plugins(receipt="RECEIPT")
    mine = tmp_path / "mine.yaml"
    mine.write_text("extends: receipt\nbleed: 1 mm\n")
    assert find_preset(str(mine)).options.paper == "80x200mm"
    mine.write_text("extends: reciept\n")
    with pytest.raises(FindingsError) as raised:
        find_preset(str(mine))
    assert 'did you mean "receipt"?' in raised.value.diagnostics[0].help


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ("NO_SUCH_NAME", "AttributeError"),
        ("NUMBER", "NUMBER is not words of a preset, or the path of a preset file"),
        ("TYPO", '"marks" can\'t be "crosses"'),
        ("SHAPELESS", "Unsupported type"),
        ("NOTHING", "this is empty"),
        ("FILE", "no-such-preset.yaml:1: there is no such file"),
        ("ROUND", '"extends" leads in a circle'),
    ],
)
def test_a_broken_plugin_is_named(plugins: Callable[..., None], arsenal: Arsenal, value: str, reason: str) -> None:
    plugins(round=value)
    with pytest.raises(UsageError) as raised:
        find_preset("round")
    assert str(raised.value).startswith('the plugin "round" can\'t be used: ')
    assert reason in str(raised.value)
    assert 'error: the plugin "round" can\'t be used' in arsenal("presets", code=2).stderr
    arsenal("presets", "home")


def test_commands_know_presets_of_plugins(plugins: Callable[..., None], arsenal: Arsenal, own_pack: Path) -> None:
    plugins(receipt="RECEIPT")
    assert "receipt: A roll of paper" in arsenal("presets").stdout
    assert "paper:          80x200mm" in arsenal("presets", "receipt").stdout
    assert "a.html: 8 cards on" in arsenal("print", str(own_pack), "--preset", "receipt", "-o", "a.html").stdout
    assert 'did you mean "receipt"?' in arsenal("presets", "reciept", code=2).stderr
