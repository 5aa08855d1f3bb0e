"""Finds what the user's words name: games, cards, decks.

A deck is named by a sample deck's id, a file or standard input; cards by a deck, a game and a query.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from builder.diagnostics import (
    Diagnostic,
    FindingsError,
    Span,
    UsageError,
    bounded_comparisons,
    has_errors,
    near,
    some_of,
    suggested,
    suggestion,
)
from builder.diagnostics.findings import Findings
from builder.documents.data import Data, mapping
from builder.games import Card, Expansion, Format, Game, Ruling
from builder.library.game import CardsIn, LoadedGame
from builder.library.names import Names, beginning, likely, refused, unknown
from builder.library.remembering import remembered
from builder.storage.files import MAX_FILE_BYTES, is_file, is_folder, is_pipe
from builder.words import words_here

if TYPE_CHECKING:  # a search reads no decks and judges none
    from builder.decks import CardIndex, Deck
    from builder.documents.document import Document
    from builder.legality import Judge, Verdict
    from builder.translations.localized import Localized

STANDARD_INPUT = "-"
MOST_NAMED = 24  # how many games' names (in one language each) stay in memory

_DECK_FILE = re.compile(r"(?m)^(cards|sections|game)\s*:")
_FILE_ENDINGS = (".yaml", ".yml", ".txt", ".dek", ".dec", ".deck", ".cod", ".o8d")


@dataclass
class OpenedDeck:
    """A deck that the user named: `label` is their name for it, `problems` is what is wrong with its list.

    `document` is the deck file that it was read from, if it was.
    """

    label: str
    deck: Deck
    problems: list[Diagnostic] = field(default_factory=list)
    document: Document | None = field(default=None, compare=False, repr=False)  # equal decks may be in two files

    def check_section(self, section: str) -> None:
        """Raises UsageError for a section that the deck does not have; "" is none."""
        if section and section not in self.deck.sections:
            help_ = words_here()("known", what=words_here()("known.sections"), names=some_of(list(self.deck.sections)))
            raise refused("no-section", help_, name=self.label, section=section)

    def span(self, section: str, card_id: str) -> Span | None:
        """Where the deck file names a card; None where there is no such file."""
        if self.document is None:
            return None
        path = ("sections", section, card_id) if "sections" in mapping(self.document.data) else ("cards", card_id)
        return self.document.key_span(path)


@dataclass(frozen=True, slots=True)
class Judgement:
    """A judged deck, its format and the verdict."""

    deck: OpenedDeck
    format: Format
    verdict: Verdict


class Catalog:
    """Games by their ids. `today` is the default day for formats."""

    def __init__(self, games: Iterable[LoadedGame], today: date | None = None) -> None:
        self._loaded = {loaded.id: loaded for loaded in sorted(games, key=lambda loaded: loaded.id)}
        self.today = today or date.today()
        self._named: dict[tuple[str, str], tuple[dict[str, list[Card]], Names]] = {}

    @property
    def game_ids(self) -> tuple[str, ...]:
        """The games' ids, in alphabetical order."""
        return tuple(self._loaded)

    @property
    def games(self) -> list[Game]:
        """The games, in the order of their ids."""
        return [loaded.game for loaded in self._loaded.values()]

    def loaded(self, game_id: str) -> LoadedGame:
        """A game with its cards and all else, by its id or its pack's folder. Raises UsageError with near matches."""
        if found := self._loaded.get(game_id) or self._game_in(game_id):
            return found
        raise unknown("game", game_id, self._loaded)

    def game(self, game_id: str) -> Game:
        """The game of that id, or of the pack in that folder. Raises UsageError with near matches."""
        return self.loaded(game_id).game

    def _game_in(self, name: str) -> LoadedGame | None:
        """The game of the pack in that folder; None where there is no pack.

        Raises UsageError where the pack is not one of those that are open.
        """
        if not is_folder(name) or not is_file(Path(name) / "game.yaml"):
            return None
        root = Path(name).resolve()
        found = next((loaded for loaded in self._loaded.values() if loaded.game.root.resolve() == root), None)
        if found is None:
            raise UsageError.of("library", "not-open", name=name)
        return found

    def index(self, game_id: str) -> CardIndex:
        """A game's cards, to be found by id, former id and name."""
        return self.loaded(game_id).index

    def cards(self, game: Game, where: str = "") -> list[Card]:
        """The game's cards that match a query, by sets and numbers. Raises QueryError for a bad query."""
        return self.search(where, game.id) if where.strip() else list(self.loaded(game.id).cards)

    def search(
        self, text: str, game_id: str = "", sort: str = "", limit: int | None = None, language: str = ""
    ) -> list[Card]:
        """The cards that a query matches, of one game or of all. Raises QueryError for a bad query.

        With a `language`, the cards' words in that language are searched, in the games that have it. Raises UsageError
        where none has.
        """
        return self.page(text, game_id, sort, limit, language=language)[1]

    def page(
        self,
        text: str,
        game_id: str = "",
        sort: str = "",
        limit: int | None = None,
        offset: int = 0,
        *,
        language: str = "",
    ) -> tuple[int, list[Card]]:
        """How many cards a query matches, and those from `offset` on, at most `limit`. Raises as `search` does."""
        games = [self.loaded(game_id)] if game_id else list(self._loaded.values())
        if len(games) == 1 and not (text.strip() or sort or language):
            cards = games[0].cards
            return len(cards), list(cards[offset : None if limit is None else offset + limit])
        from builder.library.search import find

        asked: Sequence[LoadedGame | CardsIn] = games
        if language:
            asked = [loaded.cards_in(language) for loaded in games if language in loaded.languages]
            if not asked:
                known = dict.fromkeys(name for loaded in games for name in loaded.languages)
                raise unknown("language", language, known)
        total, found = find([one.searched for one in asked], text, sort, limit, offset)
        places: dict[int, list[int]] = {}
        for which, place in found:
            places.setdefault(which, []).append(place)
        cards_of = {which: asked[which].at(listed) for which, listed in places.items()}
        return total, [cards_of[which][place] for which, place in found if place in cards_of[which]]

    def card(self, words: str, game_id: str = "") -> Card:
        """The card of that id or name. Raises UsageError with near matches, or naming the games that have one."""
        games = [self.loaded(game_id)] if game_id else list(self._loaded.values())
        found = [loaded.index.cards[card_id] for loaded in games for card_id in loaded.index.find(words)]
        if not found:
            raise refused("no-card", self._meant(words, games), name=words)
        if len(found) > 1:
            say = words_here("library")
            listed = ", ".join(say("of", card=card.id, game=card.game_id) for card in found[:5])
            raise refused("several-cards", name=words, cards=listed)
        return found[0]

    def _meant(self, words: str, games: Iterable[LoadedGame]) -> str:
        """Help for words that name no card: cards whose names begin with them, or cards that were probably meant."""
        ids = {name: card_id for loaded in games for card_id, name in loaded.index.names.items()}
        begun = beginning(words, ids)
        if len(begun) > 1:
            return words_here("library")("begun", names=some_of([_named(name, ids) for name in begun]))
        meant = [_named(name, ids) for name in begun or likely(words, ids)]
        say = words_here("library")
        return say("suggested", names=say.listing(meant, "or")) if meant else say("no-card.help")

    def meant(self, text: str, game_id: str = "", language: str = "") -> list[Card]:
        """For a query that finds nothing: up to three cards with names like its words, which match the rest of it.

        None if the query has no words outside fields, or is more than a list of terms. Raises as `search` does.
        """
        from builder.query.language import parse, split_words

        split = split_words(parse(text))
        if split is None:
            return []
        words, rest = split

        def read() -> tuple[dict[str, list[Card]], Names]:
            cards: dict[str, list[Card]] = {}
            for card in self.search(rest, game_id, language=language):
                cards.setdefault(card.name, []).append(card)
            return cards, Names(cards)

        of_all = not rest.strip()
        cards, names = remembered(self._named, (game_id, language), MOST_NAMED, read) if of_all else read()
        return [card for name in names.likely(words) for card in cards[name]][:3]

    def rulings(self, card: Card) -> list[Ruling]:
        """The rulings that are about a card."""
        return [ruling for ruling in self.loaded(card.game_id).rulings if card.id in ruling.cards]

    def sample_decks(self, game_id: str) -> list[str]:
        """The ids of a game's sample decks."""
        return list(self.loaded(game_id).sample_decks)

    def formats(self, game_id: str, language: str = "") -> Mapping[str, Mapping[str, Data]]:
        """A game's formats as written, by id, the default one first; in a language, if the game has it."""
        return self.loaded(game_id).formats(language)

    def format(self, deck: Deck, wanted: str = "", on: date | None = None, language: str = "") -> Format:
        """The format that judges a deck on a day: `wanted`, or the deck's own, or the game's default.

        Its words are in the language, if the game has it. Raises UsageError for an unknown format.
        """
        return self.loaded(deck.game).format(wanted or deck.format, on or self.today, language)

    def judge_of(self, deck: Deck, wanted: str = "", on: date | None = None, language: str = "") -> Judge:
        """The judge of a deck by the format that `format` gives, made once for all decks of a format and a day.

        Raises as `format` does.
        """
        return self.loaded(deck.game).judge(wanted or deck.format, on or self.today, language)

    def check_language(self, game_ids: Iterable[str], language: str) -> None:
        """Raises UsageError for a language that neither verdicts nor any of these games have."""
        from builder.words import languages

        if not language or language in languages():
            return
        known = [*languages(), *(name for game_id in game_ids for name in self.loaded(game_id).languages)]
        if language not in known:
            raise unknown("language", language, known)

    def languages(self, game: Game) -> list[str]:
        """The languages of a game's words: its own, then those of its translations."""
        return [*self.loaded(game.id).languages]

    def localized(self, game: Game, language: str = "") -> Localized:
        """The game in a language, or in its own. Raises UsageError for one that it does not have, with near ones."""
        return self.loaded(game.id).localized(language)

    def open_deck(
        self, name: str, game_id: str = "", format_id: str = "", *, accept: bool = False, language: str = ""
    ) -> OpenedDeck:
        """The deck that an argument names: a sample deck's id, a file, or "-" for standard input.

        A sample deck has its words in the language, if its game has it. With `accept`, a misspelt name on a list is
        accepted if it is near to only one card's.

        Raises FindingsError where a file holds no deck, UsageError where there is no deck of that name.
        """
        if game_id:
            game_id = self.game(game_id).id
        from builder.documents.reading import decode, read_text

        path = Path(name)
        if name == STANDARD_INPUT:
            text, problems = decode(sys.stdin.buffer.read(MAX_FILE_BYTES + 1), "standard input")
            return self._parsed(text, problems, "standard input", "", game_id, format_id, accept=accept)
        if name.endswith(_FILE_ENDINGS) or is_file(path) or is_pipe(path):
            text, problems = read_text(path)
            return self._parsed(text, problems, name, path.stem, game_id, format_id, accept=accept)
        return self._sample(name, game_id, language)

    def parse_deck(self, text: str, label: str = "list", game_id: str = "", format_id: str = "") -> OpenedDeck:
        """The deck that a text holds: a deck file's YAML, or a list.

        Raises FindingsError where it holds none, UsageError for an unknown game.
        """
        if game_id and game_id not in self._loaded:
            raise unknown("game", game_id, self._loaded)
        return self._parsed(text, [], label, "", game_id, format_id)

    def game_or_deck(
        self, what: str | OpenedDeck | Game, format_id: str = "", *, accept: bool = False, language: str = ""
    ) -> Game | OpenedDeck:
        """The deck or the game of that name; a deck or game is returned as it is.

        Raises as `game` and `open_deck` do.
        """
        if isinstance(what, OpenedDeck):
            return what
        if isinstance(what, Game):
            return self.game(what.id)
        is_game = what in self._loaded and not is_file(what)
        found = self._loaded[what] if is_game else self._game_in(what)
        if found:
            return found.game
        return self.open_deck(what, format_id=format_id, accept=accept, language=language)

    def overview(self, language: str = "") -> list[dict[str, Data]]:
        """The games as `arsenal games --output json` lists them: what each has, by ids.

        A game has its name in the language, where it has that.
        """
        return [
            {
                "id": game.id,
                "name": self.loaded(game.id).words(language).game.name,
                **{key: game.definition[key] for key in ("age", "playing-time") if key in game.definition},
                "cards": self._loaded[game.id].count,
                **({"expansions": [_data_of(one) for one in game.expansions.values()]} if game.expansions else {}),
                "formats": list(self.formats(game.id)),
                **self._who_can_play(game.id),
                "decks": self.sample_decks(game.id),
            }
            for game in self.games
        ]

    def _who_can_play(self, game_id: str) -> dict[str, Data]:
        """`players`: how many can play, by format, for the formats that say so; nothing where none does."""
        loaded = self._loaded[game_id]
        found = {name: loaded.format(name, self.today).can_play for name in loaded.formats()}
        players = {name: can_play.to_json() for name, can_play in found.items() if not can_play.anybody}
        return {"players": players} if players else {}

    def verdicts(
        self,
        names: Iterable[str],
        *,
        game_id: str = "",
        format_id: str = "",
        on: date | None = None,
        players: int | None = None,
        previous: str = "",
        lost: bool | None = None,
        language: str = "",
    ) -> list[Judgement]:
        """Verdicts on the decks of these names, each by the named format, its own or its game's default.

        A game's id or its pack's folder names all its sample decks. `previous` names the deck in the game before,
        which the player `lost` or not. Raises as `open_deck` and `check_language` do.
        """
        self.check_language(self._loaded, language)
        before = self.open_deck(previous, game_id) if previous else None
        found = []
        for deck in [deck for name in names for deck in self.decks_of(name)]:
            opened = self.open_deck(deck, game_id, format_id, language=language)
            judge = self.judge_of(opened.deck, format_id, on, language)
            found.append(Judgement(opened, judge.format, self.verdict(opened, judge, before, players, lost)))
        return found

    def decks_of(self, name: str) -> list[str]:
        """The decks of that name: the sample decks of a game or pack, or otherwise only the name itself."""
        game = self.game_called(name)
        if game is None:
            return [name]
        if decks := self.sample_decks(game.id):
            return [f"{game.id}/{deck}" for deck in decks]
        raise refused("no-decks", game=game.name)

    def game_called(self, name: str) -> Game | None:
        """The game of that folder or id; None where neither is one, or a file or a sample deck has that name."""
        if found := self._game_in(name):
            return found.game
        if name not in self._loaded or is_file(Path(name)):
            return None
        is_deck = any(name in loaded.sample_decks for loaded in self._loaded.values())
        return None if is_deck else self._loaded[name].game

    def deck_cards(self, opened: OpenedDeck) -> list[tuple[Card, int]]:
        """The deck's cards with their copies over all sections, in its order. Raises FindingsError for unknown ones."""
        index = self.index(self.game(opened.deck.game).id)
        counts: dict[str, int] = {}
        not_there: list[tuple[str, Span | None]] = []
        for section, cards in opened.deck.sections.items():
            for card_id, copies in cards.items():
                if (current := index.current(card_id)) is None:
                    not_there.append((card_id, opened.span(section, card_id)))
                else:
                    counts[current] = counts.get(current, 0) + copies
        problems = [d for d in opened.problems if d.severity == "error"]
        if not_there or problems:
            found = Findings()
            found.add(problems)
            with bounded_comparisons():
                found.add(
                    Diagnostic.of(
                        "unknown-card", "library", "names", at, deck=opened.label, name=i, help_=index.meant(i)
                    )
                    for i, at in not_there
                )
            raise FindingsError(found.listed())
        return [(index.cards[card_id], copies) for card_id, copies in counts.items()]

    def verdict(
        self,
        opened: OpenedDeck,
        judge: Judge,
        previous: OpenedDeck | None = None,
        players: int | None = None,
        lost: bool | None = None,
    ) -> Verdict:
        """The verdict on the deck. Lines of its list that could not be read are violations; other problems are notes.

        `players` and `lost` overrule what the deck says.
        """
        from builder.legality.judge import verdict_on

        found = verdict_on(judge, opened.deck, previous.deck if previous else None, players, lost)
        if not opened.problems:
            return found
        from builder.legality import Violation

        say = words_here("library")

        def shown(problem: Diagnostic) -> str:
            where = problem.span
            return say("line", line=str(where.line), message=problem.message) if where else problem.message

        unread = tuple(
            Violation(d.code, shown(d), help=d.help, values=d.values) for d in opened.problems if d.severity == "error"
        )
        notes = tuple(shown(problem) for problem in opened.problems if problem.severity != "error")
        witness = found.witness if not unread else None
        return replace(found, violations=(*unread, *found.violations), notes=(*notes, *found.notes), witness=witness)

    def _parsed(
        self,
        text: str,
        problems: Sequence[Diagnostic],
        shown: str,
        stem: str,
        game_id: str,
        format_id: str,
        *,
        accept: bool = False,
    ) -> OpenedDeck:
        from builder.decks.lists import UNNAMED, parse_text
        from builder.documents.reading import parse

        if problems:
            raise FindingsError(problems)
        of_others = text[:200].lstrip("\ufeff \t\r\n").startswith(("<", "{"))
        if shown.endswith((".yaml", ".yml")) or (not of_others and _DECK_FILE.search(text[:20_000])):
            document = parse(text, shown)
            return OpenedDeck(shown, self._from_document(document), document=document)
        indexes = {g: self.index(g) for g in ([game_id] if game_id else self._loaded)}
        deck, found = parse_text(
            text, indexes, path=shown, game=game_id, format=format_id, sections=self._sections, accept=accept
        )
        if deck and deck.name == UNNAMED and stem:
            deck = replace(deck, name=stem)
        if deck is None or (not deck.sections and not has_errors(found)):
            raise FindingsError(found or [Diagnostic.of("empty-file", "library", "no-lines", Span(shown), path=shown)])
        return OpenedDeck(shown, deck, found)

    def deck_of(self, data: Mapping[str, Data], label: str = "deck") -> OpenedDeck:
        """The deck in the data of a deck file, which the schema of deck files has checked.

        Raises FindingsError for an unknown game or format.
        """
        from builder.documents.document import Document

        return OpenedDeck(label, self._known(Document(label, data=data)))

    def _from_document(self, document: Document) -> Deck:
        from builder.schema import bundled_schema

        if document.data is None and not document.diagnostics:
            raise FindingsError([Diagnostic.of("empty-file", "library", "empty-deck", document.span())])
        found = document.diagnostics or bundled_schema("deck").diagnostics(document)
        if found:
            raise FindingsError(found)
        return self._known(document)

    def _known(self, document: Document) -> Deck:
        """The deck of a document of the right shape. Raises FindingsError for an unknown game or format."""
        from builder.decks import Deck

        say = words_here("library")
        deck = Deck.from_document(mapping(document.data))
        if deck.game not in self._loaded:
            message, help_ = say("no-game", name=deck.game), suggestion(deck.game, self._loaded, "games", say)
            raise FindingsError([Diagnostic("unknown-game", message, document.span(("game",)), help_)])
        if deck.format and deck.format not in self.formats(deck.game):
            help_ = suggestion(deck.format, self.formats(deck.game), "formats", say)
            message = say("no-format-here", name=deck.format)
            raise FindingsError([Diagnostic("unknown-format", message, document.span(("format",)), help_)])
        return deck

    def _sections(self, game_id: str, format_id: str) -> dict[str, str]:
        from builder.decks.lists import ANY_FORMAT

        loaded = self._loaded[game_id]
        formats = loaded.formats()
        if format_id == ANY_FORMAT:
            found: dict[str, str] = {}
            composed = [loaded.format(name, self.today).sections for name in formats]
            for sections in sorted(composed[1:], key=len):  # after the default one, which is first
                found = {**sections, **found}
            return {**composed[0], **found} if composed else {}
        name = format_id if format_id in formats else next(iter(formats), "")
        return dict(loaded.format(name, self.today).sections) if name else {}

    def _sample(self, name: str, game_id: str, language: str) -> OpenedDeck:
        wanted_game, _, deck_id = name.rpartition("/")
        known = [(game, d) for game, loaded in self._loaded.items() for d in loaded.sample_decks]
        here = [(game, d) for game, d in known if game_id in ("", game)]
        found = [(game, d) for game, d in here if d == deck_id and wanted_game in ("", game)]
        if not found:
            raise self._no_deck(name, game_id, known, here)
        if len(found) > 1:
            listed = words_here().listing([f"{game}/{d}" for game, d in found], "or")
            raise refused("several-decks", name=name, names=listed)
        [(game, _)] = found
        return OpenedDeck(deck_id, self._loaded[game].sample_deck(deck_id, language))

    def _no_deck(
        self, name: str, game_id: str, known: Sequence[tuple[str, str]], here: Sequence[tuple[str, str]]
    ) -> UsageError:
        """The error that no deck has this name, with near names; `here` are the decks of the named game."""
        if game := self.game_called(name):
            decks = suggestion("", self.sample_decks(game.id), "decks", words_here())
            return refused("is-game" if name == game.id else "is-pack", name=name, game=game.name, decks=decks)
        root = Path(name).resolve() if is_folder(name) else None
        for one in self.games:
            for pack_id, pack in one.expansions.items():
                if name == pack_id or root == pack.root.resolve():
                    return refused("is-expansion", name=name, game=one.id, pack=pack_id)
        if root:
            return refused("is-folder", name=name)
        wanted_game, _, deck_id = name.rpartition("/")
        elsewhere = [game for game, d in known if d == deck_id]
        if game_id and not wanted_game and elsewhere:
            games = words_here().listing(elsewhere)
            return refused("elsewhere", name=deck_id, games=games, game=game_id, first=elsewhere[0])
        say = words_here("library")
        there = [d for _, d in here]
        own = [d for game, d in here if not self._loaded[game].game.bundled] or there
        helps = [suggested(name, ids, "sample-decks", say) for ids in (own, there)]
        meant, help_ = next((one for one in helps if one[0]), helps[0])
        near_by = [] if meant else near(name, self._loaded, n=1)
        return refused("no-deck", f"{say('meant-game', game=near_by[0])} {help_}" if near_by else help_, name=name)


def _named(name: str, ids: Mapping[str, str]) -> str:
    return f"{words_here()('quoted', word=name)} ({ids[name]})"


def _data_of(expansion: Expansion) -> dict[str, Data]:
    data = {"id": expansion.id, "name": expansion.name, "version": expansion.version}
    return {key: words for key, words in data.items() if words}
