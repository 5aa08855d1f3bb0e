"""What is wrong with how a command went. Each function that begins with `_no_` or `_is_` looks for one thing."""

import json
import re
import traceback
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from builder.diagnostics import Diagnostic
from builder.diagnostics.codes import CODES
from builder.diagnostics.reports import read_lines
from builder.legality.kinds import kind_of, own_kinds
from tests.hostile.fuzzing.running import SECRET, Ran
from tests.support.commands import ROOT
from tests.support.outputs import STEERING

MAX_SECONDS = 10.0
MAX_MEMORY = 800 * 1024**2  # bytes at once
EXIT_CODES = (0, 1, 2)  # 130 is for Ctrl-C, which nobody presses here, and 70 for a fault of Arsenal's own

_OF_DECKS = {code for name in own_kinds() if (kind := kind_of(name)) for code in kind.codes}
WITHOUT_PLACE = {"wrong-use", "unusable-file", "unknown-section", "wrong-player-count", "illegal-deck", *_OF_DECKS}
"""These are about no file, or about a deck as a whole."""

_INNARDS = re.compile(r"Traceback|object at 0x|<class '|<function |builder\.\w+\.|Error\(|\bNoneType\b")


@dataclass(frozen=True)
class Fault:
    """`kind` says what rule was broken; `where` is what two cases of the same fault have in common."""

    kind: str
    where: str
    words: str

    @property
    def key(self) -> str:
        """The same for cases of the same fault."""
        return f"{self.kind}: {self.where}"


def judge(ran: Ran, work: Path) -> list[Fault]:
    """All that is wrong with a run; `work` is the folder in which it ran."""
    return [fault for look in _LOOKS for fault in look(ran, work)]


def _no_fault_of_its_own(ran: Ran, work: Path) -> Iterator[Fault]:
    error = ran.raised
    if error is None or isinstance(error, OSError) or type(error).__name__ == "UsageError":
        return
    words = "".join(traceback.format_exception(error))[-3000:]
    yield Fault("own-fault", f"{type(error).__name__} in {_place(error)}", words)


def _place(error: BaseException) -> str:
    """The innermost line of ours that was being run."""
    ours = [
        frame
        for frame in traceback.extract_tb(error.__traceback__)
        if f"{ROOT}/" in frame.filename and "/tests/" not in frame.filename
    ]
    if isinstance(error, RecursionError):
        return str(Path(ours[-1].filename).relative_to(ROOT)) if ours else "?"
    return f"{Path(ours[-1].filename).relative_to(ROOT)}:{ours[-1].lineno} {ours[-1].name}" if ours else "?"


def _no_other_exit_code(ran: Ran, work: Path) -> Iterator[Fault]:
    if ran.raised is None and ran.code not in EXIT_CODES:
        yield Fault("exit-code", f"{ran.code} of {ran.arguments[0]}", ran.err[:500])
    codes = {finding.code for finding in ran.findings}
    for code in codes & {"renderer-crash", "out-of-memory", "own-fault"}:
        if not isinstance(ran.raised, Exception) or code != "own-fault":
            yield Fault("crash", f"{code} of {ran.arguments[0]}", ran.err[:500] or ran.out[:500])


def _no_long_run(ran: Ran, work: Path) -> Iterator[Fault]:
    if ran.seconds > MAX_SECONDS:
        yield Fault("too-long", ran.arguments[0], f"{ran.seconds:.1f} s")


def _no_large_run(ran: Ran, work: Path) -> Iterator[Fault]:
    if ran.memory > MAX_MEMORY:
        yield Fault("too-large", ran.arguments[0], f"{ran.memory / 1024 / 1024:.0f} MB")


def _no_finding_without_place(ran: Ran, work: Path) -> Iterator[Fault]:
    for found in ran.findings:
        if found.code not in CODES:
            yield Fault("unknown-code", found.code, found.message[:300])
        if found.span is None:
            if ran.code != 70 and found.code not in WITHOUT_PLACE:
                yield Fault("no-place", found.code, found.message[:300])
        elif wrong := _misplaced(found, work):
            yield Fault("wrong-place", found.code, f"{wrong}: {found.span}: {found.message[:200]}")


