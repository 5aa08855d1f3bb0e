"""The web server of `arsenal serve`: `library` has the data and renews it, `safety` checks every request,
`replies` writes answers and errors, `app` puts it together, `running` starts and stops it.
"""
