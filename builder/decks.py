"""Decks: what they hold, deck files and pasted text lists in, canonical text out. No I/O, and no verdicts.

A deck says how many copies of which card lie in which section; `builder.legality` says whether that is
allowed.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from typing import Any, NamedTuple, Protocol

from builder.diagnostics import Diagnostic, Span, near, suggestion
from builder.fields import fold

MAIN = "main"  # the section that `cards:` fills; a format that has no section of this name means its first

MAX_PLAYERS = 100  # as in schemas/deck.schema.json
MAX_COPIES = 10_000  # of one card in one section, as in schemas/deck.schema.json
MAX_TEXT = 500_000  # characters of a pasted list
MAX_LINES = 5_000
MAX_LINE = 400  # characters
MAX_SUGGESTIONS = 10  # unknown names that get near matches; looking for them is the slow part
MAX_DIAGNOSTICS = 100

DECK_CODES = {
    "unknown-card": "A deck names a card that its game does not have, by id, former id or name.",
    "ambiguous-card": (
        "A list names a card by a name that several cards bear; the first of them was taken. "
        "Put the id behind the name: `2 Card Name [card-id]`."
    ),
    "bad-count": (
        f"A line of a list asks for no copies, fewer than none, or more than {MAX_COPIES:,}; "
        f"or a list is for a number of players that is not one from 1 to {MAX_PLAYERS}."
    ),
    "bad-line": "A line of a list is too long to be a card.",
    "list-too-long": f"A list has more than {MAX_LINES:,} lines or {MAX_TEXT:,} characters.",
    "unknown-section": "A heading of a list is no section of the deck's format; it was passed over.",
    "unknown-game": "A list names a game that is not there, or no game, and no game knows its cards.",
}


Dice = list[list[list[str]]]  # dice, each a list of faces, each a list of symbols


@dataclass
class DeckList:
    """A deck: `sections` holds copies (1 or more) by card id, by section; `format` may be "".

    `players` is how many the deck is for, None where it does not say. `dice` are dice that a player made; a deck
    without any has those that the game starts with.
    """

    name: str
    game: str
    sections: dict[str, dict[str, int]] = field(default_factory=dict)
    format: str = ""
    author: str = ""
    description: str = ""
    players: int | None = None
    dice: Dice = field(default_factory=list)

    @property
    def size(self) -> int:
        """How many cards the deck has in all sections."""
        return sum(sum(cards.values()) for cards in self.sections.values())

    @classmethod
    def from_document(cls, document: Mapping[str, Any]) -> DeckList:
        """The deck that a deck file describes; the file has passed schemas/deck.schema.json."""
        sections = document.get("sections") or {MAIN: document.get("cards") or {}}
        return cls(
            name=document["name"],
            game=document["game"],
            sections={section: dict(cards) for section, cards in sections.items()},
            format=document.get("format", ""),
            author=document.get("author", ""),
            description=document.get("description", ""),
            players=document.get("players"),
            dice=[[list(face) for face in die] for die in document.get("dice", ())],
        )

    def to_document(self) -> dict[str, Any]:
        """The deck as a deck file holds it."""
        document: dict[str, Any] = {"name": self.name, "game": self.game}
        document |= {k: v for k in ("format", "author", "description", "players") if (v := getattr(self, k))}
        document |= {"dice": [[list(face) for face in die] for die in self.dice]} if self.dice else {}
        if set(self.sections) <= {MAIN}:
            return {**document, "cards": dict(self.sections.get(MAIN, {}))}
        return {**document, "sections": {section: dict(cards) for section, cards in self.sections.items()}}


class CardLike(Protocol):
    """What is asked of a card here; a row of `builder.models.Card` is one."""

    @property
    def id(self) -> str: ...  # noqa: D102 - a protocol's fields say what they are by their names
    @property
    def name(self) -> str: ...  # noqa: D102
    @property
    def set_id(self) -> str: ...  # noqa: D102
    @property
    def definition(self) -> Mapping[str, Any]: ...  # noqa: D102


@dataclass(frozen=True, slots=True)
class CardFacts:
    """A card without a database."""

    id: str
    name: str
    set_id: str = ""
    definition: Mapping[str, Any] = field(default_factory=dict)


class CardIndex:
    """The cards of one game, to be found by id, former id and name."""

    def __init__(self, cards: Iterable[CardLike]) -> None:
        self.names: dict[str, str] = {}
        self.sets: dict[str, str] = {}
        self.definitions: dict[str, Mapping[str, Any]] = {}
        self.aliases: dict[str, str] = {}
        for card in cards:
            self.names[card.id] = card.name
            self.sets[card.id] = card.set_id
            self.definitions[card.id] = card.definition
            self.aliases.update(dict.fromkeys(card.definition.get("aliases", ()), card.id))
        for alias in self.aliases.keys() & self.names.keys():
            del self.aliases[alias]

    def __len__(self) -> int:
        return len(self.names)

    def __contains__(self, card_id: object) -> bool:
        return card_id in self.names or card_id in self.aliases

    def current(self, card_id: str) -> str | None:
        """The id that an id or former id means today; None where there is no such card."""
        return card_id if card_id in self.names else self.aliases.get(card_id)

    def find(self, words: str) -> tuple[str, ...]:
        """The ids that words on a list may mean: by name without regard to case and accents, or by id."""
        folded = fold(words)
        by_name = self._by_name.get(folded)
        if by_name:
            return by_name
        found = self.current(folded)
        if found is None and words.endswith("]") and "[" in words:
            found = self.current(words[words.rindex("[") + 1 : -1].strip())
        return (found,) if found is not None else ()

    def describe(self, card_id: str) -> str:
        """A card in a message: its name, or its id where it is unknown.

        >>> CardIndex([CardFacts("scrap-tug", "Scrap Tug")]).describe("scrap-tug")
        'Scrap Tug'
        """
        return self.names.get(card_id, card_id)

    def meant(self, words: str) -> str:
        """A help line for words that name no card.

        >>> CardIndex([CardFacts("scrap-tug", "Scrap Tug")]).meant("Scrap Tgu")
        'did you mean "Scrap Tug" (scrap-tug)?'
        """
        wanted = _plain(words[:MAX_LINE])
        # Most slips of the pen leave most pairs of letters as they were, which is quickly seen. Where too few
        # are left, letters are compared one by one, with the likeliest labels only, as that is slow.
        shared = Counter(chain.from_iterable(self._by_pair.get(pair, ()) for pair in _pairs(wanted)))
        likely = shared.most_common(4)
        close = [label for label, n in likely if 2 * n >= 0.7 * (len(wanted) + len(label) - 2)]
        close = close[:2] or near(wanted, [label for label, _ in likely], n=2)
        ids = dict.fromkeys(self._labels[label] for label in close)
        meant = " or ".join(f'"{self.names[i]}" ({i})' for i in ids)
        return f"did you mean {meant}?" if meant else ""

    @cached_property
    def _by_name(self) -> dict[str, tuple[str, ...]]:
        found: dict[str, tuple[str, ...]] = {}
        for card_id, name in self.names.items():
            folded = fold(name)
            found[folded] = (*found.get(folded, ()), card_id)
        return found

    @cached_property
    def _labels(self) -> dict[str, str]:
        """The card that each name, former id and id stands for, in plain words: an id is mostly its name."""
        labels = {_plain(alias): card_id for alias, card_id in self.aliases.items()}
        labels |= {_plain(card_id): card_id for card_id in self.names}
        return labels | {_plain(name): ids[0] for name, ids in self._by_name.items()}

    @cached_property
    def _by_pair(self) -> dict[str, list[str]]:
        """The labels in which two letters stand side by side."""
        found: defaultdict[str, list[str]] = defaultdict(list)
        for label in self._labels:
            for pair in _pairs(label):
                found[pair].append(label)
        return found


def _plain(words: str) -> str:
    return fold(words.replace("-", " "))


def _pairs(word: str) -> Iterable[str]:
    return dict.fromkeys(map(str.__add__, word, word[1:]))  # each once, in an order that never changes


SectionsOf = Callable[[str, str], Mapping[str, str]]


def parse_text(
    text: str,
    games: Mapping[str, CardIndex],
    *,
    path: str = "list",
    name: str = "",
    game: str = "",
    format: str = "",  # noqa: A002 - the field's word
    sections: SectionsOf | None = None,
) -> tuple[DeckList | None, list[Diagnostic]]:
    """A pasted list as a deck of one of `games`, and what was wrong with it; None where no deck could be
    read.

    A line is `2 Card Name`, `2x Card Name`, `Card Name x2` or `Card Name`, or an id in place of the name;
    `Side:` and `[Side]` begin a section; `#` and `//` begin a comment, and `# Game:`, `# Format:`, `# Name:`,
    `# Author:`, `# Players:` and `# Description:` say what the deck is. `# Die: blue red, blue, -` is a die that a
    player made: its faces, a bare one as `-`. `name`, `game` and `format` overrule those. `path`
    is what diagnostics call the list. `sections(game, format)` gives the format's section names by id, main
    first; without it every heading makes a section.
    """
    reader = _Reader(path)
    lines = list(reader.lines(text))
    headers = reader.headers
    chosen = game or headers.get("game", "") or _guess(lines, games)
    if not (chosen or lines or reader.diagnostics):
        reader.report(
            "empty-file", "this list holds no cards", None, "a line is a number and a card's name: 2 Card Name"
        )
        return None, reader.diagnostics
    if not chosen and len(games) == 1:
        chosen = next(iter(games))  # so that misspelt names get their near matches
    if chosen not in games:
        message = f'there is no game "{chosen}"' if chosen else "no game knows the cards of this list"
        reader.report("unknown-game", message, None, suggestion(chosen, games, "games"))
        return None, reader.diagnostics
    deck = DeckList(
        name=name or headers.get("name", "") or "Unnamed",
        game=chosen,
        format=format or headers.get("format", ""),
        author=headers.get("author", ""),
        description=headers.get("description", ""),
        players=reader.players,
        dice=reader.dice,
    )
    reader.fill(deck, lines, games[chosen], sections(chosen, deck.format) if sections else None)
    return deck, reader.diagnostics


def to_text(deck: DeckList, cards: CardIndex) -> str:
    """The deck as a canonical list, which `parse_text` reads back to an equal deck.

    Cards stand in the deck's own order, the main section first and without a heading where it is the only
    one.
    """
    headers = [("Name", deck.name), ("Game", deck.game), ("Format", deck.format), ("Author", deck.author)]
    headers += [("Players", str(deck.players or "")), *(("Die", _die(die)) for die in deck.dice)]
    out = [f"# {key}: {' '.join(value.split())}" for key, value in headers if value]
    out += [f"# Description: {line}".rstrip() for line in deck.description.splitlines()]
    for section in sorted(deck.sections, key=lambda s: s != MAIN):
        out.append("")
        if set(deck.sections) != {MAIN}:
            words = section.replace("-", " ").capitalize()
            out.append(f"{words}:" if _heading(f"{words}:") == words else f"[{section}]")
        out += [f"{n} {_written(card_id, cards)}" for card_id, n in deck.sections[section].items()]
    return "\n".join(out) + "\n"


class _Line(NamedTuple):
    number: int
    column: int
    text: str


class _Reader:
    """Reads one list: collects headers and diagnostics on the way."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.headers: dict[str, str] = {}
        self.players: int | None = None
        self.dice: Dice = []
        self.diagnostics: list[Diagnostic] = []
        self._suggested = 0

    def lines(self, text: str) -> Iterator[_Line]:
        """The lines that are neither blank nor comments; header comments are kept in `headers`."""
        if len(text) > MAX_TEXT or text.count("\n") > MAX_LINES:
            self.report(
                "list-too-long",
                f"the list has more than {MAX_LINES:,} lines or {MAX_TEXT:,} characters",
                None,
            )
            return
        for number, raw in enumerate(text.removeprefix("\ufeff").splitlines(), 1):
            stripped = " ".join(raw.split())  # also keeps the patterns below linear
            line = _Line(number, len(raw) - len(raw.lstrip()) + 1, stripped)
            header = _HEADER.match(stripped)
            if header:
                self._header(header["key"].lower(), header["value"], line)
            elif len(stripped) > MAX_LINE:
                self.report(
                    "bad-line",
                    f"this line has {len(stripped)} characters; a card has at most {MAX_LINE}",
                    line,
                )
            elif stripped and not stripped.startswith(("#", "//")):
                yield line

    def fill(
        self, deck: DeckList, lines: Iterable[_Line], cards: CardIndex, sections: Mapping[str, str] | None
    ) -> None:
        """Put the cards of the lines into the deck's sections."""
        first = next(iter(sections), MAIN) if sections else MAIN
        current = MAIN if sections is None or MAIN in sections else first
        for line in lines:
            heading = _heading(line.text)
            if not heading and not any(cards.find(words) for _, words in _readings(line.text)):
                heading = _bare_heading(line.text, sections or {MAIN: ""})
            if heading:
                current = self._section(heading, line, sections, current)
            else:
                self._card(line, cards, deck.sections.setdefault(current, {}))
        for empty in [section for section, held in deck.sections.items() if not held]:
            del deck.sections[empty]

    def report(
        self,
        code: str,
        message: str,
        line: _Line | None,
        help: str = "",  # noqa: A002 - the same word as on a Diagnostic
        *,
        warning: bool = False,
    ) -> None:
        """Add a diagnostic; there is an end to them, as a list may be anything at all."""
        if len(self.diagnostics) < MAX_DIAGNOSTICS:
            span = Span(self.path)
            if line is not None:
                span = Span(self.path, line.number, line.column, line.number, line.column + max(len(line.text), 1))
            severity = "warning" if warning else "error"
            self.diagnostics.append(Diagnostic(code, message, span, help, severity))  # type: ignore[arg-type]

    def _header(self, key: str, value: str, line: _Line) -> None:
        if key == "players":
            if re.fullmatch(r"[0-9]{1,3}", value) and 1 <= int(value) <= MAX_PLAYERS:
                self.players = int(value)
            else:
                help_ = f"write a number from 1 to {MAX_PLAYERS}"
                self.report("bad-count", f'"{_short(value)}" is no number of players', line, help_, warning=True)
        elif key == "die":
            if _DIE.fullmatch(value.lower()):
                self.dice.append([[s for s in face.split() if s != "-"] for face in value.lower().split(",")])
        elif key == "description" and key in self.headers:
            self.headers[key] += "\n" + value
        else:
            self.headers.setdefault(key, value)

    def _section(self, heading: str, line: _Line, sections: Mapping[str, str] | None, current: str) -> str:
        wanted = "-".join(re.findall(r"[a-z0-9]+", fold(heading)))
        if sections is None:
            return wanted or MAIN
        for section, name in sections.items():
            if wanted == section or fold(heading) == fold(name):
                return section
        if wanted == MAIN:
            return next(iter(sections), MAIN)
        place = sections.get(current) or current
        message = f'"{heading}" is no section of this format; the cards below it are counted in {place}'
        self.report("unknown-section", message, line, suggestion(heading, sections, "sections"), warning=True)
        return current

    def _card(self, line: _Line, cards: CardIndex, section: dict[str, int]) -> None:
        count, words, found = _read(line.text, cards)
        if not found:
            self._suggested += 1
            help_ = cards.meant(words) if self._suggested <= MAX_SUGGESTIONS else ""
            self.report("unknown-card", f'there is no card "{_short(words)}"', line, help_)
            return
        if len(found) > 1:
            help_ = "write " + " or ".join(f'"{count} {words} [{i}]"' for i in found[:4])
            self.report(
                "ambiguous-card",
                f'{len(found)} cards are called "{_short(words)}"; {found[0]} was taken',
                line,
                help_,
                warning=True,
            )
        total = section.get(found[0], 0) + count
        if count < 1 or total > MAX_COPIES:
            self.report(
                "bad-count",
                f'{count if count < 1 else total} copies of "{_short(words)}"',
                line,
                f"a deck has from 1 to {MAX_COPIES:,} copies of a card",
            )
            return
        section[found[0]] = total


