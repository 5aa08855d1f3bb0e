"""Cards on pages: as tiles in lists, and the page of one card."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any  # Any: what templates take

from builder.decks import Deck
from builder.documents.data import mapping, text
from builder.games import Card, Erratum, Game
from builder.games.card import IN_KIND_LINE, facts_of, kind_line
from builder.legality.allowed import allowed
from builder.translations.localized import Localized
from builder.web.pages.marks import Line, lines_of, lines_of_fact, symbol_piece
from builder.web.pages.views import Page, Visit
from renderers.faces.faces import print_spec
from renderers.outputs.images import PicturePlan, pictures_of, shared_pictures

SHARED = ":back"  # the name of the back that a game's cards share
MANY = 20  # copies; where a format allows this many or more, a page says "any number"
MOST_RULINGS = 200
MOST_OF_A_FACT = 60  # characters of a fact that a list shows; the card's page shows all


@dataclass(frozen=True, slots=True)
class Image:
    """A picture in a page: the addresses by their widths, and its size in pixels at the largest."""

    src: str
    srcset: str
    width: int
    height: int
    alt: str
    shape: str = "card"


@dataclass(frozen=True, slots=True)
class Tile:
    """A card in a list. `own` are the CSS classes that give it its colours, `facts` lines by their titles."""

    card: Card
    url: str
    kind: str
    image: Image
    own: str
    facts: Sequence[tuple[str, Line]] = ()
    text: Sequence[Line] = ()
    count: int = 0
    add: str = ""  # the address that adds it to a deck


def tile(visit: Visit, words: Localized, card: Card, *, full: bool = False, count: int = 0) -> Tile:
    """A card as a list shows it, with its facts and its text if `full`. `card` is in the game's own language."""
    game, shown = words.game, words.card(card)
    facts = []
    if full:
        found = ((f.title, lines_of_fact(f, game, visit)) for f in facts_of(shown, game) if f.name not in IN_KIND_LINE)
        facts = [(title, lines[0]) for title, lines in found if len(lines) == 1 and _length(lines[0]) <= MOST_OF_A_FACT]
    return Tile(
        shown,
        visit.url("games", game.id, "cards", card.id),
        kind_line(shown, game),
        image_of(visit, words, shown),
        own_classes(shown),
        facts,
        lines_of(shown.text, game) if full else (),
        count,
        visit.url("games", game.id, "build", add=card.id),
    )


def _length(line: Line) -> int:
    return sum(len(piece.text) for piece in line)


def own_classes(card: Card) -> str:
    """The CSS classes that give a card its colours."""
    words = [(card.word(field), vocabulary) for field, vocabulary in IN_KIND_LINE.items()]
    return " ".join(f"w-{vocabulary}-{word}" for word, vocabulary in reversed(words) if word)


def image_of(visit: Visit, words: Localized, card: Card) -> Image:
    """The picture of a card's front, or of all faces of a die."""
    return _image(visit, words, next(iter(pictures_of(words.game, card))), card.name, card.type)


def back_of(visit: Visit, words: Localized, card: Card) -> Image | None:
    """The picture of a card's own back; None where it has the back that all cards share."""
    found = list(pictures_of(words.game, card))[1:]
    alt = visit.words("back-of", name=card.name)
    return _image(visit, words, found[0], alt, card.type) if found else None


def shared_back(visit: Visit, words: Localized) -> Image | None:
    """The picture of the back that a game's cards share."""
    found = next((one for one in shared_pictures(words.game) if one.name == SHARED), None)
    return _image(visit, words, found, visit.words("back-of", name=words.game.name), "") if found else None


