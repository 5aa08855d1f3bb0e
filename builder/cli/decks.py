"""Commands about decks: judge them, look into them, take them elsewhere."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from builder.cli.frame import command, day, note, open_shelf, print_json
from builder.cli.options import (
    CardsOption,
    Data,
    Database,
    DataOption,
    DateOption,
    DeckArgument,
    FormatOption,
    GameOption,
    Packs,
    PlayersOption,
    TargetArgument,
)
from builder.diagnostics import UsageError, count_of


@command()
def check(
    decks: Annotated[
        list[str],
        typer.Argument(metavar="DECK...", help="Sample decks' ids, deck files, text lists, or - for standard input."),
    ],
    format: FormatOption = "",  # noqa: A002 - the option's name
    date: DateOption = "",
    previous: Annotated[
        str,
        typer.Option(
            "--previous",
            metavar="DECK",
            help="The deck as it was in the game before, for formats that limit changes.",
        ),
    ] = "",
    players: PlayersOption = None,
    game: GameOption = "",
    packs: Packs = None,
    database: Database = "",
    output: DataOption = Data.TEXT,
) -> None:
    """Say whether decks are legal, and why not."""
    from builder.terminal.cards import verdict_lines

    shelf = open_shelf(packs, database)
    before = shelf.open_deck(previous, game) if previous else None
    judges: dict[tuple[str, str], Any] = {}
    results = []
    for name in decks:
        opened = shelf.open_deck(name, game, format)
        by = shelf.format(opened.deck, format, day(date))
        judge = judges.setdefault((opened.deck.game, by.id), None) or shelf.judge(opened.deck.game, by)
        judges[opened.deck.game, by.id] = judge
        results.append((opened, by, shelf.verdict(opened, judge, before, players)))
    if output is Data.JSON:
        print_json({"decks": [verdict.to_json(opened.label, opened.deck.game) for opened, _, verdict in results]})
    else:
        for opened, by, verdict in results:
            typer.echo("\n".join(verdict_lines(opened, by, verdict)))
    if not all(verdict.legal for _, _, verdict in results):
        raise typer.Exit(1)


@command()
def stats(
    deck: DeckArgument,
    format: FormatOption = "",  # noqa: A002 - the option's name
    section: Annotated[
        str, typer.Option("--section", metavar="NAME", help="The section to look at; the main one otherwise.")
    ] = "",
    game: GameOption = "",
    packs: Packs = None,
    database: Database = "",
    output: DataOption = Data.TEXT,
) -> None:
    """Show a deck's curves, totals, chances to draw, and what its dice show."""
    from builder.decks.statistics import statistics
    from builder.games.fields import fields_of
    from builder.terminal.charts import render

    shelf = open_shelf(packs, database)
    opened = shelf.open_deck(deck, game, format)
    its_game = shelf.game(opened.deck.game)
    if section and section not in opened.deck.sections:
        raise UsageError(f'{opened.label} has no section "{section}"', f"sections: {', '.join(opened.deck.sections)}")
    fields = fields_of(its_game.card_schema, its_game.definition)
    by = shelf.format(opened.deck, format)
    found = statistics(
        opened.deck,
        shelf.index(its_game.id),
        fields,
        by.setup,
        section=section,
        odds=by.odds,
        words=its_game.definition,
    )
    if output is Data.JSON:
        print_json(found.to_json())
    else:
        typer.echo(render(found))
    if others := [name for name in opened.deck.sections if name != found.section]:
        note(f"this is the section {found.section}; --section shows another: {', '.join(others)}")
    for problem in opened.problems:
        note(problem.message)


@command()
def export(
    target: TargetArgument,
    to: Annotated[str, typer.Option("--to", metavar="TARGET", help="engine, text, csv or json.")],
    out: Annotated[Path, typer.Option("-o", "--out", metavar="PATH", help="The file to write.")],
    force: Annotated[
        bool, typer.Option("--force", help="Export an illegal deck all the same; the file says so.")
    ] = False,
    format: FormatOption = "",  # noqa: A002 - the option's name
    date: DateOption = "",
    players: PlayersOption = None,
    cards: CardsOption = "",
    packs: Packs = None,
    database: Database = "",
) -> None:
    """Write a deck, or a game's cards, for a rules engine or another program."""
    from builder import exports
    from builder.exports.bundling import bundle as gathered
    from builder.storage.files import write_output

    chosen = exports.target(to)
    bundle = gathered(
        open_shelf(packs, database), target, chosen, format, day(date), cards, players=players, force=force
    )
    exported = chosen.export(bundle)
    write_output(out, exported.content)
    for loss in exported.losses:
        note(f"{chosen.name}: {loss}")
    counts = bundle.counts if bundle.deck else {}
    size = sum(counts.get(card.id, 1) for card in bundle.cards)
    typer.echo(f"{out}: {count_of(size, 'card')} as {chosen.title}")
