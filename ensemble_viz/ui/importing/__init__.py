"""Points of a file or the clipboard: what was understood of it is shown before it is taken."""

from ensemble_viz.ui.importing.dialog import ImportDialog

__all__ = ["ImportDialog"]
