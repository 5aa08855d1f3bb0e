"""How commands are called: every command that there is, with values for each of its parameters by what they stand for.

Nothing here names a command, but for those that would not end or cost much. A new command is called as soon as it is
there; a parameter of a new kind needs a line in `_VALUES`, and a test says so.
"""

from collections.abc import Callable, Iterator
from functools import cache
from random import Random
from typing import Any

import typer

from builder.cli import app
from builder.exports import PLAIN
from tests.hostile.fuzzing import foreign, values
from tests.hostile.fuzzing.packs import SmallPack

Values = Callable[[Random, SmallPack], str]

# They typeset, which takes longer than all the rest.
DRAWING = {"print", "images", "tabletop", "calibrate", "deck-sheet", "site", "watch"}
DATABASE = "out/cards.db"


@cache
def program() -> Any:
    """The command line as its parser sees it; made once, since that takes longer than most commands."""
    return typer.main.get_command(app)


@cache
def commands() -> dict[str, Any]:
    """Every command by its words, such as "new deck"."""
    return dict(_within(program(), ()))


def _within(group: Any, words: tuple[str, ...]) -> Iterator[tuple[str, Any]]:
    for name, command in sorted(group.commands.items()):
        if hasattr(command, "commands"):
            yield from _within(command, (*words, name))
        else:
            yield " ".join((*words, name)), command


def kind_of(parameter: Any) -> str:
    """What a parameter stands for: its metavar, without what says that it may be left out or repeated."""
    if parameter.name in _VALUES:
        return str(parameter.name)
    return (parameter.metavar or "").strip("[].") or str(parameter.name)


def unknown() -> list[str]:
    """Parameters that can't be given a value."""
    return [
        f"{name}: {parameter.name} ({kind_of(parameter)})"
        for name, command in commands().items()
        for parameter in command.params
        if not _derived(parameter) and kind_of(parameter) not in _VALUES
    ]


def call(name: str, pack: SmallPack, rng: Random) -> list[str]:
    """Arguments for a command: all that it needs, and a few options."""
    options: list[str] = []
    arguments: list[str] = []
    for parameter in commands()[name].params:
        if parameter.name == "help":
            continue
        if parameter.name == "browser":
            options.append("--no-browser")
            continue
        if parameter.param_type_name == "argument":
            wanted = 1 if parameter.nargs == 1 else rng.choice((1, 1, 2))
            if parameter.required or rng.random() < 0.8:
                arguments += [_given(parameter, pack, rng) for _ in range(wanted)]
        elif parameter.name == "packs":  # nearly always the pack of the case
            options += ["--packs", "pack"] if rng.random() < 0.97 else ["--packs", values.text(rng)]
        elif parameter.name == "database":
            options += ["--database", "sqlite://" if rng.random() < 0.7 else DATABASE]
        elif parameter.is_flag:
            on = rng.random() < _CHANCES.get(parameter.name, 0.3)
            options += [rng.choice((*parameter.opts, *parameter.secondary_opts))] * on
        elif parameter.required or rng.random() < _CHANCES.get(parameter.name, 0.15):
            options += [rng.choice(parameter.opts), _given(parameter, pack, rng)]
    ending = ["--", *arguments] if any(a.startswith("-") and a != "-" for a in arguments) else arguments
    return [_sendable(word) for word in (*name.split(), *options, *ending)]


_CHANCES = {
    "output": 0.6, "port": 1.0, "pack": 1.0, "dpi": 1.0, "games": 1.0, "jobs": 1.0, "time_limit": 0.0, "faces": 0.02,
}  # fmt: skip


def _derived(parameter: Any) -> bool:
    """Whether a parameter's type says which values it has."""
    numeric = getattr(parameter.type, "min", None) is not None or getattr(parameter.type, "max", None) is not None
    return bool(getattr(parameter, "is_flag", False) or getattr(parameter.type, "choices", None) or numeric)


