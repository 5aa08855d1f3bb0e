"""A bounded cache for loaded games and their searches; and which texts are searched."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

TEXTS = ("name", "text", "flavor")  # the fields that words without a field are searched in

Key = TypeVar("Key")
Value = TypeVar("Value")


def remembered(store: dict[Key, Value], key: Key, most: int, make: Callable[[], Value]) -> Value:
    """The value in the store for the key, made now if it is missing; the one unused for longest is dropped."""
    found = store.pop(key) if key in store else make()
    store[key] = found
    while len(store) > most:
        store.pop(next(iter(store)))
    return found
