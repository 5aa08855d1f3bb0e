"""The words by which presets and options say how things are laid out; schemas/preset.schema.json explains them."""

from __future__ import annotations

from typing import Literal

Layout = Literal["sheets", "pages", "images"]
Marks = Literal["crops", "lines", "registration", "none"]
Backs = Literal["none", "long-edge", "short-edge", "fold", "separate"]
BleedMode = Literal["full", "outer", "none"]
Orientation = Literal["auto", "portrait", "landscape"]
PageOrder = Literal["front-back", "back-front", "fronts-first", "back-first"]
DiceCutouts = Literal["nets", "stickers", "both"]
Edge = Literal["long-edge", "short-edge"]  # at which paper is turned over
Flip = Literal["none", "long-edge", "short-edge"]
