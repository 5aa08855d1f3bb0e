"""A deck that goes to another program and comes back is the same deck, as far as that program can carry it."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.decks import MAIN, Deck
from builder.exports import target
from builder.exports.bundling import ExportRequest, bundle
from builder.exports.writing import made
from builder.library import Catalog, OpenedDeck
from tests.support.catalogs import small_catalog
from tests.support.shipped import shipped
from tests.support.tables import drawn

# Each target, and what of a deck does not come back. Sections may lie in another order.
CARRIED: Mapping[str, tuple[str, ...]] = {
    "deck": (),
    "text": (),
    "engine": ("lost",),
    "cockatrice": ("author", "format", "players", "dice", "lost"),
    "octgn": ("author", "format", "players", "dice", "lost"),
    "lackey": ("name", "author", "description", "format", "players", "dice", "lost"),
    "cgs": ("name", "author", "description", "format", "players", "dice", "lost"),
    "csv": ("name", "author", "description", "format", "players", "dice", "lost"),
}
IDS = ["coal-sprite", "lamplighter", "forge-drake", "flare", "tidepool-scout", "undertow"]
MOST_SECTIONS = {"cockatrice": 2, "cgs": 1, "csv": 1}
COPIES = st.dictionaries(st.sampled_from(IDS), st.integers(1, 60), min_size=1, max_size=5)


@cache
def _catalog() -> Catalog:
    return small_catalog()


@cache
def _sample_decks() -> list[tuple[str, Deck, str]]:
    """The sample decks of all shipped games: name, deck, and the first section of its format."""
    names = [f"{game.id}/{name}" for game in shipped().games for name in shipped().sample_decks(game.id)]
    decks = [shipped().open_deck(name).deck for name in names]
    return [(name, deck, next(iter(shipped().format(deck).sections))) for name, deck in zip(names, decks, strict=True)]


def _back(catalog: Catalog, deck: Deck, to: str) -> Deck:
    chosen = target(to).for_deck
    gathered = bundle(catalog, OpenedDeck("mine", deck), chosen, ExportRequest(force=True))
    return catalog.parse_deck(made(chosen, gathered).content.decode(), game_id=deck.game).deck


def _as_carried(deck: Deck, to: str) -> Deck:
    """The deck without what the target does not carry, its words on one line."""
    blank = {name: getattr(Deck("", ""), name) for name in CARRIED[to]}
    said = {"description": " ".join(deck.description.split()), **blank}
    return replace(deck, **said)  # type: ignore[arg-type]


@pytest.mark.parametrize("to", CARRIED)
@given(
    main=COPIES, name=st.text(st.characters(codec="utf-8", categories=["L", "N", "P", "S"]), min_size=1, max_size=20)
)
def test_a_deck_comes_back_as_it_was(to: str, main: dict[str, int], name: str) -> None:
    about = {"description": "First this.\nThen that.", "players": 2, "lost": False}
    deck = Deck(name, "my-game", {"main": main}, "standard", **about)  # type: ignore[arg-type]
    assert _as_carried(_back(_catalog(), deck, to), to) == _as_carried(deck, to)


@pytest.mark.parametrize("to", CARRIED)
def test_all_sample_decks_come_back(to: str) -> None:
    for name, deck, first in _sample_decks():
        if len(deck.sections) > MOST_SECTIONS.get(to, len(deck.sections)):
            continue
        back = _back(shipped(), deck, to)
        sections = {first if section == MAIN else section: held for section, held in deck.sections.items()}
        came = {first if section == MAIN else section: held for section, held in back.sections.items()}
        assert came == sections, (to, name)
        assert back.printings == deck.printings, (to, name)


@pytest.mark.parametrize("name", ["earthwall-with-reserves", "table-for-four", "whole-box", "fifty-two"])
def test_decks_come_back_from_a_table(name: str) -> None:
    exported = target("tts").export(drawn(bundle(shipped(), name, target("tts")), dpi=2.0))
    (saved,) = (content.decode() for path, content in exported.files.items() if path.endswith(".json"))
    assert shipped().parse_deck(saved).deck.sections == shipped().open_deck(name).deck.sections
