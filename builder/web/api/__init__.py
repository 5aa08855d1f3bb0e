"""The HTTP API, version 1, without HTTP: what the server, the site's files and the browser answer from.

`endpoints` says what an endpoint is, `browsing`, `judging` and `playing` are the endpoints, `games` is what they
answer from, and `answering` answers where there is no server. The server adds endpoints for printing and for the decks
saved in its folder.
"""
