"""Scenes as figures: what a test looks at."""

from typing import Any

from ensemble_viz.export.figure import FigureLayout, described, draw
from ensemble_viz.export.paper import PaperPainter, Print
from ensemble_viz.scene.scene import Scene


def figure(scene: Scene, sheet: FigureLayout | None = None, vector: bool = False) -> Any:
    """Draw a scene with matplotlib; `vector`: for a file that will be scaled."""
    sheet = sheet or FigureLayout()
    return PaperPainter(described(scene, sheet), Print(sheet.scale, vector)).figure


def png(scene: Scene, sheet: FigureLayout | None = None) -> bytes:
    return draw(scene, "png", sheet)


def svg(scene: Scene, sheet: FigureLayout | None = None) -> bytes:
    return draw(scene, "svg", sheet)
