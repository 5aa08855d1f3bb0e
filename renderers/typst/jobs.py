"""What to draw, how it is handed to the child processes that render, and what they answer.

A job goes to a child as a pickle of the classes here, of `renderers.layout` and of `renderers.faces`. Its answer comes
back as JSON and bytes: a process that ran templates of strangers is not trusted with more. `renderers.typst.child` is
the child's side.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal

from builder.diagnostics import Diagnostic, Span
from builder.diagnostics.diagnostic import decoded, encoded
from builder.documents.data import Data
from builder.games import Game
from builder.words import DEFAULT, Words, words_here, words_of
from renderers.faces.faces import Ink, PrintedFace
from renderers.layout.pages import Stack

if TYPE_CHECKING:
    from builder.storage.cache import DiskCache

RenderFormat = Literal["pdf", "svg", "png", "none"]  # "none": only look for faults
OnProgress = Callable[[int, int], None]  # how many more are done, of how many in all; called from any thread

AT_FACE, AT_PAGES = "face", "pages"  # begin the lines on stderr by which a child says what it does next
MOST_FACES = 500  # that one process renders


@dataclass(frozen=True, slots=True)
class TypesetJob:
    """What to typeset: faces of a game on the pages of stacks, whose slots hold numbers of these faces.

    `output` "none" only looks for faults. `ppi` are the pixels per inch of a PNG (None: Typst's default). `standard` is
    a PDF standard such as `a-2b`, or "".
    """

    game: Game
    faces: Sequence[PrintedFace]
    stacks: Sequence[Stack]
    output: RenderFormat
    ppi: float | None = None
    standard: str = ""

    def content(self, ink: Ink) -> list[object]:
        """All that is drawn, as `key_of` takes it."""
        return [self.game.definition, self.faces, self.stacks, self.output, self.ppi, self.standard, ink]


@dataclass(frozen=True, slots=True)
class RenderOptions:
    """How things are rendered.

    `cache` holds results of earlier runs, and receives new ones. `progress` is called from any thread as work goes on.
    `time_limit` is the seconds that one process may take; by default it grows with the number of faces. `run` does a
    job; by default each job gets a process of its own. With low `ink`, grounds are light and text is black.
    """

    cache: DiskCache | None = None
    progress: OnProgress | None = None
    time_limit: float | None = None
    run: RunJob | None = None
    ink: Ink = "full"

    def advance(self, done: int, of: int) -> None:
        """Report progress: `done` more faces or pictures, `of` in all."""
        if self.progress:
            self.progress(done, of)


DEFAULTS = RenderOptions()


@dataclass(frozen=True, slots=True)
class RenderJob:
    """What a child process draws, from which files and within which limits; `game` is game.yaml.

    `root` is the pack's folder, `packs` are those of the packs that extend it, by their ids. `folder` is an empty
    folder, the only part of the disk that Typst sees. `fonts` is the folder of the built-in fonts, `cache` the user's
    cache folder if there is one. `font_lines` are the lines of the roles of `fonts:` in game.yaml. `seconds` (by the
    clock), `processor_seconds` and `memory` (bytes) are the limits.
    """

    game: Mapping[str, Data]
    faces: Sequence[PrintedFace]
    stacks: Sequence[Stack]
    output: RenderFormat
    ppi: float | None
    standard: str
    ink: Ink
    root: str
    packs: Mapping[str, str]
    folder: str
    fonts: str
    cache: str | None
    font_lines: Mapping[str, int]
    seconds: float
    processor_seconds: float
    memory: int


def face_fault(code: str, key: str, span: Span | None = None, subject: str = "", **parts: str) -> Diagnostic:
    """A fault with the text `key` of the group `faces`, in English, since child processes send it and it is cached.

    Its values are the key and the parts of the text, from which `in_language` writes it in another language.
    """
    message, help_ = _text(words_of(DEFAULT, "faces"), key, parts)
    return Diagnostic(code, message, span, help_, subject=subject, values={"says": key, **parts})


def in_language(found: Diagnostic) -> Diagnostic:
    """A fault of `face_fault` in the user's language; any other as it is."""
    parts = {name: str(value) for name, value in found.values.items()}
    try:
        message, help_ = _text(words_here("faces"), parts.pop("says"), parts)
    except KeyError:  # not of `face_fault`; and a child that ran a stranger's templates may send any key
        return found
    return replace(found, message=message, help=help_)


def _text(say: Words, key: str, parts: Mapping[str, str]) -> tuple[str, str]:
    """A text and its help. Parts that have words of their own, such as the edges of a face, are translated too."""
    own = {name: str(say.texts.get(f"{name}.{part}", part)) for name, part in parts.items()}
    numbers = {name: say.decimal(float(part), "") for name, part in own.items() if re.fullmatch(r"\d+\.\d+", part)}
    return say.with_help(key, None, **{**own, **numbers})


@dataclass(frozen=True, slots=True)
class ProcessResult:
    """How a process ended: its exit code, its answer, and the end of its standard error."""

    code: int
    answer: bytes
    errors: bytes = b""


RunJob = Callable[[RenderJob], ProcessResult]


@dataclass(slots=True)
class TypesetFiles:
    """The result of typesetting: the files made, and what is wrong; a job that `failed` has no files.

    There is one PDF for each stack, or one SVG or PNG for each page. A child process answers with the number of a face
    in its job as the subject of a finding ("" where no single face is at fault), and with paths relative to the pack's
    folder. `typeset` gives the face's id as the subject, with which the message begins, and whole paths.
    """

    files: list[bytes] = field(default_factory=list)
    findings: list[Diagnostic] = field(default_factory=list)
    failed: bool = False

    def to_bytes(self) -> bytes:
        """The answer as bytes: a line of JSON, then the files one after another."""
        head = {
            "findings": [encoded(finding) for finding in self.findings],
            "files": [len(file) for file in self.files],
            "failed": self.failed,
        }
        return b"".join((json.dumps(head).encode(), b"\n", *self.files))

    @classmethod
    def from_bytes(cls, data: bytes) -> TypesetFiles:
        """Read what `to_bytes` wrote. Raises ValueError for anything else."""
        line, _, body = data.partition(b"\n")
        head = json.loads(line)
        files, start = [], 0
        for length in head["files"]:
            files.append(body[start : start + length])
            start += length
        return cls(files, [decoded(finding) for finding in head["findings"]], head["failed"])


@dataclass(frozen=True, slots=True)
class Share:
    """A share of a job: the numbers of its faces in the job, and its pages, whose slots hold numbers in the share."""

    faces: list[int]
    stacks: list[Stack]


def shares_of(faces: Sequence[PrintedFace], stacks: Sequence[Stack]) -> list[Share]:
    """The shares of a job, of similar size, so that no process needs much memory.

    Pages are not split, so a share may have more than `MOST_FACES` faces, by at most the faces of one page.
    """
    if len(faces) <= MOST_FACES:
        return [Share(list(range(len(faces))), list(stacks))]
    enough = math.ceil(len(faces) / math.ceil(len(faces) / MOST_FACES))
    shares: list[Share] = []
    numbers: dict[int, int] = {}
    for stack in stacks:
        begun = None  # the share that has a part of this stack
        for page in stack.pages:
            if not shares or len(numbers) >= enough:
                shares.append(Share([], []))
                numbers = {}
            share = shares[-1]
            for slot in page.slots:
                if slot.card not in numbers:
                    numbers[slot.card] = len(share.faces)
                    share.faces.append(slot.card)
            if share is not begun:
                share.stacks.append(replace(stack, pages=[]))
                begun = share
            slots = tuple(replace(slot, card=numbers[slot.card]) for slot in page.slots)
            share.stacks[-1].pages.append(replace(page, slots=slots))
    return shares
