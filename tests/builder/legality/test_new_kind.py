"""A kind of clause is one file, whether a plugin brings it or it is one of Arsenal's own: all else knows it by that."""

import importlib
import json
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from builder.authoring import explaining
from builder.diagnostics import codes
from builder.games import Clause, game_from
from builder.legality import Format, Judge, clauses, kinds
from builder.legality.allowed import allowed
from builder.legality.faults import cards_named_in, check_format
from builder.legality.speech import speech_of
from builder.schema import Schema, resolve
from tests.support import total
from tests.support.cards import INDEX, judge_of
from tests.support.documents import generator
from tests.support.plugins import install

PLACE = ("clauses", "it")


@pytest.fixture(params=["total", "x-total"])
def kind(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[str]:
    """The kind's name: as a file among Arsenal's own, and as a plugin."""
    name: str = request.param
    monkeypatch.setattr(
        codes, "CODES", {code: one for code, one in codes.CODES.items() if code not in total.KIND.codes}
    )
    for known in (kinds.own_kinds, kinds.kind_of):
        known.cache_clear()
    if name == "total":
        shutil.copy(total.__file__, tmp_path / "total.py")
        monkeypatch.setattr(clauses, "__path__", [*clauses.__path__, str(tmp_path)])
    else:
        monkeypatch.delitem(sys.modules, "tests.support.total")
        install(monkeypatch, kinds.GROUP, x_total="tests.support.total:KIND")
    importlib.invalidate_caches()
    yield name
    sys.modules.pop(f"{kinds.FOLDER}.total", None)
    for known in (kinds.own_kinds, kinds.kind_of):
        known.cache_clear()


def test_its_clauses_are_judged(kind: str) -> None:
    judge = judge_of({"it": {"clause": kind, "field": "weapons", "max": 6, "but": ["swarm"]}})
    assert judge.judge({"main": {"flagship": 1, "swarm": 9}}).legal
    (found,) = judge.judge({"main": {"flagship": 1, "twin-a": 2}}).violations
    assert (found.code, found.limit, found.actual, found.cards) == ("too-much-in-all", 6, 10, ("flagship", "twin-a"))
    said = found.to_json()
    assert (said["section"], said["clause"], said["values"]) == ("main", "it", {"paid": {"flagship": 6, "twin-a": 4}})


def test_its_clauses_are_said_in_two_languages(kind: str) -> None:
    clause, by = Clause("it", kind, {"field": "weapons", "max": 6}), Format("it", "It")
    said = {}
    for language in ("en", "fr"):
        say = speech_of(language)
        judge = Judge(INDEX, Format("it", "It", (clause,)), lambda query: frozenset(), say)
        (found,) = judge.judge({"main": {"flagship": 2}}).violations
        asks = kinds.sentence_of(clause, by, game_from({"id": "test", "name": "Test"}, {}), say)
        said[language] = (found.message, asks)
    assert said == {
        "en": ("12 weapons, and 6 may be", "At most 6 in all."),
        "fr": ("12 weapons, et 6 sont admis", "En tout, au plus 6."),
    }


def test_a_deck_builder_knows_how_many_copies_its_clauses_allow(kind: str) -> None:
    judge = judge_of({"it": {"clause": kind, "field": "weapons", "max": 7}})
    copies = {"flagship": 1, "twin-a": 3, "scrap-tug": 7, "mine": None}
    assert allowed(judge).sections["main"].items() >= copies.items()


def test_its_clauses_are_checked(kind: str) -> None:
    published = Schema(resolve(json.loads(generator().format_schema())))

    def faults(**parameters: Any) -> list[tuple[tuple[str | int, ...], str]]:
        """What `validate` says of a format with such a clause, by its schema and by its kind."""
        definition = {"name": "It", "clauses": {"it": {"clause": kind, **parameters}}}
        found = [*published.problems(definition)]
        found += [] if found else check_format("it", {"it": definition}, cards=INDEX, sets=[], fields=["weapons"])
        return [(fault.path, fault.code) for fault in found]

    assert faults(field="weapons", max=6, but=["swarm"], description="Six guns.") == []
    assert faults(max=6) == [(PLACE, "missing-key")]
    assert faults(field="weapons", max="six") == [((*PLACE, "max"), "wrong-type")]
    assert faults(field="weapons", max=6, most=6) == [((*PLACE, "most"), "unknown-key")]
    assert faults(field="wepons", max=0, but=["swam"], section="side") == [
        ((*PLACE, "section"), "unknown-section"),
        ((*PLACE, "max"), "contradictory-clause"),
        ((*PLACE, "field"), "unknown-field"),
        ((*PLACE, "but", 0), "unknown-card"),
    ]


def test_what_it_names_is_found(kind: str) -> None:
    clause = {"clause": kind, "field": "weapons", "max": 6, "but": ["swarm", "vim"]}
    assert [named.word for named in cards_named_in({"clauses": {"it": clause}})] == ["swarm", "vim"]


def test_its_codes_are_explained(kind: str) -> None:
    assert kinds.kind_of(kind)
    said = explaining.explain("too-much-in-all")
    assert said.startswith("too-much-in-all (error): the cards of a deck cost too much")


def test_it_is_documented(kind: str) -> None:
    if kind in kinds.own_kinds():
        page = generator().with_tables("legality.md")
        assert "\n### total\n\n<!-- table: clause total -->\n\nHow much the cards of a deck cost together." in page
        assert "| `field` * | The field that is added up. |" in page
