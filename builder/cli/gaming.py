"""A game in the terminal: seats the players, shows the table, describes what happens and asks for decisions."""

from __future__ import annotations

import re
import secrets
import sys
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from builder.cli.playing import listed
from builder.cli.saying import say
from builder.diagnostics import UsageError, near, suggestion
from builder.diagnostics.harmless import json_text
from builder.games import Card, Game
from builder.library import Catalog
from builder.packs.pack import refuse_overwriting
from builder.playing import tables
from builder.playing.layout import Part, drawn
from builder.playing.offers import ONCE, Offer, Picking, is_once_a_game, items, offers, reason
from builder.playing.session import HUMAN, Session
from builder.playing.showing import endings, placed
from builder.playing.telling import Teller, phrases_of
from builder.storage.files import write_output
from builder.terminal.areas import Area, Block, Hand, Slots
from builder.terminal.cards import card_panel, console, note_on, rules_text
from builder.terminal.tables import options_table, table
from builder.words import words_here
from builder.workspace import Workspace
from engine import saves
from engine.bots import BOTS, WORLDS, bot
from engine.core import CONCEDE, Choice
from engine.core import Game as Table
from engine.modules import ask_always
from engine.saves import Save

COMMANDS = ("?", "help", "hint", "undo", "table", "log", "save", "quit", CONCEDE)


class Stopped(Exception):  # noqa: N818 - it is no error
    """The player wants to stop."""


@dataclass
class GameWords:
    """What describes a game in a language: the translated game and cards, and the teller."""

    catalog: Catalog
    game: Game
    cards: Mapping[str, Card]
    teller: Teller


@dataclass(frozen=True)
class Decision:
    """A decision of a player: the options, the entries of the list that offers them, and the table as they see it.

    `by` is the id of the card that asks, "" where none does.
    """

    seat: int
    choices: Sequence[Choice]
    offers: Sequence[Offer]
    teller: Teller
    shown: Part
    by: str

    @cached_property
    def lying(self) -> frozenset[str]:
        """The ids of the cards that the player sees outside hands."""
        return frozenset(item["card"] for area, item in items(self.shown) if area["kind"] != "fan" and item["card"])

    @property
    def cards(self) -> Iterator[str]:
        """The ids of the cards that the options are about."""
        return (choice.card for choice in self.choices if choice.card and not choice.role)

    def number(self, option: int) -> int:
        """The number of the entry that has an option."""
        return next(n for n, one in enumerate(self.offers, 1) if any(choice.code == option for choice in one.choices))


