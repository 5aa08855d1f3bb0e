"""The deck builder in a browser: a legal deck by keyboard alone, lists, links, undo, the shelf, a phone."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from tests.support.accessible import hindrances, in_light_and_dark, needs_axe
from tests.support.chromium import Chromium, Tab, needs_chromium
from tests.support.renders import pdf_text

pytestmark = [pytest.mark.long, needs_chromium]


Pages = Callable[..., Tab]


@pytest.fixture(scope="module")
def page(address: str) -> Iterator[Pages]:
    """The builder of a game, with a sample deck or with none. Each game's page is opened once, and stays."""
    tabs: dict[str, Tab] = {}

    def shown(game: str, deck: str = "") -> Tab:
        if game not in tabs:
            tabs[game] = opened(browser, f"{address}/games/{game}/build")
        tab = tabs[game]
        turn_to(tab, "deck")
        tab.write("#b-query", "")
        tab.click(".b-tools button", "New")
        tab.until(lambda: lines(tab) == {})
        if deck:
            tab.choose("#b-sample", deck)
            tab.until(".b-row")
        return tab

    with Chromium() as browser:
        yield shown


@pytest.fixture
def tab(browser: Chromium, address: str) -> Tab:
    """The builder of a small duel, empty, for somebody who was never here."""
    return opened(browser, f"{address}/games/invasion-tcg/build")


def opened(browser: Chromium, url: str) -> Tab:
    tab = browser.open()
    tab.looks(800, 600)
    tab.go(url)
    ready(tab)
    return tab


def ready(tab: Tab) -> None:
    tab.until("#builder[data-ready]")
    tab.until("#b-found [data-card]")


def turn_to(tab: Tab, name: str) -> None:
    """Open a part of the panel; some are loaded when they are first opened."""
    tab.click(f"#b-tab-{name}")
    tab.until("#b-tab > *")


def verdict(tab: Tab) -> str:
    """The verdict, once it is there."""
    tab.until(lambda: "…" not in tab.text("#b-verdict"))
    return " ".join(tab.text("#b-verdict").split())


def lines(tab: Tab) -> dict[str, int]:
    """The deck as it is shown: copies by card."""
    script = "[...document.querySelectorAll('.b-row')].map(row => [row.querySelector('[data-card]').dataset.card, "
    found: list[Any] = tab.value(f"{script} Number(row.querySelector('.b-number').value)])")
    return dict(found)


def test_a_legal_deck_is_built_by_the_keyboard_alone(page: Pages) -> None:
    tab = page("invasion-tcg")
    assert "0 cards" in verdict(tab)
    tab.press("/", *"type:creature -deck")
    tab.until(lambda: tab.text("#b-search-said").startswith("29 "))
    tab.press("ArrowDown")
    for _ in range(10):
        tab.press("+", "+", "Enter", "ArrowRight")
    tab.until(lambda: sum(lines(tab).values()) == 30)
    assert set(lines(tab).values()) == {3}
    tab.until(lambda: "✓" in verdict(tab))
    tab.press("d", "-")
    tab.until(lambda: "○ Begun: 1 thing to do" in verdict(tab))
    assert "add 1" in tab.text(".b-faults")
    tab.press("u")
    tab.until(lambda: "✓" in verdict(tab))
    said = "[...document.querySelectorAll('.b-said')].map(e => e.textContent).join()"
    tab.until(lambda: "Legal" in tab.value(said))
    assert tab.refusals() == []


def test_keys_are_listed_and_can_be_switched_off(tab: Tab) -> None:
    tab.press("?")
    tab.until(lambda: tab.value("document.querySelector('dialog').open"))
    assert tab.count(".b-keys kbd") > 10
    tab.click("dialog input[type=checkbox]")
    tab.press("Escape")
    tab.until(lambda: not tab.value("document.querySelector('dialog')"))
    tab.value("document.querySelector('#b-found [data-card]').focus()")
    tab.press("+")
    tab.press("ArrowRight", "Enter")
    tab.until(lambda: lines(tab))
    assert sum(lines(tab).values()) == 1


def test_a_broken_rule_is_named_with_what_mends_it(page: Pages) -> None:
    tab = page("invasion-tcg")
    for _ in range(4):
        tab.click("#b-found [data-card=seed-herald]")
    tab.until(lambda: "4 copies of Seed Herald" in tab.text(".b-faults"))
    tab.until(lambda: "Remove 1" in tab.text(".b-faults"))
    assert tab.value("document.querySelector('.b-row').classList.contains('b-bad')")
    tab.click(".b-faults button", "Remove 1")
    tab.until(lambda: "copies" not in tab.text(".b-faults"))
    assert lines(tab) == {"seed-herald": 3}


