"""SQLite and PostgreSQL give the same cards, in the same order, for the same query."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import text
from sqlmodel import create_engine

from builder.library import Catalog
from builder.library.store.building import connect
from tests.support.databases import in_memory
from tests.support.properties import examples
from tests.support.queries import CARDS, fill, found, opened, trees, written

MORE: list[dict[str, Any]] = [  # what servers with a language of their own sort or compare in another way
    {"id": f"more-{i}", "set": "dawn", "number": 10 + i, "name": name, "faction": "neutral", "type": "action", **more}
    for i, (name, more) in enumerate(
        [
            ("ab c", {"text": "x" * 1_500}),
            ("ABD", {"tags": ["y" * 1_000, "é" * 200]}),
            ("ab-c", {"cost": {"oil": 2, "scrap": 2}, "weight": 0.1}),
            ("ab_c", {"flavor": "50% \\ 50_50", "unique": True}),
            ("Ünder", {"artist": "ÇELİK", "keywords": ["shield", "ambush"]}),
            ("zebra", {"text": "Ж" * 900}),
            ("'quoted' $1 :x %s", {"text": "\u212aelvin \u1f600 \U0001f680 launch"}),
        ]
    )
]


@pytest.fixture(scope="module")
def both(postgres_url: str) -> Iterator[tuple[Catalog, Catalog]]:
    """The same cards in SQLite and in a schema of their own in PostgreSQL."""
    first = connect(postgres_url)
    with first.begin() as connection:
        connection.execute(text("DROP SCHEMA IF EXISTS query_tests CASCADE"))
        connection.execute(text("CREATE SCHEMA query_tests"))
    post = create_engine(first.url, connect_args={"options": "-csearch_path=query_tests"})
    with in_memory() as lite:
        for engine in (lite, post):
            fill(engine, CARDS + MORE)
        with opened(lite) as one, opened(post) as other:
            yield one, other
    post.dispose()
    with first.begin() as connection:
        connection.execute(text("DROP SCHEMA query_tests CASCADE"))
    first.dispose()


def cards_found(catalog: Catalog, asked: str, **how: Any) -> list[str]:
    ids = found(catalog, asked, **how)
    if not how:
        assert catalog.page(asked, limit=1)[0] == len(ids)
        assert catalog.loaded("invaders").matching(asked) == set(ids)
    return ids


QUERIES = r"""
draw | "draw 2" | no | % | _ | \\ | "50% \\ 50_50" | ' | $1 | ":x" | %s | elan | ÜNDER | celik | жжж | kelvin | 🚀
/🚀 l/ | /^ab.c$/ | name:/^ab[^_]/ | /\d\d%/ | text:/^x/
faction:neutral -is:unique | id:more | set:dawn | keywords:ambush | unique:no | has:tags | has:cost.oil
cost<=1 | cost=4 | cost:oil | cost.scrap=0 | weight<1 | weight>=0.1 | weapons!=3 | name="ab-c"
(draw or repair) -type:action | is:swift or weight>50
"""
LONG = ['tags="' + "y" * 1_000 + '"', 'tags="' + "é" * 200 + '"', f"text:{'x' * 1_000}", ""]


@pytest.mark.parametrize("asked", [*re.split(r" \| |\n", QUERIES.strip()), *LONG], ids=lambda asked: asked[:30])
def test_the_same_cards(both: tuple[Catalog, Catalog], asked: str) -> None:
    lite, post = both
    assert cards_found(lite, asked) == cards_found(post, asked)


@pytest.mark.parametrize(
    "sort", ["name", "-name", "cost", "-cost.oil", "keywords", "-keywords", "text", "artist", "-set", "weight", "tags"]
)
def test_the_same_order(both: tuple[Catalog, Catalog], sort: str) -> None:
    lite, post = both
    assert cards_found(lite, "", sort=sort) == cards_found(post, "", sort=sort)
    part: dict[str, Any] = {"sort": sort, "limit": 3, "offset": 2}
    assert cards_found(lite, "-is:ship", **part) == cards_found(post, "-is:ship", **part)


@examples(80)
@given(tree=trees, sort=st.sampled_from(["", "-cost", "name"]))
def test_the_same_cards_for_any_query(both: tuple[Catalog, Catalog], tree: tuple[Any, ...], sort: str) -> None:
    lite, post = both
    assert cards_found(lite, written(tree), sort=sort) == cards_found(post, written(tree), sort=sort)
