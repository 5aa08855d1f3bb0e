"""The fields of cards as columns of plain words and numbers, for programs that know no game's fields."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal

from builder.decks import Deck
from builder.documents.data import Data, mapping, text
from builder.exports import Bundle, lost
from builder.games import MAIN, Card, Game, facts_of
from builder.games.fields import ABILITIES, FURTHER, for_readers
from builder.games.guids import guid
from builder.games.markup import SymbolMark, paragraphs
from builder.naming import fold, title_of
from builder.printing.gathering import printings_of

ColumnKind = Literal["number", "word", "text"]

_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufffe\uffff]+")


@dataclass(frozen=True, slots=True)
class Column:
    """One field of cards: a *number* is whole, a *word* is one of `values` (names by ids), a *text* is anything.

    Titles differ from each other, also without regard to case, and from a program's own word for a card's name.
    """

    id: str
    title: str
    kind: ColumnKind
    values: Mapping[str, str] = field(default_factory=dict)


def columns(bundle: Bundle, taken: Sequence[str] = ("name", "id", "set")) -> list[Column]:
    """The columns for a bundle: the type, the game's own fields in their order, flavor and artist.

    Columns that are empty for all cards are left out. `taken` are titles that the program uses itself.
    """
    game, properties = bundle.game, mapping(bundle.game.card_schema.get("properties"))
    title = text(mapping(properties.get("type")).get("title")) or "Type"
    found = [Column("type", title, "word", {one.id: one.name for one in game.types.values()})]
    found += [
        _column(game, name, mapping(schema))
        for name, schema in properties.items()
        if name not in FURTHER and ABILITIES not in mapping(schema)
    ]
    found += [Column(name, name.capitalize(), "text") for name in ("flavor", "artist")]
    filled = {key for card in bundle.cards for key, value in card.definition.items() if value not in (None, "", [], {})}
    used = set(map(fold, taken))
    titled = []
    for one in found:
        if one.id not in filled:
            continue
        title, number = line(one.title), 2
        while fold(title) in used:
            title, number = f"{line(one.title)} {number}", number + 1
        used.add(fold(title))
        titled.append(Column(one.id, title, one.kind, one.values))
    return titled


def row(card: Card, game: Game, of: Sequence[Column]) -> dict[str, str | int]:
    """A card's values in these columns, by the columns' ids; without the columns that are empty.

    A word is given by its id: `Column.values` has its name.
    """
    properties = mapping(game.card_schema.get("properties"))
    facts = {fact.name: fact.value for fact in facts_of(card, game)}
    facts |= {"type": card.type, "flavor": card.flavor, "artist": card.artist}
    found: dict[str, str | int] = {}
    for column in of:
        value = facts.get(column.id)
        if value in (None, "", [], {}):
            continue
        if column.kind == "number" and isinstance(value, int):
            found[column.id] = int(value)
        elif column.kind == "word" and isinstance(value, str):
            found[column.id] = value
        else:
            found[column.id] = words(value, mapping(properties.get(column.id)), game)
    return found


def shown(values: Mapping[str, str | int], of: Sequence[Column]) -> dict[str, str | int]:
    """A row with the names of words, by the columns' titles."""
    by_id = {column.id: column for column in of}
    return {by_id[key].title: by_id[key].values.get(str(value), value) for key, value in values.items()}


def words(value: Data, schema: Mapping[str, Data], game: Game) -> str:
    """A field's value in plain words: amounts with the names of what they count, words of game.yaml by their names."""
    if isinstance(value, list):
        items = mapping(schema.get("items"))
        between = " | " if any(isinstance(item, list) for item in value) else ", "
        if items.get("x-vocabulary") == "symbols":
            between = " "
        return between.join(words(item, items, game) for item in value) if value else "blank"
    if isinstance(value, dict):
        inner = mapping(schema.get("properties"))
        return ", ".join(_part(key, part, mapping(inner.get(key)), game) for key, part in value.items())
    if isinstance(value, bool):
        return "yes" if value else "no"
    if not isinstance(value, str):
        return "" if value is None else str(value)
    vocabulary = text(schema.get("x-vocabulary"))
    if vocabulary == "symbols":
        return f"[{game.symbol_name(value)}]"
    if vocabulary or "enum" in schema:
        return game.word(value, schema)
    return plain(value, game)


def plain(source: str, game: Game) -> str:
    """A text without its markup: a line for each paragraph, symbols as their names in brackets."""
    return "\n".join(
        "".join(
            f"[{game.symbol_name(piece.id)}]" if isinstance(piece, SymbolMark) else piece.text for piece in paragraph
        )
        for paragraph in paragraphs(source)
    )


@lru_cache(50_000)
def line(words: str) -> str:
    r"""Words on one line, without control characters: as a list, a table or a label needs them.

    >>> line("Ash\tCat\n")
    'Ash Cat'
    """
    return " ".join(_CONTROL.sub(" ", words).split())


def names_of(bundle: Bundle) -> dict[str, str]:
    """A name for each card, by id: its own, on one line, with its number where another card has the same name.

    Programs that know cards only by name would otherwise take two cards for one. `CardIndex.find` reads them back.
    """
    cards = {card.id: line(card.name) or card.id for card in bundle.cards}
    seen: dict[str, str] = {}
    doubled = set(bundle.index.alike) if bundle.index else set()
    for card_id, name in cards.items():
        if (first := seen.setdefault(fold(name), card_id)) != card_id:
            doubled |= {first, card_id}
    sets = {card.id: f"{line(bundle.game.set_of(card.set_id).code)} {card.number}" for card in bundle.cards}
    found = {card_id: f"{name} ({sets[card_id]})" if card_id in doubled else name for card_id, name in cards.items()}
    taken: dict[str, str] = {}
    for card_id, name in found.items():  # two sets may have the same code
        if taken.setdefault(fold(name), card_id) != card_id:
            found[card_id] = f"{name} [{card_id}]"
    return found


