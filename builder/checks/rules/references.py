"""Shared by the modules of rules: is there such a card, such a symbol, such a picture?"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from builder.checks.checked import CheckedPack
from builder.diagnostics import Diagnostic, Fix, KeyPath, Span, near, suggestion, sure_fix
from builder.diagnostics.wording import sure
from builder.documents.data import Data
from builder.documents.document import Document
from builder.packs.pack import Pack
from builder.schema import describe

MAX_FAULTS_OF_TEXT = 25  # whose place in the text is searched; further ones get the place of the text


def known_card(checked: CheckedPack, card_id: str, place: Span) -> Iterator[Diagnostic]:
    """The fault that the game does not have the card, with the ids that may be meant; none where it has."""
    if card_id in checked.ids or checked.misses_cards:
        return
    if card_id in checked.aliases:
        yield renamed_card(checked, card_id, place)
        return
    meant = checked.meant(card_id)
    help_ = (
        "did you mean " + " or ".join(f'"{m}"' for m in meant) + "?"
        if meant
        else f"`arsenal search -g {checked.id}` lists the cards"
    )
    fix = sure_fix(card_id, meant)
    yield Diagnostic("unknown-card", f"there is no card {describe(card_id)}", place, help_, fix=fix)


def renamed_card(checked: CheckedPack, card_id: str, place: Span) -> Diagnostic:
    """The fault that a card is named by an id that it had before."""
    now = checked.aliases[card_id]
    return Diagnostic(
        "renamed-card", f'"{card_id}" is called "{now}" now', place, f'write "{now}"', fix=Fix("word", now)
    )


def known_format(checked: CheckedPack, name: Data, place: Span) -> Iterator[Diagnostic]:
    """The fault that the pack does not have the format; none where it has, or `name` is no text."""
    if isinstance(name, str) and name not in checked.formats:
        help_, fix = suggestion(name, checked.formats), sure_fix(name, checked.formats)
        yield Diagnostic("unknown-format", f"{describe(name)} is not a format", place, help_, fix=fix)


def unknown_symbols(
    known: Collection[str], document: Document, path: KeyPath, symbols: Iterable[str]
) -> Iterator[Diagnostic]:
    """The symbols that are not known, each once; the first few with their places in the text at `path`."""
    for number, symbol in enumerate(dict.fromkeys(symbol for symbol in symbols if symbol not in known)):
        if number < MAX_FAULTS_OF_TEXT:
            place = document.find(path, "{" + symbol + "}")
            meant = sure(symbol, known)
            fix = Fix("source", f"{{{meant}}}") if meant and place != document.span(path) else None
            help_ = suggestion(symbol, known)
            yield Diagnostic("unknown-symbol", f"{{{symbol}}} is not a symbol", place, help_, fix=fix)
        else:
            yield Diagnostic("unknown-symbol", f"{{{symbol}}} is not a symbol", document.span(path))


def known_picture(pack: Pack, name: str, place: Span) -> Iterator[Diagnostic]:
    """The fault that the pack does not have the file, with the name that may be meant; none where it has."""
    parts = name.replace("\\", "/").split("/")
    if name.startswith(("/", "\\", "~")) or ":" in name or ".." in parts:
        message = f"{describe(name)} leads out of the pack"
        help_ = "write the path from the pack's folder, such as art/name.png"
        yield Diagnostic("path-outside-pack", message, place, help_)
    elif name not in pack.others:
        meant = near(name, pack.others, n=1)
        help_ = f'did you mean "{meant[0]}"?' if meant else "put it there, or remove the line"
        yield Diagnostic("missing-file", f"there is no file {describe(name)} in the pack", place, help_)
