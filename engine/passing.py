"""Decides whether a player who could respond to others is asked, or passes automatically.

Only `passes` decides that, for all games and all programs that play them.
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
    """A pass that is taken without a question, and why: no option responds (`nothing`), or the player's `wish`."""

    option: int
    why: str


def passes(
    state: State, happened: Sequence[Event], wish: str = WHEN_IT_MATTERS, stops: Collection[str] = ()
) -> Pass | None:
    """The automatic pass of the deciding seat; None if the player is to be asked.

    `happened` are the events since the seat's last decision that others caused. A player is asked

    - if the decision is no window, in which players may respond to others (`Game.windows`);
    - with the wish to be asked always, or in this step of a turn: `stops` are some of `Game.steps`;
    - if a card or anything else can respond, or if an event is about them. In the turns of others the wish may be to
      pass even then: always, or until an event is about them.

    Options that are there at any time and respond to nothing (`Game.standing`) do not count as a response.
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
    """Whether it is a seat's turn; false if the view does not say whose turn it is."""
    active = state.view(seat).get("active")
    return seat in active if isinstance(active, (list, tuple)) else active == seat


def concerned(game: Game, event: Event) -> frozenset[int]:
    """The seats that an event is about: its player, its opponent, and the card's owner."""
    data = game.event(event)
    found = {data.get("player"), data.get("opponent")}
    if event[2] >= 0 and game.owner:
        found.add(game.owner[event[2]])
    return frozenset(seat for seat in found if isinstance(seat, int) and seat >= 0)
