"""The shelf: what the names that a user types stand for, taken from the card database and from deck files.

A deck is named by a sample deck's id, a file or standard input; cards by a deck, a game and a query.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cached_property
from pathlib import Path
from typing import Any

from sqlmodel import Session, col, select

from builder import legality
from builder.database import search
from builder.database.tables import Card, Deck, DeckEntry, Game, Ruling
from builder.database.tables import Format as FormatRow
from builder.decks import CardIndex, DeckList, parse_text
from builder.diagnostics import Diagnostic, FindingsError, UsageError, has_errors, near, suggestion
from builder.documents.document import Document
from builder.documents.reading import decode, parse, read_text
from builder.legality import Format, Judge, Verdict, Violation
from builder.naming import fold
from builder.schema import bundled_schema
from builder.storage.files import MAX_FILE_BYTES

STANDARD_INPUT = "-"

_DECK_FILE = re.compile(r"(?m)^(cards|sections|game)\s*:")
_FILE_ENDINGS = (".yaml", ".yml", ".txt", ".dek", ".dec", ".deck")


@dataclass
class OpenedDeck:
    """A deck as the user named it: `label` is what they call it, `problems` are lines of its list that say nothing."""

    label: str
    deck: DeckList
    problems: list[Diagnostic] = field(default_factory=list)


@dataclass
class Shelf:
    """The games of an open database. `today` is the day as of which formats are read where none is given."""

    reading: Session
    today: date = field(default_factory=date.today)
    _indexes: dict[str, CardIndex] = field(default_factory=dict, init=False)

    @cached_property
    def games(self) -> dict[str, Game]:
        """The games by id."""
        return {game.id: game for game in self.reading.exec(select(Game).order_by(col(Game.id)))}

    def index(self, game_id: str) -> CardIndex:
        """A game's cards, to be found by id, former id and name; made once."""
        if game_id not in self._indexes:
            self._indexes[game_id] = CardIndex(self.cards(self.game(game_id)))
        return self._indexes[game_id]

    def game(self, game_id: str) -> Game:
        """The game of that id. Raises UsageError with near matches."""
        if game_id not in self.games:
            raise UsageError(f'there is no game "{game_id}"', suggestion(game_id, self.games, "games"))
        return self.games[game_id]

    def cards(self, game: Game, where: str = "") -> list[Card]:
        """The game's cards that match a query, by sets and numbers. Raises FindingsError for a bad query."""
        return list(search.search(self.reading, game, where))

    def card(self, words: str, game_id: str = "") -> tuple[Card, Game]:
        """The card of that id or name. Raises UsageError with near matches, or naming the games that have one."""
        games = [self.game(game_id)] if game_id else list(self.games.values())
        found = [(card_id, game) for game in games for card_id in self.index(game.id).find(words)]
        if not found:
            names = {label: g for g in games for label in self.index(g.id).names.values()}
            meant = " or ".join(f'"{m}"' for m in _likely(words, names))
            raise UsageError(
                f'there is no card "{words}"',
                f"did you mean {meant}?" if meant else "`arsenal search WORDS` looks for cards",
            )
        if len(found) > 1:
            listed = ", ".join(f"{card_id} of {game.id}" for card_id, game in found[:5])
            raise UsageError(f'several cards are called "{words}": {listed}', "name the id, and the game with -g")
        card_id, game = found[0]
        return self.reading.exec(select(Card).where(Card.game_id == game.id, Card.id == card_id)).one(), game

    def rulings(self, card: Card) -> list[Ruling]:
        """The rulings that are about a card."""
        rows = self.reading.exec(select(Ruling).where(Ruling.game_id == card.game_id).order_by(col(Ruling.position)))
        return [ruling for ruling in rows if card.id in ruling.cards]

    def sample_decks(self, game_id: str) -> list[Deck]:
        """A game's sample decks."""
        return list(self.reading.exec(select(Deck).where(Deck.game_id == game_id).order_by(col(Deck.id))))

    def formats(self, game_id: str) -> dict[str, FormatRow]:
        """A game's formats by id, the default one first."""
        rows = list(
            self.reading.exec(select(FormatRow).where(FormatRow.game_id == game_id).order_by(col(FormatRow.id)))
        )
        default = self.games[game_id].definition.get("default-format")
        return {row.id: row for row in sorted(rows, key=lambda row: row.id != default)}

    def format(self, deck: DeckList, wanted: str = "", on: date | None = None) -> Format:
        """The format that judges a deck: the one wanted, the deck's own, or the game's default, as of a day."""
        rows = self.formats(deck.game)
        name = wanted or deck.format or next(iter(rows), "")
        if name not in rows:
            said = f'there is no format "{name}" in {deck.game}' if name else f"{deck.game} has no formats"
            raise UsageError(said, suggestion(name, rows, "formats"))
        return legality.compose(name, {row.id: row.definition for row in rows.values()}, on or self.today)

    def judge(self, game_id: str, by: Format) -> Judge:
        """A judge of a game's decks by a format."""
        game = self.game(game_id)
        return Judge(self.index(game_id), by, lambda where: search.matching_ids(self.reading, game, where))

    def open_deck(self, name: str, game_id: str = "", format_id: str = "") -> OpenedDeck:
        """The deck that an argument names: a sample deck's id, a file, or "-" for standard input.

        Raises FindingsError where a file holds no deck, UsageError where nothing of that name is there.
        """
        if game_id:
            self.game(game_id)
        path = Path(name)
        if name == STANDARD_INPUT:
            text, problems = decode(sys.stdin.buffer.read(MAX_FILE_BYTES + 1), "standard input")
            return self._parsed(text, problems, "standard input", "", game_id, format_id)
        if name.endswith(_FILE_ENDINGS) or path.is_file() or path.is_fifo():
            text, problems = read_text(path)
            return self._parsed(text, problems, name, path.stem, game_id, format_id)
        return self._sample(name, game_id)

    def names_game(self, name: str) -> bool:
        """Whether an argument that may be a deck or a game means a game."""
        return name in self.games and not Path(name).is_file()

    def deck_cards(self, opened: OpenedDeck) -> list[tuple[Card, int]]:
        """The deck's cards with their copies over all sections, in its order. Raises FindingsError for unknown ones."""
        game, index = self.game(opened.deck.game), self.index(opened.deck.game)
        counts: dict[str, int] = {}
        unknown = [d for d in opened.problems if d.severity == "error"]
        for cards in opened.deck.sections.values():
            for card_id, copies in cards.items():
                current = index.current(card_id)
                if current is None:
                    unknown.append(
                        Diagnostic(
                            "unknown-card",
                            f'{opened.label} names "{card_id}", and there is no such card',
                            None,
                            index.meant(card_id),
                        )
                    )
                else:
                    counts[current] = counts.get(current, 0) + copies
        if unknown:
            raise FindingsError(unknown)
        by_id = {card.id: card for card in self.cards(game)}
        return [(by_id[card_id], copies) for card_id, copies in counts.items()]

    def verdict(
        self, opened: OpenedDeck, judge: Judge, previous: OpenedDeck | None = None, players: int | None = None
    ) -> Verdict:
        """What the judge says of a deck; lines of its list that could not be read count against it.

        `players` overrules the number that the deck says it is for.
        """
        deck = opened.deck
        found = judge.judge(
            deck.sections,
            players=players or deck.players,
            dice=deck.dice,
            previous=previous.deck.sections if previous else None,
            witness=True,
        )
        unread = tuple(
            Violation(d.code, f"line {d.span.line}: {d.message}" if d.span else d.message, help=d.help)
            for d in opened.problems
            if d.severity == "error"
        )
        witness = found.witness if not unread else None
        return replace(found, violations=(*unread, *found.violations), witness=witness)

    def _parsed(
        self, text: str, problems: Sequence[Diagnostic], shown: str, stem: str, game_id: str, format_id: str
    ) -> OpenedDeck:
        if problems:
            raise FindingsError(problems)
        if shown.endswith((".yaml", ".yml")) or _DECK_FILE.search(text[:20_000]):
            return OpenedDeck(shown, self._from_document(parse(text, shown)))
        indexes = {g: self.index(g) for g in ([game_id] if game_id else self.games)}
        deck, found = parse_text(
            text, indexes, path=shown, name=stem, game=game_id, format=format_id, sections=self._sections
        )
        if deck is None or (not deck.sections and not has_errors(found)):
            raise FindingsError(
                found
                or [
                    Diagnostic(
                        "empty-file",
                        f"{shown} holds no cards",
                        None,
                        "a line is a number and a card's name: 2 Card Name",
                    )
                ]
            )
        return OpenedDeck(shown, deck, found)

    def _from_document(self, document: Document) -> DeckList:
        found = document.diagnostics or bundled_schema("deck").diagnostics(document)
        if document.data is None and not found:
            found = [
                Diagnostic(
                    "empty-file",
                    "this file is empty",
                    document.span(),
                    "write the deck's name, game and cards",
                )
            ]
        if found:
            raise FindingsError(found)
        deck = DeckList.from_document(document.data)
        if deck.game not in self.games:
            raise FindingsError(
                [
                    Diagnostic(
                        "unknown-game",
                        f'there is no game "{deck.game}"',
                        document.span(("game",)),
                        suggestion(deck.game, self.games, "games"),
                    )
                ]
            )
        if deck.format and deck.format not in self.formats(deck.game):
            known = suggestion(deck.format, self.formats(deck.game), "formats")
            raise FindingsError(
                [
                    Diagnostic(
                        "unknown-format",
                        f'there is no format "{deck.format}"',
                        document.span(("format",)),
                        known,
                    )
                ]
            )
        return deck

    def _sections(self, game_id: str, format_id: str) -> dict[str, str]:
        rows = self.formats(game_id)
        name = format_id if format_id in rows else next(iter(rows), "")
        if not name:
            return {}
        return dict(legality.compose(name, {row.id: row.definition for row in rows.values()}, self.today).sections)

    def _sample(self, name: str, game_id: str) -> OpenedDeck:
        wanted_game, _, deck_id = name.rpartition("/")
        rows = [
            d
            for d in self.reading.exec(select(Deck))
            if d.game_id in self.games and (not game_id or d.game_id == game_id)
        ]
        found = [d for d in rows if d.id == deck_id and wanted_game in ("", d.game_id)]
        if not found:
            if (Path(name) / "game.yaml").is_file():
                raise UsageError(f'"{name}" is the folder of a pack that is not open', f"add --packs {name}")
            if Path(name).is_dir():
                raise UsageError(f'"{name}" is a folder', "name a deck file in it, or a sample deck's id")
            elsewhere = [d.game_id for d in self.reading.exec(select(Deck)) if d.id == deck_id]
            if game_id and not wanted_game and (elsewhere := [game for game in elsewhere if game in self.games]):
                said = f'"{deck_id}" is a deck of {" and of ".join(elsewhere)}, and not of {game_id}'
                raise UsageError(said, f"leave out -g {game_id}, or write {elsewhere[0]}/{deck_id} without it")
            known = [d.id for d in rows]
            what = f'there is no deck file and no sample deck "{name}"'
            help_ = suggestion(name, known, "sample decks")
            games = near(name, self.games, n=1) if "did you mean" not in help_ else []
            raise UsageError(what, f'did you mean the game "{games[0]}"? {help_}' if games else help_)
        if len(found) > 1:
            listed = " or ".join(f"{d.game_id}/{d.id}" for d in found)
            raise UsageError(f'several games have a deck "{name}"', f"write {listed}")
        row = found[0]
        sections: dict[str, dict[str, int]] = {}
        entries = (
            select(DeckEntry)
            .where(DeckEntry.game_id == row.game_id, DeckEntry.deck_id == row.id)
            .order_by(col(DeckEntry.position))
        )
        for entry in self.reading.exec(entries):
            sections.setdefault(entry.section or "main", {})[entry.card_id] = entry.count
        deck = DeckList(
            row.name,
            row.game_id,
            sections,
            row.format_id,
            description=row.description,
            players=row.players,
            dice=row.dice,
        )
        return OpenedDeck(row.id, deck)


def _likely(words: str, names: Iterable[str]) -> list[str]:
    """Up to three names that are probably meant: the first that contain the words, then the nearest in spelling."""
    names, wanted = sorted(names), fold(words)
    containing = [name for name in names if wanted in fold(name)] if len(wanted) > 2 else []
    containing.sort(key=lambda name: wanted not in fold(name).split())  # whole words before parts of them
    return list(dict.fromkeys([*containing, *near(words, names)]))[:3]


def card_json(card: Card) -> dict[str, Any]:
    """A card as `arsenal search --output json` shows it: its definition with its game and set."""
    first = {"id": card.id, "game": card.game_id, "set": card.set_id}
    return {**first, **card.definition}
