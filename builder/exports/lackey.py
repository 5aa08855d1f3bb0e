"""LackeyCCG: a deck as `.dek`, a game as the folder of a plugin, with its cards as a table and pictures as JPEG.

Source of the format: lackeyccg.com, the tutorials on plugins (tutorialplugin.html, tutorialplugininfo.html) and their
example; the plugins btmannin5132/CCGLorcana (plugininfo.txt, sets/carddata.txt, decks) and
NoSoup4you/Shadowfist-LackeyCCG (formats.txt).
"""

from __future__ import annotations

import io

from builder.decks import Deck
from builder.exports import Bundle, Exported, Target, lost
from builder.exports.atlases import opened
from builder.exports.columns import (
    columns,
    copies_of,
    has_own_back,
    line,
    lost_of_deck,
    lost_of_game,
    lost_of_lines,
    lost_of_names,
    names_of,
    plain,
    row,
    shown,
)
from builder.exports.xml import Writer, document
from builder.exports.zones import Places, Zone, places_of
from builder.games import Card, Game
from builder.naming import title_of
from builder.printing.gathering import in_each_set

PROGRAM = "LackeyCCG"
HAND, DECK = "Hand", "Deck"  # their names in Lackey's own commands
BACK = "sets/setimages/general/cardback.jpg"
QUALITY = 90  # of JPEG, of 100

_TAGS = str.maketrans({"<": "(", ">": ")"})  # no text in plugininfo.txt can have them
_FUNCTIONS = (
    ("generalfunction", "Draw a card", "DRAWCARD"),
    ("generalfunction", "Straighten all", "ALLYOURCARDSMAKERIGHT0DEGREES"),
    ("generalfunction", "Flip a coin", "FLIPCOIN"),
    ("cardfunction", "Turn sideways", "MAKERIGHT90DEGREES"),
    ("cardfunction", "Straighten", "MAKERIGHT0DEGREES"),
    ("cardfunction", "Turn over", "TURNOVER"),
    ("cardfunction", "Clear", "CLEARCARD"),
)


def export(bundle: Bundle) -> Exported:
    """The deck's file, or the plugin's folder."""
    return _deck(bundle, bundle.deck) if bundle.deck else _plugin(bundle)


def _deck(bundle: Bundle, deck: Deck) -> Exported:
    writer, game = Writer(), bundle.game
    names, places = names_of(bundle), places_of(bundle)
    root = writer.root("deck", version="0.8")
    meta = writer.add(root, "meta")
    for name, value in (("title", deck.name), ("author", deck.author), ("game", game.id), ("note", deck.description)):
        if value:
            writer.add(meta, name, line(value))
    for section, copies in copies_of(bundle):
        into = writer.add(root, "superzone", name=_section(section, places))
        for card, number in copies:
            made = writer.add(into, "card")
            writer.add(made, "name", names[card.id], id=_image(card, game))
            writer.add(made, "set", card.set_id)
            into.extend([made] * (number - 1))
    losses = [*lost_of_lines(bundle), *lost_of_deck(bundle, printings=False), *writer.losses]
    return Exported(document(root), losses)


def _plugin(bundle: Bundle) -> Exported:
    game, names = bundle.game, names_of(bundle)
    files = {
        "plugininfo.txt": _info(game, places_of(bundle)).encode(),
        "formats.txt": _formats(bundle).encode(),
        "sets/carddata.txt": _table(bundle, names).encode(),
    }
    losses = [*lost_of_names(bundle, names, PROGRAM), lost("joined"), *lost_of_game(bundle)]
    if any(zone.shared for zone in places_of(bundle).zones):
        losses.append(lost("zones"))
    if bundle.drawing:
        prints = {one.picture: one for card in bundle.cards for one in in_each_set(card)}
        for picture in bundle.drawing.pictures(list(prints.values())):
            set_id = prints[picture.name.removesuffix(".back")].set_id
            files[f"sets/setimages/{set_id}/{picture.name}.jpg"] = _jpeg(picture.data)
        files[BACK] = _jpeg(bundle.shared_pictures[":back"])
    else:
        losses.append(lost("no-pictures.lackey"))
    if bundle.settings.base_url:
        losses.append(lost("address.lackey"))
    return Exported(files=files, losses=losses)


