"""Turns templates that strangers wrote into Typst source, safely, and says in which line a template is wrong."""
