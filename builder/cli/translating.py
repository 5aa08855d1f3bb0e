"""The command that keeps translations."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from builder.cli.frame import command, workspace
from builder.cli.options import Packs, Sources
from builder.cli.saying import say


@command(example="arsenal translate fr --missing")
def translate(
    language: Annotated[str, typer.Argument(metavar="LANG", help="The language: the name of a file in locales/.")],
    pack: Annotated[
        Path, typer.Argument(metavar="[PACK]", help="The pack; the one around the current folder otherwise.")
    ] = Path(),
    missing: Annotated[bool, typer.Option("--missing", help="List what is not translated, and which words.")] = False,
    confirm: Annotated[
        list[str] | None,
        typer.Option(
            "--confirm",
            metavar="ID|new|all",
            help="Note that a translation fits the words as they are now: of this card or part, of those "
            "that have no such note, or of all; repeatable.",
        ),
    ] = None,
    packs: Packs = None,
) -> None:
    """Show how far a translation is; note which words it was made from, so that `validate` sees when they change."""
    from builder.authoring.translating import confirm as write
    from builder.authoring.translating import missing_words, progress, summary
    from builder.packs.pack import enclosing_one, read
    from builder.storage.files import display

    root = enclosing_one(pack)
    with workspace(Sources(packs)) as found:
        done = progress(read(root), language, found.whole)
    if confirm:
        changed = write(done, confirm)
        nothing = "all of that was confirmed already" if done.file.exists() else "there is nothing to confirm yet"
        say(f"{display(done.file)}: {len(changed)} confirmed" if changed else nothing)
        with workspace(Sources(packs)) as found:
            done = progress(read(root), language, found.whole)
    for line in missing_words(done) if missing else summary(done):
        say(line)
