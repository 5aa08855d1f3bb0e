"""Games of the engine as environments of other libraries. Each adapter needs its library, which an extra of Arsenal brings."""
