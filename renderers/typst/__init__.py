"""Typesets faces on pages: child processes render templates and compile Typst, within limits."""
