"""The facts of the lecture notes: where each is seen, read there and recomputed, as data."""
