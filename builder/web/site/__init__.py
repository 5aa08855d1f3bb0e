"""The site as files: the pages that a server shows, their pictures and data, for a web host that only serves files.

`addresses` says where each thing lies, `walking` makes the pages that are linked, `drawing` the pictures, and `writing`
all of it into a folder.
"""
