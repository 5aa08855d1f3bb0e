"""What is new, for every page that is open: events in order, each page reading on from where it was."""

from __future__ import annotations

import json
from collections import deque
from threading import Condition

REMEMBERED = 200  # events; a page that has missed more starts anew


class Feed:
    """Events as JSON, counted from 1."""

    def __init__(self) -> None:
        self._news = Condition()
        self._events: deque[str] = deque(maxlen=REMEMBERED)
        self._count = 0
        self.closed = False

    @property
    def count(self) -> int:
        """The number of the last event."""
        return self._count

    def publish(self, event: dict[str, object]) -> None:
        """Send an event to all pages."""
        with self._news:
            self._events.append(json.dumps(event))
            self._count += 1
            self._news.notify_all()

    def after(self, number: int, seconds: float) -> list[tuple[int, str]] | None:
        """The events after that one, waited for if need be; None where some of them are forgotten."""
        with self._news:
            self._news.wait_for(lambda: self._count != number or self.closed, seconds)
            first = self._count - len(self._events) + 1
            if not first - 1 <= number <= self._count:
                return None
            return list(enumerate(self._events, first))[number + 1 - first :]

    def close(self) -> None:
        """Let everyone go who waits."""
        with self._news:
            self.closed = True
            self._news.notify_all()
