"""A fuzzer of whole packs, commands and what else is sent: `make fuzz`, or `python -m tests.hostile.fuzzing --help`.

Case number N of a seed is always the same: a small pack with something hostile done to its files, and a few commands.
`packs` has the packs that cases begin with, `values` and `mutations` what is done to them, `workbooks`, `foreign`,
`playing` and `requests` make what else is sent, `calls` says how commands are called, `inside` what is called without
one, `cases` puts these together, `running` runs a command in this process, `judging` says what is wrong with how it
went, `shrinking` makes a failing case small, `workers` are the processes that run many, and their guard.
"""
