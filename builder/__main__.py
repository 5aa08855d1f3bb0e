"""`python -m builder` is `arsenal`."""

from builder.cli import main

main()
