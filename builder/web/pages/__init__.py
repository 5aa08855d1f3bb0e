"""The pages that people read: `routes` are their addresses, `views` what they show, `templates` how; `pictures` draws
the cards, and `static` is what browsers load with them.
"""
