"""OCTGN: a deck as `.o8d`, a game as the folder that OCTGN keeps games in, with its sets, and its pictures as `.o8c`.

Source of the format: octgn/OCTGN, octgnFX/Octgn.Library/Schemas (Game.xsd, CardSet.xsd, CardGenerator.xsd),
Octgn.Core/DataExtensionMethods/DeckExtensionMethods.cs for decks, Octgn.Core/DataManagers/GameManager.cs for `.o8c`,
and o8build/GameValidator.cs for what a game must have; the pages Game-Package and Card-Image-Package of its wiki.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from xml.etree.ElementTree import Element

from builder.decks import Deck
from builder.documents.data import text
from builder.exports import Bundle, Exported, Target, lost
from builder.exports.atlases import png
from builder.exports.columns import (
    Column,
    columns,
    copies_of,
    line,
    lost_of_deck,
    lost_of_game,
    lost_of_lines,
    plain,
    printing_id,
    row,
    shown,
)
from builder.exports.xml import Writer, document
from builder.exports.zones import Places, Zone, places_of
from builder.games import Card, Game
from builder.games.guids import guid
from builder.games.sizes import Size, card_size
from builder.naming import slug, title_of
from builder.printing.gathering import in_each_set
from builder.printing.pictures import Drawing
from builder.storage.archives import zipped

OCTGN_VERSION = "3.1.0.0"  # of OCTGN and of its scripts: the first with all features that are used here
SCRIPT_VERSION = "3.1.0.2"
TABLE = (1600, 900)  # mm
VISIBILITY = {"nobody": "none", "owner": "me", "everybody": "all"}
SCRIPT = Path(__file__).with_name("data") / "octgn-actions.txt"
BACK = "back"  # what the other side of a two-sided card is called, in set.xml and in the names of pictures

_VERSION = re.compile(r"\d+(\.\d+){0,3}")
_GRAY, _DARK, _GREEN = "#9a9a9a", "#3b4350", "#2f4f3f"


def export(bundle: Bundle) -> Exported:
    """The deck's file, or the folder of the game and its pictures."""
    return _deck(bundle, bundle.deck) if bundle.deck else _game(bundle)


def _deck(bundle: Bundle, deck: Deck) -> Exported:
    writer, game = Writer(), bundle.game
    sections = places_of(bundle).sections
    cards = {card.id: card for card in bundle.cards}
    root = writer.root("deck", game=guid(game.id))
    for section, copies in copies_of(bundle):
        shared = section in sections and sections[section].shared
        into = writer.add(root, "section", name=title_of(section), shared=str(shared))
        for one, quantity in copies:
            card = cards[one.id]
            known = printing_id(card, one.set_id)
            writer.add(into, "card", line(card.name) or card.id, qty=str(quantity), id=known)
    by = f"by {deck.author}" if deck.author else ""
    writer.verbatim(root, "notes", "\n\n".join(filter(None, [line(deck.name), by, deck.description])))
    return Exported(document(root), [*lost_of_lines(bundle), *lost_of_deck(bundle, printings=False), *writer.losses])


def _game(bundle: Bundle) -> Exported:
    game, writer = bundle.game, Writer()
    of = columns(bundle)
    folder = guid(game.id)
    files = {
        "definition.xml": document(_definition(writer, bundle, of)),
        "proxy/proxydef.xml": document(_proxies(writer, of)),
        "scripts/actions.py": _script(places_of(bundle)).encode(),
        "cards/front.png": _plain_picture(_GRAY),
        "cards/back.png": _plain_picture(_DARK),
        "table/background.png": _plain_picture(_GREEN),
        "groups/pile.png": _plain_picture(_DARK),
    }
    prints = [(card, as_it_is) for card in bundle.cards for as_it_is in in_each_set(card)]
    for set_id in game.sets:
        if cards := [(card, as_it_is) for card, as_it_is in prints if as_it_is.set_id == set_id]:
            files[f"Sets/{guid(game.id, 'set', set_id)}/set.xml"] = document(_set(writer, game, set_id, cards, of))
    found = {f"{folder}/{name}": content for name, content in files.items()}
    losses = [*lost_of_lines(bundle), *writer.losses, *lost_of_game(bundle), lost("scripts")]
    if bundle.drawing:
        found[f"{slug(game.name) or game.id}.o8c"] = zipped(_pictures(bundle, bundle.drawing, folder))
        found[f"{folder}/cards/back.png"] = bundle.shared_pictures[":back"]
    else:
        losses.append(lost("no-pictures.octgn"))
    if bundle.settings.base_url:
        losses.append(lost("address.octgn"))
    return Exported(files=found, losses=losses)


