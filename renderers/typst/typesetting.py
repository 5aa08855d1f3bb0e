"""Typesets faces on pages, in child processes, using the cache."""

from __future__ import annotations

import re
import signal
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import replace
from pathlib import Path
from threading import Event, get_ident

from builder.diagnostics import Diagnostic, Span
from builder.games import Game
from builder.games.sizes import Size
from builder.storage.listing import Listed
from builder.storage.resources import cache_folder
from renderers.faces.faces import Ink, PrintedFace
from renderers.layout.pages import Stack
from renderers.typst.cachekeys import art_files, files_of, key_of, key_of_game
from renderers.typst.jobs import (
    AT_FACE,
    AT_PAGES,
    DEFAULTS,
    ProcessResult,
    RenderJob,
    RenderOptions,
    TypesetFiles,
    TypesetJob,
    face_fault,
    in_language,
    shares_of,
)
from renderers.typst.processes import LATE, THREADS, job_folders, run_alone, stop_jobs

SECONDS = 60.0  # for a process, by the clock; more is added for each face
PROCESSOR_SECONDS = 5.0  # the same in the processor's time, which other programs don't make longer
SECONDS_A_FACE = 0.1
MEMORY = 4 * 1024**3  # bytes of address space; threads and files mapped count in full
AT_ONCE = 2  # processes
STOPPING = 0.02  # seconds between attempts to stop the processes of a job


def typeset(job: TypesetJob, options: RenderOptions = DEFAULTS) -> TypesetFiles:
    """Render the faces of a job and set them on its pages. A large job is shared among several processes."""
    return _typeset(_answer(job, options), job)


def typeset_each(jobs: Sequence[TypesetJob], options: RenderOptions = DEFAULTS) -> list[TypesetFiles]:
    """Typeset many jobs of one page each, for one game and one output.

    Those that are not in the cache are done together; if that fails, all of them fail.
    """
    cache = options.cache
    found: dict[int, TypesetFiles] = {}
    keys = keys_of_each(jobs, options.ink) if cache else []
    for number, key in enumerate(keys):
        if cache and (known := cache.get(key)):
            found[number] = TypesetFiles.from_bytes(known)
    missing = [number for number in range(len(jobs)) if number not in found]
    if missing:
        together, order = _together([jobs[number] for number in missing])
        answer = _answer(together, replace(options, cache=None, progress=None))
        if answer.failed:
            failed = _typeset(answer, together)
            return [_typeset(found[number], job) if number in found else failed for number, job in enumerate(jobs)]
        first = 0
        for place, number in enumerate(missing):
            faces = len(jobs[number].faces)
            found[number] = _part(answer, order.index(place), first, faces)
            first += faces
            if cache:
                cache.put(keys[number], found[number].to_bytes())
        if cache:
            cache.prune()
    return [_typeset(found[number], job) for number, job in enumerate(jobs)]


def keys_of_each(jobs: Sequence[TypesetJob], ink: Ink = "full") -> list[str]:
    """The keys of all that the results of these jobs depend on; the jobs are as `typeset_each` takes them."""
    if not jobs:
        return []
    one = jobs[0]
    there = files_of(one.game)
    common = key_of([one.output, one.ppi, ink], within=key_of_game(one.game, there))
    return [key_of([job.faces, job.stacks], art_files(job.faces, there), common) for job in jobs]


def _typeset(answer: TypesetFiles, job: TypesetJob) -> TypesetFiles:
    """The result for callers: ids of faces instead of numbers, and absolute paths."""
    return TypesetFiles(answer.files, [_found(finding, job) for finding in answer.findings], answer.failed)


def _found(finding: Diagnostic, job: TypesetJob) -> Diagnostic:
    """A finding for callers."""
    face = job.faces[int(finding.subject)].id if finding.subject else ""
    span, finding = finding.span, in_language(finding)
    return replace(
        finding,
        message=f"{face}: {finding.message}" if face else finding.message,
        span=replace(span, path=str(job.game.root / span.path)) if span else None,
        subject=face,
    )


def _answer(job: TypesetJob, options: RenderOptions) -> TypesetFiles:
    """The answer to a job, which may be shared among processes."""
    there = files_of(job.game) if options.cache else {}
    common = key_of_game(job.game, there) if options.cache else ""
    options.advance(0, len(job.faces))
    shares = shares_of(job.faces, job.stacks)
    if len(shares) == 1:
        return _answer_of_one(job, common, there, options)

    in_vain = Event()  # a share failed, so the others are not needed

    def answer_of(number: int) -> TypesetFiles:
        if in_vain.is_set():
            return TypesetFiles()
        share = shares[number]
        faces = [job.faces[i] for i in share.faces]
        answer = _answer_of_one(replace(job, faces=faces, stacks=share.stacks), common, there, options)
        options.advance(len(faces), len(job.faces))
        if answer.failed:
            in_vain.set()
        numbered = [
            replace(finding, subject=str(share.faces[int(finding.subject)])) if finding.subject else finding
            for finding in answer.findings
        ]
        return replace(answer, findings=numbered)

    threads: list[int] = []
    with ThreadPoolExecutor(AT_ONCE, initializer=lambda: threads.append(get_ident())) as at_once:
        coming = [at_once.submit(answer_of, number) for number in range(len(shares))]
        try:
            answers = [answer.result() for answer in coming]
        except BaseException:  # Ctrl-C, say: nobody waits for the other shares
            at_once.shutdown(wait=False, cancel_futures=True)
            while wait(coming, STOPPING).not_done:
                stop_jobs(threads)
            raise
    if failed := next((answer for answer in answers if answer.failed), None):
        return failed
    return TypesetFiles(
        [file for answer in answers for file in answer.files],
        [finding for answer in answers for finding in answer.findings],
    )


