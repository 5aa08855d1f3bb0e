"""Arsenal's own kinds of clauses: a module each, which is called as its kind and has it as `KIND`.

`builder.legality.kinds` says what a kind is, and finds them here. A clause function takes clauses of its kind and
returns checks; a check takes a deck and returns violations. What can be worked out from the format and the cards is
worked out once, when the checks are made: a legal deck costs a few operations on sets and dicts.
"""
