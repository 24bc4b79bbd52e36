"""The tree of a round: its boxes, what stands in them, where they stand."""
