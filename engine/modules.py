"""What a game module offers, and where modules are found: those that come with Arsenal, and installed ones.

An installed package offers a game by the entry point group `arsenal.games`: the game's id, and an object that is a
`Module`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Protocol

from engine.bundles import Bundle
from engine.core import ANSWER, Event, State
from engine.faults import EngineError

SHIPPED = {
    "saucer-dice": "engine.games.saucer_dice",
    "saucer-people": "engine.games.saucer_people",
    "invasion-tcg": "engine.games.invasion_tcg",
    "future-invaders": "engine.games.future_invaders",
}
GROUP = "arsenal.games"


@dataclass(frozen=True)
class Choice:
    """An option in words of the rules: what is done (`kind`), with which cards, and what else there is to say.

    `card` is the id of a card or "", `values` are plain data by name, such as a place, a resource or dice.
    """

    code: int
    kind: str
    card: str = ""
    values: Mapping[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        said = [self.kind, self.card, *(f"{name}={said_of(value)}" for name, value in self.values.items())]
        return " ".join(filter(None, said))


def said_of(value: object) -> str:
    """A value as a line of a trace has it: words as they are, lists of them with a comma between."""
    if isinstance(value, (list, tuple)):
        return ",".join(map(said_of, value)) or "none"
    return str(value)


class Game(Protocol):
    """A game with its decks, ready to be played: all that never changes while it is played.

    A class of its own may inherit from this one: what can be left out has a body here.
    """

    module: Module
    bundles: Sequence[Bundle]
    players: int
    actions: int  # options are numbers below this
    always_ask: frozenset[int] = frozenset()  # seats that are also asked what changes nothing; others never are
    samples: int = 1  # worlds that a bot with one step of foresight tries an option in: more where dice decide

    def new(self, seed: int, *, log: bool = False) -> State:
        """The first decision of a new game; the same seed gives the same game. With `log` all that happens is noted."""
        ...

    def view(self, state: State, seat: int) -> dict[str, Any]:
        """What a seat sees, as plain data: ids of cards, numbers, words."""
        ...

    def determinize(self, state: State, seat: int, seed: int) -> State:
        """A clone in which all that the seat can't know is drawn anew: it agrees with all that the seat has seen."""
        ...

    def describe(self, state: State, option: int) -> Choice:
        """What an option of the state means."""
        ...

    def event(self, event: Event, seat: int | None = None) -> dict[str, Any]:
        """An entry of the log as plain data: `event`, `player`, and what else there is by name.

        What `seat` has not seen of it is left out; None sees all.
        """
        name, player, _, value = event
        return {"event": name, "player": player, **(value if isinstance(value, Mapping) else {})}

    def result(self, state: State) -> tuple[float, ...]:
        """What each seat has reached in a game that is over, from 0 (lost) to 1 (won)."""
        ...

    def remaining(self, state: State) -> Sequence[int]:
        """The seats that are still in a game that goes on, and may concede."""
        return [seat for seat in range(self.players) if not state.conceded >> seat & 1]

    def leave(self, state: State, seat: int) -> None:
        """Takes a seat that concedes out of the game, or says that it is over: `state.over`.

        A game in which players can be eliminated does that here, has what was asked asked again (`core.ask_again`), and
        says in `remaining` who is left. In others the first option is taken wherever the seat would be asked, which
        reaches nothing; who is left alone has won.
        """
        state.conceded |= 1 << seat
        if len(self.remaining(state)) <= (0 if self.module.cooperative else 1):
            state.over = True
        elif state.conceded >> state.who & 1:
            state.stack[-1][ANSWER] = state.opts[0]
            state.opts = []

    def evaluate(self, state: State, seat: int) -> float:
        """How good the position looks for a seat, higher is better, from what that seat may know."""
        return 0.0

    def features(self, state: State, seat: int) -> list[int]:
        """What a seat sees as a list of numbers, always of the same length, for programs that learn."""
        return []

    def position(self, data: Mapping[str, Any], seed: int = 0) -> State:
        """A position that is set up by hand, from plain data, and not yet played on (`run` does).

        Raises EngineError for what it can't read.
        """
        raise EngineError("this game has no positions that are set up by hand")

    def instances(self, state: State) -> list[int] | None:
        """Every card instance, sorted, wherever it lies, to see that none is lost; None in games without cards."""
        return None


