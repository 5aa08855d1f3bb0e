"""Layout: which cards lie on which page, where exactly, and where they are cut.

Everything here is numbers, in mm; nothing is drawn.
"""
