"""The cards of the packs as their files write them, and what they do."""

from functools import cache
from typing import Any

import yaml

from builder.abilities import Ability, read_abilities
from builder.checks import CheckedPack, check_pack
from builder.games import Format
from builder.legality import Judge, compose
from builder.library import Catalog
from builder.library.checked import CheckedGame
from builder.packs.pack import read
from tests.support.abilities import ROOT, lexicon

Card = dict[str, Any]


@cache
def pack(game: str) -> CheckedPack:
    """One of the packs, without faults; tests only read it."""
    checked = check_pack(read(ROOT / "cards" / game, is_bundled=True))
    assert checked.ok, checked.diagnostics
    return checked


@cache
def catalog(game: str) -> Catalog:
    """A catalog of one of the games."""
    return Catalog([CheckedGame(pack(game))])


@cache
def format_of(game: str, format_id: str) -> Format:
    """A bundled format, as in force today."""
    return compose(format_id, catalog(game).formats(game), catalog(game).today)


@cache
def judge_of(game: str, format_id: str) -> Judge:
    """The judge by a bundled format."""
    return catalog(game).loaded(game).judge_by(format_of(game, format_id))


@cache
def _cards(game: str) -> tuple[Card, ...]:
    files = sorted((ROOT / "cards" / game / "sets").rglob("*.yaml"))
    return tuple(card for path in files for card in yaml.safe_load(path.read_text("utf-8")))


def cards(game: str) -> list[Card]:
    """All cards of one of the packs."""
    return list(_cards(game))


def changed(all_cards: list[Card], card_id: str, **words: object) -> list[Card]:
    """The cards, one of them with other words."""
    assert any(card["id"] == card_id for card in all_cards)
    return [{**card, **words} if card["id"] == card_id else card for card in all_cards]


def words_of(game: str, language: str) -> list[str]:
    """All that a pack's file of a language says; keys, and what was translated (`of`), are no words of it."""

    def said(value: object) -> list[str]:
        if isinstance(value, str):
            return [value]
        if isinstance(value, dict):
            value = [inner for key, inner in value.items() if key != "of"]
        return [text for inner in value for text in said(inner)] if isinstance(value, list) else []

    return said(yaml.safe_load((ROOT / f"cards/{game}/locales/{language}.yaml").read_text("utf-8")))


def abilities_of(game: str, card: Card) -> tuple[Ability, ...]:
    """What a card does; empty where it does nothing."""
    known = _abilities(game).get(id(card))
    return _read(game, card) if known is None else known


@cache
def _abilities(game: str) -> dict[int, tuple[Ability, ...]]:
    """What the cards of a pack do as they are, which stay where they are: by the numbers of the objects."""
    return {id(card): _read(game, card) for card in _cards(game)}


def _read(game: str, card: Card) -> tuple[Ability, ...]:
    if "abilities" not in card:
        return ()
    found, faults = read_abilities(card["abilities"], lexicon(game), card["type"])
    assert faults == [], card["id"]
    return found
