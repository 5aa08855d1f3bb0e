"""A series: ordinary games one after the other, between which the loser may exchange cards.

An arsenal and a collection are lists of cards by their numbers, sorted. What an exchange has done so far stands in the
state, so that a card that went out does not come in again, and the other way round: each is a change of its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final

from engine.bundles import DeckBundle
from engine.core import ANSWER, LIMIT, PLAYER, Frame, Module, ask, begun, push, roll, shuffle, tell
from engine.facts import Facts
from engine.faults import EngineError
from engine.games.future_invaders import worth
from engine.games.future_invaders.nested import Nesting, Outer, begin, deal_anew, dealt, hidden, leave_play, play_on
from engine.games.future_invaders.table import Table
from engine.state import by_seat, instances, listing, listings, plain
from engine.steps import ask_once_more, goto, restart, steps

MOST_GAMES: Final = 15  # that a format may ask for
MOST_CHANGES: Final = 100
DRAWN: Final = 3  # a series ends after so many times as many games as it has, since many were drawn


def is_series(bundles: Sequence[DeckBundle]) -> bool:
    """Whether several games are played. Raises EngineError where there are not two players."""
    first = bundles[0]
    if not first.setup.has("best-of"):
        return False
    if len(bundles) != 2:
        raise EngineError(f"{first.format_name} is a series of duels, for 2 players, and there are {len(bundles)}")
    return True


class Match(Outer):
    """A position of a series: a game that is played, or an exchange after it."""

    game: Series
    number: int = plain()  # of the game, from 1
    wins: list[int] = by_seat(0)
    arsenals: list[list[int]] = listings(lambda game: [cards[:] for cards in game.arsenals])
    collections: list[list[int]] = listings(lambda game: [cards[:] for cards in game.collections])
    exchanges: list[int] = by_seat(0)  # how many each seat was allowed so far
    taken: list[int] = listing()  # cards that went out in the exchange that is made
    put: list[int] = listing()  # and that came in


class Series(Nesting[Match]):
    """Arsenals and collections made ready for a series."""

    kinds = ("take-out", "put-in")

    def __init__(self, module: Module, bundles: Sequence[DeckBundle]) -> None:
        self.bundles: Sequence[DeckBundle] = tuple(bundles)
        self.players = len(bundles)
        first = bundles[0]
        rules = first.rules("series")
        rules.word("exchanges", ["loser"])
        rules.number("swap-counts", 1, 1)
        rules.word("initiative", ["each-game"])
        collection = rules.word("from")
        self.best_of = first.setup.number("best-of", 1, MOST_GAMES)
        self.needed = self.best_of // 2 + 1
        self.changes = min((clause.number("max", 0, MOST_CHANGES) for clause in first.clauses("exchange")), default=0)
        self.low, self.high = first.size(players=self.players)
        main = [_main(bundle, collection) for bundle in bundles]
        self.lay_table(module, bundles)
        numbers = {card_id: n for n, card_id in enumerate(self.ids)}
        self.arsenals = [
            sorted(numbers[card_id] for card_id in bundle.copies(*sections))
            for bundle, sections in zip(bundles, main, strict=True)
        ]
        self.collections = [sorted(numbers[card_id] for card_id in bundle.copies(collection)) for bundle in bundles]
        for bundle, cards in zip(bundles, self.arsenals, strict=True):
            if not cards:
                raise EngineError(f"{bundle.where}: the arsenal has no cards")
        most = sum(len(cards) + self.changes * self.best_of for cards in self.arsenals)
        self.number_options(most)

    # ------------------------------------------------------------ the game's interface

    def new(self, seed: int, *, log: bool = False) -> Match:
        """The first decision of the first game."""
        return begun(Match(self, seed, log=log), SERIES, -1)

    def exchanging(self, state: Match) -> int:
        """The seat that makes an exchange now, -1 where a game is played."""
        return state.stack[0][PLAYER] if state.stack and not state.over else -1

    def view(self, state: Match, seat: int) -> dict[str, Any]:
        """What a seat sees: in `series` the score, and in an exchange its cards; in play what the game shows."""
        loser = self.exchanging(state)
        seen: dict[str, Any] = {
            "game": state.number,
            "best-of": self.best_of,
            "wins": state.wins[:],
            "step": "exchange" if loser >= 0 else "play",
        }
        if loser < 0:
            return {**state.inner.view(seat), "series": seen}
        seen |= {
            "loser": loser,
            "arsenal": self.named(state.arsenals[seat]),
            "collection": self.named(state.collections[seat]),
        }
        if loser == seat:
            seen |= {"taken-out": self.named(state.taken), "put-in": self.named(state.put)}
            seen["changes-left"] = self.changes - max(len(state.taken), len(state.put))
        return {"seat": seat, "series": seen}

    def result(self, state: Match) -> tuple[float, ...]:
        """1 for who has won most games; shared where several have."""
        wins = state.wins
        most = [seat for seat, won in enumerate(wins) if won == max(wins)]
        return tuple(1 / len(most) if seat in most else 0.0 for seat in range(self.players))

    def remaining(self, state: Match) -> Sequence[int]:
        """Both: who concedes a game may win the next."""
        return range(self.players)

    def leave(self, state: Match, seat: int) -> None:
        """Who concedes loses the game that is played; between games, the series."""
        if self.exchanging(state) < 0:
            leave_play(state, seat)
            return
        state.conceded |= 1 << seat
        state.over = True
        tell(state, "series-won", 1 - seat)

    def evaluate(self, state: Match, seat: int) -> float:
        """Games won and lost, each as much as the inner game says of its end; then the position of the game, or where
        it has just begun or is over the worth of the arsenal (see `worth`).
        """
        lost = max(won for other, won in enumerate(state.wins) if other != seat)
        score = 2 * worth.WON * (state.wins[seat] - lost)
        play = state.inner
        if play.decisions and not play.over:
            return score + play.game.evaluate(play, seat)
        return score + self.worth_of(state.arsenals[seat])

    def features(self, state: Match, seat: int) -> list[int]:
        """The game, games won from the seat on, who exchanges, the seat's cards by number; then those of the play."""
        loser = self.exchanging(state)
        found = [state.number, *(state.wins[(seat + n) % self.players] for n in range(self.players))]
        found.append((loser - seat) % self.players + 1 if loser >= 0 else 0)
        out, put = (state.taken, state.put) if loser == seat else ([], [])
        found += [len(out), len(put)]
        for cards in (state.arsenals[seat], state.collections[seat]):
            found += self.counts(cards)
        play = state.inner
        return found + play.game.features(play, seat)

    def instances(self, state: Match) -> list[int]:
        """Every card of the arsenals and collections, each seat's by itself; in play the arsenal as it lies there."""
        found = []
        play = state.inner
        playing = self.exchanging(state) < 0 and not state.conceded  # that is between games
        for seat in range(self.players):
            arsenal = state.arsenals[seat]
            if playing:
                known = play.game
                arsenal = [known.cards[i].number for i in instances(play) if known.owner[i] == seat]
            found += [seat * len(self.ids) + n for n in (*arsenal, *state.collections[seat])]
        return _numbered(sorted(found))

    # ------------------------------------------------------------ what a seat can't know

    def determinize(self, state: Match, seat: int, seed: int) -> Match:
        """A clone in which all that the seat can't know is drawn anew: what the game hides, and others' exchanges.

        Of those is known how many cards the arsenal has, and what it has shown in this game. Where another seat makes
        an exchange, it begins anew.
        """
        world = state.with_chance(seed)
        loser = self.exchanging(world)
        play = world.inner
        cards = play.game.cards[:]
        for other in range(self.players):
            if other == seat:
                continue
            if other == loser:
                self._undo(world, other)
            if world.exchanges[other] - (other == loser):
                self._exchange_anew(world, other, cards, hidden(play, other), loser)
        if loser < 0:
            deal_anew(world, seat, cards)
        elif world.opts and loser != seat:
            world.opts = self.exchange_options(world, loser)
        world.fixed = state.fixed[:]
        return world

    def _undo(self, world: Match, seat: int) -> None:
        arsenal, collection = Counter(world.arsenals[seat]), Counter(world.collections[seat])
        taken, put = Counter(world.taken), Counter(world.put)
        world.arsenals[seat] = sorted((arsenal + taken - put).elements())
        world.collections[seat] = sorted((collection + put - taken).elements())
        world.taken, world.put = [], []

    def _exchange_anew(self, world: Match, seat: int, cards: list[Any], unknown: list[int], loser: int) -> None:
        """Another arsenal that a seat may have by now: with all that it has shown, and not too many changes."""
        game = world.play.game if world.play is not None else self.table
        now = Counter(world.arsenals[seat])
        unseen = Counter(cards[i].number for i in unknown)
        shown = now - unseen
        first, reserve = Counter(self.arsenals[seat]), Counter(self.collections[seat])
        size = now.total()
        came = (shown - first).total()
        of_first = list((first - shown).elements())
        of_reserve = list((reserve - (shown - first)).elements())
        most = self.changes * (world.exchanges[seat] - (seat == loser))
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
                cards[i] = game.known[self.ids[n]]

    # ------------------------------------------------------------ options

    def exchange_options(self, state: Match, seat: int) -> list[int]:
        """What the loser may change next: never more than is allowed, and so that the arsenal can be made legal."""
        size = len(state.arsenals[seat])
        taken, put = self.changes - len(state.taken), self.changes - len(state.put)  # how many more may be
        come = Counter(n for n in state.collections[seat] if n not in state.taken)
        go = Counter(n for n in state.arsenals[seat] if n not in state.put)
        coming, going = come.total(), go.total()

        def can_be_legal(size: int, in_: int, out: int) -> bool:
            return size + in_ >= self.low and size - out <= self.high

        options = [self.ready] if self.low <= size <= self.high or not (state.taken or state.put) else []
        if taken:
            may_go = (n for n in go if can_be_legal(size - 1, min(put, coming - come[n]), min(taken, going) - 1))
            options += [self.play_actions + n for n in may_go]
        if put:
            may_come = (n for n in come if can_be_legal(size + 1, min(put, coming) - 1, min(taken, going - go[n])))
            options += [self.second + n for n in may_come]
        return options

    # ------------------------------------------------------------ positions

    def position(self, data: Mapping[str, Any], seed: int = 0) -> Match:
        """A position from plain data: the number of the `game`, counted from 1, the `wins` of each seat, and either
        `play`, a position of that game, or `exchange`, the seat that has lost it.

        Raises EngineError for what it can't read.
        """
        facts = Facts(data, "position")
        facts.only("game", "wins", "play", "exchange")
        state = Match(self, seed)
        state.number = facts.number("game", 1, DRAWN * self.best_of, 1)
        if facts.has("wins"):
            state.wins = list(facts.numbers("wins", 0, self.needed))
            if len(state.wins) != self.players:
                raise EngineError(f"position.wins: should be a list of {self.players} numbers")
        push(state, SERIES, -1, -1)
        decks = [[self.definitions[n] for n in cards] for cards in state.arsenals]
        if facts.has("exchange"):
            loser = facts.number("exchange", 0, self.players - 1)
            state.play = Table(dealt(self.table, decks), seed)
            state.play.over = True
            state.stack[0][PLAYER] = loser
            state.exchanges[loser] += 1
            goto(state.stack[0], "exchange")
        else:
            self.set_up(state, decks, facts.part("play").data, seed)
            goto(state.stack[0], "play")
        return state


