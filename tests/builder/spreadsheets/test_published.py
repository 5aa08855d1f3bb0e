"""A publisher's JSON, read as a sheet of cards."""

import json
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.diagnostics import FindingsError
from builder.spreadsheets.reading import HEADINGS, sheets_of

CARD = {
    "uuid": "0f",
    "name": {"en": "Test Lancer", "fr": "Lancier"},
    "cost": "TTT",
    "income": "T",
    "weapons": 3,
    "durability": 4,
    "body": {"en": "<b>Strike.</b> Gain [T].<br>Repair 1 [S] &amp; <i>draw</i>. <u>[Z]</u>", "fr": ""},
    "release": {"en": "Proof"},
    "faction": "Terrans",
    "type": "ship",
    "rarity": {"name": "Pinnacle", "max_card_count": 1},
    "images": [],
}


def test_a_card_is_a_row_in_english() -> None:
    (sheet,) = sheets_of(json.dumps({"cards": [CARD]}).encode(), "api.json")
    assert sheet.rows[0] == list(HEADINGS)
    text = "**Strike.** Gain {T}.\nRepair 1 {S} & *draw*. {Z}"
    assert sheet.rows[1] == ["Test Lancer", "ship", "Terrans", "Proof", "TTT", "T", "3", "4", "Pinnacle", text]
    assert sheet.notes == ["names and texts in French are left out"]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b'{"cards": ', "this is no JSON"),
        (b'{"cards": []}', "this JSON has no cards with names"),
        (b'{"cards": {"a": 1}}', "this JSON has no cards with names"),
        (b'{"deck": 1}', "this JSON has no cards with names"),
        (b"{" + b'"a":{' * 100_000, "this is no JSON"),
    ],
)
def test_other_json_is_refused(content: bytes, message: str) -> None:
    with pytest.raises(FindingsError) as caught:
        sheets_of(content, "api.json")
    assert [d.message for d in caught.value.diagnostics] == [message]


@given(
    st.dictionaries(
        st.sampled_from([*CARD]), st.none() | st.integers() | st.text() | st.lists(st.text()) | st.booleans()
    )
)
def test_no_card_is_too_strange(card: dict[str, object]) -> None:
    with suppress(FindingsError):
        sheets_of(json.dumps({"cards": [card]}).encode(), "api.json")


@pytest.mark.parametrize(("content", "path"), [(b"<cockatrice_deck/>", "a.xml"), (b"2 Flare", "a.dek")])
def test_a_deck_is_no_spreadsheet_and_what_takes_it_is_named(content: bytes, path: str) -> None:
    with pytest.raises(FindingsError) as caught:
        sheets_of(content, path)
    assert f"`arsenal export {path} --to deck" in caught.value.diagnostics[0].help
