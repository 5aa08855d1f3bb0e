"""What a print shop checks before it prints: `facts` says what there is, `checks` judges it, `reports` tells it.

`measures` is the child process that looks at each face, and `colors` knows which colours ink can print.
"""
