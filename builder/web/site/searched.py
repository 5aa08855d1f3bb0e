"""What search engines read: which pages there are, and in which languages."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from urllib.parse import quote
from xml.sax.saxutils import quoteattr

from builder.web.site.addresses import Place, Site

MOST = 10_000  # pages in a file: an engine takes 50,000, and 50 MB
_HEAD = '<?xml version="1.0" encoding="utf-8"?>\n'
_SPACES = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"'


def for_engines(site: Site, places: Iterable[Place]) -> dict[str, bytes]:
    """The sitemaps and robots.txt of a site whose address is known, by their files; nothing for another."""
    if not site.base_url:
        return {}
    shown = sorted({place for place in places if not place.view and place.page == 1}, key=site.path)
    parts = [shown[start : start + MOST] for start in range(0, len(shown), MOST)]
    files = {f"sitemap-{number}.xml": _sitemap(site, part) for number, part in enumerate(parts, 1)}
    listed = "".join(f"<sitemap><loc>{site.base_url}{name}</loc></sitemap>\n" for name in files)
    files["sitemap.xml"] = f"{_HEAD}<sitemapindex {_SPACES}>\n{listed}</sitemapindex>\n".encode()
    files["robots.txt"] = f"User-agent: *\nAllow: /\nSitemap: {site.base_url}sitemap.xml\n".encode()
    return files


def _sitemap(site: Site, places: Sequence[Place]) -> bytes:
    urls = "".join(_url(site, place) for place in places)
    return f"{_HEAD}<urlset {_SPACES}>\n{urls}</urlset>\n".encode()


def _url(site: Site, place: Place) -> str:
    known = site.of_game(place.parts[1]) if len(place.parts) > 1 else site.of_site
    others = ""
    for name in known if len(known) > 1 else ():
        address = quoteattr(_address(site, replace(place, language=name)))
        others += f'<xhtml:link rel="alternate" hreflang={quoteattr(name)} href={address}/>'
    return f"<url><loc>{_address(site, place).replace('&', '&amp;')}</loc>{others}</url>\n"


def _address(site: Site, place: Place) -> str:
    return site.base_url + quote(site.path(place))
