"""The sentences over the canvas, one module for each story a round can tell."""
