"""Commands that write files for a web host: games' data, and the site."""

from __future__ import annotations

from typing import Annotated

from builder.cli.frame import command, day, opened
from builder.cli.options import DataOption, Folder, PublishedGames, PublishedSince, Sources, option
from builder.cli.saying import note, print_json, say


@command(example="arsenal publish -o public -g moon-duel")
def publish(
    sources: Sources,
    out: Folder,
    game: PublishedGames = None,
    lang: Annotated[
        list[str] | None, option("--lang LANG", "A language for cards; repeatable. All that a game has otherwise.")
    ] = None,
    changed_since: PublishedSince = "",
    date: Annotated[str, option("--date YYYY-MM-DD", "The day that the manifest names; today otherwise.")] = "",
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


@command(example="arsenal site -o public -g moon-duel --base-url https://example.org/cards/")
def site(
    sources: Sources,
    out: Folder,
    game: PublishedGames = None,
    lang: Annotated[
        list[str] | None,
        option("--lang LANG", "A language of pages and cards; repeatable, the main one first. All otherwise."),
    ] = None,
    base_url: Annotated[
        str, option("--base-url URL", "The address that the site will have, for search engines and feeds.")
    ] = "",
    runtime: Annotated[
        str,
        option(
            "--runtime DIR|URL",
            "Where Pyodide comes from, on which the deck builder runs: a folder is copied into the site.",
        ),
    ] = "",
    changed_since: PublishedSince = "",
    pictures: Annotated[
        bool,
        option(
            "--pictures",
            "Sample decks also for Tabletop Simulator and other programs that take pictures: about 20 MB a deck.",
        ),
    ] = False,
    date: Annotated[str, option("--date YYYY-MM-DD", "Judge decks as of that day; today otherwise.")] = "",
) -> None:
    """Write the site that `arsenal serve` shows as files, for any web host or a USB stick.

    Pages are whole without script; the deck builder needs a web server, which may be any. Once opened, the site works
    without a network. The same data gives the same bytes, and files of yours are left alone. See docs/site.md.
    """
    from builder.web.site.writing import SiteOptions, write_site

    options = SiteOptions(game or (), lang or (), base_url, runtime, changed_since, day(date), pictures)
    with opened(sources, *(game or ())) as workspace:
        written = write_site(workspace, out, options)
    for hint in written.hints:
        note(hint)
    say(written.line)
