"""Names of published files stay in their folder, and their hashes are those of what they hold."""

import hashlib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.diagnostics import UsageError
from builder.publishing.manifest import check_path, hashed_name, manifest

PARTS = st.one_of(st.sampled_from(["..", ".", "", "~", "a\\b", "C:", "a/../../b", "x\0", "-", "con\n"]), st.text())


@given(st.lists(PARTS, min_size=1, max_size=4))
def test_hostile_names_never_leave_the_folder(parts: list[str]) -> None:
    path = "/".join(["games", *parts])
    try:
        check_path(path)
    except UsageError:
        return
    folder = Path("/published")
    assert Path(folder, path).resolve().is_relative_to(folder)
    assert path.isascii()
    assert path.isprintable()
    assert "\\" not in path


@pytest.mark.parametrize("path", ["games/a/cards.json", "games/a/locales/pt-BR/cards.csv", "schemas/a.schema.json"])
def test_names_of_published_files_are_allowed(path: str) -> None:
    check_path(path)
    check_path(hashed_name(path, b""))


@given(st.dictionaries(st.from_regex(r"[a-z]{1,5}\.json", fullmatch=True), st.binary(max_size=9), max_size=5))
def test_the_hash_of_the_data_differs_for_any_two_sets_of_files(files: dict[str, bytes]) -> None:
    said = manifest({}, files, "2026-11-21")
    assert said == manifest({}, dict(reversed(files.items())), "2026-11-21")
    assert said["data"] != manifest({}, {**files, "x.csv": b""}, "2026-11-21")["data"]
    for path, content in files.items():
        assert hashlib.sha256(content).hexdigest()[:16] in hashed_name(path, content)
        assert said["data"] != manifest({}, {**files, path: content + b"x"}, "2026-11-21")["data"]
