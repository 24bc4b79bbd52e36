"""The learners so far: what was added up, and what comes next."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from ensemble_viz.document.document import Change
from ensemble_viz.scene.scene import Scene
from ensemble_viz.ui.look.widgets import SectionHead
from ensemble_viz.ui.pictures.gallery_picture import GalleryPicture
from ensemble_viz.ui.session import Session

RELEVANT = Change.ROUND | Change.DATA | Change.SETUPS | Change.LOOK | Change.VIEW
ROWS = 2


class GalleryPanel(QWidget):
    """Shows thumbnails of the learners; a click goes to the round."""

    def __init__(self, session: Session, rows: int = ROWS) -> None:
        """Lay out head and pictures; one row makes a strip."""
        super().__init__()
        self.setObjectName("gallery panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName("Learners so far")
        self.session = session
        self.hint = ""
        self.head = SectionHead("Learners so far")
        self.picture = GalleryPicture(session, rows)
        self.picture.placed_anew.connect(self._say_left_out)
        self.box = QVBoxLayout(self)
        self.box.addWidget(self.head)
        self.box.addWidget(self.picture)

    def refresh(self, scene: Scene, change: Change) -> None:
        """Show the learners of a scene."""
        if not change & RELEVANT:
            return
        px = self.session.theme.px
        above, below = (14, 12) if self.picture.rows > 1 else (6, 4)
        self.box.setContentsMargins(px(16), px(above), px(16), px(below))
        self.box.setSpacing(px(6) if self.picture.rows > 1 else px(2))
        self.hint = scene.gallery.hint
        self.picture.show_gallery(scene.gallery, scene.stage)

    def _say_left_out(self, count: int) -> None:
        self.head.right.setText(f"‹ {count} earlier" if count else self.hint)
