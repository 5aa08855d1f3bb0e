"""Which faces a card has, and the templates that come with Arsenal."""
