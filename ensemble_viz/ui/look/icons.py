"""Icons: lines in one colour, drawn at the size and ratio they are shown at."""

from functools import cache
from pathlib import Path

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QColor, QGuiApplication, QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from ensemble_viz.ui.look.strokes import LINES
from ensemble_viz.ui.look.style import faint
from ensemble_viz.ui.look.theme import Theme

SIZE = 20  # logical pixels at a scale of 1
STROKE = 1.75
APP_ICON = Path(__file__).with_name("icon.svg")


def icon(name: str, theme: Theme, role: str = "ink2", size: float = SIZE) -> QIcon:
    """Give an icon in a colour of the theme, fainter where it cannot be used."""
    return _icon(name, theme.colour(role).name(), faint(theme).name(), theme.px(size), _ratio())


def pixmap(name: str, colour: QColor, size: int, ratio: float) -> QPixmap:
    """Draw an icon into a square of logical pixels."""
    return _pixmap(name, colour.name(), size, ratio)


def draw_icon(painter: QPainter, name: str, colour: QColor, place: QRectF) -> None:
    """Draw an icon with a painter, at whatever ratio that has."""
    _renderer(name, colour.name()).render(painter, place)


def app_icon() -> QIcon:
    """Give the icon of the program."""
    made = QIcon()
    renderer = QSvgRenderer(str(APP_ICON))
    for size in (16, 32, 48, 128, 256):
        made.addPixmap(_drawn(renderer, size, 1.0))
    return made


@cache
def _icon(name: str, colour: str, disabled: str, size: int, ratio: float) -> QIcon:
    made = QIcon(_pixmap(name, colour, size, ratio))
    made.addPixmap(_pixmap(name, disabled, size, ratio), QIcon.Mode.Disabled)
    return made


@cache
def _pixmap(name: str, colour: str, size: int, ratio: float) -> QPixmap:
    return _drawn(_renderer(name, colour), size, ratio)


@cache
def _renderer(name: str, colour: str) -> QSvgRenderer:
    return QSvgRenderer(QByteArray(svg(name, colour).encode()))


def svg(name: str, colour: str) -> str:
    """Write an icon as SVG."""
    lines, _, solid = LINES[name].partition("|")
    round_ends = f'stroke="{colour}" stroke-linecap="round" stroke-linejoin="round"'
    drawn = f'<path d="{lines}" fill="none" stroke-width="{STROKE}" {round_ends}/>'
    filled = f'<path d="{solid}" fill="{colour}" stroke-width="0.6" {round_ends}/>'
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">'
        f"{drawn if lines else ''}{filled if solid else ''}</svg>"
    )


def _drawn(renderer: QSvgRenderer, size: int, ratio: float) -> QPixmap:
    made = QPixmap(round(size * ratio), round(size * ratio))
    made.setDevicePixelRatio(ratio)
    made.fill(Qt.GlobalColor.transparent)
    painter = QPainter(made)
    renderer.render(painter, QRectF(0, 0, size, size))
    painter.end()
    return made


def _ratio() -> float:
    app = QGuiApplication.instance()
    return app.devicePixelRatio() if isinstance(app, QGuiApplication) else 1.0
