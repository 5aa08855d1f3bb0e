"""The word lists of game.yaml: which there are, what a word of each is called, and which of them readers see."""

from __future__ import annotations

from collections.abc import Mapping

VOCABULARIES: Mapping[str, str] = {
    "sets": "set",
    "types": "type",
    "factions": "faction",
    "resources": "resource",
    "rarities": "rarity",
    "keywords": "keyword",
    "symbols": "symbol",
}
"""What a word of each list is called."""

PRINTED = tuple(name for name in VOCABULARIES if name not in ("sets", "symbols"))
"""The lists whose words stand on cards. A symbol is seen there, and named elsewhere."""
