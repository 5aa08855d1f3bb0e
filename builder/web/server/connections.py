"""Connections that don't get on are closed: a few that send or read ever more slowly would keep others out.

What other servers on the way may read otherwise is refused: lines that end in LF alone, and headers that go on in a
further line (RFC 9112, sections 2.2 and 5.2).
"""

from __future__ import annotations

import asyncio
import re

import h11
from h11._receivebuffer import ReceiveBuffer
from uvicorn.protocols.http.h11_impl import H11Protocol

from builder.web.server.safety import HEADERS, PAGE_POLICY

LATE = (
    30.0  # seconds within which a request's head must be there, then its body, and in which an answer must be read on
)
LOOKS = 3  # so often is looked meanwhile


_ODD_END = re.compile(rb"(?<!\r)\n|\n[ \t]")


class _StrictLines(ReceiveBuffer):
    """Bytes that have come, of which a request's head, and what follows its body, are read line by line."""

    def maybe_extract_lines(self) -> list[bytearray] | None:
        """The lines up to the first empty one, once it is there. Raises LocalProtocolError for odd ends of lines."""
        before = bytes(self)
        lines = super().maybe_extract_lines()
        if lines is not None and _ODD_END.search(before, 0, len(before) - len(self)):
            raise h11.LocalProtocolError("a line ends otherwise than with CRLF, or goes on in the next one")
        return lines


class Connection(H11Protocol):
    """A connection that is closed where its client is late. Uvicorn itself waits for a request as long as it takes."""

    _next: asyncio.TimerHandle | None = None
    _looks = 0
    _seen: tuple[object, ...] = ()

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as in uvicorn
        """Begin to look."""
        super().connection_made(transport)
        self.conn._receive_buffer = _StrictLines()  # h11 leaves no other place to say so
        self._look()

    def connection_lost(self, exc: Exception | None) -> None:
        """Look no more."""
        if self._next:
            self._next.cancel()
        super().connection_lost(exc)

    def send_400_response(self, msg: str) -> None:
        """Say that something is no request, with what every answer says."""
        own = {"content-type": "text/plain; charset=utf-8", "connection": "close"}
        every = {**HEADERS, "content-security-policy": PAGE_POLICY}
        said = [(name.encode(), value.encode()) for name, value in (own | every).items()]
        for event in (
            h11.Response(status_code=400, headers=said, reason=b"Bad Request"),
            h11.Data(data=msg.encode()),
            h11.EndOfMessage(),
        ):
            self.transport.write(self.conn.send(event) or b"")
        self.transport.close()

    def _look(self) -> None:
        """Close it where the client is waited for and has not got on since a few looks ago."""
        state = self.conn.their_state
        waited_for = state in (h11.IDLE, h11.SEND_BODY) or self.flow.write_paused
        seen = (state, self.cycle, self.transport.get_write_buffer_size())
        self._looks = self._looks + 1 if waited_for and seen == self._seen else 0
        self._seen = seen
        if self._looks >= LOOKS:
            self.transport.abort()
            return
        self._next = self.loop.call_later(LATE / LOOKS, self._look)
