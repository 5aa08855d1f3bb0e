"""Games and cards as types: what all other rooms talk about. Nothing here reads or writes."""

from __future__ import annotations

from builder.games.card import UNLIMITED, Card, Fact, as_printed, card_from, facts_of, newest
from builder.games.fields import Field
from builder.games.format import MAIN, Clause, Format, Question, question_from
from builder.games.game import (
    CardSet,
    CardType,
    Component,
    Expansion,
    Faction,
    Game,
    Resource,
    Ruling,
    Symbol,
    Word,
    game_from,
    with_definition,
)
from builder.games.players import MAX_PLAYERS, Players, players_from
from builder.games.printing import Erratum, Printing

__all__ = [
    "MAIN",
    "MAX_PLAYERS",
    "UNLIMITED",
    "Card",
    "CardSet",
    "CardType",
    "Clause",
    "Component",
    "Erratum",
    "Expansion",
    "Fact",
    "Faction",
    "Field",
    "Format",
    "Game",
    "Players",
    "Printing",
    "Question",
    "Resource",
    "Ruling",
    "Symbol",
    "Word",
    "as_printed",
    "card_from",
    "facts_of",
    "game_from",
    "newest",
    "players_from",
    "question_from",
    "with_definition",
]
