"""Benchmarks, run on demand: `python -m benchmarks` runs all, `python -m benchmarks validate` one."""
