"""The languages that browsers ask for, and which of them they are given."""

import pytest

from builder.web.api.games import accepted, best


@pytest.mark.parametrize(
    ("header", "found"),
    [
        ("", ()),
        ("fr", ("fr",)),
        ("en;q=0.5, fr", ("fr", "en")),
        ("fr-CH, fr;q=0.9, *;q=0.5", ("fr-CH", "fr")),
        ("en;q=no, de;q=0, <b>", ()),
    ],
)
def test_browsers_say_which_languages_they_want(header: str, found: tuple[str, ...]) -> None:
    assert accepted(header) == found


def test_the_language_that_is_wanted_most_is_taken() -> None:
    assert best(["fr-CH", "en"], ["en", "fr"]) == "fr"
    assert best(["pt"], ["en", "pt-BR"]) == "pt-BR"
    assert best(["zh-Hant"], ["zh-Hans", "zh-Hant"]) == "zh-Hant"
    assert best(["xx"], ["en"]) == ""
