"""Game packs: finding them, reading their files, and what an earlier revision of git held."""
