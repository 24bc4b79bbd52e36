"""What stands beside the canvas: tree, search, curves, gallery, learner."""
