"""Work in threads of its own, such as printing: a little at once, some waiting, and of more none is begun."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from builder.web.api.problems import TooMuch

T = TypeVar("T")
AT_ONCE = 2
MOST_WAITING = 8


class SlowWork:
    """Does work in threads of its own. `close` waits for what has begun."""

    def __init__(self, at_once: int = AT_ONCE, waiting: int = MOST_WAITING, name: str = "slow") -> None:
        self._threads = ThreadPoolExecutor(at_once, thread_name_prefix=name)
        self._most, self._taken = at_once + waiting, 0

    async def run(self, work: Callable[[], T]) -> T:
        """Do some work. Raises TooMuch where too much waits already."""
        if self._taken >= self._most:
            raise TooMuch("too many others wait for what takes long", "try again in a minute")
        return await self.run_in_any_case(work)

    async def run_in_any_case(self, work: Callable[[], T]) -> T:
        """Do some work of the server's own, however much waits."""
        self._taken += 1
        future = asyncio.get_running_loop().run_in_executor(self._threads, work)
        future.add_done_callback(self._ended)  # also where nobody waits for it any more
        return await asyncio.shield(future)

    async def close(self) -> None:
        """Begin nothing more, and wait for what has begun."""
        await asyncio.to_thread(self._threads.shutdown, cancel_futures=True)

    def _ended(self, _: object) -> None:
        self._taken -= 1
