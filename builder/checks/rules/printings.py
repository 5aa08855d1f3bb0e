"""Rules about reprints, which put a card into another set, and about errata, which change the words of a card."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from builder.checks.checked import CardSource, CheckedPack, ReprintSource
from builder.checks.rules.references import known_card
from builder.diagnostics import Diagnostic, suggestion
from builder.documents.data import Data, mapping, sequence, text
from builder.games.printing import OF_PRINTING, day_from
from builder.schema import describe


def reprints_are_of_cards(checked: CheckedPack) -> Iterator[Diagnostic]:
    """A reprint names a card that is not in its set already, and has only keys that cards of the game have."""
    in_set: dict[tuple[str, str], CardSource | ReprintSource] = {(c.set_id, c.id): c for c in checked.cards if c.id}
    known = mapping(checked.card_schema.get("properties"))
    for reprint in checked.reprints:
        if not reprint.card:
            continue
        yield from known_card(checked, reprint.card, reprint.span("card"))
        card_id = checked.aliases.get(reprint.card, reprint.card)
        other = in_set.setdefault((reprint.set_id, card_id), reprint)
        if other is not reprint:
            yield Diagnostic(
                "repeated-printing",
                f"{describe(card_id)} is in this set already",
                reprint.span("card"),
                "a card is in a set once: remove one of the two",
                related=(("it is here, too", other.span("id" if isinstance(other, CardSource) else "card")),),
            )
        for key in OF_PRINTING if known else ():
            if key in reprint.definition and key not in known:
                place = reprint.document.key_span((reprint.index, key))
                message = f"cards of this game have no {describe(key)}"
                yield Diagnostic("unknown-key", message, place, "remove it, or add it to card.schema.json")


def errata_make_sense(checked: CheckedPack) -> Iterator[Diagnostic]:
    """An erratum has keys of cards, words that differ from the later ones, and no day before its set came out."""
    sets = {set_id: day_from(described.get("released")) for set_id, described in checked.described("sets")}
    for card in checked.cards:
        if "errata" not in card.definition:
            continue
        entries = list(enumerate(map(mapping, sequence(card.definition["errata"]))))
        released = sets.get(card.set_id)
        for index, entry in entries:
            day = day_from(entry.get("date"))
            if day and released and day < released:
                message = f"this card was changed on {day}, and its set came out on {released}"
                help_ = "write the day from which the change holds, which is not before the set's"
                yield Diagnostic("early-erratum", message, card.span("errata", index, "date"), help_)
        yield from _changes(checked, card, sorted(entries, key=lambda one: text(one[1].get("date"))))


def _changes(
    checked: CheckedPack, card: CardSource, entries: list[tuple[int, Mapping[str, Data]]]
) -> Iterator[Diagnostic]:
    """The faults of previous words: they are the same as the later ones, or cards have no such key."""
    known = [*mapping(checked.card_schema.get("properties")), "text"]
    later = {**checked.abilities.compiled(card.definition, checked.language)}
    for index, entry in reversed(entries):
        for key, words in mapping(entry.get("previous")).items():
            path = (card.index, "errata", index, "previous", key)
            if key not in known:
                help_ = suggestion(key, known, "keys")
                yield Diagnostic("unknown-key", f"{describe(key)} is not a key", card.document.key_span(path), help_)
            elif _plain(later.get(key)) == _plain(words):
                message = f"this is what {describe(key)} says afterwards, too"
                help_ = "write what it said before, or remove it"
                yield Diagnostic("idle-erratum", message, card.document.span(path), help_)
            later[key] = words


def _plain(value: Data) -> Data:
    """A value for comparing: the words of a text with single spaces between them."""
    return " ".join(value.split()) if isinstance(value, str) else value
