"""What a print shop checks before it prints: `checks` judges what `measures` and `colors` find."""
