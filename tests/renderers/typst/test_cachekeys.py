"""Keys of what is rendered: they say everything that it was made from."""

import os
from dataclasses import replace
from importlib import metadata
from pathlib import Path

import pytest

from builder.games import Game
from renderers.faces.faces import card_face
from renderers.typst import cachekeys
from renderers.typst.cachekeys import art_files, files_of, key_of
from tests.support.renders import card, changed, pack


def key_of_game(game: Game) -> str:
    return cachekeys.key_of_game(game, files_of(game))


@pytest.fixture
def game(tmp_path: Path) -> Game:
    (tmp_path / "oil.svg").write_text("<svg/>", "utf-8")
    made = pack(tmp_path, "x", part__typ="y")
    return changed(made, symbols={"oil": {"name": "Oil", "image": "oil.svg"}})


def test_the_same_game_has_the_same_key(game: Game) -> None:
    assert key_of_game(game) == key_of_game(changed(game))
    assert len(key_of_game(game)) == 40


@pytest.mark.parametrize("name", ["templates/face.typ.j2", "templates/part.typ", "oil.svg", "fonts/new.ttf"])
def test_each_file_that_faces_are_drawn_from_counts(game: Game, name: str) -> None:
    before = key_of_game(game)
    (game.root / name).parent.mkdir(exist_ok=True)
    (game.root / name).write_text("changed", "utf-8")
    assert key_of_game(game) != before


def test_words_and_the_folder_count_and_other_files_do_not(game: Game, tmp_path: Path) -> None:
    before = key_of_game(game)
    (tmp_path / "notes.txt").write_text("x", "utf-8")
    assert key_of_game(game) == before
    assert key_of_game(changed(game, name="Other")) != before
    assert key_of_game(replace(game, root=tmp_path / "templates")) != before


def test_the_version_of_libraries_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    before = key_of("x")
    cachekeys._version.cache_clear()
    monkeypatch.setattr(cachekeys, "_version_of", lambda *_: "99")
    after = key_of("x")
    cachekeys._version.cache_clear()
    assert after != before


def test_versions_are_those_that_are_installed() -> None:
    for package, distribution in cachekeys.LIBRARIES.items():
        assert cachekeys._version_of(package, distribution) == metadata.version(distribution)
    with pytest.raises(metadata.PackageNotFoundError):
        cachekeys._version_of("no_such_package", "no-such-distribution")


def test_what_two_things_have_in_common_is_part_of_both_keys() -> None:
    assert key_of("x", within="a") != key_of("x", within="b")
    assert key_of("x", within="a") == key_of("x", within="a")
    assert key_of("x", {"none": None}) == key_of("x", {"none": None}) != key_of("x")


def test_art_is_that_of_the_faces(game: Game) -> None:
    faces = [card_face(game, card(art="./oil.svg")), card_face(game, card(art="none.png")), card_face(game, card())]
    there = files_of(game)
    assert art_files(faces, there) == {"./oil.svg": there["oil.svg"], "none.png": None}


def test_only_what_may_be_read_is_read_for_a_key(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    before = key_of_game(game)
    (game.root / ".hidden").mkdir()
    (game.root / ".hidden/zero.ttf").symlink_to("/dev/zero")
    (game.root / "fonts").symlink_to(".hidden")
    (game.root / "templates/all").symlink_to("/usr")
    os.mkfifo(game.root / "templates/pipe.typ")
    (game.root / "art.png").touch()
    os.truncate(game.root / "art.png", 2**35)
    opened, real = [], os.open
    monkeypatch.setattr(os, "open", lambda path, *more: opened.append(Path(path).name) or real(path, *more))
    after = key_of_game(game)
    assert sorted(opened) == ["face.typ.j2", "oil.svg", "part.typ"]
    assert after != before  # a job says what is wrong with them, and no earlier answer does
    assert key_of("x", art_files([card_face(game, card(art="art.png"))], files_of(game)))
    assert "art.png" not in opened