def lost_of_names(bundle: Bundle, names: Mapping[str, str], program: str) -> list[str]:
    """How names of a game's cards were changed, in sentences. (Decks name cards also by id.)"""
    changed = [card.name for card in bundle.cards if names[card.id] != line(card.name)]
    sentences = [lost("names", program=program, names=_some(changed))] if changed else []
    return [*sentences, *lost_of_lines(bundle)]


def lost_of_lines(bundle: Bundle) -> list[str]:
    """Which names were changed to be on one line, in a sentence."""
    odd = [card.id for card in bundle.cards if line(card.name) != card.name]
    return [lost("lines", names=_some(odd))] if odd else []


def sections_of(bundle: Bundle) -> list[tuple[str, dict[str, int]]]:
    """The deck's sections in the format's order, the main one first, each with its copies by card id.

    A deck's `cards:` are in the format's first section where it has none called main. Cards that are not exported are
    left out.
    """
    if bundle.deck is None:
        return []
    here = {card.id for card in bundle.cards}
    order = {section: place for place, section in enumerate(bundle.sections)}
    first = bundle.first_section
    found: dict[str, dict[str, int]] = {}
    for name, cards in bundle.deck.sections.items():
        into = found.setdefault(first if name == MAIN else name, {})
        for card_id, copies in cards.items():
            if card_id in here:
                into[card_id] = into.get(card_id, 0) + copies
    return sorted(found.items(), key=lambda one: order.get(one[0], 0 if one[0] == first else len(order)))


def copies_of(bundle: Bundle) -> Iterator[tuple[str, list[tuple[Card, int]]]]:
    """The deck's sections as `sections_of` has them, each with its cards as they are printed, and their copies."""
    cards = {card.id: card for card in bundle.cards}
    left = {card_id: {**named} for card_id, named in bundle.deck.printings.items()} if bundle.deck else {}
    for section, copies in sections_of(bundle):
        printed = [one for card_id, n in copies.items() for one in printings_of(cards[card_id], n, left.get(card_id))]
        yield section, printed


def lost_of_deck(bundle: Bundle, *, printings: bool = True) -> list[str]:
    """What is lost of this deck in every other program's deck file, in sentences."""
    deck = bundle.deck
    sentences: list[str] = []
    if deck is None:
        return sentences
    if deck.dice:
        sentences.append(lost("dice"))
    if deck.printings and printings:
        sentences.append(lost("printings"))
    if bundle.verdict and not bundle.verdict.get("legal"):
        sentences.append(lost("illegal", format=bundle.format_name))
    return sentences


def lost_of_game(bundle: Bundle) -> list[str]:
    """What is lost of a game in every other program, in sentences."""
    sentences = [lost("abilities")]
    if left := [one.name for one in bundle.game.components.values() if not one.card]:
        sentences.append(lost("components", names=_some(left)))
    if decks := [bundle.decks[deck_id].name for deck_id in bundle.decks.keys() - decks_of(bundle).keys()]:
        sentences.append(lost("decks", names=_some(sorted(decks))))
    return sentences


def lost_of_newest(bundle: Bundle) -> list[str]:
    """The sentence that only the newest printing of each card is there."""
    printings = any(card.printings for card in bundle.cards)
    return [lost("newest")] if printings else []


def decks_of(bundle: Bundle) -> dict[str, Deck]:
    """The game's decks whose cards are all exported."""
    here = {card.id for card in bundle.cards}
    return {
        deck_id: deck
        for deck_id, deck in bundle.decks.items()
        if all(card_id in here for cards in deck.sections.values() for card_id in cards)
    }


def printing_id(card: Card, set_id: str = "", side: str = "card") -> str:
    """The GUID of a card's printing in one of its sets; in the set where the card is written, it is the card's GUID.

    `side` is `back` for its other side.
    """
    return guid(card.game_id, side, card.id, "" if set_id == card.set_id else set_id)


def has_own_back(card: Card, game: Game) -> bool:
    """Whether the back of the card is drawn for it alone."""
    return game.type_of(card.type).back not in ("", "none")


def _some(names: Sequence[str]) -> str:
    listed = ", ".join(line(name)[:80] for name in names[:3])
    return f"{listed} and {len(names) - 3} more" if len(names) > 3 else listed


def _column(game: Game, name: str, schema: Mapping[str, Data]) -> Column:
    described = game.fields.get(name)
    title = text(schema.get("title")) or (described.title if described else "") or title_of(name)
    if described and described.kind == "number" and schema.get("type") == "integer":
        return Column(name, title, "number")
    if described and described.kind == "word" and schema.get("type") != "array":
        return Column(name, title, "word", {value: words(value, schema, game) for value in described.values})
    return Column(name, title, "text")


def _part(key: str, value: Data, schema: Mapping[str, Data], game: Game) -> str:
    """A part of a value with its name: the name first, but after an amount."""
    known = game.resources.get(key) or game.symbols.get(key)
    name = known.name if known else text(schema.get("title")) or key
    if value is True:
        return name
    shown_as = words(for_readers(value, schema), schema, game)
    if isinstance(value, str):
        return shown_as
    return f"{shown_as} {name}" if isinstance(value, int | float) else f"{name} {shown_as}"
