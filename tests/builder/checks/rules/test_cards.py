"""Ids, numbers, names and pictures of cards."""

from pathlib import Path
from typing import Any

import pytest

from tests.support.packs import card, checked, codes, game, schema


def test_an_alias_is_nobody_elses_id() -> None:
    assert codes(sets__core__more_yaml=card(aliases=["soot-cat"])) == []
    for aliases in (["flare"], ["ash-cat"]):
        assert codes(sets__core__more_yaml=card(aliases=aliases)) == ["duplicate-id"]
    twice = [*card(aliases=["soot-cat"]), *card(id="b", number=10, name="B", aliases=["soot-cat"])]
    assert codes(sets__core__more_yaml=twice) == ["duplicate-id"]


def test_a_duplicate_points_at_the_first() -> None:
    [fault] = checked(sets__core__more_yaml=card(number=4)).diagnostics
    [(said, place)] = fault.related
    assert (said, Path(place.path).name, fault.help) == ("first used here", "cards.yaml", "the next free number is 9")


def test_numbers_count_within_a_set() -> None:
    sets = {"core": {"name": "Core"}, "later": {"name": "Later"}}
    assert codes(game_yaml=game(sets=sets), sets__later__a_yaml=card(number=4)) == []


def test_names_are_compared_as_people_read_them() -> None:
    [fault] = checked(sets__core__more_yaml=card(name="  FLÁRE ")).diagnostics
    assert (fault.code, fault.severity) == ("duplicate-name", "warning")


def test_words_that_are_too_long_for_their_line_are_named_once() -> None:
    def remarks(**more: Any) -> bytes:
        return schema(lambda of: of["properties"].update(remarks={"title": "Remarks", "type": "string", **more}))

    long = {
        "sets__core__more_yaml": [*card(remarks="long " * 16), *card(id="b", number=10, name="B", remarks="l" * 90)]
    }
    [fault] = checked(card_schema_json=remarks(), **long).diagnostics
    assert (fault.code, fault.severity) == ("long-line", "warning")
    assert fault.message.endswith('"remarks" alone has 90, and so it is on 1 other card')
    assert codes(card_schema_json=remarks(), sets__core__more_yaml=card(remarks="short")) == []
    assert codes(card_schema_json=remarks(**{"x-face": False}), **long) == []
    assert codes(card_schema_json=remarks(), game_yaml=game(face="own"), templates__own_typ_j2=b"", **long) == []


@pytest.mark.parametrize(
    ("art", "code"),
    [
        ("art/cat.png", ""),
        ("art/Cat.png", "missing-file"),
        ("flare", "missing-file"),
        ("game.yaml", "missing-file"),
        ("../cat.png", "path-outside-pack"),
        ("art/../../cat.png", "path-outside-pack"),
        ("/etc/passwd", "path-outside-pack"),
        ("\\\\server\\cat.png", "path-outside-pack"),
        ("C:\\cat.png", "path-outside-pack"),
        ("~/cat.png", "path-outside-pack"),
        ("https://example.com/cat.png", "path-outside-pack"),
        ("art/\0.png", "missing-file"),
    ],
)
def test_pictures_are_files_of_the_pack(art: str, code: str) -> None:
    assert codes(art__cat_png=b"", sets__core__more_yaml=card(art=art)) == ([code] if code else [])
    symbols = {**game()["symbols"], "ember": {"name": "Ember", "image": art}}
    assert codes(art__cat_png=b"", game_yaml=game(symbols=symbols)) == ([code] if code else [])
