"""The command that says how even a game is."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from builder.cli.frame import command, opened
from builder.cli.options import DataOption, FormatOption, LanguageOption, PlayersOption, Sources, argument, option
from builder.cli.playing import ClusterOption, JobsOption, ModuleOption, SeedOption, listed, runner_of, use_module
from builder.cli.saying import note, print_json, say
from builder.storage.files import writable, write_files
from builder.words import words_here

if TYPE_CHECKING:
    from builder.playing.report import CardEffect, Shown

SHOWN = 5  # cards at each end of the table


@command(example="arsenal balance earthwall the-accord --within 5")
def balance(
    sources: Sources,
    decks: Annotated[
        list[str], argument("DECK...", "Sample decks' ids or deck files; one alone plays against itself.")
    ],
    games: Annotated[
        int | None, option("--games N", "How many games of each pairing; 200 otherwise.", min=1, max=1_000_000)
    ] = None,
    within: Annotated[
        float | None,
        option(
            "--within POINTS",
            "As many games as a share of wins needs to be known within so many points of a hundred.",
            min=0.1,
            max=50,
        ),
    ] = None,
    bots: Annotated[
        str, option("--bots NAME,NAME", "The bot for all, or one for each deck, such as search:500.")
    ] = "greedy",
    without: Annotated[
        list[str] | None, option("--without CARD", "Also play each deck against itself without that card; repeatable.")
    ] = None,
    since: Annotated[
        str, option("--since REV|DATE", "Also play the pack as it was in a commit of git or on a day, and compare.")
    ] = "",
    seed: SeedOption = 0,
    jobs: JobsOption = None,
    format: FormatOption = "",  # noqa: A002 - the option's name
    players: PlayersOption = None,
    lang: LanguageOption = "",
    out: Annotated[
        list[Path] | None,
        option(
            "-o --out FILE",
            "Write the report: .html to read, .md for a pull request, .csv or .json for programs; repeatable.",
        ),
    ] = None,
    output: DataOption = "text",
    module: ModuleOption = None,
    cluster: ClusterOption = "",
) -> None:
    """Say how even decks are, what each card does for them, and what a change has moved."""
    from builder.playing.balance import Wanted, games_of
    from builder.playing.balance import balance as play
    from builder.playing.report import Shown, file_kind, written
    from builder.terminal.progress import progress

    files = {writable(path): file_kind(path) for path in out or ()}  # fails before the games are played
    with opened(sources, *decks) as workspace:
        use_module(module)
        words = words_here("terminal")
        wanted = Wanted(decks, games_of(games, within), listed(bots), seed or 0, players or 0, format, without or ())
        with progress(words("simulate.playing"), words("simulate.unit")) as advance:
            found = play(
                workspace.catalog, workspace.packs, wanted, runner_of(cluster, jobs),
                since=since, language=lang, progress=advance,
            )  # fmt: skip
    if found.resumed:
        note(words("balance.resumed", found.resumed, games=str(found.resumed)))
    write_files({path: written(found, kind) for path, kind in files.items()})
    if output == "json":
        print_json(found.to_json())
    elif files:
        shown = Shown(found)
        say(*shown.findings, f"{shown.played}.")
        for path in files:
            say(words("balance.written", path=str(path)))
    else:
        _show(Shown(found))


def _show(shown: Shown) -> None:
    """Print the report."""
    words, report = shown.words, shown.report
    if len(report.labels) > 1:
        _decks(shown)
    if not report.together:
        _seats(shown)
    cards = list(shown.cards)
    for label in report.labels:
        _cards(label, [card for card in cards if card.deck == label], shown)
    if report.worths:
        rows = [[shown.names[worth.card], worth.deck, shown.share(worth.share)] for worth in report.worths]
        _table(("balance.without", "simulate.deck", "balance.with-it"), rows)
    if shown.balance.before:
        rows = [
            [c.what, *map(words.percent, (c.before, c.after)), shown.points(c.by), "*" if c.by.excludes(0) else ""]
            for c in shown.moved
        ]
        since = words("balance.since", since=shown.balance.since)
        _table((since, "balance.before", "balance.after", "balance.change", ""), rows)
        say(words("balance.chance"))
    say(*shown.findings, "", shown.played)


def _decks(shown: Shown) -> None:
    """Each deck against each other, and how strong it is."""
    words, report = shown.words, shown.report
    rows: list[list[str]] = []
    for deck in shown.order:
        figures = [shown.against(deck, other) if deck != other else None for other in shown.order]
        cells = ["" if figure is None else words.percent(figure.value) for figure in figures]
        tally = report.main.decks[deck]
        low, high = map(words.percent, tally.interval)
        interval = words("simulate.range", low=low, high=high)
        rows.append([f"{len(rows) + 1}. {report.labels[deck]}", *cells, words.percent(tally.share), interval])
    numbers = [f"{n + 1}." for n in range(len(rows))]
    _table(("simulate.deck", *numbers, "simulate.share", "simulate.interval"), rows)
    if report.ranking and report.ranking.cyclic:
        say(words("balance.cyclic", share=words.percent(report.ranking.cyclic)))


def _seats(shown: Shown) -> None:
    words = shown.words
    rows = []
    for number, tally in enumerate(shown.report.main.seats, 1):
        low, high = map(words.percent, tally.interval)
        rows.append([str(number), words.percent(tally.share), words("simulate.range", low=low, high=high)])
    _table(("simulate.seat", "simulate.share", "simulate.interval"), rows)


def _cards(label: str, cards: Sequence[CardEffect], shown: Shown) -> None:
    """The cards that help most when they are drawn, and those that help least."""
    known = [(card, card.improvement) for card in cards if card.improvement]
    rows = []
    for place, (card, improvement) in enumerate(known):
        if SHOWN <= place < len(known) - SHOWN:
            if place == SHOWN:
                rows.append(["...", "", "", ""])
            continue
        rows.append([card.name, shown.share(card.seen), shown.points(improvement), shown.share(card.played)])
    if rows:
        _table((label, "balance.in-hand", "balance.improvement", "balance.when-played"), rows)


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print a table; heads that are keys of words are translated."""
    from builder.terminal.cards import console
    from builder.terminal.tables import results_table

    words = words_here("terminal")
    shown = [words(head) if head.startswith(("simulate.", "balance.")) else head for head in heads]
    console().print(results_table(rows, shown))
    say("")
