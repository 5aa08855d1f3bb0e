"""Tests of a game's statistics."""
