"""How even a game is: plays games between decks, with the cards of now and of an earlier revision.

Every finished game is written to a file in the cache folder. If the command is stopped, the same command goes on there.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO, Any, Final  # Any: plain data

import engine
from builder.checks import check_pack
from builder.diagnostics import UsageError, has_errors
from builder.library import Catalog
from builder.library.checked import CheckedGame
from builder.packs.git import revision, whole_pack_at
from builder.packs.pack import Pack
from builder.playing.tables import Seated, in_words, seat
from builder.storage.locks import lock_now
from builder.storage.resources import cache_folder
from engine import balancing
from engine.balancing import Change, Plan, Report
from engine.running import Batch, CardCounts, Played, Runner
from engine.simulating import Progress

FOLDER: Final = "balance"  # in the cache folder
USUAL: Final = 200  # games of each pairing, by default


@dataclass(frozen=True)
class Wanted:
    """What to play: decks by their names, how many games of each pairing, by which bots, with which seed."""

    decks: Sequence[str]
    games: int
    bots: Sequence[str]
    seed: int = 0
    players: int = 0
    format_id: str = ""
    without: Sequence[str] = ()


@dataclass(frozen=True)
class Balance:
    """A report, and what has moved since an earlier revision; `resumed` games were played by a run that was stopped.

    `names` are those of the decks' cards in the language that was asked for, by their ids.
    """

    report: Report
    names: Mapping[str, str]
    before: Report | None = None
    since: str = ""
    resumed: int = 0

    @property
    def changes(self) -> list[Change]:
        """What has moved; empty without an earlier revision."""
        return balancing.changes(self.before, self.report) if self.before else []

    def to_json(self) -> dict[str, Any]:
        """As plain data, as `balance-output.schema.json` says."""
        changes = [
            {
                "what": change.what,
                "before": round(change.before, 4),
                "after": round(change.after, 4),
                "change": change.by.to_json(),
                "more-than-chance": change.by.excludes(0),
            }
            for change in self.changes
        ]
        return {**self.report.to_json(), **({"since": self.since, "changes": changes} if self.before else {})}


def games_of(games: int | None, within: float | None) -> int:
    """How many games of each pairing: `games`, or as many as are needed to know shares within `within` points.

    Raises UsageError where both are given.
    """
    if games is not None and within is not None:
        raise UsageError.of("play", "balance.games-and-within")
    return balancing.games_within(within) if within is not None else games or USUAL


def balance(
    catalog: Catalog,
    packs: Sequence[Pack],
    wanted: Wanted,
    runner: Runner,
    *,
    since: str = "",
    language: str = "",
    progress: Progress | None = None,
) -> Balance:
    """Plays the games, and with `since` those of that revision of the pack with the same seeds.

    Raises UsageError for decks that can't be played and for unknown revisions, FindingsError for decks that are not
    legal.
    """
    now = _plan(catalog, wanted, language)
    then = _plan(_catalog_at(catalog, packs, wanted, since), wanted, language) if since else None
    resumed = 0
    reports: list[Report] = []
    if then:
        then = then.only_where_other(now)
    both = now.all_games + (then.all_games if then else 0)
    for plan in filter(None, (then, now)):
        with closing(Journal(plan)) as journal, in_words():
            resumed += journal.number
            report = balancing.measure(
                plan,
                runner,
                before=journal.games(),
                after=journal.number,
                note=journal.note,
                progress=None if progress is None else (lambda done, _of: progress(done, both)),
            )
        reports.append(report)
        journal.done()
    return Balance(reports[-1], _names(catalog, now, language), reports[0] if then else None, since, resumed)


def _names(catalog: Catalog, plan: Plan, language: str) -> dict[str, str]:
    """The names of the decks' cards in a language, or in the game's own where it does not have that one."""
    decks = [entry.deck for entry in plan.main.entries]
    game = catalog.loaded(decks[0].game)
    words, played = game.words(language), {card for deck in decks for card in deck.copies()}
    return {card.id: words.card(card).name for card in game.cards if card.id in played}


def _plan(catalog: Catalog, wanted: Wanted, language: str) -> Plan:
    seated: Seated = seat(catalog, wanted.decks, wanted.format_id, wanted.players or None, language=language)
    with in_words():
        return balancing.plan(
            seated.bundles,
            wanted.games,
            bots=wanted.bots,
            players=wanted.players,
            seed=wanted.seed,
            labels=seated.labels,
            without=wanted.without,
        )


def _catalog_at(catalog: Catalog, packs: Sequence[Pack], wanted: Wanted, since: str) -> Catalog:
    """The catalog of the decks' game at the revision `since`.

    Raises UsageError where the game or one of the decks did not exist, or had errors.
    """
    game_id = catalog.open_deck(wanted.decks[0]).deck.game
    pack = next(pack for pack in packs if pack.game_id == game_id)
    before, _ = whole_pack_at(pack, revision(pack.root, since).commit, since)
    if "game.yaml" not in before.files:
        raise UsageError.of("play", "balance.not-there", game=game_id, since=since)
    checked = check_pack(before)
    if has_errors(fault for fault in checked.diagnostics if fault.code != "missing-file"):  # pictures are not read
        raise UsageError.of("play", "balance.faulty", game=game_id, since=since)
    then = Catalog([CheckedGame(checked)])
    samples = then.sample_decks(game_id)
    for deck in wanted.decks:
        if deck in catalog.sample_decks(game_id) and deck not in samples:
            raise UsageError.of("play", "balance.new-deck", deck=deck, since=since)
    return then


class Journal:
    """The finished games of a plan, in a file of the cache folder; without a cache folder, nothing is written."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        folder = cache_folder()
        self.path = folder / FOLDER / f"{_key(plan)}.jsonl" if folder else None
        self.number = 0
        self._file: IO[bytes] | None = None
        if self.path:
            with suppress(OSError):
                self.path.parent.mkdir(exist_ok=True)
                self._file = self.path.open("a+b")
                if lock_now(self._file.fileno()) is False:  # another process plays the same games
                    self.close()
                    self._file = self.path = None
                else:
                    self._cut()

    def _cut(self) -> None:
        """Counts the complete games in the file, and cuts off the incomplete one that a stopped run has left."""
        assert self._file is not None  # noqa: S101 - called where there is one
        self._file.seek(0)
        good = 0
        for line in self._file:
            if not line.endswith(b"\n") or _read(line) is None:
                break
            good += len(line)
            self.number += 1
        self._file.truncate(good)
        self._file.seek(0, 2)

    def games(self) -> Iterator[tuple[int, int, Played]]:
        """The games that were played before."""
        if self._file:
            self._file.seek(0)
            for line, _ in zip(self._file, range(self.number), strict=False):
                found = _read(line)
                if found is not None:
                    yield found

    def note(self, run: int, batch: Batch, played: list[Played]) -> None:
        """Writes games that have ended."""
        if self._file:
            with suppress(OSError):  # with a full disk, a stopped run just can't go on
                self._file.write(b"".join(_written(run, batch[0], one) for one in played))
                self._file.flush()

    def close(self) -> None:
        """Closes the file."""
        if self._file:
            self._file.close()

    def done(self) -> None:
        """Removes the file: all has been played."""
        if self.path:
            self.path.unlink(missing_ok=True)


