"""What the pages say: of a small new game, of the games that are shipped, and of packs that strangers wrote."""

import re
from html import unescape
from io import BytesIO
from pathlib import Path
from urllib.parse import urlencode
from zipfile import ZipFile

import pytest
from starlette.testclient import TestClient

from builder.authoring.new import new_game
from builder.exports import names, undrawn
from builder.web.pages.formats import query_in_words
from builder.web.pages.rendering import VIEWS
from builder.words import words_of
from builder.workspace import Workspace
from tests.support.commands import GAMES, ROOT
from tests.support.serving import asked, pages_of

BROWSER = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


def page(client: TestClient, address: str, status: int = 200, **headers: str) -> str:
    answer = client.get(address, headers={**BROWSER, **{name.replace("_", "-"): v for name, v in headers.items()}})
    assert answer.status_code == status, answer.text[:500]
    assert answer.headers["content-type"].startswith("text/html")
    return answer.text


def words(html: str) -> str:
    """What is read of a page: its texts and the names of its pictures."""
    named = re.sub(r'<img[^>]*alt="([^"]*)"[^>]*>', r" \1 ", html)
    return " ".join(unescape(re.sub(r"<(script|style|title).*?</\1>|<[^>]*>", " ", named, flags=re.DOTALL)).split())


def links(html: str) -> list[str]:
    return [unescape(one) for one in re.findall(r'(?:href|src|action)="([^"]*)"', html)]


def test_all_games_are_on_the_first_page(client: TestClient) -> None:
    html = page(client, "/")
    games = client.get("/api/v1/games").json()["games"]
    assert len(games) == len(GAMES) + 1
    for game in games:
        assert game["name"] in words(html)
        assert f"/games/{game['id']}" in links(html)
        assert f"{game['cards']} cards" in words(html)


def test_a_card_lists_its_other_languages_not_the_one_that_is_shown(client: TestClient) -> None:
    for shown in ("en", "fr", "de"):
        html = page(client, f"/games/future-invaders/cards/drift-probe?lang={shown}")
        listed = set(re.findall(r'<dd><a [^>]*hreflang="(\w+)"', html))
        assert listed == {"en", "fr", "de"} - {shown}


def test_a_game_that_is_played_has_a_button_for_it(client: TestClient) -> None:
    html = page(client, "/games/future-invaders")
    assert '<a class="button" href="/games/future-invaders/play">Play</a>' in html
    assert "/games/moon-duel/play" not in page(client, "/games/moon-duel")


@pytest.mark.parametrize(
    ("address", "parts"),
    [
        ("moon-duel", ["Moon Duel", "(8)", "First Deck", "Standard", "Core", "Creatures"]),
        ("moon-duel/cards/flare", ["Flare", "Deal 2 damage to a creature.", "First Deck", "Standard up to"]),
        ("moon-duel/cards/coal-sprite", ["Faction Ember Cost 1 Power 1 Keywords Swift Set Core Number C 1"]),
        ("saucer-people/cards/jack-of-spades", ["Rank Jack"]),
        ("saucer-people/cards/jack-of-spades?lang=fr", ["Rang Valet"]),
        ("invasion-tcg?lang=fr", ["Sort Champ de bataille"]),
        ("future-invaders/formats/prepared", ["2 to 6 players", "Cards: 40 to 100.", "An arsenal holds two copies of"]),
        ("future-invaders/formats/prepared?lang=fr", ["40 à 100"]),
        ("future-invaders/cards?page=9999", ["Page 4 of 4"]),
        ("future-invaders/cards?page=x&sort=none&view=none", ["Page 1 of 4"]),
        ("future-invaders/cards?q=patrl+cutter", ["No card matches this.", "Patrol Cutter"]),
        ("future-invaders/cards?q=zzzzzzzz", ["No card matches this.", "Show all cards"]),
        ("future-invaders/cards/patrol-cutter", ["Architect up to 2 copies, in Pool Even Start up to 2 copies"]),
        ("future-invaders/cards/patrol-cutter", ["Series up to 2 copies, in Arsenal, Collection Singleton up to 1"]),
        ("rone-invasion/cards/turning-lathe", ["Competitive up to 1 copy, in Technology"]),
        ("rone-invasion/cards/spare-crew", ["Competitive not allowed"]),
        ("invasion-tcg/cards/podling", ["Standard any number of copies"]),
        ("saucer-dice/cards/mesa-terrace", ["Standard any number of copies"]),
    ],
)
def test_a_page_says_this_in_words(client: TestClient, address: str, parts: list[str]) -> None:
    said = words(page(client, f"/games/{address}"))
    assert [part for part in parts if part not in said] == []


