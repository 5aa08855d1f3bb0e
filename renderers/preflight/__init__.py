"""Preflight: examines a print as a print shop would, before it is sent there.

`facts` collects what is there, with the help of `measures`, a child process that looks at each face. `checks` judges
it, `colors` knows which colours ink can print, and `reports` describes the outcome.
"""
