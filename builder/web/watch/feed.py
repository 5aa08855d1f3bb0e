"""Events for all open pages, in order. Each page reads on from the last event it has seen."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock

REMEMBERED = 200  # events; a page that has missed more is loaded again


class Feed:
    """Events as JSON, counted from 1."""

    def __init__(self) -> None:
        self._turn = Lock()
        self._events: deque[str] = deque(maxlen=REMEMBERED)
        self._count = 0
        self._hearing: set[Callable[[], object]] = set()
        self.closed = False

    @property
    def count(self) -> int:
        """The number of the last event."""
        return self._count

    def publish(self, event: dict[str, object]) -> None:
        """Send an event to all pages."""
        with self._turn:
            self._events.append(json.dumps(event))
            self._count += 1
            self._announce()

    def after(self, number: int) -> list[tuple[int, str]] | None:
        """The events after that number; None where some of them are no longer stored."""
        with self._turn:
            first = self._count - len(self._events) + 1
            if not first - 1 <= number <= self._count:
                return None
            return list(enumerate(self._events, first))[number + 1 - first :]

    @contextmanager
    def calling(self, listener: Callable[[], object]) -> Iterator[None]:
        """Within the context, call `listener` at each event and when the feed is closed, in the thread that does so."""
        with self._turn:
            self._hearing.add(listener)
        try:
            yield
        finally:
            with self._turn:
                self._hearing.discard(listener)

    def close(self) -> None:
        """Close the feed; pages that listen are released."""
        with self._turn:
            self.closed = True
            self._announce()

    def _announce(self) -> None:
        for listener in self._hearing:
            listener()