@dataclass
class Gaming:
    """A session at a terminal. `names` are the players' names; `plain` leaves out drawings and colors."""

    session: Session
    words: GameWords
    names: Sequence[str]
    plain: bool
    save: Callable[[Path], None]
    _shown: dict[int, list[Area]] = field(default_factory=dict)
    _explained: set[tuple[int, str]] = field(default_factory=set)  # (seat, card) whose text was printed in plain lines
    _last: int | None = None
    _silent: bool = False  # whether bots play on without output; the end is still to be shown

    def play(self) -> None:
        """Play until the game is over. Raises Stopped where the player wants no more."""
        session = self.session
        alone = not session.humans
        self._silent = not session.state.options  # a loaded game that was over already
        while session.state.options:
            if not session.asks:
                session.play_bot()
                if alone:
                    self._narrate(None)
                continue
            if (unasked := session.unasked()) is not None:
                session.take(unasked, asked=False)
                continue
            seat = session.state.who
            self._hand_over(seat)
            self._narrate(seat)
            self._show(seat)
            chosen = self._decide(seat)
            if chosen is None:
                self._concede(session.state.who)
            else:
                session.take(chosen)
        self._narrate(None if len(session.humans) != 1 else session.humans[0])
        self._narrate_result()

    def _concede(self, seat: int) -> None:
        """The player gives up. Bots play on without being shown, except for how the game ends."""
        session = self.session
        session.concede(seat)
        self._narrate(seat)
        if session.left or not session.state.options:
            return
        self._say(self.words.teller.event({"event": "others-play-on"}))
        while session.state.options:
            session.play_bot()
        session.skip_news()
        self._silent = True

    def _hand_over(self, seat: int) -> None:
        """Where several people share the terminal, hide the screen before the next one looks."""
        if len(self.session.humans) > 1 and self._last not in (None, seat):
            say("", words_here("play")("decides", name=self.names[seat]))
            if not self.plain:
                self._ask(words_here("play")("hand-over"))
                console().clear()
        self._last = seat

    # What is said and shown

    def _narrate(self, seat: int | None) -> None:
        teller = self.words.teller.for_seat(seat)
        for event in self.session.news(seat):
            self._say(teller.event(event))

    def _show(self, seat: int, *, again: bool = False) -> None:
        """Show the table if it has changed; in plain lines, only what has changed."""
        teller = self.words.teller.for_seat(seat)
        found = list(placed(self._laid_out(seat), teller))
        before = [] if again else self._shown.get(seat, [])
        self._shown[seat] = found
        if self.plain:
            known = set(read_aloud(before, teller))
            self._say(*(line for line in read_aloud(found, teller) if line not in known))
            hands = (block for area in found for block in area.blocks if isinstance(block, Hand))
            self._explain_once(seat, (card for hand in hands for card, _ in hand.cards), again=again)
        elif found != before:
            terminal = console()
            terminal.print()
            terminal.print(table(found, self.words.game, terminal.width, self.words.cards))

    def _laid_out(self, seat: int) -> Part:
        """What a seat sees, as rows of areas."""
        state = self.session.state
        return drawn(state.view(seat), self.words.game, self.words.teller.for_seat(seat), self.names, state.who)

    def _explain_once(self, seat: int, cards: Iterable[str], *, again: bool = False) -> None:
        """In plain lines, print the costs and texts of cards that are seen for the first time."""
        for card in dict.fromkeys(cards):
            if card in self.words.cards and (again or (seat, card) not in self._explained):
                self._explained.add((seat, card))
                known = self.words.cards[card]
                if note := note_on(known, self.words.game):
                    self._say(words_here("play")("said-of", name=known.name, text=note))

    def _narrate_result(self) -> None:
        humans = self.session.humans
        teller = self.words.teller.for_seat(humans[0] if len(humans) == 1 else None)
        self._say(*endings(self.session.state, teller, narrated=not self._silent))

    def _say(self, *lines: str) -> None:
        """Print sentences, with names in place of symbols."""
        if self.plain:
            if lines:
                say(*(rules_text(line, self.words.game).plain for line in lines))
            return
        for line in lines:
            console().print(rules_text(line, self.words.game))

    # What is asked

    def _decide(self, seat: int) -> int | None:
        """The option that the player wants; None to concede. Raises Stopped."""
        state = self.session.state
        choices = [state.describe(option) for option in state.options]
        teller = self.words.teller.for_seat(seat)
        why = reason(state, choices, teller)
        question = Decision(seat, choices, offers(choices, teller), teller, self._laid_out(seat), why["card"])
        if why["said"]:
            self._say(f"{why['said']}.")
        self._offer(question)
        while True:
            typed = self._ask("> ")
            if typed.lower().split()[:1] == [CONCEDE]:
                return None
            chosen = self._answered(typed.strip(), question)
            if chosen is not None:
                return chosen
            if self.session.state is not state:  # something was taken back
                self._last = self.session.state.who
                self._show(self._last)
                return self._decide(self._last)

    def _offer(self, question: Decision) -> None:
        if self.plain:
            new = {one.choices[0].card for one in question.offers} - question.lying
            self._explain_once(question.seat, (card for card in question.cards if card in new))
            for number, one in enumerate(question.offers, 1):
                note = self._note(one, question, short=True)
                self._say(f"{number}. {one.said}{f' ({note})' if note else ''}")
            return
        rows = [(str(n), one.said, self._note(one, question)) for n, one in enumerate(question.offers, 1)]
        terminal = console()
        terminal.print(options_table(rows, self.words.game, terminal.width))

    def _note(self, offer: Offer, question: Decision, *, short: bool = False) -> str:
        """A note on an option: the cost of its card, if that is not on the table yet, its text, and "once a game"."""
        choice = offer.choices[0]
        card = self.words.cards.get(choice.card)
        if card is None or choice.role:
            return ""
        costs = card.id not in question.lying
        note = note_on(card, self.words.game, costs=costs, says=not short)
        once, use = is_once_a_game(choice, card, self.words.cards.get(question.by)), question.teller.use(ONCE)
        return " · ".join(filter(None, [use, note])) if once and not note.startswith(use) else note

    def _answered(self, typed: str, question: Decision) -> int | None:
        """The option that was chosen. Where another command was typed, carries it out and returns None."""
        word, _, rest = typed.partition(" ")
        if typed.isdecimal() and 1 <= int(typed[:9]) <= len(question.offers):
            return self._picked(question.offers[int(typed) - 1], question)
        if typed.startswith("?"):
            self._explain(typed[1:].strip(), question)
        elif word.lower() in COMMANDS:
            self._obey(word.lower(), rest.strip(), question)
        elif not typed:
            self._offer(question)
        else:
            return self._meant(typed, question)
        return None

    def _picked(self, offer: Offer, question: Decision) -> int | None:
        """The option of an entry. Where an entry has several options, asks which; None where the player picks none."""
        if len(offer.choices) == 1:
            return offer.choices[0].code
        words = words_here("play")
        picking = Picking(offer.choices, {item["key"]: item.get("said", "") for _, item in items(question.shown)})
        while pick := picking.question():
            look, most = pick
            self._say(words("some-of.one", one=look) if most == 1 else words("some-of.many", one=look, most=str(most)))
            typed = self._ask("> ").strip().lower()
            if not typed.isdecimal() and typed not in f"{words('yes')} {words('no')}".split() and typed:
                break
            picking.answer(int(typed[:9]) if typed.isdecimal() else words("yes").split().count(typed))
        if picking.question() or picking.chosen is None:
            self._offer(question)
            return None
        return picking.chosen.code

    def _meant(self, typed: str, question: Decision) -> int | None:
        """The option that contains the typed words, if it is the only one. Case, accents and brackets don't matter."""
        meant = _as_typed(typed)
        texts = (rules_text(question.teller.choice(choice), self.words.game) for choice in question.choices)
        named = [_as_typed(text.plain) for text in texts]
        found = [n for n, words in enumerate(named) if meant and meant in words]
        found = [n for n in found if named[n] == meant] or found
        if len(found) == 1:
            return question.choices[found[0]].code
        words = words_here("play")
        numbers = dict.fromkeys(str(question.number(question.choices[n].code)) for n in found)
        if len(numbers) == 1:
            return self._picked(question.offers[int(next(iter(numbers))) - 1], question)
        if found:
            say(words("several", typed=typed, numbers=", ".join([*numbers][:10])))
        else:
            close = near(word := typed.partition(" ")[0].lower(), COMMANDS, n=1)
            meant = words("meant", word=close[0]) if close and close[0] != word else ""
            say(words("neither", len(question.offers), typed=typed, meant=meant))
        return None

    def _obey(self, word: str, rest: str, question: Decision) -> None:
        seat = question.seat
        words = words_here("play")
        if word == "help":
            say(*words("help").splitlines())
        elif word == "hint":
            advised = self.session.hint()
            option = question.teller.choice(self.session.state.describe(advised))
            self._say(words("hint", question.number(advised), option=option))
        elif word == "undo":
            say(words("taken-back") if self.session.undo() else words("nothing-to-undo"))
        elif word == "table":
            self._show(seat, again=True)
        elif word == "log":
            teller = self.words.teller.for_seat(seat)
            state = self.session.state
            self._say(*(teller.event(state.game.event(event, seat)) for event in state.log or ()))
        elif word == "save" and not rest:
            say(words("save-where"))
        elif word == "save":
            self._save(Path(rest))
        else:
            raise Stopped

    def _save(self, path: Path) -> bool:
        try:
            self.save(path)
        except UsageError as error:
            say(f"{error}; {error.help}" if error.help else str(error))
            return False
        say(words_here("play")("saved", path=path))
        return True

    def offer_to_save(self) -> None:
        """Ask where to save a game that is not over."""
        with suppress(Stopped):
            while typed := self._ask(words_here("play")("keep")).strip():
                if self._save(Path(typed)):
                    return

    def _explain(self, about: str, question: Decision) -> None:
        """Explain an option with the texts of its cards, a card by its name, or the commands."""
        if not about:
            say(*words_here("play")("help").splitlines())
        elif about.isdecimal() and 1 <= int(about[:9]) <= len(question.offers):
            offer = question.offers[int(about) - 1]
            self._say(f"{about}. {offer.said}")
            mentioned = dict.fromkeys(word for choice in offer.choices for word in _mentioned(choice))
            for word in mentioned:
                self._describe(word)
        elif found := [card for card in self.words.cards.values() if about.lower() in card.name.lower()]:
            for card in found[:3]:
                self._describe(card.id)
        else:
            say(words_here("play")("unexplained", about=about))

    def _describe(self, word: str) -> None:
        card = self.words.cards.get(word)
        if card is None:
            symbol = self.words.game.symbols.get(word)
            if symbol is not None and symbol.description:
                self._say(words_here("play")("said-of", name=symbol.name, text=symbol.description))
        elif self.plain:
            words = words_here("play")
            text = " ".join(card.text.splitlines()) or words("no-text")
            self._say(words("said-of", name=card.name, text=text))
        else:
            console().print(card_panel(card, self.words.game, self.words.catalog.rulings(card)))

    def _ask(self, prompt: str) -> str:
        """Ask for a line of input. Raises Stopped at the end of input."""
        try:
            return input(prompt if sys.stdin.isatty() else "")
        except EOFError:
            raise Stopped from None


