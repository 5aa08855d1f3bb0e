"""The command that says how even a game is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from builder.cli.frame import command, opened
from builder.cli.options import DataOption, FormatOption, LanguageOption, PlayersOption, Sources
from builder.cli.playing import ClusterOption, ModuleOption, SeedOption, listed, runner_of, use_module
from builder.cli.saying import note, print_json, say
from builder.words import words_here

if TYPE_CHECKING:
    from builder.playing.balance import Balance
    from engine.balancing import CardSums, Figure, Report

SHOWN = 5  # cards at each end of the table


@command(example="arsenal balance earthwall the-accord --within 5")
def balance(
    sources: Sources,
    decks: Annotated[
        list[str],
        typer.Argument(metavar="DECK...", help="Sample decks' ids or deck files; one alone plays against itself."),
    ],
    games: Annotated[
        int | None,
        typer.Option(
            "--games", min=1, max=1_000_000, metavar="N", help="How many games of each pairing; 200 otherwise."
        ),
    ] = None,
    within: Annotated[
        float | None,
        typer.Option(
            "--within",
            min=0.1,
            max=50,
            metavar="POINTS",
            help="As many games as a share of wins needs to be known within so many points of a hundred.",
        ),
    ] = None,
    bots: Annotated[
        str,
        typer.Option("--bots", metavar="NAME,NAME", help="The bot for all, or one for each deck, such as search:500."),
    ] = "greedy",
    without: Annotated[
        list[str] | None,
        typer.Option(
            "--without", metavar="CARD", help="Also play each deck against itself without that card; repeatable."
        ),
    ] = None,
    since: Annotated[
        str,
        typer.Option(
            "--since",
            metavar="REV|DATE",
            help="Also play the pack as it was in a commit of git or on a day, and compare.",
        ),
    ] = "",
    seed: SeedOption = 0,
    jobs: Annotated[
        int | None,
        typer.Option(
            "--jobs", min=1, max=256, metavar="N", help="How many processes play; one for each processor otherwise."
        ),
    ] = None,
    format: FormatOption = "",  # noqa: A002 - the option's name
    players: PlayersOption = None,
    lang: LanguageOption = "",
    output: DataOption = "text",
    module: ModuleOption = None,
    cluster: ClusterOption = "",
) -> None:
    """Say how even decks are, what each card does for them, and what a change has moved."""
    from builder.playing.balance import Wanted, games_of
    from builder.playing.balance import balance as play
    from builder.terminal.progress import progress

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
    if output == "json":
        print_json(found.to_json())
    else:
        _show(found)


def _show(found: Balance) -> None:
    """Print the report."""
    words = words_here("terminal")
    report = found.report
    names = _names(report)
    if len(report.labels) > 1:
        _decks(report)
    _seats(report)
    for label, cards in zip(report.labels, report.main.cards, strict=True):
        _cards(label, cards, names)
    if report.worths:
        rows = [[names[worth.card], worth.deck, _said(worth.share)] for worth in report.worths]
        _table(("balance.without", "simulate.deck", "balance.with-it"), rows)
    if found.changes:
        rows = [
            [c.what, words.percent(c.before), words.percent(c.after), _points(c.by), "*" if c.by.excludes(0) else ""]
            for c in found.changes
        ]
        _table(
            (words("balance.since", since=found.since), "balance.before", "balance.after", "balance.change", ""), rows
        )
        say(words("balance.chance"))
    for finding in report.findings():
        values: dict[str, Any] = {name: value for name, value in finding.items() if name != "code"}
        if "card" in values:
            values["card"] = names[values["card"]]
        say(words(f"balance.{finding['code']}", **values))
    main = report.main
    turns = sum(turn * n for turn, n in main.turns.items()) / main.games
    say(
        "",
        words(
            "balance.played", main.games, games=str(main.games), turns=words.decimal(turns, ".1f"),
            decisions=words.decimal(main.decisions / main.games, ".1f"),
            leads=words.decimal(main.leads / main.games, ".1f"),
            forced=words.percent(main.forced / max(1, main.forced + main.decisions)),
        ),
    )  # fmt: skip


def _names(report: Report) -> dict[str, str]:
    """What the decks' cards are called, by their ids."""
    decks = [entry.deck for entry in report.plan.main.entries]
    return {card: str(deck.cards[card].get("name", card)) for deck in decks for card in deck.copies()}


