"""Compares all that this checkout makes with what another commit makes: output, messages, replies, files.

`python -m benchmarks same REV [PART...]` takes a worktree of REV into a temporary folder. Both checkouts run the same
commands by the same interpreter, each in a folder and with a cache of its own, over the packs of this checkout, or of
each its own with `--own-packs`. Each thing that differs is a line, with the first lines that differ below it. The exit
code is 1 where anything differs.
"""

from __future__ import annotations

import argparse
import difflib
import hashlib
import http.client
import io
import json
import random
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from benchmarks.compare import worktree
from benchmarks.measuring import NotDoneError, Side, served
from benchmarks.packs import ROOT
from builder.exports import BUNDLED

Results = dict[str, bytes]  # what was made, by a name for it

SHOWN = 12  # lines of a difference
LONGEST = 160  # characters of such a line
FAULTY = 120  # packs with a line changed
SEED = 7

OUTPUTS = ("text", "json", "github", "sarif")
QUERIES = (
    "cost<=2", "type:ship -is:pinnacle draw", "faction:pirates or cost>=4", "text:/draw/ has:income", "cots<=2",
    "power>", "(draw", "name:zzzz", "is:legal", "set:core number<=5", "draw -draw", "legal:standard", "e",
)  # fmt: skip
_CHANGING = re.compile(rb'"seconds": [\d.]+|[\d.]+ s\b|in [\d.]+ s')  # what no two runs share
# Versions: of files, made of their dates; and in "made", of the program's own modules.
_VERSION = re.compile(rb'((?:[?&]|&amp;)v=|"version": "|&#34;version&#34;: &#34;|"made":")[0-9a-f]{16,24}')


@dataclass(frozen=True, slots=True)
class Work:
    """A side, the folder of its packs, and what these hold: decks, formats and some cards of each game."""

    side: Side
    packs: Path
    games: Mapping[str, Game]

    def command(self, *arguments: str, typed: str = "") -> bytes:
        """What a command says, with its exit code. What no two runs share is left out."""
        environment = self.side.environment(self.side.folder / "cache")
        done = subprocess.run(
            [sys.executable, "-m", "builder", *arguments], cwd=self.side.folder, env=environment,
            input=typed.encode(), capture_output=True, check=False, timeout=600,
        )  # fmt: skip
        said = b"exit %d\n%s\n%s" % (done.returncode, done.stdout, done.stderr)
        return self.plain(said)

    def plain(self, said: bytes) -> bytes:
        """Bytes without the folders of this side, without times and without what is made of files' dates."""
        for folder, name in ((self.packs, b"PACKS"), (self.side.folder, b"FOLDER"), (self.side.root, b"ROOT")):
            said = said.replace(str(folder).encode(), name)
        return _VERSION.sub(rb"\1VERSION", _CHANGING.sub(b"SECONDS", said))

    def files(self, name: str, *arguments: str) -> Results:
        """What a command says and all files that it makes in the folder `made`, which is taken away after."""
        made = {name: self.command(*arguments)}
        folder = self.side.folder / "made"
        for path in sorted(folder.rglob("*")) if folder.exists() else ():
            if path.is_file():
                made |= self._unpacked(f"{name} > {path.relative_to(folder).as_posix()}", path.read_bytes())
        shutil.rmtree(folder, ignore_errors=True)
        return made

    def _unpacked(self, name: str, data: bytes) -> Results:
        """A file; of an archive also each file that it holds, which says where it differs."""
        made = {name: self.plain(data) if data[:4] not in (b"%PDF", b"\x89PNG") else data}
        if zipfile.is_zipfile(io.BytesIO(data)):
            with zipfile.ZipFile(io.BytesIO(data)) as archive:
                made |= {f"{name}!{inside}": archive.read(inside) for inside in archive.namelist()}
        return made


@dataclass(frozen=True, slots=True)
class Game:
    """The ids of a game, its decks, its formats, and a few of its cards."""

    id: str
    decks: tuple[str, ...]
    formats: tuple[str, ...]
    cards: tuple[str, ...]


