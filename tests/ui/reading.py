"""Reads what stands in widgets: the words they paint, cells of tables, descriptions for readers."""

import html
import re

from PySide6.QtCore import QBuffer, QIODevice, QPointF, Qt
from PySide6.QtSvg import QSvgGenerator

WORDS = re.compile(r"<text[^>]*>(.*?)</text>", re.DOTALL)
POWERS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")
BELOW = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


def painted(widget):
    """List the words that a widget paints, cut as they are cut, by painting it as a drawing."""
    buffer, drawing = QBuffer(), QSvgGenerator()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    drawing.setOutputDevice(buffer)
    drawing.setSize(widget.size())
    widget.render(drawing)
    found = WORDS.findall(bytes(buffer.data()).decode())
    return [html.unescape(text).strip() for text in found]


def node_place(tree, node):
    """Find the middle of a node's box on the picture of a tree; None where it has none."""
    made = tree.arrangement
    for box in made.boxes if made else ():
        if box.node == node:
            return QPointF(box.middle, box.y + box.height / 2.0) * tree.theme.scale
    return None


def together(*texts):
    """Write words without the blanks between them: fonts and lines part them where they like."""
    return re.sub(r"\s", "", "".join(texts))


def told(widget):
    """List the lines that a screen reader reads."""
    return widget.accessibleDescription().split("\n")


def rows(widget):
    """Read the rows of a card: a label, and its value behind the last colon."""
    parts = [line.rpartition(": ") for line in told(widget)[2:]]
    return {label: value for label, _, value in parts}


def cells(model):
    """Read a table: for each column by its title the texts of all points in their order."""
    point = [int(model.data(model.index(row, 0))) - 1 for row in range(model.rowCount())]
    table = {}
    for k in range(model.columnCount()):
        texts = [model.data(model.index(row, k)) for row in range(model.rowCount())]
        by_point = dict(zip(point, texts, strict=True))
        title = model.headerData(k, Qt.Orientation.Horizontal)
        table[title] = [by_point[row] for row in range(len(texts))]
    return table


def value_of(text):
    """Read a number with a true minus, a sign before it, a power of ten behind it."""
    mantissa, _, power = text.strip().lstrip("+×÷→ ").replace("−", "-").partition("·10")
    return float(mantissa) * 10.0 ** int(power.translate(POWERS) or 0)


def same(text, value):
    """Say whether a number is what is written, to the last digit that is written."""
    mantissa, _, power = text.partition("·10")
    decimals = len(mantissa.partition(".")[2]) - int(power.translate(POWERS) or 0)
    return abs(value_of(text) - value) <= 0.5 * 10.0**-decimals * (1.0 + 1e-6)


def below(number):
    """Write a number below the line."""
    return str(number).translate(BELOW)


def end_of(lines, start):
    """Take the result of the one formula that begins so."""
    (line,) = [each for each in lines if each.startswith(start)]
    return line.rpartition(" = ")[2].split("    ")[0]
