"""Decks as lists that people paste: text in, canonical text out."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

from builder.decks.deck import MAX_COPIES, Deck
from builder.decks.index import MAX_SUGGESTIONS, CardIndex
from builder.diagnostics import Diagnostic, Span, lines_of, suggestion
from builder.games import MAIN, MAX_PLAYERS
from builder.games.card import Faces
from builder.naming import fold

MAX_TEXT = 500_000  # characters of a pasted list
MAX_LINES = 5_000
MAX_LINE = 400  # characters
MAX_DIAGNOSTICS = 100


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
) -> tuple[Deck | None, list[Diagnostic]]:
    """A pasted list as a deck of one of `games`, and what was wrong with it; None where no deck could be
    read.

    A line is `2 Card Name`, `2x Card Name`, `Card Name x2` or `Card Name`, or an id in place of the name; `(set)` and
    a number may follow the name, and say which printing of the card is meant;
    `Side:` and `[Side]` begin a section; `#` and `//` begin a comment, and `# Game:`, `# Format:`, `# Name:`,
    `# Author:`, `# Players:` and `# Description:` say what the deck is. `# Die: blue red, blue, -` is a die that a
    player made: its faces, a bare one as `-`. `# Lost: yes` says that the game before was lost. `name`, `game` and
    `format` overrule those. `path` is what diagnostics call the list. `sections(game, format)` gives the format's
    section names by id, main first; without it every heading makes a section.
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
    wanted = format or headers.get("format", "")
    deck = Deck(
        name=name or headers.get("name", "") or "Unnamed",
        game=chosen,
        sections=reader.sections(lines, games[chosen], sections(chosen, wanted) if sections else None),
        format=wanted,
        author=headers.get("author", ""),
        description=headers.get("description", ""),
        players=reader.players,
        dice=tuple(reader.dice),
        printings=reader.printings,
        lost=_SAID.get(headers.get("lost", "").lower()),
    )
    return deck, reader.diagnostics


def to_text(deck: Deck, cards: CardIndex) -> str:
    """The deck as a canonical list, which `parse_text` reads back to an equal deck.

    Cards stand in the deck's own order, the main section first and without a heading where it is the only
    one.
    """
    headers = [("Name", deck.name), ("Game", deck.game), ("Format", deck.format), ("Author", deck.author)]
    headers += [("Players", str(deck.players or "")), ("Lost", "" if deck.lost is None else _LOST[deck.lost])]
    headers += [("Die", _die(die)) for die in deck.dice]
    out = [f"# {key}: {' '.join(value.split())}" for key, value in headers if value]
    out += [f"# Description: {line}".rstrip() for line in deck.description.splitlines()]
    left = {card_id: dict(named) for card_id, named in deck.printings.items()}
    for section in sorted(deck.sections, key=lambda s: s != MAIN):
        out.append("")
        if set(deck.sections) != {MAIN}:
            words = section.replace("-", " ").capitalize()
            out.append(f"{words}:" if _heading(f"{words}:") == words else f"[{section}]")
        for card_id, n in deck.sections[section].items():
            out += _lines_of(card_id, n, cards, left.get(card_id, {}))
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
        self.dice: list[Faces] = []
        self.printings: dict[str, dict[str, int]] = {}
        self.diagnostics: list[Diagnostic] = []
        self._suggested = 0

    def lines(self, text: str) -> Iterator[_Line]:
        """The lines that are neither blank nor comments; what header comments say is put in `headers`."""
        if len(text) > MAX_TEXT or text.count("\n") > MAX_LINES:
            self.report(
                "list-too-long",
                f"the list has more than {MAX_LINES:,} lines or {MAX_TEXT:,} characters",
                None,
            )
            return
        for number, raw in enumerate(lines_of(text.removeprefix("\ufeff")), 1):
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

    def sections(
        self, lines: Iterable[_Line], cards: CardIndex, named: Mapping[str, str] | None
    ) -> dict[str, dict[str, int]]:
        """The cards of the lines, by section; `named` has the names of the format's sections by id, None allows any."""
        found: dict[str, dict[str, int]] = {}
        first = next(iter(named), MAIN) if named else MAIN
        current = MAIN if named is None or MAIN in named else first
        for line in lines:
            heading = _heading(line.text)
            if not heading and not _read(line.text, cards).found:
                heading = _bare_heading(line.text, named or {MAIN: ""})
            if heading:
                current = self._section(heading, line, named, current)
            else:
                self._card(line, cards, found.setdefault(current, {}))
        return {section: held for section, held in found.items() if held}

    def report(
        self,
        code: str,
        message: str,
        line: _Line | None,
        help: str = "",  # noqa: A002 - the same word as on a Diagnostic
    ) -> None:
        """Add a diagnostic; there is an end to them, as a list may be anything at all."""
        if len(self.diagnostics) < MAX_DIAGNOSTICS:
            span = Span(self.path)
            if line is not None:
                span = Span(self.path, line.number, line.column, line.number, line.column + max(len(line.text), 1))
            self.diagnostics.append(Diagnostic(code, message, span, help))

    def _header(self, key: str, value: str, line: _Line) -> None:
        if key == "players":
            if re.fullmatch(r"[0-9]{1,3}", value) and 1 <= int(value) <= MAX_PLAYERS:
                self.players = int(value)
            else:
                help_ = f"write a number from 1 to {MAX_PLAYERS}"
                self.report("bad-player-count", f'"{_short(value)}" is no number of players', line, help_)
        elif key == "die":
            if _DIE.fullmatch(value.lower()):
                faces = value.lower().split(",")
                self.dice.append(tuple(tuple(symbol for symbol in face.split() if symbol != "-") for face in faces))
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
        self.report("unknown-heading", message, line, suggestion(heading, sections, "sections"))
        return current

    def _card(self, line: _Line, cards: CardIndex, section: dict[str, int]) -> None:
        count, words, found, in_set = _read(line.text, cards)
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
        if in_set:
            self._printing(found[0], cards, in_set, count, line)

    def _printing(self, card_id: str, cards: CardIndex, in_set: str, count: int, line: _Line) -> None:
        """Note which printing of a card a line names."""
        card = cards.cards[card_id]
        if set_id := cards.set_of(card_id, in_set):
            if card.printings:
                named = self.printings.setdefault(card_id, {})
                named[set_id] = named.get(set_id, 0) + count
            return
        sets = f"it is in {' and '.join(card.sets)}"
        self.report("unknown-printing", f'{card.name} is not in a set "{_short(in_set)}"', line, sets)


