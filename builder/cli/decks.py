"""Commands about decks: judge them, look into them, take them elsewhere."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from builder.cli.frame import command, day, opened, refuse_empty
from builder.cli.options import (
    CardsOption,
    DataOption,
    FormatOption,
    GameOption,
    Judging,
    LanguageOption,
    OneEachOption,
    Pictured,
    SinceOption,
    Sources,
    argument,
    option,
)
from builder.cli.saying import note, print_json, say, say_aside
from builder.diagnostics import UsageError, some_of
from builder.exports import BUNDLED, Settings, target
from builder.library import Catalog
from builder.storage.files import writable, write_files
from builder.words import words_here
from builder.workspace import Workspace


@command(example="arsenal check decks/first-deck.yaml --format standard")
def check(
    sources: Sources,
    judging: Judging,
    decks: Annotated[
        list[str],
        argument(
            "DECK...",
            "Sample decks' ids, deck files, text lists, - for standard input; a game or its pack's folder for all "
            "of its.",
        ),
    ],
    previous: Annotated[
        str, option("--previous DECK", "The deck as it was in the game before, for formats that limit changes.")
    ] = "",
    lost: Annotated[
        bool | None,
        option(
            "--lost/--won", "Whether the game before was lost, for formats in which only the loser may change cards."
        ),
    ] = None,
    game: GameOption = "",
    lang: LanguageOption = "",
    output: DataOption = "text",
) -> None:
    """Say whether decks are legal, and why not."""
    from builder.terminal.verdicts import verdict_lines

    with opened(sources, game, previous, *decks) as workspace:
        results = workspace.catalog.verdicts(
            decks,
            game_id=game,
            format_id=judging.format,
            on=day(judging.date),
            players=judging.players,
            previous=previous,
            lost=lost,
            language=lang,
        )
        names = {one: _names(workspace.catalog, one, lang) for one in {result.deck.deck.game for result in results}}
    if output == "json":
        print_json({"decks": [r.verdict.to_json(r.deck.label, r.deck.deck.game) for r in results]})
    else:
        for result in results:
            say(*verdict_lines(result.deck, result.format, result.verdict, names[result.deck.deck.game]))
    if not all(result.verdict.legal for result in results):
        raise typer.Exit(1)


def _names(catalog: Catalog, game_id: str, language: str) -> Mapping[str, str]:
    """The names of a game's cards in a language, by id."""
    game, own = catalog.game(game_id), catalog.index(game_id).names
    return {**own, **catalog.localized(game, language).names()} if language in catalog.languages(game) else own


@command(example="arsenal stats first-deck --chance '[cost<=2] >= 2 by turn 3'")
def stats(
    sources: Sources,
    deck: Annotated[
        str,
        argument(
            "DECK|GAME",
            "A sample deck's id, a deck file, a text list, or - for standard input; or a game's id, or its pack's "
            "folder.",
        ),
    ],
    format: FormatOption = "",  # noqa: A002 - the option's name
    section: Annotated[str, option("--section NAME", "The section to look at; the main one otherwise.")] = "",
    chance: Annotated[
        list[str] | None,
        option(
            "--chance WHAT",
            "How likely is this? 'Knife Runner >= 1 and [type:ship cost<=2] >= 2 by turn 3', or '... in 7 cards'; "
            "repeatable.",
        ),
    ] = None,
    out: Annotated[
        list[Path] | None,
        option("-o --out FILE", "Write the report of a game: .html to read, .json for programs; repeatable."),
    ] = None,
    game: GameOption = "",
    lang: LanguageOption = "",
    output: DataOption = "text",
) -> None:
    """Show a deck's curves, totals, chances to draw, and what its dice show; or what a game's data shows.

    With --chance, say how likely that is, exactly: `docs/queries.md` describes what can be asked. Of a game: who does
    what, power against cost, cards that others make pointless, near twins, as `docs/statistics.md` describes.
    """
    with opened(sources, game, deck) as workspace:
        if not game and (found_game := workspace.catalog.game_called(deck)):
            options = {"--format": format, "--section": section, "--chance": chance}
            _game_stats(workspace, found_game.id, out or (), lang, output, [name for name in options if options[name]])
            return
        if out:
            raise UsageError.of("statistics", "wrong-out", name=deck)
        named = workspace.catalog.open_deck(deck, game, format, language=lang)
        found = workspace.stats(named, format=format, section=section, chances=chance or (), lang=lang)
    if output == "json":
        print_json(found.to_json())
    else:
        from builder.terminal.charts import render, width_here

        say(*render(found, width=width_here()).split("\n"))
    if others := [name for name in named.deck.sections if name != found.section]:
        note(words_here("terminal")("stats.section", section=found.section, others=some_of(others)))
    for problem in named.problems:
        note(problem.message)


