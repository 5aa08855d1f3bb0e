"""What lies on a table: the cards of a bundle as physical things, in piles, and what else players need.

Targets for virtual tables share this, and the ids that they give to things.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from uuid import UUID

from builder.diagnostics import UsageError, some_of
from builder.diagnostics.harmless import one_line
from builder.exports import Bundle, lost
from builder.games import MAIN, Card, CardType, Component, Game, facts_of, newest
from builder.games.card import kind_line
from builder.games.fields import off_faces
from builder.games.game import Form
from builder.games.guids import guid
from builder.games.markup import SymbolMark
from builder.games.sizes import Size
from builder.naming import slug
from builder.printing.gathering import printings_of
from builder.printing.pictures import Drawing
from renderers.faces.faces import print_spec

MOST_PIECES = 20_000  # on a table: each is an object


@dataclass(frozen=True, slots=True)
class Thing:
    """A card, board, token or die as it is printed. `size` is in mm, of one face of a die.

    `has_back` says whether it has a back, `own_back` whether that is its own, and not the back that cards share.
    """

    card: Card
    type: CardType
    size: Size
    has_back: bool
    own_back: bool

    @property
    def name(self) -> str:
        """The name of its picture; that of its own back has `.back` added."""
        return self.card.picture

    @property
    def form(self) -> Form:
        """What kind of thing it is."""
        return self.type.form

    @property
    def two_sided(self) -> bool:
        """Whether both of its sides are played."""
        return self.type.two_sided and self.own_back

    @property
    def sideways(self) -> bool:
        """Whether it is wider than it is high."""
        return self.size.width > self.size.height


EXTRAS = ":extras"  # the pile of things that are no part of the deck


@dataclass(frozen=True, slots=True)
class Pile:
    """Things that lie together, by count: a section of a deck, or a set of a game."""

    id: str
    name: str
    things: tuple[tuple[Thing, int], ...]

    def of(self, *forms: Form) -> list[tuple[Thing, int]]:
        """The things of these forms."""
        return [(thing, count) for thing, count in self.things if thing.form in forms]


@dataclass(frozen=True, slots=True)
class Table:
    """A deck or a game on a table. `stem` begins the names of files: an id, the same for the same deck.

    `components` are drawn by templates and are no cards; `losses` is what every table loses of the bundle.
    """

    game: Game
    name: str
    stem: str
    piles: tuple[Pile, ...]
    components: tuple[tuple[Component, int], ...]
    losses: tuple[str, ...] = ()

    @property
    def things(self) -> list[Thing]:
        """All things, each once."""
        return list({thing.name: thing for pile in self.piles for thing, _ in pile.things}.values())

    def guid(self, *parts: object) -> UUID:
        """An id that never changes, of the game and these parts, such as a card's id."""
        return UUID(guid(self.game.id, *map(str, parts)))


def drawing_of(bundle: Bundle) -> Drawing:
    """What draws the bundle. Raises UsageError where nothing does."""
    if bundle.drawing is None:
        raise UsageError.of("exports", "pictures")
    return bundle.drawing


def table_of(bundle: Bundle) -> Table:
    """The table that a bundle makes. Raises UsageError where it is empty, or has too many pieces."""
    game, deck = bundle.game, bundle.deck
    cards = {card.id: card for card in bundle.cards}
    piles: list[Pile] = []
    if deck is None:
        for set_id in dict.fromkeys(newest(card).set_id for card in bundle.cards):
            own = [newest(card) for card in bundle.cards if newest(card).set_id == set_id]
            in_box = [(thing_of(game, card), card.in_box) for card in own]
            piles.append(Pile(set_id, game.set_of(set_id).name, tuple(in_box)))
        name, stem = game.name, game.id
    else:
        left = {card_id: {**named} for card_id, named in deck.printings.items()}
        for section, copies in deck.sections.items():
            listed = [
                (thing_of(game, card), number)
                for card_id, count in copies.items()
                if card_id in cards
                for card, number in printings_of(cards[card_id], count, left.get(card_id))
            ]
            title = deck.name if section == MAIN else f"{deck.name}: {section.replace('-', ' ')}"
            piles.append(Pile(section, title, tuple(listed)))
        name, stem = deck.name or game.name, f"{game.id}-{slug(deck.name) or 'deck'}"
    if others := _others(bundle):
        piles.append(Pile(EXTRAS, f"{name}: extras", others))
    components = tuple((game.components[what], n) for what, n in bundle.extras if isinstance(what, str))
    pieces = sum(count for pile in piles for _, count in pile.things) + sum(count for _, count in components)
    if pieces > MOST_PIECES:
        raise UsageError.of("exports", "pieces", name=name, pieces=pieces, most=MOST_PIECES)
    if not pieces:
        raise UsageError.of("exports", "no-pieces", name=name)
    shown = tuple(pile for pile in piles if pile.things)
    return Table(game, name, stem, shown, components, tuple(_lost(bundle, others)))


