"""What jinja2 and Typst say, in the pack's own terms."""

import pytest

from renderers.templating.rendering import near_in_jinja
from renderers.typst.errors import Frame, frames, near_match, typst_message


class SaidError(RuntimeError):
    """An error as Typst raises it."""

    def __init__(self, message: str, *hints: str) -> None:
        super().__init__(message)
        self.message, self.hints = message, hints


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ("unknown variable: zork", "unknown variable: zork"),
        ('panicked with: "so much"', '"so much"'),
        ('assertion failed: width is \\"x\\"', 'width is "x"'),
        ("file not found (searched at /tmp/job/seen/art/x.png)", 'the pack has no file "art/x.png"'),
        ("file not found (searched at /tmp/job/seen/.arsenal/faces/part.typ)", 'the pack has no file "part.typ"'),
        ("package not found", "a template asks for a Typst package, which templates may not use"),
        ("bad token at 2:1 at 2:1", "bad token at 2:1"),
    ],
)
def test_what_typst_says(said: str, message: str) -> None:
    assert typst_message(SaidError(said, "one", "two"), "seen") == (message, "one; two")


def test_frames_are_places_in_sources() -> None:
    trace = "error: x\n ┌─ /tmp/job/seen/.arsenal/faces/3.typ:4:2\n ┌─ main.typ:1:0\n"
    assert list(frames(trace, "seen")) == [Frame(".arsenal/faces/3.typ", 4, 3), Frame("main.typ", 1, 1)]


@pytest.mark.parametrize(
    ("message", "meant"),
    [
        ("unknown variable: fit-lien", "fit-line"),
        ("unresolved import: fit-lien", "fit-line"),
        ("unexpected argument: siez", "size"),
        ('dictionary does not contain key "naem"', "name"),
        ('the pack has no file "art/y.png"', "art/x.png"),
    ],
)
def test_what_a_word_was_meant_to_be(message: str, meant: str) -> None:
    assert near_match(message, lambda: ["fit-line"], ["name"], ["art/x.png"]) == f'did you mean "{meant}"?'
    assert near_match("something else", list, (), ()) == ""


@pytest.mark.parametrize(
    ("message", "word", "help_"),
    [
        ("'tittle' is undefined", "tittle", 'did you mean "title"?'),
        ("No filter named 'ruls'.", "ruls", 'did you mean "rules"?'),
        ("Encountered unknown tag 'bix'.", "bix", 'did you mean "box"?'),
        ("'dict object' has no attribute 'naem'", "naem", ""),
        ("division by zero", "", ""),
    ],
)
def test_what_jinja_does_not_know(message: str, word: str, help_: str) -> None:
    known = {"variables": ["title"], "filters": ["rules"], "tests": [], "tags": ["box"]}
    assert near_in_jinja(message, known) == (word, help_)