def test_every_fault_has_a_way_out(page: Pages) -> None:
    tab = page("invasion-tcg")
    buttons = "[...document.querySelectorAll('.b-faults button')].map(one => one.textContent)"
    assert "○ Begun" in verdict(tab)
    assert "✗" not in tab.text(".b-formats")
    tab.write("#b-query", "bell diver")
    tab.until(lambda: tab.text("#b-search-said").startswith("1 "))
    tab.click("#b-found [data-card]")
    tab.until(lambda: "Add 2 more copies of these cards" in tab.value(buttons))
    tab.click(".b-faults button", "Add 2")
    tab.until(lambda: list(lines(tab).values()) == [3])  # as many as the format lets in
    tab.until(lambda: tab.value(buttons) == ["Show what fits"])
    tab.click(".b-faults button", "Show")
    tab.until(lambda: tab.value("document.querySelector('#b-query').value") == "")
    assert tab.refusals() == []


def test_lines_show_costs_and_pictures_and_are_grouped(browser: Chromium, address: str) -> None:
    tab = opened(browser, f"{address}/games/future-invaders/build?deck=earthwall")
    line = "document.querySelector('.b-row:has([data-card=ironside-cruiser])')"
    assert tab.value(f"{line}.querySelector('.b-cost').textContent") == "4"
    assert tab.value(f"{line}.querySelector('.b-cost img').alt") == "Oil"
    tab.choose("#b-group", "cost")
    tab.until(lambda: tab.text(".b-kind").startswith("Cost 0"))
    kinds = "[...document.querySelectorAll('.b-kind')].map(one => parseInt(one.textContent.slice(5)))"
    assert tab.value(kinds) == sorted(tab.value(kinds))
    tab.choose("#b-group", "faction")
    tab.until(lambda: tab.text(".b-kind").startswith("Terran"))
    tab.value(f"{line}.dispatchEvent(new PointerEvent('pointerenter', {{pointerType: 'mouse'}}))")
    tab.until(lambda: "ironside-cruiser" in str(tab.value("document.querySelector('.b-peek')?.src")))
    tab.value(f"{line}.dispatchEvent(new PointerEvent('pointerleave', {{pointerType: 'mouse'}}))")
    tab.until(lambda: not tab.has(".b-peek"))


def test_a_card_is_added_from_its_page(browser: Chromium, address: str) -> None:
    tab = opened(browser, f"{address}/games/rone-invasion/build?deck=after-three-matches")
    cards = lines(tab)
    tab.click("#b-found [data-card]")
    tab.until(lambda: "shelf=" in tab.value("location.search"))
    tab.go(f"{address}/games/rone-invasion/cards/mother-tessaly")
    tab.go(tab.value("[...document.querySelectorAll('a.button')].find(one => /add=/.test(one.href)).href"))
    ready(tab)
    leaders = "[...document.querySelectorAll('.b-row [data-section=leader]')].map(one => one.dataset.card)"
    tab.until(lambda: "mother-tessaly" in tab.value(leaders))
    assert len(lines(tab)) > len(cards)
    tab.until(lambda: "add=" not in tab.value("location.search"))


def test_cards_of_a_search_are_added_together(browser: Chromium, address: str) -> None:
    tab = opened(browser, f"{address}/games/future-invaders/build?deck=earthwall")
    assert tab.value("document.getElementById('b-query').placeholder").endswith("type:ship cost<=4")
    before = lines(tab)
    tab.click("#b-found [data-card]")
    tab.until(lambda: "shelf=" in tab.value("location.search"))
    tab.go(f"{address}/games/future-invaders/cards?q=type:reaction")
    assert tab.value("document.getElementById('chosen').hidden")
    for at in (0, 1, 1):
        tab.value(f"document.querySelectorAll('a.add')[{at}].click()")
    assert tab.value("document.querySelector('#chosen a').textContent") == "Add 3 cards to a deck"
    added = tab.value("[...document.querySelectorAll('a.add')].slice(0, 2).map(one => one.dataset.card)")
    tab.value("document.querySelector('#chosen a').click()")
    tab.until("#builder")
    ready(tab)
    tab.until(lambda: all(lines(tab).get(card, 0) > before.get(card, 0) for card in added))


