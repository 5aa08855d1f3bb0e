"""Draws the pictures of a site: the faces that are printed, as WebP, each kept by what it is made from."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from io import BytesIO
from itertools import groupby

from builder.diagnostics import FindingsError, UsageError
from builder.games import Game
from builder.games.sizes import MM
from builder.storage.cache import DiskCache
from builder.web.server.library import Held
from builder.web.server.things import card_named, game_named
from builder.web.site.addresses import Linked
from renderers.outputs.images import Picture, pictures_of, shared_pictures
from renderers.typst.cachekeys import key_of
from renderers.typst.options import RenderOptions
from renderers.typst.typesetting import keys_of_each, typeset_each
from renderers.typst.worker import RenderWorker

BATCH = 24  # pictures that are typeset together
AT_ONCE = 2  # processes that typeset
QUALITY = 82
LONGEST = 2400  # pixels of the longer side, whatever the width

Advance = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class _Wanted:
    """A picture with the files that it is for, by their widths, and the key of what it is made from."""

    picture: Picture
    files: Mapping[int, str]
    key: str = ""

    @property
    def widest(self) -> int:
        """The width in which it is drawn."""
        return max(self.files)

    def kept(self, width: int) -> str:
        """The key of it in a width."""
        return key_of(["webp", self.key, width, QUALITY, _encoder()])


def draw(held: Held, linked: Linked, cache: DiskCache | None, advance: Advance) -> dict[str, bytes]:
    """The pictures that pages link, by their files. Raises FindingsError where one can't be drawn."""
    found: dict[str, bytes] = {}
    missing: list[tuple[Game, list[_Wanted]]] = []
    groups = list(_groups(held, linked))
    number = sum(len(wanted) for _, wanted in groups)
    for game, wanted in groups:
        known = {one.key: _kept(one, cache) for one in wanted}
        for one in wanted:
            found |= known[one.key]
        left = [one for one in wanted if not known[one.key]]
        missing += [(game, left[start : start + BATCH]) for start in range(0, len(left), BATCH)]
        advance(len(wanted) - len(left), number)
    if missing:
        for wanted, made in _drawn(missing):
            for one, by_width in zip(wanted, made, strict=True):
                for width, data in by_width.items():
                    found[one.files[width]] = data
                    if cache:
                        cache.put(one.kept(width), data)
            advance(len(wanted), number)
        if cache:
            cache.prune()
    return {path: found[path] for path in linked.pictures}


def _groups(held: Held, linked: Linked) -> Iterator[tuple[Game, list[_Wanted]]]:
    """The pictures of one game in one language and of one resolution each, since these are typeset together."""
    by_name: dict[tuple[str, str], dict[str, dict[int, str]]] = {}
    for path, (game_id, name, width, language) in linked.pictures.items():
        by_name.setdefault((game_id, language), {}).setdefault(name, {})[width] = path
    for (game_id, language), names in by_name.items():
        words = held.localized(game_named(held, game_id), language)
        shared = {one.name: one for one in shared_pictures(words.game)}
        wanted = []
        for name, files in names.items():
            if name in shared:
                picture = shared[name]
            else:
                card = words.card(card_named(held, words.game, name.removesuffix(".back")))
                picture = next(one for one in pictures_of(words.game, card) if one.name == name)
            wanted.append(_Wanted(picture, files))
        wanted.sort(key=_ppi)
        for ppi, alike in groupby(wanted, key=_ppi):
            group = list(alike)
            keys = keys_of_each([one.picture.job(words.game, "png", ppi) for one in group])
            yield words.game, [replace(one, key=key) for one, key in zip(group, keys, strict=True)]


def _kept(wanted: _Wanted, cache: DiskCache | None) -> dict[str, bytes]:
    """What the cache has of a picture, where it has all of it."""
    if cache is None:
        return {}
    found = {path: cache.get(wanted.kept(width)) for width, path in wanted.files.items()}
    there = {path: data for path, data in found.items() if data is not None}
    return there if len(there) == len(found) else {}


def _drawn(
    batches: Sequence[tuple[Game, list[_Wanted]]],
) -> Iterator[tuple[list[_Wanted], list[dict[int, bytes]]]]:
    """Each batch drawn, in their order: some are typeset while others are compressed."""
    with RenderWorker() as one, RenderWorker() as other, ThreadPoolExecutor(AT_ONCE) as at_once:
        free = [one, other]

        def made(game: Game, wanted: list[_Wanted]) -> list[dict[int, bytes]]:
            worker = free.pop()
            try:
                options = RenderOptions(run=worker.run)
                jobs = [each.picture.job(game, "png", _ppi(each)) for each in wanted]
                typeset = typeset_each(jobs, options)
            finally:
                free.append(worker)
            for each, files in zip(wanted, typeset, strict=True):
                if files.failed:
                    _refuse(each, files.findings)
            return [_as_webp(files.files[0], each.files) for each, files in zip(wanted, typeset, strict=True)]

        coming: list[Future[list[dict[int, bytes]]]] = [at_once.submit(made, game, wanted) for game, wanted in batches]
        try:
            for (_, wanted), done in zip(batches, coming, strict=True):
                yield wanted, done.result()
        except BaseException:
            at_once.shutdown(wait=False, cancel_futures=True)
            for worker in (one, other):
                worker.close()
            raise


def _refuse(wanted: _Wanted, findings: Sequence[object]) -> None:
    from builder.diagnostics import Diagnostic

    found = [finding for finding in findings if isinstance(finding, Diagnostic)]
    if found:
        raise FindingsError(found)
    raise UsageError(f'the picture "{wanted.picture.name}" can\'t be drawn', "`arsenal validate --faces` says why")


def _as_webp(png: bytes, widths: Mapping[int, str]) -> dict[int, bytes]:
    """A picture in each width."""
    from PIL import Image

    made = {}
    with Image.open(BytesIO(png), formats=("PNG",)) as opened:
        image = opened.convert("RGBA" if "A" in opened.getbands() else "RGB")
        for width in widths:
            high = max(round(image.height * width / image.width), 1)
            narrow = width < image.width and width < max(widths)
            shown = image.resize((width, high), Image.Resampling.LANCZOS, reducing_gap=3.0) if narrow else image
            out = BytesIO()
            shown.save(out, "WEBP", quality=QUALITY, method=4)
            made[width] = out.getvalue()
    return made


def _ppi(wanted: _Wanted) -> float:
    """The resolution at which a picture is as wide as its widest file, or less so where it would be too long."""
    wide, high = wanted.picture.page.width, wanted.picture.page.height
    return min(wanted.widest, LONGEST, LONGEST * wide / high) / wide * MM["in"]


def _encoder() -> str:
    import PIL
    from PIL import features

    return f"{PIL.__version__} {features.version('webp')}"
