"""Colours, type and sizes as Qt has them, and the style sheet made from them.

The style sheet and the palette of Qt: one look for all common widgets, from a theme. Widgets that
paint themselves find the theme's colours in the palette, by the roles named here.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from PySide6.QtGui import QColor, QFont, QPalette
from PySide6.QtWidgets import QApplication

from ensemble_viz.scene.palette import Palette
from ensemble_viz.scene.picture import ROLES
from ensemble_viz.scene.shapes import word_scale
from ensemble_viz.ui.look import rules

FAMILIES = ("Inter", "SF Pro Text", "Segoe UI", "Noto Sans", "Ubuntu", "DejaVu Sans")


@dataclass(frozen=True, slots=True)
class Theme:
    """A palette at a scale of type."""

    palette: Palette
    scale: float = 1.0

    def colour(self, name: str, alpha: float = 1.0) -> QColor:
        """Give a colour of the palette by its name, or of #RRGGBB."""
        colour = QColor(name if name.startswith("#") else getattr(self.palette, name))
        colour.setAlphaF(alpha)
        return colour

    def px(self, size: float) -> int:
        """Scale a length with the type."""
        return round(size * self.scale)

    def magnified(self, times: float) -> "Theme":
        return Theme(self.palette, times * self.scale)

    def on_canvas(self, width: int, height: int) -> "Theme":
        """Give the sizes of what lies on a canvas; a hall's grow with the wall."""
        if self.palette.is_projected:
            return self
        return replace(self, scale=word_scale(self.scale, width, height))

    def font(self, role: str) -> QFont:
        size, weight = ROLES[role]
        return QFont(font_of(round(size * self.scale), weight))


@cache
def font_of(size: int, weight: int) -> QFont:
    """Give a font of so many pixels, with digits of equal width."""
    made = QFont()
    made.setFamilies(list(FAMILIES))
    made.setPixelSize(max(1, size))
    made.setWeight(QFont.Weight(weight))
    made.setFeature(QFont.Tag("tnum"), 1)
    return made


Role = QPalette.ColorRole
MARKS = Path(__file__).with_name("marks")
INKS = {
    # what Qt calls a place in its palette, and the colour of ours that stands there
    Role.Shadow: "ink",
    Role.Dark: "ink2",
    Role.Light: "ink3",
    Role.Mid: "border",
    Role.Midlight: "hairline",
    Role.Accent: "accent",
}
_COMMON = {
    Role.Window: "panel",
    Role.Base: "field",
    Role.AlternateBase: "window",
    Role.Button: "panel",
    Role.ToolTipBase: "card",
    Role.WindowText: "ink",
    Role.Text: "ink",
    Role.ButtonText: "ink",
    Role.BrightText: "ink",
    Role.ToolTipText: "ink",
    Role.HighlightedText: "ink",
    Role.PlaceholderText: "ink3",
    Role.Link: "ink",
    Role.LinkVisited: "ink2",
}
_WRITTEN = (Role.WindowText, Role.Text, Role.ButtonText, Role.HighlightedText)


def mixed(theme: Theme, ground: str, over: str, share: float) -> QColor:
    """Mix a share of one colour of the theme into another."""
    low, high = theme.colour(ground), theme.colour(over)
    red = low.redF() + (high.redF() - low.redF()) * share
    green = low.greenF() + (high.greenF() - low.greenF()) * share
    blue = low.blueF() + (high.blueF() - low.blueF()) * share
    return QColor.fromRgbF(red, green, blue)


def qt_palette(theme: Theme) -> QPalette:
    palette = QPalette()
    for role, name in (INKS | _COMMON).items():
        palette.setColor(role, theme.colour(name))
    palette.setColor(Role.Highlight, mixed(theme, "panel", "ink", rules.CHOSEN))
    for role in _WRITTEN:
        palette.setColor(QPalette.ColorGroup.Disabled, role, faint(theme))
    return palette


def faint(theme: Theme) -> QColor:
    """Give the ink of what cannot be used now."""
    return mixed(theme, "panel", "ink3", 0.55)


def style_sheet(theme: Theme) -> str:
    names = ("window", "panel", "card", "field", "hairline", "border", "ink", "ink2", "ink3",
             "accent", "on_accent")  # fmt: skip
    words = {name: theme.colour(name).name() for name in names}
    words |= {
        "faint": faint(theme).name(),
        "hover": mixed(theme, "panel", "ink", rules.HOVERED).name(),
        "chosen": mixed(theme, "panel", "ink", rules.CHOSEN).name(),
        "pressed_accent": mixed(theme, "accent", "ink", 0.25).name(),
        "hovered_accent": mixed(theme, "accent", "ink", 0.12).name(),
        "marks": (MARKS / theme.palette.name).as_posix(),
    }
    return "".join(_filled(part, words, theme.px) for part in rules.RULES)


def _filled(rule: str, words: dict[str, str], px: Callable[[float], int]) -> str:
    """Put colours in for @name and scaled lengths for ~number."""
    for name in sorted(words, key=len, reverse=True):
        rule = rule.replace(f"@{name}", words[name])
    return scaled(rule, px)


def scaled(rule: str, px: Callable[[float], int]) -> str:
    pieces = rule.split("~")
    return pieces[0] + "".join(_scaled(piece, px) for piece in pieces[1:])


def rules_in_full(theme: Theme) -> str:
    """Write the rules of a page that takes the place of the canvas, or is on the projector."""
    return scaled(rules.BACK_ROW if theme.palette.is_projected else rules.IN_FULL, theme.px)


def _scaled(piece: str, px: Callable[[float], int]) -> str:
    digits = len(piece) - len(piece.lstrip("0123456789"))
    return f"{px(int(piece[:digits]))}px{piece[digits:]}"


def dress(theme: Theme) -> None:
    """Give the whole program the look of a theme; nothing happens where it has it already."""
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    sheet = style_sheet(theme)
    if app.styleSheet() != sheet:
        app.setFont(theme.font("body"))
        app.setPalette(qt_palette(theme))
        app.setStyleSheet(sheet)
