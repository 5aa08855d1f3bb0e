"""Pages of a server and of a site of files, and the deck builder, of a pack that says hostile things wherever it can.

In both languages nothing of it runs, nothing is asked for elsewhere, and no page asks for what its policy forbids.
"""

import json
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
import yaml

from builder.authoring.new import plan_game
from builder.web.site import writing
from builder.web.site.writing import SiteOptions, write_site
from builder.workspace import Workspace
from tests.hostile.test_pages import PAYLOADS, There, listening
from tests.hostile.test_pages import browser as browser
from tests.hostile.test_pages import there as there
from tests.support.attacks import PACK
from tests.support.chromium import Chromium, Tab, needs_chromium
from tests.support.serving import pages_of, undrawn
from tests.support.sites import Undrawn, hosted

pytestmark = [pytest.mark.long, needs_chromium]

LONGEST = 60  # characters of a name
LANGUAGES = ("en", "fr")
BREAKERS = (  # out of the places in which a text may stand
    '"><script>owned=1</script>', "'><img src=x onerror=owned=1>", "</script><script>owned=1</script>",
    "</title><script>owned=1</script>", "</textarea><svg onload=owned=1>", "--><script>owned=1</script><!--",
    "${owned=1}", "{{7*7}}", "javascript:owned=1", "\u2028owned=1//", "<a href='javascript:owned=1'>x</a>",
    "</style><style>@import'//{there}/style'</style>", "[x](javascript:owned=1)",
    "<math><mi//xlink:href='data:x,owned=1'>",
)  # fmt: skip
_SAID = (
    "name", "title", "description", "flavor", "plural", "credit", "question", "ruling", "author", "reason", "notes",
)  # fmt: skip
_PAGES = (
    *(one.removeprefix("/") for one in pages_of(game=["{id}"], card=["{card}"])),
    "games/{id}/cards?view=rows", "games/{id}/cards?view=text", "games/{id}/cards?q={evil}",
    "games/{id}/cards?q={evil}&sort={evil}&view={evil}", "games/{evil}", "games/{id}/build?deck=first-deck",
    "games/{id}/build?deck={evil}", "games/{id}/decks/first-deck?lang={evil}",
)  # fmt: skip
_FILES = (
    *(f"{page}.html" for page in _PAGES if "?" not in page and "evil" not in page), "index.html", "404.html",
    "games/{id}/index.html", "games/{id}/cards.rows.html", "games/{id}/build.html?deck=first-deck", "offline.html",
    "games/{id}/cards.html?q={evil}", "games/{id}/build.html?deck={evil}",
)  # fmt: skip


def texts(there: There) -> list[str]:
    """All that is tried."""
    made = [text.replace("NAME", name) for name, text in PAYLOADS.items()]
    return [text.replace("{there}", there.name) for text in (*made, *BREAKERS)]


def in_text(text: str) -> str:
    """The text where braces stand for symbols."""
    return text.replace("{", "{tide}").replace("}", "") if "{" in text else text


def spoiled(value: Any, said: Iterator[str], key: str = "") -> Any:
    """The data with such a text in each place for words."""
    if isinstance(value, dict):
        return {name: spoiled(one, said, name) for name, one in value.items()}
    if isinstance(value, list):
        return [spoiled(one, said, key) for one in value]
    if not isinstance(value, str) or key not in _SAID:
        return value
    text = f"{value[:6]} {in_text(next(said))}"
    return text if key in ("description", "credit") else text if len(text) <= LONGEST else f"{value[:6]} {BREAKERS[0]}"


def write_pack(folder: Path, there: There) -> Path:
    """A pack that says such things in both languages, without an error."""
    tried = texts(there)

    def endless() -> Iterator[str]:
        while True:
            yield from tried

    said, root = endless(), folder / PACK
    planned = {name: text for name, text in plan_game("Moon Duel").items() if not name.startswith(".vscode")}
    data = {name: yaml.safe_load(text) for name, text in planned.items() if name.endswith(".yaml")}
    cards = data["sets/core/cards.yaml"]
    for card in cards:
        card["flavor"] = "as it was"
    cards += [
        {"id": f"c-{n}", "number": 100 + n, "name": f"{n} {text}", "type": "spell", "faction": "tide", "cost": 1,
         "text": in_text(text), "flavor": in_text(text)}
        for n, text in enumerate(tried)
    ]  # fmt: skip
    rulings = [
        {"question": in_text(text), "ruling": in_text(text), "date": "2026-01-01", "cards": ["flare"]} for text in tried
    ]
    names = {card["id"]: {"name": f"fr {in_text(card['name'])}"[:120], "flavor": in_text(next(said))} for card in cards}
    data["rulings.yaml"], data["locales/fr.yaml"] = rulings, {"game": {"name": f"fr {tried[0]}"}, "cards": names}
    for name in ("game.yaml", "formats/standard.yaml", "decks/first-deck.yaml"):
        data[name] = spoiled(data[name], said)
    for name, text in {**planned, **{name: json.dumps(one) for name, one in data.items()}}.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return root


