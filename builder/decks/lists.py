"""Decks as lists that people paste and as files of other programs: text in, canonical text out."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from builder.decks.deck import MAX_COPIES, Deck
from builder.decks.foreign import Entry, Foreign, NotReadable
from builder.decks.foreign import read as read_foreign
from builder.decks.index import MAX_SUGGESTIONS, CardIndex
from builder.diagnostics import Diagnostic, Span, lines_of, suggestion
from builder.games import MAIN, MAX_PLAYERS
from builder.games.card import Faces
from builder.naming import fold, slug, title_of
from builder.words import words_here

MAX_TEXT = 500_000  # characters of a pasted list
MAX_LINES = 5_000
MAX_LINE = 400  # characters
MAX_DIAGNOSTICS = 100
UNNAMED = "Unnamed"


SectionsOf = Callable[[str, str], Mapping[str, str]]
ANY_FORMAT = "*"  # asks for the sections of all formats, since programs save no format


def parse_text(
    text: str,
    games: Mapping[str, CardIndex],
    *,
    path: str = "list",
    game: str = "",
    format: str = "",  # noqa: A002 - the field's word
    sections: SectionsOf | None = None,
    accept: bool = False,
) -> tuple[Deck | None, list[Diagnostic]]:
    """A pasted list as a deck of one of `games`, and what was wrong with it; None where no deck could be
    read. The text may also be a deck file of another program: see `builder.decks.foreign`.

    A line is `2 Card Name`, `2x Card Name`, `Card Name x2` or `Card Name`, or an id in place of the name; `(set)` and a
    number may follow the name, and say which printing of the card is meant. Numbers and dots before a line and marks
    behind it (`1.`, `-`, `*F*`, `[Ships]`) are ignored. With `accept`, a name that is near to one card's alone is taken
    for it. `Side:` and `[Side]` begin a section, `SB:` before a card puts it into the second one, and headings that
    name a type of cards are ignored; `#` and `//` begin a comment. With or without them, `# Game:`, `# Format:`,
    `# Name:`, `# Author:`, `# Players:` and `# Description:` say what the deck is. `# Die: blue red, blue, -` is a die
    that a player made: its faces, a bare one as `-`. `# Lost: yes` says that the game before was lost. `game` and
    `format` overrule those. `path` is what diagnostics call the list. `sections(game, format)` gives the format's
    section names by id, main first, those of all formats for `ANY_FORMAT`; without it every heading makes a section.
    """
    reader = _Reader(path, accept=accept)
    foreign = reader.foreign(text)
    lines = [] if foreign or reader.diagnostics else list(reader.lines(text))
    headers = reader.headers
    called = slug(headers.get("game called", ""))
    chosen = game or headers.get("game", "") or (called if called in games else "") or _guess(foreign, lines, games)
    if not (chosen or lines or (foreign and foreign.entries)):
        if not reader.diagnostics:
            reader.report("empty-file", "empty", None)
        return None, reader.diagnostics
    if not chosen and len(games) == 1:
        chosen = next(iter(games))  # so that misspelt names get their near matches
    if chosen not in games:
        help_ = suggestion(chosen, games, "games", words_here())
        reader.report("unknown-game", "unknown-game" if chosen else "gameless", None, help_, game=chosen)
        return None, reader.diagnostics
    wanted = format or headers.get("format", "")
    named = sections(chosen, wanted if wanted or not foreign else ANY_FORMAT) if sections else None
    deck = Deck(
        name=headers.get("name", "") or UNNAMED,
        game=chosen,
        sections=reader.entries(foreign.entries, games[chosen], named)
        if foreign
        else reader.sections(lines, games[chosen], named),
        format=wanted,
        author=headers.get("author", ""),
        description=headers.get("description", ""),
        players=reader.players,
        dice=tuple(reader.dice),
        printings=reader.printings,
        lost=_YES_NO.get(headers.get("lost", "").lower()),
    )
    return deck, reader.diagnostics


def to_text(deck: Deck, cards: CardIndex) -> str:
    """The deck as a canonical list, which `parse_text` reads back to an equal deck.

    Cards stand in the deck's own order, the main section first and without a heading where it is the only
    one.
    """
    headers = [("Name", deck.name), ("Game", deck.game), ("Format", deck.format), ("Author", deck.author)]
    headers += [("Players", str(deck.players or "")), ("Lost", "" if deck.lost is None else _LOST_TEXTS[deck.lost])]
    headers += [("Die", ", ".join(" ".join(face) or "-" for face in die)) for die in deck.dice]
    out = [f"# {key}: {' '.join(value.split())}" for key, value in headers if value]
    out += [f"# Description: {line}".rstrip() for line in deck.description.splitlines()]
    left = {card_id: dict(named) for card_id, named in deck.printings.items()}
    for section in sorted(deck.sections, key=lambda s: s != MAIN):
        out.append("")
        if set(deck.sections) != {MAIN}:
            words = title_of(section)
            out.append(f"{words}:" if heading_of(f"{words}:") == words else f"[{section}]")
        for card_id, n in deck.sections[section].items():
            out += _lines_of(card_id, n, cards, left.get(card_id, {}))
    return "\n".join(out) + "\n"


class _Line(NamedTuple):
    number: int
    column: int
    text: str


class _Reader:
    """Reads one list: collects headers and diagnostics on the way."""

    def __init__(self, path: str, *, accept: bool = False) -> None:
        self.path, self.accept = path, accept
        self.headers: dict[str, str] = {}
        self.players: int | None = None
        self.dice: list[Faces] = []
        self.printings: dict[str, dict[str, int]] = {}
        self.diagnostics: list[Diagnostic] = []
        self._suggested = 0

    def foreign(self, text: str) -> Foreign | None:
        """The text as a deck of another program, whose name and the like are put in `headers`; None if it is none."""
        try:
            found = read_foreign(text)
        except NotReadable as error:
            line = _Line(error.line, 1, "") if error.line else None
            self.report("unreadable-deck", "unreadable", line, why=error, kinds=words_here("lists")("kinds"))
            return None
        if found:
            self.headers |= {key: " ".join(value.split()) for key, value in found.headers.items() if value.strip()}
            if found.headers.get("description"):
                self.headers["description"] = found.headers["description"].strip()
            self.dice += found.dice
            players = self.headers.pop("players", "")
            self.players = int(players) if players.isdigit() and 1 <= int(players) <= MAX_PLAYERS else None
        return found

    def entries(
        self, entries: Iterable[Entry], cards: CardIndex, named: Mapping[str, str] | None
    ) -> dict[str, dict[str, int]]:
        """The cards of another program's deck, by section; `named` is as for `sections`."""
        found: dict[str, dict[str, int]] = {}
        places: dict[str, str] = {"": _first(named)}
        for entry in entries:
            words = [word for word in entry.words if word]
            line = _Line(entry.line, 1, words[-1] if words else "")
            if entry.section not in places:
                places[entry.section] = self._section(entry.section, line, named, places[""], of_program=True)
            printing = next((known for word in words if (known := cards.printing(word))), None)
            ids = (printing[0],) if printing else next((ids for word in words if (ids := cards.find(word))), ())
            ids = cards.narrowed(ids, entry.in_set, entry.number)
            section = found.setdefault(places[entry.section], {})
            in_set = printing[1] if printing else entry.in_set
            reading = Reading(entry.copies, words[-1] if words else "", ids, _older(cards, ids, in_set))
            self._count(reading, line if entry.line else None, cards, section)
        return {section: counts for section, counts in found.items() if counts}

    def lines(self, text: str) -> Iterator[_Line]:
        """The lines that are neither blank nor comments. Header comments are put in `headers`."""
        if len(text) > MAX_TEXT or text.count("\n") > MAX_LINES:
            self.report("list-too-long", "long", None, lines=MAX_LINES, characters=MAX_TEXT)
            return
        text = text.removeprefix("\ufeff")
        if about := _ABOUT.match(text):
            self.headers.setdefault("name", " ".join(about["name"].split()))
        before = len(lines_of(about[0])) if about else 0
        for number, raw in enumerate(lines_of(text)[before:], before + 1):
            stripped = " ".join(raw.split())  # also keeps the patterns below linear
            line = _Line(number, len(raw) - len(raw.lstrip()) + 1, stripped)
            header = _HEADER.match(stripped)
            if header and (header["value"] or stripped.startswith(("#", "//"))):
                self._header(header["key"].lower(), header["value"], line)
            elif len(stripped) > MAX_LINE:
                self.report("bad-line", "line", line, number=str(len(stripped)), most=MAX_LINE)
            elif stripped and not stripped.startswith(("#", "//")):
                yield line

    def sections(
        self, lines: Iterable[_Line], cards: CardIndex, named: Mapping[str, str] | None
    ) -> dict[str, dict[str, int]]:
        """The cards of the lines, by section; `named` has the names of the format's sections by id, None allows any."""
        found: dict[str, dict[str, int]] = {}
        current = _first(named)
        for line in lines:
            heading = heading_of(line.text)
            if not heading and not (reading := read_line(line.text, cards)).found:
                heading = bare_heading(line.text, named or {MAIN: ""}, cards.groups)
            if heading:
                current = self._section(heading, line, named, current, cards.groups)
            elif not reading.found and (in_side := _IN_SIDE.fullmatch(line.text)):
                section = self._section(in_side["side"], line, named, current)
                self._count(read_line(in_side["words"], cards), line, cards, found.setdefault(section, {}))
            else:
                self._count(reading, line, cards, found.setdefault(current, {}))
        return {section: counts for section, counts in found.items() if counts}

    def report(
        self,
        code: str,
        key: str,
        line: _Line | None,
        help_: str = "",
        values: Mapping[str, str | int] | None = None,
        *,
        n: int | None = None,
        **parts: object,
    ) -> None:
        """Add a diagnostic with a text of the group `lists`. Their number is limited, since a list may be any text."""
        if len(self.diagnostics) < MAX_DIAGNOSTICS:
            message, usual = words_here("lists").with_help(key, n, **parts)
            span = Span(self.path)
            if line is not None:
                span = Span(self.path, line.number, line.column, line.number, line.column + max(len(line.text), 1))
            self.diagnostics.append(Diagnostic(code, message, span, help_ or usual, values=values or {}))

    def _header(self, key: str, value: str, line: _Line) -> None:
        if key == "players":
            if re.fullmatch(r"[0-9]{1,3}", value) and 1 <= int(value) <= MAX_PLAYERS:
                self.players = int(value)
            else:
                self.report("bad-player-count", "players", line, said=_short(value), most=MAX_PLAYERS)
        elif key == "die":
            if _DIE.fullmatch(value.lower()):
                faces = value.lower().split(",")
                self.dice.append(tuple(tuple(symbol for symbol in face.split() if symbol != "-") for face in faces))
        elif key == "description" and key in self.headers:
            self.headers[key] += "\n" + value
        else:
            self.headers.setdefault(key, value)

    def _section(
        self,
        heading: str,
        line: _Line,
        sections: Mapping[str, str] | None,
        current: str,
        groups: Collection[str] = (),
        *,
        of_program: bool = False,
    ) -> str:
        """The section that a heading begins; `current` where the heading names a type of cards or no section."""
        wanted = "-".join(re.findall(r"[a-z0-9]+", fold(heading)))
        for section, name in (sections or {}).items():
            if wanted == section or fold(heading) == fold(name):
                return section
        if fold(heading) in groups:
            return current
        if sections is None:
            return wanted or MAIN
        if wanted in MAIN_WORDS:
            return next(iter(sections), MAIN)
        if wanted in SIDE_WORDS and (len(sections) == 2 or (of_program and len(sections) > 2)):
            return list(sections)[1]
        help_ = suggestion(heading, sections, "sections", words_here())
        place = sections.get(current) or current
        self.report("unknown-heading", "heading", line, help_, heading=heading, section=place)
        return current

    def _count(self, reading: Reading, line: _Line | None, cards: CardIndex, section: dict[str, int]) -> None:
        """Count the copies of a card that were read on a line; `line` is None where the file has no useful lines."""
        count, words, found, in_set = reading
        short = _short(words)
        values: dict[str, str | int] = {"card": short, "copies": count}
        if not found:
            self._suggested += 1
            near = cards.likely(words) if self._suggested <= MAX_SUGGESTIONS or self.accept else ()
            if not (self.accept and len(near) == 1):
                help_ = cards.meant(words) if near else ""
                self.report("unknown-card", "unknown-card" if words else "nameless", line, help_, values, card=short)
                return
            found = near
            self.report("near-card", "taken", line, said=short, card=cards.describe(near[0]))
        if len(found) > 1:
            say = words_here()
            lines = say.listing([say("quoted", word=f"{count} {words} [{i}]") for i in found[:4]], "or")
            self.report(
                "ambiguous-card", "several", line, "", values, number=len(found), said=short, card=found[0], lines=lines
            )
        total = section.get(found[0], 0) + count
        if count < 1 or total > MAX_COPIES:
            n = count if count < 1 else total
            self.report("bad-count", "copies", line, values=values, n=n, number=str(n), said=short, most=MAX_COPIES)
            return
        section[found[0]] = total
        if in_set:
            self._printing(found[0], cards, in_set, count, line)

    def _printing(self, card_id: str, cards: CardIndex, in_set: str, count: int, line: _Line | None) -> None:
        """Note which printing of a card a line names."""
        card = cards.cards[card_id]
        if set_id := cards.set_of(card_id, in_set):
            if card.printings:
                named = self.printings.setdefault(card_id, {})
                named[set_id] = named.get(set_id, 0) + count
            return
        sets = f" {words_here()('and')} ".join(card.sets)
        self.report("unknown-printing", "printing", line, card=card.name, said=_short(in_set), sets=sets)


