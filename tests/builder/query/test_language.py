"""From the text of a query to a tree of terms."""

from typing import Any

import pytest

from builder.query.language import QueryError, Term, parse
from builder.query.nesting import And, Not, leaves
from builder.words import speaking


def shape(node: Any) -> Any:
    """A tree as tuples of words."""
    if isinstance(node, Term):
        return f"{node.field}{node.operator}{','.join(value.text for value in node.values)}"
    if isinstance(node, Not):
        return ("not", shape(node.part))
    return ("and" if isinstance(node, And) else "or", *map(shape, node.parts))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ("and",)),
        ("draw", "draw"),
        ("type:ship cost<=3", ("and", "type:ship", "cost<=3")),
        ("a or b c", ("or", "a", ("and", "b", "c"))),
        ("a AND b", ("and", "a", "b")),
        ("-(a or b)", ("not", ("or", "a", "b"))),
        ("--a", "a"),
        ("---a", ("not", "a")),
        ("((((a))))", "a"),
        ('faction:pirates,"two words",/x\\/y/', "faction:pirates,two words,x\\/y"),
        ('"say \\"hi\\""', 'say "hi"'),
    ],
)
def test_a_query_is_a_tree(text: str, expected: Any) -> None:
    assert shape(parse(text).root) == expected


def test_terms_know_their_places() -> None:
    found = list(leaves(parse('a or -(type: "x y",/z/ b)').root))
    assert [(term.start, term.end) for term in found] == [(0, 1), (7, 22), (23, 24)]
    assert [(value.text, value.start, value.end, value.is_pattern) for value in found[1].values] == [
        ("x y", 13, 18, False),
        ("z", 19, 22, True),
    ]


def test_equal_texts_are_equal_queries() -> None:
    assert parse("a b") == parse("a b")
    assert parse("a b") != parse("a  b")


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("a (b", 'cette parenthèse n’est jamais fermée / ajoutez ")"'),
        ("cost<=", "«_cost<=_» veut une valeur après lui / écrivez champ:valeur"),
        ("/a(?=b)/", "cette expression régulière ne peut pas servir_: les seuls groupes sont (...) et (?:...) / on"),
    ],
)
def test_what_is_wrong_is_said_in_the_language_of_who_asks(query: str, said: str) -> None:
    with speaking("fr-CA"), pytest.raises(QueryError) as error:
        parse(query)
    [found] = error.value.diagnostics
    assert f"{found.message} / {found.help}".replace("\N{NO-BREAK SPACE}", "_").startswith(said)
    with pytest.raises(QueryError) as error:
        parse(query)
    assert not error.value.diagnostics[0].message.startswith("c")
