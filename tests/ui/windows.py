"""A person before a whole window: keys and mouse as the window hears them, and what is seen.

Everything goes through the handle of the window, as from the system: who is hit is for Qt to find.
"""

from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtGui import QImage, QKeySequence, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from ensemble_viz.scene.picture import Typesetter
from ensemble_viz.ui.form.row import MARK
from tests.ui.conftest import scene_bits

LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton
NO_KEY = Qt.KeyboardModifier.NoModifier


def settle():
    """Let everything happen that waits for its turn; layouts within layouts take some turns."""
    for _ in range(6):
        QApplication.processEvents()


def rest(window):
    """Wait until all rounds are learned: then nothing changes by itself."""
    settle()
    while window.session.is_learning:
        QApplication.processEvents()
    settle()


def calm(window):
    """Let nothing glide, and formulas stay plain text: what is seen depends on no clock."""
    window.session.look(glides=False)
    picture = window.parts.formulas.picture
    for timer in picture.findChildren(QTimer):
        timer.stop()
        timer.setInterval(10**6 * timer.isSingleShot())
    picture.setter = Typesetter()  # on a slow machine something may be set by now
    picture.show_lines(picture.lines, moving=True)


def press(window, keys):
    """Hit a key, or some together, wherever the focus is."""
    for combination in QKeySequence(keys):
        handle = window.windowHandle()
        QTest.keyClick(handle, combination.key(), combination.keyboardModifiers())
    settle()


def is_marked(row):
    """See whether a setting is marked as another than the default."""
    return MARK in row.label.text()


def spot_of(window, widget, place=None):
    """Find a place of a widget, or else its middle, in the window."""
    return widget.mapTo(window, widget.rect().center() if place is None else place)


def click(window, widget, place=None, button=LEFT):
    """Click at a place of the window that a widget says."""
    QTest.mouseClick(window.windowHandle(), button, NO_KEY, spot_of(window, widget, place))
    settle()


def point_at(window, widget, place=None):
    """Move the mouse there."""
    QTest.mouseMove(window.windowHandle(), spot_of(window, widget, place))
    settle()


def point_away(window):
    """Move the mouse out of the window."""
    QTest.mouseMove(window.windowHandle(), QPoint(-40, -40))
    settle()


def choose(menu, *words):
    """Click through a menu that is open: its submenus, then the entry."""
    for text in words:
        assert menu.isVisible()
        (action,) = [each for each in menu.actions() if f"{each.text()}:".startswith(f"{text}:")]
        place, inside = menu.actionGeometry(action).center(), action.menu()
        QTest.mouseMove(menu.windowHandle(), place)  # a menu takes no click out of the blue
        settle()
        QTest.mouseClick(menu.windowHandle(), LEFT, NO_KEY, place)
        settle()
        menu = inside


def pixels(widget, without=()):
    """Look at a widget; parts of it can be covered."""
    image = widget.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(widget.devicePixelRatioF())
    painter = QPainter(image)
    for place in without:
        painter.fillRect(place, Qt.GlobalColor.black)
    painter.end()
    return image


def seen(window):
    """Write everything the scene of a window is made of, bit for bit."""
    return scene_bits(window.session.scene)


def docks_shown(window):
    """See which docks are open."""
    return {name: not dock.isHidden() for name, dock in window.docks.by_name.items()}


def is_in_front(window, name):
    """See whether a dock is open and not behind another one's tab."""
    dock = window.docks[name]
    return not dock.isHidden() and window.rect().intersects(dock.geometry())


def dock_of(window, name) -> QWidget:
    """Find what is in a dock."""
    return window.docks[name].widget()
