"""What the canvas shows, in the plane or on a line, with the cards that lie on it.

`selection` and `cursor` are what is drawn of the tools: what is selected, with its handles, and
what the one in hand would do.
"""

from ensemble_viz.scene.picture.canvas.axes import axis_names, focus
from ensemble_viz.scene.picture.canvas.cursor import (
    InHand,
    SelectionBox,
    cursor,
    selection,
    selection_box,
)
from ensemble_viz.scene.picture.canvas.line import line
from ensemble_viz.scene.picture.canvas.plane import Known, canvas, of_story, without_words

__all__ = [
    "InHand",
    "Known",
    "SelectionBox",
    "axis_names",
    "canvas",
    "cursor",
    "focus",
    "line",
    "of_story",
    "selection",
    "selection_box",
    "without_words",
]
