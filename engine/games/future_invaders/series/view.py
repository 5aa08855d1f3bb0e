"""What a seat sees of a series, worlds that agree with it, and numbers for programs."""

from __future__ import annotations

from collections import Counter
from typing import Any

from engine import tables
from engine.core import roll, shuffle
from engine.games.future_invaders.nested import hidden, imagine_inner
from engine.games.future_invaders.series.rules import exchange_options
from engine.games.future_invaders.series.table import Match, Reserves


def view(game: Reserves, state: Match, seat: int) -> dict[str, Any]:
    """What a seat sees: in `series` the score, and in an exchange its cards; in play what the game shows."""
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
    """The game, games won from the seat on, who exchanges, the seat's cards by number; then those of the play."""
    loser = game.exchanging(state)
    found = [state.number, *(state.wins[(seat + n) % game.players] for n in range(game.players))]
    found.append((loser - seat) % game.players + 1 if loser >= 0 else 0)
    out, put = (state.taken, state.put) if loser == seat else ([], [])
    found += [len(out), len(put)]
    for cards in (state.arsenals[seat], state.collections[seat]):
        found += tables.counts(cards, len(game.ids))
    play = state.inner
    return found + play.game.features(play, seat)


# What a seat can't know


def determinize(game: Reserves, state: Match, seat: int, seed: int) -> Match:
    """A clone in which all that the seat can't know is drawn anew: what the game hides, and others' exchanges.

    Of those is known how many cards the arsenal has, and what it has shown in this game. Where another seat makes
    an exchange, it begins anew.
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
            _exchange_anew(game, world, other, cards, hidden(play, other), loser)
    if loser < 0:
        imagine_inner(world, seat, cards)
    elif world.opts and loser != seat:
        world.opts = exchange_options(game, world, loser)
    world.fixed = state.fixed[:]
    return world


def _undo(world: Match, seat: int) -> None:
    """Takes back what an exchange has changed so far."""
    arsenal, collection = Counter(world.arsenals[seat]), Counter(world.collections[seat])
    taken, put = Counter(world.taken), Counter(world.put)
    world.arsenals[seat] = sorted((arsenal + taken - put).elements())
    world.collections[seat] = sorted((collection + put - taken).elements())
    world.taken, world.put = [], []


def _exchange_anew(game: Reserves, world: Match, seat: int, cards: list[Any], unknown: list[int], loser: int) -> None:
    """Another arsenal that a seat may have by now: with all that it has shown, and not too many changes."""
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
