"""Abilities in one form: openings before what is done, as they are printed, and nothing that can be left out."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from builder.abilities import Lexicon, read_abilities
from builder.abilities.cards import DO
from builder.abilities.lexicon import MAIN
from builder.diagnostics import KeyPath
from builder.documents.data import Data, mapping, sequence, text
from builder.documents.editing.tree import Child, Node
from builder.games.fields import ABILITIES

# What stands before the verb, and what after its arguments. A cost stands behind what it is the cost of.
_FIRST = ("mode", "use", "cost", "at", "during", "when", "if", "may", "do")
_FIRST_WITHOUT_USE = ("mode", "at", "during", "when", "cost", "if", "may", "do")
_LAST = ("limit",)


@dataclass(frozen=True)
class Arranging:
    """Arranges abilities that are made of the words of a lexicon; those that have a fault keep their author's form."""

    lexicon: Lexicon
    mark: str = ABILITIES

    def meaning(self, data: Data, place: KeyPath) -> object:
        """The abilities there in their canonical form; where they have a fault, what is written."""
        written, card_type = self._written(data, place)
        found, faults = read_abilities(written, self.lexicon, card_type, of_entry=place[-1] == DO)
        return written if faults else [ability.data() for ability in found]

    def rewrite(self, node: Node, data: Data, place: KeyPath) -> Node:
        """Abilities as short as can be, with their keys in order."""
        written, card_type = self._written(data, place)
        if read_abilities(written, self.lexicon, card_type)[1]:
            return node
        abilities = node.children if node.kind == "list" else [Child(value=node)]
        for ability in abilities:
            if isinstance(ability.value, Node):
                self._arrange(ability.value)
        only = abilities[0].value
        return only if isinstance(only, Node) and node.kind == "list" and _is_bare(node) else node

    def _written(self, data: Data, place: KeyPath) -> tuple[Data, str]:
        """What stands at a place, and the type of the card that it is on."""
        value = data
        card = mapping(sequence(data)[place[0]] if isinstance(place[0], int) else data)
        for key in place:
            value = sequence(value)[key] if isinstance(key, int) else mapping(value).get(key)
        return value, text(card.get("type"))

    def _arrange(self, node: Node) -> None:
        """An ability or an effect, and all that is in it."""
        if node.kind == "list":
            for item in node.children:
                if isinstance(item.value, Node):
                    self._arrange(item.value)
            return
        _without_do(node)
        verb = next((child.name for child in node.children if child.name in self.lexicon.verbs), "")
        takes = self.lexicon.verbs[verb].takes if verb else ()
        first = _FIRST if any(child.name == "use" for child in node.children) else _FIRST_WITHOUT_USE
        order = {name: number for number, name in enumerate((*first, verb, *takes, *_LAST))}
        node.children.sort(key=lambda child: order.get(child.name, len(order)))
        for child in node.children:
            if isinstance(child.value, Node) and child.name in (DO, "cost", *self._with_effects):
                self._arrange(child.value)

    @property
    def _with_effects(self) -> Iterable[str]:
        """The verbs after which effects stand."""
        return (name for name, verb in self.lexicon.verbs.items() if verb.type_of(MAIN).has_effects)


def _without_do(node: Node) -> None:
    """A single effect stands next to the openings; one that has comments around it stays where it is."""
    for number, child in enumerate(node.children):
        inner = child.value
        if child.name != DO or not isinstance(inner, Node) or _comments(child):
            continue
        if inner.kind == "list" and _is_bare(inner):
            inner = inner.children[0].value
        if isinstance(inner, Node) and inner.kind == "mapping" and not (inner.key_comment or inner.trailing):
            if inner.children:
                inner.children[0].breaks = inner.children[0].breaks or child.breaks
            node.children[number : number + 1] = inner.children
        return


def _is_bare(node: Node) -> bool:
    """Whether a list has one mapping in it, and no comment of its own."""
    if len(node.children) != 1 or node.key_comment or node.trailing or _comments(node.children[0]):
        return False
    only = node.children[0].value
    return isinstance(only, Node) and only.kind == "mapping"


def _comments(child: Child) -> bool:
    return bool(child.above or child.key_comment or child.below or child.after)
