"""Two small games for the tests of what knows several: My Game, and Tide Duel made of the same cards."""

from builder.checks import CheckedPack
from tests.support.packs import checked, deck, game

RULINGS = [
    {"question": "May Flare hit me?", "ruling": "Yes.", "date": "2024-05-01", "section": "Spells", "cards": ["flare"]},
    {"question": "Who begins?", "ruling": "The youngest.", "date": "2024-06-02"},
]
GERMAN = {"game": {"name": "Mein Spiel"}, "cards": {"flare": {"name": "Fackel"}}}


def small_games() -> list[CheckedPack]:
    """Both games, checked. My Game also has rulings, German words and a former id (`torch`)."""
    own = checked(
        rulings_yaml=RULINGS,
        locales__de_yaml=GERMAN,
        sets__core__more_yaml=[
            {"id": "torchlight", "number": 9, "name": "Torchlight", "faction": "ember", "type": "spell", "cost": 2}
            | {"text": "Draw a card.", "aliases": ["torch"]}
        ],
    )
    other = checked(
        game_yaml=game(id="tide-duel", name="Tide Duel"),
        **{"decks__first-deck_yaml": deck(game="tide-duel", name="Deck of Tide")},
    )
    return [own, other]
