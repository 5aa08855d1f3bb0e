"""The endpoint of a table: a game that is played on a page.

The page has all of a game: its decks, its seed and the options that were taken. It sends them, with what is to be done
next, and gets what one seat sees. So undo, links, other devices and a restarted server work in the same way: the
options are played again. The games that were played last are cached, and only new options are played.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final

from builder.diagnostics import UsageError
from builder.documents.data import Data, mapping, sequence, text, texts, whole
from builder.library import OpenedDeck
from builder.playing.layout import drawn
from builder.playing.offers import ONCE, is_once_a_game, places_of, reason
from builder.playing.session import HUMAN, Session
from builder.playing.showing import endings
from builder.playing.tables import Seated, in_words, seat
from builder.playing.telling import Teller
from builder.web.api import shapes
from builder.web.api.endpoints import ApiRequest, Endpoint
from builder.web.api.judging import DECK, FORMAT, LANGUAGE, opened_deck
from builder.web.api.shapes import SchemaPart
from builder.words import words_here
from engine import saves, tables
from engine.core import Choice, State
from engine.core import Game as Table
from engine.passing import WISHES
from engine.saves import Save

MOST_OPTIONS: Final = 5_000  # of a game on a page
MOST_SEATS: Final = 8
MOST_TABLES: Final = 20  # that are remembered
BOTS: Final = {HUMAN: HUMAN, "greedy": "greedy", "random": "random", "search": "search:1s"}  # and how long they think

_INDEX = shapes.whole("", 0, 1_000_000_000)
_CONCEDED = shapes.several(_INDEX, "", 2, 2)
_OBJECT = shapes.by_name()
SEED = shapes.whole("What chance follows from.", 0, 2**53 - 1)


def decks_of(most: int, description: str) -> SchemaPart:
    """The part of a body that has decks."""
    return shapes.several({"anyOf": [shapes.text(most=80), DECK]}, description, 1, most)


@Endpoint(
    "POST /games/{game}/table",
    "A game that is played: what a seat sees of it, and what it may do. The whole game is sent, and what to do next.",
    parameters={"lang": LANGUAGE},
    body=shapes.body(
        "seed",
        decks=decks_of(MOST_SEATS, "Sample decks' ids or decks: one for each seat, or one for the table."),
        saved=shapes.by_name(about="A saved game, as `arsenal play --save` writes it, in place of decks."),
        format=FORMAT,
        players=shapes.whole("How many play.", 1, MOST_SEATS),
        seed=SEED,
        seats=shapes.several(
            {"enum": [*BOTS]},
            "Who plays, seat by seat: people and bots. Seats without a name are people's.",
            most=MOST_SEATS,
        ),
        options=shapes.several(_INDEX, "Those taken so far.", most=MOST_OPTIONS),
        conceded=shapes.several(_CONCEDED, "Who gave up: after how many options, and the seat.", most=MOST_SEATS),
        seen={**_INDEX, "description": "How many events the page has shown; only newer ones are answered."},
        seat={**_INDEX, "description": "Whose eyes: by default those of whoever decides, or of the only person."},
        do={
            "enum": ["look", "take", "go", "hint", "concede", "save"],
            "description": "What to do: nothing, take the option `take`, let a bot decide, ask for advice, give up, "
            "or answer the game as a file.",
        },
        take={**_INDEX, "description": "The option that is taken."},
        wish={
            "enum": [*WISHES],
            "description": "When the person wants to be asked who could answer what others do: by default when it "
            "matters, or `always`, when something is about `me`, or in their own `turn` alone.",
        },
        stops=shapes.several(
            shapes.text(most=40),
            "The steps of a turn, of those in `steps`, in which the person is asked all the same.",
            most=20,
        ),
    ),
    answer=shapes.thing(
        "",
        "",
        "person passes windows steps names reason refused hint saved left",
        options=shapes.several(shapes.whole(), "The options taken by now."),
        conceded=shapes.several(_CONCEDED),
        who=shapes.or_null(shapes.whole("The seat that decides; null once the game is over.")),
        person=shapes.flag("Whether a person decides."),
        passes=shapes.or_null(
            shapes.whole("The option by which the person passes without being asked, by their `wish`.")
        ),
        windows=shapes.flag("Whether this game asks who could answer what others do."),
        steps=shapes.several(
            shapes.several(shapes.text()), "The steps of a turn in which it does, each by its id, and in words."
        ),
        seat=shapes.whole("Whose eyes these are."),
        names=shapes.several(shapes.text(), "What the players are called."),
        table=shapes.by_name(about="What lies on the table, in lines of areas."),
        reason=shapes.by_name(about="Why somebody is asked, and the id of the card that asks."),
        choices=shapes.several(_OBJECT, "What may be done, with what it is about."),
        refused=shapes.several(
            _OBJECT, "What the seat might want to do and can't now, with what it is about, and why."
        ),
        events=shapes.several(_OBJECT, "What has happened, in sentences."),
        seen=shapes.whole("How many events there were."),
        undo=shapes.or_null(shapes.whole("How many options are left after taking one back.")),
        hint=shapes.or_null(shapes.whole("The option that a bot would take.")),
        saved=shapes.by_name(about="The game as a file, which `arsenal play --load` goes on with."),
        left=shapes.flag("Whether the seat may give up."),
        result={"type": ["array", "null"], "description": "Once it is over: what each has reached, 0 to 1."},
    ),
)
def table(request: ApiRequest) -> Data:
    """A game after a request. Raises UsageError for what can't be done, or was not offered."""
    return _Played(request).answer()


