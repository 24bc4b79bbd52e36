"""Charts with a headline above them: a figure of their own."""

from collections.abc import Sequence

from ensemble_viz.scene.appearance.palette import PALETTES
from ensemble_viz.scene.picture.charts.drawing import charts
from ensemble_viz.scene.picture.charts.plot import Chart, Listing
from ensemble_viz.scene.picture.layout import Layout
from ensemble_viz.scene.picture.placed import lowest
from ensemble_viz.scene.picture.primitives import Layer, Picture, Tag, Tags, Word
from ensemble_viz.scene.picture.sheet import LINE, Sheet

EDGE = 8.0
MOST_LINES = 2  # of the headline


def headed(
    headline: str, plots: Sequence[Chart | Listing], layout: Layout, palette: str
) -> Picture:
    """Describe charts below a headline; as high as they need where no height is asked for."""
    whole = Sheet((0.0, 0.0, layout.width, layout.height or 0.0), layout.ruler,
                  palette=PALETTES[palette])  # fmt: skip
    kind = whole.type("projector small" if whole.projected else "title")
    room, high = layout.width - 2 * EDGE, LINE * kind[0]
    lines = whole.broken(headline, kind, room, MOST_LINES)
    top = EDGE + high * len(lines) + EDGE
    ink = whole.colour("ink")
    words = tuple(Word(line, kind, 0.0, (k + 0.5) * high, ink, 0.0) for k, line in enumerate(lines))
    head = Tag((EDGE, EDGE, layout.width - EDGE, top), None, words, "headline")
    bottom = layout.height - EDGE if layout.height else top
    drawn = charts(plots, whole.part((EDGE, top, layout.width - EDGE, bottom), whole.frame))
    layers = (Layer("headline", (Tags((head,), "headline"),)), *drawn.layers)
    made = Picture(layout.width, layout.height or drawn.height, drawn.ground, layers)
    if layout.height:
        return made
    return Picture(layout.width, lowest(made) + EDGE, drawn.ground, layers)
