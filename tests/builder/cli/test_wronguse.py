"""The parser's complaints as Arsenal says them: what is wrong, what was meant, where more is written."""

import pytest

from tests.support.commands import Arsenal


@pytest.mark.parametrize(
    ("words", "message", "help_"),
    [
        ("chekc x", 'there is no command "chekc"', 'did you mean "check"? `arsenal --help` says more'),
        ("new gmae x", 'there is no command "gmae"', 'did you mean "game"? `arsenal new --help` says more'),
        (
            "print x --papre a4",
            'there is no option "--papre"',
            'did you mean "--paper"? `arsenal print --help` says more',
        ),
        ("print x --since v1", 'there is no option "--since"', 'did you mean "--changed-since"?'),
        ("print x --back short-edge", 'there is no option "--back"', 'did you mean "--backs"?'),
        ("print earthwall -o y.pdf --output-intent no.icc", '"no.icc" can\'t be read: no such file', ""),
        ("show", "CARD is missing", "`arsenal show --help` says more"),
        ("show", "CARD is missing", "for example: arsenal show "),
        (
            "new game",
            "NAME is missing",
            'for example: arsenal new game "Moon Duel"; `arsenal new game --help` says more',
        ),
        (
            "export x -o y",
            "--to TARGET is missing: the program or format: engine, text, csv, ",
            "`arsenal export --help` says more",
        ),
        ("calibrate", "--out FILE is missing: the PDF to write", "`arsenal calibrate --help` says more"),
        ("show a b", '"b" is more than the command takes', 'put "..." around words that belong together; '),
        ("print x -o", "-o needs a value after it", ""),
        ("search --limit 0", '--limit: "0" is not a number of 1 or more', "At most so many cards; "),
        ("check x --players two", '--players: "two" is not a number from 1 to 100', "For how many players"),
        ("check x --players 200", '--players: "200" is not a number from 1 to 100', "For how many players"),
        ("games --output xml", '--output: "xml" is not one of "text", "json"', "How results are written; "),
        ("print x -o y --dpi nan", '--dpi: "nan" is not a number', ""),
        ("print x -o y --guides=3", "option '--guides' does not take a value", ""),
    ],
)
def test_wrong_words(arsenal: Arsenal, words: str, message: str, help_: str) -> None:
    said = arsenal(*words.split(), code=2).stderr
    assert said.startswith(f"error: {message}")
    assert help_ in said
    assert "Usage:" not in said


def test_without_words_there_is_help(arsenal: Arsenal) -> None:
    for words in ([], ["new"]):
        said = arsenal(*words, code=2).stderr
        assert said.startswith("Usage: ")
        assert "Commands:" in said
    assert 'Example: arsenal new game "Moon Duel"' in arsenal("new", code=2).stderr
