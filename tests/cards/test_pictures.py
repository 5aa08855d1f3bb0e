"""What is printed of the games: no text is too small to read, and what a card is decides what its picture shows."""

import re
from functools import cache

import pytest
from jinja2 import FileSystemLoader

from builder.documents.data import mapping
from builder.games import Card, Game
from builder.translations.localized import Localized
from renderers.faces.faces import context_of
from renderers.layout.options import SheetOptions
from renderers.outputs.sheets import print_sheets
from renderers.templating.drawings import Drawings
from tests.support.commands import GAMES, ROOT
from tests.support.gamecards import catalog
from tests.support.printed import LEAST, sizes_of_letters

NUMBERS = re.compile(r"-?\d*\.?\d+|#[0-9a-f]{6}")


@cache
def printed(pack: str, language: str) -> tuple[Game, list[Card]]:
    """A game and its cards, in a language."""
    game = catalog(pack).game(pack)
    words: Localized = catalog(pack).localized(game, language)
    return words.game, [words.card(card) for card in catalog(pack).loaded(pack).cards]


@pytest.mark.long
@pytest.mark.parametrize("pack", GAMES)
def test_no_text_is_too_small_to_read(pack: str) -> None:
    """In any language; backs are the same in all."""
    sides = "long-edge"
    for language in ("en", *sorted(path.stem for path in (ROOT / "cards" / pack / "locales").glob("*.yaml"))):
        game, cards = printed(pack, language)
        components = [
            (name, 1) for name, item in mapping(game.definition.get("components")).items() if "face" in mapping(item)
        ]
        everything = SheetOptions(backs=sides, dice="both")
        sheets = print_sheets(game, [(card, 1) for card in cards], everything, components=components)
        assert sheets.findings == [], language
        found = sizes_of_letters(sheets.data)
        assert len(found) > 3
        assert min(found) >= LEAST, language
        sides = "none"


# ---- pictures ------------------------------------------------------------------------------------------------------


@cache
def drawings_of(pack: str) -> Drawings:
    return Drawings(FileSystemLoader(ROOT / "cards" / pack / "templates"))


def drawing(pack: str, game: Game, card: Card) -> str:
    """The picture of a card, with the same choices for all cards: what differs is what the card is."""
    messages = {"card": context_of(game, card), "game": game.definition, "color": "#804020", "accent": "#e0c080"}
    return drawings_of(pack).draw("art", "the same for all", messages)


FI_FACTIONS = ("terrans", "invaders", "organics", "pirates", "neutral")
CREATURES = {"brood": 9, "tide": 8, "skew": 7, "march": 9, "strays": 2}
KINDS = ("soldier", "machine", "mutant", "hybrid", "order", "supply", "drone", "walker", "host", "device")
APART: list[tuple[str, dict[str, str], int]] = [  # cards that do not look alike, and how many there are at least
    *(("future-invaders", {"faction": one, "type": kind}, 5) for one in FI_FACTIONS for kind in ("ship", "structure")),
    *(("invasion-tcg", {"faction": faction, "type": "creature"}, least) for faction, least in CREATURES.items()),
    *(("rone-invasion", {"kind": kind}, 4) for kind in KINDS),
    *(("rone-invasion", {"type": kind}, 2) for kind in ("technology", "protocol", "scenario")),
]


@pytest.mark.long
@pytest.mark.parametrize(("pack", "wanted", "least"), APART, ids=[" ".join(one.values()) for _, one, _ in APART])
def test_cards_that_are_alike_do_not_look_alike(pack: str, wanted: dict[str, str], least: int) -> None:
    game, cards = printed(pack, "en")
    alike = [card for card in cards if card.definition.items() >= wanted.items()]
    shapes = {NUMBERS.sub("", drawing(pack, game, card)) for card in alike}  # without numbers and colours
    assert len(shapes) == len(alike) >= least


@pytest.mark.long
@pytest.mark.parametrize(("pack", "kinds"), [("invasion-tcg", "creature spell"), ("rone-invasion", "recruit protocol")])
def test_a_picture_is_the_same_in_every_language(pack: str, kinds: str) -> None:
    (game, cards), (game_fr, french) = printed(pack, "en"), printed(pack, "fr")
    pairs = [pair for pair in zip(cards, french, strict=True) if pair[0].type in kinds.split()]
    assert any(card.name != other.name for card, other in pairs)
    for card, other in pairs[::3]:
        assert drawing(pack, game, card) == drawing(pack, game_fr, other), card.id


@pytest.mark.parametrize("kind", ["ship", "structure", "action", "reaction"])
def test_a_card_without_a_drawing_gets_one_for_its_cost(kind: str) -> None:
    game, cards = printed("future-invaders", "en")
    for one in [card for card in cards if card.type == kind][::12]:
        context = {**context_of(game, one), "id": "not-in-the-table"}
        messages = {"card": context, "game": game.definition, "color": "#804020", "accent": "#e0c080"}
        draw = drawings_of("future-invaders").draw
        assert draw("art", "first", messages) != draw("art", "second", messages)
