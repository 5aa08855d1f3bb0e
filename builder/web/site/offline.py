"""The service worker of a site, which keeps it in the browser: see worker.js."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from builder.diagnostics.harmless import json_text
from builder.documents.data import Data
from builder.web.pages import colors
from builder.web.site.addresses import Site
from builder.web.site.manifest import Manifest

PAGE = "offline.html"  # shown in place of a page that is not kept, in each language
SOURCE = Path(__file__).with_name("worker.js")
STYLE = ("colors.css", "static/site.css", "static/icon.svg", "static/keys.js", "static/offline.js")


def pages(site: Site) -> dict[str, str]:
    """Where the page lies that is shown in place of one that is not kept, by its language."""
    return {name: PAGE if name == site.main else f"{name.lower()}/{PAGE}" for name in site.of_site}


def service_worker(site: Site, manifest: Manifest) -> bytes:
    """The worker's file. It is another one for each state of the site: so browsers learn that there is a new one."""
    first: list[Data] = [path for path in _first(site) if path in manifest.files]
    said: dict[str, Data] = {
        "data": manifest.data,
        "runtime": site.runtime if "://" in site.runtime else "",
        "offline": [*pages(site).values()],
        "first": first,
    }
    return f"const SITE = {json_text(said, indent=None)};\n\n".encode() + SOURCE.read_bytes()


def _first(site: Site) -> Iterator[str]:
    """What every page needs, the first page, and that which is shown where there is no network."""
    yield from STYLE
    fonts = [colors.title_font(game) for game in site.games]
    yield from dict.fromkeys(f"fonts/{name}" for name in (colors.OWN_FONT, *fonts) if name)
    for language, path in pages(site).items():
        yield path
        yield "index.html" if language == site.main else f"{language.lower()}/index.html"