def _given(parameter: Any, pack: SmallPack, rng: Random) -> str:
    kind = parameter.type
    if getattr(kind, "choices", None):
        return str(rng.choice(list(kind.choices))) if rng.random() < 0.97 else values.text(rng)
    if kind_of(parameter) not in _VALUES and _derived(parameter):
        least, most = kind.min if kind.min is not None else -5, kind.max if kind.max is not None else 1000
        return str(
            rng.choice(
                (least, most, rng.uniform(least, most), rng.randint(int(least), int(most)), *values.NUMBERS[:10])
            )
        )
    return _VALUES[kind_of(parameter)](rng, pack)


def _sendable(word: str) -> str:
    """The word as the system lets a program be called with it; it names no file that says what must not be shown."""
    return word.replace("\0", "").encode("utf-8", "replace").decode().replace("/etc/", "/no/")


def _mostly(known: Callable[[SmallPack], tuple[str, ...]]) -> Values:
    """One of the known words nine times out of ten, else anything."""

    def given(rng: Random, pack: SmallPack) -> str:
        words = known(pack)
        return rng.choice(words) if words and rng.random() < 0.9 else values.text(rng)

    return given


def _query(rng: Random, pack: SmallPack) -> str:
    return values.query(rng, pack.fields, pack.words)


def chance(rng: Random, pack: SmallPack) -> str:
    """A chance that `stats` works out: parts about cards or queries, joined, by some time."""
    parts = [rng.choice((f"[{_query(rng, pack)}]", *pack.cards[:2], values.text(rng))) for _ in "ab"]
    times = (" by turn 3", " in 7 cards", " in hand", "", " in 400 cards", " by turn 60", " in 10000 cards")
    if rng.random() < 0.2:
        parts *= 4
    compared = [f"{part} {rng.choice(('>=', '=', '<', '>'))} {rng.randint(0, 4)}{rng.choice(times)}" for part in parts]
    return rng.choice((" and ", " or ", " ", " and not ")).join(compared[: rng.choice((1, 2, 8))])


def _code(rng: Random, pack: SmallPack) -> str:
    from builder.diagnostics.codes import CODES

    return rng.choice(sorted(CODES)) if rng.random() < 0.5 else values.text(rng)


def _export(rng: Random, pack: SmallPack) -> str:
    return rng.choice((*PLAIN, "json", values.text(rng)))


def _number(low: int, high: int) -> Values:
    return lambda rng, pack: str(rng.randint(low, high))


_DECKS = _mostly(
    lambda pack: (*pack.decks, "deck.yaml", "deck.yaml", "list.txt", "-", "pack/decks", *foreign.FILES[:2])
)
_FILES = (
    "out/a.pdf", "out/a.html", "out/a.txt", "out/a.json", "out", "out/folder", "out/no/folder/a.pdf", "out/é b.pdf",
)  # fmt: skip


def _out(rng: Random, pack: SmallPack) -> str:
    """Where to write: what the user says, as long as that is in out/."""
    return rng.choice(_FILES) if rng.random() < 0.9 else "out/" + values.text(rng).replace("..", "").lstrip("/")


