"""The command that publishes games' data as files."""

from __future__ import annotations

from typing import Annotated

import typer

from builder.cli.frame import command, day, opened
from builder.cli.options import DataOption, Folder, PublishedGames, PublishedSince, Sources
from builder.cli.saying import print_json, say


@command(example="arsenal publish -o public -g moon-duel")
def publish(
    sources: Sources,
    out: Folder,
    game: PublishedGames = None,
    lang: Annotated[
        list[str] | None,
        typer.Option("--lang", metavar="LANG", help="A language for cards; repeatable. All that a game has otherwise."),
    ] = None,
    changed_since: PublishedSince = "",
    date: Annotated[
        str, typer.Option("--date", metavar="YYYY-MM-DD", help="The day that the manifest names; today otherwise.")
    ] = "",
    output: DataOption = "text",
) -> None:
    """Write all data of games as files for a web host: JSON, CSV, SQLite, each with its hash.

    The same data gives the same bytes. `docs/publishing.md` says which file holds what.
    """
    with opened(sources, *(game or ())) as workspace:
        done = workspace.publish(out, games=game or (), langs=lang or (), since=changed_since, date=day(date))
    if output == "json":
        print_json(done.manifest)
        return
    say(done.line)
