"""What is said before the first round."""

from ensemble_viz.scene.sums.start import said as said  # it begins as any sum does