class Module(Protocol):
    """A game that the engine can play."""

    id: str
    shared: bool  # one deck is the whole table's, rather than each player's own, in every format
    cooperative: bool
    verbs: frozenset[str]  # the verbs of abilities that it knows

    def load(self, bundles: Sequence[Bundle], players: int) -> Game:
        """The decks made ready for that many players. Raises EngineError for what can't be played, with the reason."""
        ...


def find(game: str) -> Module:
    """The module of a game. Raises EngineError where there is none, with those that there are."""
    if game in SHIPPED:
        module: Module = import_module(SHIPPED[game]).MODULE
        return module
    installed = {point.name: point for point in entry_points(group=GROUP)}
    if game in installed:
        return _loaded(installed[game])
    raise EngineError(
        f"the engine has no module for the game {game}", f"it plays {', '.join(sorted([*SHIPPED, *installed]))}"
    )


def _loaded(point: EntryPoint) -> Module:
    """What an installed package offers. Raises EngineError, which names it, where that is no module."""
    try:
        found: Module = point.load()
    except Exception as error:
        raise EngineError(f"{point.value}, which brings the game {point.name}, can't be loaded: {error}") from error
    if missing := [name for name in ("id", "shared", "cooperative", "verbs", "load") if not hasattr(found, name)]:
        raise EngineError(f"{point.value}, which brings the game {point.name}, has no {missing[0]}")
    return found


def one_deck(bundle: Bundle) -> bool:
    """Whether all players play with this one deck: in any format of some games, in some formats of others."""
    return find(bundle.game).shared or bundle.players.one_deck


def load(bundles: Sequence[Bundle], players: int = 0, always_ask: Collection[int] = ()) -> Game:
    """The decks of a game made ready for so many players, or else for as many as there are decks or the deck says.

    In a game or a format of one deck for all there is one bundle; otherwise one for each seat, in turn order. A game
    may skip questions whose options all come to the same, but not to the seats of `always_ask`.

    Raises EngineError for decks of different games or formats, a wrong number of players, seats that there are not, and
    whatever the module can't play.
    """
    if not bundles:
        raise EngineError("there is no deck to play with")
    games = sorted({bundle.game for bundle in bundles})
    if len(games) > 1:
        raise EngineError(f"the decks are of different games: {', '.join(games)}")
    formats = sorted({bundle.format for bundle in bundles})
    if len(formats) > 1:
        raise EngineError(f"the decks are for different formats: {', '.join(formats)}", "export all for one format")
    module = find(games[0])
    first = bundles[0]
    shared = one_deck(first) and len(bundles) == 1
    if module.shared and len(bundles) > 1:
        raise EngineError(f"{first.game} is played with one deck for the whole table, and there are {len(bundles)}")
    count = players or (first.for_players or first.players.low if shared else len(bundles))
    if not shared and count != len(bundles):
        raise EngineError(f"{count} players need {count} decks, and there are {len(bundles)}", "name a deck for each")
    if not first.players.allows(count):
        raise EngineError(f"{first.format_name} is for {first.players}, not {count}")
    game = module.load(bundles, count)
    ask_always(game, always_ask)
    return game


def ask_always(game: Game, seats: Collection[int]) -> None:
    """Has these seats asked also what changes nothing, before anything is played.

    Raises EngineError for seats that there are not, and for a game of an installed module that does not let itself.
    """
    if wrong := [seat for seat in seats if not 0 <= seat < game.players]:
        raise EngineError(
            f"always_ask names seat {wrong[0]}, and the seats of {game.players} players are 0 to {game.players - 1}"
        )
    if asked_always(game) != frozenset(seats):
        try:
            game.always_ask = frozenset(seats)
        except AttributeError:
            raise EngineError(f"the module of {game.module.id} does not let anybody be always asked") from None


def asked_always(game: Game) -> frozenset[int]:
    """The seats that are also asked what changes nothing; none where a game knows of no such thing."""
    return getattr(game, "always_ask", frozenset())
