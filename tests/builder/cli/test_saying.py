"""What commands write, made harmless; tests/hostile/test_terminals.py tries all of them."""

import json

import pytest

from builder.cli.saying import note, print_json, say, say_aside


def test_each_line_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    say("a deck\nmoon-duel: legal", "second\x1b[2J")
    say_aside("c\u202ed", "")
    note("a card\x9b")
    assert capsys.readouterr() == ("a deck moon-duel: legal\nsecond\ufffd[2J\n", "c\ufffdd\n\nnote: a card\ufffd\n")


def test_json_keeps_letters_as_they_are(capsys: pytest.CaptureFixture[str]) -> None:
    print_json({"name": "Éclat"})
    assert capsys.readouterr().out == '{\n  "name": "Éclat"\n}\n'


def test_json_escapes_what_steers_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    print_json(["\x9b2J\u202e"])
    out = capsys.readouterr().out
    assert out == '[\n  "\\u009b2J\\u202e"\n]\n'
    assert json.loads(out) == ["\x9b2J\u202e"]