def _info(game: Game, places: Places) -> str:
    """plugininfo.txt, whose tags look like XML's: the zones, and what the buttons do."""
    lines = ["<plugin>", f"<pluginname>{game.id}</pluginname>"]
    for section, zone in places.sections.items():
        shuffled = "yes" if zone.sees == "nobody" else "no"
        label, into = _section(section, places), _zone(zone, places)
        lines.append(
            f"<deckzone><label>{label}</label><shuffle>{shuffled}</shuffle>"
            f"<gamezonetoloadto>{into}</gamezonetoloadto></deckzone>"
        )
    for zone in places.zones:
        owner, others = ("yes" if zone.sees in seen else "no" for seen in (("owner", "everybody"), ("everybody",)))
        lines.append(
            f"<gamezone><label>{_zone(zone, places)}</label><visibletoowner>{owner}</visibletoowner>"
            f"<visibletoothers>{others}</visibletoothers></gamezone>"
        )
    for tag, label, kind in _FUNCTIONS:
        lines.append(f"<{tag}><label>{label}</label><kind>{kind}</kind><includeasbutton>yes</includeasbutton></{tag}>")
    if any(one.back not in ("", "none") for one in game.types.values()):
        lines.append("<definition><kind>ISALLOWINGMULTIPLECARDBACKS</kind></definition>")
    return "\n".join([*lines, "</plugin>", ""])


def _formats(bundle: Bundle) -> str:
    """formats.txt: which sets can be looked for in the deck editor, all of them and each."""
    here = {set_id for card in bundle.cards for set_id in card.sets}
    sets = [one for one in bundle.game.sets.values() if one.id in here]
    listed = [(bundle.game.name, [one.id for one in sets])]
    if len(sets) > 1:
        listed += [(one.name, [one.id]) for one in sets]
    lines = ["<formatdefinitions>"]
    for name, ids in listed:
        inner = "".join(f"<set>{set_id}</set>" for set_id in ids)
        lines.append(f"<format><label>{line(name).translate(_TAGS)}</label>{inner}</format>")
    return "\n".join([*lines, "</formatdefinitions>", ""])


def _table(bundle: Bundle, names: dict[str, str]) -> str:
    """The cards, a line each, with tabs between values."""
    game = bundle.game
    of = columns(bundle, ("name", "id", "set", "imagefile", "text"))
    lines = ["\t".join(["Name", "Set", "ImageFile", *(column.title for column in of), "Text"])]
    for card in [one for listed in bundle.cards for one in in_each_set(listed)]:
        values = shown(row(card, game, of), of)
        cells = [names[card.id], card.set_id, _image(card, game), *(values.get(column.title, "") for column in of)]
        lines.append("\t".join(_cell(str(cell)) for cell in (*cells, plain(card.text, game))))
    return "\n".join(lines) + "\n"


def _cell(text: str) -> str:
    return " / ".join(filter(None, map(line, text.splitlines())))


def _image(card: Card, game: Game) -> str:
    """The names of the card's pictures without their endings: of its front, and of a back of its own."""
    return f"{card.picture},{card.picture}.back" if has_own_back(card, game) else card.picture


def _zone(zone: Zone, places: Places) -> str:
    """A zone's name: Lackey's commands draw from Deck to Hand."""
    if zone in (places.hand, places.pile):
        return HAND if zone == places.hand else DECK
    return f"{zone.title} 2" if zone.title in (HAND, DECK) else zone.title


def _section(section: str, places: Places) -> str:
    zone = places.sections.get(section)
    first = next(iter(places.sections), "")
    if section == first and zone == places.pile:
        return DECK
    title = title_of(section)
    return f"{title} 2" if title == DECK else title


def _jpeg(png: bytes) -> bytes:
    """A picture as JPEG, on white where it is transparent."""
    out = io.BytesIO()
    opened(png).save(out, "JPEG", quality=QUALITY)
    return out.getvalue()


TARGET = Target("lackey", "", "", export, draws=True, deck_suffix=".dek")
