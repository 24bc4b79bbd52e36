"""REMEMBER: the document, pure edits, reading and writing files.

`document` is what is worked on; `edits` make another of it; `reading` makes points of any text, and
`points_file` reads and writes CSV; `text_file` and `writing` are the only doors to files.

Nothing in this package imports Qt: numpy and the engine are all it knows.
"""
