"""Where Arsenal's own files are: bundled packs and schemas, in a checkout and in a wheel, and the user's cache."""

from __future__ import annotations

import os
from pathlib import Path


def bundled(name: str) -> Path:
    """The bundled folder `name` ("cards" or "schemas")."""
    package = Path(__file__).resolve().parents[1]
    installed = package / "data" / name
    return installed if installed.is_dir() else package.parent / name


def cache_folder() -> Path | None:
    """The user's cache folder for Arsenal, made if need be; None where nothing can be written there."""
    override = os.environ.get("ARSENAL_CACHE")
    if override:
        folder = Path(override)
    else:
        from platformdirs import user_cache_path

        folder = user_cache_path("arsenal", appauthor=False)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return None
    return folder if os.access(folder, os.W_OK) else None
