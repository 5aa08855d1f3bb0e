"""Games played: decks brought to the engine, a game that is under way, and how it is put into words.

The engine knows the rules; nothing here does.
"""
