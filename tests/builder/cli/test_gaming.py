"""Tables of all games as a terminal shows them, drawn and in plain lines, in goldens to be read.

With ARSENAL_GOLDENS=write the goldens are written anew.
"""

import io
import os
from random import Random

import pytest
from rich.cells import cell_len

from builder.cli.gaming import GameWords, Gaming, Stopped
from builder.playing.session import HUMAN, Session
from builder.playing.telling import Teller
from builder.words import speaking
from tests.builder.playing.test_telling import bundled_catalog, phrases
from tests.engine.support import loaded
from tests.support.commands import DATA, of_every_game

# Which decks, how many players, from which seed, after how many decisions.
POSITIONS = of_every_game({
    "future-invaders": (("faction=terrans", "faction=pirates"), 2, 10, 50),
    "invasion-tcg": (("faction=brood", "faction=skew"), 2, 5, 40),
    "rone-invasion": (("one-at-the-gate",), 1, 2, 30),
    "saucer-dice": (("duel-of-fire-and-ice",), 2, 3, 30),
    "saucer-people": (("fifty-two",), 2, 5, 9),
})  # fmt: skip


def game_words(name: str, language: str) -> GameWords:
    catalog = bundled_catalog()
    localized = catalog.localized(catalog.game(name), language)
    cards = {card.id: localized.card(card) for card in catalog.cards(localized.original)}
    return GameWords(catalog, localized.game, cards, Teller(phrases(name, language), localized.game, cards.values()))


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("game", POSITIONS)
def test_tables_are_shown_as_in_the_goldens(
    game: str, language: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    decks, players, seed, decisions = POSITIONS[game]
    session = Session(loaded(game, decks, players=players), seed, [HUMAN] * players)
    chance = Random(seed)  # noqa: S311 - games are drawn from a seed
    for _ in range(decisions):
        session.take(chance.choice(session.state.options))
    session.skip_news()
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    for plain in (False, True):
        gaming = Gaming(session, game_words(game, language), ["A", "B"][:players], plain, print)
        with speaking(language), pytest.raises(Stopped):  # at the first question, since nothing is typed
            gaming.play()
    said = capsys.readouterr().out
    file = DATA / "goldens" / "tables" / f"{game}.{language}.txt"
    if os.environ.get("ARSENAL_GOLDENS") == "write":
        file.parent.mkdir(exist_ok=True)
        file.write_text(said, encoding="utf-8")
    assert said == file.read_text(encoding="utf-8"), "should it? ARSENAL_GOLDENS=write"


def test_no_area_is_wider_than_its_terminal() -> None:
    for file in (DATA / "goldens" / "tables").glob("*.txt"):
        drawn = [line for line in file.read_text(encoding="utf-8").splitlines() if line.startswith(("│", "╭", "╰"))]
        assert drawn, file
        assert {cell_len(line) for line in drawn} == {120}, file
