"""The view of a seat in a series, worlds that agree with it, and features."""

from __future__ import annotations

from collections import Counter
from typing import Any

from engine import tables
from engine.core import roll, shuffle
from engine.games.future_invaders.nested import hidden, imagine_inner
from engine.games.future_invaders.series.rules import exchange_options
from engine.games.future_invaders.series.table import Match, Reserves


def view(game: Reserves, state: Match, seat: int) -> dict[str, Any]:
    """The view of a seat: in `series` the score, and in an exchange its cards; in a game also the view of that."""
    loser = game.exchanging(state)
    seen: dict[str, Any] = {
        "game": state.number,
        "best-of": game.best_of,
        "wins": state.wins[:],
        "step": "exchange" if loser >= 0 else "play",
    }
    if loser < 0:
        return {**state.inner.view(seat), "series": seen}
    seen |= {
        "loser": loser,
        "arsenal": game.named(state.arsenals[seat]),
        "collection": game.named(state.collections[seat]),
    }
    if loser == seat:
        seen |= {"taken-out": game.named(state.taken), "put-in": game.named(state.put)}
        seen["changes-left"] = game.changes - max(len(state.taken), len(state.put))
    return {"seat": seat, "series": seen}


def features(game: Reserves, state: Match, seat: int) -> list[int]:
    """The game's number, games won from the seat on, who exchanges, the seat's cards; then the game's features."""
    loser = game.exchanging(state)
    found = [state.number, *(state.wins[(seat + n) % game.players] for n in range(game.players))]
    found.append((loser - seat) % game.players + 1 if loser >= 0 else 0)
    out, put = (state.taken, state.put) if loser == seat else ([], [])
    found += [len(out), len(put)]
    for cards in (state.arsenals[seat], state.collections[seat]):
        found += tables.counts(cards, len(game.ids))
    play = state.inner
    return found + play.game.features(play, seat)


# Hidden cards


def determinize(game: Reserves, state: Match, seat: int, seed: int) -> Match:
    """A clone in which everything that the seat can't know is random: what the game hides, and others' exchanges.

    The number of cards of others' arsenals is known, and the cards that they have shown in this game. If another seat
    makes an exchange, it begins again.
    """
    world = state.with_chance(seed)
    loser = game.exchanging(world)
    play = world.inner
    cards = play.game.cards[:]
    for other in range(game.players):
        if other == seat:
            continue
        if other == loser:
            _undo(world, other)
        if world.exchanges[other] - (other == loser):
            _redraw_exchange(game, world, other, cards, hidden(play, other), loser)
    if loser < 0:
        imagine_inner(world, seat, cards)
    elif world.opts and loser != seat:
        world.opts = exchange_options(game, world, loser)
    world.fixed = state.fixed[:]
    return world


def _undo(world: Match, seat: int) -> None:
    """Takes back the changes of an exchange so far."""
    arsenal, collection = Counter(world.arsenals[seat]), Counter(world.collections[seat])
    taken, put = Counter(world.taken), Counter(world.put)
    world.arsenals[seat] = sorted((arsenal + taken - put).elements())
    world.collections[seat] = sorted((collection + put - taken).elements())
    world.taken, world.put = [], []


def _redraw_exchange(game: Reserves, world: Match, seat: int, cards: list[Any], unknown: list[int], loser: int) -> None:
    """Gives a seat another arsenal that it may have now: with all cards that it has shown, and not too many changes."""
    playing = world.play.game if world.play is not None else game.table
    now = Counter(world.arsenals[seat])
    unseen = Counter(cards[i].number for i in unknown)
    shown = now - unseen
    first, reserve = Counter(game.arsenals[seat]), Counter(game.collections[seat])
    size = now.total()
    came = (shown - first).total()
    of_first = list((first - shown).elements())
    of_reserve = list((reserve - (shown - first)).elements())
    most = game.changes * (world.exchanges[seat] - (seat == loser))
    free = size - shown.total()
    high = min(most - came, most - first.total() + size - came, len(of_reserve), free)
    low = max(0, free - len(of_first))
    more = low + roll(world, max(0, high - low) + 1)
    shuffle(world, of_first)
    shuffle(world, of_reserve)
    drawn = of_first[: free - more] + of_reserve[:more]
    world.arsenals[seat] = sorted((shown + Counter(drawn)).elements())
    world.collections[seat] = sorted((first + reserve - Counter(world.arsenals[seat])).elements())
    shuffle(world, drawn)
    if len(unknown) == len(drawn):
        for i, n in zip(unknown, drawn, strict=True):
            cards[i] = playing.known[game.ids[n]]
