"""Files that others wrote are as they were released, and what the deck builder needs at first stays small."""

import gzip
import hashlib
import json
import re
import shutil
import subprocess
import tarfile
from pathlib import Path
from typing import Any

import pytest
import yaml

from builder.web.pages import colors
from builder.web.pages.views import FONTS
from builder.words import languages, words_of
from builder.workspace import Workspace
from renderers.typst.fonts import FAMILIES, files_of
from tests.support.commands import ROOT

STATIC = ROOT / "builder/web/pages/static"
VENDOR = STATIC / "vendor"
PACKAGES: list[dict[str, Any]] = yaml.safe_load((VENDOR / "manifest.yaml").read_text("utf-8"))


def test_every_file_is_in_the_manifest() -> None:
    named = {one["file"] for package in PACKAGES for one in package["files"]}
    there = {path.relative_to(VENDOR).as_posix() for path in VENDOR.rglob("*") if path.is_file()}
    assert there == named | {"manifest.yaml"}
    assert all({"name", "version", "license", "package"} <= package.keys() for package in PACKAGES)


def test_fonts_are_those_of_their_packages_compressed() -> None:
    files = {path.stem: path for path in files_of(FAMILIES)}
    listed = [one for family in yaml.safe_load((FONTS / "manifest.yaml").read_text("utf-8")) for one in family["files"]]
    assert {one["file"] for one in listed} == {path.name for path in FONTS.glob("*.woff2")} == set(_fonts())
    for one in listed:
        content = (FONTS / one["file"]).read_bytes()
        assert (content[:4], hashlib.sha256(content).hexdigest()) == (b"wOF2", one["sha256"])
        assert hashlib.sha256(files[one["file"].partition(".")[0]].read_bytes()).hexdigest() == one["of"]


def test_the_fonts_of_the_first_page_are_small() -> None:
    with Workspace() as workspace:
        titles = map(colors.title_font, workspace.catalog.games)
        shown = {colors.TEXT_FONT, colors.OWN_FONT, *filter(None, titles)}
    assert sum((FONTS / name).stat().st_size for name in shown) < 200_000


def _fonts() -> list[str]:
    return re.findall(r"fonts/([^\"?]+)", colors.stylesheet([], ""))


def test_files_are_those_of_the_manifest() -> None:
    for package in PACKAGES:
        assert package["package"] == f"{package['name']}@{package['version']}"
        for one in package["files"]:
            assert hashlib.sha256((VENDOR / one["file"]).read_bytes()).hexdigest() == one["sha256"], one


def test_files_are_those_of_the_packages(tmp_path: Path) -> None:
    npm = shutil.which("npm")
    if not npm:
        pytest.skip("npm is not installed")
    names = [package["package"] for package in PACKAGES]
    try:
        subprocess.run([npm, "pack", *names], cwd=tmp_path, check=True, capture_output=True, timeout=60)
    except (subprocess.CalledProcessError, subprocess.TimeoutExpired):
        pytest.skip("the packages can't be had here")
    for package in PACKAGES:
        with tarfile.open(tmp_path / f"{package['package'].replace('@', '-')}.tgz") as archive:
            for one in package["files"]:
                member = archive.extractfile(f"package/{one['from']}")
                assert member
                assert member.read() == (VENDOR / one["file"]).read_bytes(), one


SHARED = ("site.css", "words.js", "browser.js")


@pytest.mark.parametrize(
    ("files", "group", "most"),  # bytes, compressed
    [
        (
            [*STATIC.glob("builder/*.*"), *VENDOR.glob("*/*js"), *map(STATIC.joinpath, SHARED)],
            "builder",
            60_000,
        ),
        ([*STATIC.glob("table/*")], "table", 25_000),
        ([*STATIC.glob("free/*")], "", 18_500),
    ],
    ids=["before first use", "the table", "the table without rules"],
)
def test_script_and_style_are_small(files: list[Path], group: str, most: int) -> None:
    said = [json.dumps(words_of(language, group).for_scripts()).encode() for language in languages() if group]
    loaded = [max(said, key=len, default=b""), *(path.read_bytes() for path in files)]
    assert len(loaded) > 5
    assert sum(len(gzip.compress(one)) for one in loaded) <= most
