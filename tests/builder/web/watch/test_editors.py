"""Links that open a file in an editor."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.diagnostics import Span, UsageError
from builder.web.watch.preview import EDITORS, editor_pattern, link_to


@pytest.mark.parametrize("name", EDITORS)
def test_each_editor_opens_a_file_at_its_line(name: str) -> None:
    link = link_to(editor_pattern(name), Span("/packs/moon duel/a.yaml", 12, 3))
    assert "/packs/moon%20duel/a.yaml" in link
    assert "12" in link
    assert "{" not in link


def test_a_pattern_of_ones_own_and_none() -> None:
    own = "my-editor://open?{path}@{line}"
    assert link_to(editor_pattern(own), Span("/a.yaml", 2)) == "my-editor://open?/a.yaml@2"
    assert link_to(editor_pattern("vscode"), Span("/a.yaml")) == "vscode://file/a.yaml:1:1"
    assert link_to(editor_pattern("none"), Span("/a.yaml", 2)) == ""
    assert link_to(editor_pattern("vscode"), None) == ""
    assert link_to(editor_pattern("vscode"), Span("")) == ""


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("vscod", 'no editor "vscod"'),
        ("javascript://{path}", "is no pattern of a link"),
        ("data://text/html,{path}", "is no pattern of a link"),
        ("my-editor://open", "is no pattern of a link"),
        ("x://{path}\nSet-Cookie: a", "is no pattern of a link"),
        ('x://{path}"onclick="', "is no pattern of a link"),
    ],
)
def test_what_opens_no_editor_is_refused(name: str, said: str) -> None:
    with pytest.raises(UsageError, match=said) as raised:
        editor_pattern(name)
    assert "vscode" in (raised.value.help or "")


@given(st.text(st.characters(exclude_characters="\0", exclude_categories=("Cs",)), min_size=1))
def test_no_name_of_a_file_leaves_its_place_in_the_link(name: str) -> None:
    link = link_to("x://y?{path}&line={line}", Span(f"/{name}", 5))
    path = link.removeprefix("x://y?").removesuffix("&line=5")
    assert path.isascii()
    assert not set(path) & set("?&#\"'<> \n{}")
