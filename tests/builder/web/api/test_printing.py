"""Printing over HTTP: a PDF of the deck, within limits, while other requests are answered."""

import json
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from typing import Any

import pikepdf
import pytest
from starlette.testclient import TestClient

from builder.web.api.endpoints import PREFIX
from tests.support.renders import pdf_text

DECK = {"name": "Éclair / one\r\n", "game": "moon-duel", "cards": {"coal-sprite": 3}}


def printed(client: TestClient, **body: Any) -> pikepdf.Pdf:
    answer = client.post(f"{PREFIX}/print", json={"deck": DECK, **body})
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "application/pdf"
    assert answer.headers["content-disposition"] == 'attachment; filename="eclair-one.pdf"'
    return pikepdf.open(BytesIO(answer.content))


def test_a_deck_is_a_pdf_on_the_paper_asked_for(client: TestClient) -> None:
    found = printed(client, words={"paper": "letter", "orientation": "portrait", "backs": "none"})
    assert len(found.pages) == 1
    assert [round(float(edge)) for edge in found.pages[0].mediabox] == [0, 0, 612, 792]
    every, one_each = (printed(client, preset="drivethru", **{"one-each": one}).pages for one in (False, True))
    assert len(every) > len(one_each)


def test_a_sample_deck_has_its_sheets_at_an_address(client: TestClient) -> None:
    address = f"{PREFIX}/games/moon-duel/decks/first-deck/sheets.pdf"
    answer = client.get(address, params={"ink": "low", "paper": "a4"})
    assert answer.content.startswith(b"%PDF-"), answer.text
    again = client.get(address, params={"ink": "low", "paper": "a4"}, headers={"if-none-match": answer.headers["etag"]})
    assert again.status_code == 304
    assert client.get(f"{PREFIX}/games/moon-duel/decks/nothing/sheets.pdf").status_code == 404


@pytest.mark.parametrize(
    ("body", "status", "said"),
    [
        ({"preset": "mine.yaml"}, 422, "preset"),
        ({"preset": "mpc"}, 422, "drivethru"),
        ({"words": {"layout": "images"}}, 422, "layout"),
        ({"words": {"backs": "separate"}}, 422, "long-edge"),
        ({"words": {"paper": "a44"}}, 400, "a4"),
        ({"words": {"paper": "1x1mm"}}, 400, ""),
        ({"words": {"bleed": "900 mm"}}, 400, "bleed"),
        ({"lang": "xx"}, 400, "xx"),
        ({"deck": {**DECK, "cards": {"nobody": 1}}}, 422, "nobody"),
        ({"deck": {**DECK, "cards": {}}}, 400, "no cards"),
        ({"deck": {**DECK, "cards": {"coal-sprite": 10_000}}}, 400, "at most 200"),
    ],
)
def test_what_cannot_be_printed_is_said(client: TestClient, body: dict[str, Any], status: int, said: str) -> None:
    answer = client.post(f"{PREFIX}/print", json={"deck": DECK, **body})
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    assert said in answer.text
    assert "--" not in json.loads(answer.text).get("help", "")


def test_of_too_many_prints_some_are_refused_and_other_requests_are_answered(client: TestClient) -> None:
    def one(number: int) -> int:
        words = {"margin": f"{5 + number / 10:.1f} mm"}
        return client.post(f"{PREFIX}/print", json={"deck": DECK, "words": words}).status_code

    with ThreadPoolExecutor(20) as many:
        prints = [many.submit(one, number) for number in range(20)]
        before = [client.get(f"{PREFIX}/games").status_code for _ in range(5)]
        answers = [each.result() for each in prints]
    assert set(before) == {200}
    assert set(answers) == {200, 503}
    assert client.post(f"{PREFIX}/print", json={"deck": DECK}).status_code == 200


@pytest.mark.long
def test_a_deck_has_a_tournament_sheet(client: TestClient) -> None:
    def sheet(**body: Any) -> bytes:
        answer = client.post(f"{PREFIX}/tournament-sheet", json={"deck": DECK, "date": "2026-11-21", **body})
        assert answer.status_code == 200, answer.text
        assert answer.headers["content-disposition"] == 'attachment; filename="eclair-one-sheet.pdf"'
        return answer.content

    first = sheet(paper="letter")
    assert first == sheet(paper="letter") != sheet()
    with pikepdf.open(BytesIO(first)) as found:
        assert [round(float(edge)) for edge in found.pages[0].mediabox] == [0, 0, 612, 792]
    assert "Judged as of" in pdf_text(first)
    assert "2026-11-21" in pdf_text(first)
    assert "Feuille de deck" in pdf_text(sheet(deck={**DECK, "game": "future-invaders", "cards": {}}, lang="fr"))


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"paper": "a9"}, 422),
        ({"date": "2026-13-01"}, 400),
        ({"format": "nothing"}, 400),
        ({"lang": "xx"}, 400),
        ({"deck": {**DECK, "cards": {f"card-{n}": 1 for n in range(2_001)}}}, 400),
    ],
)
def test_a_sheet_that_cannot_be_made_is_refused(client: TestClient, body: Any, status: int) -> None:
    answer = client.post(f"{PREFIX}/tournament-sheet", json={"deck": DECK, **body})
    assert answer.status_code == status, answer.text


@pytest.mark.long
def test_only_what_a_collection_lacks_is_printed(client: TestClient) -> None:
    deck = {**DECK, "cards": {"coal-sprite": 3, "flare": 20}}
    whole, lacking = (printed(client, deck=deck, **words) for words in ({}, {"have": "20 Flare"}))
    assert len(lacking.pages) < len(whole.pages)
    answer = client.post(f"{PREFIX}/print", json={"deck": deck, "have": "20 Flare\n3 Coal Sprite"})
    assert (answer.status_code, answer.json()["detail"]) == (400, "nothing is missing from the collection")
