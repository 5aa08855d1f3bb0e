"""Reads a bundle, which is a deck with everything that is needed to play it, and checks it against its schema.

Facts of play come from the bundle alone. A module asks for each by its name and says what it may be. If one is missing
or makes no sense, the error names it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from engine.facts import Facts
from engine.faults import EngineError
from engine.schemas import faults

VERSION = 4
MOST_BYTES = 32_000_000
MOST_FAULTS = 10  # in one message
MOST_CARDS = 2_000  # in one deck


@dataclass(frozen=True)
class Players:
    """How many can play: from `low` to `high` (None for any number), in `teams` of as many players each where not 0.

    With `one_deck` all play with the same deck, such as a pool that they draft from; with `team_deck` each team.
    """

    low: int = 1
    high: int | None = None
    teams: int = 0
    one_deck: bool = False
    team_deck: bool = False

    def allows(self, count: int) -> bool:
        """Whether this number of players can play."""
        return (
            count >= self.low
            and (self.high is None or count <= self.high)
            and (not self.teams or count % self.teams == 0)
        )

    def __str__(self) -> str:
        if self.high is None:
            number = f"{self.low} or more players"
        elif self.high == self.low:
            number = f"{self.low} player{'s' if self.low != 1 else ''}"
        else:
            number = f"{self.low} to {self.high} players"
        return f"{number} in {self.teams} equal teams" if self.teams else number


@dataclass(frozen=True)
class DeckBundle:
    """A deck and everything that is needed to play it, see its schema; `where` is its name in error messages."""

    where: str
    data: Mapping[str, Any]
    game: str
    game_name: str
    format: str
    format_name: str
    setup: Facts
    players: Players
    deck: str  # its name
    for_players: int  # 0 where the deck doesn't say
    sections: Mapping[str, tuple[tuple[str, int], ...]]  # by section, cards with their counts
    cards: Mapping[str, Mapping[str, Any]]
    supplies: tuple[tuple[str, int], ...] = ()  # cards on the table that are in no deck, with their counts

    def rules(self, about: str) -> Facts:
        """The facts of play about one subject. Raises EngineError if the game has none."""
        rules = self.data["game"]["rules"]
        if about not in rules:
            raise EngineError(f"{self.where}: game.rules.{about} is missing, and the game can't be played without it")
        return Facts(rules[about], f"{self.where}: game.rules.{about}")

    def clauses(self, kind: str, section: str = "") -> list[Facts]:
        """The format's clauses of this kind about a section; about the main one by default."""
        form = self.data["format"]
        main = next(iter(form.get("sections", ())), "main")
        return [
            Facts(clause, f"{self.where}: format.clauses.{name}")
            for name, clause in form.get("clauses", {}).items()
            if clause["clause"] == kind and clause.get("section", main) == (section or main)
        ]

    def size(self, section: str = "", players: int = 1) -> tuple[int, int]:
        """The least and the most cards that a section may have; of the main one by default.

        Raises EngineError if the clauses contradict each other.
        """
        low, high = 0, MOST_CARDS
        for clause in self.clauses("size", section):
            more = clause.number("per-player", 0, MOST_CARDS, 0) * players
            exactly = clause.number("exactly", 0, MOST_CARDS) if clause.has("exactly") else None
            low = max(low, (clause.number("min", 0, 1_000_000, 0) if exactly is None else exactly) + more)
            if exactly is not None or clause.has("max"):
                high = min(high, (clause.number("max", 0, 1_000_000) if exactly is None else exactly) + more)
        if low > high:
            raise EngineError(f"{self.where}: format.clauses ask for {low} or more cards, and for {high} at most")
        return low, high

    def card(self, card_id: str) -> Facts:
        """The fields of a card."""
        return Facts(self.cards[card_id], f"{self.where}: cards.{card_id}")

    def copies(self, *sections: str) -> list[str]:
        """The ids of all cards of these sections, or of all sections, once for each copy."""
        named = sections or tuple(self.sections)
        return [card_id for name in named for card_id, count in self.sections.get(name, ()) for _ in range(count)]


