"""Reads what a deck of Invasion of the Saucer People! is made of: values, suits, posts, what each crew card can do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from engine.bundles import Bundle
from engine.facts import Facts
from engine.faults import EngineError

SUITS: Final = ("spades", "hearts", "clubs", "diamonds")
POSTS: Final = ("captain", "navigator", "engineer")
PLACES: Final = ("lowest", "middle", "highest")  # of three attack cards
NONE: Final = -1

# What a card can do, a bit for each.
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
    """How a verb must be written to mean what the rulebook says."""

    power: int
    main: str | int
    kind: str = ""  # of the ability
    moment: str = ""  # the time, event or condition
    with_verb: str = ""  # another verb of the same ability


VERBS: Final[Mapping[str, Verb]] = {
    "double": Verb(DOUBLE, "card", "activated"),
    "turn-down": Verb(TURN_DOWN, "this"),
    "fly": Verb(FLY, "home", "activated", "planetary attack", "count-as"),
    "count-as": Verb(FLY, "suit", "activated", "planetary attack", "fly"),
    "call": Verb(CALL, "other ships", "activated", "planetary attack begins"),
    "act-as": Verb(DOUBLE | FLY, "queen or jack", "activated"),
    "change-card": Verb(CHANGE, 1, "activated", "all have played"),
    "capture": Verb(CAPTURE, 1, "activated", "system attack", "combine"),
    "combine": Verb(CAPTURE, "sum", "activated", "system attack", "capture"),
    "never-leads": Verb(NEVER_LEADS, "this", "static"),
    "hyperthrust": Verb(HYPERTHRUST, "joker", "triggered", "joker-defends"),
    "escape": Verb(ESCAPE, "joker", "static", "all worlds fall"),
    "malfunction": Verb(MALFUNCTION, "this", "static"),
    "odd-card": Verb(ODD, "this", "static"),
}
USES: Final = ("", "once per game", "each turn")
ABILITY: Final = {"kind", "use", "during", "when", "effects"}
EFFECT: Final = {"op", "main", "if", "may"}


class Deck(NamedTuple):
    """All cards by instance: those of the draw pile first, then the crews."""

    ids: list[str]
    values: list[int]
    suits: list[int]  # NONE for a card without
    powers: list[int]
    pile: list[int]
    crews: list[list[int]]  # by post, those of the captains first
    worlds: list[str]  # by suit


class Formula(NamedTuple):
    """How much an attack of three cards is worth: two are multiplied, and the third is added or discarded."""

    third: int  # its place among the three from the lowest, 0 to 2
    discards: bool


def read(bundle: Bundle, players: int) -> Deck:
    """The cards of a deck. Raises EngineError for a card that can't be played, and for too few of a kind."""
    pile, court = bundle.copies("pile"), bundle.copies("crew")
    ids = [*pile, *court]
    known: dict[str, tuple[int, int, int]] = {}
    worlds = [""] * len(SUITS)
    for card_id in dict.fromkeys(ids):
        card = bundle.card(card_id)
        suit = SUITS.index(card.word("suit", SUITS)) if card.has("suit") else NONE
        power = _powers(bundle, card_id, suit)
        value = card.number("value", 0, 100) if card_id in pile else 0
        if power & MALFUNCTION and (value or suit != NONE):
            raise EngineError(f"{card.where}: a malfunction has no value and no suit")
        if suit != NONE:
            worlds[suit] = card.word("world")
        known[card_id] = (value, suit, power)
    if "" in worlds:
        raise EngineError(f"{bundle.where}: no card is of the suit {SUITS[worlds.index('')]}")
    crews: list[list[int]] = [[], [], []]
    for instance in range(len(pile), len(ids)):
        crews[POSTS.index(bundle.card(ids[instance]).word("role", POSTS))].append(instance)
    for post, cards in zip(POSTS, crews, strict=True):
        if len(cards) < players:
            raise EngineError(f"{bundle.where}: {players} players need a {post} each, and the deck has {len(cards)}")
    values, suits, powers = ([known[card_id][field] for card_id in ids] for field in range(3))
    return Deck(ids, values, suits, powers, list(range(len(pile))), crews, worlds)


def formula(bundle: Bundle, players: int) -> Formula:
    """How attacks are reckoned with so many players. Raises EngineError for what no turn can be played by."""
    rule = bundle.rules(f"system-attack-{players}-players")
    discards = rule.has("discards")
    third = rule.word("discards" if discards else "adds", PLACES)
    if sorted([third, *rule.words("multiplies", PLACES)]) != sorted(PLACES):
        raise EngineError(f"{rule.where} should name {', '.join(PLACES)} once each")
    return Formula(PLACES.index(third), discards)


def _powers(bundle: Bundle, card_id: str, suit: int) -> int:
    """What a card can do. Raises EngineError for a verb that the module doesn't know, or knows otherwise."""
    power = 0
    for ability in bundle.cards[card_id].get("abilities", ()):
        ops = {effect["op"] for effect in ability["effects"]}
        for effect in ability["effects"]:
            op = effect["op"]
            if op not in VERBS:
                raise EngineError(f"{bundle.where}: {card_id} uses the verb {op}, which the engine doesn't know")
            verb = VERBS[op]
            if not _is_written(ability, effect, verb) or not ops.issuperset(filter(None, [verb.with_verb])):
                known = filter(
                    None, [f"{op}: {verb.main}", verb.kind, verb.moment, verb.with_verb and f"with {verb.with_verb}"]
                )
                raise EngineError(
                    f"{bundle.where}: {card_id} uses the verb {op} in a way that the engine can't play",
                    f"it plays {', '.join(known)}",
                )
            power |= verb.power
        if ability.get("use") == "once per game":
            power |= TURN_DOWN
    if power & NEEDS_SUIT and suit == NONE:
        raise EngineError(f"{bundle.where}: {card_id} has abilities for cards of its suit, and no suit")
    return power


def _is_written(ability: Mapping[str, Any], effect: Mapping[str, Any], verb: Verb) -> bool:
    """Whether an effect says what the verb says as it is played here, and nothing more."""
    if ability.keys() - ABILITY or effect.keys() - EFFECT or ability.get("use", "") not in USES:
        return False
    if _main(effect) != verb.main or verb.kind not in ("", ability["kind"]):
        return False
    if verb.power == TURN_DOWN:
        return "if" not in effect and "may" not in effect
    moments = [ability.get("during"), ability.get("when", {}).get("event"), effect.get("if", {}).get("condition")]
    return [moment for moment in moments if moment] == [verb.moment][: bool(verb.moment)]


def _main(effect: Mapping[str, Any]) -> Any:
    main = effect.get("main")
    return main.get("ref") if isinstance(main, Mapping) else main


def check_rules(bundle: Bundle) -> None:
    """Raises EngineError for a rule that is written otherwise than it is played here."""
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
