"""An oracle for sharing out cards among groups, plain enough to trust."""

from itertools import product


def places_for_all(copies: dict[str, int], groups: list[tuple[frozenset[str], int]]) -> bool:
    """Hall's theorem: whatever groups are chosen, the cards that fit no others find room in them."""
    for chosen in product((False, True), repeat=len(groups)):
        inside = {
            i for i in copies if all(take for take, (fitting, _) in zip(chosen, groups, strict=True) if i in fitting)
        }
        room = sum(n for take, (_, n) in zip(chosen, groups, strict=True) if take)
        if sum(copies[i] for i in inside) > room:
            return False
    return True
