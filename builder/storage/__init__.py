"""Files on disk: where Arsenal's own are, how others are written whole, and what is cached."""