def _decks(report: Report) -> None:
    """Each deck against each other, and how strong it is."""
    words = words_here("terminal")
    shares, ranking = report.shares, report.ranking
    order = range(len(report.labels))
    if ranking:
        order = sorted(order, key=lambda deck: -ranking.strengths[deck][0])  # type: ignore[assignment]
    rows: list[list[str]] = []
    for deck in order:
        cells = []
        for other in order:
            figure = shares.get((deck, other))
            back = shares.get((other, deck))
            share = figure.value if figure else 1 - back.value if back else None
            cells.append("" if share is None else words.percent(share))
        tally = report.main.decks[deck]
        low, high = map(words.percent, tally.interval)
        interval = words("simulate.range", low=low, high=high)
        rows.append([f"{len(rows) + 1}. {report.labels[deck]}", *cells, words.percent(tally.share), interval])
    numbers = [f"{n + 1}." for n in range(len(rows))]
    _table(("simulate.deck", *numbers, "simulate.share", "simulate.interval"), rows)
    if ranking and ranking.cyclic:
        say(words("balance.cyclic", share=words.percent(ranking.cyclic)))
        for ring in ranking.cycles:
            say(words("balance.cycle", decks=" > ".join(report.labels[deck] for deck in (*ring, ring[0]))))


def _seats(report: Report) -> None:
    words = words_here("terminal")
    rows = []
    for number, tally in enumerate(report.main.seats, 1):
        low, high = map(words.percent, tally.interval)
        rows.append([str(number), words.percent(tally.share), words("simulate.range", low=low, high=high)])
    _table(("simulate.seat", "simulate.share", "simulate.interval"), rows)


def _cards(label: str, cards: dict[str, CardSums], names: dict[str, str]) -> None:
    """The cards that help most when they are drawn, and those that help least."""
    from engine.balancing import difference, of_tally

    found = ((difference(sums.seen, sums.unseen), card, sums) for card, sums in cards.items())
    known = sorted(((figure, card, sums) for figure, card, sums in found if figure), key=lambda one: -one[0].value)
    rows = []
    for place, (figure, card, sums) in enumerate(known):
        if SHOWN <= place < len(known) - SHOWN:
            if place == SHOWN:
                rows.append(["...", "", "", ""])
            continue
        seen, played = of_tally(sums.seen), of_tally(sums.played)
        rows.append([names[card], _said(seen), _points(figure), "" if played is None else _said(played)])
    if rows:
        _table((label, "balance.in-hand", "balance.improvement", "balance.when-played"), rows)


def _said(figure: Figure | None) -> str:
    words = words_here("terminal")
    if figure is None:
        return ""
    low, high = words.percent(max(0.0, figure.low)), words.percent(min(1.0, figure.high))
    return f"{words.percent(figure.value)} ({words('simulate.range', low=low, high=high)})"


def _points(figure: Figure) -> str:
    """A difference in points of a hundred."""
    words = words_here("terminal")
    value, low, high = (words.decimal(100 * one, "+.1f") for one in (figure.value, figure.low, figure.high))
    return f"{value} ({words('simulate.range', low=low, high=high)})"


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print a table; heads that are names of words are said in the language."""
    from builder.terminal.cards import console
    from builder.terminal.tables import results_table

    words = words_here("terminal")
    said = [words(head) if head.startswith(("simulate.", "balance.")) else head for head in heads]
    console().print(results_table(rows, said))
    say("")