_HEADER = re.compile(
    r"(?:(?:#|//)\s*)?(?P<key>name|game|format|author|players|lost|die|description)\s*:\s*(?P<value>.*)", re.IGNORECASE
)  # also without `#` or `//`, unless that is a heading
_YES_NO = {"yes": True, "no": False}  # anything else is a comment
_LOST_TEXTS = {lost: word for word, lost in _YES_NO.items()}
_DIE = re.compile(r"[a-z0-9 -]+(?:,[a-z0-9 -]+)+")  # anything else is a comment after all
_ABOUT = re.compile(r"\s*About[ \t]*(?:\r\n|\n)\s*Name[ \t]+(?P<name>[^\r\n\x85\u2028\u2029]+)")  # of Arena's exports
_IN_SIDE = re.compile(r"(?P<side>sb|side|sideboard)\s*:\s*(?P<words>.+)", re.IGNORECASE)  # a card of the second section


def _first(named: Mapping[str, str] | None) -> str:
    """The section of cards below no heading: the main one, or the first of a format that has none called so."""
    return MAIN if not named or MAIN in named else next(iter(named))


def _older(cards: CardIndex, ids: Sequence[str], in_set: str) -> str:
    """The set of a printing that is not the card's newest, else "": programs name a set for every card."""
    card = cards.card(ids[0]) if ids else None
    newest = card.printings[-1].set_id if card and card.printings else ""
    return "" if not card or not newest or cards.set_of(card.id, in_set) == newest else in_set