_HEADER = re.compile(
    r"(?:#|//)\s*(?P<key>name|game|format|author|players|die|description)\s*:\s*(?P<value>.*)", re.IGNORECASE
)
_DIE = re.compile(r"[a-z0-9 -]+(?:,[a-z0-9 -]+)+")  # anything else is a comment after all
_HEADING = re.compile(r"\[(?P<bracketed>[^\[\]]+)\]|(?P<named>[^\[\]]+?)\s*(?:\(\d+\))?\s*:")
_COUNT_FIRST = re.compile(r"(?P<count>[-+]?\d+)(?P<times>\s*[xX×*])?(?:\s+(?P<words>.+))")
_COUNT_LAST = re.compile(r"(?P<words>.+?)\s+(?:[xX×*]\s*(?P<count>[-+]?\d+))")
_COMMENT = re.compile(r"\s(?:#|//)")


def _heading(text: str) -> str:
    """The section that a line begins, where the line can be nothing else."""
    found = _HEADING.fullmatch(text)
    return "" if found is None or _COUNT_FIRST.match(text) else (found["bracketed"] or found["named"]).strip()


def _bare_heading(text: str, sections: Mapping[str, str]) -> str:
    """The section that a line begins which is no card: `Side`, `Ships (12)`."""
    counted = re.fullmatch(r"(?P<name>\D+?)\s*\(\d+\)", text)
    folded = fold(text)
    return (
        counted["name"] if counted else text if any(folded in (fold(s), fold(n)) for s, n in sections.items()) else ""
    )


