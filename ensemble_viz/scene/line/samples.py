"""Functions on a line: exact where trees make them, else read at places between the edges."""

from collections.abc import Hashable

import numpy as np
from numpy.typing import NDArray

from ensemble_viz.document.where import Frame
from ensemble_viz.engine.data import FloatArray
from ensemble_viz.engine.surface import Cells
from ensemble_viz.scene.moment.sampler import Want
from ensemble_viz.scene.moment.stage import Stage

PART = 0.1  # of the time that may be taken at once, for each that is less in sight


def ensemble_cells(stage: Stage, t: int, frame: Frame, slot: Hashable = "sum") -> Cells | None:
    """Give the ensemble after round t; None while nothing of it is known."""
    if stage.lens.is_exact(t):
        return stage.lens.cells(t)
    return _read(stage, (t, None), frame, slot)


def one_cells(stage: Stage, t: int, k: int, frame: Frame, slot: Hashable) -> Cells | None:
    """Give what learner k of round t answers by itself."""
    if stage.lens.surface.learner_is_exact(t, k):
        return stage.lens.learner_cells(t, k)
    return _read(stage, (t, k), frame, slot)


def _read(stage: Stage, what: tuple[int, int | None], frame: Frame, slot: Hashable) -> Cells | None:
    """Read as many places as there is time for; heights of the frame change nothing."""
    part = 1.0 if slot in ("sum", "learner") else PART
    along = Frame(frame.left, 0.0, frame.right, 1.0)
    found = stage.lens.sampler.seen(Want(slot, what, along, no_shades, share=part))
    return None if found is None or found.value is None else Cells(found.cuts, found.value)


def no_shades(answer: FloatArray) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Colour nothing: values on a line are heights."""
    nothing = np.zeros(len(answer), dtype=np.uint8)
    return nothing, nothing
