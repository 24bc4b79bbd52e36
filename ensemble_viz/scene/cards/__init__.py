"""The cards of points and places, one module for each story a round can tell."""
