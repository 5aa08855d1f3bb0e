"""A checked pack as types: its game and its cards, with their places."""

from pathlib import Path

import pytest
import yaml

from builder.authoring.new import plan_game
from builder.checks import CheckedPack, check
from builder.packs.pack import in_memory

FILES = plan_game("My Game")


@pytest.fixture
def checked() -> CheckedPack:
    cat = {"id": "ash-cat", "number": 9, "name": "Ash Cat", "faction": "ember", "type": "creature"}
    later = yaml.safe_dump([{**cat, "cost": 2, "power": 2}])
    game = FILES["game.yaml"].replace("sets:\n", "sets:\n  second: { name: Second }\n")
    game += "fonts: { title: Libertinus Serif }\n"
    files = {**FILES, "game.yaml": game, "sets/second/cards.yaml": later}
    found = check(in_memory(Path("my-game"), {name: text.encode() for name, text in files.items()}))
    assert found.ok
    return found


def test_a_game_is_made_of_game_yaml(checked: CheckedPack) -> None:
    game = checked.as_game()
    assert game.id == "my-game"
    assert next(iter(game.sets)) == "second"
    assert game.fields.keys() >= {"faction", "cost"}
    assert (game.root, game.key, game.bundled) == (Path("my-game"), checked.pack.key, False)


def test_a_game_knows_where_its_parts_stand(checked: CheckedPack) -> None:
    lines = checked.game.text.splitlines()
    places = checked.as_game().places
    assert places[()].line == next(i for i, line in enumerate(lines, 1) if line and not line.startswith("#"))
    for path in (("sets", "second"), ("fonts", "title"), ("types", "creature")):
        span = places[path]
        assert lines[span.line - 1][span.column - 1 : span.end_column - 1] == path[-1]
    assert places["fields", "cost"].path.endswith("card.schema.json")
    assert checked.as_game(places=False).places == {}


def test_cards_come_by_set_and_number(checked: CheckedPack) -> None:
    cards = checked.as_cards(places=False)
    assert cards[0].id == "ash-cat"  # its set is the first of game.yaml
    assert [card.number for card in cards[1:]] == sorted(card.number for card in cards[1:])
    assert {card.game_id for card in cards} == {"my-game"}
    assert all(card.place is None and card.name_place is None for card in cards)


def test_cards_know_where_they_stand(checked: CheckedPack) -> None:
    for card in checked.as_cards():
        lines = checked.ids[card.id].document.text.splitlines()
        assert card.place is not None
        assert card.name_place is not None
        assert lines[card.place.line - 1][card.place.column - 1 : card.place.end_column - 1] == card.id
        assert card.name in lines[card.name_place.line - 1]
