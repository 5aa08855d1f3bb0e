"""What a game's data shows before anybody plays: who does what at which cost, what is out of line, what stands twice.

All is found from the cards alone. A pack's own card schema says which fields there are; no game's field is named here.
"""

from builder.statistics.findings import GameStatistics, game_statistics

__all__ = ["GameStatistics", "game_statistics"]