def _readings(text: str) -> Iterator[tuple[int, str]]:
    """What a line may say, as (count, name or id), likeliest first."""
    comment = _COMMENT.search(text)
    for words in (text, text[: comment.start()].rstrip()) if comment else (text,):
        first = _COUNT_FIRST.fullmatch(words)
        if first:
            yield int(first["count"]), first["words"]
            times = re.match(r"[xX×*]\s+(.+)", first["words"])
            if times and not first["times"]:
                yield int(first["count"]), times[1]
        last = _COUNT_LAST.fullmatch(words)
        if last:
            yield int(last["count"]), last["words"]
        yield 1, words


def _read(text: str, cards: CardIndex) -> tuple[int, str, tuple[str, ...]]:
    """The first reading of a line that names a card; where none does, the likeliest, with no ids."""
    for count, words in _readings(text):
        found = cards.find(words)
        if found:
            return count, words, found
    comment = _COMMENT.search(text)
    count, words = next(_readings(text[: comment.start()].rstrip() if comment else text))
    return count, words, ()


def _guess(lines: Iterable[_Line], games: Mapping[str, CardIndex]) -> str:
    """The game that knows the most lines; the first by id where two know as many, "" where none knows any."""
    texts = [line.text for line in lines]
    known = {game: sum(1 for text in texts if _read(text, cards)[2]) for game, cards in games.items()}
    best = min(known, key=lambda game: (-known[game], game), default="")
    return best if known.get(best) else ""


def _written(card_id: str, cards: CardIndex) -> str:
    """A card in canonical text: its name, and the id too where the name alone would not be read back."""
    name = " ".join(cards.names.get(card_id, card_id).split())
    forms = (name, f"{name} [{card_id}]")
    return next((form for form in forms if _read(f"1 {form}", cards)[1:] == (form, (card_id,))), card_id)


def _die(die: Iterable[Iterable[str]]) -> str:
    """A die on a line: `blue red, blue, -`."""
    return ", ".join(" ".join(face) or "-" for face in die)


def _short(words: str) -> str:
    return words if len(words) <= 60 else words[:57] + "..."
