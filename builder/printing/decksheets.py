"""Deck sheets for tournaments: a deck's cards and its verdict, with fields to be filled in."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from builder.diagnostics import UsageError
from builder.documents.data import Data, text, whole
from builder.games import Format
from builder.legality import Verdict
from builder.legality.formats import Definitions, chain_of, changes_of
from builder.library import Catalog, OpenedDeck
from builder.naming import fold, slug
from builder.printing.findings import PrintResult, finished, settle
from builder.printing.gathering import printings_of
from builder.storage.files import write_files
from builder.translations.localized import Localized
from builder.words import Words, words_here, words_of
from renderers.faces.faces import collector_mark
from renderers.outputs.decksheets import DIE_FACES, MOST_NOTES, DeckSheet, print_deck_sheet
from renderers.outputs.sheets import PrintedSheets
from renderers.typst.jobs import RenderOptions

FIELDS = ("player", "number", "event", "day", "table", "checked")
MOST_CARDS = 4_000  # different ones, over all sections


@dataclass(frozen=True, slots=True)
class DeckSheetOptions:
    """How a deck sheet is made: the format and the day to judge the deck by (by default its own and today), the number
    of players, the language and the paper. `time_limit` is in seconds.
    """

    format: str = ""
    on: date | None = None
    players: int | None = None
    language: str = ""
    paper: str = "a4"
    time_limit: float | None = None


def print_sheet(catalog: Catalog, opened: OpenedDeck, out: Path, options: DeckSheetOptions) -> PrintResult:
    """Write a deck sheet as PDF to a path. Raises as `prepare_sheet` does."""
    if out.suffix.lower() != ".pdf":
        raise UsageError.of("printing", "ending.pdf", path=out)
    sheet, printed = prepare_sheet(catalog, opened, options)
    made = printed()
    done = PrintResult(warnings=settle(made.findings, catalog.game(opened.deck.game), ()))
    files = {out: made.data}
    say = words_here("printing")
    cards, pages = say("count.cards", sheet.total[1]), say("count.pages", made.pages)
    done.lines.append(say("sheet", path=out, cards=cards, pages=pages, verdict=sheet.verdict.lower()))
    done.hints += finished(write_files(files), out.parent)
    done.files += files
    return done


def sheet_path(opened: OpenedDeck) -> Path:
    """The default path of a sheet."""
    return Path(f"{slug(Path(opened.label).stem) or 'deck'}-sheet.pdf")


def prepare_sheet(
    catalog: Catalog, opened: OpenedDeck, options: DeckSheetOptions
) -> tuple[DeckSheet, Callable[[], PrintedSheets]]:
    """The content of a deck sheet, and a function that prints it without the catalog.

    Raises UsageError for an unknown format, language or paper, and for a deck that has too many cards.
    """
    deck = opened.deck
    if sum(1 + len(cards) for cards in deck.sections.values()) > MOST_CARDS:
        raise UsageError.of("printing", "large-deck", most=MOST_CARDS)
    words = catalog.localized(catalog.game(deck.game), options.language)
    on = options.on or catalog.today
    by = catalog.format(deck, options.format, on, words.language)
    verdict = catalog.verdict(opened, catalog.loaded(deck.game).judge_by(by, words.language), players=options.players)
    say = words_of(words.language, "sheets")
    rows = list(_rows(catalog, opened, words, by, say))
    total = deck.size
    players = options.players or deck.players or verdict.players
    facts = [
        (say("format"), _edition(by, catalog.formats(deck.game), on, say)),
        (say("judged"), on.isoformat()),
        (say("cards"), say("counted", len(set().union(*deck.sections.values())), cards=total)),
        *([(say("players"), str(players))] if players else []),
        *([(say("author"), deck.author)] if deck.author else []),
    ]
    sheet = DeckSheet(
        words.game.name,
        say("title"),
        deck.name,
        [say(name) for name in FIELDS],
        facts,
        say("legal") if verdict.legal else say("illegal"),
        verdict.legal,
        _notes(catalog, opened, verdict, words, say),
        rows,
        (say("total"), total),
        str(say.texts["page"]),
        str(say.texts["again"]),
    )
    rendering = RenderOptions(time_limit=options.time_limit)
    return sheet, lambda: print_deck_sheet(words.game, sheet, options.paper, rendering)


def _edition(by: Format, formats: Definitions, on: date, say: Words) -> str:
    """The format's name, and the day on which it last changed before that day."""
    chain, _ = chain_of(by.id, formats)
    days = [change.day for one in chain for change in changes_of(one) if change.day and change.day <= on.isoformat()]
    return say("edition", format=by.name, day=max(days)) if days else by.name


