"""The command that serves the cards to browsers and programs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from builder.cli.frame import command, say_mended, workspace
from builder.cli.options import Sources, option
from builder.cli.saying import note, say, say_aside
from builder.diagnostics import UsageError, count_of
from builder.workspace import Workspace


@command(example="arsenal serve --packs ~/moon-duel")
def serve(
    sources: Sources,
    host: Annotated[
        str, option("--host ADDRESS", "The address to listen at; 0.0.0.0 lets the network in.")
    ] = "127.0.0.1",
    port: Annotated[int, option("--port N", "Its port; 0 for any.", min=0, max=65535)] = 8080,
    name: Annotated[
        list[str] | None,
        option("--name NAME", "A name under which the server may be asked, such as cards.example.org; repeatable."),
    ] = None,
    origins: Annotated[
        list[str] | None,
        option(
            "--origins SITE",
            "A site whose pages may ask the API, such as https://decks.example; repeatable. * is any, none is "
            "none. Otherwise any, but none on this machine alone. What changes decks is never open to others.",
        ),
    ] = None,
    decks: Annotated[
        Path | None,
        option("--decks DIR", "Keep decks that the pages send as YAML files in this folder; else none are."),
    ] = None,
    browser: Annotated[bool, option("--open/--no-open", "Open it in a browser.")] = False,
    log: Annotated[bool, option("--log/--no-log", "Write each request to stderr, as JSON.")] = False,
) -> None:
    """Serve games, cards and decks: an HTTP API for programs, with a description at /api/v1/openapi.json.

    Only this machine can reach it, unless --host says otherwise. Nothing that is sent is saved without --decks. Packs
    are read again when their files change; one with errors is shown as it last was.
    """
    from builder.web.server.app import create_app
    from builder.web.server.library import Library
    from builder.web.server.running import serve as run
    from builder.web.server.safety import names_for, origins_in
    from builder.web.server.shelf import Shelf

    names, shared = names_for(host, name or ()), origins_in(origins or ())
    if decks and not names:
        raise UsageError(
            "who keeps decks must know what the server is called",
            "say --name cards.example.org, the name in its address; other sites' pages could send decks otherwise",
        )
    shelf = Shelf(decks) if decks else None

    def opener() -> Workspace:
        return workspace(sources)

    with opener() as tried:  # so that errors are reported before the server starts
        report = tried.build()
        say_mended(report)
        for game_id, found in report.failed.items():
            errors = count_of(len(found), "fault")
            note(f"{game_id} has {errors}, so it is shown as it last was, if at all; `arsenal validate` shows them")

    def started(address: str) -> None:
        say(f"serving at {address} (Ctrl-C ends it)")
        if not names_for(host):
            note(
                "the network reaches it: on the internet, put nginx or Caddy in front, since slow clients can hold all "
                "connections (docs/hosting.md)"
            )
        if browser:
            import webbrowser

            webbrowser.open(address)

    try:
        run(create_app(Library(opener, shelf), names, shared), host, port, started, log=log)
    except KeyboardInterrupt:
        say_aside("", "stopped")
