"""The bundle that a rules engine plays: a deck, its verdict and the full definition of each of its cards.

Self-contained and versioned; described by schemas/engine-deck.schema.json. Source of the format: Arsenal itself.
"""

from __future__ import annotations

from builder.diagnostics.harmless import json_text
from builder.documents.data import Data
from builder.exports import Bundle, Exported, Target
from builder.games import MAIN, Card, Game, Players
from builder.games.fields import verbs_version

VERSION = 4


def export(bundle: Bundle) -> Exported:
    """The deck as JSON with sorted cards: the same deck gives the same bytes."""
    deck = bundle.deck
    if deck is None:
        raise ValueError("the engine target takes a deck")
    supplies = _supplies(bundle)
    document = {
        "schema": "arsenal/engine-deck",
        "version": VERSION,
        "game": _game(bundle.game),
        **({"verbs": {"version": version}} if (version := verbs_version(bundle.game.card_schema)) else {}),
        "format": {
            "id": bundle.format_id,
            "name": bundle.format_name,
            "setup": dict(bundle.setup),
            **({"players": _players(bundle.can_play)} if bundle.can_play and not bundle.can_play.anybody else {}),
            "sections": list(bundle.sections),
            "clauses": {clause.id: {"clause": clause.kind, **clause.parameters} for clause in bundle.clauses},
        },
        "deck": {
            "name": deck.name,
            "author": deck.author,
            "description": deck.description,
            **({"players": deck.players} if deck.players else {}),
            **({"dice": deck.dice} if deck.dice else {}),
        },
        "verdict": {
            "legal": bool(bundle.verdict.get("legal")),
            "date": bundle.judged.isoformat() if bundle.judged else "",
            "violations": bundle.verdict.get("violations", []),
        },
        "sections": {
            bundle.first_section if section == MAIN else section: [
                {"id": card_id, "count": count} for card_id, count in cards.items()
            ]
            for section, cards in deck.sections.items()
        },
        **({"supplies": [{"id": card.id, "count": card.in_box} for card in supplies]} if supplies else {}),
        "cards": {card.id: {"set": card.set_id, **card.definition} for card in (*bundle.cards, *supplies)},
    }
    return Exported((json_text(document) + "\n").encode())


def _supplies(bundle: Bundle) -> list[Card]:
    """The cards on the table that are in no deck, of the types that the game names as supplies."""
    types = bundle.game.definition.get("supplies")
    named = types if isinstance(types, list) else []
    return [card for card in bundle.index.cards.values() if card.type in named] if bundle.index else []


def _players(can_play: Players) -> dict[str, Data]:
    """How many can play, and whether a team or all players share a deck."""
    whose = "table" if can_play.deck_for_table else "team" if can_play.deck_for_team else ""
    return {**can_play.to_json(), **({"deck": whose} if whose else {})}


def _game(game: Game) -> dict[str, Data]:
    """What holds in every format: what pays for what, where cards lie, and how the game is played."""
    return {
        "id": game.id,
        "name": game.name,
        "edition": game.edition,
        "resources": {r.id: {"name": r.name, "paid-with": list(r.payers)} for r in game.resources.values()},
        "zones": game.definition.get("zones", {}),
        "rules": game.definition.get("rules", {}),
    }


TARGET = Target("engine", "", ".json", export, needs_deck=True)
