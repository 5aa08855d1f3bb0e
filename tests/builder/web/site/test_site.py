"""The site as files: which there are, that all links lead somewhere, that equal data gives equal bytes."""

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from datetime import date
from html.parser import HTMLParser
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree
from zipfile import ZipFile

import pytest

from builder.diagnostics import FindingsError, UsageError
from builder.web.site import walking, writing
from builder.web.site.addresses import WIDTHS
from builder.web.site.drawing import SitePictures
from builder.web.site.manifest import manifest_in
from builder.web.site.runtime import ADDRESS, runtime_at
from builder.web.site.symbols import EMPTY, MOST, harmless
from builder.web.site.writing import SiteOptions, write_site
from builder.words import speaking
from builder.workspace import Workspace
from tests.support.commands import ROOT, Arsenal, bundle_nothing
from tests.support.outputs import contents
from tests.support.sites import Undrawn, astray, differing

pytestmark = pytest.mark.usefixtures("alone")

SITEMAP, XHTML = "{http://www.sitemaps.org/schemas/sitemap/0.9}", "{http://www.w3.org/1999/xhtml}"
HOSTILE = "<script>alert(1)</script><img src=x onerror=alert(2)>\" ' & {{ 7 * 7 }}"
GAME = "games/moon-duel"
HASHED = r"v1/.*\.[0-9a-f]{16}\."  # data files whose names have a hash
LARGE = b'<svg xmlns="http://www.w3.org/2000/svg">' + b"<g/>" * MOST + b"</svg>"
FILES = ("404.html", "colors.css", "index.html", "offline.html", "site.json", "sw.js")
OF_GAME = (
    "index.html", "build.html", "cards.html", "cards.rows.html", "cards.text.html", "rulings.html", "stats.html",
    "table.html", "formats/standard.html", "sets/core.html",
    "symbols/ember.svg", "symbols/spark.svg", "symbols/tide.svg",
    "lists/faction.ember.html", "lists/faction.tide.html", "lists/keywords.guard.html", "lists/keywords.swift.html",
    "lists/set-core-type-creature.6d065c33.html", "lists/set-core-type-spell.fc3ba242.html",
    "lists/type.creature.html", "lists/type.spell.html", "decks/first-deck.html",
    *(f"decks/first-deck/{target}/first-deck.{ending}" for target, ending in (
        ("cgs", "txt"), ("cockatrice", "cod"), ("csv", "csv"), ("datasette", "zip"), ("deck", "yaml"),
        ("dragncards", "txt"), ("engine", "json"), ("json", "json"), ("lackey", "dek"), ("octgn", "o8d"),
        ("text", "txt"),
    )),
)  # fmt: skip


class Elements(HTMLParser):
    """The elements of a page, each with the names of its attributes."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, set[str]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, {name for name, _ in attrs}))


@pytest.fixture(autouse=True)
def undrawn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writing, "SitePictures", Undrawn)


@pytest.fixture
def work(own_pack: Path, tmp_path: Path) -> Iterator[Workspace]:
    with Workspace([own_pack], tmp_path / "cards.db") as workspace:
        yield workspace


@pytest.fixture(scope="module")
def whole(started: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site of that game in all languages, written once."""
    folder = tmp_path_factory.mktemp("whole")
    with Workspace([started]) as workspace, pytest.MonkeyPatch.context() as patch:
        bundle_nothing(patch, tmp_path_factory)
        patch.setattr(writing, "SitePictures", Undrawn)
        write_site(workspace, folder / "site", SiteOptions(["moon-duel"]))
    return folder / "site"


@pytest.fixture
def site(whole: Path, tmp_path: Path) -> Path:
    """A copy of it, next to the pack of `work`."""
    return Path(shutil.copytree(whole, tmp_path / "site"))


def made(work: Workspace, folder: Path, **wishes: object) -> dict[str, bytes]:
    write_site(work, folder, SiteOptions(games=["moon-duel"], **wishes))  # type: ignore[arg-type]
    return contents(folder)


