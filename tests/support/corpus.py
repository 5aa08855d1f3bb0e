"""Decks and formats for judges that must agree: all sample decks in all formats, and broken ones made of them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any

from builder.diagnostics.harmless import json_text
from builder.workspace import Workspace

DAYS = (date(2026, 1, 1), date(2027, 1, 1))

Task = dict[str, Any]  # what is judged: game, deck, formats, day


def tasks() -> list[Task]:
    """What every judge is asked."""
    catalog = Workspace().catalog
    found = []
    for game in catalog.games:
        formats = list(catalog.formats(game.id))
        for name in catalog.sample_decks(game.id):
            deck = catalog.loaded(game.id).sample_deck(name).to_document()
            for day in DAYS:
                for one in (deck, *broken(deck)):
                    found.append({"game": game.id, "deck": one, "formats": formats, "day": day.isoformat()})  # noqa: PERF401
    return found


def broken(deck: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """The deck with what players get wrong."""
    whole = dict(deck)
    sections = whole.pop("sections", None) or {"main": whole.pop("cards")}

    def made(new: Mapping[str, Mapping[str, int]], **more: object) -> dict[str, Any]:
        return {**whole, "sections": new, **more}

    yield made({name: dict(list(cards.items())[::2]) for name, cards in sections.items()})
    yield made({name: {card: 7 * count for card, count in cards.items()} for name, cards in sections.items()})
    yield made({name: {card[:-1] + "x": count for card, count in cards.items()} for name, cards in sections.items()})
    yield made({f"{name}s": cards for name, cards in sections.items()})
    yield made({name: {} for name in sections})
    yield made({"main": {card: count for cards in sections.values() for card, count in cards.items()}}, players=9)
    yield made(sections, dice=[[["star"], []]], lost=True)


def judged_natively(asked: list[Task]) -> list[str]:
    """The answers of a catalog, which asks the database."""
    catalog = Workspace().catalog
    answers = []
    for task in asked:
        opened = catalog.deck_of(task["deck"], "deck")
        label = opened.deck.name or "deck"
        found = []
        for name in task["formats"]:
            judge = catalog.loaded(task["game"]).judge_by(
                catalog.format(opened.deck, name, date.fromisoformat(task["day"]))
            )
            found.append(catalog.verdict(opened, judge).to_json(label, task["game"]))
        answers.append(json_text({"decks": found}, indent=None))
    return answers


PROGRAM = """
import json, sys
from datetime import date
from builder.diagnostics.harmless import json_text
from builder.library.published import PublishedGame

def answers(games, tasks):
    ready = {game: PublishedGame(json.loads(data)) for game, data in games.items()}
    return [
        json_text(
            ready[task["game"]].verdicts(task["deck"], task["formats"], on=date.fromisoformat(task["day"])), indent=None
        )
        for task in tasks
    ]
"""
"""The program for a Python that has nothing but its own library, the core and what was prepared."""


def given(asked: list[Task], prepared: Mapping[str, str]) -> str:
    """What that Python reads: prepared games as texts by their ids, and the tasks."""
    return json.dumps({"games": dict(prepared), "tasks": asked})
