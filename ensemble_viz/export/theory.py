"""Figures of demonstrations: their charts with the headline above, on paper."""

from dataclasses import replace

from ensemble_viz.export.figure import About, printed, steady
from ensemble_viz.export.paper_type import printable
from ensemble_viz.export.styles import Medium
from ensemble_viz.scene.picture.charts import headed
from ensemble_viz.scene.theory import ShownTheory


def publish_theory(shown: ShownTheory, medium: Medium, form: str) -> bytes:
    """Draw the charts of a demonstration as the bytes of a file."""
    words = About(printable(shown.title), printable(shown.description))
    with steady():
        drawn = headed(shown.words.headline, shown.plots, medium.layout, medium.palette)
        if medium.transparent:
            drawn = replace(drawn, ground=0)
        return printed(drawn, form, medium.how, words)
