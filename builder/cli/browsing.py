"""Commands that list and show games and cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

from builder.cli.frame import command, opened
from builder.cli.options import DataOption, GameOption, LanguageOption, Sources, argument, option
from builder.cli.saying import note, print_json, say, say_aside
from builder.diagnostics.harmless import json_text
from builder.documents.data import sequence
from builder.games import Card
from builder.library import card_json, ruling_json
from builder.words import words_here

if TYPE_CHECKING:
    from builder.library.abilities import Stated


@command(example="arsenal games")
def games(sources: Sources, lang: LanguageOption = "", output: DataOption = "text") -> None:
    """List the games, their formats and their sample decks."""
    with opened(sources) as workspace:
        rows = workspace.catalog.overview(lang)
    if output == "json":
        print_json({"games": rows})
        return
    from builder.terminal.cards import console, games_table

    console().print(games_table(rows))


@command(example="arsenal search 'type:creature cost<=2' -g moon-duel")
def search(
    sources: Sources,
    query: Annotated[
        list[str] | None, argument("QUERY", "Words and fields: faction:pirates type:ship cost<=3 -is:pinnacle")
    ] = None,
    game: GameOption = "",
    sort: Annotated[str, option("--sort FIELD", "Sort by a field; -FIELD for descending.")] = "",
    limit: Annotated[int, option("--limit N", "At most so many cards.", min=1)] = 100_000,
    lang: LanguageOption = "",
    output: DataOption = "text",
) -> None:
    """Find cards. `docs/queries.md` describes the query language."""
    with opened(sources, game) as workspace:
        words = " ".join(query or ())
        found = workspace.search(words, game=game, sort=sort, limit=limit, lang=lang)
        meant = [] if found else workspace.meant(words, game=game, lang=lang)
        if output == "json":
            print_json({"cards": [card_json(card) for card in found]})
            _note_meant(meant)
            return
        from builder.terminal.cards import card_table, console

        if found:
            terminal = console()
            games = {
                card.game_id: workspace.catalog.localized(workspace.game(card.game_id), lang).game for card in found
            }
            terminal.print(card_table([(card, games[card.game_id]) for card in found], terminal.width))
    say_aside(words_here()("count.cards", len(found)))
    _note_meant(meant)


def _note_meant(meant: Sequence[Card]) -> None:
    if meant:
        words = words_here()
        named = [f"{words('quoted', word=card.name)} ({card.id})" for card in meant]
        note(words("suggested", names=words.listing(named, "or")))


@command(example="arsenal show 'Coal Sprite' --lang fr")
def show(
    sources: Sources,
    card: Annotated[str, argument("CARD", "A card's id or name.")],
    game: GameOption = "",
    lang: LanguageOption = "",
    abilities: Annotated[
        bool, option("--abilities", "Show its abilities as written, and as engines read them.")
    ] = False,
    output: DataOption = "text",
) -> None:
    """Show a card with its rulings; for a name that is not complete, list the cards that begin so."""
    from builder.library.abilities import abilities_of

    with opened(sources, game) as workspace:
        found = workspace.card(card, game=game)
        rulings = workspace.catalog.rulings(found)
        words = workspace.catalog.localized(workspace.game(found.game_id), lang)
    texts = words_here("terminal")
    if words.is_translated and not words.has(found):
        note(texts("card.untranslated", card=found.id, language=lang))
    if words.is_translated and found.id in [entry.id for entry in words.stale_entries([found])]:
        note(texts("card.stale", card=found.id))
    stated = list(abilities_of(found, words.original)) if abilities else []
    found = words.card(found)
    if output == "json":
        shown = {"cards": [card_json(found)], "rulings": [ruling_json(ruling) for ruling in rulings]}
        print_json({**shown, **({"abilities": [asdict(one) for one in stated]} if abilities else {})})
        return
    from builder.terminal.cards import card_panel, console

    console().print(card_panel(found, words.game, rulings))
    for one in stated:
        _show_abilities(one)
    if abilities and not stated:
        note(texts("card.no-abilities", card=found.id))


def _show_abilities(stated: Stated) -> None:
    """Print a card's abilities, place by place: the YAML as written, then a line of JSON for each."""
    from builder.documents.editing import to_yaml

    written = "" if stated.written is None else " " + " ".join(to_yaml(stated.written, flow=True).split("\n"))
    say("", f"{stated.place}:{written}".rstrip(), *(json_text(one, indent=None) for one in sequence(stated.canonical)))