def test_a_small_game_has_these_files_and_all_links_lead_to_them(work: Workspace, tmp_path: Path) -> None:
    files = made(work, tmp_path / "site", languages=["en"])
    assert astray(files) == []
    cards = [path.split("/")[-1].removesuffix(".html") for path in files if path.startswith(f"{GAME}/cards/")]
    assert len(cards) == 8
    pictures = {f"pictures/moon-duel/{name}.{width}.webp" for name in ("-back", *cards) for width in WIDTHS}
    shown = {name for name in files if not name.startswith(("v1/", "static/", "fonts/", f"{GAME}/cards/"))}
    assert shown == pictures | {*FILES, *(f"{GAME}/{name}" for name in OF_GAME)}
    pages = "".join(files[name].decode() for name in files if name.endswith(".html"))
    assert {*re.findall(r"https?://[^\s\"]*", pages)} == {ADDRESS}  # which the deck builder alone has
    assert {"v1/index.json", "v1/games/moon-duel/cards.json", "static/worker/core.zip"} <= files.keys()
    assert not [name for name in files if name.startswith("static/watch/")]  # which only `arsenal watch` uses
    assert b'"../build.html?deck=first-deck"' in files[f"{GAME}/decks/first-deck.html"]
    for name in files:
        assert re.fullmatch(r"[A-Za-z0-9./-]+", name), name


def test_games_that_are_not_in_it_are_on_no_page(own_pack: Path, tmp_path: Path) -> None:
    with Workspace([own_pack, ROOT / "cards/saucer-dice"], tmp_path / "cards.db") as workspace:
        assert len(workspace.catalog.games) == 2
        files = made(workspace, tmp_path / "site", languages=["en"])
    assert astray(files) == []
    assert b"Saucer Dice" not in b"".join(files[name] for name in files if name.endswith(".html"))


@pytest.mark.long
def test_decks_with_pictures_are_in_it_on_request(work: Workspace, whole: Path, tmp_path: Path) -> None:
    assert not [path for path in contents(whole) if "/tts/" in path]
    files = made(work, tmp_path / "with", languages=["en"], pictures=True)
    saved = ZipFile(BytesIO(files["games/moon-duel/decks/first-deck/tts/first-deck.zip"])).namelist()
    assert any(name.startswith("images/") for name in saved)
    assert b"first-deck/tts/first-deck.zip" in files["games/moon-duel/decks/first-deck.html"]


@pytest.mark.long
def test_under_an_address_links_are_whole_where_they_have_to_be(work: Workspace, tmp_path: Path) -> None:
    files = made(work, tmp_path / "site", base_url="https://example.org/cards")
    assert astray(files, "/cards/", "https://example.org") == []
    card = files["fr/games/moon-duel/cards/flare.html"].decode()
    assert '<link rel="canonical" href="https://example.org/cards/fr/games/moon-duel/cards/flare.html">' in card
    assert 'content="https://example.org/cards/pictures/moon-duel/flare.720.webp"' in card
    assert 'href="/cards/static/site.css"' in files["404.html"].decode()
    assert b"<loc>https://example.org/cards/games/moon-duel/cards/flare.html</loc>" in files["sitemap-1.xml"]
    assert b"Sitemap: https://example.org/cards/sitemap.xml" in files["robots.txt"]
    assert any(name.endswith(".rows.html") for name in files)
    assert b".rows.html" not in files["sitemap-1.xml"]  # the same cards, shown otherwise


@pytest.mark.long
def test_languages_are_folders_next_to_the_first(work: Workspace, tmp_path: Path) -> None:
    files = made(work, tmp_path / "site", languages=["fr", "en"])
    assert astray(files) == []
    assert '<html lang="fr">' in files["index.html"].decode()
    assert '<html lang="en">' in files["en/games/moon-duel/cards/flare.html"].decode()
    with pytest.raises(UsageError, match='no page has words in "frr"'):
        made(work, tmp_path / "other", languages=["frr"])