def _guess(foreign: Foreign | None, lines: Sequence[_Line], games: Mapping[str, CardIndex]) -> str:
    """The game whose cards most entries or lines name; the first by id where two are equal, "" where none is named."""
    entries = [entry.words for entry in foreign.entries] if foreign else []
    known: dict[str, int] = {}
    for game, cards in games.items():
        known[game] = sum(any(cards.printing(word) or cards.find(word) for word in words if word) for words in entries)
        known[game] += sum(bool(read_line(line.text, cards).found) for line in lines)
    best = min(known, key=lambda game: (-known[game], game), default="")
    return best if known.get(best) else ""


def _written(card_id: str, cards: CardIndex) -> str:
    """A card in canonical text: its name, and the id too where the name alone would not be read back."""
    if card_id in cards.lines:
        return cards.lines[card_id]
    name = " ".join(cards.names.get(card_id, card_id).split())
    forms = (name, f"{name} [{card_id}]")
    found = next((form for form in forms if read_line(f"1 {form}", cards) == (1, form, (card_id,), "")), card_id)
    if card_id in cards.names:
        cards.lines[card_id] = found
    return found


def _lines_of(card_id: str, copies: int, cards: CardIndex, left: dict[str, int]) -> Iterator[str]:
    """The lines for copies of a card. Copies whose printing is named in `left` have a line for each set."""
    words, card = _written(card_id, cards), cards.card(card_id)
    numbers = {one.set_id: one.number for one in card.printings} if card else {}
    for set_id in left if numbers else ():
        if taken := min(left[set_id], copies):
            yield f"{taken} {words} ({set_id}) {numbers.get(set_id, '')}".rstrip()
            left[set_id] -= taken
            copies -= taken
    if copies:
        yield f"{copies} {words}"


