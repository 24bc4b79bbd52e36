"""A scene on paper: the canvas as PNG or SVG, with areas and positions true to the last pixel.

    write_figure(scene, "round 7.svg")
    write_figure(scene, "round 7.png", FigureLayout(size=(1280, 800), scale=2.0))

The same scene gives the same bytes, every time. No Qt, no display, no pyplot.
"""

import io
import logging
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from ensemble_viz.document.writing import writing
from ensemble_viz.engine.data import Refusal
from ensemble_viz.export.compact import compact
from ensemble_viz.export.paper import PaperPainter
from ensemble_viz.export.paper_type import ELSEWHERE, PaperRuler, printable
from ensemble_viz.scene import picture
from ensemble_viz.scene.scene import Scene

if TYPE_CHECKING:
    from matplotlib.figure import Figure

FORMS = ("png", "svg")
WHAT = ("canvas", *picture.PARTS)
LEAST_SIZE, MOST_SIZE = 64, 8192
LEAST_SCALE, MOST_SCALE = 1.0, 8.0
MOST_PIXELS = 120_000_000  # half a gigabyte while it is drawn
SALT = "ensemble-viz"
RULER = PaperRuler()


@dataclass(frozen=True, slots=True)
class FigureLayout:
    """How large a figure is, and what stands around the canvas."""

    size: tuple[int, int] = (1280, 800)
    """Width and height in pixels at 96 dpi."""
    scale: float = 1.0
    """By what a PNG has more pixels."""
    caption: bool = False
    """What happened is written above the canvas."""
    key: bool = True
    """What the marks stand for is written into the corners."""
    what: str = "canvas"
    """One of `WHAT`: the canvas, or what stands beside it."""

    def __post_init__(self) -> None:
        """Refuse what cannot be drawn."""
        width, height = self.size
        if self.what not in WHAT:
            raise Refusal(f"{self.what[:40]!r} is no part of the window: {', '.join(WHAT)}")
        if not all(LEAST_SIZE <= side <= MOST_SIZE for side in self.size):
            raise Refusal(
                f"{width}x{height}: a figure is from {LEAST_SIZE} to {MOST_SIZE} pixels wide and "
                "high; a PNG can have more by its scale"
            )
        if not LEAST_SCALE <= self.scale <= MOST_SCALE:
            raise Refusal(f"scale {self.scale:g}: a number from {LEAST_SCALE:g} to {MOST_SCALE:g}")
        if width * height * self.scale**2 > MOST_PIXELS:
            raise Refusal(f"{width}x{height} at scale {self.scale:g} is too many pixels")


def figure(scene: Scene, sheet: FigureLayout | None = None, vector: bool = False) -> "Figure":
    """Draw a scene; `vector`: for a file that will be scaled, where nothing is rounded."""
    sheet = sheet or FigureLayout()
    scene = scene.sharpened()
    if sheet.what == "canvas":
        described = picture.figure(scene, sheet.size, RULER, sheet.caption, sheet.key)
    else:
        described = picture.part(scene, sheet.what, sheet.size, RULER)
    return PaperPainter(described, sheet.scale, vector).figure


def png(scene: Scene, sheet: FigureLayout | None = None) -> bytes:
    """Draw a scene as the bytes of a PNG file."""
    with steady():
        drawn = figure(scene, sheet)
        out = io.BytesIO()
        drawn.savefig(out, format="png", dpi=drawn.dpi, metadata={"Software": None})
    return out.getvalue()


def svg(scene: Scene, sheet: FigureLayout | None = None) -> bytes:
    """Draw a scene as the bytes of an SVG file, its words as text."""
    with steady():
        drawn = figure(scene, sheet, vector=True)
        out = io.StringIO()
        about = {"Date": None, "Creator": SALT, "Title": printable(scene.document.title)}
        drawn.savefig(out, format="svg", metadata=about)
    crisp = '<g id="surface" shape-rendering="crispEdges">'  # or seams would show between cells
    return compact(out.getvalue().replace('<g id="surface">', crisp)).encode()


def write_figure(scene: Scene, path: str | Path, sheet: FigureLayout | None = None) -> None:
    """Draw a scene into a file; its ending says what it becomes."""
    data = draw(scene, form_of(path), sheet)
    with writing(path, binary=True) as out:
        out.write(data)


def draw(scene: Scene, form: str, sheet: FigureLayout | None = None) -> bytes:
    """Draw a scene in one of the forms."""
    return png(scene, sheet) if form == "png" else svg(scene, sheet)


def form_of(path: str | Path, wanted: str | None = None, is_stream: bool = False) -> str:
    """Find out from a file's ending what is to be drawn; a stream has none, and takes any form."""
    if is_stream:
        return wanted or FORMS[0]
    name, form = Path(path).name, Path(path).suffix.lower().removeprefix(".")
    if form not in FORMS:
        known = " or ".join(f".{form}" for form in FORMS)
        raise Refusal(f"{name}: the file of a figure ends in {known}")
    if wanted not in (None, form):
        raise Refusal(f"{name}: this name is of a {form.upper()} file, not of {wanted.upper()}")
    return form


@contextmanager
def steady() -> Iterator[None]:
    """Draw by matplotlib's own defaults, whatever the user's are, with the same names each time."""
    import matplotlib as mpl

    log = logging.getLogger("matplotlib.font_manager")
    level = log.level
    log.setLevel(logging.ERROR)  # a family without semibold takes bold, and need not say so
    try:
        with mpl.rc_context(), warnings.catch_warnings():
            warnings.filterwarnings("ignore", "Glyph .* missing from font")  # it draws a box then
            mpl.rcdefaults()
            mpl.rcParams.update({"svg.hashsalt": SALT, "svg.fonttype": "none"})
            mpl.rcParams["font.sans-serif"] = ELSEWHERE
            yield
    finally:
        log.setLevel(level)