@pytest.mark.long
def test_a_game_has_pages_in_a_language_that_arsenal_does_not_speak(
    work: Workspace, own_pack: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written, locale = own_pack / "game.yaml", own_pack / "locales/de.yaml"
    written.write_text(written.read_text("utf-8").replace("language: en", "language: fr"), "utf-8")
    shutil.copy(own_pack / "phrases/en.yaml", own_pack / "phrases/fr.yaml")
    locale.parent.mkdir()
    locale.write_text("cards: {flare: {name: Fackel}}", "utf-8")
    work.build()
    monkeypatch.setattr(walking, "MOST_LISTED", 7)
    files = made(work, tmp_path / "site", base_url="https://example.org/a&b/")
    assert astray(files, "/a&b/", "https://example.org") == []
    assert '<html lang="fr">' in files["index.html"].decode()
    assert {"en/index.html", f"de/{GAME}/index.html", "pictures/moon-duel/de/flare.320.webp"} <= files.keys()
    assert "de/index.html" not in files
    home = "https://example.org/a&b/"
    maps = {name: ElementTree.fromstring(files[name]) for name in files if name.startswith("sitemap")}  # noqa: S314
    places = {one.text for name in maps for one in maps[name].iter(f"{SITEMAP}loc")}
    pages = {name for name in files if name.endswith(".html") and not re.search(r"404|offline|\.(rows|text)\.", name)}
    assert places == {home + name for name in (*pages, *maps) if name != "sitemap.xml"}
    for page in (one for name in maps for one in maps[name].iter(f"{SITEMAP}url")):
        others = [one.get("href") for one in page.iter(f"{XHTML}link")]
        assert {page.findtext(f"{SITEMAP}loc")} < {*others} <= places
        assert len({*others}) == len(others)  # one in each language


@pytest.mark.long
def test_what_changed_since_is_written_anew(work: Workspace, own_pack: Path, site: Path) -> None:
    cards, rules = own_pack / "sets/core/cards.yaml", own_pack / "formats/standard.yaml"
    cards.write_text(cards.read_text("utf-8").replace("name: Flare", "name: Flash"), "utf-8")
    work.build()
    before = contents(site)
    files = made(work, site)
    assert b"Flash" in files[f"{GAME}/cards/flare.html"]
    assert {name for name in before if re.match(HASHED, name)} < {name for name in files if re.match(HASHED, name)}
    changes = (f"- {{from: 2026-0{n}-01, clauses: {{copies: {{clause: copies, max: {n}}}}}}}\n" for n in (2, 4))
    rules.write_text(f"{rules.read_text('utf-8')}history:\n{''.join(changes)}", "utf-8")
    work.build()
    said = {}
    for day in (date(2026, 3, 31), date(2026, 4, 1)):
        files = made(work, site, day=day)
        said[day] = re.findall(r"At most (\d) of one", files[f"{GAME}/formats/standard.html"].decode())
    assert [*said.values()] == [["2"], ["4"]]


@pytest.mark.long
def test_made_again_nothing_is_written_and_elsewhere_all_is_the_same(work: Workspace, site: Path) -> None:
    first = contents(site)
    before = {path: path.stat().st_mtime_ns for path in site.rglob("*")}
    done = write_site(work, site, SiteOptions(["moon-duel"]))
    assert (done.written, done.removed) == (0, 0)
    assert f"1 game in {len(first)} files; all as they were" in done.line
    assert {path: path.stat().st_mtime_ns for path in site.rglob("*")} == before
    (site / "games/moon-duel/index.html").unlink()
    (site / "v1/games.json").write_text("of `arsenal publish`")
    done = write_site(work, site, SiteOptions(["moon-duel"]))
    assert done.line.endswith(f"1 game in {len(first)} files; 2 written")
    assert differing(contents(site), first) == {}
    with speaking("fr"):
        assert differing(made(work, site.with_name("other")), first) == {}


@pytest.mark.long
def test_what_is_no_longer_part_of_it_goes_and_what_is_not_ours_stays(work: Workspace, site: Path) -> None:
    (site / "CNAME").write_text("cards.example.org")
    (site / "fr/mine.txt").write_text("mine")
    (site / "fr/games/moon-duel/cards/undertow.html").write_text("mended by hand")
    files = made(work, site, languages=["en"])
    assert files["CNAME"] == b"cards.example.org"
    left = [name for name in files if name.startswith("fr/")]
    assert sorted(left) == ["fr/games/moon-duel/cards/undertow.html", "fr/mine.txt"]
    assert [path.name for path in (site / "fr/games/moon-duel").iterdir()] == ["cards"]  # no empty folder is left
    manifest = manifest_in(site)
    assert manifest
    assert not [name for name in manifest.files if name.startswith("fr/")]
    assert f'"data": "{manifest.data}"'.encode() in files["sw.js"]  # by which browsers see that both are of one state


@pytest.mark.long
def test_files_of_others_in_the_way_are_not_written_over(work: Workspace, tmp_path: Path) -> None:
    folder = tmp_path / "site"
    folder.mkdir()
    (folder / "index.html").write_text("my own")
    with pytest.raises(UsageError, match=r"has files that `arsenal site` did not write: index\.html"):
        made(work, folder)
    assert contents(folder) == {"index.html": b"my own"}
    (folder / "index.html").unlink()
    (folder / "site.json").write_text('{"mine": 1}')
    with pytest.raises(UsageError, match="is not from `arsenal site`"):
        made(work, folder)


@pytest.mark.long
def test_each_page_forbids_what_it_does_not_need(work: Workspace, own_pack: Path, tmp_path: Path) -> None:
    game = own_pack / "game.yaml"
    said = f"name: {HOSTILE!r}".replace("\\'", "''")
    game.write_text(game.read_text("utf-8").replace("name: Moon Duel", said), "utf-8")
    work.build()
    files = made(work, tmp_path / "site", languages=["en"])
    for name in (name for name in files if name.endswith(".html")):
        html = files[name].decode()
        assert html.index("content-security-policy") < html.index("<title>")
        read = Elements()
        read.feed(html)
        assert {key for _, keys in read.found for key in keys if key.startswith("on") or key == "style"} == set()
        assert all({"type"} <= keys for tag, keys in read.found if tag == "script")
        assert all({"alt", "width"} <= keys for tag, keys in read.found if tag == "img")
    assert astray(files) == []


@pytest.mark.parametrize(
    ("drawing", "kept"),
    [
        (b'<script>1</script><path d="M0 0"/>', b"<path"),
        (b'<use href="https://x/#a"/><path d="M0 0" onclick="x()"/>', b"<path"),
        (b'<use xmlns:l="http://www.w3.org/1999/xlink" l:href="https://x/#a"/><path/>', b"<path"),
        (b'<style>@import "https://x"</style><rect fill="url(https://x)"/>', b"<rect"),
        (b'<foreignObject><b/></foreignObject><g/>', b"<g"),
        (b'<a href="javascript:x()"><path/></a><path d="M1 1"/>', b"M1 1"),
    ],
)  # fmt: skip
def test_drawings_of_strangers_keep_their_shapes_alone(drawing: bytes, kept: bytes) -> None:
    made = harmless(b'<svg xmlns="http://www.w3.org/2000/svg">' + drawing + b"</svg>")
    assert kept in made
    assert not re.search(rb"script|https://x|onclick|foreign|import", made.replace(b"http://www.w3.org", b""))


@pytest.mark.parametrize(
    "drawing",
    [b"", b"<svg", b"<b/>", b"\xff", b'<!DOCTYPE s [<!ENTITY a "b">]><svg>&a;</svg>', LARGE],
    ids=["nothing", "half", "other", "no-text", "entities", "large"],
)
def test_what_is_no_drawing_is_an_empty_one(drawing: bytes) -> None:
    assert harmless(drawing) == EMPTY


@pytest.mark.bundled
@pytest.mark.parametrize(
    "address", ["x", "ftp://x", "https://", "https://[", "https://x/?a", 'https://x/"', "http://x:y/"]
)
def test_what_is_no_address_is_refused(arsenal: Arsenal, address: str) -> None:
    for option in ("--base-url", "--runtime"):
        result = arsenal("site", "-o", "public", "-g", "saucer-dice", option, address, code=2)
        assert "= help:" in result.stderr
    assert not Path("public").exists()


def test_a_runtime_of_another_version_is_refused(work: Workspace, tmp_path: Path) -> None:
    assert runtime_at("https://example.org/pyodide") == ("https://example.org/pyodide/", {})
    (tmp_path / "pyodide").mkdir()
    (tmp_path / "pyodide/pyodide.mjs").write_text("other")
    with pytest.raises(UsageError, match=r"pyodide\.mjs\" is not that of Pyodide"):
        made(work, tmp_path / "site", runtime=str(tmp_path / "pyodide"))


@pytest.mark.long
def test_a_game_is_the_same_bytes_in_another_process(
    work: Workspace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = """
from builder.packs import pack
from builder.web.site.writing import SiteOptions, write_site
from builder.workspace import Workspace
from pathlib import Path
bundled, pack.bundled = pack.bundled, lambda name: Path("none") if name == "cards" else bundled(name)
write_site(Workspace(["moon-duel"]), Path("other"), SiteOptions(["moon-duel"], ["en"]))"""
    environment = {"PYTHONPATH": str(ROOT), "PYTHONHASHSEED": "7", "ARSENAL_CACHE": str(tmp_path / "other-cache")}
    subprocess.run([sys.executable, "-c", program], check=True, cwd=tmp_path, env=environment)
    monkeypatch.setattr(writing, "SitePictures", SitePictures)
    one = made(work, tmp_path / "one", languages=["en"])
    assert differing(one, contents(tmp_path / "other")) == {}
    assert astray(one) == []
    pictures = [name for name in one if name.startswith("pictures/")]
    assert len(pictures) == 2 * 9
    assert all(one[name][:4] == b"RIFF" and one[name][8:12] == b"WEBP" for name in pictures)


@pytest.mark.long
def test_a_pack_with_errors_makes_no_site(work: Workspace, tmp_path: Path) -> None:
    cards = next((tmp_path / "moon-duel/sets").rglob("*.yaml"))
    work.build()
    cards.write_text(cards.read_text("utf-8").replace("type: spell", "type: spel", 1), "utf-8")
    work.build()
    with pytest.raises((FindingsError, UsageError)):
        made(work, tmp_path / "site")
    assert not (tmp_path / "site").exists()


@pytest.mark.long
def test_what_could_not_be_removed_is_removed_the_next_time(
    work: Workspace, site: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(*_: object) -> None:
        raise KeyboardInterrupt

    before = contents(site)
    (site / "mine.txt").write_text("my own")
    with monkeypatch.context() as patched:
        patched.setattr(writing, "_removed", stopped)
        with pytest.raises(KeyboardInterrupt):
            made(work, site, languages=["en"])
    assert set(contents(site)) >= set(before)
    after = made(work, site, languages=["en"])
    assert after.pop("mine.txt") == b"my own"
    wanted = made(work, site.with_name("other"), languages=["en"])
    data = [name for name in before if re.match(HASHED, name)]  # what is called so never changes
    assert {name for name in after if name not in data} == {name for name in wanted if name not in data}
    assert after["site.json"] == wanted["site.json"]