def _definition(writer: Writer, bundle: Bundle, of: Sequence[Column]) -> Element:
    game, places = bundle.game, places_of(bundle)
    website = text(game.definition.get("website"))
    url = website if website.startswith(("http://", "https://")) else f"https://{website}" if website else ""
    root = writer.root(
        "game",
        name=line(game.name),
        id=guid(game.id),
        version=_version(text(game.definition.get("version"))),
        octgnVersion=OCTGN_VERSION,
        scriptVersion=SCRIPT_VERSION,
        authors=line(text(game.definition.get("credit"))).replace(",", ";")[:200] or line(game.name),
        description=line(text(game.definition.get("description"))) or line(game.name),
        tags=game.id,
        gameurl=url or "http://localhost/",
        setsurl="",
        iconurl=url or "http://localhost/",
        usetwosidedtable="True",
    )
    scripts = writer.add(root, "scripts")
    writer.add(scripts, "script", src="scripts/actions.py")
    writer.add(root, "proxygen", definitionsrc="proxy/proxydef.xml")
    size = card_size(game.card_size)
    card = writer.add(root, "card", back="cards/back.png", front="cards/front.png", **_measures(size))
    for column in of:
        kind = "Integer" if column.kind == "number" else "String"
        text_kind = {"textKind": "Enum"} if column.kind == "word" else {}
        writer.add(card, "property", name=column.title, type=kind, ignoreText="False", **text_kind)
    text_title = _text_title(of)
    writer.add(card, "property", name=text_title, type="String", ignoreText="False", textKind="Free")
    sizes = {_size_name(game, one): other for one in bundle.cards if (other := _size(game, one)) != size}
    for name, other in sizes.items():
        writer.add(card, "size", name=name, back="cards/back.png", front="cards/front.png", **_measures(other))
    table = writer.add(
        root,
        "table",
        name="Table",
        visibility="undefined",
        ordered="False",
        width=str(TABLE[0]),
        height=str(TABLE[1]),
        background="table/background.png",
        backgroundStyle="stretch",
    )
    _card_actions(writer, table, places)
    player = writer.add(root, "player", summary="")
    _pile(writer, player, places.hand, places, "hand")
    for zone in places.zones[1:]:
        if not zone.shared:
            _pile(writer, player, zone, places)
    if common := [zone for zone in places.zones if zone.shared]:
        shared = writer.add(root, "shared", summary="")
        for zone in common:
            _pile(writer, shared, zone, places)
    for name, is_shared in (("deck", False), ("sharedDeck", True)):
        if sections := {section: zone for section, zone in places.sections.items() if zone.shared is is_shared}:
            listed = writer.add(root, name)
            for section, zone in sections.items():
                writer.add(listed, "section", name=title_of(section), group=_group(zone, places))
    return root


def _set(writer: Writer, game: Game, set_id: str, cards: Sequence[tuple[Card, Card]], of: Sequence[Column]) -> Element:
    described = game.set_of(set_id)
    more = {"releaseDate": described.released.isoformat()} if described.released else {}
    if described.description:
        more["description"] = line(described.description)
    root = writer.root(
        "set",
        name=line(described.name),
        id=guid(game.id, "set", set_id),
        gameId=guid(game.id),
        shortName=line(described.code),
        **more,
    )
    into = writer.add(root, "cards")
    text_title, own = _text_title(of), card_size(game.card_size)
    for card, as_it_is in cards:
        sized = {} if _size(game, card) == own else {"size": _size_name(game, card)}
        made = writer.add(into, "card", name=line(card.name) or card.id, id=printing_id(card, as_it_is.set_id), **sized)
        values = shown(row(as_it_is, game, of), of)
        if card.text:
            values[text_title] = plain(card.text, game)
        for title, value in values.items():
            writer.add(made, "property", name=title, value=str(value))
        if game.type_of(card.type).two_sided:
            other = writer.add(made, "alternate", name=line(card.name) or card.id, type=BACK, **sized)
            writer.add(other, "property", name=of[0].title, value=str(values[of[0].title]))
    return root


