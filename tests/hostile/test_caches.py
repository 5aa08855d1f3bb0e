"""Caches between a server and its readers: what is answered in one language, or to a program, is nobody else's."""

import re
from collections.abc import Iterator
from itertools import product

import pytest
from starlette.testclient import TestClient

from builder.authoring.new import new_game
from builder.web.server.openapi import description
from tests.support.serving import asked, pages_of

NAMES = {
    "game": "moon-duel", "card": "flare", "format": "standard", "format_id": "standard", "deck": "first-deck",
    "set_id": "core", "name": "mine", "to": "text",
}  # fmt: skip
MISSING = ("/nothing", "/games/none", "/games/moon-duel/cards/none", "/pictures/moon-duel/flare.1.webp", "/api/v1/none")
OTHERS = ("/colors.css", "/health", "/api/v1/openapi.json", "/static/site.css", "/games/moon-duel/symbols/tide")
READERS = [
    {"accept-language": language, "accept": accept}
    for language, accept in product(("en", "fr", "fr;q=0.1, en", ""), ("text/html", "application/json"))
]


def addresses() -> list[str]:
    """Of all that can be asked for with GET, and of what is not there."""
    of_api = [path for path, methods in description()["paths"].items() if "get" in methods and ".pdf" not in path]
    filled = [re.sub(r"{(\w+)}", lambda found: NAMES[found[1]], path) for path in of_api]
    return [*filled, *pages_of(), *MISSING, *OTHERS]


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    folder = tmp_path_factory.mktemp("cached")
    new_game("Moon Duel", folder)
    (folder / "moon-duel/locales").mkdir()
    (folder / "moon-duel/locales/fr.yaml").write_text("game: {name: Duel}\ncards: {flare: {name: Éclat}}\n", "utf-8")
    (folder / "decks").mkdir()
    with asked(folder, decks=folder / "decks") as found:
        found.put("/api/v1/decks/mine", json={"name": "Mine", "game": "moon-duel", "cards": {"flare": 1}})
        yield found


@pytest.mark.parametrize("address", addresses())
def test_a_cache_gives_each_what_is_theirs(client: TestClient, address: str) -> None:
    """A cache that keeps each answer by what its Vary names gives every reader what the server itself would.

    Whoever has an answer hears that it is as it was only where it is.
    """
    answers: dict[tuple[str, ...], bytes] = {}
    readers: dict[tuple[bytes, int], dict[str, str]] = {}  # one for each answer
    tags: dict[str, bytes] = {}
    for reader in READERS:
        answer = client.get(address, headers=reader)
        assert "cache-control" in answer.headers
        varies = sorted(set(re.findall(r"[\w-]+", answer.headers.get("vary", "").lower())) - {"accept-encoding"})
        key = tuple(f"{name}={reader.get(name, '')}" for name in varies)
        assert answers.setdefault(key, answer.content) == answer.content, f"{reader} at {address} gets another's answer"
        for other, content in list(answers.items()):  # keys of answers that named less
            if set(other) < set(key):
                assert content == answer.content, f"{address} varies by {key}, and said {other} to others"
        readers.setdefault((answer.content, answer.status_code), reader)
        if tag := answer.headers.get("etag"):
            assert tags.setdefault(tag, answer.content) == answer.content, f"{tag} is of two answers"
    for ((content, status), reader), (tag, had) in product(readers.items(), tags.items()):
        again = client.get(address, headers={**reader, "if-none-match": tag})
        assert again.status_code == (304 if content == had and status == 200 else status), f"{reader} has {tag}"
