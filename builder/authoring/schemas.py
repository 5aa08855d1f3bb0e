"""Keeps the schema by which editors complete a pack's abilities: abilities.schema.json, made from its verbs."""

from __future__ import annotations

from pathlib import Path

from builder.checks import check_pack
from builder.checks.rules.abilities import SCHEMA, schema_to_write
from builder.diagnostics import FindingsError, UsageError
from builder.packs.pack import Pack
from builder.storage.files import display, inside


def stale_schema(pack: Pack) -> tuple[Path, bytes] | None:
    """The schema that a pack should have, with its place; None where it has that.

    Raises UsageError for a pack without verbs, or without a card schema of its own, and FindingsError for verbs that
    make no sense. What is wrong elsewhere in the pack does not matter.
    """
    shown = display(pack.root)
    if "verbs.yaml" not in pack.files:
        raise UsageError(f'"{shown}" has no verbs.yaml', "a schema of abilities is made from it; see docs/abilities.md")
    if "card.schema.json" not in pack.files:
        raise UsageError(f'"{shown}" has no card.schema.json', "the schema of abilities would lie beside it")
    checked = check_pack(pack)
    verbs = pack.shown("verbs.yaml")
    faults = [d for d in checked.diagnostics if d.severity == "error" and d.span and d.span.path == verbs]
    if faults:
        raise FindingsError(faults)
    wanted = schema_to_write(checked)
    return None if wanted is None else (inside(pack.root, SCHEMA), wanted.encode())
