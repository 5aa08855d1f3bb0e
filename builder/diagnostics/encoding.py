"""Diagnostics as plain data for JSON and back: for caches and between processes. Reports have forms of their own."""

from __future__ import annotations

from builder.diagnostics.diagnostic import Diagnostic, KeyPath, Span


def encoded(diagnostic: Diagnostic) -> dict[str, object]:
    """All that a diagnostic says, as data that JSON can hold. What has its usual value is left out."""
    data: dict[str, object] = {"code": diagnostic.code, "message": diagnostic.message}
    if diagnostic.span:
        data["span"] = _encoded_span(diagnostic.span)
    if diagnostic.related:
        data["related"] = [[words, _encoded_span(span)] for words, span in diagnostic.related]
    if diagnostic.path:
        data["path"] = list(diagnostic.path)
    if diagnostic.at_key:
        data["at_key"] = True
    if diagnostic.values:
        data["values"] = dict(diagnostic.values)
    words = {"help": diagnostic.help, "source": diagnostic.source, "subject": diagnostic.subject}
    return data | {name: value for name, value in words.items() if value}


def decoded(data: object) -> Diagnostic:
    """The diagnostic that `encoded` made into this data. Raises ValueError for other data."""
    if not isinstance(data, dict):
        raise ValueError("a diagnostic is an object")
    return Diagnostic(
        code=_text(data.get("code")),
        message=_text(data.get("message")),
        span=_decoded_span(data["span"]) if "span" in data else None,
        help=_text(data.get("help", "")),
        related=tuple(_decoded_related(entry) for entry in _list(data.get("related", []))),
        source=_text(data.get("source", "")),
        subject=_text(data.get("subject", "")),
        path=_decoded_path(data.get("path", [])),
        at_key=data.get("at_key") is True,
        values=_decoded_values(data.get("values", {})),
    )


def _encoded_span(span: Span) -> list[str | int]:
    return [span.path, span.line, span.column, span.end_line, span.end_column]


def _decoded_span(data: object) -> Span:
    match data:
        case [str(path), int(line), int(column), int(end_line), int(end_column)]:
            return Span(path, line, column, end_line, end_column)
    raise ValueError("a place in a file is its path and four numbers")


def _decoded_related(data: object) -> tuple[str, Span]:
    match data:
        case [str(words), span]:
            return words, _decoded_span(span)
    raise ValueError("a related place is a few words and a place in a file")


def _decoded_path(data: object) -> KeyPath:
    parts = tuple(part for part in _list(data) if isinstance(part, str | int))
    if len(parts) != len(_list(data)):
        raise ValueError("a path is made of keys and indexes")
    return parts


def _decoded_values(data: object) -> dict[str, str | int]:
    values = data if isinstance(data, dict) else {}
    return {name: value for name, value in values.items() if isinstance(name, str) and isinstance(value, str | int)}


def _list(data: object) -> list[object]:
    if not isinstance(data, list):
        raise ValueError("a list is missing")
    return data


def _text(data: object) -> str:
    if not isinstance(data, str):
        raise ValueError("a text is missing")
    return data