def read_aloud(found: Sequence[Area], teller: Teller) -> Iterator[str]:
    """The areas as plain lines, one for each thing."""
    for area in found:
        for label, words in (pair for block in area.blocks for pair in _read(block)):
            line = teller.line(label, words)
            yield teller.line(area.title, line) if area.title else line


def _read(block: Block) -> Iterator[tuple[str, str]]:
    """Names with what lies there; empty places too, with their columns where these matter."""
    if not isinstance(block, Slots):
        yield block.label, block.words
        return
    words = words_here("play")
    for label, cells in block.rows:
        places = [cell or words("empty") for cell in cells]
        if block.columns:
            places = [
                words("in-column", column=str(n), there=one) for n, one in zip(block.columns, places, strict=True)
            ]
        yield label, ", ".join(places)


def _as_typed(words: str) -> str:
    """Words as people type them: without capitals, accents, brackets and other signs."""
    plain = unicodedata.normalize("NFKD", words.casefold())
    return " ".join(re.findall(r"[^\W_]+", "".join(sign for sign in plain if not unicodedata.combining(sign))))


def _mentioned(choice: Choice) -> Iterator[str]:
    """The values of an option that may be ids of cards or symbols."""
    yield choice.card
    for value in choice.values.values():
        for one in value if isinstance(value, (list, tuple)) else [value]:
            if isinstance(one, str):
                yield one


