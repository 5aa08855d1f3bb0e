"""The markup of card texts is read into words, symbols and keywords, and nothing of a text is lost."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from builder.games.markup import (
    KeywordMark,
    Paragraph,
    Piece,
    SymbolMark,
    TextRun,
    paragraphs,
    symbols_in,
    with_keywords,
)

texts = st.text("*{} \nab\\é", max_size=30) | st.text(max_size=30)
spans = st.lists(  # parts of a line, each as written, and as pieces
    st.one_of(
        st.text("ab ", min_size=1, max_size=4).map(lambda s: (f"-{s}-", TextRun(f"-{s}-"))),
        st.text("ab-", max_size=4).map(lambda s: (f"{{{s}}}", SymbolMark(s))),
        st.text("ab", min_size=1, max_size=4).map(lambda s: (f"*{s}*", TextRun(s, italic=True))),
        st.text("ab", min_size=1, max_size=4).map(lambda s: (f"**{s}**", TextRun(s, bold=True))),
        st.text("ab", max_size=4).map(lambda s: (f"*{{{s}}}*", SymbolMark(s, italic=True))),
        st.text("ab", max_size=4).map(lambda s: (f"**{{{s}}}**", SymbolMark(s, bold=True))),
    ),
    min_size=1,
    max_size=5,
)


def written(piece: Piece) -> str:
    """The piece as it stood in its text, but for the stars around it."""
    return f"{{{piece.id}}}" if isinstance(piece, SymbolMark) else piece.text


def joined(read: tuple[Paragraph, ...]) -> str:
    return "\n".join("".join(map(written, paragraph)) for paragraph in read)


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("Gain {oil}.", (TextRun("Gain "), SymbolMark("oil"), TextRun("."))),
        ("*Why?* Now", (TextRun("Why?", italic=True), TextRun(" Now"))),
        ("**Swift**", (TextRun("Swift", bold=True),)),
        ("**a *b* {c}**", (TextRun("a ", True), TextRun("b", True, True), TextRun(" ", True), SymbolMark("c", True))),
        ("{}", (SymbolMark(""),)),
        ("{" + "x" * 80 + "}", (SymbolMark("x" * 80),)),
    ],
)
def test_markup_is_read(text: str, pieces: Paragraph) -> None:
    assert paragraphs(text) == (pieces,)


@pytest.mark.parametrize("text", ["2 * 3", "* a *", "** a **", "a*", "{oil", "oil}", "{" + "x" * 81 + "}", "**"])
def test_what_only_looks_like_markup_is_words(text: str) -> None:
    assert paragraphs(text) == ((TextRun(text),),)
    assert symbols_in(text) == []


def test_a_line_is_a_paragraph_and_an_empty_one_is_none() -> None:
    assert paragraphs("One.\n\n  \nTwo.") == ((TextRun("One."),), (TextRun("Two."),))
    assert paragraphs("") == paragraphs(" \n") == ()


def test_markup_ends_with_its_paragraph() -> None:
    assert paragraphs("**a\nb**") == ((TextRun("**a"),), (TextRun("b**"),))
    assert symbols_in("{a\nb}") == []


@given(st.lists(spans, min_size=1, max_size=3))
def test_what_is_written_in_markup_is_read_from_it(lines: list[list[tuple[str, Piece]]]) -> None:
    read = paragraphs("\n".join(" ".join(text for text, _ in line) for line in lines))
    assert len(read) == len(lines)
    for paragraph, line in zip(read, lines, strict=True):
        wanted = [piece for _, part in line for piece in (TextRun(" "), part)][1:]
        assert _by_characters(paragraph) == _by_characters(wanted)


def _by_characters(pieces: list[Piece] | Paragraph) -> list[Piece]:
    """The pieces with a piece for each character, so that it does not matter where words are cut."""
    return [
        part
        for piece in pieces
        for part in (
            [TextRun(c, piece.bold, piece.italic) for c in piece.text] if isinstance(piece, TextRun) else [piece]
        )
    ]


@given(texts)
@example("****{o}**")
@example("**a *b** c* {d*e}")
@example("*{a}\n{b}*\r\n")
@example("\x00\u2028{\u2028}\ud800")
def test_the_words_are_the_text_without_its_markup(text: str) -> None:
    lines = "\n".join(line for line in text.split("\n") if line.strip())
    read = paragraphs(text)
    assert joined(read).replace("*", "") == lines.replace("*", "")
    if "*" not in text:
        assert joined(read) == lines
    assert all(written(piece) for paragraph in read for piece in paragraph)


@given(texts)
@example("****{o}**")
@example("**{a} *{b}* {c*d}**{e}")
@example(" \n{a}\n\n{b}")
@example("*a\n{o*}")
def test_symbols_are_those_of_the_paragraphs(text: str) -> None:
    marks = [piece.id for paragraph in paragraphs(text) for piece in paragraph if isinstance(piece, SymbolMark)]
    assert symbols_in(text) == marks


def test_keywords_are_separate() -> None:
    [paragraph] = paragraphs("**Swift.** Swiftly, First Swift {swift}")
    names = {"rank": "First", "swift": "Swift", "first": "First Swift", "nameless": ""}  # the longest name counts
    assert with_keywords(paragraph, names) == (
        KeywordMark("swift", "Swift", bold=True),
        TextRun(".", bold=True),
        TextRun(" Swiftly, "),
        KeywordMark("first", "First Swift"),
        TextRun(" "),
        SymbolMark("swift"),
    )


@pytest.mark.parametrize("names", [{}, {"nameless": ""}, {"other": "Other"}])
def test_without_keywords_a_paragraph_stays(names: dict[str, str]) -> None:
    [paragraph] = paragraphs("Swift {swift}")
    assert with_keywords(paragraph, names) == paragraph


@given(texts, st.dictionaries(st.text("ab", max_size=2), st.text("ab .*(", max_size=3), max_size=3))
def test_keywords_change_no_words(text: str, names: dict[str, str]) -> None:
    read = paragraphs(text)
    marked = tuple(with_keywords(paragraph, names) for paragraph in read)
    assert joined(marked) == joined(read)
    for paragraph in marked:
        assert all(names[piece.id] == piece.text for piece in paragraph if isinstance(piece, KeywordMark))
