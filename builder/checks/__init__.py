"""What is wrong with a pack: first the shape of its files, by JSON Schema; then what a schema can't say, rule by rule.

`reading` puts each file where it belongs and checks its shape; `rules` holds the rules.
"""

from __future__ import annotations

from builder.checks.checked import CardSource, CheckedPack
from builder.checks.reading import Read, check_pack
from builder.checks.rules import RULES
from builder.checks.usable import judged_with_game, usable

__all__ = ["RULES", "CardSource", "CheckedPack", "Read", "check_pack", "judged_with_game", "usable"]