def _proxies(writer: Writer, of: Sequence[Column]) -> Element:
    """How OCTGN draws a card without a picture: its name, its type and its text."""
    root = writer.root("templates")
    blocks = writer.add(root, "blocks")
    shown_ = (("Name", 14, 30, 22), (of[0].title, 60, 30, 16), (_text_title(of), 100, 300, 16))
    for title, top, height, size in shown_:
        block = writer.add(blocks, "block", type="text", id=title)
        writer.add(block, "location", x="14", y=str(top))
        writer.add(block, "text", color="#000000", size=str(size))
        writer.add(block, "wordwrap", height=str(height), width="280", align="near", valign="near")
    template = writer.add(root, "template", src="cards/front.png", default="True")
    matches = writer.add(template, "matches")
    writer.add(matches, "match", name=of[0].title, value="*")
    linked = writer.add(template, "textblocks")
    for title, *_ in shown_:
        writer.add(writer.add(linked, "link", block=title), "property", name=title)
    return root


def _pictures(bundle: Bundle, drawing: Drawing, folder: str) -> dict[str, bytes]:
    """The pictures as OCTGN installs them."""
    game, found = bundle.game, dict[str, bytes]()
    prints = [(card, one) for card in bundle.cards for one in in_each_set(card)]
    cards = {one.picture: (card, one.set_id) for card, one in prints}
    for picture in drawing.pictures([one for _, one in prints]):
        card, set_id = cards[picture.name.removesuffix(".back")]
        name = printing_id(card, set_id) + f".{BACK}" * picture.is_back
        found[f"{folder}/Sets/{guid(game.id, 'set', set_id)}/Cards/{name}.png"] = picture.data
    return found


def _pile(writer: Writer, into: Element, zone: Zone, places: Places, kind: str = "group") -> None:
    made = writer.add(
        into,
        kind,
        name=_group(zone, places),
        icon="groups/pile.png",
        visibility=VISIBILITY[zone.sees],
        ordered=str(zone.sees == "nobody"),
    )
    writer.add(made, "groupaction", menu="Shuffle", execute="shuffle")
    if zone.sees == "nobody" and not zone.shared:
        writer.add(made, "groupaction", menu="Draw a card", shortcut="ctrl+D", execute="draw", default="True")
    _card_actions(writer, made, places)


def _card_actions(writer: Writer, into: Element, places: Places) -> None:
    writer.add(into, "cardaction", menu="Turn over", shortcut="ctrl+F", execute="flip")
    writer.add(into, "cardaction", menu="Turn sideways", shortcut="ctrl+A", execute="turn")
    if places.discard:
        writer.add(into, "cardaction", menu="Discard", shortcut="del", execute="discard")


def _script(places: Places) -> str:
    """The functions of the menus, as a script for OCTGN in Python 2.7; without a discard pile, nothing is discarded."""
    script, discard = SCRIPT.read_text("utf-8"), places.discard
    if not discard:
        return script[: script.index("\n\ndef discard")]
    owner = "shared" if discard.shared else "me"
    return script.replace("{owner}", owner).replace("{pile}", _group(discard, places))


def _group(zone: Zone, places: Places) -> str:
    """A pile's name; the hand is always called Hand."""
    return "Hand" if zone == places.hand else f"Pile {zone.title}" if zone.title in ("Hand", "Table") else zone.title


def _text_title(of: Sequence[Column]) -> str:
    title = "Text"
    while title.casefold() in {column.title.casefold() for column in of}:
        title = f"Card {title.lower()}"
    return title


def _size(game: Game, card: Card) -> Size:
    """The size of a type's pictures: a die's has its faces in a row."""
    size = card_size(game.type_of(card.type).size or game.card_size)
    return Size(size.width * len(card.faces), size.height, 0.0) if _is_die(game, card) else size


def _size_name(game: Game, card: Card) -> str:
    return f"{title_of(card.type)} {len(card.faces)}" if _is_die(game, card) else title_of(card.type)


def _is_die(game: Game, card: Card) -> bool:
    return game.type_of(card.type).form == "die" and bool(card.faces)


def _measures(size: Size) -> Mapping[str, str]:
    return {
        "width": str(max(1, round(size.width))),
        "height": str(max(1, round(size.height))),
        "cornerRadius": str(round(size.radius)),
    }


def _version(version: str) -> str:
    """A version of four numbers, as OCTGN wants it."""
    numbers = version.split(".") if _VERSION.fullmatch(version) else ["1"]
    return ".".join([*numbers, "0", "0", "0"][:4])


def _plain_picture(color: str) -> bytes:
    """A small picture in one color."""
    from PIL import Image

    return png(Image.new("RGB", (63, 88), color))


TARGET = Target("octgn", "", "", export, draws=True, deck_suffix=".o8d")