def test_a_card_leads_to_the_cards_before_and_after_it(client: TestClient) -> None:
    ids = re.findall(r'class="tile.*?/cards/([a-z-]+)"', page(client, "/games/moon-duel/sets/core"), re.DOTALL)
    assert len(ids) == 8
    for place, card in enumerate(ids):
        html = page(client, f"/games/moon-duel/cards/{card}")
        for name, neighbours in (("prev", ids[:place][-1:]), ("next", ids[place + 1 :][:1])):
            found = re.findall(rf'<(\w+) rel="{name}" href="/games/moon-duel/cards/([^"]*)"', html)
            assert found == [(tag, one) for one in neighbours for tag in ("link", "a")]


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_each_page_of_the_shipped_games_is_shown_in_both_languages(client: TestClient, game: str) -> None:
    described = client.get(f"/api/v1/games/{game}").json()
    listed = next(one for one in client.get("/api/v1/games").json()["games"] if one["id"] == game)
    cards = client.get(f"/api/v1/games/{game}/cards?size=500").json()["cards"]
    some = {card["type"]: card for card in cards}.values()
    sets, ids = [*described["definition"]["sets"]], [card["id"] for card in some]
    addresses = pages_of(game=[game], set_id=sets, card=ids, format_id=listed["formats"], deck=listed["decks"])
    for address in (*addresses, *(f"/games/{game}/cards?view={view}" for view in ("rows", "text"))):
        for language in ("en", "fr"):
            html = page(client, address, accept_language=language)
            assert f'<html lang="{language}">' in html
            assert "<h1" in html
            assert not re.search(r"\sstyle=|\son\w+=|<style|javascript:", html), address
            assert all('width="' in one and 'height="' in one for one in re.findall("<img[^>]*>", html))
    for card in some:
        assert card["name"] in words(page(client, f"/games/{game}/cards/{card['id']}?lang=en"))


@pytest.mark.usefixtures("alone")
def test_a_card_says_what_it_said_before(own_pack: Path, tmp_path: Path) -> None:
    path = own_pack / "sets/core/cards.yaml"
    erratum = '  errata: [{date: "2026-05-01", previous: {text: "Draw 9 cards."}, reason: It was too strong.}]'
    path.write_text(path.read_text("utf-8").replace("- id: coal-sprite", f"- id: coal-sprite\n{erratum}"), "utf-8")
    with asked(tmp_path) as client:
        said = words(page(client, "/games/moon-duel/cards/coal-sprite"))
        assert "Changed on 2026-05-01; before that Draw 9 cards. It was too strong." in said
        french = words(page(client, "/games/moon-duel/cards/coal-sprite?lang=fr"))
        assert "Modifiée le 2026-05-01" in french


@pytest.mark.long
def test_every_link_of_the_pages_leads_somewhere(client: TestClient) -> None:
    seen = {"/"}
    todo = ["/", "/games/moon-duel"]
    while todo:
        html = page(client, todo.pop())
        for link in {one.partition("#")[0] for one in links(html)} - seen:
            seen.add(link)
            if not link.startswith("/games/moon-duel") or link.endswith("/build") or "/build?" in link:
                continue
            answer = client.get(link, headers=BROWSER)
            assert answer.status_code == 200, link
            if "text/html" in answer.headers["content-type"] and len(todo) < 12 and "q=" not in link:
                todo.append(link)
    assert len(seen) > 60


def test_symbols_are_pictures_with_names(client: TestClient) -> None:
    html = page(client, "/games/future-invaders/cards/the-gilded-exile")
    assert re.search(
        r'<dt>Cost</dt><dd><span class="whole">7.<img class="symbol" '
        'src="/games/future-invaders/symbols/scrap" alt="Scrap"',
        html,
    )
    symbol = client.get("/games/future-invaders/symbols/scrap")
    assert symbol.headers["content-type"] == "image/svg+xml"
    assert b"currentColor" not in symbol.content
    assert "sandbox" in symbol.headers["content-security-policy"]


def test_a_card_is_shown_in_the_language_that_is_wanted(client: TestClient) -> None:
    address = "/games/future-invaders/cards/the-gilded-exile"
    assert "L’Exil doré" in words(page(client, address, accept_language="fr-CA,en;q=0.5"))
    html = page(client, f"{address}?lang=fr", accept_language="en")
    assert "Cartes" in words(html)
    assert "&amp;lang=fr" in html  # its picture is that of the language, and so are the pages behind its links
    assert "/games/future-invaders/cards?lang=fr" in links(html)
    assert "The Gilded Exile" in words(page(client, address, accept_language="xx"))


def test_the_words_of_a_field_link_their_cards(client: TestClient) -> None:
    jack = page(client, "/games/saucer-people/cards/jack-of-spades")
    assert "/games/saucer-people/cards?q=rank%3Ajack" in links(jack)


