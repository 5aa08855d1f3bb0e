"""Whether somebody who could answer what others do needs to be asked, or passes by themselves.

`passes` alone decides that, for all games and for everything that plays them.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

from engine.core import Event, Game, State

WHEN_IT_MATTERS: Final = ""
ALWAYS: Final = "always"
UNTIL_MY_TURN: Final = "turn"
UNTIL_IT_IS_ABOUT_ME: Final = "me"
WISHES: Final = (WHEN_IT_MATTERS, ALWAYS, UNTIL_IT_IS_ABOUT_ME, UNTIL_MY_TURN)  # when a player wants to be asked


@dataclass(frozen=True)
class Pass:
    """An option that is taken without asking, and why: `nothing` could be answered, or the `wish` was to pass."""

    option: int
    why: str


def passes(
    state: State, happened: Sequence[Event], wish: str = WHEN_IT_MATTERS, stops: Collection[str] = ()
) -> Pass | None:
    """The pass that the seat that decides takes by itself; None where it is to be asked.

    `happened` are the events since its last decision that were not its own doing. Nobody passes by themselves

    - where the decision is no window, in which one may answer what others do (`Game.windows`);
    - who wants to be asked always, or in this step of a turn: `stops` are some of `Game.steps`;
    - if something in their hand or on the table answers, or if what happened is about them: but in the turns of others
      the wish may be to pass all the same, in all of it or until it is about them.

    What may be done at any time and answers nothing (`Game.standing`) does not count as an answer.
    """
    state = state.innermost
    game, seat = state.game, state.who
    if state.sealed or state.about not in game.windows or wish == ALWAYS or game.step(state) in stops:
        return None
    choices = [state.describe(option) for option in state.options]
    pass_ = next((one for one in choices if one.role == "pass"), None)
    if pass_ is None:
        return None
    others = wish != WHEN_IT_MATTERS and not is_turn_of(state, seat)
    if others and wish == UNTIL_MY_TURN:
        return Pass(pass_.code, "wish")
    if any(seat in concerned(game, event) for event in happened):
        return None
    if others:
        return Pass(pass_.code, "wish")
    if any(not one.role and one.kind not in game.standing for one in choices):
        return None
    return Pass(pass_.code, "nothing")


def is_turn_of(state: State, seat: int) -> bool:
    """Whether it is a seat's turn; never where the game does not say whose it is."""
    active = state.view(seat).get("active")
    return seat in active if isinstance(active, (list, tuple)) else active == seat


def concerned(game: Game, event: Event) -> frozenset[int]:
    """The seats that an event is about: who does it, whom it is done to, and who owns the card."""
    said = game.event(event)
    found = {said.get("player"), said.get("opponent")}
    if event[2] >= 0 and game.owner:
        found.add(game.owner[event[2]])
    return frozenset(seat for seat in found if isinstance(seat, int) and seat >= 0)
