"""Bags, and what averaging takes away of the error."""