def _short(words: str) -> str:
    return words if len(words) <= 60 else words[:57] + "..."


_HEADING = re.compile(r"\[(?P<bracketed>[^\[\]]+)\]|(?P<named>[^\[\]]+?)\s*(?:\(\d+\))?\s*:")
_COUNT_FIRST = re.compile(r"(?P<count>[-+]?\d+)(?P<times>\s*[xX×*])?(?:\s+(?P<words>.+))")
_COUNT_LAST = re.compile(r"(?P<words>.+?)\s+(?:[xX×*]\s*(?P<count>[-+]?\d+))")
_PRINTING = re.compile(
    r"(?P<words>[^()]+?) \((?P<set>[^()]*[^()0-9 ][^()]*)\)(?: #?(?P<number>[0-9]{1,6})[a-z]?)?"
)  # the number says which of two cards with one name
_COMMENT = re.compile(r"\s(?:#|//)")
MAIN_WORDS = frozenset({MAIN, "mainboard", "maindeck", "main-deck", "deck"})
SIDE_WORDS = frozenset({"side", "sb", "sideboard", "side-board", "reserve", "reserves"})
_BEFORE = re.compile(r"(?:[-*•·–—]|\d{1,4}[.)])\s+(?=\S)")  # of a list with points or numbers
_BEHIND = re.compile(
    r"(?:\s(?:\*[A-Za-z]{1,12}\*|\^[^^]{0,80}\^|\[[^\[\]]{0,80}\]|<[^<>]{0,80}>))$"
)  # marks of other sites
_UNSEEN = re.compile("[\u200b\u200c\u200d\u200e\u200f\u2060\ufeff\u00ad]")
_CELLS = re.compile(r"""(?P<first>"[^"]+"|[^,;]+?)\s*[,;]\s*(?P<second>"[^"]+"|[^,;]+)""")
_NUMBER_BEHIND = re.compile(r"(?P<words>.+?)\s+[(\[]?(?P<count>\d{1,5})[)\]]?")
_TOGETHER = re.compile(r"(?P<count>\d{1,5})[xX×*](?P<words>\S.*)")
_ID_FIRST = re.compile(r"\[(?P<id>[^\[\]]+)\]\s*(?P<words>.*)")