class _Played:
    """The game of a request, played up to its last option."""

    def __init__(self, request: ApiRequest) -> None:
        self._request, self._game, body = request, request.game, request.body
        begun = [self._game.id, *(body.get(name) for name in _BEGIN), request.games.version]
        self._key = json.dumps(begun, sort_keys=True)
        with in_words():
            self.session = self._remembered() or self._replayed()
            self.hint = self._done(text(body.get("do")) or "look")
        self._keep()

    def _remembered(self) -> Session | None:
        """The cached game, if the request goes on from its state."""
        found = self._request.games.tables.pop(self._key, None)
        here = isinstance(found, Session) and found.options == self._options and found.conceded == self._conceded
        return found if here else None

    def _keep(self) -> None:
        known = self._request.games.tables
        known[self._key] = self.session
        while len(known) > MOST_TABLES:
            known.pop(next(iter(known)), None)

    @property
    def _options(self) -> list[int]:
        return [whole(one) for one in sequence(self._request.body.get("options"))]

    @property
    def _conceded(self) -> list[tuple[int, int]]:
        return [(whole(at), whole(who)) for at, who in map(sequence, sequence(self._request.body.get("conceded")))]

    def _replayed(self) -> Session:
        """The game, played from its beginning."""
        body = self._request.body
        table, seed = self._begun()
        names = [BOTS[text(one)] for one in sequence(body.get("seats"))][: table.players]
        names += [HUMAN] * (table.players - len(names))
        save = Save(table, seed, tuple(self._options), tuple(names), tuple(self._conceded))
        try:
            return Session.resumed(save, names)
        except ValueError as error:
            raise UsageError.of("api", "table.options", why=str(error)) from None

    def _begun(self) -> tuple[Table, int]:
        """The table and the seed: of the decks that were sent, or of a saved game."""
        body = self._request.body
        if saved := mapping(body.get("saved")):
            read = saves.read(saved, "the file")
            if read.game.module.id != self._game.id:
                raise UsageError.of("api", "table.game", game=self._game.name)
            return read.game, read.seed
        if not body.get("decks"):
            raise UsageError.of("api", "table.decks")
        return seated_of(self._request).table(whole(body.get("players"))), whole(body["seed"])

    def _done(self, what: str) -> int | None:
        """Does what the request asks for; returns the option that a bot advises, if that was asked for."""
        session = self.session
        if what == "take":
            option = whole(self._request.body.get("take"))
            if option not in session.state.options:
                raise UsageError.of("api", "table.option", option=str(option))
            session.take(option)
        elif what == "go" and session.state.options and not session.asks:
            session.play_bot()
        elif what == "concede":
            seat = whole(self._request.body.get("seat"))
            if seat not in session.state.remaining:
                raise UsageError.of("api", "table.concede")
            session.concede(seat)
        elif what == "hint" and session.asks:
            return session.hint()
        return None

    def answer(self) -> dict[str, Data]:
        """What a seat sees of the game."""
        session, state, body = self.session, self.session.state, self._request.body
        over = not state.options
        seat = self._seat(state)
        words = self._request.localized
        phrases = self._request.games.phrases(self._game, self._request.language(self._game))
        cards = [words.card(card) for card in self._request.catalog.cards(self._game)]
        teller = Teller(phrases, words.game, cards, seat)
        names = list(_names(session, teller))
        log = state.log or []
        seen = min(whole(body.get("seen")), len(log))
        mine = not over and state.who == seat and session.asks
        choices = [state.describe(option) for option in state.options] if mine else []
        shown = drawn(state.view(seat), words.game, teller, names, None if over else state.who)
        why, rules = reason(state, choices, teller), state.innermost.game
        passed = session.passes(text(body.get("wish")), texts(body.get("stops"))) if mine else None
        return {
            "options": [*session.options],
            "conceded": [[*one] for one in session.conceded],
            "who": None if over else state.who,
            "passes": passed.option if passed else None,
            "windows": bool(rules.windows),
            "steps": [[step, teller.word(step)] for step in rules.steps],
            "person": session.asks,
            "seat": seat,
            "names": [*names],
            "table": shown,
            "reason": {**why},
            "choices": [_choice(state, choice, shown, teller, text(why.get("card"))) for choice in choices],
            "refused": [*_refused(state, seat, teller)] if mine else [],
            "events": [{"said": teller.event(state.game.event(one, seat)), **_about(state.game, one, seat)}
                       for one in log[seen:]],
            "seen": len(log),
            "undo": session.back_to(seat),
            "hint": self.hint,
            "left": seat in state.remaining,
            "result": None if state.result is None else [*state.result],
            "ending": [*endings(state, teller)],
            **({"saved": session.saved()} if body.get("do") == "save" else {}),
        }  # fmt: skip

    def _seat(self, state: State) -> int:
        """The seat whose view is shown: the one asked for, or that of the person who decides, or of the only person."""
        players, humans = self.session.game.players, self.session.humans
        if "seat" in self._request.body:
            return min(whole(self._request.body["seat"]), players - 1)
        if self.session.asks:
            return state.who
        return humans[0] if humans else 0