def read_file(path: Path) -> DeckBundle:
    """The bundle in a JSON file. Raises EngineError for a file that can't be read or is no bundle."""
    return read(read_json(path, MOST_BYTES, "`arsenal export DECK --to engine` writes a bundle"), str(path))


def read_json(path: Path, most: int, help: str) -> object:  # noqa: A002 - the field's word
    """The data of a JSON file. Raises EngineError if it has more than `most` bytes or no JSON (hint: `help`)."""
    try:
        with path.open("rb") as file:
            raw = file.read(most + 1)
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        raise EngineError(f"{path} can't be read: {why}", help, "unread", {"where": str(path), "why": why}) from None
    if len(raw) > most:
        raise EngineError(f"{path} is larger than {most // 1_000_000} MB, which none is", help)
    try:
        data: object = json.loads(raw)
    except (ValueError, RecursionError) as error:
        raise EngineError(f"{path} is not JSON: {error}", help, "no-save", {"where": str(path)}) from None
    return data


def read(data: object, where: str = "bundle") -> DeckBundle:
    """A bundle from the data of its JSON. Raises EngineError that names each wrong field."""
    if not isinstance(data, Mapping) or data.get("schema") != "arsenal/engine-deck":
        raise EngineError(f"{where} is not a deck for the engine", "`arsenal export DECK --to engine` writes one")
    if data.get("version") != VERSION:
        raise EngineError(
            f"{where} has version {json.dumps(data.get('version'))[:20]} of the format, and the engine reads {VERSION}",
            "export the deck again",
        )
    found = faults(data, schema(), MOST_FAULTS)
    if found:
        raise EngineError("\n".join(f"{where}: {fault}" for fault in found), "export the deck again")
    _check_cards(data, where)
    players = data["format"].get("players", {})
    return DeckBundle(
        where,
        data,
        data["game"]["id"],
        data["game"]["name"],
        data["format"]["id"],
        data["format"]["name"],
        Facts(data["format"]["setup"], f"{where}: format.setup"),
        Players(
            players.get("min", 1),
            players.get("max"),
            players.get("teams", 0),
            players.get("deck") == "table",
            players.get("deck") == "team",
        ),
        data["deck"]["name"],
        data["deck"].get("players", 0),
        {name: tuple((c["id"], c["count"]) for c in listed) for name, listed in data["sections"].items()},
        data["cards"],
        tuple((c["id"], c["count"]) for c in data.get("supplies", ())),
    )


def _check_cards(data: Mapping[str, Any], where: str) -> None:
    """Raises EngineError for cards that aren't described, and for a deck of more than `MOST_CARDS`."""
    listed = [card for cards in data["sections"].values() for card in cards]
    for card in (*listed, *data.get("supplies", ())):
        if card["id"] not in data["cards"]:
            raise EngineError(f"{where}: it lists the card {card['id'][:80]}, and cards doesn't describe it")
    if (count := sum(card["count"] for card in (*listed, *data.get("supplies", ())))) > MOST_CARDS:
        raise EngineError(f"{where}: the deck has {count} cards, and the engine plays at most {MOST_CARDS}")


@cache
def schema() -> Mapping[str, Any]:
    """The published schema of bundles: part of an installed engine, else in the folder `schemas`."""
    here, name = Path(__file__).parent, "engine-deck.schema.json"
    for path in (here / "data" / name, here.parent / "schemas" / name):
        with suppress(OSError):
            document: Mapping[str, Any] = json.loads(_content(path))
            return document
    raise EngineError(f"{name} is missing: the engine is not installed as a whole")


def _content(path: Path) -> bytes:
    """The content of a file of the package, also if that is imported from a zip. Raises OSError if it is missing."""
    loader: Any = __spec__.loader if __spec__ else None
    found: bytes = loader.get_data(str(path)) if hasattr(loader, "get_data") else path.read_bytes()
    return found
