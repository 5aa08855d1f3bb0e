"""What cards do, as data: verbs and their words, abilities as authors write them and as engines read them, their text.

Nothing here reads files or knows a game's rules: what an ability means when it is played is the engine's business.
"""

from builder.abilities.abilities import Ability, Effect, Event, Range, Selector
from builder.abilities.lexicon import Lexicon, Verb, lexicon_from
from builder.abilities.reading import read_abilities

__all__ = ["Ability", "Effect", "Event", "Lexicon", "Range", "Selector", "Verb", "lexicon_from", "read_abilities"]