def _answer_of_one(job: TypesetJob, common: str, there: Mapping[str, Listed], options: RenderOptions) -> TypesetFiles:
    """The answer to a job for one process.

    `common` is the key of what all faces of the game are made from, `there` are the files of its pack.
    """
    cache = options.cache
    key = key_of(job.content(options.ink), art_files(job.faces, there), common) if cache else ""
    if cache and (known := cache.get(key)):
        return TypesetFiles.from_bytes(known)
    seconds = options.time_limit or SECONDS + SECONDS_A_FACE * len(job.faces)
    user_cache = cache_folder()
    with job_folders(job.game.fonts.values()) as (folder, fonts):
        render_job = RenderJob(
            job.game.definition, job.faces, job.stacks, job.output, job.ppi, job.standard, options.ink,
            root=str(job.game.root),
            packs={one.id: str(one.root) for one in job.game.expansions.values()},
            folder=str(folder),
            fonts=str(fonts),
            cache=str(user_cache) if user_cache else None,
            font_lines=_font_lines(job.game),
            seconds=seconds,
            processor_seconds=_processor_seconds(job, seconds, options),
            memory=MEMORY,
        )  # fmt: skip
        ended = (options.run or run_alone)(render_job)
    answer = _read(ended, render_job)
    if cache and not answer.failed:
        cache.put(key, ended.answer)
        cache.prune()
    return answer


def _processor_seconds(job: TypesetJob, seconds: float, options: RenderOptions) -> float:
    """The processor seconds for a job that may take `seconds` by the clock. For PNG: all that the threads can use."""
    if options.time_limit or job.output == "png":
        return seconds * THREADS
    return PROCESSOR_SECONDS + SECONDS_A_FACE * len(job.faces)


def _read(ended: ProcessResult, job: RenderJob) -> TypesetFiles:
    """The answer of a process, or why it has none."""
    if ended.code in _LATE:
        return _late(ended.errors, job)
    if ended.code != 0 or not ended.answer:
        err = ended.errors
        if b"MemoryError" in err or b"memory allocation" in err or b"out of memory" in err.lower():
            return _failed(face_fault("template-limit", "memory"))
        lines = [line for line in err.decode("utf-8", "replace").splitlines() if line.strip() and not _step(line)]
        last = lines[-1:] or [f"exit code {ended.code}"]
        return _failed(face_fault("renderer-crash", "crash", why=last[0][:300]))
    return TypesetFiles.from_bytes(ended.answer)


_LATE = (LATE, *(-getattr(signal, name) for name in ("SIGALRM", "SIGXCPU") if hasattr(signal, name)))


def _late(errors: bytes, job: RenderJob) -> TypesetFiles:
    """The answer of a process that took too long: which template ran last, or that the pages were being set."""
    steps = [found for line in errors.decode("utf-8", "replace").splitlines() if (found := _step(line))]
    seconds = min(job.seconds, job.processor_seconds)
    key, template, place, subject = "late", "", None, ""
    if steps and steps[-1][1] == AT_FACE and int(steps[-1][2]) < len(job.faces):
        subject = steps[-1][2]
        template = f"templates/{job.faces[int(subject)].template}.typ.j2"
        key = "late.template"
        place = Span(template) if Path(job.root, template).is_file() else None
    elif steps:
        key = "late.pages"
    return _failed(face_fault("template-limit", key, place, subject, seconds=f"{seconds:.0f}", template=template))


def _step(line: str) -> re.Match[str] | None:
    """What a child says that it does next; None for any other line."""
    return re.fullmatch(rf"({AT_FACE}|{AT_PAGES}) ([0-9]{{1,9}})", line)


def _failed(fault: Diagnostic) -> TypesetFiles:
    """The answer of a process that was stopped."""
    return TypesetFiles([], [fault], failed=True)


def _font_lines(game: Game) -> Mapping[str, int]:
    """The lines of game.yaml that name fonts, by role, as far as they are known."""
    places = ((role, game.places.get(("fonts", role))) for role in game.fonts)
    return {role: place.line for role, place in places if place}


def _together(jobs: Sequence[TypesetJob]) -> tuple[TypesetJob, list[int]]:
    """One job that includes all, with a stack for each size and paper; and for each of its pages, which job it is
    from.
    """
    faces: list[PrintedFace] = []
    stacks: dict[tuple[Size, float, float, float], tuple[Stack, list[int]]] = {}
    for number, job in enumerate(jobs):
        (stack,) = job.stacks
        (page,) = stack.pages
        slots = tuple(replace(slot, card=len(faces) + slot.card) for slot in page.slots)
        key = (stack.size, stack.bleed, page.width, page.height)
        whole, order = stacks.setdefault(key, (replace(stack, pages=[]), []))
        whole.pages.append(replace(page, slots=slots))
        order.append(number)
        faces += job.faces
    order = [number for _, numbers in stacks.values() for number in numbers]
    return replace(jobs[0], faces=faces, stacks=[stack for stack, _ in stacks.values()]), order


def _part(answer: TypesetFiles, page: int, first: int, count: int) -> TypesetFiles:
    """The answer for one of the jobs: the file of its page, and findings of its faces, `count` of them from `first`
    on.
    """
    own = [
        replace(finding, subject=str(int(finding.subject) - first))
        for finding in answer.findings
        if finding.subject and first <= int(finding.subject) < first + count
    ]
    return TypesetFiles([answer.files[page]] if answer.files else [], own)
