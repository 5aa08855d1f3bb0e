"""RONE: Invasion."""

from engine.games.rone_invasion.game import MODULE

__all__ = ["MODULE"]
