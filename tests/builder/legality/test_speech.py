"""How verdicts are said, in each language."""

from __future__ import annotations

import doctest
import pickle
import string
from datetime import date
from typing import Any

import pytest
from inline_snapshot import snapshot

from builder.diagnostics import suggestion
from builder.games import Clause, Players
from builder.legality import Judge, Violation, compose, speech
from builder.legality.speech import DEFAULT, LANGUAGES, Speech, speech_of
from tests.support.cards import INDEX, resolve

TODAY = date(2026, 6, 1)

EN, FR = speech_of("en"), speech_of("fr")


def test_the_examples_in_the_docstrings() -> None:
    assert doctest.testmod(speech).failed == 0


def test_every_language_has_the_same_texts_with_the_same_parts() -> None:
    def parts(text: str) -> set[str]:
        return {name for _, name, _, _ in string.Formatter().parse(text) if name}

    for language in LANGUAGES:
        texts = speech_of(language).texts
        assert list(texts) == list(EN.texts), language
        for key, said in texts.items():
            forms, own = ((one,) if isinstance(one, str) else one for one in (said, EN.texts[key]))
            assert len(forms) == len(own), (language, key)
            assert {frozenset(parts(form)) for form in forms} <= {frozenset(parts(form)) for form in own}, key


def test_french_sets_its_signs_apart() -> None:
    texts = [form for said in FR.texts.values() for form in ((said,) if isinstance(said, str) else said)]
    assert not [one for one in texts if any(sign in one for sign in (" :", " ;", " !", " ?", "« ", " »", "'"))]


def test_a_variant_is_said_as_its_language_and_what_nobody_has_written_in_english() -> None:
    assert [speech_of(name).language for name in ("fr-CA", "FR", "de", "", DEFAULT)] == ["fr", "fr", "en", "en", "en"]


@pytest.mark.parametrize("known", [[], ["main"], ["main", "side"], [f"name-{n}" for n in range(20)]])
def test_what_was_meant_is_said_in_english_as_everywhere(known: list[str]) -> None:
    assert EN.suggestion("mian", known, "sections") == suggestion("mian", known, "sections")


def test_words_for_numbers() -> None:
    assert [EN("copies", n, card="Ash") for n in (0, 1, 2)] == ["0 copies of Ash", "1 copy of Ash", "2 copies of Ash"]
    assert EN.for_players(Clause("it", "size", {"per-player": 1}), 1) == " for 1 player"
    assert EN.for_players(Clause("it", "size"), 2) == ""
    assert [EN.listing(list(words), "or") for words in ("", "a", "ab", "abc")] == ["", "a", "a or b", "a, b or c"]


@pytest.mark.parametrize("players", [Players(2, 6), Players(2, 2), Players(high=4), Players(3), Players(4, teams=2)])
def test_players_are_said_in_english_as_everywhere(players: Players) -> None:
    assert EN.can_play(players) == str(players)


def judged(say: Speech, **clauses: Any) -> list[str]:
    """The messages about a deck of three probes and a card that is not there, by a format of these clauses."""
    written = {"name": "Essai", "sections": {"main": {"name": "Deck"}, "side": {"name": "Réserve"}}, "clauses": clauses}
    judge = Judge(INDEX, compose("test", {"test": written}, TODAY), resolve, say)
    found = judge.judge({"main": {"probe": 3, "prbe": 1}, "bench": {"probe": 1}}, players=3)
    return [f"{one.message} | {one.help}" for one in found.violations]


def test_a_verdict_in_french() -> None:
    said = Speech("fr", FR.texts, FR.zero_is_one, {"probe": "Sonde"})
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


def test_what_is_wrong_is_the_same_in_every_language() -> None:
    clauses: dict[str, Any] = {"size": {"clause": "size", "min": 20}, "copies": {"clause": "copies", "max": 2}}
    assert [len(judged(speech_of(language), **clauses)) for language in LANGUAGES] == [4, 4]


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