def test_undo_has_no_end(page: Pages) -> None:
    tab = page("invasion-tcg")
    for _ in range(150):
        tab.click("#b-found [data-card=podling]")
    tab.until(lambda: lines(tab) == {"podling": 150})
    tab.value("for (let i = 0; i < 150; i++) document.getElementById('b-undo').click()")
    tab.until(lambda: lines(tab) == {})
    tab.value("for (let i = 0; i < 150; i++) document.getElementById('b-redo').click()")
    tab.until(lambda: lines(tab) == {"podling": 150})
    tab.click(".b-tools button", "New")
    tab.until(lambda: lines(tab) == {})
    tab.click("#b-undo")
    tab.until(lambda: lines(tab) == {"podling": 150})


def test_each_line_of_a_list_that_is_not_understood_is_shown_and_mended(page: Pages) -> None:
    tab = page("invasion-tcg")
    tab.click("#b-open-paste")
    tab.until(lambda: tab.value("document.querySelector('dialog')?.open"))
    tab.write("#b-paste", "3 Podling\n2 Sead Heralt\n1 Qqqqq\n")
    tab.click("#b-paste-do")
    tab.until(lambda: tab.text(".b-problems"))
    assert lines(tab) == {"podling": 3}
    assert "2 Sead Heralt" in tab.text(".b-problems")
    assert "1 Qqqqq" in tab.text(".b-problems")
    tab.click(".b-problems button", "Add 2 Seed Herald")
    tab.until(lambda: lines(tab) == {"podling": 3, "seed-herald": 2})
    tab.click(".b-problems .b-plain")
    tab.until(lambda: not tab.text(".b-problems"))


@pytest.mark.parametrize(
    "deck", ["invasion-tcg/podfall", "rone-invasion/after-three-matches", "saucer-dice/table-for-four"]
)
def test_links_open_the_same_deck(browser: Chromium, page: Pages, deck: str) -> None:
    tab = page(*deck.split("/"))
    assert "✓" in verdict(tab)
    before = lines(tab)
    turn_to(tab, "out")
    links = "['b-link', 'b-long-link'].map(one => document.getElementById(one)?.value)"
    tab.until(lambda: all(tab.value(links)))
    both = tab.value(links)
    for link in both if "rone" in deck else both[:1]:  # the long one names all that is in the deck, and reads alike
        assert "?" not in link
        other = opened(browser, link)
        assert lines(other) == before
        assert "✓" in verdict(other)


def test_a_link_of_sixty_cards_is_short(page: Pages) -> None:
    tab = page("future-invaders")
    script = """(async () => {
      const { readLink, shortLink } = await import('/static/builder/later/link.js');
      const game = await (await fetch('/api/v1/games/future-invaders/building')).json();
      const chosen = game.cards.slice(0, 114).filter((_, at) => at % 2);
      const cards = Object.fromEntries(chosen.map((card, at) => [card.id, at % 3 + 1]));
      const many = Object.fromEntries(game.cards.map((card, at) => [card.id, at * at % 9999 + 1]));
      const again = await readLink(game, await shortLink(game, {name: 'x', sections: {a: many, b: cards}}));
      const link = await shortLink(game, {name: 'Å', cards});
      const longer = {...game, cards: [...game.cards, {id: 'new'}]};
      const other = {...game, cards: [{id: 'new'}, ...game.cards]};
      const refused = [];
      for (const bad of ['1', '1.zz', '3.x', '2.!!', link.slice(0, -1) + '!', '2.e30.x:a*0', '2.bnVsbA.x:a'])
        await readLink(game, bad).then(() => refused.push(bad), () => {});
      return [Object.keys(cards).length, link.split(':')[1].length,
        JSON.stringify((await readLink(longer, link)).cards) === JSON.stringify(cards)
          && JSON.stringify(again.sections) === JSON.stringify({a: many, b: cards}),
        await readLink(other, link).catch((error) => error.message), refused];
    })()"""
    assert tab.value(script)[0] == 57
    _, length, same, other, refused = tab.value(script)
    assert length <= 80
    assert (same, other, refused) == (True, "other-cards", [])


def test_a_damaged_link_says_so(browser: Chromium, address: str) -> None:
    tab = opened(browser, f"{address}/games/invasion-tcg/build#1.zz.y")
    assert "damaged" in tab.text(".b-notice")