_LENGTH = _mostly(lambda pack: ("3mm", "0.125in", "0", "50mm", "20 mm", "-1mm", "0.01mm", "1e3"))
_SIZES = (
    "a4", "letter", "a3", "standard", "mini", "63x88mm", "2.5x3.5in", "10x10mm", "5000x5000mm", "1x1mm", "210x297mm",
)  # fmt: skip
_SIZE = _mostly(lambda pack: _SIZES)
_VALUES: dict[str, Values] = {
    "SITE": _mostly(lambda pack: ("https://decks.example", "*", "none")),
    "PATH": _mostly(
        lambda pack: ("pack", "pack", "pack/game.yaml", "pack/sets", ".", "pack/decks", "list.txt", "deck.yaml")
    ),
    "PACK": _mostly(lambda pack: ("pack",)),
    "PACK|GAME": _mostly(lambda pack: ("pack", pack.id)),
    "URL": _mostly(lambda pack: (DATABASE,)),
    "base_url": _mostly(lambda pack: ("https://example.org/cards/", "http://x", "ftp://x", "file:///C:/x", "x")),
    "DIR|URL": _mostly(lambda pack: ("https://example.org/pyodide/", "out", "pack", "https://[/", "http://")),
    "DIR": _mostly(lambda pack: ("out", "out/pictures", "out/é")),
    "FILE": _out,
    "FILE|DIR": _out,
    "CODE": _code,
    "SPREADSHEET": _mostly(lambda pack: ("cards.csv", "cards.csv", "cards.xlsx", "list.txt", "-")),
    "load": _mostly(lambda pack: ("game.json", "bundle.json")),
    "SHEET": _mostly(lambda pack: ("Sheet1",)),
    "COLUMN": _mostly(lambda pack: ("Mood", "Text", *pack.fields)),
    "QUERY": _query,
    "GAME": _mostly(lambda pack: (pack.id,)),
    "FIELD": _mostly(lambda pack: (*pack.fields, *("-" + f for f in pack.fields))),
    "CARD": _mostly(lambda pack: pack.cards),
    "LANG": _mostly(lambda pack: ("fr", "fr", "en", "zz")),
    "FACE": lambda rng, pack: rng.choice(("classic", "corner-index", "full-art", "table", values.text(rng))),
    "NAME": lambda rng, pack: values.text(rng) if rng.random() < 0.5 else "Second Deck",
    "format": _mostly(lambda pack: pack.formats),
    "section": _mostly(lambda pack: pack.sections),
    "YYYY-MM-DD": _mostly(
        lambda pack: ("2026-11-21", "2000-01-01", "9999-12-31", "0001-01-01", "20261121", "2026-W01-1")
    ),
    "DECK": _DECKS,
    "DECK|GAME": lambda rng, pack: pack.id if rng.random() < 0.4 else _DECKS(rng, pack),
    "DECK...|GAME": lambda rng, pack: pack.id if rng.random() < 0.4 else _DECKS(rng, pack),
    "TARGET": _export,
    "out": _out,
    "pack": _mostly(lambda pack: ("pack",)),
    "NAME,NAME": _mostly(lambda pack: ("random", "greedy", "random,greedy", "human", "human,random", ",", "random,")),
    "LIMIT": _mostly(lambda pack: ("1", "3", "0.01s", "0", "s", "1e9s")),
    "games": _number(1, 2),
    "jobs": _number(1, 1),
    "dpi": _number(10, 40),
    "port": _number(0, 0),
    "max_side": _number(256, 600),
    "REV|DATE": _mostly(lambda pack: ("HEAD", "2026-01-01", "HEAD~1", "--all")),
    "NAME|WxHmm": _SIZE,
    "LENGTH": _LENGTH,
    "X,Y": _mostly(lambda pack: ("0.5,-0.3", "1,1", "20mm,20mm", ",", "1,2,3")),
    "LEVEL": _mostly(lambda pack: ("a-1b", "a-2b", "a-2u", "a-3b", "a-3u", "a-4")),
    "NAME|FILE": _mostly(
        lambda pack: ("home", "mpc", "drivethru", "tgc", "silhouette", "own.yaml", "own.yaml", "own.yaml", "deck.yaml")
    ),
    "REV|DATE|DIR": _mostly(lambda pack: ("HEAD", "2026-01-01", "out", "pack", "--all")),
    "ADDRESS": _mostly(lambda pack: ("127.0.0.1", "localhost", "::1")),
    "OTHER": _DECKS,
    "LIST": _mostly(lambda pack: ("list.txt", "deck.yaml", "-", *pack.decks)),
    "WHAT": chance,
    "SET": _mostly(lambda pack: ("core", "first-light", "moon")),
    "OLD": _mostly(lambda pack: pack.cards),
    "NEW": lambda rng, pack: rng.choice(("ember", "new-name", *pack.cards, values.text(rng))),
    "redraw": _number(0, 3),
    "FILE.icc": _mostly(lambda pack: ("press.icc", "deck.yaml", "out")),
    "NAME|PATTERN": _mostly(lambda pack: ("vscode", "none", "x://{path}", "javascript://{path}")),
    "ID|new|all": _mostly(lambda pack: ("new", "all", *pack.cards)),
}
