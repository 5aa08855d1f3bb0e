"""Gathers what is printed, from the names that the user typed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from builder.diagnostics import Diagnostic, UsageError, some_of, suggestion
from builder.games import Card, Game, as_printed, newest
from builder.library import Catalog, OpenedDeck
from builder.library.decks import Collection, Needed, extras
from builder.packs.pack import Pack
from builder.words import words_here


@dataclass(frozen=True, slots=True)
class Request:
    """Which cards of a deck or a game to print. All but `name` is optional.

    `name` is the user's name for the deck or the game, or the deck or the game itself. `where` is a query; `language`
    one of a translation. With `since`, a revision or a day, only cards that have changed since then are printed; with
    `have`, a collection, only cards that are missing there; with `one_each`, one copy of each card. `in_set` is a set:
    of a game only its cards are printed, of a deck its printings of cards that are in several sets. `reminders` says
    whether cards print reminder text, None that the game decides.
    """

    name: str | OpenedDeck | Game
    where: str = ""
    language: str = ""
    since: str = ""
    one_each: bool = False
    reminders: bool | None = None
    in_set: str = ""
    have: str | Collection = ""


@dataclass(slots=True)
class Gathered:
    """The game and its cards by count, both in the wanted language, and what is printed with them.

    With `of_box`, the counts are those of the game's box. `language` is empty for the game's own. `notes` and
    `warnings` are for the user. There are no cards if none has changed.
    """

    game: Game
    cards: list[tuple[Card, int]]
    extras: list[Needed] = field(default_factory=list)
    language: str = ""
    notes: list[str] = field(default_factory=list)
    warnings: list[Diagnostic] = field(default_factory=list)
    of_box: bool = False


def gather(catalog: Catalog, packs: Sequence[Pack], request: Request, players: int = 0) -> Gathered:
    """What is printed: the cards, and unless these are only a part, what else `players` players need.

    The printing of a card that is in several sets is the wanted one, the one that the deck names, or the newest.
    Raises UsageError where the names, the language, the set or the revision are unknown, or nothing matches.
    """
    meant = catalog.game_or_deck(request.name)
    original, found = copies(catalog, meant, request.where)
    named = {} if isinstance(meant, Game) else meant.deck.renamed(catalog.index(original.id).aliases).printings
    _check_set(original, request.in_set, found)
    if request.in_set and isinstance(meant, Game):
        found = [(card, count) for card, count in found if request.in_set in card.sets]
    words = catalog.localized(original, request.language)
    notes = []
    if request.since:
        from builder.printing.reprints import changed_since

        pack = next(pack for pack in packs if pack.root == original.root)
        found, line = changed_since(pack, words, catalog.cards(original), found, request.since)
        notes.append(line)
    if request.have:
        from builder.library.decks import lacking, missing_of

        all_of_them = sum(count for _, count in found)
        found, problems = lacking(catalog, original.id, found, request.have)
        say = words_here("printing")
        notes += [say("said-of", name=request.have, text=problem.message) for problem in problems]
        lacks = missing_of(sum(count for _, count in found), all_of_them)
        notes.append(say("missing", missing=lacks, collection=request.have))
    if request.one_each:
        found = [(card, 1) for card, _ in found]
    elif isinstance(meant, Game):
        found = _in_the_box(original, found)
    whole = players and not (request.where or request.since or request.have or request.in_set)
    needed = extras(catalog, original, found, players) if whole else []
    own = [card for card, _ in (*found, *needed) if not isinstance(card, str)]
    if untranslated := words.note(own):
        notes.append(untranslated)
    others = [(what if isinstance(what, str) else words.card(newest(what)), count) for what, count in needed]
    language = words.language if words.is_translated else ""
    game = words.game
    if request.reminders is not None:
        game = replace(game, print_reminders=request.reminders)
    printed = [
        one for card, count in found for one in printings_of(card, count, {**named.get(card.id, {})}, request.in_set)
    ]
    of_box = isinstance(meant, Game) and not request.one_each
    return Gathered(game, words.cards(printed), others, language, notes, words.warnings(own), of_box)


def _in_the_box(game: Game, found: Sequence[tuple[Card, int]]) -> list[tuple[Card, int]]:
    """Those cards of which the box holds any. Raises UsageError where there is none."""
    there = [(card, count) for card, count in found if count]
    if found and not there:
        key = "no-copies.one" if len(found) == 1 else "no-copies"
        raise UsageError.of("printing", key, game=game.name, card=found[0][0].name)
    return there


def _check_set(game: Game, in_set: str, found: Sequence[tuple[Card, int]]) -> None:
    """Raises UsageError where the set whose printings are wanted does not exist, or has none of the cards."""
    if not in_set:
        return
    if in_set not in game.sets:
        help_ = suggestion(in_set, game.sets, "sets", words_here())
        raise UsageError.of("printing", "set", game=game.name, name=in_set, help_=help_)
    if not any(in_set in card.sets for card, _ in found):
        sets = sorted({one for card, _ in found for one in card.sets})
        raise UsageError.of("printing", "not-in-set", name=in_set, sets=some_of(sets))


def printings_of(
    card: Card, count: int, named: dict[str, int] | None = None, in_set: str = ""
) -> Iterator[tuple[Card, int]]:
    """The printings of `count` copies of a card: all in the wanted set, or else as `named` has them by set.

    Copies are removed from `named` as they are used. Copies without a named set are of the newest one.
    """
    by_set = {printing.set_id: printing for printing in card.printings}
    if in_set in by_set:
        yield as_printed(card, by_set[in_set]), count
        return
    left = named or {}
    for set_id, wanted in left.items():
        taken = min(wanted, count)
        if set_id in by_set and taken:
            yield as_printed(card, by_set[set_id]), taken
            left[set_id] -= taken
            count -= taken
    if count:
        yield newest(card), count


def in_each_set(card: Card) -> list[Card]:
    """The card as it is printed in each of its sets, from the oldest to the newest."""
    return [as_printed(card, printing) for printing in card.printings] or [card]


def copies(catalog: Catalog, what: str | OpenedDeck | Game, where: str) -> tuple[Game, list[tuple[Card, int]]]:
    """The game and its cards with their counts: a deck's copies, or for a game those in its box.

    Only cards that match the query `where`. Raises UsageError where there are none.
    """
    meant = catalog.game_or_deck(what)
    if isinstance(meant, Game):
        game, label = meant, meant.id
        found = [(card, card.in_box) for card in catalog.cards(game, where)]
    else:
        game, label = catalog.game(meant.deck.game), meant.label
        found = catalog.deck_cards(meant)
        if where:
            wanted = {card.id for card in catalog.cards(game, where)}
            found = [(card, count) for card, count in found if card.id in wanted]
    if not found:
        name = what if isinstance(what, str) else label
        raise UsageError.of(
            "printing", "nothing-to-print.where" if where else "nothing-to-print", name=name, where=where
        )
    return game, found
