"""Games, cards and decks in a browser: from a server, as files, and while somebody writes a pack."""