@contextmanager
def quiet(browser: Chromium, there: There, own: str) -> Iterator[Tab]:
    """A tab in which nothing of a stranger's may run; dialogs would say so."""
    tab = browser.open("about:blank#", network=True)
    try:
        yield tab
        time.sleep(0.3)  # for what would be asked late
        asked = [a for a in tab.asked_for() if not a.startswith((own, "data:", "about:", "blob:"))]
        assert (asked, there.heard, tab.refusals()) == ([], set(), [])
        assert not [event for event in browser.events if event.get("method") == "Page.javascriptDialogOpening"]
    finally:
        tab.close()


def addresses(pages: Iterable[str], evil: str) -> Iterator[str]:
    for page in pages:
        named = page.replace("{id}", PACK).replace("{evil}", quote(evil, safe=""))
        yield from (named.replace("{card}", card) for card in (("flare", "c-2", "c-15") if "{card}" in page else ("",)))


def visited(tab: Tab, address: str) -> None:
    tab.go(address)
    if "build" in address and "first-deck" in address:
        tab.until(lambda: tab.value("'ready' in (document.getElementById('builder') ?? document.body).dataset"))
    tab.value("for (const one of document.images) one.loading = 'eager'")
    assert tab.value("typeof window.owned") == "undefined", address
    assert (
        tab.value("document.querySelectorAll('iframe, object, embed, form[action^=http], img[src^=http]').length") == 0
    )


def test_the_pages_of_a_server_do_nothing(browser: Chromium, there: There, tmp_path: Path) -> None:
    write_pack(tmp_path, there)
    with undrawn(tmp_path) as url, quiet(browser, there, url) as tab:
        seen = 0
        for language in LANGUAGES:
            for number, evil in enumerate((texts(there)[0], *BREAKERS[:2])):
                if number and language != "en":
                    continue  # a template is that of all languages
                pages = [page for page in _PAGES if "{evil}" in page] if number else _PAGES
                for page in addresses(pages, evil):
                    mark = "&" if "?" in page else "?"
                    visited(tab, f"{url}/{page}" + ("" if "lang=" in page else f"{mark}lang={language}"))
                    seen += 1
        assert seen >= 2 * len(_PAGES) + 2 * 5


def test_the_deck_builder_does_nothing_with_what_is_pasted(browser: Chromium, there: There, tmp_path: Path) -> None:
    write_pack(tmp_path, there)
    with undrawn(tmp_path) as url, quiet(browser, there, url) as tab:
        visited(tab, f"{url}/games/{PACK}/build?deck=first-deck")
        for text in texts(there):
            deck = {"name": text, "game": PACK, "format": text, "author": text, "cards": {"c-0": 1, text: 2}}
            coded = json.dumps(json.dumps(deck))
            tab.value(f"Object.keys(localStorage).forEach(key => localStorage.setItem(key, {coded}))")
            tab.value(
                "document.querySelectorAll('input, textarea').forEach(one => {"
                f"one.value = {json.dumps(text)}; one.dispatchEvent(new Event('input', {{bubbles: true}})) }})"
            )
            assert tab.value("typeof window.owned") == "undefined"
        visited(tab, f"{url}/games/{PACK}/build?deck=first-deck")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, There]]:
    """A site of such a pack, and the server elsewhere that it names."""
    folder = tmp_path_factory.mktemp("site")
    with listening() as there:
        root = write_pack(folder, there)
        with Workspace([root], folder / "cards.db") as workspace, pytest.MonkeyPatch.context() as patch:
            patch.setattr(writing, "SitePictures", Undrawn)
            write_site(workspace, folder / "site", SiteOptions([PACK]))
        yield folder / "site", there


def test_the_pages_of_a_site_do_nothing(browser: Chromium, site: tuple[Path, There]) -> None:
    folder, there = site
    with hosted(folder) as host, quiet(browser, there, host.url) as tab:
        for language in ("", "fr/"):
            for page in addresses(_FILES, BREAKERS[0]):
                path = language + page
                if (folder / path.partition("?")[0]).exists():
                    visited(tab, host.url + path)
        tab.until(lambda: tab.value("navigator.serviceWorker.controller !== null"))
        host.off()  # what the service worker answers is the same
        for page in ("", f"games/{PACK}/", f"fr/games/{PACK}/"):
            visited(tab, host.url + page)
        shown = tab.value(
            "caches.keys().then(all => Promise.all(all.map(one => caches.open(one).then(c => c.keys()))))"
            ".then(all => all.flat().map(one => one.url))"
        )
        assert all(one.startswith(host.url) for one in shown)


@pytest.mark.parametrize("page", ["", f"games/{PACK}/cards", f"games/{PACK}/cards/flare"])
def test_pages_hold_what_would_not_be_escaped(browser: Chromium, site: tuple[Path, There], page: str) -> None:
    folder, there = site
    shown = folder / (page + ".html" if page else "index.html")
    made = shown.read_text("utf-8")
    assert "<main" in made
    file = shown.with_name("spoiled.html")
    file.write_text(made.replace("<main", "\n".join(texts(there)[: len(PAYLOADS)]) + "<main", 1), "utf-8")
    with hosted(folder) as host:
        tab = browser.open(host.url + file.relative_to(folder).as_posix())
        time.sleep(0.5)
        assert tab.value("typeof window.owned") == "undefined"
        assert there.heard == set()
        assert len(tab.refusals()) >= len(PAYLOADS) - 4
        tab.close()
