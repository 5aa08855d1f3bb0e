"""Cards, verdicts and charts for people who read them in a terminal."""
