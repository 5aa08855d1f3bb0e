"""A game in progress: whose decision it is, what is new to a player, undo, and hints.

It does no input or output.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple, cast  # Any: the plain data of events

from engine import saves, seed_of
from engine.bots import Seat, bot
from engine.core import Game, State
from engine.passing import WHEN_IT_MATTERS, Pass, passes
from engine.saves import Save
from engine.tables import can_take_back

HUMAN = "human"
ADVISER = "search:1s"  # the bot that gives hints


class _Before(NamedTuple):
    """What was before a decision of a person: how many options, concessions and events, and the rest as it was."""

    taken: int
    conceded: int
    logged: int
    state: State
    done: list[int]
    answers: dict[int, tuple[object, ...]]


class Session:
    """A game in progress. `names` has, for each seat, `human` or the name of a bot."""

    def __init__(self, game: Game, seed: int, names: Sequence[str]) -> None:
        self.game = game
        self.seed = seed
        self.names = tuple(names)
        self.options: list[int] = []  # the options taken so far
        self.conceded: list[saves.Conceded] = []  # who gave up, each after how many options
        self.state = game.new(seed, log=True)
        self._bots = {number: bot(name) for number, name in enumerate(names) if name != HUMAN}
        self._seen = [0] * game.players  # how many events each seat has seen
        self._done = [0] * game.players  # how many events there were after each seat's last decision
        self._answers: dict[int, tuple[object, ...]] = {}  # each seat's last question and its answer
        self._before: list[_Before] = []  # what was before each human decision

    @classmethod
    def resumed(cls, save: Save, names: Sequence[str]) -> Session:
        """The saved game, with all of its events marked as seen."""
        session = cls(save.game, save.seed, names)
        leaving = list(save.conceded)
        for option in (*save.options, None):
            while leaving and leaving[0][0] == len(session.options):
                session.concede(leaving.pop(0)[1])
            if option is not None:
                session.take(option)
        session.skip_news()
        return session

    @property
    def humans(self) -> list[int]:
        """The seats of people."""
        return [number for number, name in enumerate(self.names) if name == HUMAN]

    @property
    def left(self) -> list[int]:
        """The seats of people who are still in the game."""
        return [seat for seat in self.humans if seat in self.state.remaining]

    @property
    def asks(self) -> bool:
        """Whether a person has to decide now."""
        return bool(self.state.options) and self.state.who not in self._bots

    def take(self, option: int, *, asked: bool = True) -> None:
        """Take an option. Raises ValueError for an unknown option.

        An option that a person was not `asked` for is taken back together with their decision before.
        """
        if self.asks and asked and option in self.state.options:
            self._remember()
        seat = self.state.who
        self._answers[seat] = (*self._question(), option)
        passed = option in self.state.options and self.state.describe(option).role == "pass"
        before = len(self.state.log or ())
        self.state.apply(option)
        self.options.append(option)
        self._done[seat] = before if passed else len(self.state.log or ())

    def concede(self, seat: int) -> None:
        """Have a seat give up; the others play on. Raises ValueError for one that is not in the game."""
        if self.asks:
            self._remember()
        self.state.concede(seat)
        self.conceded.append((len(self.options), seat))

    def _remember(self) -> None:
        state = self.state
        taken, conceded, logged = len(self.options), len(self.conceded), len(state.log or ())
        self._before.append(_Before(taken, conceded, logged, state.clone(), [*self._done], {**self._answers}))

    def play_bot(self) -> None:
        """Let the bot whose decision it is choose an option, and take it."""
        chosen = self._bots[self.state.who].choose(Seat(self.state), self._chance())
        self.take(chosen)

    def undo(self) -> bool:
        """Go back to before the last decision of a person; False where there was none."""
        if not self._before:
            return False
        before = self._before.pop()
        before.state.log = (self.state.log or [])[: before.logged]
        self.state = before.state
        del self.options[before.taken :]
        del self.conceded[before.conceded :]
        self._seen = [min(seen, before.logged) for seen in self._seen]
        self._done, self._answers = before.done, before.answers
        return True

    def passes(self, wish: str = WHEN_IT_MATTERS, stops: Collection[str] = ()) -> Pass | None:
        """The pass that is taken for the person who decides, without asking; None where they must be asked."""
        if not self.asks:
            return None
        return passes(self.state, (self.state.log or [])[self._done[self.state.who] :], wish, stops)

    def unasked(self) -> int | None:
        """The option that is taken for the person who decides, without asking; None where they must be asked.

        It is to pass, where the question doesn't matter, or where all decide at once and nothing has happened since
        they passed.
        """
        state = self.state
        seat, game = state.who, state.innermost.game
        if not self.asks or seat in game.always_ask:
            return None
        *asked, answer = self._answers.get(seat, (None,))
        if state.sealed and tuple(asked) == self._question() and state.describe(cast("int", answer)).role == "pass":
            return cast("int", answer)
        passed = self.passes()
        return passed.option if passed else None

    def _question(self) -> tuple[object, ...]:
        """What identifies the present question: what it is about, the options, and the number of events so far."""
        return self.state.about, tuple(self.state.options), len(self.state.log or ())

    def back_to(self, seat: int) -> int | None:
        """How many options are left if a seat takes its last decision back; None where that is not allowed, because the
        seat has learned something since or another person has decided.
        """
        if not self._before:
            return None
        before = self._before[-1]
        own = before.state.who == seat and before.conceded == len(self.conceded)
        return before.taken if own and can_take_back(before.state, self.state, seat) else None

    def hint(self) -> int:
        """The option that the bot `ADVISER` would take, from what the seat knows."""
        return bot(ADVISER).choose(Seat(self.state), self._chance())

    def _chance(self) -> Random:
        """The random numbers for the bot that decides now; the same after `undo` and in a loaded game."""
        return Random(seed_of(self.seed, "bot", self.state.who, len(self.options)))  # noqa: S311 - it is no secret

    def news(self, seat: int | None) -> list[Mapping[str, Any]]:
        """The events that are new to the seat, as it sees them. None sees all events, and counts as the first seat."""
        log = self.state.log or []
        since, self._seen[seat or 0] = self._seen[seat or 0], len(log)
        return [self.game.event(event, seat) for event in log[since:]]

    def skip_news(self) -> None:
        """Mark all events so far as seen by everybody."""
        self._seen = [len(self.state.log or ())] * self.game.players

    def saved(self) -> dict[str, Any]:
        """The game as data for a saved game's JSON file."""
        return saves.save(self.game, self.seed, self.options, self.names, self.conceded)
