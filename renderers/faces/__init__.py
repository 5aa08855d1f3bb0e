"""Which faces a card has, what their templates receive, and the templates that come with Arsenal."""