def replay_log(save: Save, words: GameWords, *, step: bool) -> None:
    """Print a saved game: each choice, then what happened."""

    def out(line: str) -> None:
        say(rules_text(line, words.game).plain)

    done = 0
    for number, state in enumerate(save.played(log=True)):
        log = state.log or []
        for event in log[done:]:
            out(words.teller.event(state.game.event(event)))
        done = len(log)
        if number < len(save.options):
            chosen = words.teller.choice(state.describe(save.options[number]))
            option = words_here("play")("said-of", name=words.teller.name(state.who), text=chosen)
            out(f"[{number + 1}] {option}")
            if step and not _continued():
                return
    if state.result is None:
        say(words_here("play")("not-over"))
    for line in endings(state, words.teller):
        out(line)


def _continued() -> bool:
    """Whether the reader wants to go on."""
    try:
        return input("" if not sys.stdin.isatty() else words_here("play")("go-on")).strip().lower() not in ("q", "quit")
    except EOFError:
        return False


def begun(
    workspace: Workspace,
    decks: Sequence[str] | None,
    bots: str,
    think: str,
    seed: int | None,
    format_id: str,
    players: int | None,
    language: str,
    *,
    always_ask: bool,
) -> Session:
    """A new game. Raises UsageError for decks and players that don't fit together."""
    if not decks:
        raise UsageError.of("play", "no-deck")
    table = tables.seat(workspace.catalog, decks, format_id, players, language=language).table(players or 0)
    names = _seats(bots or _usual(table.players, think), table.players, think)
    with tables.in_words():
        if always_ask:
            ask_always(table, [seat for seat, name in enumerate(names) if name == HUMAN])
        return Session(table, secrets.randbits(32) if seed is None else seed, names)


