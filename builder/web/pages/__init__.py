"""The pages that people read: `rendering` has their addresses and fills in `templates`, `views` has what all share, and
`static` has the scripts and styles that browsers load.
"""
