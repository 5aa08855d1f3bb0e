"""Where Arsenal's own files are: bundled packs and schemas, in a checkout and in a wheel, and the user's cache."""

from __future__ import annotations

import os
import stat
from pathlib import Path

WRITABLE_BY_OTHERS = stat.S_IWGRP | stat.S_IWOTH


def bundled(name: str) -> Path:
    """The bundled folder `name` ("cards" or "schemas")."""
    package = Path(__file__).resolve().parents[1]
    installed = package / "data" / name
    return installed if installed.is_dir() else package.parent / name


def cache_folder() -> Path | None:
    """The user's cache folder for Arsenal, made if need be; None if it can't be written, or others can write to it.

    Its content is trusted, and some of it is code. So on POSIX systems it must be a folder and no link, it must belong
    to the user, and nobody else may be able to write to it.
    """
    override = os.environ.get("ARSENAL_CACHE")
    if override:
        folder = Path(override)
    else:
        from platformdirs import user_cache_path

        folder = user_cache_path("arsenal", appauthor=False)
    try:
        folder.mkdir(0o700, parents=True, exist_ok=True)
        seen = folder.lstat()
        if os.name == "posix" and not (stat.S_ISDIR(seen.st_mode) and seen.st_uid == os.geteuid()):
            return None
        if os.name == "posix" and seen.st_mode & WRITABLE_BY_OTHERS:
            if override:
                return None
            folder.chmod(0o700)  # in an earlier version, the user's mask decided
    except OSError:
        return None
    return folder if os.access(folder, os.W_OK) else None


def temporary_folder() -> Path:
    """The system's folder for temporary files. `tempfile` writes a file to find it, which an interrupt may leave."""
    for name in ("TMPDIR", "TEMP", "TMP"):
        if (named := os.environ.get(name)) and os.access(named, os.W_OK | os.X_OK):
            return Path(named).absolute()
    if os.name == "posix" and os.access("/tmp", os.W_OK | os.X_OK):  # noqa: S108 - what is made there has a name of its own
        return Path("/tmp")  # noqa: S108 - as above
    import tempfile

    return Path(tempfile.gettempdir())
