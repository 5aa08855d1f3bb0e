"""Where the files that travel with Arsenal are: bundled packs and schemas, in a checkout and in an installed wheel."""

from __future__ import annotations

from pathlib import Path


def bundled(name: str) -> Path:
    """The bundled folder `name` ("cards" or "schemas")."""
    package = Path(__file__).resolve().parent
    installed = package / "data" / name
    return installed if installed.is_dir() else package.parent / name
