"""Reads the cards of Invasion of the Saucer People!: values, suits, posts, and the abilities of crew cards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from engine.bundles import DeckBundle
from engine.effects.reading import Ability, Effect, abilities_of, ops_of
from engine.facts import Facts
from engine.faults import EngineError

SUITS: Final = ("spades", "hearts", "clubs", "diamonds")
POSTS: Final = ("captain", "navigator", "engineer")
PLACES: Final = ("lowest", "middle", "highest")  # of three attack cards
NONE: Final = -1

# The powers of cards, a bit for each.
DOUBLE: Final = 1  # its player's card of its suit
FLY: Final = 2  # its player's card becomes one of its suit
CALL: Final = 4  # the cards of others become cards of its suit
CHANGE: Final = 8  # play another card
CAPTURE: Final = 16  # an attack card of its suit
NEVER_LEADS: Final = 32
HYPERTHRUST: Final = 64
ESCAPE: Final = 128
TURN_DOWN: Final = 256  # is turned face down by it
MALFUNCTION: Final = 512  # no suit and no value
ODD: Final = 1024  # is the attack card that is unlike the others
NEEDS_SUIT: Final = DOUBLE | FLY | CALL | CAPTURE


class Verb(NamedTuple):
    """The power that a verb gives a card, and the form of the ability."""

    power: int
    main: str | int
    kind: str = ""  # of the ability
    moment: str = ""  # the time, event or condition; "" if the card has any at which players are asked
    with_verb: str = ""  # another verb of the same ability


ANY: Final = "any"
MOMENTS: Final = ("system attack", "all have played", "joker-defends", "planetary attack begins")  # players are asked
USES: Final = ("", "once per game", "each turn")
VERBS: Final[Mapping[str, Verb]] = {
    "double": Verb(DOUBLE, "card", "activated"),
    "turn-down": Verb(TURN_DOWN, "this"),
    "fly": Verb(FLY, "home", "activated", "planetary attack", "count-as"),
    "count-as": Verb(FLY, "suit", "activated", "planetary attack", "fly"),
    "call": Verb(CALL, "other ships", "activated", ANY),
    "act-as": Verb(DOUBLE | FLY, "queen or jack", "activated"),
    "change-card": Verb(CHANGE, 1, "activated", ANY),
    "capture": Verb(CAPTURE, 1, "activated", ANY, "combine"),
    "combine": Verb(CAPTURE, "sum", "activated", ANY, "capture"),
    "never-leads": Verb(NEVER_LEADS, "this", "static"),
    "hyperthrust": Verb(HYPERTHRUST, "joker", "triggered", ANY),
    "escape": Verb(ESCAPE, "joker", "static", "all worlds fall"),
    "malfunction": Verb(MALFUNCTION, "this", "static"),
    "odd-card": Verb(ODD, "this", "static"),
}


class Deck(NamedTuple):
    """All cards by instance: those of the draw pile first, then the crews."""

    ids: list[str]
    values: list[int]
    suits: list[int]  # NONE for a card without a suit
    powers: list[int]
    moments: list[Mapping[str, int]]  # the moments at which its player is asked, with the power
    pile: list[int]
    crews: list[list[int]]  # by post, those of the captains first
    worlds: list[str]  # by suit


class Formula(NamedTuple):
    """How the value of an attack is calculated: two cards are multiplied, and the third is added or discarded."""

    third: int  # which card is the third: 0 for the lowest to 2 for the highest
    discards: bool


def read(bundle: DeckBundle, players: int) -> Deck:
    """The cards of a deck. Raises EngineError for a card that can't be played, and for too few of a kind."""
    pile, court = bundle.copies("pile"), bundle.copies("crew")
    ids = [*pile, *court]
    known: dict[str, tuple[int, int, int, Mapping[str, int]]] = {}
    worlds = [""] * len(SUITS)
    for card_id in dict.fromkeys(ids):
        card = bundle.card(card_id)
        suit = SUITS.index(card.word("suit", SUITS)) if card.has("suit") else NONE
        power, moments = _powers(card, suit)
        value = card.number("value", 0, 100) if card_id in pile else 0
        if power & MALFUNCTION and (value or suit != NONE):
            raise EngineError(f"{card.where}: a malfunction has no value and no suit")
        if suit != NONE:
            worlds[suit] = card.word("world")
        known[card_id] = (value, suit, power, moments)
    if "" in worlds:
        raise EngineError(f"{bundle.where}: no card is of the suit {SUITS[worlds.index('')]}")
    crews: list[list[int]] = [[], [], []]
    for instance in range(len(pile), len(ids)):
        crews[POSTS.index(bundle.card(ids[instance]).word("role", POSTS))].append(instance)
    for post, cards in zip(POSTS, crews, strict=True):
        if len(cards) < players:
            raise EngineError(f"{bundle.where}: {players} players need a {post} each, and the deck has {len(cards)}")
    of_each = [known[card_id] for card_id in ids]
    values, suits, powers, moments_of = map(list, zip(*of_each, strict=True)) if ids else ([], [], [], [])
    return Deck(ids, values, suits, powers, moments_of, list(range(len(pile))), crews, worlds)


