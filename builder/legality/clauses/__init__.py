"""Arsenal's own kinds of clauses: one in each module, which has the kind's name, as `KIND`.

`builder.legality.kinds` says what a kind is, and finds them here. A clause function takes clauses of its kind and
returns checks; a check takes a deck and returns violations. What depends only on the format and the cards is computed
once, when the checks are made, so that judging a legal deck takes a few operations on sets and dicts.
"""
