"""Colours, shapes and lengths that each mean one thing everywhere."""