def formula(bundle: DeckBundle, players: int) -> Formula:
    """The formula for attacks with this number of players. Raises EngineError for a formula that can't be played."""
    rule = bundle.rules(f"system-attack-{players}-players")
    discards = rule.has("discards")
    third = rule.word("discards" if discards else "adds", PLACES)
    if sorted([third, *rule.words("multiplies", PLACES)]) != sorted(PLACES):
        raise EngineError(f"{rule.where} should name {', '.join(PLACES)} once each")
    return Formula(PLACES.index(third), discards)


def _powers(card: Facts, suit: int) -> tuple[int, Mapping[str, int]]:
    """A card's powers, and when its player is asked. Raises EngineError, with the place, for an unknown ability."""
    power = 0
    moments: dict[str, int] = {}
    for ability in abilities_of(card):
        if ability.use not in USES or ability.limit or ability.at or ability.cost:
            raise ability.wrong("how often or when it says that it can be used")
        ops = ops_of(ability.effects)
        for effect in ability.effects:
            verb = VERBS.get(effect.op)
            if verb is None:
                known = f"it knows {', '.join(VERBS)}"
                raise EngineError(f"{effect.facts.where}: the engine doesn't know the verb {effect.op}", known)
            effect.only()
            moment = _moment(ability, effect)
            fits = moment in MOMENTS if verb.moment == ANY else moment == verb.moment or verb.power == TURN_DOWN
            if _main(effect) != verb.main or verb.kind not in ("", ability.kind) or not fits:
                raise effect.wrong()
            if (verb.with_verb and verb.with_verb not in ops) or (verb.power == TURN_DOWN and effect.may):
                raise effect.wrong()
            power |= verb.power
            if verb.moment == ANY:
                moments[moment] = verb.power
        if ability.use == "once per game":
            power |= TURN_DOWN
    if power & NEEDS_SUIT and suit == NONE:
        raise EngineError(f"{card.where} has abilities for cards of its suit, and no suit")
    return power, moments


def _moment(ability: Ability, effect: Effect) -> str:
    """The time, event or condition of an effect; empty for any time."""
    parts = [
        ability.during,
        ability.event.name if ability.event else "",
        effect.condition.name if effect.condition else "",
    ]
    return " ".join(filter(None, parts))


def _main(effect: Effect) -> Any:
    main = effect.get("main")
    return main.get("ref") if isinstance(main, Mapping) else main


def check_rules(bundle: DeckBundle) -> None:
    """Raises EngineError if a rule of the bundle differs from the one that is played here."""
    defense: Facts = bundle.rules("defense")
    defense.number("cards", 1, 1)
    defense.word("ties", ["defenders"])
    defense.word("holds-world", ["equal"])
    joker = bundle.rules("joker-in-attack")
    joker.words("is", ["added", "discarded"])
    joker.word("second", ["multiplied"])
    leader = bundle.rules("leader")
    leader.word("otherwise", ["last-leader"])
    leader.word("first-turn", ["dealer"])
    bundle.rules("seats").word("direction", ["clockwise"])
