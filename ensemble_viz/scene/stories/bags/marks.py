"""What trees of bags draw by themselves: the random cuts of the node that is told of."""

from collections.abc import Iterator

import numpy as np

from ensemble_viz.scene.picture import Sheet, primitives
from ensemble_viz.scene.scene import Scene

HALO, THIN = 1.5, 0.5  # pixels; of the line of the cut that is kept: the others


def marks(scene: Scene, sheet: Sheet) -> Iterator[primitives.Bars]:
    """Describe random cuts, the one that is kept over the others."""
    cuts = scene.thrown
    choosing = not any(one.kept for one in cuts)
    for one in sorted(cuts, key=lambda each: each.kept):
        wide = sheet.measures.learner * (1.0 if one.kept else THIN)
        line = sheet.lines(np.array([one.line]))
        yield primitives.Bars(line, wide + 2.0 * HALO, sheet.colour("halo"), key="random cut")
        ink = sheet.colour("accent" if one.kept or choosing else "ink2")
        yield primitives.Bars(line, wide, ink, key="random cut")