def test_answers_to_older_decks_are_dropped(tab: Tab) -> None:
    tab.value("""(() => {
      const real = window.fetch;
      let first = true;
      window.fetch = async (address, asked) => {
        if (!String(address).includes('/judge') || !first) return real(address, asked);
        first = false;
        const { signal, ...rest } = asked;
        const answer = await real(address, rest);
        await new Promise((done) => setTimeout(done, 800));
        window.late = true;
        return answer;
      };
    })()""")
    tab.click("#b-found [data-card=podling]")
    tab.click("#b-found [data-card=podling]")
    tab.until(lambda: "2 cards" in tab.text(".b-faults"))
    tab.until(lambda: tab.value("window.late"))
    assert "2 cards" in tab.text(".b-faults")
    assert verdict(tab).endswith("2 cards")


def test_all_formats_are_judged_at_once(page: Pages) -> None:
    tab = page("future-invaders", "earthwall-with-reserves")
    assert "✓" in verdict(tab)
    marks = tab.value("[...document.querySelectorAll('.b-formats td:nth-child(2)')].map(td => td.textContent[0])")
    assert (len(marks), marks.count("✓")) == (7, 1)
    tab.choose("#b-format", "prepared")
    tab.until(lambda: "Remove its" in tab.text(".b-faults"))
    tab.click(".b-faults button", "Remove its")
    tab.until(lambda: "✓" in verdict(tab))


def test_sections_get_the_cards_they_are_chosen_for(browser: Chromium, address: str) -> None:
    tab = opened(browser, f"{address}/games/rone-invasion/build")
    tab.click(".b-sections .b-chip", "Leader")
    tab.write("#b-query", "type:leader")
    tab.until(lambda: tab.count("#b-found li") < 20)
    tab.click("#b-found [data-card=marshal-odra]")
    tab.until(lambda: lines(tab) == {"marshal-odra": 1})
    assert tab.value("document.querySelector('.b-row [data-card]').dataset.section") == "leader"


def test_all_that_is_missing_is_added_at_once(browser: Chromium, address: str) -> None:
    tab = opened(browser, f"{address}/games/saucer-people/build")
    tab.until("#b-missing")
    tab.click("#b-missing")
    tab.until(lambda: "✓" in verdict(tab))
    assert sum(lines(tab).values()) == 52
    tab.click("#b-undo")
    tab.until(lambda: lines(tab) == {})


def test_dice_that_players_make_are_changed_and_judged(page: Pages) -> None:
    tab = page("rone-invasion", "after-three-matches")
    assert "✓" in verdict(tab)
    tab.choose("#b-format", "competitive")
    tab.until(lambda: "✗" in verdict(tab))
    assert "dice" in tab.text(".b-faults").lower() or "die" in tab.text(".b-faults").lower()
    tab.choose("#b-format", "campaign")
    tab.until(lambda: "✓" in verdict(tab))
    first = "document.querySelector('.b-die button').getAttribute('aria-label')"
    before = tab.value(first)
    tab.click(".b-die button")
    tab.until(lambda: tab.value(first) != before)
    tab.press("u")
    tab.until(lambda: tab.value(first) == before)


def test_a_card_is_shown_with_its_symbols_named_and_a_digit_sets_copies(page: Pages) -> None:
    tab = page("future-invaders")
    tab.value("document.querySelector('#b-found [data-card=yard-tender]').focus()")
    tab.press("2")
    tab.until(lambda: lines(tab) == {"yard-tender": 2})
    tab.press("i")
    tab.until(lambda: tab.count("dialog .symbol") == 2)
    assert tab.value("document.querySelectorAll('dialog .symbol')[1].alt") == "Oil"
    assert "{" not in tab.text("dialog")
    tab.press("Escape")
    tab.until(lambda: tab.value("document.activeElement.dataset.card") == "yard-tender")
    tab.value("window.clock = Date.now; Date.now = ((now) => () => now)(clock()); 0")  # the second digit comes soon
    tab.press("1", "2")
    tab.until(lambda: lines(tab) == {"yard-tender": 12})
    tab.value("Date.now = clock; 0")
    tab.press("i", "Escape")
    tab.until(lambda: tab.value("document.activeElement.dataset.card") == "yard-tender")
    tab.press("0")
    tab.until(lambda: lines(tab) == {})


def test_filters_come_from_the_cards_schema(browser: Chromium, address: str) -> None:
    tab = opened(browser, f"{address}/games/future-invaders/build")
    tab.click(".b-chip", "Pirates")
    tab.click(".b-chip", "Ship")
    tab.write(".b-fields input[aria-label='Cost, to']", "2")
    tab.until(lambda: 0 < tab.count("#b-found li") < 15)
    tab.write("#b-query", "fraction:pirates")
    tab.until(lambda: "fraction" in tab.text("#b-search-said"))


