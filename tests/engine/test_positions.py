"""Positions that are set up by hand, of all games: what makes no sense is refused with its place."""

from typing import Any

import pytest

from engine import EngineError
from tests.engine.support import loaded

DICE = ("saucer-dice", ("table-for-four",))
PEOPLE = ("saucer-people", ("fifty-two",), "", 3)
INVASION = ("invasion-tcg", ("faction=brood", "faction=brood"))
FUTURE = ("future-invaders", ("faction=terrans", "faction=pirates"))
SERIES = ("future-invaders", ("earthwall-with-reserves", "faction=pirates"), "series")
DRAFT = ("future-invaders", ("the-whole-sky",), "", 2)


@pytest.mark.parametrize(
    ("game", "data", "said"),
    [
        (DICE, {"planets": 3}, "position.planets is 3, and should be a list"),
        (DICE, {"planets": [3]}, "position.planets[0] is 3, and should be values by name"),
        (DICE, {"planets": [{"moon": "damaged"}]}, "position.planets[0].moon is not known"),
        (DICE, {"planets": [{"core": ["damaged"]}]}, "position.planets[0].core is"),
        (DICE, {"invasion": "red-3"}, "position.invasion is"),
        (DICE, {"invasion": ["red"]}, '"red" is no Invasion die'),
        (DICE, {"defense": [None]}, "position.defense is [null], and should be a list of blaster-red"),
        (DICE, {"round": 4}, "position.round is 4, and should be a whole number from 1 to 3"),
        (DICE, {"step": []}, "position.step is"),
        (DICE, {"moons": 1}, "position.moons is not known"),
        (PEOPLE, {"hand": []}, "position.hand is not known"),
        (PEOPLE, {"hands": [["ten-of-heart"]]}, "position.hands[0]: the deck has no ten-of-heart"),
        (PEOPLE, {"hands": [["ten-of-hearts"]], "pile": ["ten-of-hearts"]}, "the deck has no more of ten-of-hearts"),
        (PEOPLE, {"hands": [[], [], [], []]}, "a list of at most 3"),
        (PEOPLE, {"hands": ["ten-of-hearts"]}, "a list of lists"),
        (PEOPLE, {"hands": [["king-of-spades"]]}, "position.hands[0]: the deck has no king-of-spades"),
        (PEOPLE, {"crews": [["ten-of-hearts"]]}, "position.crews[0]: the deck has no ten-of-hearts"),
        (PEOPLE, {"crews": [["king-of-hearts", "king-of-clubs"]]}, "one captain, one navigator, one engineer"),
        (PEOPLE, {"face-down": ["ten-of-hearts"]}, "face-down: nobody has ten-of-hearts in the crew"),
        (PEOPLE, {"marks": {"pluto": "ten-of-hearts"}}, "position.marks.pluto is not known"),
        (PEOPLE, {"marks": ["earth"]}, "position.marks is"),
        (PEOPLE, {"leader": True}, "position.leader is true, and should be a whole number from 0 to 2"),
        (PEOPLE, {"attack": [["ten-of-hearts"]]}, "position.attack: the deck has no ['ten-of-hearts']"),
        (INVASION, {"phase": "open"}, "position.phase is not known"),
        (INVASION, {"step": "combat"}, "one of set-up, start, draw, open"),
        (
            INVASION,
            {"players": [{"hand": ["podling"] * 13}]},
            "position.players[0].hand: the deck has no more of podling",
        ),
        (INVASION, {"players": [{"battlefield": "podling"}]}, "podling is a creature, not a battlefield"),
        (INVASION, {"players": [{"known": ["podling"]}]}, "position.players[0].known: the deck has no podling"),
        (INVASION, {"players": [{"creatures": [{"card": "podling", "tapped": True}]}]}, "creatures[0].tapped is not"),
        (INVASION, {"players": [{"creatures": [5]}]}, "position.players[0].creatures[0]: the deck has no 5"),
        (INVASION, {"players": [{}, {}, {}]}, "a list of at most 2"),
        (INVASION, {"attacked": 1}, "true or false"),
        (FUTURE, {"step": "lunch"}, "position.step is"),
        (FUTURE, {"weather": "fine"}, "position.weather is not known"),
        (FUTURE, {"seats": [{}, {}, {}]}, "a list of at most 2"),
        (FUTURE, {"seats": [{"hand": ["no-such-card"]}]}, "no-such-card"),
        (FUTURE, {"seats": [{"ships": ["shore-derrick"]}]}, "ships[0]: shore-derrick does not go into this row"),
        (FUTURE, {"seats": [{"ships": ["patrol-cutter"] * 5}]}, "4 columns"),
        (FUTURE, {"seats": [{"ships": [{"card": "patrol-cutter", "durability": 9}]}]}, "ships[0].durability"),
        (FUTURE, {"seats": [{"ships": [5]}]}, "ships[0].card is 5, and should be a word"),
        (FUTURE, {"seats": [{"out": True}]}, "would be over"),
        (SERIES, {"game": 0}, "position.game is 0"),
        (SERIES, {"wins": [1]}, "position.wins: should be"),
        (SERIES, {"play": {"seats": [{"hand": ["knife-runner"]}]}}, "not in the arsenals"),
        (DRAFT, {"packs": [["patrol-cutter"] * 3]}, "no further"),
        (DRAFT, {"pick": 11}, "position.pick is 11"),
        (DRAFT, {"kept": [["patrol-cutter"]]}, "has 1 cards, and there are 0 then"),
        (DRAFT, {"play": {}}, "should be play"),
        (DRAFT, {"step": "build", "left-out": [["no-such-card"]]}, "has not kept no-such-card"),
    ],
)
def test_a_position_that_makes_no_sense_is_refused(game: Any, data: dict[str, Any], said: str) -> None:
    with pytest.raises(EngineError) as caught:
        loaded(*game).position(data)
    assert said in caught.value.message


def test_a_name_that_is_nearly_right_is_suggested() -> None:
    for data, said in (
        ({"hand": []}, "did you mean hands?"),
        ({"pile": ["ten-of-heart"]}, "did you mean ten-of-hearts?"),
    ):
        with pytest.raises(EngineError) as caught:
            loaded(*PEOPLE).position(data)
        assert said in caught.value.help
