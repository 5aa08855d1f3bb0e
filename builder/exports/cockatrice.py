"""Cockatrice: a deck as `.cod`, a game as a card database, `cards.xml` and `tokens.xml`, with pictures of its cards.

Source of the format: Cockatrice/Cockatrice, doc/carddatabase_v4/cards.xsd and doc/deck.xsd, in whose order all stands;
cockatrice/src/carddbparser/cockatricexml4.cpp for what is read; libcockatrice_deck_list, inner_deck_list_node.cpp, for
the printings of a deck, which the schema does not know yet; doc/doxygen/extra-pages/user_documentation,
custom_card_pictures.md for the names of pictures.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from xml.etree.ElementTree import Element

from builder.decks import Deck
from builder.exports import Bundle, Exported, Target, lost
from builder.exports.columns import (
    Column,
    columns,
    copies_of,
    line,
    lost_of_deck,
    lost_of_game,
    lost_of_lines,
    lost_of_names,
    names_of,
    plain,
    printing_id,
    row,
    shown,
)
from builder.exports.xml import Writer, document
from builder.games import Card, Game
from builder.games.card import kind_line
from builder.printing.gathering import in_each_set
from builder.printing.pictures import Picture

PROGRAM = "Cockatrice"
ROW = "1"  # of four on the table; games do not say where a type is played
MAIN_ZONE, SIDE_ZONE, TOKEN_ZONE = "main", "side", "tokens"
PICTURES = "pics/CUSTOM"  # where Cockatrice looks for pictures of a user's own
TO_UPLOAD = "pictures"

_NOT_IN_NAMES = re.compile(r'[*<>:"\\?|\x00-\x1f]')
_LONGEST_FILE_NAME = 200  # bytes
_OWN_PROPERTIES = ("layout", "side", "type", "maintype", "cmc", "manacost", "colors", "coloridentity", "pt", "loyalty")
_NOT_IN_ELEMENTS = re.compile("[^a-z0-9_]")


def export(bundle: Bundle) -> Exported:
    """The deck's file, or the files of the game."""
    return _deck(bundle, bundle.deck) if bundle.deck else _game(bundle)


def _deck(bundle: Bundle, deck: Deck) -> Exported:
    writer = Writer()
    names, codes, things = names_of(bundle), _codes(bundle.game), _tokens(bundle.game)
    root = writer.root("cockatrice_deck", version="1")
    writer.add(root, "deckname", deck.name)
    by = f"by {deck.author}" if deck.author else ""
    writer.add(root, "comments", "\n".join(filter(None, [by, deck.description])))
    zones: dict[str, dict[tuple[str, str, int], int]] = {MAIN_ZONE: {}}
    listed = {card.id: card for card in bundle.cards}
    sections = list(copies_of(bundle))
    for place, (_, copies) in enumerate(sections):
        for one, quantity in copies:
            zone = TOKEN_ZONE if one.type in things else SIDE_ZONE if place else MAIN_ZONE
            into = zones.setdefault(zone, {})
            printing = (one.id, one.set_id, one.number)
            into[printing] = into.get(printing, 0) + quantity
    for zone, prints in zones.items():
        into_zone = writer.add(root, "zone", name=zone)
        for (card_id, set_id, number), quantity in prints.items():
            attributes = {"number": str(quantity), "name": names[card_id]}
            attributes |= {"setShortName": codes.get(set_id, set_id), "collectorNumber": str(number)}
            writer.add(into_zone, "card", **attributes, uuid=printing_id(listed[card_id], set_id))
    losses = [*lost_of_lines(bundle), *lost_of_deck(bundle, printings=False), *writer.losses]
    if len(sections) > 2:
        losses.append(lost("sideboard", names=", ".join(name for name, _ in sections[1:])))
    if TOKEN_ZONE in zones:
        losses.append(lost("tokens"))
    return Exported(document(root), losses)


def _game(bundle: Bundle) -> Exported:
    game, writer = bundle.game, Writer()
    names, codes = names_of(bundle), _codes(game)
    prints = [one for card in bundle.cards for one in in_each_set(card)]
    pictures = bundle.drawing.pictures(prints) if bundle.drawing else []
    things, of = _tokens(game), columns(bundle, ())
    elements = _elements(of)
    files: dict[str, bytes] = {}
    for file, are_tokens in (("cards.xml", False), ("tokens.xml", True)):
        cards = [card for card in bundle.cards if (card.type in things) is are_tokens]
        backs = [card for card in bundle.cards if game.type_of(card.type).two_sided] if are_tokens else []
        if are_tokens and not (cards or backs):
            continue
        root = writer.root("cockatrice_carddatabase", version="4")
        _sets(writer, root, game, codes)
        into = writer.add(root, "cards")
        for card in cards:
            _card(writer, into, card, names, codes, of, elements, bundle, is_token=are_tokens)
        for card in backs:
            _card(writer, into, card, names, codes, of, elements, bundle, is_token=True, is_back=True)
        files[file] = document(root)
    unnamed = _pictures(files, pictures, bundle, prints, names, codes)
    losses = [*lost_of_names(bundle, names, PROGRAM), *writer.losses, *lost_of_game(bundle), lost("own-zones")]
    if unnamed:
        losses.append(lost("unnamed", names=", ".join(unnamed[:3])))
    if not pictures and not bundle.settings.base_url:
        losses.append(lost("no-pictures"))
    return Exported(files=files, losses=losses)