def seated_of(request: ApiRequest) -> Seated:
    """The decks that were sent, as the engine reads them. Raises FindingsError for an illegal one."""
    game, body = request.game, request.body
    decks: list[str | OpenedDeck] = []
    for number, one in enumerate(sequence(body["decks"]), 1):
        if isinstance(one, str):
            decks.append(request.games.sample_deck(game, one, request.language(game)))
        else:
            decks.append(opened_deck(request, mapping(one), f"deck {number}"))
    players = whole(body.get("players")) or None
    found = seat(request.catalog, decks, text(body.get("format")), players, request.games.day)
    if found.game_id != game.id:
        raise UsageError.of("api", "table.game", game=game.name)
    return found


_BEGIN: Final = ("decks", "saved", "format", "players", "seed", "seats")  # what a game begins from


def _names(session: Session, teller: Teller) -> Iterator[str]:
    """The players' names: a seat, and its deck if each has their own."""
    decks = session.game.bundles
    for number in range(session.game.players):
        name = teller.name(number)
        yield f"{name} · {decks[number].deck}" if len(decks) == session.game.players > 1 else name


def _choice(state: State, choice: Choice, shown: Mapping[str, Any], teller: Teller, asking: str) -> dict[str, Data]:
    """An option for a page. If its module does not say which places it is about, these are those of its card, unless
    that is the card that asks.
    """
    return {
        "option": choice.code,
        "said": teller.choice(choice),
        "at": [*(choice.at or (() if choice.card == asking else places_of(choice.card, shown)))],
        "card": choice.card,
        "role": choice.role,
        "together": choice.together,
        "once": teller.use(ONCE) if is_once_a_game(choice, teller.card(choice.card), teller.card(asking)) else "",
        "final": not tables.undoable(state, choice.code),
    }


def _refused(state: State, seat: int, teller: Teller) -> Iterator[dict[str, Data]]:
    """What a seat can't do now, and why, in words."""
    state, say = state.innermost, words_here("play")
    for one in state.game.refused(state, seat):
        why = say(f"refused.{one.why}", lacks=teller.labelled("", one.lacks)[1])
        yield {"said": teller.choice(one.choice), "at": [*one.choice.at], "card": one.choice.card, "why": why}


def _about(game: Table, event: tuple[str, int, int, Any], seat: int) -> dict[str, Data]:
    """The card that an event is about, by its key and its id, where the seat sees it; and its name."""
    data = game.event(event, seat)
    found: dict[str, Data] = {"event": event[0]}
    if isinstance(data.get("card"), str):
        found |= {"card": data["card"], "key": tables.key(event[2])}
    return found
