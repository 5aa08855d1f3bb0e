"""Every kind of clause by name: Arsenal's own, and those of plugins.

A plugin adds a kind by an entry point of the group `arsenal.clauses`. The entry point has the kind's name, which begins
with `x-` so that it is never that of a later kind of Arsenal's own, and leads to a `ClauseKind`:

    [project.entry-points."arsenal.clauses"]
    x-highlander = "my_package.clauses:HIGHLANDER"

`schemas/format.schema.json` allows any parameters in clauses of such kinds. The kind itself says which ones there are,
and `builder.legality.faults` judges the clauses of format files by that.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import TypeGuard

from builder import plugins
from builder.diagnostics import suggestion
from builder.documents.data import Data
from builder.games import Clause
from builder.legality.clauses import allowance, composition, count, exchange, pool, size, within
from builder.legality.components import dice, inventory
from builder.legality.context import Check, ChecksMaker, Context, Counted, one_by_one
from builder.legality.copies import copies
from builder.legality.kept import kept
from builder.legality.verdicts import Violation

GROUP = "arsenal.clauses"
PREFIX = "x-"  # of the kinds of plugins

CLAUSES: Mapping[str, ChecksMaker] = {
    "size": size,
    "copies": copies,
    "count": one_by_one(count),
    "composition": one_by_one(composition),
    "pool": pool,
    "allowance": one_by_one(allowance),
    "exchange": one_by_one(exchange),
    "kept": one_by_one(kept),
    "within": one_by_one(within),
    "inventory": one_by_one(inventory),
    "dice": one_by_one(dice),
}
"""Arsenal's own kinds."""


@dataclass(frozen=True, slots=True)
class ClauseKind:
    """A kind of clause that a plugin adds.

    `make` makes the checks of the kind's clauses in a format; `one_by_one` makes such a function of one that makes the
    check of one clause. `parameters` are JSON Schemas (2020-12) of the clause's parameters by their names, of which
    `required` must be there; `clause` and `description` need not be named.

    Parameters that are called as those of Arsenal's own kinds mean the same, and what they name is checked: `section`
    and `across` are sections, `where`, `besides` and `groups[].where` queries, `banned` and the keys of `cards` are
    cards, `sets` sets, `by` is a field, and `min` must not exceed `max`. A clause with `per-player` depends on the
    number of players.
    """

    make: ChecksMaker
    parameters: Mapping[str, Data] = field(default_factory=dict)
    required: tuple[str, ...] = ()


def kind_of(name: str) -> ChecksMaker | None:
    """What makes the checks of clauses of that kind; None where there is no such kind."""
    if name in CLAUSES:
        return CLAUSES[name]
    added = added_kind(name)
    return _named(name, added.make) if added else None


def _named(name: str, make: ChecksMaker) -> ChecksMaker:
    """The same, but for errors of the plugin's code, which name the plugin."""

    def make_named(clauses: Sequence[Clause], context: Context) -> list[Check]:
        with plugins.running(name):
            return [named(check) for check in make(clauses, context)]

    def named(check: Check) -> Check:
        def check_named(deck: Counted) -> list[Violation]:
            with plugins.running(name):
                found = list(check(deck))
                if not all(map(_is_sound, found)):
                    raise plugins.unusable(name, "what it finds are not all Violations made of texts and numbers")
                return found

        return check_named

    return make_named


def _is_sound(found: object) -> bool:
    return (
        isinstance(found, Violation)
        and plugins.are_texts(found.message, found.said)  # what makes the message is called once, and gives a text
        and plugins.are_texts(found.code, found.section, found.help, found.clause, *found.cards)
        and all(number is None or isinstance(number, int) for number in (found.limit, found.actual))
    )


@cache
def added_kind(name: str) -> ClauseKind | None:
    """The kind of that name which a plugin adds; None where none does. Raises UsageError for a broken plugin."""
    return plugins.load(GROUP, name, _is_kind, "a ClauseKind") if name.startswith(PREFIX) else None


def _is_kind(found: object) -> TypeGuard[ClauseKind]:
    return isinstance(found, ClauseKind)


def help_for_unknown(name: str) -> str:
    """What would mend that there is no kind of this name."""
    if not name.startswith(PREFIX):
        return suggestion(name, CLAUSES, "kinds")
    there = plugins.names(GROUP)
    missing = f'kinds that begin with "{PREFIX}" come with plugins: install the one that brings it'
    return suggestion(name, there, "kinds of plugins") if there else missing