def _main(bundle: DeckBundle, collection: str) -> list[str]:
    """The sections of the arsenal: all but the collection. Raises EngineError where there are none."""
    found = [section for section in bundle.sections if section != collection]
    if not found:
        raise EngineError(f"{bundle.where}: the deck has only a {collection}, and no arsenal")
    return found


def _numbered(cards: list[int]) -> list[int]:
    """A number for each copy: the card's number * 1000, and how many copies came before. `cards` are sorted."""
    before: Counter[int] = Counter()
    found = []
    for card in cards:
        found.append(card * 1000 + before[card])
        before[card] += 1
    return found


# ---------------------------------------------------------------- the steps


def _begin(state: Match, frame: Frame) -> None:
    """Game Series: the next game begins."""
    game = state.game
    state.number += 1
    tell(state, "game", game=state.number)
    begin(state, dealt(game.table, [[game.definitions[n] for n in cards] for cards in state.arsenals]))
    frame[ANSWER] = -1


def _count(state: Match, frame: Frame) -> bool:
    """Game Series: who has won the game; and where that decides the series, its end."""
    game = state.game
    play = state.inner
    reached = play.game.result(play)
    winners = [seat for seat, part in enumerate(reached) if part == 1.0]
    for seat in winners:
        state.wins[seat] += 1
    wins = {"wins": state.wins[:]}
    if winners:
        tell(state, "game-won", winners[0], **wins)
    else:
        tell(state, "game-drawn", **wins)
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


def _ask_exchange(state: Match, frame: Frame) -> bool:
    """Game Series: what the loser changes next."""
    loser = frame[PLAYER]
    return ask(state, frame, loser, state.game.exchange_options(state, loser))


def _note_exchange(state: Match, frame: Frame) -> bool:
    """Game Series: it is changed, or the next game begins."""
    game = state.game
    loser = frame[PLAYER]
    option = frame[ANSWER]
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
