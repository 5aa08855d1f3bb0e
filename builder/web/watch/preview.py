"""What the page of a watched pack shows: reads changed files again, draws what changed, and sends pages the news."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from threading import Lock, RLock
from urllib.parse import quote

from builder.diagnostics import Diagnostic, Span, UsageError, suggestion
from builder.diagnostics.harmless import printable
from builder.printing.findings import place_in_game
from builder.storage.cache import DiskCache
from builder.storage.files import display
from builder.web.watch.drawing import WatchedPictures
from builder.web.watch.feed import Feed
from builder.web.watch.state import Snapshot, Watched, WatchedThing
from builder.words import words_here
from renderers.typst.processes import RenderWorker

AT_ONCE = 24  # things that are drawn before pages are sent the news; pages ask for more as needed
PATIENCE = 1.0  # seconds that the news waits for these
MAX_SHOWN = 200  # findings that a page shows
NONE = "none"
EDITORS = {
    "vscode": "vscode://file{path}:{line}:{column}",
    "vscodium": "vscodium://file{path}:{line}:{column}",
    "cursor": "cursor://file{path}:{line}:{column}",
    "zed": "zed://file{path}:{line}:{column}",
    "idea": "idea://open?file={path}&line={line}&column={column}",
    "textmate": "txmt://open?url=file://{path}&line={line}&column={column}",
}

_NEVER = "javascript|vbscript|data|blob|file"  # schemes that a browser runs or shows itself
_OWN = re.compile(rf"(?!(?:{_NEVER}):)[a-z][a-z0-9+.-]*://[^\s\"'<>]*\{{path\}}[^\s\"'<>]*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Update:
    """What a change of files did: the names that changed, how long it took in seconds, and what is wrong."""

    changed: list[str] = field(default_factory=list)
    everything: bool = False
    seconds: float = 0.0
    diagnostics: list[Diagnostic] = field(default_factory=list)


class Preview:
    """A watched pack, its pictures and its findings. `worker` draws the pictures that the cache does not have.

    `time_limit` is in seconds, for a batch of pictures. `editor` is the pattern of links that open a
    file; without one there are none.
    """

    def __init__(
        self,
        watched: Watched,
        worker: RenderWorker,
        cache: DiskCache | None = None,
        time_limit: float | None = None,
        editor: str = "",
    ) -> None:
        self.watched, self.feed, self.editor = watched, Feed(), editor
        self.drawing = WatchedPictures(worker, cache, time_limit, self._hear)
        self._reading, self._turn = Lock(), RLock()
        self._sent: list[dict[str, object]] = []
        self._listed: list[tuple[object, ...]] = []

    def start(self) -> None:
        """Read the pack for the first time and start drawing what a page shows first.

        Raises FindingsError for a faulty query.
        """
        self.watched.refresh()
        self._sent, self._listed = self._findings(), _listed(self.watched.snapshot)
        self.drawing.start()
        if self.watched.snapshot:
            self.drawing.show(self.watched.snapshot, islice(self.watched.snapshot.things, AT_ONCE), 0)

    def close(self) -> None:
        """Stop drawing, and end the streams of the pages."""
        self.feed.close()
        self.drawing.close()

    def update(self) -> Update | None:
        """Read again what changed, draw it, and send pages the news; None where nothing changed."""
        with self._reading:
            return self._updated()

    def _updated(self) -> Update | None:
        start = time.perf_counter()
        change = self.watched.refresh()
        if change is None:
            return None
        snapshot = self.watched.snapshot
        few = change.things if len(change.things) <= AT_ONCE else []
        if snapshot:
            self.drawing.show(snapshot, few, PATIENCE)
        listed = _listed(snapshot)
        event: dict[str, object] = {"pack": True}  # tells the site's other pages that the pack was read again
        with self._turn:
            if listed != self._listed or len(change.things) > AT_ONCE:
                event["list"] = True
            elif snapshot:
                event["versions"] = {name: snapshot.versions[name] for name in change.things}
            self._listed = listed
            if few and not change.everything:
                event["changed"] = few
            self.feed.publish(event)
        taken = time.perf_counter() - start
        self._hear()
        return Update(change.things, change.everything, taken, self.watched.diagnostics)

    def page(self) -> dict[str, object]:
        """The state that a page starts with, and the number of the last event that it takes in."""
        with self._turn:
            count, snapshot = self.feed.count, self.watched.snapshot
            return {
                "event": count,
                "title": self.title,
                "game": self.watched.good.id if self.watched.good else "",
                "where": self.watched.where,
                "findings": self._sent,
                "things": [_row(snapshot, name) for name in snapshot.things] if snapshot else [],
            }

    @property
    def title(self) -> str:
        """The pack's name."""
        return self.watched.snapshot.game.name if self.watched.snapshot else self.watched.root.name

    def guides(self, name: str) -> bytes | None:
        """The cut line and safe zone of the thing of that name, as SVG; None where there is no such thing."""
        snapshot = self.watched.snapshot
        return snapshot.guides(name) if snapshot and name in snapshot.things else None

    def editing(self, name: str) -> str:
        """The link that opens the file of a thing's card in the editor; "" where there is none."""
        thing = self.things().get(name)
        source = self.watched.sources.get(thing.card) if thing else None
        return link_to(self.editor, source.span("id")) if source else ""

    def things(self) -> Mapping[str, WatchedThing]:
        """The things that have a picture, by name."""
        return self.watched.snapshot.things if self.watched.snapshot else {}

    def _hear(self) -> None:
        """Send pages the findings if they changed."""
        findings = self._findings()
        with self._turn:
            if findings != self._sent:
                self._sent = findings
                self.feed.publish({"findings": findings})

    def _findings(self) -> list[dict[str, object]]:
        found = [*self.watched.diagnostics, *self._placed(self.drawing.findings())]
        found.sort(key=lambda d: d.severity != "error")  # errors first, else in the order of the files
        return [_finding(diagnostic, self.editor) for diagnostic in found[:MAX_SHOWN]]

    def _placed(self, findings: Iterable[Diagnostic]) -> list[Diagnostic]:
        """The findings of pictures, each at its place in a template or else at its card's place in the file.

        The same finding of several cards is merged into one.
        """
        faces: dict[Diagnostic, dict[str, None]] = {}
        for finding in findings:
            face, source = finding.subject, self.watched.sources.get(finding.subject)
            span = self.watched.translation.places.get(("cards", face)) or (source.span("id") if source else None)
            if span is None and self.watched.snapshot:
                span = place_in_game(self.watched.snapshot.game, face)
            if finding.span:
                span = replace(finding.span, path=display(Path(finding.span.path)))
            message = finding.message.removeprefix(f"{face}: ")
            faces.setdefault(replace(finding, span=span, message=message, subject=""), {})[face] = None
        return [replace(found, message=_whose(list(names)) + found.message) for found, names in faces.items()]