def _misplaced(found: Diagnostic, work: Path) -> str:
    span = found.span
    assert span is not None
    if span.line < 1 or span.column < 1 or (span.end_line, span.end_column) < (span.line, span.column):
        return "no place in a file"
    path = work / span.path
    lines = (
        found.source.split("\n")
        if found.source
        else read_lines(str(path))
        if path.suffix in (".yaml", ".json", ".txt")
        else []
    )
    if lines and (span.line > len(lines) or span.column > len(lines[span.line - 1]) + 1):
        return f"behind the end of its {len(lines)} lines"
    return ""


def _is_json(ran: Ran, work: Path) -> Iterator[Fault]:
    asked = [b for a, b in zip(ran.arguments, (*ran.arguments[1:], ""), strict=True) if a == "--output"]
    if (asked[-1:] != ["json"] and not (asked[-1:] == ["sarif"] and ran.out)) or ran.code is None:
        return
    try:
        json.loads(ran.out, parse_constant=_refused)
    except (ValueError, RecursionError) as error:
        yield Fault("no-json", ran.arguments[0], f"{error}: {ran.out[:300]} {ran.err[:300]}")


def _refused(word: str) -> None:
    raise ValueError(f"{word} is not JSON")


def _no_written_file_is_broken(ran: Ran, work: Path) -> Iterator[Fault]:
    if ran.code == 0 and ran.arguments[0] == "export" and any(to in ran.arguments for to in ("json", "engine")):
        for path in (work / "out").rglob("*"):
            if path.is_file() and not path.name.startswith("cards.db"):
                try:
                    json.loads(path.read_bytes(), parse_constant=_refused)
                except ValueError as error:
                    yield Fault("broken-file", f"{ran.arguments[0]} {path.suffix}", str(error))


def _no_steering(ran: Ran, work: Path) -> Iterator[Fault]:
    meant = "\n\u200c\u200d" + ("\t" if ran.arguments[0] == "explain" else "")  # one of its examples has a tab
    for name, said in (("stdout", ran.out), ("stderr", ran.err)):
        if said.isascii() and said.replace("\n", "").isprintable():
            continue
        found = sorted(c for c in set(said) if c not in meant and unicodedata.category(c) in STEERING)
        for character in found[:1]:
            at = said.index(character)
            where = said[max(0, at - 80) : at + 40]
            yield Fault("control", f"{ran.arguments[0]} {name}", f"U+{ord(character):04X} in {where!r}")


def _no_secret(ran: Ran, work: Path) -> Iterator[Fault]:
    if SECRET in ran.out or SECRET in ran.err or "root:x:" in ran.out + ran.err:
        yield Fault("leak", ran.arguments[0], "a file outside of the pack was shown")


def _no_innards(ran: Ran, work: Path) -> Iterator[Fault]:
    if ran.raised is None and (found := _INNARDS.search(ran.err + ("" if ran.arguments[0] == "explain" else ran.out))):
        text = ran.err + ran.out
        at = text.find(found[0])
        yield Fault("innards", f"{ran.arguments[0]}: {found[0]}", text[max(0, at - 200) : at + 200])


def _no_other_file(ran: Ran, work: Path) -> Iterator[Fault]:
    for event, path in ran.touched:
        if event.endswith(" r") and path in ran.arguments:
            continue  # what the user names may be read, wherever it lies
        yield Fault("outside", f"{event} of {ran.arguments[0]}", path)


def _no_fault_noticed_inside(ran: Ran, work: Path) -> Iterator[Fault]:
    yield from (Fault(*fault) for fault in ran.faults)


_LOOKS: tuple[Callable[[Ran, Path], Iterator[Fault]], ...] = (
    _no_fault_of_its_own, _no_other_exit_code, _no_long_run, _no_large_run, _no_finding_without_place, _is_json,
    _no_written_file_is_broken, _no_steering, _no_secret, _no_innards, _no_other_file,
    _no_fault_noticed_inside,
)  # fmt: skip
