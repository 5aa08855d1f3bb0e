"""Who is answered, and what every answer says."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from builder.diagnostics import UsageError
from builder.web.server.replies import is_known, tag_of
from builder.web.server.safety import LOCAL, MAX_BODY, names_for, origins_in
from tests.support.serving import asked


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
    "headers", [{"sec-fetch-site": "cross-site"}, {"origin": "http://evil.example"}, {"origin": "null"}]
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


OTHER = "https://decks.example"
DECK = {"deck": {"game": "moon-duel", "cards": {"flare": 1}}}
OPEN = [("GET", "/api/v1"), ("GET", "/api/v1/cards"), ("POST", "/api/v1/judge"), ("POST", "/api/v1/decks.zip")]
CLOSED = [
    ("GET", "/"), ("GET", "/health"), ("GET", "/api/v1/decks"), ("GET", "/api/v1/decks.zip"),
    ("GET", "/api/v1/decks/mine"), ("PUT", "/api/v1/decks/mine"), ("DELETE", "/api/v1/decks/mine"),
]  # fmt: skip


def allowed(client: TestClient, method: str, path: str, origin: str = OTHER) -> str:
    """The site whose pages may read the answer, as a browser learns it before it sends such a request and after."""
    headers = {"origin": origin, "sec-fetch-site": "cross-site"}
    before = client.options(path, headers={**headers, "access-control-request-method": method})
    after = client.request(method, path, headers=headers, json=DECK if method == "POST" else None)
    said = [answer.headers.get("access-control-allow-origin", "") for answer in (before, after)]
    assert said[0] == said[1]
    assert before.status_code == (204 if said[0] else 405) or path.startswith("/api/v1/decks") or method == "GET"
    if method != "GET" and not said[1]:
        assert after.status_code == 403
    return said[1]


@pytest.fixture(scope="module")
def decks(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("decks")


@pytest.mark.usefixtures("alone")
def test_pages_of_other_sites_may_ask_a_public_server_for_what_changes_nothing(decks: Path, tmp_path: Path) -> None:
    with asked(tmp_path, "cards.example", decks, hosts=names_for("127.0.0.1", ["cards.example"])) as public:
        assert {allowed(public, *one) for one in OPEN} == {"*"}
        assert {allowed(public, *one) for one in CLOSED} == {""}
        assert "content-disposition" in public.get("/api/v1").headers["access-control-expose-headers"]
        refused = public.post("/api/v1/judge", json={}, headers={"origin": OTHER})
        assert (refused.status_code, refused.headers["access-control-allow-origin"]) == (422, "*")
        for mine in ("localhost", "127.0.0.1", "[::1]"):  # past the proxy, and whom that asks for a password
            public.headers["host"] = mine
            assert {allowed(public, *one) for one in (*OPEN, *CLOSED)} == {""}
        public.headers["host"] = "evil.example"
        assert public.get("/api/v1", headers={"origin": OTHER}).status_code == 421
    assert not list(decks.iterdir())


def test_nobody_else_may_ask_a_server_of_this_machine(client: TestClient) -> None:
    assert {allowed(client, *one) for one in (*OPEN, *CLOSED)} == {""}
    assert client.get("/api/v1/games").headers["cross-origin-resource-policy"] == "same-origin"


@pytest.mark.usefixtures("alone")
@pytest.mark.parametrize("host", ["localhost", "cards.example"])
def test_origins_name_who_may_ask(decks: Path, tmp_path: Path, host: str) -> None:
    hosts = names_for("127.0.0.1", ["cards.example"])
    with asked(tmp_path, host, decks, hosts=hosts, origins=[OTHER]) as named:
        assert {allowed(named, *one) for one in OPEN} == {OTHER}
        assert {allowed(named, *one) for one in CLOSED} == {""}
        for stranger in ("https://evil.example", "http://decks.example", "null", OTHER + ".evil.example"):
            assert {allowed(named, *one, stranger) for one in OPEN} == {""}
        assert "origin" in named.get("/api/v1").headers.get_list("vary")
    with asked(tmp_path, host, hosts=hosts, origins=["none"]) as none:
        assert {allowed(none, *one) for one in OPEN} | {allowed(none, *OPEN[0], "none")} == {""}


def test_origins_are_sites() -> None:
    assert origins_in(["https://decks.example", "http://localhost:3000", "*"]) > {"*"}
    for wrong in ("https://decks.example/", "decks.example", "HTTPS://decks.example/build?x"):
        with pytest.raises(UsageError) as error:
            origins_in([wrong])
        assert "such as https://decks.example;" in error.value.help


def test_tags() -> None:
    tag = tag_of(b"one")
    assert tag != tag_of(b"two")
    assert is_known(tag, [f'"x", W/{tag}'])
    assert is_known(tag, ["*"])
    assert not is_known(tag, ['"x"', ""])
