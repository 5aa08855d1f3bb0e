"""Published data: what Arsenal knows of games as files for any web host, each with its hash, and what changed in them.

`documents` is what is published of a game, also which cards were legal when, `manifest` the list of all files,
`earlier` reads an earlier state and says what differs from it, and `publishing` does it all.
docs/publishing.md is the user's description.
"""
