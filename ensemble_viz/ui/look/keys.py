"""Keys: which a widget claims for itself, and how they are written."""

import re
import sys
from collections.abc import Container

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractButton

ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
PLAIN = (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)
NAMES = {
    "Right": "→", "Left": "←", "Up": "↑", "Down": "↓", "PgDown": "Page ↓", "PgUp": "Page ↑",
    "Del": "Del", "Esc": "Esc", "Return": "Enter",
}  # fmt: skip
ON_MACS = {"Ctrl": "⌘", "Shift": "⇧", "Alt": "⌥", "Meta": "⌃"}


def claims(event: QEvent, keys: Container[int]) -> bool:
    """Keep keys that mean something to a widget from being shortcuts; True where it was one."""
    if event.type() != QEvent.Type.ShortcutOverride or not isinstance(event, QKeyEvent):
        return False
    is_own = event.key() in keys and event.modifiers() in PLAIN
    if is_own:
        event.accept()
    return is_own


def pressed_by_enter(button: QAbstractButton, event: QKeyEvent) -> bool:
    """Press a button that has the focus when Enter is hit."""
    if event.key() not in ENTER:
        return False
    button.click()
    return True


def pressed_keys(sequence: str, platform: str = sys.platform) -> list[str]:
    """Name the keys of a sequence as they are printed: Ctrl+Shift+Z, 1 – 8."""
    if " – " in sequence:
        return [sequence]
    text = QKeySequence(sequence).toString(QKeySequence.SequenceFormat.PortableText) or sequence
    names = NAMES | (ON_MACS if platform == "darwin" else {})
    return [names.get(part, part) for part in re.split(r"(?<=.)\+(?=.)", text)]
