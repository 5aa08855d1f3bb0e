"""What is called in this process without a command: decks, workbooks, bundles and saves as others' code reads them, the
engine as it plays, and the web server as it is asked, without a network.

A run of a case that begins with one of `INSIDE` has the name of a file behind it.
"""

import base64
import contextlib
import hashlib
import io
import json
import shutil
import zipfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlencode

from builder.diagnostics import FindingsError, UsageError
from engine.faults import EngineError

MOST_DECISIONS = 1_500  # of a game that is played
MOST_ELEMENTS = 300_000  # begun and ended, of a deck that is read
MOST_LOOKED_AT = 20_000_000  # bytes of a workbook's part
_POLICIES = ("content-security-policy", "x-content-type-options", "referrer-policy")

Faults = list[tuple[str, str, str]]  # kind, where and words of what is wrong


def deck(file: Path, work: Path, faults: Faults) -> str:
    """Read a deck of another program, in each way in which its bytes may be taken for text."""
    from builder.decks.foreign import NotReadable, read

    content, said = file.read_bytes(), []
    for text in {
        content.decode("utf-8", "surrogateescape"),
        content.decode("latin-1"),
        content.decode("utf-16", "replace"),
    }:
        try:
            found = read(text)
            said.append(found.program if found else "")
            if found and text.count("<") > MOST_ELEMENTS:
                faults.append(("too-large", "a deck of so many elements is read", f"{text.count('<')} of them"))
        except NotReadable as error:
            said.append(str(error))
            if not 0 <= error.line <= text.count("\n") + text.count("\r") + 1:
                faults.append(("wrong-place", "deck of another program", f"line {error.line}: {error}"))
    return "\n".join(ascii(one) for one in said)


def workbook(file: Path, work: Path, faults: Faults) -> str:
    """Read a spreadsheet. Raises FindingsError."""
    from builder.spreadsheets.reading import sheets_of

    content = file.read_bytes()
    found = sheets_of(content, file.name)
    if content.startswith(b"PK") and any(b"<!DOCTYPE" in part for part in _parts(content)):
        faults.append(("entities", "a workbook with a document type is read", f"{len(found)} sheets"))
    return f"{len(found)} sheets"


def _parts(content: bytes) -> Iterator[bytes]:
    """The parts of a workbook that can be unpacked."""
    with zipfile.ZipFile(io.BytesIO(content)) as parts:
        for part in parts.infolist():
            if part.file_size < MOST_LOOKED_AT:
                with contextlib.suppress(Exception):
                    yield parts.read(part)


def bundle(file: Path, work: Path, faults: Faults) -> str:
    """Read a bundle and play with it by chance. Raises EngineError for what is none."""
    from engine import modules
    from engine.bundles import read_file

    found = read_file(file)
    game = modules.load([found] * (1 if modules.find(found.game).shared or found.players.one_deck else 2), 0)
    return _played(game, faults)


def save(file: Path, work: Path, faults: Faults) -> str:
    """Read a saved game, and play on. Raises EngineError for what is none."""
    from engine.saves import read_file

    found = read_file(file)
    return _played(found.game, faults, found.seed)


def _played(game: Any, faults: Faults, seed: int = 1) -> str:
    """A game by chance: no card is lost, and what is saved is read again."""
    from engine import saves

    chance, options = Random(seed), []
    state = game.new(seed)
    cards = game.instances(state)
    while not state.over and len(options) < MOST_DECISIONS:
        options.append(chance.choice(list(state.options)))
        state.describe(options[-1])
        state.apply(options[-1])
    if game.instances(state) != cards:
        faults.append(("cards", f"some are lost or made in {game.module.id}", f"{len(options)} decisions"))
    for seat in range(game.players):
        json.dumps(state.view(seat), allow_nan=False)
    again = saves.read(json.loads(json.dumps(saves.save(game, seed, options[:200])))).state()
    if again.decisions != min(len(options), 200):
        faults.append(("save", f"it is another game in {game.module.id}", f"{again.decisions} of {len(options)}"))
    return f"{len(options)} decisions"


# The server