def commands(work: Work) -> Iterator[Results]:
    """What reads: checks, searches, verdicts and all that is asked about cards and decks."""
    packs = str(work.packs)
    asked = [["--help"], ["games"], ["presets"], ["validate"], ["validate", packs], ["fmt", "--check", packs]]
    asked += [["games", "--output", "json"], ["validate", "--faces", packs], ["sync", "--check", packs]]
    for game in work.games.values():
        asked += [
            ["search", query, "-g", game.id, "--output", output] for query in QUERIES for output in ("text", "json")
        ]
        asked += [
            ["show", card, "-g", game.id, "--output", output] for card in game.cards for output in ("text", "json")
        ]
        asked += [["show", card[:-1] + "x", "-g", game.id] for card in game.cards[:2]]
        asked += [["translate", game.id, "fr"], ["stats", game.decks[0], "--lang", "fr"]]
        for deck in game.decks:
            asked += [["check", deck, "--output", output] for output in OUTPUTS]
            asked += [["check", deck, "--format", one, "--lang", lang] for one in game.formats for lang in ("en", "fr")]
            asked += [["stats", deck], ["stats", deck, "--output", "json"], ["hand", deck, "--seed", "3"]]
            asked += [["compare", deck, game.decks[0], "--output", output] for output in ("text", "json")]
    asked += [["search", "cost<=2"], ["show", "nobody"], ["check", "no-such-deck"], ["check"], ["serch", "draw"]]
    for arguments in asked:
        yield {" ".join(["arsenal", *arguments]).replace(packs, "PACKS"): work.command(*arguments)}


def messages(work: Work) -> Iterator[Results]:
    """What is said about packs in which lines are changed at random, from a seed, and about each code there is."""
    chance = random.Random(SEED)
    codes = re.findall(r"^## (\S+)", Path(work.side.root, "docs", "checks.md").read_text("utf-8"), re.MULTILINE)
    yield {f"explain {code}": work.command("explain", code) for code in codes}
    for number in range(FAULTY):
        pack = chance.choice(sorted(work.packs.iterdir()))
        copy = work.side.folder / "faulty" / pack.name
        shutil.copytree(pack, copy)
        for path in chance.sample(sorted(copy.rglob("*.yaml")), 4):
            path.write_text(_spoilt(path.read_text("utf-8"), chance), "utf-8")
        for output in ("text", "json"):
            yield {f"faulty pack {number} --output {output}": work.command("validate", "faulty", "--output", output)}
        shutil.rmtree(work.side.folder / "faulty")


def _spoilt(text: str, chance: random.Random) -> str:
    """A text with one of its lines changed."""
    lines = text.splitlines()
    at = chance.randrange(len(lines)) if lines else 0
    ways: tuple[Callable[[str], str], ...] = (
        lambda line: line.replace(":", "", 1),
        lambda line: " " + line,
        lambda line: re.sub(r"\d+", "many", line, count=1),
        lambda line: re.sub(r"[a-z]{4,}", lambda word: word[0][:-2] + word[0][-1] + word[0][-2], line, count=1),
        lambda line: f"{line}\n{line}",
        lambda line: "",
        lambda line: line + " {",
    )  # fmt: skip
    return "\n".join([*lines[:at], chance.choice(ways)(lines[at]), *lines[at + 1 :], ""]) if lines else "x"


def decks(work: Work) -> Iterator[Results]:
    """What is said about decks in which counts and ids are changed, as YAML and as lists."""
    chance = random.Random(SEED)
    for game in work.games.values():
        for deck in game.decks:
            source = work.packs / game.id / "decks" / f"{deck}.yaml"
            for number in range(4):
                text = _spoilt(
                    re.sub(
                        r": (\d)$", lambda n: f": {chance.randrange(9)}", source.read_text("utf-8"), flags=re.MULTILINE
                    ),
                    chance,
                )
                (work.side.folder / "deck.yaml").write_text(text, "utf-8")
                yield {
                    f"deck {deck} changed {number} {lang} {output}": work.command(
                        "check", "deck.yaml", "--lang", lang, "--output", output
                    )
                    for lang in ("en", "fr")
                    for output in ("text", "json")
                }
            (work.side.folder / "deck.yaml").unlink(missing_ok=True)


def exports(work: Work) -> Iterator[Results]:
    """What each target makes of each game and of its decks, without pictures."""
    for game in work.games.values():
        for target in BUNDLED:
            for what, more in ((game.id, []), (game.id, ["--decks"]), (game.decks[0], [])):
                yield work.files(
                    f"export {what} {' '.join(more)} --to {target}",
                    "export", what, *more, "--to", target, "-o", "made/out", "--no-pictures", "--force",
                )  # fmt: skip


