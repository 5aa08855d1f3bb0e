"""YAML in and out: the one reader, and the one editor, which keeps comments and layout. And XML in.

- `reading`: files and texts to `Document`s; `own_data` reads the data files of the program itself.
- `document`: a `Document` has a file's data, its faults, and where each part of it stands.
- `data`: the types of what YAML says, and safe ways to look into it.
- `places`: where things stand in a text: everything, or only the few things that were asked for.
- `editing`: changes a text, or lays it out anew, and proves that nothing else was lost.
- `xml`: element by element, for what comes from other programs.

They are built on these: `events` makes data from libyaml's events, `scalars` says what a word means, `syntax` says in
an author's words what is no YAML, and `libyaml` is all of PyYAML that is used.
"""