def _game_stats(
    workspace: Workspace, game: str, out: Sequence[Path], lang: str, output: str, unfit: Sequence[str]
) -> None:
    """Print the statistics of a game; `unfit` are options in use that are only for decks."""
    from builder.statistics.report import file_kind, written
    from builder.terminal.charts import width_here
    from builder.terminal.gamestats import game_lines

    if unfit:
        raise UsageError.of("statistics", "wrong-option", option=unfit[0], name=game)
    files = {writable(path): file_kind(path) for path in out}
    found = workspace.game_stats(game, lang=lang)
    write_files({path: written(found, kind, words_here("statistics")) for path, kind in files.items()})
    if output == "json":
        print_json(found.to_json())
    elif not files:
        say(*game_lines(found, width=width_here()))
    for path in files:
        (say_aside if output == "json" else say)(words_here("statistics")("written", path=path))


@command(example="arsenal export first-deck --to engine -o first-deck.json")
def export(
    context: typer.Context,
    sources: Sources,
    judging: Judging,
    pictured: Pictured,
    targets: Annotated[
        list[str],
        argument(
            "DECK...|GAME",
            "A deck (id, file or -), several decks, or a game for all its cards: its id, or its pack's folder.",
        ),
    ],
    to: Annotated[str, option("--to TARGET", f"The program or format: {', '.join(BUNDLED)}, or a plugin's.")],
    out: Annotated[
        Path, option("-o --out PATH", "The file to write, - for standard output; a folder or a .zip for several files.")
    ],
    decks: Annotated[bool, option("--decks", "All decks of the game instead of its cards, a file each.")] = False,
    force: Annotated[bool, option("--force", "Export an illegal deck all the same; the file says so.")] = False,
    accept: Annotated[
        bool, option("--accept", "Take a name on a list that is near to one card's alone for it, and say so.")
    ] = False,
    cards: CardsOption = "",
    lang: LanguageOption = "",
    changed_since: SinceOption = "",
    one_each: OneEachOption = False,
) -> None:
    """Write a deck, several decks, or a game's cards, for a rules engine or another program."""
    refuse_empty(context, cards=cards, changed_since=changed_since, base_url=pictured.base_url)
    settings = Settings(**asdict(pictured))
    with opened(sources, *targets) as workspace:
        done = workspace.export(
            *targets, to=to, path=out, cards=cards, lang=lang, changed_since=changed_since, format=judging.format,
            date=day(judging.date), players=judging.players, force=force, decks=decks, accept=accept, one_each=one_each,
            settings=settings,
        )  # fmt: skip
    for line in (*done.notes, *done.losses, *_idle(context, to)):
        note(line)
    (say_aside if str(out) == "-" else say)(done.line)


def _idle(context: typer.Context, to: str) -> Iterator[str]:
    """Notes on options for pictures that have no effect, since the target has no pictures."""
    chosen = target(to)
    own = {"pcio_schema": chosen.name == "playingcards"}
    for name in Pictured.__dataclass_fields__:
        source = context.get_parameter_source(name)
        if source and source.name == "COMMANDLINE" and not own.get(name, chosen.draws):
            shown = name.replace("pictures", "no-pictures").replace("_", "-")
            words = words_here("printing")
            yield words("idle", option=f"--{shown}", why=words("idle.target", target=chosen.name))