def _key(plan: Plan) -> str:
    """What the games depend on, as the name of a file."""
    runs = [
        [
            [[entry.deck.data, entry.bot, entry.without] for entry in run.entries],
            run.pairings,
            run.seed,
            run.watched,
            list(run.wanted),
        ]
        for run in plan.runs
    ]
    digest = hashlib.sha256(json.dumps([plan.games, runs], sort_keys=True).encode())
    for path in sorted(Path(engine.__file__).parent.rglob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:32]


def _written(run: int, pairing: int, played: Played) -> bytes:
    cards = [{card: list(asdict(counts).values()) for card, counts in seat.items()} for seat in played.cards]
    line = [run, pairing, played.seats, played.result, played.turns, played.decisions, played.limits, played.forced]
    return json.dumps([*line, played.leads, cards, played.began], separators=(",", ":")).encode() + b"\n"


def _read(line: bytes) -> tuple[int, int, Played] | None:
    """A game from a line of the file; None for a line that is none."""
    try:
        run, pairing, seats, result, turns, decisions, limits, forced, leads, cards, began = json.loads(line)
        counted = tuple({card: CardCounts(*counts) for card, counts in seat.items()} for seat in cards)
        played = Played(tuple(seats), tuple(result), turns, decisions, tuple(limits), forced, leads, counted, began)
    except (ValueError, TypeError, AttributeError):
        return None
    return run, pairing, played
