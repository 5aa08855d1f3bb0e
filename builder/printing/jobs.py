"""Gathers what is printed, from the names that the user typed, and says in which file a face's fault is mended."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from builder.catalog.catalog import Shelf
from builder.checks import check
from builder.diagnostics import Diagnostic, FindingsError, Span, UsageError, has_errors
from builder.packs.changes import compare, pack_at, pack_now, revision
from builder.packs.pack import Pack
from builder.storage.files import display
from builder.translations.localized import localized
from builder.workspace import Library

if TYPE_CHECKING:
    from builder.database.tables import Card, Game
    from renderers.typst.typeset import Finding


@dataclass(frozen=True, slots=True)
class Wanted:
    """What of a deck or a game is printed, and how: all but the first words are optional.

    `where` is a query; `language` one of a translation; `since` a revision or a day from which the cards must differ;
    `one_each` means one copy of each card.
    """

    name: str
    where: str = ""
    language: str = ""
    since: str = ""
    one_each: bool = False


@dataclass(slots=True)
class Gathered:
    """The game and its cards by count, both in the language wanted, and what is printed beside them.

    `notes` and `warnings` are for the user. There may be no cards where none has changed.
    """

    game: Game
    cards: list[tuple[Card, int]]
    beside: list[tuple[Card | str, int]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    warnings: list[Diagnostic] = field(default_factory=list)


def gather(shelf: Shelf, library: Library, wanted: Wanted, players: int = 0) -> Gathered:
    """What is printed: the cards, and where these are all that was named, what so many players need beside them.

    Raises UsageError where the names, the language or the revision are unknown, or nothing matches.
    """
    original, found = copies(shelf, wanted.name, wanted.where)
    words = localized(shelf, original, wanted.language)
    notes = []
    if wanted.since:
        found, said = _since(library, original, found, wanted)
        notes.append(said)
    if wanted.one_each:
        found = [(card, 1) for card, _ in found]
    needed = extras(shelf, original, found, players) if players and not wanted.where and not wanted.since else []
    own = [card for card, _ in (*found, *needed) if not isinstance(card, str)]
    if untranslated := words.note(own):
        notes.append(untranslated)
    beside = [(what if isinstance(what, str) else words.card(what), count) for what, count in needed]
    warnings = words.warnings(own, library.packs) if words.foreign else []
    return Gathered(words.game, words.cards(found), beside, notes, warnings)


def _since(
    library: Library, game: Game, found: list[tuple[Card, int]], wanted: Wanted
) -> tuple[list[tuple[Card, int]], str]:
    """Of these cards, those that differ from an earlier state of the pack, and words that say so."""
    pack = next(pack for pack in library.packs if str(pack.root) == game.root)
    then = revision(pack.root, wanted.since)
    before = pack_at(pack.root, then.commit)
    changes = compare(before, pack_now(pack, before), wanted.language)
    left = [(card, count) for card, count in found if card.id in changes.cards]
    said = f"{len(left)} of {len(found)} cards differ from {then.label}"
    if new := sum(card.id in changes.new for card, _ in left):
        said += f", {new} of them new" if new < len(left) else ", all of them new"
    if changes.shared:
        more = f" and {len(changes.shared) - 3} more" if len(changes.shared) > 3 else ""
        said += f"; all do that were there, as what they share has changed: {', '.join(changes.shared[:3])}{more}"
    return left, said


def copies(shelf: Shelf, name: str, where: str) -> tuple[Game, list[tuple[Card, int]]]:
    """The game, and its cards with how often each is printed: a deck's copies, or one of each card of a game.

    Only the cards that match the query `where`. Raises UsageError where that leaves none.
    """
    if shelf.names_game(name):
        game = shelf.game(name)
        found = [(card, 1) for card in shelf.cards(game, where)]
    else:
        opened = shelf.open_deck(name)
        game = shelf.game(opened.deck.game)
        found = shelf.deck_cards(opened)
        if where:
            wanted = {card.id for card in shelf.cards(game, where)}
            found = [(card, count) for card, count in found if card.id in wanted]
    if not found:
        raise UsageError(f"{name} has no cards to print" + (f" that match {where}" if where else ""))
    return game, found


def extras(shelf: Shelf, game: Game, found: Sequence[tuple[Card, int]], players: int) -> list[tuple[Card | str, int]]:
    """What so many players need beside these cards, by count: components of game.yaml by id, or cards of the pack."""
    needed: list[tuple[Card | str, int]] = []
    there = {card.id for card, _ in found}
    for name, described in game.definition.get("components", {}).items():
        count = described.get("per-player", 1) * players
        if "card" not in described:
            needed.append((name, count))
        elif (card_id := shelf.index(game.id).current(described["card"])) and card_id not in there:
            needed.append((shelf.card(card_id, game.id)[0], count))
    return needed


def settle(findings: Sequence[Finding], packs: Iterable[Pack], game_id: str, language: str = "") -> list[Diagnostic]:
    """The findings as diagnostics with places in the pack's files. Raises FindingsError where one is an error."""
    diagnostics = placed(findings, packs, game_id, language)
    if has_errors(diagnostics):
        raise FindingsError(diagnostics)
    return diagnostics


def _near(diagnostic: Diagnostic) -> Diagnostic:
    """The diagnostic with its file's path as the user would write it."""
    span = diagnostic.span
    return replace(diagnostic, span=replace(span, path=display(Path(span.path)))) if span else diagnostic


def placed(findings: Sequence[Finding], packs: Iterable[Pack], game_id: str, language: str = "") -> list[Diagnostic]:
    """The findings as diagnostics; where a card's face is at fault, the place is the card's in its file.

    In another language, the place is that of its translation, if it has one, and the message names the language.
    """
    findings = [replace(finding, diagnostic=_near(finding.diagnostic)) for finding in findings]
    if not findings:
        return []
    spans: dict[str, Span] = {}
    before = ""
    for pack in packs:
        checked = check(pack)
        if checked.id != game_id:
            continue
        spans = {card.id: card.span("id") for card in checked.cards} | checked.translated(language)
        before = f"{language}: " if language in checked.locales else ""
    found = [
        finding.diagnostic
        if finding.diagnostic.span or finding.face not in spans
        else replace(finding.diagnostic, span=spans[finding.face])
        for finding in findings
    ]
    return [replace(d, message=before + d.message) for d in found]
