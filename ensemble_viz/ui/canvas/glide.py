"""A glide: from 0 to 1 in a while, for what should not jump."""

from PySide6.QtCore import QAbstractAnimation, QEasingCurve, QObject, QVariantAnimation


class Glide(QVariantAnimation):
    """Runs once each time it is begun; standing still it is at 1."""

    def __init__(self, parent: QObject, milliseconds: int, appears: bool = False) -> None:
        """Take so long; `appears` for what comes from nowhere and slows down."""
        super().__init__(parent)
        self.setStartValue(0.0)
        self.setEndValue(1.0)
        self.setDuration(milliseconds)
        kind = QEasingCurve.Type.OutCubic if appears else QEasingCurve.Type.InOutCubic
        self.setEasingCurve(kind)

    @property
    def is_running(self) -> bool:
        """Say whether something is on its way."""
        return self.state() == QAbstractAnimation.State.Running

    @property
    def share(self) -> float:
        """Say how much of the way is done."""
        return float(self.currentValue()) if self.is_running else 1.0

    def begin(self) -> None:
        """Start anew; what was on its way has arrived."""
        self.stop()
        self.start()
