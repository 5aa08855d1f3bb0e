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
FIRST = 60_000  # bytes, gzipped
TABLE = 25_000  # bytes, compressed, of the scripts and the style of the table
FREE = 18_500  # bytes, compressed, of what the table without rules has of its own


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


@pytest.mark.parametrize("package", PACKAGES, ids=lambda package: str(package["package"]))
def test_files_are_those_of_the_manifest(package: dict[str, Any]) -> None:
    for one in package["files"]:
        assert hashlib.sha256((VENDOR / one["file"]).read_bytes()).hexdigest() == one["sha256"]
    assert package["package"] == f"{package['name']}@{package['version']}"


@pytest.mark.parametrize("package", PACKAGES, ids=lambda package: str(package["package"]))
def test_files_are_those_of_the_package(package: dict[str, Any], tmp_path: Path) -> None:
    npm = shutil.which("npm")
    if not npm:
        pytest.skip("npm is not installed")
    try:
        subprocess.run([npm, "pack", package["package"]], cwd=tmp_path, check=True, capture_output=True, timeout=60)
    except (subprocess.CalledProcessError, subprocess.TimeoutExpired):
        pytest.skip("the package can't be had here")
    (packed,) = tmp_path.glob("*.tgz")
    with tarfile.open(packed) as archive:
        for one in package["files"]:
            member = archive.extractfile(f"package/{one['from']}")
            assert member
            assert member.read() == (VENDOR / one["file"]).read_bytes()


def test_script_and_style_before_first_use_are_small() -> None:
    files = [*STATIC.glob("builder/*.*"), *VENDOR.glob("*/*js"), STATIC / "site.css", STATIC / "words.js"]
    words = [json.dumps(words_of(language, "builder").for_scripts()).encode() for language in languages()]
    loaded = [max(words, key=len), *(path.read_bytes() for path in files)]
    assert len(loaded) > 10
    assert sum(len(gzip.compress(one)) for one in loaded) <= FIRST


def test_what_the_table_adds_to_the_builder_is_small() -> None:
    files = [*STATIC.glob("table/*")]
    words = [json.dumps(words_of(language, "table").for_scripts()).encode() for language in languages()]
    assert (
        sum(len(gzip.compress(one)) for one in [max(words, key=len), *(path.read_bytes() for path in files)]) <= TABLE
    )


def test_what_the_free_table_adds_to_the_table_is_small() -> None:
    assert sum(len(gzip.compress(path.read_bytes())) for path in STATIC.glob("free/*")) <= FREE
