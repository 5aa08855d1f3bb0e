"""YAML in and out: the one reader, and the one editor, which keeps comments and layout. And XML in.

- `reading`: files and texts to `Document`s; `own_data` reads the data files of the program itself.
- `document`: a `Document` has a file's data, its faults, and where each part of it stands.
- `data`: the types of YAML data, and safe ways to look into it.
- `places`: the places of all things in a text, or only of the few that are needed.
- `editing`: changes or formats a text, and proves that nothing else has changed.
- `xml`: element by element, for files of other programs.

They are built on these: `events` makes data from libyaml's events, `scalars` finds what a word without quotes means,
`syntax` explains faults of syntax in an author's words, and `libyaml` is the only module that imports PyYAML.
"""
