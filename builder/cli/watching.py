"""The command that shows a pack while it is being written."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from builder.cli.frame import command, report, workspace
from builder.cli.options import CardsOption, LanguageOption, Packs, Rendering, Sources, argument, option
from builder.cli.saying import say, say_aside
from builder.diagnostics import Diagnostic, UsageError, suggestion
from builder.packs.pack import around, enclosing_one, read
from builder.storage.files import is_there
from builder.words import words_here

if TYPE_CHECKING:
    from builder.web.watch import Update


@command(example="arsenal watch moon-duel --lang fr")
def watch(
    rendering: Rendering,
    target: Annotated[str, argument("[PACK|GAME]", "A pack's folder or a game's id; the pack around the folder.")] = "",
    cards: CardsOption = "",
    lang: LanguageOption = "",
    port: Annotated[
        int | None, option("--port N", "The page's port; any free one otherwise.", min=0, max=65535)
    ] = None,
    browser: Annotated[bool, option("--browser/--no-browser", "Open the page in a browser.")] = True,
    editor: Annotated[
        str,
        option(
            "--editor NAME|PATTERN",
            "What opens a file from the page: vscode, vscodium, cursor, zed, idea, textmate, none, or a link with "
            "{path}, {line} and {column}.",
            envvar="ARSENAL_EDITOR",
        ),
    ] = "vscode",
    packs: Packs = None,
) -> None:
    """Show a pack's cards on a local page, checked and drawn again whenever a file changes."""
    from builder.web.watch import Watched, editor_pattern, served

    pattern = editor_pattern(editor)
    root, is_bundled = _pack(target, packs)
    game, own = _game_of(root, packs)
    watched = Watched(root, is_bundled=is_bundled, where=cards or own, language=lang, game=game)
    log = _Log()
    try:
        with served(
            watched, port, cache=rendering.cache, time_limit=rendering.time_limit, editor=pattern, on_change=log
        ) as (_, url):
            from builder.web.server.running import wait

            say(words_here("publishing")("watching", pack=root.name, address=url))
            log.findings(watched.diagnostics)
            if browser:
                _open(url)
            wait()
    except KeyboardInterrupt:
        say_aside("", words_here("publishing")("stopped"))


class _Log:
    """Prints what changed and what is wrong; each finding once."""

    def __init__(self) -> None:
        self._say = words_here("publishing")  # now, since updates come from another thread
        self._known: list[Diagnostic] = []

    def __call__(self, update: Update) -> None:
        if update.everything:
            say(self._say("everything"))
        elif update.changed:
            names, more = ", ".join(update.changed[:5]), len(update.changed) - 5
            names = self._say("known.more", more, names=names) if more > 0 else names
            say(self._say("said-of", name=names, text=f"{self._say.decimal(update.seconds, '.2f')} s"))
        self.findings(update.diagnostics)

    def findings(self, found: Sequence[Diagnostic]) -> None:
        """Report findings that were not there before."""
        if found and list(found) != self._known:
            report(found, "text", sys.stderr)
        elif self._known and not found:
            say(self._say("no-findings"))
        self._known = list(found)


def _pack(target: str, packs: Sequence[Path] | None) -> tuple[Path, bool]:
    """The folder of the pack that `target` names, and whether it is a bundled one."""
    if not target:
        if here := around(Path()):
            return here[0], False
        raise UsageError.of("publishing", "around")
    known = {pack.game_id: pack for pack in workspace(Sources(list(packs or ()))).packs}
    if target in known:
        return known[target].root, known[target].bundled
    if not is_there(target):
        help_ = suggestion(target, known, "games", words_here())
        raise UsageError.of("publishing", "neither", name=target, help_=help_)
    return enclosing_one(Path(target)), False


def _game_of(root: Path, packs: Sequence[Path] | None) -> tuple[Path | None, str]:
    """The folder of the game that the pack extends, and a query for its own cards; None and "" for a game."""
    pack = read(root)
    if not pack.is_expansion:
        return None, ""
    return workspace(Sources(list(packs or ()))).whole(pack).root, f"pack:{pack.game_id}"


def _open(url: str) -> None:
    import webbrowser

    with suppress(webbrowser.Error, OSError):
        webbrowser.open(url)
