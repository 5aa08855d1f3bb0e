"""A site of files with the deck builder and Python in it."""

from collections.abc import Sequence
from pathlib import Path
from unittest.mock import patch

from builder.authoring.new import new_game
from builder.web.site import writing
from builder.web.site.writing import SiteOptions, write_site
from builder.workspace import Workspace
from tests.support import pyodide
from tests.support.sites import Undrawn


def write(folder: Path, games: Sequence[str] = ("moon-duel",)) -> Path:
    """Write a site of these games, of which a small one is made here, with gray pictures; where it is."""
    if not (folder / "moon-duel").exists():
        new_game("Moon Duel", folder)
    runtime = str(pyodide.FOLDER / "pyodide") if pyodide.is_there() else ""
    site = folder / "site"
    with Workspace([folder]) as workspace, patch.object(writing, "SitePictures", Undrawn):
        write_site(workspace, site, SiteOptions(games, runtime=runtime))
    return site
