"""Commands that play: a game in the terminal, many games between bots, and the replay of a saved game."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from builder.cli.frame import command, opened
from builder.cli.options import DataOption, FormatOption, LanguageOption, PlayersOption, Sources, argument, option
from builder.cli.saying import note, print_json, say
from builder.diagnostics import UsageError
from builder.words import words_here

if TYPE_CHECKING:
    from engine.bundles import DeckBundle
    from engine.running import Runner
    from engine.simulating import Report
    from engine.tallies import Tally

JobsOption = Annotated[
    int | None, option("--jobs N", "How many processes play; one for each processor otherwise.", min=1, max=256)
]
SeedOption = Annotated[
    int | None, option("--seed N", "What chance follows from: the same seed, the same game.", min=0, max=2**64 - 1)
]
ModuleOption = Annotated[
    Path | None, option("--module FILE", "A file of Python that plays the game; it is run, so name one that you trust.")
]
ClusterOption = Annotated[
    str, option("--cluster ADDRESS", "Play on the Ray cluster whose head is there; local is one of this machine.")
]


@command(example="arsenal play first-deck --bots human,greedy")
def play(
    sources: Sources,
    decks: Annotated[
        list[str] | None,
        argument("DECK...", "Sample decks' ids or deck files, one for each player, or one for the table."),
    ] = None,
    bots: Annotated[
        str,
        option(
            "--bots NAME,NAME",
            "Who plays, seat by seat: human, search, rollout, greedy, random; the last is for all that follow.",
        ),
    ] = "",
    think: Annotated[
        str,
        option(
            "--think LIMIT",
            "How long search and rollout think about a decision: so many worlds (500), or seconds (2s).",
        ),
    ] = "",
    seed: SeedOption = None,
    format: FormatOption = "",  # noqa: A002 - the option's name
    players: PlayersOption = None,
    save: Annotated[Path | None, option("--save FILE", "Where the game is saved when it ends or is left.")] = None,
    load: Annotated[Path | None, option("--load FILE", "Go on with a saved game.")] = None,
    always_ask: Annotated[
        bool, option("--always-ask", "Ask people all that can be asked, also what changes nothing.")
    ] = False,
    lang: LanguageOption = "",
    plain: Annotated[bool, option("--plain", "Draw nothing: a line for each thing, without colors.")] = False,
    module: ModuleOption = None,
) -> None:
    """Play a game in the terminal, against bots or each other."""
    from builder.cli.gaming import Gaming, Stopped, begun, names_of, resumed, words_for, write_save

    with opened(sources) as workspace:
        use_module(module)
        session = (
            resumed(load, decks, bots, think, always_ask=always_ask)
            if load
            else begun(workspace, decks, bots, think, seed, format, players, lang, always_ask=always_ask)
        )
        words = words_for(workspace, session.game, lang)
        names = names_of(session, words)
        bare = plain or not (sys.stdin.isatty() and sys.stdout.isatty())
        gaming = Gaming(session, words, names, bare, lambda path: write_save(session, path))
        texts = words_here("play")
        say(
            texts("begins", game=words.game.name, players=", ".join(names), seed=str(session.seed)),
            *([] if load else [texts("explains")]),
        )
        try:
            gaming.play()
        except Stopped:
            if save is None and not bare:
                gaming.offer_to_save()
        finally:
            if save is not None:
                write_save(session, save)
                note(texts("kept", path=save))


@command(example="arsenal simulate first-deck --games 200")
def simulate(
    sources: Sources,
    decks: Annotated[
        list[str], argument("DECK...", "Sample decks' ids or deck files; one alone plays against itself.")
    ],
    games: Annotated[int, option("--games N", "How many games of each pairing.", min=1, max=1_000_000)] = 100,
    bots: Annotated[
        str, option("--bots NAME,NAME", "The bot for all, or one for each deck: greedy, random, search or rollout.")
    ] = "greedy",
    seed: SeedOption = 0,
    jobs: JobsOption = None,
    format: FormatOption = "",  # noqa: A002 - the option's name
    players: PlayersOption = None,
    lang: LanguageOption = "",
    output: DataOption = "text",
    module: ModuleOption = None,
    cluster: ClusterOption = "",
) -> None:
    """Let bots play many games between decks, and say how often each wins."""
    from builder.playing.tables import in_words, seat
    from builder.terminal.progress import progress
    from engine.simulating import simulate as run

    with opened(sources, *decks) as workspace:
        use_module(module)
        seated = seat(workspace.catalog, decks, format, players, language=lang)
    words = words_here("terminal")
    with progress(words("simulate.playing"), words("simulate.unit")) as advance, in_words():
        report = run(
            seated.bundles, games, bots=listed(bots), players=players or 0, seed=seed or 0,
            labels=seated.labels, progress=advance, runner=runner_of(cluster, jobs),
        )  # fmt: skip
    if output == "json":
        print_json(report.to_json())
    else:
        _show(report, seated.bundles[0])


@command(example="arsenal replay my-game.json --step")
def replay(
    sources: Sources,
    file: Annotated[Path, argument("FILE", "A saved game.")],
    step: Annotated[bool, option("--step", "Wait for Enter before each decision.")] = False,
    lang: LanguageOption = "",
    module: ModuleOption = None,
) -> None:
    """Tell a saved game from its beginning: what was chosen, and what came of it."""
    from builder.cli.gaming import replay_log, words_for
    from builder.playing.tables import in_words
    from engine import saves

    with opened(sources) as workspace, in_words():
        use_module(module)
        save = saves.read_file(file)
        words = words_for(workspace, save.game, lang)
        replay_log(save, words, step=step)


def runner_of(cluster: str, jobs: int | None) -> Runner:
    """Who plays many games: processes of this machine, or a Ray cluster. Raises UsageError where Ray is not there."""
    from engine.running import Processes

    if not cluster:
        return Processes(jobs or os.cpu_count() or 1)
    try:
        from engine.adapters.ray import Ray
    except ImportError:
        raise UsageError.of("play", "no-ray") from None
    return Ray(cluster)


def use_module(module: Path | None) -> None:
    """Load an engine module from a file, if one is given, and play its game by it."""
    from builder.playing.tables import in_words
    from engine import modules

    if module is not None:
        with in_words():
            modules.use(module)


def listed(names: str) -> list[str]:
    """Names that commas separate. Raises UsageError where there is none."""
    listed = [name.strip() for name in names.split(",") if name.strip()]
    if not listed:
        raise UsageError.of("play", "nobody")
    return listed


def _show(report: Report, first: DeckBundle) -> None:
    """Print the results: of a team as a whole, of a deck against itself by seat, otherwise by deck."""
    from builder.terminal.cards import console
    from builder.terminal.tables import results_table
    from engine.modules import find

    words = words_here("terminal")

    def print_table(what: str, tallies: Sequence[Tally], reached: str) -> None:
        rows = []
        for tally in tallies:
            low, high = map(words.percent, tally.interval)
            interval = words("simulate.range", low=low, high=high)
            rows.append([tally.label, str(tally.wins), words.percent(tally.share), interval])
        heads = (what, "simulate.won", reached, "simulate.interval")
        terminal.print(results_table(rows, [words(head) for head in heads]))

    terminal = console()
    team = find(first.game).cooperative
    shown: list[Tally] = []
    if team or len(report.decks) > 1:
        print_table("simulate.deck", report.decks, "simulate.reached" if team else "simulate.share")
        shown += report.decks
    if not team:
        print_table("simulate.seat", report.seats, "simulate.share")
        shown += report.seats
    games = words("simulate.games", report.games, games=str(report.games))
    if report.pairings > 1:
        each = str(report.games // report.pairings)
        games = words("simulate.each", games=games, each=each, pairings=str(report.pairings))
    partial, draws = str(report.partial), str(report.draws)
    between = words("simulate.partial", partial=partial) if team else words("simulate.draws", report.draws, draws=draws)
    least, mean, most = report.turns
    turns = words("simulate.turns", least=str(least), most=str(most), mean=words.decimal(mean, ".1f"))
    decisions = words("simulate.decisions", decisions=words.decimal(report.decisions / report.games, ".1f"))
    took = f"{words.decimal(report.seconds, '.1f')} s"
    parts = [f"{games}, {between}", *([turns] if most else []), decisions, took]
    say("", words("separator").join(parts), *_remarks(report, first, shown))


def _remarks(report: Report, first: DeckBundle, shown: Sequence[Tally]) -> Iterator[str]:
    """Notes on how to read the figures that are shown."""
    words = words_here("terminal")
    if any(tally.interval_by == "normal" for tally in shown):
        yield words("simulate.normal")
    if report.mirror:
        yield words("simulate.mirror")
    fewer = next((count for count in range(2, report.players) if first.players.allows(count)), 0)
    if fewer and report.players == len(report.decks):
        yield words("simulate.pairs" if fewer == 2 else "simulate.fewer", decks=report.players, fewer=fewer)
    for limit, games in report.limits.items():
        ended = words("simulate.games", games, games=str(games))
        yield words("simulate.limit", games, games=ended, limit=str(limit))
