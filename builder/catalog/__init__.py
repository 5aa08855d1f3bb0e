"""What the names that users type stand for: games, cards, decks."""