def test_a_search_finds_sorts_and_has_pages(client: TestClient) -> None:
    html = page(client, "/games/future-invaders/cards?q=faction:pirates&sort=-cost")
    found = re.findall(r'class="label">([^<]*)', html)
    same = client.get("/api/v1/games/future-invaders/cards?q=faction:pirates&sort=-cost").json()
    assert [unescape(name) for name in found] == [card["name"] for card in same["cards"]]
    first, second = (page(client, f"/games/future-invaders/cards?page={n}") for n in (1, 2))
    assert "Page 1 of 4" in words(first)
    assert {f"/games/future-invaders/cards?page={n}" for n in (2, 3, 4)} <= {*links(first)}
    assert 'rel="next"' in first
    assert 'rel="prev"' in second


def test_chips_put_filters_into_the_query_and_take_them_out(client: TestClient) -> None:
    def chip(html: str, name: str) -> tuple[str, bool]:
        found = re.search(
            rf'<a class="chip [^"]*" href="([^"]*)"( aria-current="true")?>(?:(?!</a>).)*{name}</a>', html
        )
        assert found
        return unescape(found[1]), bool(found[2])

    address, active = chip(page(client, "/games/future-invaders/cards?q=cost<=3"), "Pirates")
    assert not active
    html = page(client, address)
    assert 'value="cost&lt;=3 faction:pirates"' in html
    address, active = chip(html, "Pirates")
    assert active
    assert 'value="cost&lt;=3"' in page(client, address)


@pytest.mark.parametrize(
    ("query", "wrong", "said"),
    [
        ("faction:pirats cost<=3", "pirats", "did you mean &#34;pirates&#34;?"),
        ("cost<=3 colour:red", "colour", "is not a field"),
        ("cost<=3 (ship", "(", "never closed"),
        ("cost<=", "cost&lt;=", "needs a value"),
    ],
)
def test_a_query_with_a_fault_is_marked_where_it_is(client: TestClient, query: str, wrong: str, said: str) -> None:
    html = page(client, f"/games/future-invaders/cards?{urlencode({'q': query})}")
    assert f"<mark>{wrong}</mark>" in html
    assert said in html


def test_a_query_that_was_mistyped_is_mended_by_a_link(client: TestClient) -> None:
    html = page(client, "/games/future-invaders/cards?q=faction:pirats")
    assert "/games/future-invaders/cards?q=faction%3Apirates" in links(html)
    assert 'class="count' not in page(client, "/games/future-invaders/cards?q=faction:pirates")


@pytest.mark.parametrize(
    ("game", "query", "said"),
    [
        ("future-invaders", "-has:rarity", "without rarity"),
        ("future-invaders", "faction:terrans,pirates cost<=2", "Terrans or Pirates and Cost ≤ 2"),
        ("rone-invasion", "type:starting or (type:leader has:die)", ""),
        ("rone-invasion", "type:leader or -type:token", "Leader or not Token"),
        ("future-invaders", "salvo", ""),
        ("future-invaders", "name:x", ""),
    ],
)
def test_a_query_in_words(game: str, query: str, said: str) -> None:
    with Workspace() as workspace:
        assert query_in_words(query, workspace.game(game), words_of("en", "pages")) == said


def test_a_clause_says_once_what_it_counts(tmp_path: Path) -> None:
    new_game("Moon Duel", tmp_path)
    clause = "few: {clause: count, different: faction, max: 2}"
    few = f"name: Few\ndescription: Few.\nsetup: {{players: 2}}\nclauses: {{{clause}}}\n"
    (tmp_path / "moon-duel/formats/few.yaml").write_text(few, "utf-8")
    with asked(tmp_path) as client:
        assert words(page(client, "/games/moon-duel/formats/few")).lower().count("faction") == 1


@pytest.mark.parametrize("path", ["", "/cards/lunar-tanker", "/formats/prepared", "/decks/earthwall"])
def test_sample_decks_are_called_in_the_language_of_the_page(client: TestClient, path: str) -> None:
    for language, name, other in (("fr", "Rempart de la Terre", "Earthwall"), ("en", "Earthwall", "Rempart")):
        said = words(page(client, f"/games/future-invaders{path}?lang={language}"))
        assert name in said
        assert other not in said


def test_a_deck_says_what_is_in_it_whether_it_is_legal_and_where_to_get_it(client: TestClient) -> None:
    html = page(client, "/games/future-invaders/decks/earthwall")
    said = words(html)
    assert "Prepared Legal" in said
    assert "40 cards, and Singleton asks for 50 to 100: add 10" in said
    assert "/games/future-invaders/build?deck=earthwall" in links(html)
    assert re.search(r'<svg class="curve"[^>]*aria-label="Cost: 0: 12 cards; 1: 6 cards', html)
    counted = sum(int(n) for n in re.findall(r'<b class="count">(\d+)', html))
    assert counted == 40
    answer = client.get("/games/future-invaders/decks/earthwall/as/text")
    assert answer.headers["content-disposition"] == 'attachment; filename="earthwall.txt"'
    assert "2 Patrol Cutter" in answer.text
    offered = re.findall(r"/as/([a-z0-9-]+)", html)
    assert offered == names()
    for to in set(offered) & set(undrawn()):
        assert client.get(f"/games/future-invaders/decks/earthwall/as/{to}").status_code == 200
    assert "Tabletop Simulator" in said
    assert "targets: engine, text" in words(page(client, "/games/future-invaders/decks/earthwall/as/nothing", 404))


