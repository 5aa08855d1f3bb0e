"""Mends faults where the mending is certain: where a finding has a `fix`, its place is changed and nothing around it.

The result is checked again, because one fault may hide another. Where a fix would make another fault (such as a key
that is there already), the fault is left to the author.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from builder.authoring.changes import Changes, write
from builder.diagnostics import Diagnostic, Fix, Span
from builder.documents.editing.patching import source_at, spliced
from builder.documents.reading import parse
from builder.documents.scalars import as_word, quoted
from builder.packs.expansions import Whole, itself
from builder.packs.pack import Pack

MOST_ROUNDS = 20  # of fixing and checking again
MOST_READ = 20_000_000  # characters read for faults of syntax in one file: it is read again for each fault

# Faults that a fix must not make: the word was taken, or the text is no YAML any more.
_SPOILT = frozenset(
    ("duplicate-key", "duplicate-id", "duplicate-number", "repeated-item", "yaml-syntax", "yaml-tab", "yaml-key")
)


@dataclass(frozen=True, slots=True)
class Fixed:
    """A fault that was mended: at `place`, `before` became `after`."""

    place: Span
    before: str
    after: str


@dataclass
class Fixes:
    """What is mended in a pack, and the findings that are left."""

    changes: Changes
    fixed: list[Fixed] = field(default_factory=list)
    left: list[Diagnostic] = field(default_factory=list)


def fix_packs(packs: Iterable[Pack], *, dry_run: bool = False, whole: Whole = itself) -> list[Fixes]:
    """Mend what is certain in packs: in all their files or, where something prevents it, in none.

    With `dry_run` nothing is written. `whole` finds the game of an expansion, with the expansion. Raises ChangedError
    where a file was saved by somebody else meanwhile, and UsageError.
    """
    done = [fixes_of(pack, whole) for pack in packs]
    if not dry_run:
        write(*(one.changes for one in done))
    return done


def fixes_of(pack: Pack, whole: Whole = itself) -> Fixes:
    """What can be mended in a pack for certain. Nothing is written; `changes` has the new texts."""
    done = Fixes(Changes(pack, whole=whole))
    given_up: set[tuple[str, str]] = set()
    _fix_syntax(done)
    found = done.changes.checked().diagnostics
    for _ in range(MOST_ROUNDS):
        mendable = [d for d in found if d.fix and _key(d) not in given_up and d.code not in ("yaml-syntax", "yaml-tab")]
        if not mendable:
            break
        found = _round(done, mendable, found, given_up)
    done.fixed.sort(key=lambda fixed: fixed.place)
    done.left = found
    return done


def _key(finding: Diagnostic) -> tuple[str, str]:
    return (finding.span.path if finding.span else "", finding.message)


def _round(
    done: Fixes, mendable: Sequence[Diagnostic], found: list[Diagnostic], given_up: set[tuple[str, str]]
) -> list[Diagnostic]:
    """Mend these findings, or fewer where that makes other faults; returns what is found afterwards."""
    before = dict(done.changes.texts)
    fixed = _apply(done.changes, mendable)
    after = done.changes.checked().diagnostics
    known = {(d.code, *_key(d)) for d in found}
    spoilt = any(d.code in _SPOILT and (d.code, *_key(d)) not in known for d in after)
    if fixed and not spoilt:
        done.fixed += fixed
        return after
    done.changes.texts.clear()
    done.changes.texts.update(before)
    if len(mendable) == 1 or not fixed:
        given_up.update(map(_key, mendable))
        return found
    # Only the first half is tried now: places in the second may have moved, and the next round finds them again.
    return _round(done, mendable[: len(mendable) // 2], found, given_up)


def _fix_syntax(done: Fixes) -> None:
    """Mend faults of syntax; a file that still is no YAML afterwards stays as it was."""
    changes = done.changes
    for name in changes.pack.data_files:
        shown, text = changes.pack.shown(name), changes.text(name)
        fixed: list[Fixed] = []
        found = parse(text, shown).diagnostics if text else []
        while found and found[-1].fix and len(fixed) * len(text) < MOST_READ:
            one = _fixed(text, found[-1], _place(found[-1]) or Span(""))
            text = spliced(text, [(one.place, one.after)])
            fixed.append(one)
            found = parse(text, shown).diagnostics
        if fixed and not found:
            changes.texts[name] = text
            done.fixed += fixed


def _apply(changes: Changes, findings: Iterable[Diagnostic]) -> list[Fixed]:
    """Apply the fixes of these findings to the texts; returns those that could be applied."""
    by_name: dict[str, list[Fixed]] = {}
    for finding in findings:
        place = _place(finding)
        name = changes.named(place.path) if place else ""
        if place and name:
            by_name.setdefault(name, []).append(_fixed(changes.text(name), finding, place))
    for name, listed in by_name.items():
        changes.texts[name] = spliced(changes.text(name), [(fixed.place, fixed.after) for fixed in listed])
    return [fixed for listed in by_name.values() for fixed in listed if fixed.before != fixed.after]


def _place(finding: Diagnostic) -> Span | None:
    return (finding.fix.span if finding.fix else None) or finding.span


def _fixed(text: str, finding: Diagnostic, place: Span) -> Fixed:
    """The fix of a finding. A place that is an opening bracket is extended to the closing one."""
    fix = finding.fix or Fix("source")
    before = source_at(text, place)
    if fix.way == "quoted" and before == "{":
        place = _to_bracket(text, place)
        before = source_at(text, place)
    ways = {"word": as_word(before, fix.text), "source": fix.text, "quoted": quoted(before), "listed": f"[{before}]"}
    return Fixed(place, before, ways[fix.way])


def _to_bracket(text: str, place: Span) -> Span:
    """The place from an opening brace to the one that closes it in its line; the place itself where none does."""
    line = text.splitlines()[place.line - 1]
    end = line.find("}", place.column)
    return place if end < 0 else Span(place.path, place.line, place.column, place.line, end + 2)
