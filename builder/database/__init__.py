"""The card database: its tables, how packs are compiled into it, and searches in it."""
