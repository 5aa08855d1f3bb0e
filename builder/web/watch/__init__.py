"""A pack while it is being written: checked and drawn again whenever a file changes, and shown on a local page.

`state` is the pack as last read, `drawing` makes the pictures that a page shows, `feed` sends the page what is
new, `editors` makes the links that open a file, `site` is all of them together, `following` keeps it up to date with
the files. `routes` are its addresses in the web app, `library` is the pack as the app's other pages show it, `app` is
both together, and `serving` puts it on the web, for this machine only.
"""

from __future__ import annotations

from builder.web.watch.editors import editor_pattern
from builder.web.watch.feed import Feed
from builder.web.watch.following import follow
from builder.web.watch.serving import served
from builder.web.watch.site import Site, Update
from builder.web.watch.state import Watched

__all__ = ["Feed", "Site", "Update", "Watched", "editor_pattern", "follow", "served"]