def _sets(writer: Writer, root: Element, game: Game, codes: Mapping[str, str]) -> None:
    into = writer.add(root, "sets")
    for one in game.sets.values():
        described = writer.add(into, "set")
        writer.add(described, "name", codes[one.id])
        writer.add(described, "longname", line(one.name))
        writer.add(described, "settype", line(game.name))
        if one.released:
            writer.add(described, "releasedate", one.released.isoformat())


def _card(
    writer: Writer,
    into: Element,
    card: Card,
    names: Mapping[str, str],
    codes: Mapping[str, str],
    of: Sequence[Column],
    elements: Mapping[str, str],
    bundle: Bundle,
    *,
    is_token: bool,
    is_back: bool = False,
) -> None:
    """A card; or with `is_back` the other side of a two-sided one, a token that the front turns into."""
    game = bundle.game
    made = writer.add(into, "card")
    sides = names[card.id], f"{names[card.id]} (back)"
    own, other = reversed(sides) if is_back else sides
    writer.add(made, "name", own)
    if card.text and not is_back:
        writer.add(made, "text", plain(card.text, game))
    prop = writer.add(made, "prop")
    writer.add(prop, "layout", "transform" if is_back else "normal")
    writer.add(prop, "side", "back" if is_back else "front")
    writer.add(prop, "type", line(kind_line(card, game)))
    writer.add(prop, "maintype", line(game.type_of(card.type).name))
    values = {} if is_back else row(card, game, of)
    cost = _cost(game)
    if cost in values:
        amounts = card.definition.get(cost)
        total = sum(n for n in amounts.values() if isinstance(n, int)) if isinstance(amounts, dict) else values[cost]
        writer.add(prop, "cmc", str(total))
    for column in of[1:]:
        if column.id in values:
            name = "manacost" if column.id == cost else elements[column.id]
            writer.add(prop, name, str(shown({column.id: values[column.id]}, of)[column.title]))
    for one in in_each_set(card):
        attributes = {"uuid": printing_id(card, one.set_id, "back" if is_back else "card"), "num": str(one.number)}
        if (rarity := card.word("rarity")) and not is_back:
            attributes["rarity"] = rarity
        if bundle.settings.base_url:
            attributes["picurl"] = bundle.settings.address(one.picture + ".back" * is_back + ".png")
        writer.add(made, "set", codes.get(one.set_id, one.set_id), **attributes)
    if game.type_of(card.type).two_sided:
        writer.add(made, "related", other, attach="transform")
    if is_token:
        writer.add(made, "token", "1")
    writer.add(made, "tablerow", ROW)


def _pictures(
    files: dict[str, bytes],
    pictures: Sequence[Picture],
    bundle: Bundle,
    prints: Sequence[Card],
    names: Mapping[str, str],
    codes: Mapping[str, str],
) -> list[str]:
    """Put the pictures where Cockatrice finds them, or name them by ids where they will be uploaded.

    Returns the names of cards that can't be names of files.
    """
    cards = {card.picture: card for card in prints}
    unnamed = []
    for picture in pictures:
        card = cards.get(picture.name.removesuffix(".back"))
        if bundle.settings.base_url or card is None:
            files[f"{TO_UPLOAD}/{picture.name}.png"] = picture.data
            continue
        name = names[card.id] + " (back)" * picture.is_back
        known_as = _NOT_IN_NAMES.sub("", name.replace(" // ", "")).replace("/", " ")  # as Cockatrice looks for its file
        file = f"{known_as}_{codes.get(card.set_id, card.set_id)}_{card.number}.png"
        if "|" in name or name.startswith(".") or len(file.encode()) > _LONGEST_FILE_NAME:
            unnamed.append(name[:80])
        else:
            files[f"{PICTURES}/{file}"] = picture.data
    return unnamed


def _tokens(game: Game) -> set[str]:
    """The types that are tokens in Cockatrice: all but cards."""
    return {one.id for one in game.types.values() if one.form != "card"}


def _cost(game: Game) -> str:
    """The field that holds a card's cost; empty where there is none."""
    return next((name for name, field in game.fields.items() if field.short == "c" or name == "cost"), "")


def _elements(of: Sequence[Column]) -> dict[str, str]:
    """A name for each column's element: without hyphens, which Cockatrice does not show, and none of its own names."""
    found: dict[str, str] = {}
    for column in of:
        name = _NOT_IN_ELEMENTS.sub("_", column.id.lower())
        while name in _OWN_PROPERTIES or name in found.values() or not name[:1].isalpha():
            name = f"own_{name}"
        found[column.id] = name
    return found


def _codes(game: Game) -> dict[str, str]:
    """A short name for each set, of letters and digits alone: it is a part of the names of files."""
    found: dict[str, str] = {}
    for one in game.sets.values():
        is_good = one.code.isascii() and one.code.isalnum() and one.code not in found.values()
        found[one.id] = one.code if is_good else one.id.upper()
    return found


TARGET = Target("cockatrice", "", "", export, draws=True, deck_suffix=".cod")
