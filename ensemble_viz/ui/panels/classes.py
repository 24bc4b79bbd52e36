"""The editor of classes: their names, colours and shapes; more of them, fewer, one of two."""

from PySide6.QtCore import QPointF, QRectF, QSignalBlocker, QSize, Qt
from PySide6.QtGui import QIcon, QKeyEvent, QPainter, QPixmap
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLineEdit,
    QMenu,
    QPushButton,
    QSizePolicy,
    QToolButton,
    QWidget,
)

from ensemble_viz.document.document import Change
from ensemble_viz.document.edits import classes
from ensemble_viz.document.look import OWN_LOOKS, complete
from ensemble_viz.engine.data import MOST_CLASSES
from ensemble_viz.scene.palette import PALETTES, SHAPES, ClassColour
from ensemble_viz.scene.scene import Scene
from ensemble_viz.scene.words import counted
from ensemble_viz.ui.actions import Choice
from ensemble_viz.ui.desk import Desk
from ensemble_viz.ui.look.icons import draw_glyph
from ensemble_viz.ui.look.layouts import fill, named
from ensemble_viz.ui.look.widgets import IconButton, words
from ensemble_viz.ui.section import Section

COLOURS = ("Blue", "Orange", "Green", "Sky blue", "Yellow", "Brown", "Grey", "Black")
NO_CLASSES = "These points have values, and no classes."
NAME, COUNT, GLYPH = 150, 76, 22  # pixels
WIDTH = 380


class ClassesPanel(Section):
    """Lists the classes, each open to be changed."""

    def __init__(self, desk: Desk) -> None:
        self.rows: list[ClassRow] = []
        self.none, self.more = words(NO_CLASSES, "hint"), QPushButton("Add a class")
        super().__init__(desk, "classes", "Classes", self.none, self.more)
        self.box.setSpacing(6)
        self.more.setObjectName("add class")
        self.more.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.more.clicked.connect(self.add)

    def sizeHint(self) -> QSize:
        """Be wide enough for a name and what can be done with it."""
        return QSize(self.desk.theme.px(WIDTH), super().sizeHint().height())

    def refresh(self, scene: Scene, change: Change) -> None:
        if not change & (Change.DATA | Change.LOOK):
            return
        names = scene.stage.data.classes or ()
        while len(self.rows) > len(names):
            self.rows.pop().deleteLater()
        while len(self.rows) < len(names):
            self.rows.append(ClassRow(self.desk, len(self.rows)))
            self.box.insertWidget(1 + len(self.rows), self.rows[-1])
        for row in self.rows:
            row.show_class(scene)
        self.none.setVisible(not names)
        self.more.setVisible(bool(names))
        self.more.setEnabled(len(names) < MOST_CLASSES)

    def add(self) -> None:
        if self.desk.apply(classes.add_class) is not None:
            self.desk.look(class_in_hand=len(self.rows) - 1)


