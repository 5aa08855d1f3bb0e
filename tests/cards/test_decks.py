"""The bundled games' own decks: samples are legal, and each illegal deck of tests/data/decks breaks what it says.

An illegal deck begins with a comment for each violation, `# expect: CODE` or `# expect: CODE card-id card-id`;
`# previous: NAME` is the deck before it (a sample's id, or a file beside it), `# players: N` for how many it is judged.
"""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from builder.legality import Verdict, compose
from builder.library import OpenedDeck
from tests.support.commands import GAMES, ROOT
from tests.support.gamecards import catalog

ILLEGAL = ROOT / "tests" / "data" / "decks"
FIXTURES = [(game, path) for game in GAMES for path in sorted((ILLEGAL / game).glob("*.yaml"))]
SAMPLES = [(game, path.stem) for game in GAMES for path in sorted((ROOT / "cards" / game / "decks").glob("*.yaml"))]
COVERED = [game for game in GAMES if game != "future-invaders"]  # whose clauses are all broken by some deck

_DIRECTIVE = re.compile(r"# (expect|previous|players): (.+)")


def directives(path: Path) -> Iterator[tuple[str, str]]:
    """What the comments at the beginning of a file say."""
    for line in path.read_text("utf-8").splitlines():
        if not line.startswith("#"):
            return
        if match := _DIRECTIVE.fullmatch(line.rstrip()):
            yield match[1], match[2]


def opened(game: str, name: str) -> OpenedDeck:
    """A deck beside the illegal ones, or a sample."""
    file = ILLEGAL / game / f"{name.removesuffix('.yaml')}.yaml"
    return catalog(game).open_deck(str(file) if file.is_file() else name)


@cache
def verdict(game: str, path: Path) -> Verdict:
    """The verdict on an illegal deck."""
    said = dict(directives(path))
    deck = catalog(game).open_deck(str(path))
    judge = catalog(game).loaded(game).judge_by(catalog(game).format(deck.deck))
    previous = opened(game, said["previous"]) if "previous" in said else None
    return catalog(game).verdict(deck, judge, previous, int(said["players"]) if "players" in said else None)


@pytest.mark.parametrize(("game", "path"), FIXTURES, ids=[f"{game}/{path.stem}" for game, path in FIXTURES])
def test_an_illegal_deck_breaks_what_it_says(game: str, path: Path) -> None:
    expected = [words.split() for key, words in directives(path) if key == "expect"]
    assert expected, "it expects nothing"
    found = [(v.code, sorted(v.cards)) for v in verdict(game, path).violations]
    messages = "\n".join(f"{v.code}: {v.message}" for v in verdict(game, path).violations)
    for code, *cards in sorted(expected, key=len, reverse=True):  # those that name cards have first choice
        alike = [one for one in found if one[0] == code and (not cards or one[1] == sorted(cards))]
        assert alike, f"{' '.join([code, *cards])} is expected, and this is said:\n{messages}"
        found.remove(alike[0])
    assert found == [], "more is said than is expected"


@pytest.mark.parametrize("game", COVERED)
def test_every_clause_is_broken_by_some_deck(game: str) -> None:
    definitions = catalog(game).formats(game)
    clauses: dict[tuple[str, str], Any] = {
        (by, clause.id): clause
        for by in definitions
        for clause in compose(by, definitions, catalog(game).today).clauses
    }
    messages = [verdict(game, path) for of, path in FIXTURES if of == game]
    broken = [clauses[one.format, v.clause] for one in messages for v in one.violations if v.clause]
    unbroken = {f"{by}: {clause.id}" for (by, _), clause in clauses.items() if clause not in broken}
    assert clauses
    assert unbroken == set()


@pytest.mark.parametrize(("game", "name"), SAMPLES, ids=[f"{game}/{name}" for game, name in SAMPLES])
def test_a_sample_deck_is_legal(game: str, name: str) -> None:
    deck = catalog(game).open_deck(name)
    judge = catalog(game).loaded(game).judge_by(catalog(game).format(deck.deck))
    assert [f"{v.code}: {v.message}" for v in catalog(game).verdict(deck, judge).violations] == []


def test_there_are_enough_decks() -> None:
    assert len(FIXTURES) >= 8 * len(COVERED)
    assert len(SAMPLES) >= 2 * len(GAMES)
    assert {game for game, _ in FIXTURES} >= set(COVERED)
    assert {game for game, _ in SAMPLES} == set(GAMES)
    assert all(folder.name in GAMES for folder in ILLEGAL.iterdir())
