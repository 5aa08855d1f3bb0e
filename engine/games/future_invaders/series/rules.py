"""The steps of a series, and the exchanges between its games."""

from __future__ import annotations

from collections import Counter
from typing import Final

from engine.core import ANSWER, LIMIT, PLAYER, Frame, ask, tell
from engine.games.future_invaders.nested import begin, dealt, leave_play, play_on
from engine.games.future_invaders.series.table import Match, Reserves
from engine.steps import ask_once_more, restart, steps

DRAWN: Final = 3  # a series with many draws ends after this many times its number of games


def _begin(state: Match, frame: Frame) -> None:
    """Game Series: the next game begins."""
    state.number += 1
    tell(state, "game", game=state.number)
    begin(state, dealt(state.game.table, state.game.decks(state)))
    frame[ANSWER] = -1


def _count(state: Match, frame: Frame) -> bool:
    """Game Series: counts the winner of the game; if that decides the series, ends it."""
    game = state.game
    play = state.inner
    reached = play.game.result(play)
    winners = [seat for seat, part in enumerate(reached) if part == 1.0]
    for seat in winners:
        state.wins[seat] += 1
    tell(state, "game-won" if winners else "game-drawn", *winners[:1], wins=state.wins[:])
    if max(state.wins) == game.needed or state.number == DRAWN * game.best_of:
        first = max(range(game.players), key=lambda seat: state.wins[seat])
        won = state.wins.count(state.wins[first]) == 1
        if max(state.wins) < game.needed:
            tell(state, LIMIT, limit="games", most=state.number)
        tell(state, "series-won" if won else "series-drawn", first if won else -1)
        state.over = True
        return False
    if not winners:
        return restart(frame)  # nobody has lost
    loser = 1 - winners[0]
    frame[PLAYER] = loser
    state.exchanges[loser] += 1
    state.taken, state.put = [], []
    return False


def exchange_options(game: Reserves, state: Match, seat: int) -> list[int]:
    """The options of the loser: no more changes than allowed, and only such that the arsenal can become legal."""
    size = len(state.arsenals[seat])
    taken, put = game.changes - len(state.taken), game.changes - len(state.put)  # how many more may be
    come = Counter(n for n in state.collections[seat] if n not in state.taken)
    go = Counter(n for n in state.arsenals[seat] if n not in state.put)
    coming, going = come.total(), go.total()

    def can_be_legal(size: int, in_: int, out: int) -> bool:
        return size + in_ >= game.low and size - out <= game.high

    options = [game.ready] if game.low <= size <= game.high or not (state.taken or state.put) else []
    if taken:
        may_go = (n for n in go if can_be_legal(size - 1, min(put, coming - come[n]), min(taken, going) - 1))
        options += [game.play_actions + n for n in may_go]
    if put:
        may_come = (n for n in come if can_be_legal(size + 1, min(put, coming) - 1, min(taken, going - go[n])))
        options += [game.second + n for n in may_come]
    return options


def _ask_exchange(state: Match, frame: Frame) -> bool:
    """Game Series: asks what the loser changes next."""
    loser = frame[PLAYER]
    return ask(state, frame, loser, exchange_options(state.game, state, loser))


def _note_exchange(state: Match, frame: Frame) -> bool:
    """Game Series: makes the change, or begins the next game."""
    game = state.game
    loser, option = frame[PLAYER], frame[ANSWER]
    arsenal, collection = state.arsenals[loser], state.collections[loser]
    if option != game.ready:
        which, n = divmod(option - game.play_actions, len(game.ids))
        source, to, changed = (collection, arsenal, state.put) if which else (arsenal, collection, state.taken)
        source.remove(n)
        to.append(n)
        to.sort()
        changed.append(n)
        tell(state, game.kinds[which], loser, n)
        return ask_once_more(frame)
    tell(state, "exchange", loser, cards=len(arsenal))
    state.taken, state.put = [], []
    frame[PLAYER] = -1
    return restart(frame)


SERIES: Final = steps(_begin, "play", play_on, _count, "exchange", _ask_exchange, _note_exchange)


def leave(game: Reserves, state: Match, seat: int) -> None:
    """A player who concedes loses the current game; between games, the series."""
    if game.exchanging(state) < 0:
        leave_play(state, seat)
        return
    state.conceded |= 1 << seat
    state.over = True
    tell(state, "series-won", 1 - seat)
