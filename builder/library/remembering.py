"""A bounded memory for loaded games and their searches; and which texts are searched."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

TEXTS = ("name", "text", "flavor")  # the fields in which words without a field are looked for

Key = TypeVar("Key")
Value = TypeVar("Value")


def remembered(store: dict[Key, Value], key: Key, most: int, make: Callable[[], Value]) -> Value:
    """What is in the store under the key, made now if it isn't; what was used longest ago makes room."""
    found = store.pop(key) if key in store else make()
    store[key] = found
    while len(store) > most:
        store.pop(next(iter(store)))
    return found
