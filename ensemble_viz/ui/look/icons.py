"""Icons: lines in one colour, drawn at the size and ratio they are shown at."""

from functools import cache
from pathlib import Path

from PySide6.QtCore import QByteArray, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QGuiApplication, QIcon, QPainter, QPen, QPixmap, QPolygonF
from PySide6.QtSvg import QSvgRenderer

from ensemble_viz.scene.palette import ClassColour
from ensemble_viz.scene.shapes import outline
from ensemble_viz.ui.look.style import Theme, faint

LINES = {
    "menu": "M4 7h16M4 12h16M4 17h16",
    "place": "M12 2.5v4M12 17.5v4M2.5 12h4M17.5 12h4"
    "|M12 8.6a3.4 3.4 0 1 0 0 6.8a3.4 3.4 0 0 0 0-6.8z",
    "look": "M6 3.5l12.5 9.2-5.7 1-2.9 5.3z",
    "move": "M12 3v18M3 12h18M9.5 5.5L12 3l2.5 2.5M9.5 18.5L12 21l2.5-2.5M5.5 9.5L3 12l2.5 2.5"
    "M18.5 9.5L21 12l-2.5 2.5",
    "relabel": "M4.5 12.5a7.5 7.5 0 0 1 13-5M17.8 3.5v4.2h-4.2"
    "|M7.2 14.2a3 3 0 1 0 0 6a3 3 0 0 0 0-6zM17 13.6l3.9 6.6h-7.8z",
    "erase": "M9 20l-5.2-5.2a1.6 1.6 0 0 1 0-2.3l8.7-8.7a1.6 1.6 0 0 1 2.3 0l5.4 5.4a1.6 1.6 0 0 1"
    " 0 2.3L11.7 20zM8.2 8.1l7.7 7.7M9 20h11.5",
    "select": "M4 8V4h4M16 4h4v4M20 16v4h-4M8 20H4v-4M11 4h2M11 20h2M4 11v2M20 11v2",
    "spray": "M12 10.5v10M8 20.5h8M9 10.5h6v-4H9zM12 6.5V4"
    "|M4.6 3.2a1.1 1.1 0 1 0 0 2.2a1.1 1.1 0 0 0 0-2.2zM5.6 7.4a1.1 1.1 0 1 0 0 2.2a1.1 1.1 0 0 0"
    " 0-2.2zM2.6 10.4a1.1 1.1 0 1 0 0 2.2a1.1 1.1 0 0 0 0-2.2z",
    "soft": "M12 3v6M9.5 5.5L12 3l2.5 2.5M3 20c4.5 0 5-8 9-8s4.5 8 9 8",
    "magnet": "M5 4v8a7 7 0 0 0 14 0V4h-4.5v8a2.5 2.5 0 0 1-5 0V4zM5 8.5h4.5M14.5 8.5H19",
    "jitter": "M3 12h3l2.5-6 4 12 3-9 2 3H21",
    "value": "M12 3.5v17M8.5 7L12 3.5 15.5 7M8.5 17l3.5 3.5 3.5-3.5M4 12h4M16 12h4",
    "test": "M12 4.5a7.5 7.5 0 1 0 0 15a7.5 7.5 0 0 0 0-15zM8.5 12.2l2.5 2.5 4.5-5",
    "lasso": "M12 4c5 0 8.5 2.4 8.5 5.6S17 15.5 12 15.5 3.5 13 3.5 9.6 7 4 12 4z"
    "M8 15c-2.4.6-3.4 2-2.5 3.6s3 1.6 3.5.2",
    "undo": "M8 4.5L3.8 8.8 8 13M4 8.8h9.7a5.6 5.6 0 0 1 0 11.2H8.5",
    "redo": "M16 4.5l4.2 4.3L16 13M20 8.8h-9.7a5.6 5.6 0 0 0 0 11.2h5.2",
    "first": "M6.5 5.5v13|M18 6v12L9.5 12z",
    "last": "M17.5 5.5v13|M6 6v12l8.5-6z",
    "back": "M14.5 6l-6 6 6 6",
    "forward": "M4.5 12h14.5M13 6l6 6-6 6",
    "play": "|M8 5.5v13L18.5 12z",
    "pause": "|M7 5.5h3.2v13H7zM13.8 5.5H17v13h-3.2z",
    "loop": "M4 11.5V10a3.5 3.5 0 0 1 3.5-3.5H20M17 3.5l3 3-3 3"
    "M20 12.5V14a3.5 3.5 0 0 1-3.5 3.5H4M7 14.5l-3 3 3 3",
    "layers": "M12 3.5l8.5 4.4L12 12.3 3.5 7.9zM3.5 12.2l8.5 4.4 8.5-4.4M3.5 16.4l8.5 4.3 8.5-4.3",
    "export": "M12 15.5V3.5M7.5 7.8L12 3.5l4.5 4.3M5 12.5V20h14v-7.5",
    "projector": "M3.5 5h17v11.5h-17zM12 16.5v3.5M8 20.5h8",
    "keyboard": "M3 6.5h18v11.5H3zM8 15h8|M6.2 9.3h1.5v1.5H6.2zM9.6 9.3h1.5v1.5H9.6z"
    "M13 9.3h1.5v1.5H13zM16.4 9.3h1.5v1.5h-1.5z",
    "settings": "M4 7h9M18.5 7H20M4 12h1.5M11 12h9M4 17h9M18.5 17H20"
    "M15.75 4.8a2.2 2.2 0 1 0 0 4.4a2.2 2.2 0 0 0 0-4.4z"
    "M8.25 9.8a2.2 2.2 0 1 0 0 4.4a2.2 2.2 0 0 0 0-4.4z"
    "M15.75 14.8a2.2 2.2 0 1 0 0 4.4a2.2 2.2 0 0 0 0-4.4z",
    "dice": "M6 4h12a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2z"
    "|M8.4 7.1a1.4 1.4 0 1 0 0 2.8a1.4 1.4 0 0 0 0-2.8z"
    "M12 10.6a1.4 1.4 0 1 0 0 2.8a1.4 1.4 0 0 0 0-2.8z"
    "M15.6 14.1a1.4 1.4 0 1 0 0 2.8a1.4 1.4 0 0 0 0-2.8z",
    "copy": "M9 8.5h10.5V20.5H9zM15 8.5v-5H4.5v12H9",
    "swap": "M4 8.5h15M15.5 5L19 8.5 15.5 12M20 15.5H5M8.5 12L5 15.5 8.5 19",
    "close": "M6 6l12 12M18 6L6 18",
    "chevron-down": "M6.5 9.5l5.5 5.5 5.5-5.5",
    "reset": "M4 4.5v5h5M4.6 9.5a8 8 0 1 1-.3 4.5",
}