def heading_of(text: str) -> str:
    """The section that a line begins if it can only be a heading: `[Side]`, `Side:`; otherwise ""."""
    found = _HEADING.fullmatch(text)
    return "" if found is None or _COUNT_FIRST.match(text) else (found["bracketed"] or found["named"]).strip()


def bare_heading(text: str, sections: Mapping[str, str], groups: Collection[str]) -> str:
    """The section that a line begins, if it looks like no card: `Side`, `Ships (12)`."""
    counted = re.fullmatch(r"(?P<name>\D+?)\s*\(\d+\)", text)
    if counted:
        return counted["name"]
    folded = fold(text)
    known = folded in groups or folded in SIDE_WORDS | MAIN_WORDS
    return text if known or any(folded in (fold(s), fold(n)) for s, n in sections.items()) else ""


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


def _loose_readings(text: str) -> Iterator[tuple[int, str]]:
    """What a line may say in other ways, as (count, name or id): `2,Flare`, `Flare (2)`, `2 [flare] Flare`."""
    if cells := _CELLS.fullmatch(text):
        first, second = cells["first"].strip("'\" "), cells["second"].strip("'\" ")
        if first.isdecimal():
            yield _whole(first), second
        elif second.isdecimal():
            yield _whole(second), first
    if behind := _NUMBER_BEHIND.fullmatch(text):
        yield _whole(behind["count"]), behind["words"]
    if together := _TOGETHER.fullmatch(text):
        yield int(together["count"]), together["words"]
    for count, words in _readings(text):
        if known := _ID_FIRST.fullmatch(words):
            yield count, known["id"].partition(".")[0]  # Card Game Simulator adds that of a back
            yield count, known["words"]
        if words[:1] in _QUOTES and words[-1:] in _QUOTES and len(words) > 2:
            yield count, words[1:-1]


_QUOTES = "\"'“”„«»‘’"


def _whole(digits: str) -> int:
    """The number that the digits mean; with very many digits, one that is too large for any deck."""
    return int(digits) if len(digits) < 6 else MAX_COPIES + 1


def _bare(text: str) -> str:
    """A line without bullets and numbers before it, marks after it and invisible characters."""
    text = _BEFORE.sub("", " ".join(_UNSEEN.sub("", text).split()), count=1)
    while marked := _BEHIND.search(text):
        text = text[: marked.start()]
    return text


class Reading(NamedTuple):
    """A number of copies, and the words that name the card; `found` is empty where no card has that name."""

    copies: int
    words: str
    found: tuple[str, ...]  # ids of cards
    in_set: str = ""  # as the line calls it


def read_line(text: str, cards: CardIndex) -> Reading:
    """The likeliest reading of a line that names a card; where none does, the likeliest of all, without ids."""
    bare = _bare(text)
    for written in dict.fromkeys((text, bare)):
        for count, words in _readings(written):
            if found := cards.find(words):
                return Reading(count, words, found)
        for count, words in _readings(written):
            named = _PRINTING.fullmatch(words)
            if named and (found := cards.find(named["words"])):
                in_set = named["set"].strip()
                return Reading(count, named["words"], cards.narrowed(found, in_set, named["number"] or ""), in_set)
    for count, words in _loose_readings(bare):
        if found := cards.find(words):
            return Reading(count, words, found)
    comment = _COMMENT.search(bare)
    count, words = next(_readings(bare[: comment.start()].rstrip() if comment else bare))
    return Reading(count, words, ())