_HEADER = re.compile(
    r"(?:#|//)\s*(?P<key>name|game|format|author|players|lost|die|description)\s*:\s*(?P<value>.*)", re.IGNORECASE
)
_SAID = {"yes": True, "no": False}  # anything else is a comment
_LOST = {said: word for word, said in _SAID.items()}
_DIE = re.compile(r"[a-z0-9 -]+(?:,[a-z0-9 -]+)+")  # anything else is a comment after all
_HEADING = re.compile(r"\[(?P<bracketed>[^\[\]]+)\]|(?P<named>[^\[\]]+?)\s*(?:\(\d+\))?\s*:")
_COUNT_FIRST = re.compile(r"(?P<count>[-+]?\d+)(?P<times>\s*[xX×*])?(?:\s+(?P<words>.+))")
_COUNT_LAST = re.compile(r"(?P<words>.+?)\s+(?:[xX×*]\s*(?P<count>[-+]?\d+))")
_PRINTING = re.compile(
    r"(?P<words>[^()]+?) \((?P<set>[^()]*[^()0-9 ][^()]*)\)(?: #?[0-9]{1,6}[a-z]?)?"
)  # the number says no more
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


class _Reading(NamedTuple):
    copies: int
    words: str
    found: tuple[str, ...]  # ids of cards
    in_set: str = ""  # as the line calls it


def _read(text: str, cards: CardIndex) -> _Reading:
    """The first reading of a line that names a card; where none does, the likeliest, with no ids."""
    for count, words in _readings(text):
        found = cards.find(words)
        if found:
            return _Reading(count, words, found)
    for count, words in _readings(text):
        named = _PRINTING.fullmatch(words)
        if named and (found := cards.find(named["words"])):
            return _Reading(count, named["words"], found, named["set"].strip())
    comment = _COMMENT.search(text)
    count, words = next(_readings(text[: comment.start()].rstrip() if comment else text))
    return _Reading(count, words, ())


def _guess(lines: Iterable[_Line], games: Mapping[str, CardIndex]) -> str:
    """The game that knows the most lines; the first by id where two know as many, "" where none knows any."""
    texts = [line.text for line in lines]
    known = {game: sum(1 for text in texts if _read(text, cards).found) for game, cards in games.items()}
    best = min(known, key=lambda game: (-known[game], game), default="")
    return best if known.get(best) else ""


def _written(card_id: str, cards: CardIndex) -> str:
    """A card in canonical text: its name, and the id too where the name alone would not be read back."""
    name = " ".join(cards.names.get(card_id, card_id).split())
    forms = (name, f"{name} [{card_id}]")
    return next((form for form in forms if _read(f"1 {form}", cards) == (1, form, (card_id,), "")), card_id)


def _lines_of(card_id: str, copies: int, cards: CardIndex, left: dict[str, int]) -> Iterator[str]:
    """The lines of so many copies of a card; of those that printings are named for and `left`, each set has a line."""
    words, card = _written(card_id, cards), cards.card(card_id)
    numbers = {one.set_id: one.number for one in card.printings} if card else {}
    for set_id in left if numbers else ():
        if taken := min(left[set_id], copies):
            yield f"{taken} {words} ({set_id}) {numbers.get(set_id, '')}".rstrip()
            left[set_id] -= taken
            copies -= taken
    if copies:
        yield f"{copies} {words}"


def _die(die: Iterable[Iterable[str]]) -> str:
    """A die on a line: `blue red, blue, -`."""
    return ", ".join(" ".join(face) or "-" for face in die)


def _short(words: str) -> str:
    return words if len(words) <= 60 else words[:57] + "..."