class Server:
    """A server of the pack that a case has, without a network; the same one as long as the pack is the same."""

    client: Any = None
    _known = ""
    _stack = contextlib.ExitStack()

    @classmethod
    def of(cls, work: Path) -> Any:
        """A client of a server of work/pack. Raises UsageError and FindingsError where it can't be served."""
        from starlette.testclient import TestClient

        from builder.web.server.app import create_app
        from builder.web.server.library import Library
        from builder.web.server.shelf import Shelf
        from builder.workspace import Workspace

        place = work.parent / "tmp"
        known = f"{place} {_digest(work / 'pack')}"
        if cls.client is None or known != cls._known:
            cls.close()
            for name in ("served", "shelf"):
                shutil.rmtree(place / name, ignore_errors=True)
                (place / name).mkdir()
            with contextlib.suppress(shutil.Error, OSError):
                shutil.copytree(work / "pack", place / "served" / "pack", symlinks=True)
            library = Library(lambda: Workspace([place / "served"], "sqlite://"), Shelf(place / "shelf"))
            app = create_app(library)
            cls.client = cls._stack.enter_context(TestClient(app, base_url="http://localhost"))
            cls._known = known
        for file in (place / "shelf").iterdir():
            file.unlink()
        return cls.client

    @classmethod
    def close(cls) -> None:
        """End the server."""
        cls.client = None
        cls._stack.close()


def _digest(folder: Path) -> str:
    """Stands for all that a folder holds."""
    said = hashlib.blake2b()
    for path in sorted(folder.rglob("*"), key=bytes):
        said.update(b"%b\0%d" % (bytes(path), path.is_symlink()))
        if path.is_file() and not path.is_symlink():
            said.update(path.read_bytes())
    return said.hexdigest()


def request(file: Path, work: Path, faults: Faults) -> str:
    """Ask a server one thing after the other. Raises what the server fails with."""
    asked = json.loads(file.read_bytes())
    client = Server.of(work)
    return "\n".join(send(client, one, faults) for one in asked)


def send(client: Any, asked: Mapping[str, Any], faults: Faults) -> str:
    """Ask one thing; what is wrong with the answer is added to the faults."""
    import httpx2

    query = urlencode(asked.get("query", {}), errors="surrogatepass")
    address = asked["path"] + ("?" + query if query else "")
    content = base64.b64decode(asked["base64"]) if "base64" in asked else asked.get("body", "").encode()
    method = asked["method"]
    try:
        answer = client.request(
            method, address, content=content, headers=asked.get("headers", {}), follow_redirects=False
        )
    except (httpx2.HTTPError, httpx2.InvalidURL):  # the client itself refuses to send it
        return "not sent"
    where = f"{method} {asked['path'].split('?')[0][:60]}"
    faults += (("answer", where, why) for why in _wrong(answer, asked))
    tag = answer.headers.get("etag")
    if method == "GET" and tag and answer.status_code == 200 and "if-none-match" not in asked.get("headers", {}):
        again = client.get(address, headers={**asked.get("headers", {}), "if-none-match": tag}, follow_redirects=False)
        if again.status_code != 304:
            faults.append(("answer", where, f"{again.status_code}, where nothing is new"))
    kind = answer.headers.get("content-type", "")
    return f"{answer.status_code} {answer.text if 'json' in kind else kind}"


def _wrong(answer: Any, asked: Mapping[str, Any]) -> Iterator[str]:
    """What is wrong with an answer."""
    if answer.status_code >= 500 and answer.status_code != 503:
        yield f"{answer.status_code}: {answer.text[:500]}"
    if missing := [name for name in _POLICIES if name not in answer.headers]:
        yield f"it has no {', '.join(missing)}"
    said = answer.headers.get("content-type", "")
    if answer.status_code >= 400 and asked["path"].startswith("/api/") and asked["method"] != "HEAD":
        if said != "application/problem+json":
            yield f"a problem is said as {said}"
        elif json.loads(answer.content)["status"] != answer.status_code:
            yield "it says another status"
    elif "json" in said and answer.content:
        json.loads(answer.content, parse_constant=_refused)


def _refused(word: str) -> None:
    raise ValueError(f"{word} is not JSON")


INSIDE: Mapping[str, Callable[[Path, Path, Faults], str]] = {
    f"~{function.__name__}": function for function in (deck, workbook, bundle, save, request)
}
EXPECTED = (FindingsError, UsageError, EngineError)  # what is said of wrong input