class ClassRow(QWidget):
    """One class: its mark, its name, how many points it has, and what can be done with it."""

    def __init__(self, desk: Desk, k: int) -> None:
        super().__init__()
        self.desk, self.k = desk, k
        self.setObjectName(f"class row {k + 1}")
        title = f"Colour and shape of class {k + 1}"
        self.glyph = named(QToolButton(), f"look of class {k + 1}", title)
        self.glyph.setToolTip("Another colour, another shape")
        self.name = named(NameField(), f"name of class {k + 1}", f"Name of class {k + 1}")
        self.count = words(role="hint")
        self.menu_button = IconButton("menu", f"more of class {k + 1}", desk.theme, "More")
        for button in (self.glyph, self.menu_button):
            button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
            menu = QMenu(button)
            menu.setObjectName(f"menu {button.objectName()}")
            button.setMenu(menu)
        self.glyph.menu().aboutToShow.connect(self._offer_looks)
        self.menu_button.menu().aboutToShow.connect(self._offer_more)
        self.name.editingFinished.connect(self._rename)
        fill(QHBoxLayout(self), self.glyph, (self.name, 1), self.count, self.menu_button, gap=6)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def show_class(self, scene: Scene) -> None:
        theme, data = self.desk.theme, scene.stage.data
        own = theme.palette.classes[self.k]
        size = theme.px(GLYPH)
        self.glyph.setIcon(_picture(own, size, self.devicePixelRatioF()))
        self.glyph.setIconSize(QSize(size, size))
        self.menu_button.dress(theme)
        self.name.setMinimumWidth(theme.px(NAME))
        self.count.setMinimumWidth(theme.px(COUNT))
        name = (data.classes or ())[self.k]
        if self.name.text() != name and not self.name.isModified():
            with QSignalBlocker(self.name):
                self.name.setText(name)
        self.count.setText(counted(int((data.target == self.k).sum()), "point"))

    def _rename(self) -> None:
        """Call it otherwise; what cannot be its name goes."""
        wanted = self.name.text()
        self.name.setModified(False)
        names = self.desk.document.data.classes or ()
        if self.k < len(names) and wanted != names[self.k]:
            self.desk.apply(classes.rename_class, self.k, wanted)
            self.name.setText((self.desk.document.data.classes or names)[self.k])

    # --- colour and shape ---------------------------------------------------------------------

    def _offer_looks(self) -> None:
        menu = self.glyph.menu()
        menu.clear()
        plain = PALETTES[self.desk.view.look.palette]
        size, ratio = self.desk.theme.px(GLYPH), self.devicePixelRatioF()
        shape = self.desk.theme.palette.classes[self.k].shape
        fill = self.desk.theme.palette.classes[self.k]
        for part, offered in enumerate((COLOURS, SHAPES)):
            menu.addSeparator()  # the first is not shown
            for number, title in enumerate(offered):
                look = plain.classes[number]
                shown = (look.fill, look.outline, look.pale, shape)
                if offered is SHAPES:
                    shown = (fill.fill, fill.outline, fill.pale, title)
                is_white = plain.classes[7].fill == "#FFFFFF" and title == "Black"
                action = menu.addAction("White" if is_white else title.capitalize())
                action.setIcon(_picture(ClassColour(*shown), size, ratio))
                action.triggered.connect(Choice(action, self.take_look, (part, number)).take)

    def take_look(self, wanted: tuple[int, int]) -> None:
        """Take a colour (0) or a shape (1); who has it takes this one's."""
        part, number = wanted
        looks = [list(each) for each in self.desk.view.look.class_looks or OWN_LOOKS]
        before = looks[self.k][part]
        for each in looks:
            if each[part] == number:
                each[part] = before
        looks[self.k][part] = number
        self.desk.look(class_looks=complete([(colour, shape) for colour, shape in looks]))

    # --- more ---------------------------------------------------------------------------------

    def _offer_more(self) -> None:
        menu, names = self.menu_button.menu(), self.desk.document.data.classes or ()
        menu.clear()
        others = [k for k in range(len(names)) if k != self.k]
        for k in others:
            action = menu.addAction(f"Merge into {names[k][:40].replace('&', '&&')}")
            action.triggered.connect(Choice(action, self.merge, k).take)
        menu.addSeparator()
        for title, step in (("Move up", -1), ("Move down", 1)):
            action = menu.addAction(title)
            action.setEnabled(0 <= self.k + step < len(names))
            action.triggered.connect(Choice(action, self.shift, step).take)
        menu.addSeparator()
        gone = menu.addAction("Remove it with its points")
        gone.setEnabled(bool(others))
        gone.triggered.connect(self.remove)

    def merge(self, into: int) -> None:
        """Make its points points of another class."""
        self.desk.apply(classes.merge_classes, self.k, into)

    def shift(self, step: int) -> None:
        """Change places with the one beside it: the first wins ties."""
        order = list(range(len(self.desk.document.data.classes or ())))
        order[self.k], order[self.k + step] = order[self.k + step], order[self.k]
        self.desk.apply(classes.reorder_classes, order)

    def remove(self) -> None:
        self.desk.apply(classes.remove_class, self.k)


class NameField(QLineEdit):
    """A name that is typed; Enter takes it, Escape leaves it as it was."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        super().keyPressEvent(event)
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.clearFocus()


def _picture(look: ClassColour, size: int, ratio: float) -> QIcon:
    drawn = QPixmap(round(size * ratio), round(size * ratio))
    drawn.setDevicePixelRatio(ratio)
    drawn.fill(Qt.GlobalColor.transparent)
    painter = QPainter(drawn)
    middle = QRectF(0, 0, size, size).center()
    draw_glyph(painter, QPointF(middle), 0.32 * size, look)
    painter.end()
    return QIcon(drawn)
