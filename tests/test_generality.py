"""A game is data: no module of the toolchain names one."""

from pathlib import Path

import pytest

from tests.support.commands import GAMES, ROOT

SOURCES = sorted(
    path
    for folder in ("builder", "renderers")
    for path in (ROOT / folder).rglob("*")
    if path.suffix in (".py", ".typ", ".j2", ".yaml", ".html") and "data/cards" not in path.as_posix()
)


def test_five_games_are_bundled() -> None:
    assert GAMES == ["future-invaders", "invasion-tcg", "rone-invasion", "saucer-dice", "saucer-people"]


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_no_module_names_a_game(source: Path) -> None:
    text = source.read_text("utf-8").lower()
    for game in GAMES:
        for name in (game, game.replace("-", " "), game.replace("-", "_")):
            assert name not in text, f"{name} in {source}"
