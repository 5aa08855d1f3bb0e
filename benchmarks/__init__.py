"""Benchmarks, run on demand: `python -m benchmarks` runs all, `python -m benchmarks validate` one.

`python -m benchmarks compare REV` measures what users do in this checkout and in another commit, in turns.
"""
