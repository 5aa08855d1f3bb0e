"""Cards as JSON, an object a card, for scripts. Source of the format: Arsenal, as `arsenal search --output json`."""

from __future__ import annotations

from builder.exports import Bundle, Exported, Target, json_file, lost_of_lists


def export(bundle: Bundle) -> Exported:
    """`{"cards": [...]}`, each card's full definition with its game, its set and, from a deck, its copies."""
    counts = bundle.counts if bundle.deck else {}
    cards = [
        {
            "game": card.game_id,
            "set": card.set_id,
            **card.definition,
            **({"pack": card.pack} if card.pack else {}),
            **({"printings": [one.to_json() for one in card.printings]} if card.printings else {}),
            **({"count": counts[card.id]} if counts else {}),
        }
        for card in bundle.cards
    ]
    return Exported(json_file({"cards": cards}), lost_of_lists(bundle, "json"))


TARGET = Target("json", "", ".json", export)
