"""Where cuts may fall when coordinates are put in bins: only between neighbouring bins."""

import numpy as np

from ensemble_viz.engine.data import FloatArray, distinct
from ensemble_viz.engine.runs import Run
from ensemble_viz.engine.trees import bins_of, middle
from ensemble_viz.scene.moment.stage import Stage


def bin_borders(stage: Stage) -> tuple[FloatArray, ...]:
    """Find the borders of the bins along each axis; none where all cuts are tried."""
    second = stage.run.method.rules(stage.data, stage.run.params).second_order
    if second is None or second.max_bin is None or not len(stage.data):
        return ()
    return stage.lens.kept(("bins",), _borders, stage.run, second.max_bin)


def _borders(run: Run, most: int) -> tuple[FloatArray, ...]:
    data = run.data
    counts = np.ones(len(data), dtype=bool) if data.weight is None else data.weight > 0
    found = []
    for x, above in zip(data.points.T, bins_of(data, most).above, strict=True):
        values = distinct(x[counts])
        found.append(middle(values[:-1], values[1:]) if above is None else above)
    return tuple(found)