def _image(visit: Visit, words: Localized, picture: PicturePlan, alt: str, type_id: str) -> Image:
    widths = visit.addresses.widths
    urls = {width: picture_address(visit, words, picture.name, width) for width in widths}
    wide, high = picture.page.width, picture.page.height
    spec = print_spec(words.game, type_id)
    shape = spec.form if spec.form != "token" else spec.shape
    return Image(
        urls[widths[len(widths) // 2]],
        ", ".join(f"{url} {width}w" for width, url in urls.items()),
        widths[-1],
        max(round(widths[-1] * high / wide), 1),
        alt,
        "card" if shape == "card" else shape,
    )


def picture_address(visit: Visit, words: Localized, name: str, width: int) -> str:
    """The address of a picture by its name, in the language of `words`."""
    language = words.language if words.is_translated else ""
    return visit.addresses.picture(words.game.id, name, width, version=visit.games.version, language=language)


def _before(erratum: Erratum, game: Game) -> list[Line]:
    """The words of a card before it was changed: its text, and other keys by their titles."""
    properties = mapping(game.card_schema.get("properties"))
    sentences = []
    for key, value in erratum.previous.items():
        title = text(mapping(properties.get(key)).get("title")) or key
        sentences.append(text(value) if key == "text" else f"{title}: {value}")
    return [line for one in sentences for line in lines_of(one, game)]


def card_page(visit: Visit, game: str, card: str) -> Page:
    """The page of a card, with all that is known of it."""
    found_game = visit.games.game(game)
    found = visit.games.card(found_game, card)
    words = visit.localized(found_game)
    shown = words.card(found)
    order = visit.catalog.cards(found_game)
    place = next(i for i, one in enumerate(order) if one.id == found.id)
    before, after = order[place - 1] if place else None, order[place + 1] if place + 1 < len(order) else None
    facts = [(fact.title, lines_of_fact(fact, words.game, visit)) for fact in facts_of(shown, words.game)]
    rulings = visit.catalog.rulings(found)
    twins = [one for one in order if one.name == found.name and one.id != found.id]
    return Page(
        "card.html",
        f"{shown.name} · {words.game.name}",
        {
            "card": shown,
            "kind": kind_line(shown, words.game),
            "own": own_classes(found),
            "text": lines_of(shown.text, words.game),
            "facts": facts,
            "faces": [[symbol_piece(symbol, words.game) for symbol in face] for face in shown.faces],
            "set": words.game.set_of(found.set_id),
            "image": image_of(visit, words, shown),
            "back": back_of(visit, words, shown),
            "shared_back": None if _has_own_back(words.game, shown) else shared_back(visit, words),
            "rulings": [
                (words.ruling(ruling), named(visit, words, (i for i in ruling.cards if i != found.id)))
                for ruling in rulings[:MOST_RULINGS]
            ],
            "rulings_language": words.language_of("rulings", rulings[0].question if rulings else ""),
            "errata": [(erratum, _before(erratum, words.game)) for erratum in reversed(found.errata)],
            "formats": _formats(visit, found_game, found, words.language),
            "decks": _decks(visit, found_game, found, words.language),
            "twins": [tile(visit, words, one) for one in twins],
            "before": words.card(before) if before else None,
            "after": words.card(after) if after else None,
            "translations": _translations(visit, found_game, found),
            "untranslated": words.is_translated and not words.has(found),
            "language": words.language if words.has(found) or not words.is_translated else found_game.language,
        },
        found_game,
        visit.addresses.data("cards", found_game.id, found.id),
    )


def _has_own_back(game: Game, card: Card) -> bool:
    spec = print_spec(game, card.type)
    return spec.form != "card" or not spec.shares_back or not spec.back


def named(visit: Visit, words: Localized, ids: Iterable[str]) -> list[tuple[str, str]]:
    """Cards by their ids: each with its name in the language."""
    index = visit.catalog.index(words.game.id)
    found = [index.card(index.current(card_id) or "") for card_id in ids]
    return [(card.id, words.card(card).name) for card in found if card]


def _formats(visit: Visit, game: Game, card: Card, language: str) -> list[dict[str, Any]]:
    """For each format, the sections in which the card may be, and how many copies at most (0: any number)."""
    empty = Deck(card.name, game.id)
    found = []
    for format_id in visit.catalog.formats(game.id):
        by = visit.catalog.format(empty, format_id, language=language)
        of_card = allowed(visit.games.judge(empty, format_id), cards=[card.id])
        filled_from_others = {clause.parameters.get("section") for clause in by.clauses if clause.kind == "within"}
        limits = {
            section: min(copies[card.id] or MANY, of_card.deck.get(card.id, MANY))
            for section, copies in of_card.sections.items()
            if card.id in copies and section not in filled_from_others
        }
        most = max(limits.values(), default=0)
        found.append(
            {
                "id": format_id,
                "name": by.name,
                "sections": [by.sections[section] for section in limits] if len(by.sections) > 1 else [],
                "allowed": bool(limits),
                "most": 0 if most >= MANY else most,
            }
        )
    return found


def _decks(visit: Visit, game: Game, card: Card, language: str) -> list[tuple[str, str, int]]:
    """The sample decks that play a card: id, name and copies."""
    index = visit.catalog.index(game.id)
    found = []
    for deck_id in visit.catalog.sample_decks(game.id):
        deck = visit.catalog.loaded(game.id).sample_deck(deck_id, language)
        copies = sum(
            n for cards in deck.sections.values() for i, n in cards.items() if (index.current(i) or i) == card.id
        )
        if copies:
            found.append((deck_id, deck.name, copies))
    return found


def _translations(visit: Visit, game: Game, card: Card) -> list[tuple[str, str]]:
    """The other languages that have words for a card, each with its name there."""
    shown, own = visit.localized(game).language, game.language
    known = [one for one in visit.catalog.languages(game) if one == own or visit.addresses.speaks(one)]
    found = (visit.catalog.localized(game, language) for language in known if language != shown)
    return [(words.language, words.card(card).name) for words in found if words.has(card) or not words.is_translated]
