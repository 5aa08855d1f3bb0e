"""Game packs: finding them, reading their files, and what they were in an earlier revision of git."""
