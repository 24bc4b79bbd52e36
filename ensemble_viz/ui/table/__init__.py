"""The table of points: its rows, its cells, its mouse and keys."""