def paper(work: Work) -> Iterator[Results]:
    """What is printed: sheets of each deck in PDF and HTML, single pictures, deck sheets."""
    for game in work.games.values():
        for deck in game.decks[:3]:
            for more in ([], ["--lang", "fr"], ["--paper", "letter", "--backs", "long-edge"], ["--ink", "low"]):
                yield work.files(f"print {deck} {' '.join(more)}", "print", deck, "-o", "made/sheet.pdf", *more)
            yield work.files(f"deck-sheet {deck}", "deck-sheet", deck, "-o", "made/sheet.pdf", "--date", "2026-01-01")
        yield work.files(f"print {game.decks[0]} html", "print", game.decks[0], "-o", "made/sheet.html")
        yield work.files(f"images {game.id}", "images", game.id, "-o", "made/images", "--dpi", "60")
        yield work.files(f"tabletop {game.decks[0]}", "tabletop", game.decks[0], "-o", "made/table")


def site(work: Work) -> Iterator[Results]:
    """All files of the static site and of what is published."""
    yield work.files("site", "site", "-o", "made/site", "--base-url", "https://example.org/")
    yield work.files("publish", "publish", "-o", "made/public")


def replies(work: Work) -> Iterator[Results]:
    """What the server answers: every page and every question of the API, in two languages."""
    environment = work.side.environment(work.side.folder / "cache")
    with served(work.side.folder, environment) as (port, _):
        for method, address, body in _questions(work):
            answer = _answer(port, method, address, body).replace(str(port).encode(), b"PORT")
            yield {f"{method} {address} {body[:80].decode()}": work.plain(answer)}


def _questions(work: Work) -> Iterator[tuple[str, str, bytes]]:
    for lang in ("en", "fr"):
        ask = f"?lang={lang}"
        yield "GET", f"/{ask}", b""
        for game in work.games.values():
            api = f"/api/v1/games/{game.id}"
            yield from (("GET", f"{api}{end}{ask}", b"") for end in ("", "/formats", "/building", "/cards", "/nothing"))
            yield from (("GET", f"{api}/cards{ask}&q={query}".replace(" ", "%20"), b"") for query in QUERIES)
            yield from (("GET", f"/api/v1/cards/{game.id}/{card}{ask}", b"") for card in game.cards)
            yield from (("GET", f"{api}/formats/{one}/copies{ask}", b"") for one in game.formats)
            pages = ["", "/search", "/build", *(f"/cards/{card}" for card in game.cards)]
            pages += [f"/decks/{deck}" for deck in game.decks] + [f"/formats/{one}" for one in game.formats]
            yield from (("GET", f"/games/{game.id}{page}{ask}", b"") for page in pages)
            for deck in game.decks:
                yield "GET", f"{api}/decks/{deck}{ask}", b""
                asked = {"deck": {"game": game.id, "name": deck, "cards": dict.fromkeys(game.cards, 3)}}
                for end in ("judge", "stats"):
                    yield (
                        "POST",
                        f"/api/v1/{end}{ask}",
                        json.dumps({**asked, "all": True} if end == "judge" else asked).encode(),
                    )
                for body in ({"game": game.id, "text": "3 nothing\n2x nobody"}, {}, {"deck": 3}):
                    yield "POST", f"/api/v1/parse{ask}", json.dumps(body).encode()


def _answer(port: int, method: str, address: str, body: bytes) -> bytes:
    connection = http.client.HTTPConnection("localhost", port, timeout=120)
    connection.request(method, address, body or None, {"Content-Type": "application/json"} if body else {})
    answer = connection.getresponse()
    return b"%d %s\n%s" % (answer.status, (answer.getheader("Content-Type") or "").encode(), answer.read())


def play(work: Work) -> Iterator[Results]:
    """Games between bots: the whole of some, and what many come to."""
    for game in work.games.values():
        for deck in game.decks[:4]:
            for bot in ("greedy", "random"):
                yield {
                    f"simulate {deck} {bot}": work.command(
                        "simulate", deck, "--games", "20", "--bots", bot, "--jobs", "1", "--output", "json"
                    )
                }
            for lang in ("en", "fr"):
                options = f"--bots greedy --seed 5 --plain --lang {lang} --save made/game.json".split()
                other = [deck] if len(game.decks) > 3 else []
                yield work.files(f"play {deck} {lang}", "play", deck, *other, *options)


