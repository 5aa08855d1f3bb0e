"""The other pages of the app while a pack is watched: they show it as it was last saved, or last was without errors."""

import asyncio
import json
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from builder.authoring.new import new_game
from builder.web.server.app import create_app
from builder.web.watch import Preview, Watched, served
from builder.web.watch.library import WatchedLibrary
from renderers.typst.processes import RenderWorker
from tests.support.chromium import Chromium, Tab, needs_chromium
from tests.support.watching import card, low, write

pytestmark = pytest.mark.usefixtures("alone")

CARD = "/games/moon-duel/cards/card-2"


@contextmanager
def asked(preview: Preview) -> Iterator[TestClient]:
    """A client of the pages of a preview that has been started."""
    with TestClient(create_app(WatchedLibrary(preview)), base_url="http://localhost:80") as client:
        yield client


def test_pages_show_what_was_saved_last(pack: Path, preview: Preview) -> None:
    with asked(preview) as client:
        assert "Draw 2 cards." in client.get(CARD).text
        known = client.get(CARD).headers["etag"]
        assert client.get(CARD, headers={"if-none-match": known}).status_code == 304
        low(pack, text="Draw no cards at all.")
        preview.update()
        page = client.get(CARD, headers={"if-none-match": known}).text
        assert "Draw no cards at all." in page
        assert f'data-event="{preview.feed.count}"' in page
        found = client.get("/api/v1/games/moon-duel/cards", params={"q": '"no cards at all"'}).json()
        assert [one["id"] for one in found["cards"]] == ["card-2"]


def test_a_pack_with_errors_is_shown_as_it_last_was_and_leads_to_what_is_wrong(pack: Path, preview: Preview) -> None:
    with asked(preview) as client:
        low(pack, text="Draw many.")
        preview.update()  # nobody has looked at it
        write(pack / "sets/core/low.yaml", "- id: [\n")
        preview.update()
        page = client.get(CARD).text
        assert "Draw many." in page
        assert "1 fault. What you see is its last good state" in page
        assert '<a href="/">What is wrong</a>' in page
        low(pack, text="Draw few.")
        preview.update()
        page = client.get(CARD).text
        assert "Draw few." in page
        assert "fault" not in page


def test_a_pack_that_never_was_without_errors_has_its_page_alone(pack: Path) -> None:
    game = (pack / "game.yaml").read_text("utf-8")
    write(pack / "game.yaml", "id: [moon\n")
    with RenderWorker() as worker:
        preview = Preview(Watched(pack), worker)
        preview.start()
        with asked(preview) as client:
            assert client.get("/").status_code == 200
            assert "moon-duel" in client.get("/").text
            assert (client.get(CARD).status_code, client.get("/watch/state").json()["game"]) == (404, "")
            write(pack / "game.yaml", game)
            preview.update()
            assert (client.get(CARD).status_code, client.get("/watch/state").json()["game"]) == (200, "moon-duel")
        preview.close()


def test_each_page_leads_to_the_pictures_and_they_to_each(preview: Preview) -> None:
    with asked(preview) as client:
        page = client.get("/", headers={"accept-language": "fr"}).text
        assert '<html lang="fr">' in page
        assert "Coupe et zone sûre" in page
        words = json.loads(page.partition('id="words">')[2].partition("</script>")[0])
        assert words["texts"]["errors"] == {"one": "{n} erreur", "other": "{n} erreurs"}
        for link in ("/games/moon-duel", "/games/moon-duel/cards", "/games/moon-duel/build"):
            assert f'href="{link}"' in page
            assert '<a class="watching" href="/">Live view</a>' in client.get(link).text


def test_a_new_day_is_a_new_state(preview: Preview, monkeypatch: pytest.MonkeyPatch) -> None:
    class Tomorrow(date):
        @classmethod
        def today(cls) -> date:
            return date(2999, 1, 1)

    async def days() -> list[date]:
        library = WatchedLibrary(preview)
        await library.load()
        first, same = await library.run(lambda games: games), await library.run(lambda games: games)
        assert same is first
        monkeypatch.setattr("builder.web.watch.library.date", Tomorrow)
        later = await library.run(lambda games: games)
        await library.close()
        return [first.day, later.day]

    assert asyncio.run(days()) == [date.today(), date(2999, 1, 1)]


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Tab, Preview, Path]]:
    """A tab, the preview of a watched pack, and its folder."""
    folder = tmp_path_factory.mktemp("live")
    new_game("Moon Duel", folder)
    pack = folder / "moon-duel"
    write(pack / "sets/core/cards.yaml", [card(n) for n in range(1, 4)])
    for deck in pack.glob("decks/*"):
        deck.unlink()
    with Chromium() as browser, served(Watched(pack), 0) as (preview, url):
        yield browser.open(url), preview, pack


@pytest.mark.long
@needs_chromium
def test_an_open_page_is_loaded_again_when_a_file_is_saved(opened: tuple[Tab, Preview, Path]) -> None:
    tab, preview, pack = opened
    url = tab.value("location.origin")
    tab.go(url + CARD)
    assert "Draw 2 cards." in tab.value("document.body.innerText")
    write(pack / "sets/core/cards.yaml", [card(n, text="Draw anew.") for n in range(1, 4)])
    preview.update()
    tab.until(lambda: "Draw anew." in (tab.value("document.body?.innerText") or ""))
    assert tab.refusals() == []


@pytest.mark.long
@needs_chromium
def test_what_somebody_writes_is_not_taken_from_them(opened: tuple[Tab, Preview, Path]) -> None:
    tab, preview, pack = opened
    tab.go(tab.value("location.origin") + CARD)
    tab.value("document.getElementById('find').focus()")
    tab.press("c")
    write(pack / "sets/core/cards.yaml", [card(n, text="Draw once more.") for n in range(1, 4)])
    preview.update()
    tab.until(lambda: "The pack has changed." in tab.value("document.body.innerText"))
    assert tab.value("document.getElementById('find').value") == "c"
    tab.value("document.querySelector('.notice button').click()")
    tab.until(lambda: "Draw once more." in (tab.value("document.body?.innerText") or ""))