def _listed(snapshot: Snapshot | None) -> list[tuple[object, ...]]:
    """What of a snapshot a page's list depends on: when it changes, the page is sent a new list."""
    return [(t.name, t.title, t.width, t.height) for t in snapshot.things.values()] if snapshot else []


def _row(snapshot: Snapshot, name: str) -> dict[str, object]:
    thing = snapshot.things[name]
    card = snapshot.cards.get(thing.card)
    return {
        "name": name,
        "title": thing.title,
        "number": f"{card.number:03}" if card else "",
        "about": f"{card.set_id}: {name}" if card else "",
        "card": thing.card,
        "width": thing.width,
        "height": thing.height,
        "version": snapshot.versions[name],
    }


def _whose(faces: list[str]) -> str:
    if not faces[0]:
        return ""
    return faces[0] + (f" and {len(faces) - 1} more" * (len(faces) > 1)) + ": "


def _finding(diagnostic: Diagnostic, editor: str) -> dict[str, object]:
    span = diagnostic.span
    return {
        "severity": diagnostic.severity,
        "code": diagnostic.code,
        "place": printable(f"{span.path}:{span.line}:{span.column}") if span else "",
        "message": printable(diagnostic.message),
        "help": printable(diagnostic.help),
        "edit": link_to(editor, span),
    }


def editor_pattern(name: str) -> str:
    """The pattern of an editor's links; "" for `none`. Raises UsageError for an unknown editor.

    >>> editor_pattern("vscode")
    'vscode://file{path}:{line}:{column}'
    """
    if name == NONE:
        return ""
    if name in EDITORS:
        return EDITORS[name]
    if _OWN.fullmatch(name):
        return name
    if "{" in name or ":" in name:
        raise UsageError.of("publishing", "editor.pattern", name=name, example=EDITORS["vscode"])
    names = suggestion(name, (*EDITORS, NONE), say=words_here())
    own = words_here("publishing")("editor.own", names=names, example=EDITORS["vscode"])
    raise UsageError.of("publishing", "editor", name=name, help_=own)


def link_to(pattern: str, place: Span | None) -> str:
    """The link that opens the place; "" without a pattern or a place.

    >>> link_to("vscode://file{path}:{line}:{column}", Span("/my cards/a.yaml", 3, 7))
    'vscode://file/my%20cards/a.yaml:3:7'
    """
    if not pattern or place is None or not place.path:
        return ""
    path = os.path.abspath(place.path).replace(os.sep, "/")  # noqa: PTH100 - a link stays as it is written
    quoted = quote(path if path.startswith("/") else f"/{path}", safe="/")
    figures = {"{path}": quoted, "{line}": str(place.line or 1), "{column}": str(place.column or 1)}
    return re.sub("|".join(map(re.escape, figures)), lambda found: figures[found[0]], pattern)
