"""libyaml's parser is the one that is used, and its marks become spans."""

import yaml

from builder.diagnostics import Span
from builder.documents.libyaml import Parser, events_of, position_of, span_of


def test_the_parser_is_libyamls() -> None:
    assert Parser is yaml.CSafeLoader


def test_events_end_with_the_stream() -> None:
    kinds = [event.__class__.__name__ for event in events_of("a: 1\n")]
    assert kinds[0] == "StreamStartEvent"
    assert kinds[-1] == "StreamEndEvent"


def test_places_count_from_one_and_are_never_empty() -> None:
    key, value = [event for event in events_of("# é\nkey:\n") if isinstance(event, yaml.ScalarEvent)]
    assert (span_of(key, "f"), position_of(key)) == (Span("f", 2, 1, 2, 4), (2, 1))
    assert span_of(value, "f") == Span("f", 2, 5, 2, 6)
