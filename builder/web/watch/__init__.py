"""A pack while it is being written: checked and drawn again whenever a file changes, and shown on a local page.

`state` is the pack as last read, `drawing` makes the pictures that a page shows, `feed` sends the page what is new,
and `preview` is all of them together. `library` has the server show it, for this machine only.
"""

from __future__ import annotations

from builder.web.watch.preview import Preview, Update, editor_pattern, served
from builder.web.watch.state import Watched

__all__ = ["Preview", "Update", "Watched", "editor_pattern", "served"]
