"""How options and arguments are written, and those that commands share."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal, get_args  # Any: parameters of typer

import typer


def option(shown: str, help_: str, **more: Any) -> Any:
    """An option, written as help shows it: its names and a placeholder for its value, as in "-o --out FILE"."""
    *names, last = shown.split()
    if last.startswith("-"):
        return typer.Option(*names, last, help=help_, **more)
    return typer.Option(*names, metavar=last, help=help_, **more)


def argument(shown: str, help_: str, **more: Any) -> Any:
    """An argument with its placeholder in help."""
    return typer.Argument(metavar=shown, help=help_, **more)


def one_of(words: Any) -> str:
    """The placeholder for one of the words of a `Literal`."""
    return "|".join(get_args(words))


Output = Literal["text", "json", "github", "sarif"]  # how findings are written
Data = Literal["text", "json"]  # how results are written
ImageKind = Literal["png", "svg"]

MAX_PLAYERS = 100  # as in schemas/deck.schema.json

Packs = Annotated[
    list[Path] | None,
    option("--packs DIR", "A pack of your own, or a folder of packs; repeatable.", envvar="ARSENAL_PACKS"),
]
Database = Annotated[
    str,
    option(
        "--database URL",
        "The card database: an SQLite file or a PostgreSQL URL; a file in your cache folder otherwise.",
        envvar="ARSENAL_DATABASE",
    ),
]
GameOption = Annotated[str, option("--game -g GAME", "The game's id, or its pack's folder; all games otherwise.")]
FindingsOption = Annotated[Output, option("--output", "How findings are written.")]
DataOption = Annotated[Data, option("--output", "How results are written.")]
DeckArgument = Annotated[
    str, argument("DECK", "A sample deck's id, a deck file, a text list, or - for standard input.")
]
TargetArgument = Annotated[
    str,
    argument("DECK|GAME", "A deck (id, file or -), or a game for all its cards: its id, or the folder of its pack."),
]
FormatOption = Annotated[str, option("--format NAME", "The format to judge by; the deck's own otherwise.")]
PlayersOption = Annotated[
    int | None,
    option("--players N", "For how many players; what the deck says otherwise, or the format.", min=1, max=MAX_PLAYERS),
]
CardsOption = Annotated[str, option("--cards QUERY", "Only the cards that match the query.")]
LanguageOption = Annotated[str, option("--lang LANG", "The language, as locales/ has it; the game's own otherwise.")]
SpokenOption = Annotated[str, option("--lang LANG", "The language: en or fr.")]
SinceOption = Annotated[
    str,
    option(
        "--changed-since REV|DATE",
        "Only cards that differ from that git revision of the pack, or from the last one before that day.",
    ),
]
PublishedGames = Annotated[list[str] | None, option("--game -g GAME", "A game; repeatable. All games otherwise.")]
PublishedSince = Annotated[
    str,
    option(
        "--changed-since REV|DATE|DIR",
        "Also write what changed since that git revision of the packs, or since that folder was published.",
    ),
]
SetOption = Annotated[
    str,
    option(
        "--set SET",
        "Of a game, only that set. Of a deck, cards of several sets as they are in that one, not in the newest.",
    ),
]
HaveOption = Annotated[
    str,
    option(
        "--have LIST", "Only what is missing from this collection: CSV with counts and names, a list, or another deck."
    ),
]
OneEachOption = Annotated[bool, option("--one-each", "One copy of each card, whatever the deck or the box has.")]
TimeLimit = Annotated[
    float | None,
    option(
        "--time-limit SECONDS",
        "Stop templates that take longer; by default it grows with the number of cards.",
        envvar="ARSENAL_TIME_LIMIT",
        min=1,
    ),
]
NameArgument = Annotated[str, argument("NAME", 'A name as people say it, such as "Moon Duel".')]
PackOption = Annotated[Path, option("--pack DIR", "The pack to add to; the one around the current folder otherwise.")]
Folder = Annotated[Path, option("-o --out DIR", "The folder to write to; made if need be.")]
KindOption = Annotated[ImageKind, option("--format", "Kind of picture.")]


@dataclass(frozen=True, slots=True)
class Sources:
    """The options for where games come from."""

    packs: Packs = None
    database: Database = ""


@dataclass(frozen=True, slots=True)
class Judging:
    """The options for how a deck is judged."""

    format: FormatOption = ""
    date: Annotated[str, option("--date YYYY-MM-DD", "Judge as of that day; today otherwise.")] = ""
    players: PlayersOption = None


@dataclass(frozen=True, slots=True)
class Pictured:
    """The options for how an export's pictures are made, and where they will be hosted."""

    base_url: Annotated[
        str,
        option(
            "--base-url URL", "Where you will put the pictures, for players elsewhere: https://example.org/pictures."
        ),
    ] = ""
    dpi: Annotated[float, option("--dpi N", "Resolution of pictures, where there is room.", min=10, max=1200)] = 300.0
    max_side: Annotated[int, option("--max-side PX", "The longest side of a picture.", min=256, max=8192)] = 4096
    pictures: Annotated[
        bool, option("--pictures/--no-pictures", "Draw pictures, or do without, where the program can.")
    ] = True
    pcio_schema: Annotated[int, option("--pcio-schema N", "Of PlayingCards.io: 5 for old rooms.", min=5, max=6)] = 6


@dataclass(frozen=True, slots=True)
class Rendering:
    """The options for how templates are run."""

    time_limit: TimeLimit = None
    cache: Annotated[bool, option("--cache/--no-cache", "Save what is rendered, and use what was saved.")] = True