def _notes(catalog: Catalog, opened: OpenedDeck, verdict: Verdict, words: Localized, say: Words) -> list[str]:
    """What is wrong with the deck; for a legal one, which allowances it uses."""
    notes = [violation.message for violation in verdict.violations]
    index = catalog.index(opened.deck.game)
    groups: defaultdict[str, list[str]] = defaultdict(list)
    for part in verdict.witness or ():
        name = words.card(index.cards[part.card]).name
        groups[part.group].append(f"{part.copies} {name}")
    notes += [say("allowed", group=group, cards=", ".join(cards)) for group, cards in groups.items()]
    notes += verdict.notes
    if len(notes) > MOST_NOTES:
        notes = [*notes[: MOST_NOTES - 1], say("more", len(notes) - MOST_NOTES + 1)]
    return notes


def _rows(catalog: Catalog, opened: OpenedDeck, words: Localized, by: Format, say: Words) -> Iterator[dict[str, Data]]:
    """The rows of the sheet: the format's sections in their order, then unknown sections, then dice."""
    deck = opened.deck.renamed(catalog.index(opened.deck.game).aliases)
    sections = {by.main if name == "main" and name not in by.sections else name: name for name in deck.sections}
    order = [*(name for name in by.sections if name in sections), *(n for n in sections if n not in by.sections)]
    for section in order:
        cards = deck.sections[sections[section]]
        if not cards:
            continue
        yield {"kind": "section", "name": by.sections.get(section, section), "count": sum(cards.values())}
        yield from _cards(catalog, opened, words, cards)
    if deck.dice:
        yield {"kind": "section", "name": say("dice"), "count": len(deck.dice)}
        for number, die in enumerate(deck.dice, start=1):
            faces = [list(face) for face in die]
            for first in range(0, len(faces), DIE_FACES):
                yield {"kind": "die", "number": None if first else number, "faces": [*faces[first : first + DIE_FACES]]}


def _cards(
    catalog: Catalog, opened: OpenedDeck, words: Localized, cards: Mapping[str, int]
) -> Iterator[dict[str, Data]]:
    """A section's cards by their types, in the order of the game's types and of the cards' names."""
    index, game = catalog.index(opened.deck.game), words.game
    named = opened.deck.renamed(index.aliases).printings
    by_type: defaultdict[str, list[dict[str, Data]]] = defaultdict(list)
    for card_id, copies in cards.items():
        card = index.cards.get(card_id)
        if card is None:
            by_type[""].append({"kind": "card", "copies": copies, "name": card_id, "mark": "?"})
            continue
        for printed, number in printings_of(card, copies, {**named.get(card_id, {})}):
            mark = collector_mark(game, printed)
            row: dict[str, Data] = {"kind": "card", "copies": number, "name": words.card(printed).name, "mark": mark}
            by_type[card.type].append(row)
    types = [*game.types, *sorted(by_type.keys() - game.types.keys())]
    for type_id in types:
        if rows := by_type.get(type_id):
            count = sum(whole(row["copies"]) for row in rows)
            if type_id:
                yield {"kind": "type", "name": game.name_of("types", type_id), "count": count}
            yield from sorted(rows, key=lambda row: (fold(text(row["name"])), text(row["mark"])))
