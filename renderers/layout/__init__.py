"""Where things lie on paper, as numbers: sizes, pieces, sheets, presets, cut paths. Nothing is drawn here."""
