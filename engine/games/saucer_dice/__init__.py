"""Saucer Dice: three rounds of dice against planets. Nothing is hidden, and there are no abilities."""

from engine.games.saucer_dice.game import MODULE

__all__ = ["MODULE"]
