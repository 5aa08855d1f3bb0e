"""Every diagnostic code explained: what it means, how to mend it, and an example that is checked each time.

The words are in codes.yaml; `arsenal explain`, docs/checks.md and the tests take their examples from it.
"""

from __future__ import annotations

import difflib
import textwrap
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any, TypeGuard  # Any: entries of codes.yaml, whose shape its tests check

from builder import plugins
from builder.authoring.new import plan_game
from builder.checks import check_pack, judged_with_game, rules
from builder.decks import CardIndex, parse_text
from builder.diagnostics import Diagnostic, FindingsError, Severity, Span, UsageError, suggestion
from builder.diagnostics.codes import CODES
from builder.diagnostics.reports import render
from builder.documents.reading import load
from builder.legality import compose, kinds
from builder.library import Catalog, Judgement
from builder.library.checked import CheckedGame
from builder.packs.expansions import with_expansions
from builder.packs.pack import Pack, in_memory
from builder.query import chances
from builder.terminal.verdicts import verdict_lines

WORDS = Path(__file__).resolve().parent / "codes.yaml"
ROOT = Path("my-game")  # the folder that the examples show
OUTSIDE = "../"  # begins the paths of files of expansions
LIST = "list.txt"  # the path that a pasted list gets


@dataclass(frozen=True, slots=True)
class Explanation:
    """One code. `files`, `change` and `omit` make the example out of the small game; `line` is the line of the fault.

    What is checked is the pack, a pasted `list`, a `chance` that is asked for, or a deck to `judge` (after the
    `previous` one). `input` describes an example that can't be shown. `says` is the finding of an example that can't be
    checked in memory: a message, perhaps a help and a place (`at`: path:line:column).
    """

    code: str
    topic: str
    why: str
    files: Mapping[str, Any] = field(default_factory=dict)
    change: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    omit: tuple[str, ...] = ()
    line: int = 0
    list: Any = ""
    chance: str = ""
    judge: str = ""
    previous: str = ""
    input: str = ""
    says: Mapping[str, str] = field(default_factory=dict)

    @property
    def title(self) -> str:
        """What the code means, in a few words."""
        return CODES[self.code].title

    @property
    def severity(self) -> Severity:
        """How grave the fault is."""
        return CODES[self.code].severity

    @property
    def heading(self) -> str:
        """The title as a sentence begins."""
        return self.title[0].upper() + self.title[1:]


@cache
def entries() -> Mapping[str, Explanation]:
    """All codes in the catalogue's order."""
    list(map(kinds.kind_of, kinds.own_kinds()))  # loading a kind registers its codes
    data = load(WORDS).data
    return {
        code: Explanation(code, topic, **{**words, "omit": tuple(words.get("omit", ()))})
        for topic, codes in data.items()
        for code, words in codes.items()
    }


def explain(code: str) -> str:
    """What `arsenal explain CODE` prints. Raises UsageError for an unknown code."""
    entry = entries().get(code)
    if entry is None:
        return _of_plugin(code)
    parts = [f"{code} ({entry.severity}): {entry.title}", textwrap.fill(entry.why.strip(), 88)]
    for title, text in shown_input(entry):
        parts.append(f"{title}:" if text else f"{title}.")
        if text:
            parts.append(textwrap.indent(text.rstrip("\n"), "    "))
    parts += ["Arsenal says:", textwrap.indent(shown_output(entry).rstrip("\n"), "    ")]
    return "\n\n".join(parts) + "\n"


def _of_plugin(code: str) -> str:
    """What a plugin's code means, in a line: plugins register their codes when they are loaded.

    Raises UsageError for an unknown code.
    """
    for group in (rules.GROUP, kinds.GROUP):
        plugins.load_all(group, _is_any, "")
    if code not in CODES:
        raise UsageError(f'there is no code "{code}"', suggestion(code, CODES, "codes"))
    return f"{code} ({CODES[code].severity}): {CODES[code].title}\n"


def _is_any(_: object) -> TypeGuard[object]:
    return True


def shown_input(entry: Explanation) -> list[tuple[str, str]]:
    """The example as (title, text): each file that is added, and each change as a small diff."""
    if entry.input:
        return [(entry.input, "")]
    if entry.chance:
        return [(f"`arsenal stats first-deck --chance '{entry.chance}'`", "")]
    shown = [(f"{path}, left out", "") for path in entry.omit]
    for path, changes in entry.change.items():
        lines = []
        for old, new in changes.items():
            lines += _difference(old, new)
        shown.append((f"{path}, changed", "\n".join(lines) + "\n"))
    return [*shown, *entry.files.items(), *([(LIST, entry.list)] if entry.list else [])]


