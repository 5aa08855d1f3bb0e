"""A checked pack as types: its game and its cards, with their places."""

from pathlib import Path

import pytest
import yaml

from builder.authoring.new import plan_game
from builder.checks import CheckedPack, check_pack
from builder.packs.pack import in_memory
from tests.support.packs import card, checked

FILES = plan_game("My Game")


@pytest.fixture
def two_sets() -> CheckedPack:
    cat = {"id": "ash-cat", "number": 9, "name": "Ash Cat", "faction": "ember", "type": "creature"}
    later = yaml.safe_dump([{**cat, "cost": 2, "power": 2}])
    game = FILES["game.yaml"].replace("sets:\n", "sets:\n  second: { name: Second }\n")
    game += "fonts: { title: Libertinus Serif }\n"
    files = {**FILES, "game.yaml": game, "sets/second/cards.yaml": later}
    found = check_pack(in_memory(Path("my-game"), {name: text.encode() for name, text in files.items()}))
    assert found.ok
    return found


def test_a_game_is_made_of_game_yaml(two_sets: CheckedPack) -> None:
    game = two_sets.as_game()
    assert game.id == "my-game"
    assert next(iter(game.sets)) == "second"
    assert game.fields.keys() >= {"faction", "cost"}
    assert (game.root, game.key, game.bundled) == (Path("my-game"), two_sets.pack.key, False)


def test_a_game_knows_where_its_parts_stand(two_sets: CheckedPack) -> None:
    lines = two_sets.game.text.splitlines()
    places = two_sets.as_game().places
    assert places[()].line == next(i for i, line in enumerate(lines, 1) if line and not line.startswith("#"))
    for path in (("sets", "second"), ("fonts", "title"), ("types", "creature")):
        span = places[path]
        assert lines[span.line - 1][span.column - 1 : span.end_column - 1] == path[-1]
    assert places["fields", "cost"].path.endswith("card.schema.json")
    assert two_sets.as_game(places=False).places == {}


def test_cards_come_by_set_and_number(two_sets: CheckedPack) -> None:
    cards = two_sets.as_cards(places=False)
    assert cards[0].id == "ash-cat"  # its set is the first of game.yaml
    assert [card.number for card in cards[1:]] == sorted(card.number for card in cards[1:])
    assert {card.game_id for card in cards} == {"my-game"}
    assert all(card.place is None and card.name_place is None for card in cards)


def test_cards_know_where_they_stand(two_sets: CheckedPack) -> None:
    for made in two_sets.as_cards():
        lines = two_sets.ids[made.id].document.text.splitlines()
        assert made.place is not None
        assert made.name_place is not None
        assert lines[made.place.line - 1][made.place.column - 1 : made.place.end_column - 1] == made.id
        assert made.name in lines[made.name_place.line - 1]


def test_a_checked_pack_answers_questions() -> None:
    pack = checked(sets__core__more_yaml=card(aliases=["soot-cat"]))
    assert pack.id == "my-game"
    assert set(pack.ids) >= {"ash-cat", "flare"}
    assert pack.aliases == {"soot-cat": "ash-cat"}
    assert pack.fields["cost"].kind == "number"
    assert pack.vocabulary("types").keys() == {"creature", "spell"}
    assert pack.vocabulary("moods") == {}
    assert pack.ids["ash-cat"].span("name").line == 3
