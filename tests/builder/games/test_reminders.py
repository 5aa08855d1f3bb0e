"""Reminder text: of keywords in fields and in texts, of verbs by the glossary, each once."""

from typing import Any

import pytest

from builder.games import Game, game_from
from builder.games.reminders import with_reminders

SCHEMA: dict[str, Any] = {
    "properties": {
        "keywords": {"type": "array", "items": {"x-vocabulary": "keywords"}},
        "kind": {"x-vocabulary": "keywords"},
    }
}
GAME = {
    "id": "tiny",
    "name": "Tiny",
    "keywords": {
        "guard": {"name": "Guard", "reminder": "Nobody gets past it."},
        "swift": {"name": "Swift", "reminder": "It *need not* wait."},
        "plain": {"name": "Plain"},
    },
    "glossary": {"Recycle": "Put a card under your deck.", "Scrap": "Gone for good.", "Draw": "Take a card."},
    "reminders": {"recycle": "Recycle", "scrap": "Scrap"},
}
DRAW = {"kind": "played", "effects": [{"op": "draw", "main": 1}]}
RECYCLE = {"kind": "activated", "cost": [{"op": "recycle", "main": 1}], "effects": [{"op": "draw", "main": 1}]}
BOTH = {"kind": "played", "effects": [{"op": "recycle", "main": 1}, {"op": "scrap", "main": 1}]}
OTHERS = {"kind": "played", "effects": [{"op": "recycle", "main": 1, "who": "opponent"}]}


@pytest.fixture(scope="module")
def game() -> Game:
    return game_from(GAME, SCHEMA)


@pytest.mark.parametrize(
    ("card", "text"),
    [
        ({"text": "Swift"}, "Swift *(It need not wait.)*"),
        ({"text": "Swift.\nSwift, Guard"}, "Swift. *(It need not wait.)*\nSwift, Guard *(Nobody gets past it.)*"),
        ({"text": "Swift, Guard"}, "Swift, Guard *(Swift – It need not wait.)* *(Guard – Nobody gets past it.)*"),
        ({"keywords": ["guard"]}, "*(Guard – Nobody gets past it.)*"),
        ({"kind": "guard", "text": "Guard."}, "*(Guard – Nobody gets past it.)*\nGuard."),
        ({"text": "Draw. Pay.", "abilities": [DRAW, RECYCLE]}, "Draw. Pay."),  # one line, of the ability that draws
        ({"text": "Draw.\nRecycle.", "abilities": [DRAW, RECYCLE]}, "Draw.\nRecycle. *(Put a card under your deck.)*"),
        (
            {"text": "Do both.", "abilities": [BOTH]},
            "Do both. *(Recycle – Put a card under your deck.)* *(Scrap – Gone for good.)*",
        ),
        ({"text": "They recycle 1 card.", "abilities": [OTHERS]}, "They recycle 1 card."),
    ],
)
def test_a_line_is_followed_by_what_its_keywords_mean(game: Game, card: dict[str, Any], text: str) -> None:
    assert with_reminders(card, game)["text"] == text


@pytest.mark.parametrize(
    "card", [{"text": "Draw. Plain. Swiftly."}, {"name": "Plain", "keywords": ["plain", "unknown"]}, {"kind": "plain"}]
)
def test_a_card_without_any_stays(game: Game, card: dict[str, Any]) -> None:
    assert with_reminders(card, game) == card


def test_other_abilities_have_their_reminders_next_to_them(game: Game) -> None:
    card = {"text": "Recycle.", "abilities": [RECYCLE], "support-text": "Both.", "support-abilities": [BOTH]}
    assert with_reminders(card, game) == card | {
        "text": "Recycle. *(Put a card under your deck.)*",
        "support-text": "Both. *(Gone for good.)*",
    }