def resumed(path: Path, decks: Sequence[str] | None, bots: str, think: str, *, always_ask: bool) -> Session:
    """A saved game, to go on with. Raises UsageError for what only a new game can have."""
    if decks:
        raise UsageError.of("play", "decks-and-load")
    if always_ask:
        raise UsageError.of("play", "ask-and-load")
    with tables.in_words():
        save = saves.read_file(path)
    count = save.game.players
    names = _seats(bots, count, think) if bots else _known(save.names) or _seats(_usual(count, think), count, think)
    return Session.resumed(save, names)


def _usual(players: int, think: str) -> str:
    """A person in the first seat, bots in the others; bots that think where their time is limited."""
    return HUMAN if players == 1 else f"{HUMAN},search" if think else f"{HUMAN},greedy"


def _seats(bots: str, players: int, think: str = "") -> list[str]:
    """The player in each seat: a person or the name of a bot, with how long it thinks.

    Raises UsageError for unknown names, or too many.
    """
    names = _known(f"{name}:{think}" if think and name in WORLDS else name for name in listed(bots))
    if len(names) > players:
        raise UsageError.of("play", "bots", len(names), players=words_here()("count.players", players))
    return [*names, *names[-1:] * (players - len(names))]


def _known(names: Iterable[str]) -> list[str]:
    """The names, if each is that of a bot or means a person. Raises UsageError otherwise."""
    known = [HUMAN, *BOTS]
    found = list(names)
    for name in found:
        if name.partition(":")[0] not in known:
            help_ = suggestion(name, known, "players", words_here())
            raise UsageError.of("play", "no-bot", name=name, help_=help_)
        if name != HUMAN:
            with tables.in_words():
                bot(name)
    return found


def words_for(workspace: Workspace, table: Table, lang: str) -> GameWords:
    """The words for a game in a language. Raises UsageError for a language that the game does not have."""
    catalog = workspace.catalog
    game = catalog.game(table.bundles[0].game)
    localized = catalog.localized(game, lang)
    cards = {card.id: localized.card(card) for card in catalog.cards(game)}
    pack = next((pack for pack in workspace.packs if pack.game_id == game.id), None)
    phrases = phrases_of(localized.original, pack.files if pack else {}, localized.language)
    return GameWords(catalog, localized.game, cards, Teller(phrases, localized.game, cards.values()))


def names_of(session: Session, words: GameWords) -> list[str]:
    """The names of the players: the seat, the deck where each has their own, and the bot."""
    decks = session.game.bundles
    found = []
    for seat, name in enumerate(session.names):
        only = session.humans == [seat]
        known_as = words.teller.for_seat(seat if only else None).name(seat)
        about = [decks[seat].deck] if len(decks) == session.game.players > 1 else []
        about += [] if only else [name]
        found.append(f"{known_as} ({', '.join(about)})" if about else known_as)
    return found


def write_save(session: Session, path: Path) -> None:
    """Write the game to a file. Raises UsageError where that is not possible."""
    refuse_overwriting([path])
    write_output(path, (json_text(session.saved(), indent=None) + "\n").encode())
