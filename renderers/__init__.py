"""Draws cards: their faces, sheets of them to print and cut, and single pictures.

A face is a jinja2 template that writes Typst. `outputs` is where callers begin; `layout` decides what lies where,
`templating` turns templates into Typst source, `typst` compiles it in child processes, `preflight` examines the result.
"""
