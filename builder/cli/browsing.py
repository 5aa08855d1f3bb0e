"""Commands that show what there is: games, cards."""

from __future__ import annotations

from typing import Annotated

import typer

from builder.cli.frame import command, note, open_shelf, print_json
from builder.cli.options import Data, Database, DataOption, GameOption, LanguageOption, Packs
from builder.diagnostics import count_of


@command()
def games(packs: Packs = None, database: Database = "", output: DataOption = Data.TEXT) -> None:
    """List the games, their formats and their sample decks."""
    from builder.database.building import count_cards

    shelf = open_shelf(packs, database)
    rows = [
        {
            "id": game.id,
            "name": game.name,
            "cards": count_cards(shelf.reading, game.id),
            "formats": list(shelf.formats(game.id)),
            "decks": [deck.id for deck in shelf.sample_decks(game.id)],
        }
        for game in shelf.games.values()
    ]
    if output is Data.JSON:
        print_json({"games": rows})
        return
    from builder.terminal.cards import console, games_table

    console().print(games_table(rows))


@command()
def search(
    query: Annotated[
        list[str] | None,
        typer.Argument(metavar="QUERY", help="Words and fields: faction:pirates type:ship cost<=3 -is:pinnacle"),
    ] = None,
    game: GameOption = "",
    sort: Annotated[str, typer.Option("--sort", metavar="FIELD", help="Sort by a field; -FIELD for descending.")] = "",
    limit: Annotated[int, typer.Option("--limit", min=1, metavar="N", help="At most so many cards.")] = 100_000,
    packs: Packs = None,
    database: Database = "",
    output: DataOption = Data.TEXT,
) -> None:
    """Find cards. `docs/queries.md` describes the query language."""
    from builder.catalog.catalog import card_json
    from builder.database.search import search as find

    shelf = open_shelf(packs, database)
    words = " ".join(query or ())
    found = find(shelf.reading, shelf.game(game) if game else None, words, sort=sort, limit=limit)
    if output is Data.JSON:
        print_json({"cards": [card_json(card) for card in found]})
        return
    from builder.terminal.cards import card_table, console

    if found:
        terminal = console()
        terminal.print(card_table([(card, shelf.games[card.game_id]) for card in found], terminal.width))
    typer.echo(count_of(len(found), "card"), err=True)


@command()
def show(
    card: Annotated[str, typer.Argument(metavar="CARD", help="A card's id or name.")],
    game: GameOption = "",
    lang: LanguageOption = "",
    packs: Packs = None,
    database: Database = "",
    output: DataOption = Data.TEXT,
) -> None:
    """Show a card with its rulings."""
    from builder.catalog.catalog import card_json
    from builder.terminal.cards import card_panel, console
    from builder.translations.localized import localized

    shelf = open_shelf(packs, database)
    found, its_game = shelf.card(card, game)
    rulings = shelf.rulings(found)
    if lang:
        words = localized(shelf, its_game, lang)
        if words.foreign and found.id not in words.said:
            note(f'"{found.id}" is not translated to {lang}')
        if words.foreign and found.id in words.stale([found]):
            note(f'the words of "{found.id}" have changed since they were translated')
        found, its_game = words.card(found), words.game
    if output is Data.JSON:
        print_json({"cards": [card_json(found)]})
    else:
        console().print(card_panel(found, its_game, rulings))
