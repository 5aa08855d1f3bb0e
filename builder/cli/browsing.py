"""Commands that show what there is: games, cards."""

from __future__ import annotations

from typing import Annotated

import typer

from builder.cli.frame import command, opened
from builder.cli.options import DataOption, GameOption, LanguageOption, Sources
from builder.cli.saying import note, print_json, say_aside
from builder.diagnostics import count_of


@command()
def games(sources: Sources, output: DataOption = "text") -> None:
    """List the games, their formats and their sample decks."""
    with opened(sources) as workspace:
        rows = workspace.catalog.overview()
    if output == "json":
        print_json({"games": rows})
        return
    from builder.terminal.cards import console, games_table

    console().print(games_table(rows))


@command()
def search(
    sources: Sources,
    query: Annotated[
        list[str] | None,
        typer.Argument(metavar="QUERY", help="Words and fields: faction:pirates type:ship cost<=3 -is:pinnacle"),
    ] = None,
    game: GameOption = "",
    sort: Annotated[str, typer.Option("--sort", metavar="FIELD", help="Sort by a field; -FIELD for descending.")] = "",
    limit: Annotated[int, typer.Option("--limit", min=1, metavar="N", help="At most so many cards.")] = 100_000,
    lang: LanguageOption = "",
    output: DataOption = "text",
) -> None:
    """Find cards. `docs/queries.md` describes the query language."""
    from builder.catalog import card_json

    with opened(sources) as workspace:
        found = workspace.search(" ".join(query or ()), game=game, sort=sort, limit=limit, lang=lang)
        if output == "json":
            print_json({"cards": [card_json(card) for card in found]})
            return
        from builder.terminal.cards import card_table, console

        if found:
            terminal = console()
            games = {
                card.game_id: workspace.catalog.localized(workspace.game(card.game_id), lang).game for card in found
            }
            terminal.print(card_table([(card, games[card.game_id]) for card in found], terminal.width))
    say_aside(count_of(len(found), "card"))


@command()
def show(
    sources: Sources,
    card: Annotated[str, typer.Argument(metavar="CARD", help="A card's id or name.")],
    game: GameOption = "",
    lang: LanguageOption = "",
    output: DataOption = "text",
) -> None:
    """Show a card with its rulings."""
    from builder.catalog import card_json

    with opened(sources) as workspace:
        found = workspace.card(card, game=game)
        rulings = workspace.catalog.rulings(found)
        words = workspace.catalog.localized(workspace.game(found.game_id), lang)
    if words.is_translated and not words.has(found):
        note(f'"{found.id}" is not translated to {lang}')
    if words.is_translated and found.id in [entry.id for entry in words.stale_entries([found])]:
        note(f'the words of "{found.id}" have changed since they were translated')
    found = words.card(found)
    if output == "json":
        print_json({"cards": [card_json(found)]})
        return
    from builder.terminal.cards import card_panel, console

    console().print(card_panel(found, words.game, rulings))
