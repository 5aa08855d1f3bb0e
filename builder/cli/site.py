"""The command that writes the site as files."""

from __future__ import annotations

from typing import Annotated

import typer

from builder.cli.frame import command, day, opened
from builder.cli.options import Folder, PublishedGames, PublishedSince, Sources
from builder.cli.saying import note, say


@command(example="arsenal site -o public -g moon-duel --base-url https://example.org/cards/")
def site(
    sources: Sources,
    out: Folder,
    game: PublishedGames = None,
    lang: Annotated[
        list[str] | None,
        typer.Option(
            "--lang",
            metavar="LANG",
            help="A language of pages and cards; repeatable, the main one first. All otherwise.",
        ),
    ] = None,
    base_url: Annotated[
        str,
        typer.Option(
            "--base-url", metavar="URL", help="The address that the site will have, for search engines and feeds."
        ),
    ] = "",
    runtime: Annotated[
        str,
        typer.Option(
            "--runtime",
            metavar="DIR|URL",
            help="Where Pyodide comes from, on which the deck builder runs: a folder is copied into the site.",
        ),
    ] = "",
    changed_since: PublishedSince = "",
    pictures: Annotated[
        bool,
        typer.Option(
            "--pictures",
            help="Sample decks also for Tabletop Simulator and other programs that take pictures: about 20 MB a deck.",
        ),
    ] = False,
    date: Annotated[
        str, typer.Option("--date", metavar="YYYY-MM-DD", help="Judge decks as of that day; today otherwise.")
    ] = "",
) -> None:
    """Write the site that `arsenal serve` shows as files, for any web host or a USB stick.

    Pages are whole without script; the deck builder needs a web server, which may be any. Once opened, the site works
    without a network. The same data gives the same bytes, and files of yours are left alone. See docs/site.md.
    """
    from builder.web.site.writing import SiteOptions, write_site

    options = SiteOptions(game or (), lang or (), base_url, runtime, changed_since, day(date), pictures)
    with opened(sources, *(game or ())) as workspace:
        made = write_site(workspace, out, options)
    for hint in made.hints:
        note(hint)
    say(made.line)
