"""Who is answered, and what every answer says."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from builder.web.server.replies import is_known, tag_of
from builder.web.server.safety import LOCAL, MAX_BODY, names_for
from tests.support.serving import asked


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with asked(tmp_path_factory.mktemp("safety")) as found:
        yield found


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1:8080", "[::1]:80", "LOCALHOST"])
def test_its_own_names_are_answered(client: TestClient, host: str) -> None:
    assert client.get("/health", headers={"host": host}).status_code == 200


@pytest.mark.parametrize("host", ["evil.example", "localhost.evil.example", "127.0.0.1.evil", "", "localhost:x", "a b"])
def test_other_names_are_refused(client: TestClient, host: str) -> None:
    answer = client.get("/health", headers={"host": host})
    assert (answer.status_code, "data" in answer.text) == (421, False)


def test_a_server_for_the_network_answers_under_its_names() -> None:
    assert names_for("127.0.0.1") == frozenset(LOCAL)
    assert names_for("192.0.2.1") == frozenset()
    assert names_for("192.0.2.1", ["cards.example"]) == {*LOCAL, "cards.example"}


@pytest.mark.parametrize(
    "headers",
    [{"sec-fetch-site": "cross-site"}, {"origin": "http://evil.example"}, {"origin": "null"}],
)
def test_strangers_pages_may_send_nothing(client: TestClient, headers: dict[str, str]) -> None:
    assert client.post("/api/v1/judge", json={}, headers=headers).status_code == 403
    own = {"origin": "http://localhost", "sec-fetch-site": "same-origin"}
    assert client.post("/api/v1/judge", json={}, headers=own).status_code == 422


def test_bodies_have_a_limit(client: TestClient) -> None:
    big = b" " * (MAX_BODY + 1)
    assert client.post("/api/v1/judge", content=big).status_code == 413

    def pieces() -> Iterator[bytes]:
        yield from [b" " * 100_000] * 11

    assert client.post("/api/v1/judge", content=pieces()).status_code == 413
    assert client.post("/api/v1/judge", content=b" ", headers={"content-length": "-1"}).status_code == 413


def test_every_answer_says_what_a_browser_may_do(client: TestClient) -> None:
    for path in ("/health", "/nothing", "/api/v1/games"):
        headers = client.get(path).headers
        assert "default-src 'none'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"


def test_other_sites_scripts_read_only_what_is_served_to_the_network(client: TestClient, tmp_path: Path) -> None:
    assert "access-control-allow-origin" not in client.get("/api/v1/games").headers
    with asked(tmp_path, "cards.example", hosts=()) as network:
        assert network.get("/api/v1/games").headers["access-control-allow-origin"] == "*"


def test_tags() -> None:
    tag = tag_of(b"one")
    assert tag != tag_of(b"two")
    assert is_known(tag, [f'"x", W/{tag}'])
    assert is_known(tag, ["*"])
    assert not is_known(tag, ['"x"', ""])
