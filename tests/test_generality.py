"""A game is data: no module of the toolchain names one."""

from tests.support.commands import GAMES, ROOT

SOURCES = sorted(
    path
    for folder in ("builder", "renderers")
    for path in (ROOT / folder).rglob("*")
    if path.suffix in (".py", ".typ", ".j2", ".yaml", ".html") and "data/cards" not in path.as_posix()
)


def test_five_games_are_bundled() -> None:
    assert GAMES == ["future-invaders", "invasion-tcg", "rone-invasion", "saucer-dice", "saucer-people"]


def test_no_module_names_a_game() -> None:
    names = {form for game in GAMES for form in (game, game.replace("-", " "), game.replace("-", "_"))}
    texts = {source.relative_to(ROOT).as_posix(): source.read_text("utf-8").lower() for source in SOURCES}
    assert len(texts) > 300
    assert [(name, source) for source, text in texts.items() for name in names if name in text] == []
