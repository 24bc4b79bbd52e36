"""Widgets that paint a part of the scene: trees, searches, learners as thumbnails."""
