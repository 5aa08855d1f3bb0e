"""Asks the yaml-language-server what it offers and underlines in an editor. It runs on node, as editors run it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

FOLDER = Path(os.environ.get("ARSENAL_YLS", "node_modules"))  # where npm has installed it
ENTRY = FOLDER / "yaml-language-server" / "bin" / "yaml-language-server"


def is_there() -> bool:
    """Whether node and the server can be run."""
    return shutil.which("node") is not None and ENTRY.is_file()


class LanguageServer:
    """A running server, which knows the schemas of files by their modelines alone."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            ["node", str(ENTRY), "--stdio"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        self._last = self._opened = 0
        self._found: dict[str, list[Any]] = {}
        self._ask("initialize", {"processId": os.getpid(), "rootUri": None, "capabilities": {}})
        self._notify("initialized", {})
        settings = {"yaml": {"schemaStore": {"enable": False}, "validate": True, "completion": True, "hover": True}}
        self._notify("workspace/didChangeConfiguration", {"settings": settings})

    def __enter__(self) -> LanguageServer:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.communicate()

    def open(self, folder: Path, text: str) -> str:
        """Let an editor open a file in this folder that holds `text`; what it is called for the server."""
        self._opened += 1
        uri = (folder / f"{self._opened}.yaml").as_uri()
        item = {"uri": uri, "languageId": "yaml", "version": 1, "text": text}
        self._notify("textDocument/didOpen", {"textDocument": item})
        return uri

    def completions(self, folder: Path, text: str) -> list[str]:
        """What is offered at the mark | in the text of a file there, in the order of the list."""
        before, _, after = text.partition("|")
        uri = self.open(folder, before + after)
        line = before.count("\n")
        place = {"line": line, "character": len(before.rpartition("\n")[2])}
        answer = self._ask("textDocument/completion", {"textDocument": {"uri": uri}, "position": place})
        return [item["label"] for item in answer["items"]]

    def underlined(self, folder: Path, text: str) -> list[tuple[str, str]]:
        """What is underlined in a file there that holds `text`, each with what is said of it."""
        uri = self.open(folder, text)
        while uri not in self._found:
            self._read()
        lines = text.splitlines()
        return [(_words(lines, found["range"]), found["message"]) for found in self._found[uri]]

    def _ask(self, method: str, params: Any) -> Any:
        self._last += 1
        self._write({"id": self._last, "method": method, "params": params})
        while True:
            message = self._read()
            if message.get("id") == self._last and "method" not in message:
                return message["result"]

    def _notify(self, method: str, params: Any) -> None:
        self._write({"method": method, "params": params})

    def _write(self, message: dict[str, Any]) -> None:
        content = json.dumps({"jsonrpc": "2.0", **message}).encode()
        assert self._process.stdin is not None
        self._process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(content) + content)
        self._process.stdin.flush()

    def _read(self) -> dict[str, Any]:
        """The next message; what the server asks in between is answered with nothing."""
        assert self._process.stdout is not None
        length = 0
        while line := self._process.stdout.readline().strip():
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
        assert length, "the server has ended"
        message: dict[str, Any] = json.loads(self._process.stdout.read(length))
        if message.get("method") == "textDocument/publishDiagnostics":
            self._found[message["params"]["uri"]] = message["params"]["diagnostics"]
        elif "id" in message and "method" in message:
            settings = [{"schemaStore": {"enable": False}, "validate": True, "completion": True}, {}, {}, {}, {}]
            asked = message["method"] == "workspace/configuration"
            self._write({"id": message["id"], "result": settings[: len(message["params"]["items"])] if asked else None})
        return message


def _words(lines: list[str], place: dict[str, dict[str, int]]) -> str:
    return lines[place["start"]["line"]][place["start"]["character"] : place["end"]["character"]]