def shown_output(entry: Explanation) -> str:
    """The findings of the example, as a terminal shows them."""
    if entry.judge:
        found = judgement(entry)
        return "\n".join(verdict_lines(found.deck, found.format, found.verdict, {})) + "\n"
    files = {} if entry.says else {**example(entry), LIST: _content(entry.list)}

    def lines_of(path: str) -> list[str]:
        content = files.get(path.removeprefix(f"{ROOT}/"), files.get(f"{OUTSIDE}{path}", b""))
        return content[:100_000].decode("utf-8", "replace").splitlines()

    shown = [d for d in diagnostics(entry) if d.code == entry.code]
    return render(shown, "text", read_lines=lines_of, explain=False)


def diagnostics(entry: Explanation) -> list[Diagnostic]:
    """All that is wrong with the example."""
    if entry.says:
        return [_diagnostic(entry)]
    if entry.chance:
        return _of_chance(entry.chance)
    files = example(entry)
    if expansions := sorted({path.split("/")[1] for path in files if path.startswith(OUTSIDE)}):
        return _of_expansions(files, expansions)
    checked = check_pack(in_memory(ROOT, files))
    if not entry.list:
        return checked.diagnostics
    cards = CardIndex(checked.as_cards(places=False))
    formats = {name: document.data for name, document in checked.formats.items()}

    def sections(_: str, format_id: str) -> Mapping[str, str]:
        return compose(format_id or checked.as_game(places=False).default_format, formats, date.max).sections

    return parse_text(
        _content(entry.list).decode(), {checked.id: cards}, path=LIST, game=checked.id, sections=sections
    )[1]


def _of_expansions(files: Mapping[str, bytes], folders: Iterable[str]) -> list[Diagnostic]:
    """What is wrong with expansions of the small game, in folders next to it."""

    def packed(folder: str) -> Pack:
        above = f"{OUTSIDE}{folder}/"
        own = {path.removeprefix(above): content for path, content in files.items() if path.startswith(above)}
        return in_memory(Path(folder), own)

    game = in_memory(ROOT, {path: content for path, content in files.items() if not path.startswith(OUTSIDE)})
    found = []
    for one in with_expansions({game.game_id: game}, map(packed, folders)):
        checked = check_pack(one)
        found += checked.diagnostics if one.is_expansion else judged_with_game(one.expansions, checked)
    return found


def _of_chance(text: str) -> list[Diagnostic]:
    """What is wrong with a question about chances."""
    try:
        chances.parse(text)
    except FindingsError as error:
        return error.diagnostics
    return []


def judgement(entry: Explanation) -> Judgement:
    """The verdict on an example's deck."""
    catalog = Catalog([CheckedGame(check_pack(in_memory(ROOT, example(entry))))])
    deck = catalog.open_deck(entry.judge)
    previous = catalog.open_deck(entry.previous) if entry.previous else None
    by = catalog.format(deck.deck)
    return Judgement(deck, by, catalog.verdict(deck, catalog.loaded(deck.deck.game).judge_by(by), previous))


def example(entry: Explanation) -> dict[str, bytes]:
    """The files of the example's pack: the small game with what the entry adds, changes and leaves out.

    Raises ValueError for a change of words that are not in their file, or are more than once.
    """
    texts = {path: text for path, text in plan_game("My Game").items() if path not in entry.omit}
    for path, changes in entry.change.items():
        for old, new in changes.items():
            if texts[path].count(old) != 1:
                raise ValueError(f"{entry.code}: {old!r} is in {path} {texts[path].count(old)} times")
            texts[path] = texts[path].replace(old, new)
    files = {path: text.encode() for path, text in texts.items()}
    return files | {path: _content(written) for path, written in entry.files.items()}


def _diagnostic(entry: Explanation) -> Diagnostic:
    span, words = None, entry.says
    if "at" in words:
        path, line, column = words["at"].rsplit(":", 2)
        span = Span(path, int(line), int(column), int(line), int(column) + 1)
    return Diagnostic(entry.code, words["message"], span, words.get("help", ""))


def _content(written: Any) -> bytes:
    if isinstance(written, str):
        return written.encode()
    if "hex" in written:
        return bytes.fromhex(str(written["hex"]))
    return str(written["repeat"]).encode() * int(written["times"])


def _difference(old: str, new: str) -> list[str]:
    """The lines of two texts, marked - where they are gone, + where they are new."""
    before, after = old.strip("\n").split("\n"), new.strip("\n").split("\n")
    lines = difflib.ndiff(before, after)
    return [line.rstrip() for line in lines if not line.startswith("?")]
