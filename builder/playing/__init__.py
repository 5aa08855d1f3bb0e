"""Playing games: loading decks into the engine, a game in progress, and describing it in words.

The rules are in the engine, none here.
"""