def test_a_server_that_is_gone_is_named_and_asked_again_later(tab: Tab) -> None:
    conditions = {"latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
    tab.ask("Network.enable")
    tab.ask("Network.emulateNetworkConditions", {"offline": True, **conditions})
    tab.write("#b-query", "cost>0")
    tab.until(lambda: tab.text("#b-search-said") == "The server does not answer. Check the network, then try again.")
    tab.ask("Network.emulateNetworkConditions", {"offline": False, **conditions})
    tab.write("#b-query", "")
    tab.until(lambda: tab.text("#b-search-said") == "75 cards found")


def test_numbers_chances_and_dice(page: Pages) -> None:
    tab = page("future-invaders", "earthwall")
    turn_to(tab, "numbers")
    tab.until(lambda: tab.count(".b-curve") >= 3)
    tab.write(".b-ask input", "rail-salvo by turn 3")
    tab.click(".b-ask button")
    tab.until(lambda: "%" in tab.text(".b-asked"))
    dice = page("saucer-dice", "table-for-four")
    turn_to(dice, "numbers")
    dice.until(lambda: dice.count(".b-table") > 4)


def test_every_export_is_offered_by_its_name_and_text_is_shown(browser: Chromium, address: str, tmp_path: Path) -> None:
    tab = opened(browser, f"{address}/games/invasion-tcg/build?deck=podfall")
    turn_to(tab, "out")
    targets = "[...document.querySelectorAll('[data-target]')].map(one => one.dataset.target)"
    assert tab.value(targets)[:2] == ["engine", "text"]
    assert tab.value("document.querySelector('[data-target=cockatrice]').textContent") == "Cockatrice"
    tab.click("[data-target=text]")
    tab.until(lambda: "7 Podling" in str(tab.value("document.getElementById('b-text')?.value")))
    browser.download_to(tmp_path)
    for target, file in (("cockatrice", "podfall.cod"), ("tts", "podfall.zip")):
        tab.until(lambda target=target: tab.value(f"!document.querySelector('[data-target={target}]').disabled"))
        tab.click(f"[data-target={target}]")
        tab.until((tmp_path / file).exists)


def test_a_deck_is_saved_with_its_versions_and_compared(tab: Tab, address: str) -> None:
    tab.write("#b-name", "<b>Mine</b>")
    tab.click("#b-found [data-card=podling]")
    tab.until(lambda: "shelf=" in tab.value("location.search"))
    turn_to(tab, "compare")
    tab.write("#b-version-note", "before <i>heralds")
    tab.click("#b-version")
    tab.until(lambda: tab.count("#b-versions li") == 1)
    assert "before <i>heralds" in tab.text("#b-versions")
    tab.click("#b-found [data-card=seed-herald]")
    tab.choose("#b-against", "v0")
    tab.until(lambda: "+1 Seed Herald" in tab.text("#b-compared"))
    tab.value("new Promise(done => setTimeout(done, 600))")
    tab.go(str(tab.value("location.href")) + "&again")
    ready(tab)
    assert lines(tab) == {"podling": 1, "seed-herald": 1}
    assert tab.value("document.getElementById('b-name').value") == "<b>Mine</b>"
    turn_to(tab, "shelf")
    assert "<b>Mine</b>" in tab.text("#b-shelf")
    assert not tab.has("#b-shelf b b")


def test_two_tabs_do_not_lose_each_others_work(browser: Chromium, tab: Tab) -> None:
    tab.click("#b-found [data-card=podling]")
    tab.until(lambda: "shelf=" in tab.value("location.search"))
    other = opened(browser, tab.value("location.href"))
    other.click("#b-found [data-card=seed-herald]")
    tab.until(lambda: tab.text("#b-conflict"))
    tab.value("document.querySelectorAll('#b-conflict button')[1].click()")
    tab.click("#b-found [data-card=podling]")
    tab.until(lambda: tab.value("document.getElementById('b-conflict')") is None)
    turn_to(tab, "shelf")
    tab.until(lambda: tab.count("#b-shelf li") == 2)
    assert lines(other) == {"podling": 1, "seed-herald": 1}


@pytest.mark.parametrize(
    "deck", ["rone-invasion/the-whole-valley", "saucer-dice/table-for-four", "future-invaders/earthwall"]
)
def test_a_phone_shows_all_of_it_and_works_by_touch(page: Pages, deck: str) -> None:
    tab = page(*deck.split("/"))
    tab.looks(360, 740)
    tab.until(lambda: not tab.value("document.querySelector('.b-panel').checkVisibility()"))
    assert tab.value("document.documentElement.scrollWidth") <= 360
    before = sum(lines(tab).values())
    more = "#b-found .b-step:nth-of-type(2)"
    box = tab.value(f"document.querySelector('{more}').getBoundingClientRect().toJSON()")
    assert min(box["width"], box["height"]) >= 32
    tab.touch(more)
    tab.until(lambda: str(before + 1) in tab.text(".b-switch"))
    tab.click(".b-switch button:nth-child(2)")
    for one in ("numbers", "compare", "out", "shelf", "deck"):
        turn_to(tab, one)
        assert tab.has(f"#b-tab-{one}[aria-selected=true]")
        assert tab.value("document.documentElement.scrollWidth") <= 360, one
    tab.click(".b-switch button:nth-child(1)")
    tab.looks(800, 600)


def test_a_page_in_french_speaks_it(browser: Chromium, address: str) -> None:
    tab = opened(browser, f"{address}/games/future-invaders/build?lang=fr")
    assert tab.text("#b-undo").endswith("Annuler")
    assert "Rempart de la Terre" in tab.text("#b-sample")
    assert "Vedette" in tab.text("#b-found") or tab.value("document.documentElement.lang") == "fr"


@pytest.mark.parametrize(
    ("deck", "button", "file", "said"),
    [
        ("saucer-dice/build?deck=duel-of-fire-and-ice", "b-print", "duel-of-fire-and-ice.pdf", ""),
        ("rone-invasion/build?deck=after-three-matches&lang=fr", "b-sheet", "apres-trois-manches-sheet.pdf", "Feuille"),
    ],
)
def test_a_deck_is_printed_and_written_out_for_a_tournament(
    browser: Chromium, address: str, tmp_path: Path, deck: str, button: str, file: str, said: str
) -> None:
    tab = opened(browser, f"{address}/games/{deck}")
    tab.looks(1280, 900)
    browser.download_to(tmp_path)
    turn_to(tab, "out")
    tab.until(f"#{button}")
    tab.value(f"document.querySelector('#{button}').focus()")
    tab.press("Enter")
    tab.until((tmp_path / file).is_file)
    tab.until(lambda: tab.value("document.activeElement.id") == button)
    assert said in pdf_text((tmp_path / file).read_bytes())
    assert not tab.text("[role=alert]")


def test_each_card_says_how_many_copies_the_format_allows(page: Pages) -> None:
    tab = page("future-invaders", "earthwall")
    tile = "#b-found li:has([data-card={}])"
    tab.until(lambda: tab.text(tile.format("yard-tender") + " output") == "2/2")
    assert "b-full" in tab.value(f"document.querySelector('{tile.format('yard-tender')} output').className")
    assert tab.text(".b-row .b-most") == "2/2"
    assert tab.text(tile.format("mars-accord-cruiser") + " output") == "0/2"
    said = f"document.querySelector('{tile.format('yard-tender')} .b-card').getAttribute('aria-label')"
    assert tab.value(said) == "Add Yard Tender, 2 of 2 copies in the deck"
    tab.choose("#b-format", "singleton")
    tab.until(lambda: tab.text(tile.format("yard-tender") + " output") == "2/1")
    tab.choose("#b-format", "standard-rarity")
    tab.until(lambda: tab.text(tile.format("vigil-of-nairobi") + " .b-why") == "not in Standard Rarity")
    assert "rarity mark" in tab.value(f"document.querySelector('{tile.format('vigil-of-nairobi')} .b-why').title")
    tab.until(lambda: "not in Standard Rarity" in tab.text(".b-row.b-bad"))


def test_a_section_says_where_cards_go_that_it_has_no_place_for(page: Pages) -> None:
    tab = page("rone-invasion", "after-three-matches")
    tab.write("#b-query", "marshal")
    tab.until(lambda: tab.text("#b-found li:has([data-card=marshal-odra]) .b-why") == "goes to Leader")
    tab.click("#b-found [data-card=marshal-odra]")
    where = "[...document.querySelectorAll('.b-row [data-card=marshal-odra]')].map(one => one.dataset.section)"
    tab.until(lambda: tab.value(where) == ["leader"])


def test_decks_are_saved_on_the_server_and_zipped(browser: Chromium, address: str, decks: Path, tmp_path: Path) -> None:
    tab = opened(browser, f"{address}/games/invasion-tcg/build?deck=podfall")
    browser.download_to(tmp_path)
    turn_to(tab, "shelf")
    tab.until(lambda: tab.value("document.getElementById('b-serve-name')?.value") == "podfall")
    tab.until(lambda: "no deck of this game" in tab.text("#b-tab"))
    tab.write("#b-serve-name", "<i>Pods!")
    tab.click("#b-serve-as")
    tab.until(lambda: "no name for a deck" in tab.text("#b-tab [role=alert]"))
    tab.write("#b-serve-name", "Pods")
    tab.click("#b-serve-as")
    tab.until((decks / "Pods.yaml").is_file)
    tab.until(lambda: "Podfall" in tab.text("#b-served"))
    tab.until("#b-serve-save:disabled")
    tab.click("#b-found [data-card=seed-herald]")
    tab.until("#b-serve-save:not(:disabled)")
    tab.click("#b-serve-save")
    tab.until("#b-serve-save:disabled")
    other = opened(browser, f"{address}/games/invasion-tcg/build")
    turn_to(other, "shelf")
    other.until(lambda: other.text("#b-served"))
    other.click("#b-served li button")
    turn_to(other, "deck")
    other.until(lambda: len(lines(other)) > 5)
    turn_to(other, "shelf")
    other.click("#b-served-zip")
    tab.until((tmp_path / "invasion-tcg-decks.zip").is_file)
    with ZipFile(tmp_path / "invasion-tcg-decks.zip") as archive:
        assert archive.namelist() == ["Pods.yaml"]
    other.click(".b-switch button:nth-child(2)")
    other.until(lambda: other.value("document.querySelector('.b-panel').hidden") is False)
    other.value("document.querySelector('#b-served .b-plain').focus()")
    other.press("Enter")
    other.until(lambda: "Delete Pods?" in other.text("dialog"))
    assert (decks / "Pods.yaml").is_file()
    other.value("document.getElementById('b-yes').focus()")
    other.press("Enter")
    other.until(lambda: not (decks / "Pods.yaml").exists())
    other.until(lambda: "no deck of this game" in other.text("#b-tab"))
    assert tab.refusals() == other.refusals() == []


def test_a_deck_that_changed_on_the_server_is_not_overwritten(browser: Chromium, address: str, decks: Path) -> None:
    tab = opened(browser, f"{address}/games/invasion-tcg/build")
    tab.click("#b-found [data-card=podling]")
    turn_to(tab, "shelf")
    tab.write("#b-serve-name", "mine")
    tab.click("#b-serve-as")
    tab.until((decks / "mine.yaml").is_file)
    theirs = "name: <b>Theirs</b>\ngame: invasion-tcg\ncards:\n  seed-herald: 2\n"
    (decks / "mine.yaml").write_text(theirs)
    tab.click("#b-found [data-card=podling]")
    tab.until("#b-serve-save:not(:disabled)")
    tab.click("#b-serve-save")
    tab.until(lambda: "+2 Podling" in tab.text("dialog"))
    assert "−2 Seed Herald" in tab.text("dialog")
    assert (decks / "mine.yaml").read_text() == theirs
    tab.click("#b-copy")
    tab.until((decks / "mine-2.yaml").is_file)
    tab.until(lambda: not tab.has("dialog"))
    tab.write("#b-serve-name", "mine")
    tab.click("#b-serve-as")
    tab.until("#b-theirs")
    tab.click("#b-theirs")
    turn_to(tab, "deck")
    tab.until(lambda: lines(tab) == {"seed-herald": 2})
    tab.press("u")
    tab.until(lambda: lines(tab) == {"podling": 2})
    (decks / "mine.yaml").unlink()
    turn_to(tab, "shelf")
    tab.until("#b-serve-save:not(:disabled)")
    tab.click("#b-serve-save")
    tab.until(lambda: "no longer" in tab.text("dialog"))
    tab.click("#b-mine")
    tab.until((decks / "mine.yaml").is_file)
    assert "podling: 2" in (decks / "mine.yaml").read_text()


def test_what_a_collection_lacks_is_shown_and_printed(browser: Chromium, address: str, tmp_path: Path) -> None:
    tab = opened(browser, f"{address}/games/invasion-tcg/build?deck=podfall")
    browser.download_to(tmp_path)
    turn_to(tab, "out")
    tab.until("#b-have")
    tab.write("#b-have", "count,name\n6,Podling\n1,<b>Nonsense</b>\n")
    tab.until("#b-lacking:not(:disabled)")
    tab.click("#b-lacking")
    tab.until(lambda: "24 of 30 cards are missing" in tab.text("#b-lacks"))
    assert "<b>Nonsense</b>" in tab.text("#b-lacks")
    first = "[...document.querySelector('#b-lacks tbody tr').querySelectorAll('td')].map(td => td.textContent)"
    assert tab.value(first) == ["7", "6", "1"]
    tab.click("#b-copy-lacks")
    tab.until(lambda: "Copied" in str(tab.value("document.querySelector('p.b-said').textContent")))
    tab.click("#b-print-lacks")
    tab.until((tmp_path / "podfall-proxies.pdf").is_file)
    tab.click("#b-found [data-card=podling]")
    tab.until(lambda: "25 of 31 cards are missing" in tab.text("#b-lacks"))
    again = opened(browser, f"{address}/games/invasion-tcg/build?deck=podfall")
    turn_to(again, "out")
    again.until(lambda: "Podling" in str(again.value("document.getElementById('b-have')?.value")))
    assert tab.refusals() == []


def test_comparing_shows_cards_curves_and_dice_of_both_decks(page: Pages) -> None:
    tab = page("future-invaders", "earthwall")
    turn_to(tab, "compare")
    tab.choose("#b-against", "dthe-accord")
    tab.until(lambda: tab.text("#b-compared h3") == "The Accord → Earthwall")
    shown = tab.text("#b-compared")
    assert all(word in shown for word in ("In+", "Out−"))
    assert tab.count(".b-two") >= 3
    assert tab.value("document.querySelector('.b-two li').querySelectorAll('i').length") == 2
    dice = page("saucer-dice", "table-for-four")
    turn_to(dice, "compare")
    dice.choose("#b-against", "dduel-of-fire-and-ice")
    dice.until(lambda: "Repel everything in round 1" in dice.text("#b-same-odds"))
    assert "Sector Die: Sector 1" in dice.text("#b-two-odds")
    assert "2 × 30.6%" in dice.text("#b-two-odds")


@needs_axe
@pytest.mark.parametrize(
    "deck", ["future-invaders/earthwall", "rone-invasion/after-three-matches", "saucer-dice/table-for-four"]
)
def test_nothing_of_the_builder_keeps_people_out(page: Pages, deck: str) -> None:
    game, _, name = deck.partition("/")
    tab = page(game, name)
    tab.looks(1280, 900)
    verdict(tab)
    found: list[tuple[str, list[str]]] = []

    def look(where: str, within: str = ".b-panel") -> None:
        look_at = in_light_and_dark if game == "future-invaders" else hindrances
        found.append((where, look_at(tab, within=within)))

    if game == "future-invaders":  # where there are so many that they have pages; all are made alike
        tab.write("#b-query", "number<9")
        tab.until(lambda: tab.count("#b-found li") < 9)
    look("deck", "")
    turn_to(tab, "numbers")
    tab.until(".b-charts")
    look("numbers")
    turn_to(tab, "compare")
    tab.choose("#b-against", tab.value("document.querySelector('#b-against').options[1].value"))
    tab.until(lambda: tab.text("#b-compared"))
    tab.click("#b-version")
    tab.until(lambda: tab.text("#b-versions"))
    look("compare")
    turn_to(tab, "out")
    tab.until("#b-have")
    tab.write("#b-have", "1 Nonsense\n1 Yard Tender\n1 Ruddock\n1 Vision\n")
    tab.until("#b-lacking:not(:disabled)")
    tab.click(".b-proxies summary")
    tab.click("#b-lacking")
    tab.until(lambda: tab.text("#b-lacks"))
    look("out")
    if game == "future-invaders":  # what follows is the same for every game
        turn_to(tab, "shelf")
        tab.until("#b-serve-name")
        tab.click("#b-serve-as")
        tab.until(lambda: tab.text("#b-server") or tab.text("dialog"))
        look("shelf")
        for dialog in ("#b-open-paste", ".b-keys-button"):
            tab.value("document.querySelector('dialog')?.close()")
            tab.until(lambda: not tab.has("dialog"))
            tab.click(dialog)
            tab.until("dialog[open]")
            look(dialog, "dialog")
        tab.press("Escape")
    assert [one for one in found if one[1]] == []
