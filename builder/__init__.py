"""Arsenal: a card game written once in YAML, then checked, searched, judged, printed and played.

The names that this module exports are the Python API, which docs/api.md describes. Each is imported when it is first
used, so that `import builder` itself takes no time.
"""

from __future__ import annotations

TYPE_CHECKING = False  # as type checkers understand it too: `typing` takes most of the time that Python needs to start
if TYPE_CHECKING:
    from builder.decks import Deck
    from builder.decks.collections import Proxies
    from builder.decks.comparing import Comparison
    from builder.decks.hands import Hand
    from builder.decks.statistics import Statistics
    from builder.diagnostics import Diagnostic, FindingsError, Span, UsageError
    from builder.exports.writing import Written
    from builder.games import Card, Format, Game
    from builder.legality import Verdict, Violation
    from builder.printing.findings import PrintResult
    from builder.printing.gathering import Request
    from builder.printing.pictures import PictureOptions
    from builder.printing.prints import PrintOptions
    from builder.version import __version__ as __version__
    from builder.workspace import Workspace
else:
    # Not seen by type checkers, for which it would make any name right.
    def __getattr__(name: str) -> object:
        module = _MODULES.get(name)
        if module is None:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from importlib import import_module

        found = globals()[name] = getattr(import_module(module), name)
        return found

    def __dir__() -> list[str]:
        return sorted({*globals(), *_MODULES})


__all__ = [
    "BuildReport",
    "Card",
    "Comparison",
    "Deck",
    "Diagnostic",
    "FindingsError",
    "Format",
    "Game",
    "Hand",
    "OpenedDeck",
    "PictureOptions",
    "PrintOptions",
    "PrintResult",
    "Proxies",
    "Request",
    "Span",
    "Statistics",
    "UsageError",
    "Verdict",
    "Violation",
    "Workspace",
    "Written",
]

_MODULES = {
    "BuildReport": "builder.library.store",
    "Card": "builder.games",
    "Comparison": "builder.decks.comparing",
    "Deck": "builder.decks",
    "Diagnostic": "builder.diagnostics",
    "FindingsError": "builder.diagnostics",
    "Format": "builder.games",
    "Game": "builder.games",
    "Hand": "builder.decks.hands",
    "PrintResult": "builder.printing.findings",
    "OpenedDeck": "builder.library",
    "PictureOptions": "builder.printing.pictures",
    "PrintOptions": "builder.printing.prints",
    "Proxies": "builder.decks.collections",
    "Request": "builder.printing.gathering",
    "Span": "builder.diagnostics",
    "Statistics": "builder.decks.statistics",
    "UsageError": "builder.diagnostics",
    "Verdict": "builder.legality",
    "Violation": "builder.legality",
    "Workspace": "builder.workspace",
    "Written": "builder.exports.writing",
    "__version__": "builder.version",
}
