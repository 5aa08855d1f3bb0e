"""The web server of `arsenal serve`: `library` holds the data and renews it, `safety` is what every answer goes
through, `problems` says what went wrong, `app` puts it together, `running` starts and stops it.
"""
