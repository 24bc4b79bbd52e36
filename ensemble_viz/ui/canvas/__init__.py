"""The canvas: a pyqtgraph view with items of our own in it, the tools, and the cards over it."""
