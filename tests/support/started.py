"""A game started with `arsenal new game`."""

from pathlib import Path

from tests.support.commands import Arsenal


def moon_duel(arsenal: Arsenal) -> Path:
    """The folder of a new game, in the current one."""
    arsenal("new", "game", "Moon Duel")
    return Path("moon-duel").absolute()