def test_a_deck_comes_with_pictures(client: TestClient) -> None:
    answer = client.get("/games/moon-duel/decks/first-deck/as/feed")
    assert answer.headers["content-disposition"] == 'attachment; filename="first-deck.zip"'
    pictures = [name for name in ZipFile(BytesIO(answer.content)).namelist() if name.endswith(".png")]
    assert "pictures/flare.png" in pictures
    assert len(pictures) == 9


def test_what_is_not_there_is_a_page_for_browsers_and_a_problem_for_programs(client: TestClient) -> None:
    for address in ("/nothing", "/games/moon-dule", "/games/moon-duel/cards/flair", "/games/moon-duel/decks/x",
                    "/games/moon-duel/formats/x", "/games/moon-duel/sets/x", "/games/moon-duel/symbols/x",
                    "/games/moon-duel/decks/first-deck/as/x", "/fonts/x.ttf"):  # fmt: skip
        assert "There is nothing here" in words(page(client, address, 404))
        answer = client.get(address)
        assert (answer.status_code, answer.headers["content-type"]) == (404, "application/problem+json")
    assert 'did you mean "moon-duel"' in words(page(client, "/games/moon-dule", 404))
    assert "Il n’y a rien ici" in words(page(client, "/nothing", 404, accept_language="fr"))
    assert client.get("/api/v1/games/x", headers=BROWSER).headers["content-type"] == "application/problem+json"


def test_pages_are_not_sent_twice(client: TestClient) -> None:
    first = client.get("/games/moon-duel", headers=BROWSER)
    again = client.get("/games/moon-duel", headers={**BROWSER, "if-none-match": first.headers["etag"]})
    assert again.status_code == 304
    assert "accept-language" in first.headers["vary"]
    for start, kind in (("/colors.css", "text/css"), ("/fonts/", "font/woff2")):
        found = client.get(next(one for one in links(first.text) if one.startswith(start)))
        assert found.headers["content-type"].startswith(kind)
        assert "immutable" in found.headers["cache-control"]


def test_the_addresses_are_those_that_are_documented() -> None:
    text = (ROOT / "docs/serving.md").read_text("utf-8")
    for address, _ in VIEWS:
        named = re.sub(r"\{(\w+?)(_id)?\}", r"\1", address)
        assert named.upper() in text.upper(), f"{address} needs a row in docs/serving.md"


def test_the_first_page_leads_to_building_and_searches_all_games(client: TestClient) -> None:
    first = client.get("/", headers={"accept": "text/html"}).text
    assert 'href="/games/moon-duel/build"' in first
    assert '<form class="search" action="/cards"' in first
    found = client.get("/cards?q=draw").text
    assert len(re.findall(r'href="/games/([a-z-]+)/cards\?q=draw"', found)) > 2
    assert "No card matches this" in client.get("/cards?q=zzzzzz").text
    assert found.count('role="alert"') == 0
    for wrong in ("/cards?q=cost:", "/cards?q=%28"):
        assert client.get(wrong).text.count('role="alert"') == 1
    of_one_game = client.get("/cards?q=durability>4").text  # a field of some games only
    assert "/games/future-invaders/cards/" in of_one_game
    assert "alert" not in of_one_game


def test_a_link_to_a_page_can_be_shown_with_its_text_and_picture(client: TestClient) -> None:
    def said(path: str) -> dict[str, str]:
        page = client.get(path, headers={"accept": "text/html"}).text
        return dict(re.findall(r'<meta (?:name|property)="((?:og:)?[a-z]+)" content="([^"]*)">', page))

    card = said("/games/moon-duel/cards/flare")
    assert card["description"] == card["og:description"] == "Deal 2 damage to a creature."
    assert card["og:title"] == "Flare · Moon Duel"
    assert card["og:url"] == "http://localhost/games/moon-duel/cards/flare"
    assert client.get(card["og:image"]).headers["content-type"] == "image/webp"
    lead = said("/")["description"]
    assert lead.startswith("Arsenal shows card games")
    assert lead != said("/games/future-invaders")["description"] != said("/games/future-invaders/decks/earthwall")
    french = said("/games/future-invaders/cards/yard-tender?lang=fr")
    assert "{" not in french["description"]
    assert french["og:url"].endswith("/yard-tender?lang=fr")
