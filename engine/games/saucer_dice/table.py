"""The table of Saucer Dice: the values of its box and format, and a position.

A planet has 13 places: an outer and an inner crater in each of six sectors, and the Core. Each has 2 (undamaged), 1
(damaged) or 0 (empty).
"""

from __future__ import annotations

from typing import Final

from engine.bundles import DeckBundle
from engine.core import Game, State
from engine.faults import EngineError
from engine.state import listing, listings, plain

COLORS: Final = ("red", "yellow", "blue")
DICE: Final = [f"{color}-{saucers}" for color in COLORS for saucers in range(10)]  # by color * 10 + saucers
FACES: Final = ("blaster-red", "blaster-yellow", "blaster-blue", "missile", "rebuild", "interceptor")
MISSILE: Final = 3
REBUILD: Final = 4
INTERCEPTOR: Final = 5
USED: Final = 6  # a Defense die that was assigned, or not used
SECTORS: Final = 6
CORE: Final = 12
PLACES: Final = 13
NAMES: Final = (*(f"{ring}-{sector}" for sector in range(1, SECTORS + 1) for ring in ("outer", "inner")), "core")
TOKENS: Final = ("empty", "damaged", "undamaged")
UNDAMAGED: Final = 2

# Options. Those of a reroll are the dice to roll again, a bit for each.
KEEP: Final = 0
LEAVE: Final = 39
ASSIGN: Final = 40
ORDER: Final = 50
PLACE: Final = 60


class Box(Game["Table"]):
    """The parts of a game that never change: dice, the paths of damage, and the numbers of the format."""

    def __init__(self, bundle: DeckBundle, players: int) -> None:
        setup = bundle.setup
        self.bundles = (bundle,)
        self.players = players
        self.others = [tuple((seat + n) % players for n in range(1, players)) for seat in range(players)]
        self.rounds = setup.number("rounds", 1, 10)
        rounds = range(1, self.rounds + 1)
        self.rerolls = setup.number("rerolls", 0, 10)
        self.attack = [setup.number(f"invasion-dice-round-{r}", 0, 9) // len(COLORS) for r in rounds]
        self.dice = [setup.number(f"defense-dice-round-{r}", 1, 5) for r in rounds]
        self.points = [setup.number(f"points-round-{r}", 1, 9) for r in rounds]
        city = (0, setup.number("damaged-city"), setup.number("undamaged-city"))
        core = (0, setup.number("damaged-core"), setup.number("undamaged-core"))
        self.worth = [city] * CORE + [core]
        self.saucers = [_invasion_die(bundle, color) for color in COLORS]
        self.defense_faces = _defense_die(bundle)
        self.paths = _paths(bundle)
        bundle.rules("defense").word("interceptor", ["whole-die"])

    def score(self, state: Table, seat: int) -> int:
        """The points of a planet now."""
        return sum(worth[token] for worth, token in zip(self.worth, state.planets[seat], strict=True))


class Table(State):
    """A position of Saucer Dice."""

    game: Box
    planets: list[list[int]] = listings(lambda game: [[UNDAMAGED] * PLACES for _ in range(game.players)])  # by NAMES
    round: int = plain()  # 0 to 2
    invasion: list[int] = listing()  # each die of the attack: its color * 10 + the saucers that are left on it
    defense: list[int] = listing()  # the faces of the active player's dice
    rolls: int = plain()  # rerolls that are left
    order: list[int] = listing()  # saucers of the dice that do damage, in the chosen order
    tied: list[int] = listing()  # the tied players after the last round
    shootouts: int = plain()


def _invasion_die(bundle: DeckBundle, color: str) -> list[int]:
    """The number of saucers on each face of this color's die."""
    for card_id, card in bundle.cards.items():
        if card["type"] == "invasion-die" and card.get("color") == color:
            faces = card.get("faces")
            if not isinstance(faces, list) or not faces or any(not isinstance(f, list) or len(f) > 9 for f in faces):
                raise EngineError(f"{bundle.where}: cards.{card_id}.faces should list faces of at most 9 saucers")
            return [len(face) for face in faces]
    raise EngineError(f"{bundle.where}: the table has no {color} Invasion die")


def _defense_die(bundle: DeckBundle) -> list[int]:
    for card_id, card in bundle.cards.items():
        if card["type"] == "defense-die":
            faces = card.get("faces")
            if not isinstance(faces, list) or not faces or any(f not in [[face] for face in FACES] for f in faces):
                raise EngineError(f"{bundle.where}: cards.{card_id}.faces should be of {', '.join(FACES)}")
            return [FACES.index(face[0]) for face in faces]
    raise EngineError(f"{bundle.where}: the table has no Defense die")


def _paths(bundle: DeckBundle) -> list[tuple[int, ...]]:
    """For each sector the places that damage hits, in order."""
    facts = bundle.rules("path")
    distance = facts.number("opposite", 1, SECTORS - 1)
    places = facts.words("places", ["outer", "inner", "core", "opposite-inner", "opposite-outer"])
    paths = []
    for sector in range(SECTORS):
        opposite = (sector + distance) % SECTORS
        place = {
            "outer": sector * 2,
            "inner": sector * 2 + 1,
            "core": CORE,
            "opposite-inner": opposite * 2 + 1,
            "opposite-outer": opposite * 2,
        }
        paths.append(tuple(place[name] for name in places))
    return paths
