"""Games of the engine as environments of other libraries; each library is an extra of Arsenal."""
