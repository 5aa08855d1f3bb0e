"""The options and arguments that commands share."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

import typer

Output = Literal["text", "json", "github", "sarif"]  # how findings are written
Data = Literal["text", "json"]  # how results are written
ImageKind = Literal["png", "svg"]

MAX_PLAYERS = 100  # as in schemas/deck.schema.json

Packs = Annotated[
    list[Path] | None,
    typer.Option(
        "--packs", envvar="ARSENAL_PACKS", metavar="DIR", help="A pack of your own, or a folder of packs; repeatable."
    ),
]
Database = Annotated[
    str,
    typer.Option(
        "--database",
        envvar="ARSENAL_DATABASE",
        metavar="URL",
        help="The card database: an SQLite file or a PostgreSQL URL; a file in your cache folder otherwise.",
    ),
]
GameOption = Annotated[
    str, typer.Option("--game", "-g", metavar="GAME", help="The game's id, or its pack's folder; all games otherwise.")
]
FindingsOption = Annotated[Output, typer.Option("--output", help="How findings are written.")]
DataOption = Annotated[Data, typer.Option("--output", help="How results are written.")]
DeckArgument = Annotated[
    str, typer.Argument(metavar="DECK", help="A sample deck's id, a deck file, a text list, or - for standard input.")
]
TargetArgument = Annotated[
    str,
    typer.Argument(
        metavar="DECK|GAME",
        help="A deck (id, file or -), or a game for all its cards: its id, or the folder of its pack.",
    ),
]
FormatOption = Annotated[
    str, typer.Option("--format", metavar="NAME", help="The format to judge by; the deck's own otherwise.")
]
DateOption = Annotated[str, typer.Option("--date", metavar="YYYY-MM-DD", help="Judge as of that day; today otherwise.")]
PlayersOption = Annotated[
    int | None,
    typer.Option(
        "--players",
        min=1,
        max=MAX_PLAYERS,
        metavar="N",
        help="For how many players; what the deck says otherwise, or the format.",
    ),
]
CacheOption = Annotated[bool, typer.Option("--cache/--no-cache", help="Save what is rendered, and use what was saved.")]
CardsOption = Annotated[str, typer.Option("--cards", metavar="QUERY", help="Only the cards that match the query.")]
LanguageOption = Annotated[
    str, typer.Option("--lang", metavar="LANG", help="The language, as locales/ has it; the game's own otherwise.")
]
SpokenOption = Annotated[str, typer.Option("--lang", metavar="LANG", help="The language: en or fr.")]
SinceOption = Annotated[
    str,
    typer.Option(
        "--changed-since",
        metavar="REV|DATE",
        help="Only cards that differ from that git revision of the pack, or from the last one before that day.",
    ),
]
PublishedGames = Annotated[
    list[str] | None, typer.Option("--game", "-g", metavar="GAME", help="A game; repeatable. All games otherwise.")
]
PublishedSince = Annotated[
    str,
    typer.Option(
        "--changed-since",
        metavar="REV|DATE|DIR",
        help="Also write what changed since that git revision of the packs, or since that folder was published.",
    ),
]
SetOption = Annotated[
    str,
    typer.Option(
        "--set",
        metavar="SET",
        help="Of a game, only that set. Of a deck, cards of several sets as they are in that one, not in the newest.",
    ),
]
HaveOption = Annotated[
    str,
    typer.Option(
        "--have",
        metavar="LIST",
        help="Only what is missing from this collection: CSV with counts and names, a list, or another deck.",
    ),
]
OneEachOption = Annotated[
    bool, typer.Option("--one-each", help="One copy of each card, whatever the deck or the box has.")
]
TimeLimit = Annotated[
    float | None,
    typer.Option(
        "--time-limit",
        envvar="ARSENAL_TIME_LIMIT",
        min=1,
        metavar="SECONDS",
        help="Stop templates that take longer; by default it grows with the number of cards.",
    ),
]
NameArgument = Annotated[str, typer.Argument(metavar="NAME", help='A name as people say it, such as "Moon Duel".')]
PackOption = Annotated[
    Path, typer.Option("--pack", metavar="DIR", help="The pack to add to; the one around the current folder otherwise.")
]
Folder = Annotated[Path, typer.Option("-o", "--out", metavar="DIR", help="The folder to write to; made if need be.")]
KindOption = Annotated[ImageKind, typer.Option("--format", help="Kind of picture.")]


@dataclass(frozen=True, slots=True)
class Sources:
    """The options for where games come from."""

    packs: Packs = None
    database: Database = ""


@dataclass(frozen=True, slots=True)
class Judging:
    """The options for how a deck is judged."""

    format: FormatOption = ""
    date: DateOption = ""
    players: PlayersOption = None


@dataclass(frozen=True, slots=True)
class Pictured:
    """The options for how an export's pictures are made, and where they will be hosted."""

    base_url: Annotated[
        str,
        typer.Option(
            "--base-url",
            metavar="URL",
            help="Where you will put the pictures, for players elsewhere: https://example.org/pictures.",
        ),
    ] = ""
    dpi: Annotated[
        float, typer.Option("--dpi", min=10, max=1200, help="Resolution of pictures, where there is room.")
    ] = 300.0
    max_side: Annotated[
        int, typer.Option("--max-side", min=256, max=8192, metavar="PX", help="The longest side of a picture.")
    ] = 4096
    pictures: Annotated[
        bool, typer.Option("--pictures/--no-pictures", help="Draw pictures, or do without, where the program can.")
    ] = True
    pcio_schema: Annotated[
        int, typer.Option("--pcio-schema", min=5, max=6, metavar="N", help="Of PlayingCards.io: 5 for old rooms.")
    ] = 6


@dataclass(frozen=True, slots=True)
class Rendering:
    """The options for how templates are run."""

    time_limit: TimeLimit = None
    cache: CacheOption = True
