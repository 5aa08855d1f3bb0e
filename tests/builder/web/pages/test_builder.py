"""The deck builder in a browser: a legal deck by keyboard alone, lists, links, undo, the shelf, a phone."""

import json
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from tests.support.accessible import hindrances, needs_axe
from tests.support.chromium import Chromium, Tab, needs_chromium
from tests.support.renders import pdf_text

pytestmark = [pytest.mark.long, needs_chromium]

KEYS = {"Tab": 9, "Enter": 13, "Escape": 27, "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40}
CLICK = "document.querySelector({}).click()"
SHIFT = 8


@pytest.fixture
def tab(browser: Chromium, address: str) -> Tab:
    """The builder of a small duel, empty."""
    return opened(browser, f"{address}/games/invasion-tcg/build")


def opened(browser: Chromium, url: str) -> Tab:
    tab = browser.open("data:text/html,")
    tab.go(url)
    ready(tab)
    return tab


def ready(tab: Tab) -> None:
    tab.until(lambda: tab.value("document.getElementById('builder')?.dataset.ready") == "")
    tab.until(lambda: tab.value("document.querySelectorAll('#b-found [data-card]').length"))


def press(tab: Tab, *keys: str) -> None:
    for key in keys:
        tab.press(key, KEYS.get(key, 0))


def click(tab: Tab, where: str) -> None:
    tab.value(CLICK.format(json.dumps(where)))
    if where.startswith("#b-tab-"):  # some are loaded when they are first opened
        tab.until(lambda: tab.value("document.querySelector('#b-tab > *') !== null"))


def choose(tab: Tab, where: str, value: str) -> None:
    field = f"document.querySelector({json.dumps(where)})"
    tab.value(f"{field}.value = {json.dumps(value)}; {field}.dispatchEvent(new Event('change', {{bubbles: true}}))")


def write(tab: Tab, where: str, value: str) -> None:
    field = f"document.querySelector({json.dumps(where)})"
    tab.value(f"{field}.value = {json.dumps(value)}; {field}.dispatchEvent(new Event('input', {{bubbles: true}}))")


def text(tab: Tab, where: str) -> str:
    return str(tab.value(f"document.querySelector({json.dumps(where)})?.textContent ?? ''"))


def verdict(tab: Tab) -> str:
    """The verdict, once it is there."""
    tab.until(lambda: "…" not in text(tab, "#b-verdict"))
    return " ".join(text(tab, "#b-verdict").split())


def lines(tab: Tab) -> dict[str, int]:
    """The deck as it is shown: copies by card."""
    script = "[...document.querySelectorAll('.b-row')].map(row => [row.querySelector('[data-card]').dataset.card, "
    found: list[Any] = tab.value(f"{script} Number(row.querySelector('.b-number').value)])")
    return dict(found)


def test_a_legal_deck_is_built_by_the_keyboard_alone(tab: Tab) -> None:
    assert "0 cards" in verdict(tab)
    press(tab, "/", *"type:creature -deck")
    tab.until(lambda: text(tab, "#b-search-said").startswith("29 "))
    press(tab, "ArrowDown")
    for _ in range(10):
        press(tab, "+", "+", "Enter", "ArrowRight")
    tab.until(lambda: sum(lines(tab).values()) == 30)
    assert set(lines(tab).values()) == {3}
    tab.until(lambda: "✓" in verdict(tab))
    press(tab, "d", "-")
    tab.until(lambda: "○ Begun: 1 thing to do" in verdict(tab))
    assert "add 1" in text(tab, ".b-faults")
    press(tab, "u")
    tab.until(lambda: "✓" in verdict(tab))
    tab.until(
        lambda: "Legal" in str(tab.value("[...document.querySelectorAll('.b-said')].map(e => e.textContent).join()"))
    )
    assert tab.refusals() == []


def test_keys_are_listed_and_can_be_switched_off(tab: Tab) -> None:
    tab.press("?", 191, SHIFT)
    tab.until(lambda: tab.value("document.querySelector('dialog').open"))
    assert tab.value("document.querySelectorAll('.b-keys kbd').length") > 10
    click(tab, "dialog input[type=checkbox]")
    press(tab, "Escape")
    tab.until(lambda: not tab.value("document.querySelector('dialog')"))
    tab.value("document.querySelector('#b-found [data-card]').focus()")
    press(tab, "+")
    press(tab, "ArrowRight", "Enter")
    tab.until(lambda: lines(tab))
    assert sum(lines(tab).values()) == 1


def test_a_broken_rule_is_named_with_what_mends_it(tab: Tab) -> None:
    for _ in range(4):
        click(tab, "#b-found [data-card=seed-herald]")
    tab.until(lambda: "4 copies of Seed Herald" in text(tab, ".b-faults"))
    tab.until(lambda: "Remove 1" in text(tab, ".b-faults"))
    assert tab.value("document.querySelector('.b-row').classList.contains('b-bad')")
    tab.value("[...document.querySelectorAll('.b-faults button')].find(b => b.textContent === 'Remove 1').click()")
    tab.until(lambda: "copies" not in text(tab, ".b-faults"))
    assert lines(tab) == {"seed-herald": 3}


def test_every_fault_has_a_way_out(browser: Chromium, address: str) -> None:
    tab = opened(browser, f"{address}/games/invasion-tcg/build")
    buttons = "[...document.querySelectorAll('.b-faults button')].map(one => one.textContent)"
    assert "○ Begun" in verdict(tab)
    assert "✗" not in text(tab, ".b-formats")
    write(tab, "#b-query", "bell diver")
    tab.until(lambda: text(tab, "#b-search-said").startswith("1 "))
    click(tab, "#b-found [data-card]")
    tab.until(lambda: "Add 2 more copies of these cards" in tab.value(buttons))
    tab.value("[...document.querySelectorAll('.b-faults button')].find(one => /^Add 2/.test(one.textContent)).click()")
    tab.until(lambda: list(lines(tab).values()) == [3])  # as many as the format lets in
    tab.until(lambda: tab.value(buttons) == ["Show what fits"])
    tab.value("[...document.querySelectorAll('.b-faults button')].find(one => /^Show/.test(one.textContent)).click()")
    tab.until(lambda: tab.value("document.querySelector('#b-query').value") == "")
    assert tab.refusals() == []


def test_lines_show_costs_and_pictures_and_are_grouped(browser: Chromium, address: str) -> None:
    tab = opened(browser, f"{address}/games/future-invaders/build?deck=earthwall")
    line = "document.querySelector('.b-row:has([data-card=ironside-cruiser])')"
    assert tab.value(f"{line}.querySelector('.b-cost').textContent") == "4"
    assert tab.value(f"{line}.querySelector('.b-cost img').alt") == "Oil"
    choose(tab, "#b-group", "cost")
    tab.until(lambda: text(tab, ".b-kind").startswith("Cost 0"))
    kinds = "[...document.querySelectorAll('.b-kind')].map(one => parseInt(one.textContent.slice(5)))"
    assert tab.value(kinds) == sorted(tab.value(kinds))
    choose(tab, "#b-group", "faction")
    tab.until(lambda: text(tab, ".b-kind").startswith("Terran"))
    tab.value(f"{line}.dispatchEvent(new PointerEvent('pointerenter', {{pointerType: 'mouse'}}))")
    tab.until(lambda: "ironside-cruiser" in str(tab.value("document.querySelector('.b-peek')?.src")))
    tab.value(f"{line}.dispatchEvent(new PointerEvent('pointerleave', {{pointerType: 'mouse'}}))")
    tab.until(lambda: tab.value("document.querySelector('.b-peek')") is None)


def test_a_card_is_added_from_its_page(browser: Chromium, address: str) -> None:
    tab = opened(browser, f"{address}/games/rone-invasion/build?deck=after-three-matches")
    cards = lines(tab)
    click(tab, "#b-found [data-card]")
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
    click(tab, "#b-found [data-card]")
    tab.until(lambda: "shelf=" in tab.value("location.search"))
    tab.go(f"{address}/games/future-invaders/cards?q=type:reaction")
    assert tab.value("document.getElementById('chosen').hidden")
    for at in (0, 1, 1):
        tab.value(f"document.querySelectorAll('a.add')[{at}].click()")
    assert tab.value("document.querySelector('#chosen a').textContent") == "Add 3 cards to a deck"
    added = tab.value("[...document.querySelectorAll('a.add')].slice(0, 2).map(one => one.dataset.card)")
    tab.value("document.querySelector('#chosen a').click()")
    tab.until(lambda: tab.value("document.getElementById('builder') !== null"))
    ready(tab)
    tab.until(lambda: all(lines(tab).get(card, 0) > before.get(card, 0) for card in added))


def test_a_new_deck_can_be_undone(browser: Chromium, address: str) -> None:
    tab = opened(browser, f"{address}/games/future-invaders/build?deck=earthwall")
    cards = lines(tab)
    tab.value("[...document.querySelectorAll('.b-tools button')].find(one => one.textContent === 'New').click()")
    tab.until(lambda: lines(tab) == {})
    click(tab, "#b-undo")
    tab.until(lambda: lines(tab) == cards)


def test_undo_has_no_end(tab: Tab) -> None:
    for _ in range(150):
        click(tab, "#b-found [data-card=podling]")
    tab.until(lambda: lines(tab) == {"podling": 150})
    tab.value("for (let i = 0; i < 150; i++) document.getElementById('b-undo').click()")
    tab.until(lambda: lines(tab) == {})
    tab.value("for (let i = 0; i < 150; i++) document.getElementById('b-redo').click()")
    tab.until(lambda: lines(tab) == {"podling": 150})


def test_each_line_of_a_list_that_is_not_understood_is_shown_and_mended(tab: Tab) -> None:
    click(tab, "#b-open-paste")
    tab.until(lambda: tab.value("document.querySelector('dialog')?.open"))
    write(tab, "#b-paste", "3 Podling\n2 Sead Heralt\n1 Qqqqq\n")
    click(tab, "#b-paste-do")
    tab.until(lambda: text(tab, ".b-problems"))
    assert lines(tab) == {"podling": 3}
    assert "2 Sead Heralt" in text(tab, ".b-problems")
    assert "1 Qqqqq" in text(tab, ".b-problems")
    tab.value(
        "[...document.querySelectorAll('.b-problems button')].find(b => b.textContent === 'Add 2 Seed Herald').click()"
    )
    tab.until(lambda: lines(tab) == {"podling": 3, "seed-herald": 2})
    click(tab, ".b-problems .b-plain")
    tab.until(lambda: not text(tab, ".b-problems"))


@pytest.mark.parametrize(
    "deck", ["invasion-tcg/podfall", "rone-invasion/after-three-matches", "saucer-dice/table-for-four"]
)
def test_links_open_the_same_deck(browser: Chromium, address: str, deck: str) -> None:
    game, _, name = deck.partition("/")
    tab = opened(browser, f"{address}/games/{game}/build?deck={name}")
    assert "✓" in verdict(tab)
    before = lines(tab)
    click(tab, "#b-tab-out")
    links = "['b-link', 'b-long-link'].map(one => document.getElementById(one)?.value)"
    tab.until(lambda: all(tab.value(links)))
    for link in tab.value(links):
        assert "?" not in link
        tab.go("data:text/html,")
        tab.go(link)
        ready(tab)
        assert lines(tab) == before
        assert "✓" in verdict(tab)


def test_a_link_of_sixty_cards_is_short(browser: Chromium, address: str) -> None:
    tab = opened(browser, f"{address}/games/future-invaders/build")
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
    assert "damaged" in text(tab, ".b-notice")


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
    click(tab, "#b-found [data-card=podling]")
    click(tab, "#b-found [data-card=podling]")
    tab.until(lambda: "2 cards" in text(tab, ".b-faults"))
    tab.until(lambda: tab.value("window.late"))
    assert "2 cards" in text(tab, ".b-faults")
    assert verdict(tab).endswith("2 cards")


def test_all_formats_are_judged_at_once(browser: Chromium, address: str) -> None:
    tab = opened(browser, f"{address}/games/future-invaders/build?deck=earthwall-with-reserves")
    assert "✓" in verdict(tab)
    marks = tab.value(
        "[...document.querySelectorAll('.b-formats td:nth-child(2)')].map(td => td.textContent[0]).join('')"
    )
    assert (len(marks), marks.count("✓")) == (6, 1)
    choose(tab, "#b-format", "prepared")
    tab.until(lambda: "Remove its" in text(tab, ".b-faults"))
    tab.value(
        "[...document.querySelectorAll('.b-faults button')].find(b => b.textContent.startsWith('Remove its')).click()"
    )
    tab.until(lambda: "✓" in verdict(tab))


def test_sections_get_the_cards_they_are_chosen_for(browser: Chromium, address: str) -> None:
    tab = opened(browser, f"{address}/games/rone-invasion/build")
    tab.value(
        "[...document.querySelectorAll('.b-sections .b-chip')].find(b => b.textContent.startsWith('Leader')).click()"
    )
    write(tab, "#b-query", "type:leader")
    tab.until(lambda: tab.value("document.querySelectorAll('#b-found li').length") < 20)
    click(tab, "#b-found [data-card=marshal-odra]")
    tab.until(lambda: lines(tab) == {"marshal-odra": 1})
    assert tab.value("document.querySelector('.b-row [data-card]').dataset.section") == "leader"


def test_all_that_is_missing_is_added_at_once(browser: Chromium, address: str) -> None:
    tab = opened(browser, f"{address}/games/saucer-people/build")
    tab.until(lambda: tab.value("document.getElementById('b-missing') !== null"))
    click(tab, "#b-missing")
    tab.until(lambda: "✓" in verdict(tab))
    assert sum(lines(tab).values()) == 52
    click(tab, "#b-undo")
    tab.until(lambda: lines(tab) == {})


def test_dice_that_players_make_are_changed_and_judged(browser: Chromium, address: str) -> None:
    tab = opened(browser, f"{address}/games/rone-invasion/build?deck=after-three-matches")
    assert "✓" in verdict(tab)
    choose(tab, "#b-format", "competitive")
    tab.until(lambda: "✗" in verdict(tab))
    assert "dice" in text(tab, ".b-faults").lower() or "die" in text(tab, ".b-faults").lower()
    choose(tab, "#b-format", "campaign")
    tab.until(lambda: "✓" in verdict(tab))
    first = "document.querySelector('.b-die button').getAttribute('aria-label')"
    before = tab.value(first)
    click(tab, ".b-die button")
    tab.until(lambda: tab.value(first) != before)
    press(tab, "u")
    tab.until(lambda: tab.value(first) == before)


def test_a_card_is_shown_with_its_symbols_named_and_a_digit_sets_copies(browser: Chromium, address: str) -> None:
    tab = opened(browser, f"{address}/games/future-invaders/build")
    tab.value("document.querySelector('#b-found [data-card=yard-tender]').focus()")
    press(tab, "2")
    tab.until(lambda: lines(tab) == {"yard-tender": 2})
    press(tab, "i")
    tab.until(lambda: tab.value("document.querySelectorAll('dialog .symbol').length") == 2)
    assert tab.value("document.querySelectorAll('dialog .symbol')[1].alt") == "Oil"
    assert "{" not in text(tab, "dialog")
    press(tab, "Escape")
    tab.until(lambda: tab.value("document.activeElement.dataset.card") == "yard-tender")
    press(tab, "1", "2")
    tab.until(lambda: lines(tab) == {"yard-tender": 12})
    press(tab, "i", "Escape")
    tab.until(lambda: tab.value("document.activeElement.dataset.card") == "yard-tender")
    press(tab, "0")
    tab.until(lambda: lines(tab) == {})


def test_filters_come_from_the_cards_schema(browser: Chromium, address: str) -> None:
    tab = opened(browser, f"{address}/games/future-invaders/build")
    tab.value("[...document.querySelectorAll('.b-chip')].find(b => b.textContent === 'Pirates').click()")
    tab.value("[...document.querySelectorAll('.b-chip')].find(b => b.textContent === 'Ship').click()")
    write(tab, ".b-fields input[aria-label='Cost, to']", "2")
    tab.until(lambda: 0 < tab.value("document.querySelectorAll('#b-found li').length") < 15)
    write(tab, "#b-query", "fraction:pirates")
    tab.until(lambda: "fraction" in text(tab, "#b-search-said"))


def test_numbers_chances_and_dice(browser: Chromium, address: str) -> None:
    tab = opened(browser, f"{address}/games/future-invaders/build?deck=earthwall")
    click(tab, "#b-tab-numbers")
    tab.until(lambda: tab.value("document.querySelectorAll('.b-curve').length") >= 3)
    write(tab, ".b-ask input", "rail-salvo by turn 3")
    click(tab, ".b-ask button")
    tab.until(lambda: "%" in text(tab, ".b-asked"))
    dice = opened(browser, f"{address}/games/saucer-dice/build?deck=table-for-four")
    click(dice, "#b-tab-numbers")
    dice.until(lambda: dice.value("document.querySelectorAll('.b-table').length") > 4)


def test_every_export_is_offered_by_its_name_and_text_is_shown(browser: Chromium, address: str, tmp_path: Path) -> None:
    tab = opened(browser, f"{address}/games/invasion-tcg/build?deck=podfall")
    click(tab, "#b-tab-out")
    assert tab.value("[...document.querySelectorAll('[data-target]')].map(b => b.dataset.target).join()").startswith(
        "engine,text"
    )
    assert tab.value("document.querySelector('[data-target=cockatrice]').textContent") == "Cockatrice"
    click(tab, "[data-target=text]")
    tab.until(lambda: "7 Podling" in str(tab.value("document.getElementById('b-text')?.value")))
    browser.download_to(tmp_path)
    for target, file in (("cockatrice", "podfall.cod"), ("tts", "podfall.zip")):
        tab.until(lambda target=target: tab.value(f"!document.querySelector('[data-target={target}]').disabled"))
        click(tab, f"[data-target={target}]")
        tab.until((tmp_path / file).exists)


def test_a_deck_is_saved_with_its_versions_and_compared(tab: Tab, address: str) -> None:
    write(tab, "#b-name", "<b>Mine</b>")
    click(tab, "#b-found [data-card=podling]")
    tab.until(lambda: "shelf=" in tab.value("location.search"))
    click(tab, "#b-tab-compare")
    write(tab, "#b-version-note", "before <i>heralds")
    click(tab, "#b-version")
    tab.until(lambda: tab.value("document.querySelectorAll('#b-versions li').length") == 1)
    assert "before <i>heralds" in text(tab, "#b-versions")
    click(tab, "#b-found [data-card=seed-herald]")
    choose(tab, "#b-against", "v0")
    tab.until(lambda: "+1 Seed Herald" in text(tab, "#b-compared"))
    tab.value("new Promise(done => setTimeout(done, 600))")
    tab.go(str(tab.value("location.href")) + "&again")
    ready(tab)
    assert lines(tab) == {"podling": 1, "seed-herald": 1}
    assert tab.value("document.getElementById('b-name').value") == "<b>Mine</b>"
    click(tab, "#b-tab-shelf")
    assert "<b>Mine</b>" in text(tab, "#b-shelf")
    assert tab.value("document.querySelector('#b-shelf b b')") is None


def test_two_tabs_do_not_lose_each_others_work(browser: Chromium, tab: Tab) -> None:
    click(tab, "#b-found [data-card=podling]")
    tab.until(lambda: "shelf=" in tab.value("location.search"))
    other = opened(browser, tab.value("location.href"))
    click(other, "#b-found [data-card=seed-herald]")
    tab.until(lambda: text(tab, "#b-conflict"))
    tab.value("document.querySelectorAll('#b-conflict button')[1].click()")
    click(tab, "#b-found [data-card=podling]")
    tab.until(lambda: tab.value("document.getElementById('b-conflict')") is None)
    click(tab, "#b-tab-shelf")
    tab.until(lambda: tab.value("document.querySelectorAll('#b-shelf li').length") == 2)
    assert lines(other) == {"podling": 1, "seed-herald": 1}


@pytest.mark.parametrize(
    "deck", ["rone-invasion/the-whole-valley", "saucer-dice/table-for-four", "future-invaders/earthwall"]
)
def test_a_phone_shows_all_of_it_and_works_by_touch(browser: Chromium, address: str, deck: str) -> None:
    game, _, name = deck.partition("/")
    tab = browser.open("data:text/html,")
    tab.ask("Emulation.setDeviceMetricsOverride", {"width": 360, "height": 740, "deviceScaleFactor": 1, "mobile": True})
    tab.ask("Emulation.setTouchEmulationEnabled", {"enabled": True})
    tab.go(f"{address}/games/{game}/build?deck={name}")
    ready(tab)
    assert tab.value("document.documentElement.scrollWidth") <= 360
    before = tab.value("Number(document.querySelector('.b-switch').textContent.match(/\\d+/)[0])")
    where = "document.querySelector('#b-found .b-step:nth-of-type(2)')"
    box = tab.value(f"({where}.scrollIntoView({{block: 'center'}}), {where}.getBoundingClientRect().toJSON())")
    assert min(box["width"], box["height"]) >= 32
    point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    tab.ask("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    tab.ask("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    tab.until(lambda: str(before + 1) in text(tab, ".b-switch"))
    click(tab, ".b-switch button:nth-child(2)")
    for one in ("numbers", "compare", "out", "shelf", "deck"):
        click(tab, f"#b-tab-{one}")
        assert (
            tab.value(
                "new Promise(done => setTimeout(() => done(document.querySelector('[aria-selected=true]').id), 50))"
            )
            == f"b-tab-{one}"
        )
        assert tab.value("document.documentElement.scrollWidth") <= 360, one


def test_everything_has_a_name_for_those_who_listen(browser: Chromium, address: str) -> None:
    tab = opened(browser, f"{address}/games/rone-invasion/build?deck=after-three-matches")
    verdict(tab)
    for one in ("deck", "numbers", "compare", "out", "shelf"):
        click(tab, f"#b-tab-{one}")
        tab.value("new Promise(done => setTimeout(done, 300))")
        nodes = tab.ask("Accessibility.getFullAXTree")["nodes"]
        roles = {"button", "textbox", "searchbox", "combobox", "tab", "spinbutton", "checkbox", "link"}
        nameless = [
            node
            for node in nodes
            if node.get("role", {}).get("value") in roles
            and not node.get("name", {}).get("value")
            and not node["ignored"]
        ]
        assert nameless == [], one


def test_a_page_in_french_speaks_it(browser: Chromium, address: str) -> None:
    tab = opened(browser, f"{address}/games/future-invaders/build?lang=fr")
    assert text(tab, "#b-undo").endswith("Annuler")
    assert "Rempart de la Terre" in text(tab, "#b-sample")
    assert "Vedette" in text(tab, "#b-found") or tab.value("document.documentElement.lang") == "fr"


def test_a_deck_is_printed_as_pdf(browser: Chromium, address: str, tmp_path: Path) -> None:
    tab = opened(browser, f"{address}/games/saucer-dice/build?deck=duel-of-fire-and-ice")
    tab.looks(1280, 900)
    browser.download_to(tmp_path)
    click(tab, "#b-tab-out")
    tab.until(lambda: tab.value("document.getElementById('b-print') !== null"))
    tab.value("document.querySelector('#b-print').focus()")
    press(tab, "Enter")
    tab.until((tmp_path / "duel-of-fire-and-ice.pdf").is_file)
    tab.until(lambda: tab.value("document.activeElement.id") == "b-print")
    assert (tmp_path / "duel-of-fire-and-ice.pdf").read_bytes().startswith(b"%PDF")
    assert not text(tab, "[role=alert]")


def test_each_card_says_how_many_copies_the_format_allows(browser: Chromium, address: str) -> None:
    tab = opened(browser, f"{address}/games/future-invaders/build?deck=earthwall")
    tile = "#b-found li:has([data-card={}])"
    tab.until(lambda: text(tab, tile.format("yard-tender") + " output") == "2/2")
    assert "b-full" in tab.value(f"document.querySelector('{tile.format('yard-tender')} output').className")
    assert text(tab, ".b-row .b-most") == "2/2"
    assert text(tab, tile.format("mars-accord-cruiser") + " output") == "0/2"
    said = f"document.querySelector('{tile.format('yard-tender')} .b-card').getAttribute('aria-label')"
    assert tab.value(said) == "Add Yard Tender, 2 of 2 copies in the deck"
    choose(tab, "#b-format", "singleton")
    tab.until(lambda: text(tab, tile.format("yard-tender") + " output") == "2/1")
    choose(tab, "#b-format", "standard-rarity")
    tab.until(lambda: text(tab, tile.format("vigil-of-nairobi") + " .b-why") == "not in Standard Rarity")
    assert "rarity mark" in tab.value(f"document.querySelector('{tile.format('vigil-of-nairobi')} .b-why').title")
    tab.until(lambda: "not in Standard Rarity" in text(tab, ".b-row.b-bad"))


def test_a_section_says_where_cards_go_that_it_has_no_place_for(browser: Chromium, address: str) -> None:
    tab = opened(browser, f"{address}/games/rone-invasion/build?deck=after-three-matches")
    write(tab, "#b-query", "marshal")
    tab.until(lambda: text(tab, "#b-found li:has([data-card=marshal-odra]) .b-why") == "goes to Leader")
    click(tab, "#b-found [data-card=marshal-odra]")
    where = "[...document.querySelectorAll('.b-row [data-card=marshal-odra]')].map(one => one.dataset.section)"
    tab.until(lambda: tab.value(where) == ["leader"])


def test_decks_are_saved_on_the_server_and_zipped(browser: Chromium, address: str, decks: Path, tmp_path: Path) -> None:
    tab = opened(browser, f"{address}/games/invasion-tcg/build?deck=podfall")
    browser.download_to(tmp_path)
    click(tab, "#b-tab-shelf")
    tab.until(lambda: tab.value("document.getElementById('b-serve-name')?.value") == "podfall")
    tab.until(lambda: "no deck of this game" in text(tab, "#b-tab"))
    write(tab, "#b-serve-name", "<i>Pods!")
    click(tab, "#b-serve-as")
    tab.until(lambda: "no name for a deck" in text(tab, "#b-tab [role=alert]"))
    write(tab, "#b-serve-name", "Pods")
    click(tab, "#b-serve-as")
    tab.until((decks / "Pods.yaml").is_file)
    tab.until(lambda: "Podfall" in text(tab, "#b-served"))
    tab.until(lambda: tab.value("document.getElementById('b-serve-save')?.disabled"))
    click(tab, "#b-found [data-card=seed-herald]")
    tab.until(lambda: tab.value("document.getElementById('b-serve-save')?.disabled") is False)
    click(tab, "#b-serve-save")
    tab.until(lambda: tab.value("document.getElementById('b-serve-save')?.disabled"))
    other = opened(browser, f"{address}/games/invasion-tcg/build")
    click(other, "#b-tab-shelf")
    other.until(lambda: text(other, "#b-served"))
    click(other, "#b-served li button")
    other.until(lambda: lines(other) == lines(tab) or text(other, "#b-verdict"))
    click(other, "#b-tab-deck")
    other.until(lambda: len(lines(other)) > 5)
    click(other, "#b-tab-shelf")
    click(other, "#b-served-zip")
    tab.until((tmp_path / "invasion-tcg-decks.zip").is_file)
    with ZipFile(tmp_path / "invasion-tcg-decks.zip") as archive:
        assert archive.namelist() == ["Pods.yaml"]
    click(other, ".b-switch button:nth-child(2)")
    other.until(lambda: other.value("document.querySelector('.b-panel').hidden") is False)
    other.value("document.querySelector('#b-served .b-plain').focus()")
    press(other, "Enter")
    other.until(lambda: "Delete Pods?" in text(other, "dialog"))
    assert (decks / "Pods.yaml").is_file()
    other.value("document.getElementById('b-yes').focus()")
    press(other, "Enter")
    other.until(lambda: not (decks / "Pods.yaml").exists())
    other.until(lambda: "no deck of this game" in text(other, "#b-tab"))
    assert tab.refusals() == other.refusals() == []


def test_a_deck_that_changed_on_the_server_is_not_overwritten(browser: Chromium, address: str, decks: Path) -> None:
    tab = opened(browser, f"{address}/games/invasion-tcg/build")
    click(tab, "#b-found [data-card=podling]")
    click(tab, "#b-tab-shelf")
    write(tab, "#b-serve-name", "mine")
    click(tab, "#b-serve-as")
    tab.until((decks / "mine.yaml").is_file)
    theirs = "name: <b>Theirs</b>\ngame: invasion-tcg\ncards:\n  seed-herald: 2\n"
    (decks / "mine.yaml").write_text(theirs)
    click(tab, "#b-found [data-card=podling]")
    tab.until(lambda: tab.value("document.getElementById('b-serve-save')?.disabled") is False)
    click(tab, "#b-serve-save")
    tab.until(lambda: "+2 Podling" in text(tab, "dialog"))
    assert "−2 Seed Herald" in text(tab, "dialog")
    assert (decks / "mine.yaml").read_text() == theirs
    click(tab, "#b-copy")
    tab.until((decks / "mine-2.yaml").is_file)
    tab.until(lambda: tab.value("document.querySelector('dialog')") is None)
    write(tab, "#b-serve-name", "mine")
    click(tab, "#b-serve-as")
    tab.until(lambda: tab.value("document.getElementById('b-theirs') !== null"))
    click(tab, "#b-theirs")
    click(tab, "#b-tab-deck")
    tab.until(lambda: lines(tab) == {"seed-herald": 2})
    press(tab, "u")
    tab.until(lambda: lines(tab) == {"podling": 2})
    (decks / "mine.yaml").unlink()
    click(tab, "#b-tab-shelf")
    tab.until(lambda: tab.value("document.getElementById('b-serve-save')?.disabled") is False)
    click(tab, "#b-serve-save")
    tab.until(lambda: "no longer" in text(tab, "dialog"))
    click(tab, "#b-mine")
    tab.until((decks / "mine.yaml").is_file)
    assert "podling: 2" in (decks / "mine.yaml").read_text()


def test_a_deck_is_written_out_for_a_tournament(browser: Chromium, address: str, tmp_path: Path) -> None:
    tab = opened(browser, f"{address}/games/rone-invasion/build?deck=after-three-matches&lang=fr")
    browser.download_to(tmp_path)
    click(tab, "#b-tab-out")
    tab.until(lambda: tab.value("document.getElementById('b-sheet') !== null"))
    click(tab, "#b-sheet")
    tab.until((tmp_path / "apres-trois-manches-sheet.pdf").is_file)
    assert "Feuille de deck" in pdf_text((tmp_path / "apres-trois-manches-sheet.pdf").read_bytes())
    assert not text(tab, "[role=alert]")


def test_what_a_collection_lacks_is_shown_and_printed(browser: Chromium, address: str, tmp_path: Path) -> None:
    tab = opened(browser, f"{address}/games/invasion-tcg/build?deck=podfall")
    browser.download_to(tmp_path)
    click(tab, "#b-tab-out")
    tab.until(lambda: tab.value("document.getElementById('b-have') !== null"))
    write(tab, "#b-have", "count,name\n6,Podling\n1,<b>Nonsense</b>\n")
    tab.until(lambda: tab.value("!document.getElementById('b-lacking').disabled"))
    click(tab, "#b-lacking")
    tab.until(lambda: "24 of 30 cards are missing" in text(tab, "#b-lacks"))
    assert "<b>Nonsense</b>" in text(tab, "#b-lacks")
    first = "[...document.querySelector('#b-lacks tbody tr').querySelectorAll('td')].map(td => td.textContent)"
    assert tab.value(first) == ["7", "6", "1"]
    click(tab, "#b-copy-lacks")
    tab.until(lambda: "Copied" in str(tab.value("document.querySelector('p.b-said').textContent")))
    click(tab, "#b-print-lacks")
    tab.until((tmp_path / "podfall-proxies.pdf").is_file)
    click(tab, "#b-found [data-card=podling]")
    tab.until(lambda: "25 of 31 cards are missing" in text(tab, "#b-lacks"))
    again = opened(browser, f"{address}/games/invasion-tcg/build?deck=podfall")
    click(again, "#b-tab-out")
    again.until(lambda: "Podling" in str(again.value("document.getElementById('b-have')?.value")))
    assert tab.refusals() == []


def test_comparing_shows_cards_curves_and_dice_of_both_decks(browser: Chromium, address: str) -> None:
    tab = opened(browser, f"{address}/games/future-invaders/build?deck=earthwall")
    click(tab, "#b-tab-compare")
    choose(tab, "#b-against", "dthe-accord")
    tab.until(lambda: text(tab, "#b-compared h3") == "The Accord → Earthwall")
    shown = text(tab, "#b-compared")
    assert all(word in shown for word in ("In+", "Out−"))
    assert tab.value("document.querySelectorAll('.b-two').length") >= 3
    assert tab.value("document.querySelector('.b-two li').querySelectorAll('i').length") == 2
    dice = opened(browser, f"{address}/games/saucer-dice/build?deck=table-for-four")
    click(dice, "#b-tab-compare")
    choose(dice, "#b-against", "dduel-of-fire-and-ice")
    dice.until(lambda: "Repel everything in round 1" in text(dice, "#b-same-odds"))
    assert "Sector Die: Sector 1" in text(dice, "#b-two-odds")
    assert "2 × 30.6%" in text(dice, "#b-two-odds")


@needs_axe
@pytest.mark.parametrize(
    "deck", ["future-invaders/earthwall", "rone-invasion/after-three-matches", "saucer-dice/table-for-four"]
)
def test_nothing_of_the_builder_keeps_people_out(browser: Chromium, address: str, deck: str) -> None:
    game, _, name = deck.partition("/")
    tab = browser.open("data:text/html,")
    tab.looks(1280, 900)
    tab.go(f"{address}/games/{game}/build?deck={name}")
    ready(tab)
    verdict(tab)
    found: list[tuple[str, list[str]]] = []

    def look(where: str, within: str = ".b-panel") -> None:
        found.append((where, hindrances(tab, within=within)))
        if game == "future-invaders":
            tab.looks(1280, 900, scheme="dark")
            found.append((f"{where} in the dark", hindrances(tab, colors=True, within=within)))
            tab.looks(1280, 900)

    look("deck", "")
    click(tab, "#b-tab-numbers")
    tab.until(lambda: tab.value("document.querySelector('.b-charts') !== null"))
    look("numbers")
    click(tab, "#b-tab-compare")
    tab.value("document.querySelector('#b-against').selectedIndex = 1")
    tab.value("document.querySelector('#b-against').dispatchEvent(new Event('change', {bubbles: true}))")
    tab.until(lambda: text(tab, "#b-compared"))
    click(tab, "#b-version")
    tab.until(lambda: text(tab, "#b-versions"))
    look("compare")
    click(tab, "#b-tab-out")
    tab.until(lambda: tab.value("document.getElementById('b-have') !== null"))
    write(tab, "#b-have", "1 Nonsense\n1 Yard Tender\n1 Ruddock\n1 Vision\n")
    tab.until(lambda: tab.value("!document.getElementById('b-lacking').disabled"))
    click(tab, ".b-proxies summary")
    click(tab, "#b-lacking")
    tab.until(lambda: text(tab, "#b-lacks"))
    look("out")
    if game == "future-invaders":  # what follows is the same for every game
        click(tab, "#b-tab-shelf")
        tab.until(lambda: tab.value("document.getElementById('b-serve-name') !== null"))
        click(tab, "#b-serve-as")
        tab.until(lambda: text(tab, "#b-server") or text(tab, "dialog"))
        look("shelf")
        for dialog in ("#b-open-paste", ".b-keys-button"):
            tab.value("document.querySelector('dialog')?.close()")
            tab.until(lambda: tab.value("document.querySelector('dialog') === null"))
            click(tab, dialog)
            tab.until(lambda: tab.value("document.querySelector('dialog')?.open"))
            look(dialog, "dialog")
    assert [(where, what) for where, what in found if what] == []
