"""Draws the pictures of a site: the printed faces, as WebP, each cached under a hash of its sources."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from io import BytesIO
from itertools import groupby
from operator import attrgetter

from builder.diagnostics import Diagnostic, FindingsError, UsageError
from builder.games import Game
from builder.storage.cache import DiskCache
from builder.terminal.progress import Advance
from builder.web.api.games import Games
from builder.web.site.addresses import Linked
from renderers.outputs.images import PicturePlan, pictures_of, shared_pictures
from renderers.typst.cachekeys import key_of
from renderers.typst.jobs import RenderOptions
from renderers.typst.processes import RenderWorker
from renderers.typst.typesetting import keys_of_each, typeset_each

BATCH = 24  # pictures that are typeset together
AT_ONCE = 2  # processes that typeset at the same time
QUALITY, METHOD = 82, 2  # a higher method makes files 4 % smaller in twice the time


@dataclass(frozen=True, slots=True)
class _SitePicture:
    """A picture with its files by width, and the hash of its sources."""

    picture: PicturePlan
    files: Mapping[int, str]
    key: str = ""

    @property
    def ppi(self) -> float:
        """The resolution in which it is drawn: that of its largest width."""
        return self.picture.ppi(max(self.files))

    def cache_key(self, width: int) -> str:
        """Its key in the cache, for a width."""
        return key_of(["webp", self.key, width, QUALITY, METHOD, _encoder()])


class SitePictures:
    """Draws the pictures of a site in threads and processes of its own, while pages are made: a context manager.

    `linked` names them; those in the cache are not drawn again. `advance` is called with each that is done.
    """

    def __init__(self, source: Games, linked: Linked, cache: DiskCache | None, advance: Advance) -> None:
        self._cache, self._advance = cache, advance
        self._found: dict[str, bytes] = {}
        self._batches: list[tuple[Game, list[_SitePicture]]] = []
        self.number = 0
        for game, wanted in _groups(source, linked):
            known = {one.key: _cached(one, cache) for one in wanted}
            for one in wanted:
                self._found |= known[one.key]
            left = [one for one in wanted if not known[one.key]]
            self._batches += [(game, left[start : start + BATCH]) for start in range(0, len(left), BATCH)]
            self.number += len(left)
        self._workers = [RenderWorker() for _ in range(AT_ONCE)]
        self._free = list(self._workers)
        self._threads = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="drawing")
        self._coming: list[Future[None]] = []

    def __enter__(self) -> SitePictures:
        self._coming = [self._threads.submit(self._draw, game, wanted) for game, wanted in self._batches]
        return self

    def __exit__(self, *_: object) -> None:
        for worker in self._workers:
            worker.close()
        self._threads.shutdown(cancel_futures=True)

    def files(self) -> dict[str, bytes]:
        """Wait for the pictures; returns them by file. Raises FindingsError where one can't be drawn."""
        for done in self._coming:
            done.result()
        if self._coming and self._cache:
            self._cache.prune()
        return self._found

    def _draw(self, game: Game, wanted: list[_SitePicture]) -> None:
        worker = self._free.pop()
        try:
            jobs = [one.picture.job(game, "png", one.ppi) for one in wanted]
            typeset = typeset_each(jobs, RenderOptions(run=worker.run))
        finally:
            self._free.append(worker)
        for one, files in zip(wanted, typeset, strict=True):
            if files.failed:
                raise _refused(one, files.findings)
            for width, data in _as_webp(files.files[0], one.files).items():
                self._found[one.files[width]] = data
                if self._cache:
                    self._cache.put(one.cache_key(width), data)
            self._advance(1, self.number)


def _groups(source: Games, linked: Linked) -> Iterator[tuple[Game, list[_SitePicture]]]:
    """The pictures in groups of one game, language and resolution, since such can be typeset together."""
    by_name: dict[tuple[str, str], dict[str, dict[int, str]]] = {}
    for path, (game_id, name, width, language) in linked.pictures.items():
        by_name.setdefault((game_id, language), {}).setdefault(name, {})[width] = path
    for (game_id, language), names in by_name.items():
        words = source.catalog.localized(source.game(game_id), language)
        shared = {one.name: one for one in shared_pictures(words.game)}
        wanted = []
        for name, files in names.items():
            if name in shared:
                picture = shared[name]
            else:
                card = words.card(source.card(words.game, name.removesuffix(".back")))
                picture = next(one for one in pictures_of(words.game, card) if one.name == name)
            wanted.append(_SitePicture(picture, files))
        wanted.sort(key=attrgetter("ppi"))
        for ppi, alike in groupby(wanted, key=attrgetter("ppi")):
            group = list(alike)
            keys = keys_of_each([one.picture.job(words.game, "png", ppi) for one in group])
            yield words.game, [replace(one, key=key) for one, key in zip(group, keys, strict=True)]


def _cached(wanted: _SitePicture, cache: DiskCache | None) -> dict[str, bytes]:
    """The files of a picture from the cache; empty unless it has all of them."""
    if cache is None:
        return {}
    found = {path: cache.get(wanted.cache_key(width)) for width, path in wanted.files.items()}
    there = {path: data for path, data in found.items() if data is not None}
    return there if len(there) == len(found) else {}


def _refused(wanted: _SitePicture, findings: Sequence[Diagnostic]) -> UsageError | FindingsError:
    if findings:
        return FindingsError(list(findings))
    return UsageError(f'the picture "{wanted.picture.name}" can\'t be drawn', "`arsenal validate --faces` says why")


def _as_webp(png: bytes, widths: Mapping[int, str]) -> dict[int, bytes]:
    """A picture in each width."""
    from PIL import Image

    made = {}
    with Image.open(BytesIO(png), formats=("PNG",)) as opened:
        seen = opened.getextrema()[-1] if opened.mode == "RGBA" else (255, 255)
        image = opened.convert("RGB" if seen == (255, 255) else "RGBA")
        for width in widths:
            high = max(round(image.height * width / image.width), 1)
            narrow = width < image.width and width < max(widths)
            shown = image.resize((width, high), Image.Resampling.LANCZOS, reducing_gap=3.0) if narrow else image
            out = BytesIO()
            shown.save(out, "WEBP", quality=QUALITY, method=METHOD)
            made[width] = out.getvalue()
    return made


def _encoder() -> str:
    import PIL
    from PIL import features

    return f"{PIL.__version__} {features.version('webp')}"
