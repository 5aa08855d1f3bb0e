"""What verdicts say, a module a language: each has `TEXTS`, and in `ZERO_IS_ONE` whether it counts 0 as it counts 1.

Modules and not YAML, as the judge also works where there is nothing but Python's own library.
"""