PARTS: Mapping[str, Callable[[Work], Iterator[Results]]] = {
    "commands": commands,
    "messages": messages,
    "decks": decks,
    "exports": exports,
    "paper": paper,
    "site": site,
    "replies": replies,
    "play": play,
}


def main(arguments: Sequence[str]) -> None:
    """Print what differs, part by part."""
    chosen = _parser().parse_args(arguments)
    if unknown := sorted(set(chosen.parts) - set(PARTS)):
        sys.exit(f"no part called {', '.join(unknown)}; there are {', '.join(PARTS)}")
    try:
        different = same(chosen.revision, chosen.parts or list(PARTS), own_packs=chosen.own_packs)
    except NotDoneError as error:
        sys.exit(f"not done: {error}")
    sys.exit(1 if different else 0)


def same(revision: str, parts: Sequence[str], *, own_packs: bool = False, root: Path = ROOT) -> int:
    """Print what differs between a checkout and a commit of its own, and return how much does."""
    different = 0
    with tempfile.TemporaryDirectory(prefix="arsenal-same-") as name, worktree(root, revision, Path(name)) as other:
        sides = Side(Path(name, "before"), other), Side(Path(name, "now"), root)
        works = [_work(side, (side.root if own_packs else root) / "cards") for side in sides]
        for part in parts:
            with ThreadPoolExecutor(len(works)) as pool:
                before, now = pool.map(lambda work: _all(PARTS[part](work)), works)  # noqa: B023 - ends in this turn
            names = [name for name in {**before, **now} if before.get(name) != now.get(name)]
            for one in names:
                print(f"different: {part}: {one}\n{_difference(before.get(one), now.get(one))}", flush=True)
            print(f"{part}: {len(now)} made, {sum(map(len, now.values())):,} bytes, {len(names)} different", flush=True)
            different += len(names)
    return different


def _work(side: Side, packs: Path) -> Work:
    copy = shutil.copytree(packs, side.folder / "packs")
    environment = side.environment(side.folder / "cache")
    (side.folder / "cache").mkdir()

    def asked(*arguments: str) -> dict[str, list[dict[str, object]]]:
        done = subprocess.run(
            [sys.executable, "-m", "builder", *arguments, "--output", "json"], cwd=side.folder, env=environment,
            capture_output=True, check=False,
        )  # fmt: skip
        found: dict[str, list[dict[str, object]]] = json.loads(done.stdout)
        return found

    games = {}
    for game in asked("games")["games"]:
        id_ = str(game["id"])
        cards = [str(card["id"]) for card in asked("search", "", "-g", id_, "--limit", "1000")["cards"]]
        games[id_] = Game(id_, _ids(game["decks"]), _ids(game["formats"]), tuple(cards[:: max(1, len(cards) // 8)]))
    return Work(side, copy, games)


def _ids(listed: object) -> tuple[str, ...]:
    return (
        tuple(str(one["id"]) if isinstance(one, dict) else str(one) for one in listed)
        if isinstance(listed, list)
        else ()
    )


def _all(made: Iterator[Results]) -> Results:
    return {name: data for some in made for name, data in some.items()}


def _difference(before: bytes | None, now: bytes | None) -> str:
    """The first lines that differ, or what can be said of bytes that are no text."""
    if before is None or now is None:
        return "    only now" if before is None else "    only before"
    try:
        old, new = before.decode().splitlines(), now.decode().splitlines()
    except UnicodeDecodeError:
        return f"    {len(before):,} bytes {_digest(before)}, now {len(now):,} bytes {_digest(now)}"
    lines = [
        line
        for line in difflib.unified_diff(old, new, "before", "now", lineterm="", n=0)
        if line[:3] not in ("---", "+++")
    ]
    return "\n".join(f"    {line[:LONGEST]}" for line in lines[:SHOWN]) or "    line ends alone"


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:12]


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks same", description=__doc__)
    parser.add_argument("revision", metavar="REV", help="the commit to compare with")
    parser.add_argument("parts", metavar="PART", nargs="*", help=f"all, or some of {', '.join(PARTS)}")
    parser.add_argument("--own-packs", action="store_true", help="each checkout reads its own packs")
    return parser
