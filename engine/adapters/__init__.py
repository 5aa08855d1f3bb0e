"""Games of the engine as environments of other libraries, each of which an extra of Arsenal brings."""
