"""Decks that a server keeps in a folder: by those who have seen what they replace, and nowhere else."""

import gc
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from httpx2 import Response
from starlette.testclient import TestClient

from builder.documents.reading import load
from builder.web.api.endpoints import PREFIX
from builder.web.server.shelf import MAX_DECK, SavedDeck
from tests.support.commands import Arsenal, bundle_nothing
from tests.support.serving import asked

pytestmark = pytest.mark.usefixtures("alone")

DECK: dict[str, Any] = {"name": "Ash", "game": "moon-duel", "cards": {"coal-sprite": 3}}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("shelf")


@pytest.fixture(scope="module")
def everyones(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    (folder / "kept").mkdir()
    with pytest.MonkeyPatch.context() as patch:
        bundle_nothing(patch, tmp_path_factory)
        with asked(folder, decks=folder / "kept") as found:
            yield found


@pytest.fixture
def client(everyones: TestClient, folder: Path) -> TestClient:
    for path in (folder / "kept").iterdir():
        path.unlink()
    return everyones


@pytest.fixture
def decks_folder(folder: Path) -> Path:
    return folder / "kept"


def put(client: TestClient, name: str, deck: dict[str, Any], seen: str = "") -> Response:
    return client.put(f"{PREFIX}/decks/{name}", json=deck, headers={"if-match": seen} if seen else {})


def test_a_deck_is_saved_as_a_file_in_canonical_form(client: TestClient, decks_folder: Path) -> None:
    answer = put(client, "Ash and Coal", {"cards": {"coal-sprite": 3}, "game": "moon-duel", "name": "Ash"})
    assert answer.status_code == 200, answer.text
    file = decks_folder / "Ash and Coal.yaml"
    assert file.read_text("utf-8") == "name: Ash\ngame: moon-duel\ncards:\n  coal-sprite: 3\n"
    assert [path.name for path in decks_folder.iterdir()] == [file.name]
    found = client.get(f"{PREFIX}/decks/Ash and Coal")
    assert (found.json(), found.headers["etag"]) == (DECK, answer.json()["etag"])
    (listed,) = client.get(f"{PREFIX}/decks").json()["decks"]
    assert (listed["id"], listed["etag"], listed["cards"]) == ("Ash and Coal", found.headers["etag"], 3)


def test_who_has_seen_a_deck_replaces_and_removes_it(client: TestClient, decks_folder: Path) -> None:
    first = put(client, "ash", DECK).json()["etag"]
    second = put(client, "ash", {**DECK, "author": "Mo"}, first)
    assert load(decks_folder / "ash.yaml").data["author"] == "Mo"
    assert client.delete(f"{PREFIX}/decks/ash", headers={"if-match": first}).status_code == 412
    assert client.delete(f"{PREFIX}/decks/ash").status_code == 412
    assert (decks_folder / "ash.yaml").exists()
    assert client.delete(f"{PREFIX}/decks/ash", headers={"if-match": second.json()["etag"]}).status_code == 200
    assert not list(decks_folder.iterdir())
    assert client.delete(f"{PREFIX}/decks/ash", headers={"if-match": "*"}).status_code == 404


def test_a_file_that_changed_underneath_stays_and_both_decks_are_shown(client: TestClient, decks_folder: Path) -> None:
    tag = put(client, "ash", DECK).json()["etag"]
    theirs = "# theirs\nname: Theirs\ngame: moon-duel\ncards: {}\n"
    (decks_folder / "ash.yaml").write_text(theirs, "utf-8")
    ours = {**DECK, "name": "Ours"}
    answer = put(client, "ash", ours, tag)
    assert answer.status_code == 412
    assert (answer.json()["current"]["name"], answer.json()["sent"]) == ("Theirs", ours)
    assert (decks_folder / "ash.yaml").read_text("utf-8") == theirs
    assert put(client, "ash", ours).status_code == 412  # as a new deck, neither
    assert put(client, "ash", ours, answer.json()["etag"]).status_code == 200
    (decks_folder / "ash.yaml").unlink()
    gone = put(client, "ash", ours, "*")
    assert (gone.status_code, gone.json()["current"]) == (412, None)


def test_a_full_shelf_takes_changes_and_no_new_decks(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("builder.web.server.shelf.MOST_DECKS", 2)
    first = put(client, "one", DECK).json()["etag"]
    assert put(client, "two", DECK).status_code == 200
    assert "at most 2 decks are saved" in put(client, "three", DECK).text
    assert put(client, "one", {**DECK, "author": "Mo"}, first).status_code == 200
    assert [deck["id"] for deck in client.get(f"{PREFIX}/decks").json()["decks"]] == ["one", "two"]


def test_a_file_that_holds_no_deck_is_listed_with_its_faults(client: TestClient, decks_folder: Path) -> None:
    (decks_folder / "broken.yaml").write_text("name: [\n", "utf-8")
    (decks_folder / "odd.yaml").write_text("name: Odd\n", "utf-8")
    listed = client.get(f"{PREFIX}/decks").json()["decks"]
    assert [(deck["id"], deck["faults"] > 0) for deck in listed] == [("broken", True), ("odd", True)]
    answer = client.get(f"{PREFIX}/decks/odd")
    assert (answer.status_code, "game" in answer.text) == (422, True)
    tag = listed[1]["etag"]
    assert put(client, "odd", DECK, tag).status_code == 200


@pytest.mark.parametrize("name", [
    "..%2fout", "%2e%2e%2fout", "..%5cout", ".hidden", "a%00b", "a%0ab", "nul", "COM1.x", "a:b", "x" * 81, "%ff", "a ",
])  # fmt: skip
def test_no_name_leads_out_of_the_folder(client: TestClient, folder: Path, name: str) -> None:
    before = sorted(folder.rglob("*"))
    assert client.put(f"{PREFIX}/decks/{name}", json=DECK).status_code in (404, 405)
    assert client.delete(f"{PREFIX}/decks/{name}", headers={"if-match": "*"}).status_code in (404, 405)
    assert sorted(folder.rglob("*")) == before


def test_links_out_of_the_folder_are_not_followed(client: TestClient, folder: Path, decks_folder: Path) -> None:
    outside = folder / "outside.yaml"
    outside.write_text("name: Out\ngame: moon-duel\ncards: {}\n", "utf-8")
    (decks_folder / "link.yaml").symlink_to(outside)
    assert client.get(f"{PREFIX}/decks").json() == {"decks": []}
    assert client.get(f"{PREFIX}/decks/link").status_code == 400
    assert put(client, "link", DECK, "*").status_code == 400
    assert "Out" in outside.read_text("utf-8")


@pytest.mark.parametrize("headers", [{"sec-fetch-site": "cross-site"}, {"origin": "http://evil.example"}])
def test_strangers_pages_neither_write_nor_read(
    client: TestClient, decks_folder: Path, headers: dict[str, str]
) -> None:
    assert client.put(f"{PREFIX}/decks/ash", json=DECK, headers=headers).status_code == 403
    assert client.delete(f"{PREFIX}/decks/ash", headers={"if-match": "*", **headers}).status_code == 403
    assert not list(decks_folder.iterdir())
    asked_first = client.options(f"{PREFIX}/decks/ash", headers={**headers, "access-control-request-method": "PUT"})
    for answer in (asked_first, client.get(f"{PREFIX}/decks", headers=headers)):
        assert "access-control-allow-origin" not in answer.headers


def test_a_shelf_of_none_keeps_nothing(tmp_path: Path) -> None:
    with asked(tmp_path) as client:
        put(client, "ash", DECK)  # so that the database is open
        before = sorted(tmp_path.rglob("*"))
        for answer in (put(client, "ash", DECK), client.get(f"{PREFIX}/decks"), client.get(f"{PREFIX}/decks/ash")):
            assert (answer.status_code, "--decks" in answer.text) == (404, True)
        assert sorted(tmp_path.rglob("*")) == before


def test_the_folder_must_be_there_and_the_server_have_a_name(arsenal: Arsenal, tmp_path: Path) -> None:
    assert "there is no folder" in arsenal("serve", "--decks", "nowhere", code=2).stderr
    assert "--name" in arsenal("serve", "--host", "192.0.2.1", "--decks", str(tmp_path), code=2).stderr


def test_all_decks_come_as_one_archive(client: TestClient, decks_folder: Path) -> None:
    put(client, "ash", DECK)
    put(client, "oak", {**DECK, "game": "invasion-tcg"})
    (decks_folder / "torn.yaml").write_text("name: [", "utf-8")
    whole, of_game = (client.get(f"{PREFIX}/decks.zip", params=words) for words in ({}, {"game": "moon-duel"}))
    assert whole.headers["content-type"] == "application/zip"
    assert "access-control-allow-origin" not in whole.headers
    with ZipFile(BytesIO(whole.content)) as archive:
        assert archive.namelist() == ["ash.yaml", "oak.yaml", "torn.yaml"]
        assert archive.read("ash.yaml") == (decks_folder / "ash.yaml").read_bytes()
    assert ZipFile(BytesIO(of_game.content)).namelist() == ["ash.yaml"]
    assert whole.content == client.get(f"{PREFIX}/decks.zip").content


def test_decks_that_are_sent_come_as_one_archive(client: TestClient, decks_folder: Path) -> None:
    names = ["Ash", "../ash", "<b>", "Ash!"]
    answer = client.post(f"{PREFIX}/decks.zip", json={"decks": [{**DECK, "name": name} for name in names]})
    with ZipFile(BytesIO(answer.content)) as archive:
        assert archive.namelist() == ["ash-2.yaml", "ash-3.yaml", "ash.yaml", "b.yaml"]
        assert archive.read("ash.yaml") == b"name: Ash\ngame: moon-duel\ncards:\n  coal-sprite: 3\n"
    assert client.post(f"{PREFIX}/decks.zip", json={"decks": [{"name": "x"}]}).status_code == 422
    assert not list(decks_folder.iterdir())


def test_a_builder_knows_whether_decks_are_saved(client: TestClient, tmp_path: Path) -> None:
    assert client.get(f"{PREFIX}/games/moon-duel/building").json()["keeps"] is True
    with asked(tmp_path) as other:
        assert other.get(f"{PREFIX}/games/moon-duel/building").json()["keeps"] is False
        assert other.get(f"{PREFIX}/decks.zip").status_code == 404


@pytest.mark.parametrize(
    "cards",
    [
        {"cards": {f"card-{n}": 1 for n in range(2_000)}},
        {"sections": {f"s{n}": {"coal-sprite": 1} for n in range(1_001)}},
        {"cards": {}, "printings": {"coal-sprite": {f"set-{n}": 1 for n in range(2_000)}}},
    ],
)
def test_a_deck_of_too_many_cards_is_neither_written_nor_archived(
    client: TestClient, decks_folder: Path, cards: dict[str, Any]
) -> None:
    deck = {"name": "Ash", "game": "moon-duel", **cards}
    for answer in (put(client, "ash", deck), client.post(f"{PREFIX}/decks.zip", json={"decks": [deck]})):
        assert (answer.status_code, "2,000 different cards" in answer.text) == (400, True)
    assert not list(decks_folder.iterdir())


def test_an_archive_is_of_so_many_cards(client: TestClient) -> None:
    deck = {**DECK, "cards": {f"card-{n}": 1 for n in range(1_900)}}
    assert client.post(f"{PREFIX}/decks.zip", json={"decks": [deck] * 11}).status_code == 400


def test_no_deck_is_remembered_but_for_what_a_list_says(
    client: TestClient, decks_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(3):
        tag = put(client, f"ash-{number}", DECK).json()["etag"]
        put(client, f"oak-{number}", DECK)
        client.delete(f"{PREFIX}/decks/ash-{number}", headers={"if-match": tag})
    listed = client.get(f"{PREFIX}/decks").json()
    gc.collect()
    assert [one for one in gc.get_objects() if isinstance(one, SavedDeck)] == []
    monkeypatch.setattr("builder.web.server.shelf.decode", None)  # no file is read again
    assert client.get(f"{PREFIX}/decks").json() == listed


def test_what_is_too_large_for_a_deck_is_said(
    client: TestClient, decks_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(client, "ash", DECK)
    (decks_folder / "large.yaml").write_bytes(b"#" * (MAX_DECK + 1))
    assert [deck["faults"] for deck in client.get(f"{PREFIX}/decks").json()["decks"]] == [0, 1]
    assert "too-large" in client.get(f"{PREFIX}/decks/large").text
    assert ZipFile(BytesIO(client.get(f"{PREFIX}/decks.zip").content)).namelist() == ["ash.yaml"]
    monkeypatch.setattr("builder.web.server.shelf.MOST_SENT", 10)
    assert client.get(f"{PREFIX}/decks.zip").status_code == 400
