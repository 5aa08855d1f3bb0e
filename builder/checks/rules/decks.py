"""Rules about sample decks and rulings, and what they name; and about all dates in a pack."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import date

from builder.checks.checked import CheckedPack
from builder.checks.rules.references import known_card, known_format
from builder.diagnostics import Diagnostic, KeyPath, suggestion
from builder.documents.data import Data, mapping, sequence, text, whole
from builder.documents.document import Document
from builder.schema import describe


def decks_are_consistent(checked: CheckedPack) -> Iterator[Diagnostic]:
    """Sample decks name this game, its formats and its cards."""
    for document in checked.decks.values():
        deck = mapping(document.data)
        game, format_id = deck.get("game"), deck.get("format")
        if isinstance(game, str) and game != checked.id:
            message = f'this deck is of "{game}", and the pack is "{checked.id}"'
            yield Diagnostic("unknown-game", message, document.span(("game",)), f'write "{checked.id}"')
        yield from known_format(checked, format_id, document.span(("format",)))
        sections: dict[KeyPath, Data] = {("cards",): deck.get("cards")}
        if isinstance(deck.get("sections"), dict):
            sections = {("sections", section): cards for section, cards in mapping(deck["sections"]).items()}
        for path, cards in sections.items():
            for card_id in mapping(cards):
                yield from known_card(checked, card_id, document.key_span((*path, card_id)))
        yield from _printings(checked, document, [mapping(cards) for cards in sections.values()])


def _printings(
    checked: CheckedPack, document: Document, sections: Sequence[Mapping[str, Data]]
) -> Iterator[Diagnostic]:
    """A deck names printings of its own cards, no more than it has copies, in sets that they are in."""
    copies: Counter[str] = Counter()
    for card_id, number in (one for cards in sections for one in cards.items()):
        copies[checked.aliases.get(card_id, card_id)] += whole(number)
    for card_id, named in mapping(mapping(document.data).get("printings")).items():
        place = document.key_span(("printings", card_id))
        source = checked.ids.get(checked.aliases.get(card_id, card_id))
        if source is None:
            yield from known_card(checked, card_id, place)
            continue
        sets = [one.set_id for one in checked.printings.get(source.id, ())] or [source.set_id]
        for set_id in (one for one in mapping(named) if one not in sets):
            where = document.key_span(("printings", card_id, set_id))
            message = f"{describe(card_id)} is not in the set {describe(set_id)}"
            yield Diagnostic("unknown-printing", message, where, suggestion(set_id, sets, "sets that it is in"))
        if sum(map(whole, mapping(named).values())) > copies[source.id]:
            message = f"more printings of {describe(card_id)} are named than the deck has copies, {copies[source.id]}"
            help_ = "name as many as there are, or fewer: the others are the newest"
            yield Diagnostic("bad-count", message, place, help_)


def rulings_are_about_cards(checked: CheckedPack) -> Iterator[Diagnostic]:
    """Rulings name cards of the game."""
    if not checked.rulings:
        return
    for index, ruling in enumerate(sequence(checked.rulings.data)):
        for place, card_id in enumerate(sequence(mapping(ruling).get("cards"))):
            if isinstance(card_id, str):
                yield from known_card(checked, card_id, checked.rulings.span((index, "cards", place)))


def dates_exist(checked: CheckedPack) -> Iterator[Diagnostic]:
    """Dates are days of the calendar; the schema accepts the 30th of February."""
    for document, path, day in _days(checked):
        if re.fullmatch(r"\d{4}-\d\d-\d\d", day):
            try:
                date.fromisoformat(day)
            except ValueError:
                yield Diagnostic("bad-date", f"{day} is not a day of the calendar", document.span(path))


def _days(checked: CheckedPack) -> Iterator[tuple[Document, KeyPath, str]]:
    """All values that should be days, with their places."""
    for name, described in checked.described("sets"):
        yield checked.game, ("sets", name, "released"), text(described.get("released"))
    for reprint in checked.reprints:
        yield reprint.document, (reprint.index, "released"), text(reprint.definition.get("released"))
    for card in checked.cards:
        for index, erratum in enumerate(sequence(card.definition.get("errata"))):
            yield card.document, (card.index, "errata", index, "date"), text(mapping(erratum).get("date"))
    if checked.rulings:
        for index, ruling in enumerate(sequence(checked.rulings.data)):
            yield checked.rulings, (index, "date"), text(mapping(ruling).get("date"))
    for document in checked.formats.values():
        for index, entry in enumerate(sequence(mapping(document.data).get("history"))):
            yield document, ("history", index, "from"), text(mapping(entry).get("from"))
