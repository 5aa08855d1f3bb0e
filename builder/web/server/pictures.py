"""Pictures of cards for pages: drawn in batches when they are first asked for, and cached.

They show the printed faces, as WebP. A picture's address has the data's version in it, so browsers cache it for good.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from io import BytesIO

from builder.diagnostics import UsageError
from builder.games import Card, Game
from builder.storage.cache import DiskCache
from builder.web.api.problems import NoSuchThing, TooMuch
from renderers.outputs.images import PicturePlan, pictures_of, shared_pictures
from renderers.typst.jobs import RenderOptions, TypesetFiles
from renderers.typst.processes import RenderWorker
from renderers.typst.typesetting import typeset_each

BATCH = 16
NICENESS = 10  # of the process that draws: requests are answered first
MOST_WAITING = 500  # pictures that may wait to be drawn
LIMIT = 128 * 1024 * 1024  # bytes of pictures in memory
SECONDS = 20.0  # that a batch may take
QUALITY = 86


@dataclass(frozen=True)
class PictureRequest:
    """A picture to draw: the data's version, a game, a card of it (None for a picture that belongs to no card), the
    picture's name as in `card_images`, its width in pixels, and the language of its words.
    """

    version: str
    game: Game
    card: Card | None
    name: str
    width: int
    language: str = ""

    @property
    def key(self) -> tuple[str, ...]:
        """The key under which the picture is cached."""
        return self.version, self.game.id, self.name, str(self.width), self.language


class Pictures:
    """Draws pictures in a process of its own, one batch after another. Needs a running event loop; `close` ends it."""

    def __init__(self, cache: DiskCache | None = None) -> None:
        self._cache = cache
        self._worker = RenderWorker(NICENESS)
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="pictures")
        self._waiting: OrderedDict[tuple[str, ...], tuple[PictureRequest, asyncio.Future[bytes]]] = OrderedDict()
        self._cached: OrderedDict[tuple[str, ...], bytes] = OrderedDict()
        self._bytes = 0
        self._drawing: asyncio.Task[None] | None = None

    async def get(self, wanted: PictureRequest) -> bytes:
        """The picture as WebP.

        Raises NoSuchThing for a name that the card does not have, UsageError for a picture that can't be drawn, TooMuch
        where too many wait already.
        """
        if saved := self._cached.get(wanted.key):
            self._cached.move_to_end(wanted.key)
            return saved
        if wanted.key not in self._waiting:
            if len(self._waiting) >= MOST_WAITING:
                raise TooMuch("too many pictures are being drawn", "try again in a while")
            self._waiting[wanted.key] = wanted, asyncio.get_running_loop().create_future()
        if self._drawing is None or self._drawing.done():
            self._drawing = asyncio.create_task(self._draw())
        return await asyncio.shield(self._waiting[wanted.key][1])

    async def close(self) -> None:
        """Stop drawing."""
        self._worker.close()
        if self._drawing:
            await asyncio.gather(self._drawing, return_exceptions=True)
        self._thread.shutdown()
        if self._cache:
            self._cache.prune()

    async def _draw(self) -> None:
        loop = asyncio.get_running_loop()
        while self._waiting:
            batch = list(self._waiting.values())[:BATCH]
            like = batch[0][0]
            batch = [one for one in batch if (one[0].game, one[0].width) == (like.game, like.width)]
            made = await loop.run_in_executor(self._thread, self._drawn, [wanted for wanted, _ in batch])
            for (wanted, future), result in zip(batch, made, strict=True):
                del self._waiting[wanted.key]
                if isinstance(result, bytes):
                    self._keep(wanted.key, result)
                    future.set_result(result)
                else:
                    future.set_exception(result)
                    future.exception()  # marks it as seen, even if nobody waits any more

    def _keep(self, key: tuple[str, ...], picture: bytes) -> None:
        self._cached[key] = picture
        self._bytes += len(picture)
        while self._bytes > LIMIT and len(self._cached) > 1:
            _, dropped = self._cached.popitem(last=False)
            self._bytes -= len(dropped)

    def _drawn(self, batch: Sequence[PictureRequest]) -> list[bytes | Exception]:
        """The pictures of a batch, or the error of each. Where one fails, the whole batch fails and each is drawn
        alone.
        """
        try:
            found = [_picture(wanted) for wanted in batch]
            return [
                self._as_webp(wanted, files) for wanted, files in zip(batch, self._typeset(batch, found), strict=True)
            ]
        except UsageError as error:
            if len(batch) == 1:
                return [error]
            return [result for wanted in batch for result in self._drawn([wanted])]
        except Exception as error:  # noqa: BLE001 - a picture is no reason to stop serving
            return [UsageError(f"the picture can't be drawn: {error}")] * len(batch)

    def _typeset(self, batch: Sequence[PictureRequest], pictures: Sequence[PicturePlan]) -> list[TypesetFiles]:
        options = RenderOptions(self._cache, time_limit=SECONDS, run=self._worker.run)
        jobs = [
            picture.job(wanted.game, "png", ppi=picture.ppi(wanted.width))
            for wanted, picture in zip(batch, pictures, strict=True)
        ]
        made: list[TypesetFiles] = []
        for job in jobs if len({job.ppi for job in jobs}) > 1 else ():
            made += typeset_each([job], options)
        return made or typeset_each(jobs, options)

    def _as_webp(self, wanted: PictureRequest, files: TypesetFiles) -> bytes:
        from PIL import Image

        if files.failed:
            raise UsageError(f'the picture of "{wanted.name}" can\'t be drawn', "`arsenal validate --faces` says why")
        out = BytesIO()
        with Image.open(BytesIO(files.files[0]), formats=("PNG",)) as image:
            image.save(out, "WEBP", quality=QUALITY, method=4)
        return out.getvalue()


def _picture(wanted: PictureRequest) -> PicturePlan:
    made = pictures_of(wanted.game, wanted.card) if wanted.card else shared_pictures(wanted.game)
    for picture in made:
        if picture.name == wanted.name:
            return picture
    raise NoSuchThing(f'there is no picture "{wanted.name}"')
