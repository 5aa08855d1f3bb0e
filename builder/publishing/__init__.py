"""Published data: what Arsenal knows of games as files for any web host, each with its hash, and what changed in them.

`documents` is what is published of a game, `legal` which cards were legal when, `sqlite` the database, `manifest` the
list of all files, `changes` what differs from an earlier state, which `earlier` reads, and `publishing` does it all.
docs/publishing.md is the user's description.
"""
