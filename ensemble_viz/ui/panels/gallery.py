"""The learners so far: what was added up, and what comes next."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from ensemble_viz.document.document import Change
from ensemble_viz.scene.scene import Scene
from ensemble_viz.ui.desk import Desk
from ensemble_viz.ui.look.widgets import SectionHead
from ensemble_viz.ui.pictures.gallery_picture import GalleryPicture

RELEVANT = Change.ROUND | Change.DATA | Change.SETUPS | Change.LOOK | Change.VIEW
ROWS = 2
MIXED = ("votes", "folds")  # some members are tall trees, and nothing should move from one on
TALL, ROOMY = 160, 960  # heights of a tree above, and of a window with room for it and two rows


class GalleryPanel(QWidget):
    """Shows thumbnails of the learners; a click goes to the round."""

    def __init__(self, desk: Desk, is_strip: bool = False) -> None:
        """Lay out head and pictures; in a strip the pictures are larger."""
        super().__init__()
        self.is_strip = is_strip
        self.setObjectName("gallery panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName("Learners so far")
        self.desk = desk
        self.hint = ""
        self.head = SectionHead("Learners so far")
        self.picture = GalleryPicture(desk, is_strip)
        self.picture.placed_anew.connect(self._say_left_out)
        self.box = QVBoxLayout(self)
        self.box.addWidget(self.head)
        self.box.addWidget(self.picture)

    def refresh(self, scene: Scene, change: Change) -> None:
        """Show the learners of a scene."""
        if change & Change.FINER:
            self.picture.renew()
        if not change & RELEVANT:
            return
        px, story = self.desk.theme.px, scene.stage.run.method.story
        tall = scene.tree.height > TALL or story in MIXED
        above, below = (4, 2) if self.is_strip else (9, 6)
        self.box.setContentsMargins(px(16), px(above), px(16), px(below))
        self.box.setSpacing(px(2) if self.is_strip else px(4))
        if not self.is_strip:
            low = self.window().height() < px(ROOMY)
            self.picture.rows = 1 if tall and low else ROWS
        self.hint = scene.gallery.hint
        self.picture.show_gallery(scene.gallery, scene.stage)

    def _say_left_out(self, count: int) -> None:
        self.head.right.setText(f"‹ {count} earlier" if count else self.hint)