def thing_of(game: Game, card: Card) -> Thing:
    """A card as a physical thing. Raises UsageError for a size of game.yaml that does not exist."""
    spec = print_spec(game, card.type)
    has_back = bool(spec.back) and spec.form != "die"
    return Thing(card, game.type_of(card.type), spec.size, has_back, has_back and not spec.shares_back)


def faces_of(thing: Thing, game: Game) -> list[str]:
    """What a die's faces show, in words: the names of the symbols, `-` where a face is blank."""
    return [", ".join(game.symbol_name(symbol) for symbol in face) or "-" for face in thing.card.faces]


def on_six(thing: Thing) -> list[int]:
    """The face of a die, from 0, for each of the six sides of a cube, with the same odds; empty if impossible."""
    number = len(thing.card.faces)
    return [side % number for side in range(6)] if number in (1, 2, 3, 6) else []


def plain_text(card: Card, game: Game) -> str:
    """A card in plain text: its type, then its text with the names of symbols, then its flavor."""
    lines = [kind_line(card, game)]
    for paragraph in card.rules:
        words = (game.symbol_name(piece.id) if isinstance(piece, SymbolMark) else piece.text for piece in paragraph)
        lines.append("".join(words))
    return "\n".join(line for line in (*lines, card.flavor) if line.strip())


def texts_lost(bundle: Bundle) -> Iterator[str]:
    """What is lost in programs without texts, in a sentence."""
    if any(card.text for card in bundle.cards):
        yield lost("no-room")


def named(things: Sequence[Thing]) -> str:
    """The names of things, as many as fit in a sentence."""
    return some_of([one_line(thing.card.name) for thing in things])


def _lost(bundle: Bundle, others: Sequence[tuple[Thing, int]]) -> Iterator[str]:
    """What every table loses: fields as data, and dice that players make from no card."""
    shown = {"type", "faction", "rarity", *off_faces(bundle.game.card_schema, bundle.game.definition)}
    fields = {fact.name: fact.title for card in bundle.cards for fact in facts_of(card, bundle.game)}
    if left_out := [title for name, title in fields.items() if name not in shown]:
        yield lost("fields", names=some_of([one_line(title) for title in left_out]))
    if bundle.deck and bundle.deck.dice and not any(thing.form == "die" for thing, _ in others):
        yield lost("dice")


def _others(bundle: Bundle) -> tuple[tuple[Thing, int], ...]:
    """The cards of the game that players need besides the deck. The deck's dice replace the game's starting dice."""
    found = [(thing_of(bundle.game, newest(what)), n) for what, n in bundle.extras if not isinstance(what, str)]
    dice = bundle.deck.dice if bundle.deck else ()
    first = next((thing for thing, _ in found if thing.form == "die"), None)
    if not dice or first is None:
        return tuple(found)
    made = [(replace(first, card=_crafted(first.card, faces, n)), 1) for n, faces in enumerate(dice, start=1)]
    return (*((thing, count) for thing, count in found if thing.form != "die"), *made)


def _crafted(card: Card, faces: tuple[tuple[str, ...], ...], number: int) -> Card:
    """A die that a player made from the starting one."""
    name, die_id = f"{card.name} {number}", f"{card.id}.{number}"  # no card's id has a full stop
    definition = {**card.definition, "id": die_id, "name": name, "faces": [list(face) for face in faces]}
    return replace(card, id=die_id, name=name, faces=faces, definition=definition, printings=())
