"""One answer everywhere: by the server's own data, over HTTP, by what is published in a bare Python, and in Pyodide."""

import json
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest
from starlette.testclient import TestClient

from builder.exports import PLAIN
from builder.publishing.core import core
from builder.web.api.endpoints import PREFIX
from builder.web.server.library import Served
from builder.workspace import Workspace
from tests.support import pyodide
from tests.support.answers import PROGRAM, Answered, Request, answered, given, requests, shared
from tests.support.bare import bare, near_names_as_there


@pytest.fixture(scope="module", autouse=True)
def near_names() -> Iterator[None]:
    with near_names_as_there():
        yield


@pytest.fixture(scope="module")
def workspace() -> Iterator[Workspace]:
    with Workspace() as found:
        yield found


class Pageless(Served):
    """The games of a server without its pages."""

    has_pages = False


Asked = tuple[list[Request], list[Answered]]


@pytest.fixture(scope="module")
def everything(workspace: Workspace) -> Asked:
    """What is asked of all games, and the answers."""
    games = Pageless(workspace.catalog, targets=PLAIN, presets=(), draw=None, packs=workspace.packs)
    found = requests(games)
    return found, answered(games, found)


def compare(asked: list[Request], mine: list[Answered], theirs: list[Answered]) -> None:
    assert len(mine) == len(theirs) == len(asked)
    for request, one, other in zip(asked, mine, theirs, strict=True):
        assert one == (other[0], shared(request[1], other[1])), request


def in_a_bare_python(asked: list[Request], published: Path, folder: Path) -> list[Answered]:
    program = PROGRAM + "\nprint(json.dumps(answers(**json.load(sys.stdin))))"
    found: list[Answered] = json.loads(bare(folder, program, given(published, asked)))
    return found


@pytest.mark.long
def test_a_bare_python_gives_the_same_bytes(everything: Asked, published: Path, tmp_path: Path) -> None:
    statuses = [status for status, _ in everything[1]]
    assert statuses.count(200) > 500
    assert set(statuses) == {200, 400, 404, 422}
    judged = "".join(answer for (_, path, _, _), (_, answer) in zip(*everything, strict=True) if path == "/judge")
    assert all(f'"{code}"' in judged for code in ("unknown-card", "unknown-section", "too-many-copies"))
    assert '"legal": true' in judged
    compare(*everything, in_a_bare_python(everything[0], published, tmp_path))


@pytest.mark.long
def test_so_does_a_server(everything: Asked, client: TestClient) -> None:
    asked, mine = (one[1::3] for one in everything)
    found = []
    for method, path, words, body in asked:
        sent = {} if body is None else {"content": json.dumps(body)}
        answer = client.request(method, PREFIX + path, params=words, **sent)  # type: ignore[arg-type]
        found.append((answer.status_code, answer.text))
    compare(asked, mine, found)


@pytest.mark.long
def test_decks_are_put_into_an_archive_without_a_server(published: Path, tmp_path: Path) -> None:
    deck = {"name": "A deck", "game": "future-invaders", "cards": {"patrol-cutter": 2}}
    asked: Request = ("POST", "/decks.zip", {}, {"decks": [deck, deck]})
    program = PROGRAM.replace("content.decode()", "content.decode('latin-1')")
    program += "\nprint(json.dumps(answers(**json.load(sys.stdin))))"
    [[status, content]] = json.loads(bare(tmp_path, program, given(published, [asked])))
    assert status == 200
    with ZipFile(BytesIO(content.encode("latin-1"))) as archive:
        assert archive.namelist() == ["a-deck-2.yaml", "a-deck.yaml"]
        assert b"patrol-cutter: 2" in archive.read("a-deck.yaml")


@pytest.mark.long
@pytest.mark.skipif(not pyodide.is_there(), reason="node and npm's pyodide are not there: see tests/support/pyodide.py")
def test_so_does_pyodide(everything: Asked, published: Path, tmp_path: Path) -> None:
    program = PROGRAM + "\njson.dumps(answers(**json.loads(given)))"
    asked, mine = (one[::10] for one in everything)  # what needs packages a Python without them has shown
    compare(asked, mine, json.loads(pyodide.run(tmp_path, core(), program, given(published, asked))))
