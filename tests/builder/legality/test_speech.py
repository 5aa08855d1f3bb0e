"""How verdicts are said, in each language."""

import pickle
from typing import Any

import pytest
from inline_snapshot import snapshot

from builder.games import UNLIMITED
from builder.legality import Judge, Violation, compose
from builder.legality.speech import Bounds, Speech, speech_of
from tests.support.cards import INDEX, TODAY, resolve


def judged(say: Speech, **clauses: Any) -> list[str]:
    """The messages about a deck of three probes and a card that is not there, by a format of these clauses."""
    written = {"name": "Essai", "sections": {"main": {"name": "Deck"}, "side": {"name": "Réserve"}}, "clauses": clauses}
    judge = Judge(INDEX, compose("test", {"test": written}, TODAY), resolve, say)
    found = judge.judge({"main": {"probe": 3, "prbe": 1}, "bench": {"probe": 1}}, players=3)
    return [f"{one.message} | {one.help}" for one in found.violations]


def test_a_verdict_in_french() -> None:
    said = speech_of("fr", {"probe": "Sonde"})
    clauses: dict[str, Any] = {
        "size": {"clause": "size", "section": "main", "min": 20, "per-player": 2},
        "side": {"clause": "size", "section": "side", "exactly": 1},
        "copies": {"clause": "copies", "max": 2},
        "pool": {"clause": "pool", "banned": ["probe"], "description": "Pas de sonde."},
    }
    assert [message.replace("\N{NO-BREAK SPACE}", "_") for message in judged(said, **clauses)] == snapshot(
        [
            "il n’y a pas de section «_bench_» dans Essai | sections_: main, side",
            "il n’y a pas de carte «_prbe_» | vouliez-vous dire «_Sonde_» (probe)_?",
            "4 cartes dans «_Deck_», et Essai en demande au moins 26 pour 3 joueurs_: ajoutez-en 22 | ",
            "0 carte dans «_Réserve_», et Essai en demande exactement 1_: ajoutez-en 1 | ",
            "Sonde en 4 exemplaires, et Essai en admet 2_: retirez-en 2 | ",
            "Sonde_: carte bannie par Essai, retirez-en 4 | Pas de sonde.",
        ]
    )


def test_a_violation_says_its_message_when_it_is_asked() -> None:
    asked = []

    def message() -> str:
        asked.append(1)
        return "3 copies"

    late, early = Violation("x", message, 2, 3), Violation("x", "3 copies", 2, 3)
    assert not asked
    assert late == early == pickle.loads(pickle.dumps(late))  # noqa: S301 - it was made here
    assert (hash(late), late.message, len(asked)) == (hash(early), "3 copies", 1)
    assert late != Violation("x", "2 copies", 2, 3)


@pytest.mark.parametrize(
    ("parameters", "players", "expected"),
    [
        ({}, 2, Bounds(0, UNLIMITED)),
        ({"min": 3}, 0, Bounds(3, UNLIMITED)),
        ({"max": 3}, 0, Bounds(0, 3)),
        ({"min": 1, "max": 2, "per-player": 10}, 3, Bounds(31, 32)),
        ({"exactly": 10, "per-player": 3}, 2, Bounds(16, 16)),
        ({"max": 0}, 0, Bounds(0, 0)),
        ({"exactly": 4.0}, 0, Bounds(4, 4)),  # which is a whole number to JSON Schema
    ],
)
def test_bounds_of_parameters(parameters: dict[str, Any], players: int, expected: Bounds) -> None:
    assert Bounds.of(parameters, players) == expected
