"""Pictures as files: PNG, SVG, PDF, PGF, with areas and positions true to the last pixel.

The same picture gives the same bytes, every time. No Qt, no display, no pyplot.
"""

import io
import logging
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from xml.sax.saxutils import escape

from ensemble_viz.engine.data import Refusal
from ensemble_viz.export.compact import compact, png
from ensemble_viz.export.paper import PaperPainter, Print
from ensemble_viz.export.paper_type import ELSEWHERE, PaperRuler, printable
from ensemble_viz.export.pgf import pgf
from ensemble_viz.scene.picture import Picture
from ensemble_viz.scene.picture.beside.board import board
from ensemble_viz.scene.picture.page import figure as whole_figure
from ensemble_viz.scene.scene import Scene

FORMS = ("png", "svg", "pdf", "pgf")
LEAST_SIZE, MOST_SIZE = 64, 8192
LEAST_SCALE, MOST_SCALE = 1.0, 8.0
MOST_PIXELS = 120_000_000  # half a gigabyte while it is drawn
SALT = "ensemble-viz"
RULER = PaperRuler()
SVG_ROLE = '<svg role="img" aria-labelledby="title desc" '


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

    def __post_init__(self) -> None:
        width, height = self.size
        if not all(LEAST_SIZE <= side <= MOST_SIZE for side in self.size):
            raise Refusal(
                f"{width}x{height}: a figure is from {LEAST_SIZE} to {MOST_SIZE} pixels wide and "
                "high; a PNG can have more by its scale"
            )
        if not LEAST_SCALE <= self.scale <= MOST_SCALE:
            raise Refusal(f"scale {self.scale:g}: a number from {LEAST_SCALE:g} to {MOST_SCALE:g}")
        if width * height * self.scale**2 > MOST_PIXELS:
            raise Refusal(f"{width}x{height} at scale {self.scale:g} is too many pixels")


@dataclass(frozen=True, slots=True)
class About:
    """What stands in a file for whoever cannot see the picture."""

    title: str = ""
    description: str = ""


def about(scene: Scene) -> About:
    """Say what a screen reader says."""
    return About(printable(scene.document.title), printable(scene.description))


def described(scene: Scene, sheet: FigureLayout) -> Picture:
    """Describe a scene as the window shows it; of several setups all, side by side."""
    if scene.beside is not None and not scene.beside.is_single:
        return board(scene.beside, sheet.size, RULER)
    return whole_figure(scene.sharpened(), sheet.size, RULER, sheet.caption, sheet.key)


def printed(drawn: Picture, form: str, how: Print, words: About) -> bytes:
    """Paint a picture as the bytes of a file."""
    return _FORMS[form](drawn, how, words)


def _png(drawn: Picture, how: Print, words: About) -> bytes:
    texts = {"Title": words.title, "Description": words.description}
    with steady():
        painter = PaperPainter(drawn, how)
        pixels = painter.pixels()
        painter.take_apart()
    return png(pixels, how.dpi, {name: text for name, text in texts.items() if text})


def _svg(drawn: Picture, how: Print, words: About) -> bytes:
    """Write an SVG file, its words as text."""
    known = {"Date": None, "Creator": SALT, "Title": words.title}
    svg = _saved(drawn, replace(how, vector=True), "svg", known).decode()
    svg = svg.replace(" <title>", ' <title id="title">', 1).replace("<svg ", SVG_ROLE, 1)
    told = f'</title>\n <desc id="desc">{escape(words.description)}</desc>'
    return compact(svg.replace("</title>", told, 1)).encode()


def _pdf(drawn: Picture, how: Print, words: About) -> bytes:
    """Write a PDF file with its fonts in it."""
    known = {"Title": words.title, "Subject": words.description, "Creator": SALT}
    dates = {"CreationDate": None, "Producer": None}
    return _saved(drawn, replace(how, vector=True), "pdf", known | dates)


def _pgf(drawn: Picture, how: Print, words: About) -> bytes:
    return pgf(drawn, how.point, PaperRuler(how.family), words.description).encode()


def _saved(drawn: Picture, how: Print, form: str, known: dict[str, str | None]) -> bytes:
    with steady():
        painter, out = PaperPainter(drawn, how), io.BytesIO()
        metadata = {name: text for name, text in known.items() if text != ""}
        painter.figure.savefig(out, format=form, dpi=painter.figure.dpi, metadata=metadata)
        painter.take_apart()
    return out.getvalue()


_FORMS: dict[str, Callable[[Picture, Print, About], bytes]] = {
    "png": _png, "svg": _svg, "pdf": _pdf, "pgf": _pgf,
}  # fmt: skip


def draw(scene: Scene, form: str, sheet: FigureLayout | None = None) -> bytes:
    sheet = sheet or FigureLayout()
    with steady():
        return printed(described(scene, sheet), form, Print(sheet.scale), about(scene))


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
            warnings.simplefilter("ignore", mpl.MatplotlibDeprecationWarning)  # of its own modules
            mpl.rcdefaults()
            mpl.rcParams.update({"svg.hashsalt": SALT, "svg.fonttype": "none", "pdf.fonttype": 42})
            mpl.rcParams["font.sans-serif"] = ELSEWHERE["sans"]
            mpl.rcParams["font.serif"] = ELSEWHERE["serif"]
            yield
    finally:
        log.setLevel(level)