SIZE = 20  # logical pixels at a scale of 1
STROKE = 1.75
APP_ICON = Path(__file__).with_name("icon.svg")


def icon(name: str, theme: Theme, role: str = "ink2", size: float = SIZE) -> QIcon:
    """Give an icon in a colour of the theme, fainter where it cannot be used."""
    return _icon(name, theme.colour(role).name(), faint(theme).name(), theme.px(size), _ratio())


def draw_icon(painter: QPainter, name: str, colour: QColor, place: QRectF) -> None:
    """Draw an icon with a painter, at whatever ratio that has."""
    _renderer(name, colour.name()).render(painter, place)


def app_icon() -> QIcon:
    made = QIcon()
    renderer = QSvgRenderer(str(APP_ICON))
    for size in (16, 32, 48, 128, 256):
        made.addPixmap(_drawn(renderer, size, 1.0))
    return made


@cache
def _icon(name: str, colour: str, disabled: str, size: int, ratio: float) -> QIcon:
    made = QIcon(pixmap(name, colour, size, ratio))
    made.addPixmap(pixmap(name, disabled, size, ratio), QIcon.Mode.Disabled)
    return made


@cache
def pixmap(name: str, colour: str, size: int, ratio: float) -> QPixmap:
    """Draw an icon into a square of logical pixels."""
    return _drawn(_renderer(name, colour), size, ratio)


@cache
def _renderer(name: str, colour: str) -> QSvgRenderer:
    return QSvgRenderer(QByteArray(svg(name, colour).encode()))


def svg(name: str, colour: str) -> str:
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


OUTLINE = 1.1
ROOM = 1.35  # half the width of the widest shape, a triangle, by the radius of the disc


def draw_glyph(
    painter: QPainter,
    centre: QPointF,
    radius: float,
    colour: ClassColour,
    hollow: QColor | None = None,
) -> None:
    """Paint the mark of a class, with the area of a disc of this radius, around its middle.

    A hollow one is filled with the colour given, and has an outline in that of its class.
    """
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    edge = QColor(colour.outline) if hollow is None else QColor(colour.fill)
    pen = QPen(edge, OUTLINE if hollow is None else 1.6 * OUTLINE)
    pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
    painter.setPen(pen)
    painter.setBrush(QColor(colour.fill) if hollow is None else hollow)
    painter.translate(centre)
    _draw_shape(painter, colour.shape, radius)
    painter.restore()


def draw_ring(painter: QPainter, centre: QPointF, radius: float, colour: QColor) -> None:
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(colour, 0.27 * radius))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawEllipse(centre, radius, radius)
    painter.restore()


def _draw_shape(painter: QPainter, shape: str, radius: float) -> None:
    if shape == "disc":
        painter.drawEllipse(QPointF(0.0, 0.0), radius, radius)
        return
    painter.scale(radius, radius)
    pen = painter.pen()
    pen.setWidthF(pen.widthF() / radius)
    painter.setPen(pen)
    painter.drawPolygon(_polygon(shape))


@cache
def _polygon(shape: str) -> QPolygonF:
    """Give the corners as Qt has them, y downwards, around the middle of the shape."""
    corners = outline(shape)
    x, y = (corners.min(axis=0) + corners.max(axis=0)) / 2.0
    return QPolygonF([QPointF(a - x, y - b) for a, b in corners.tolist()])
