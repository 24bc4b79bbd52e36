"""Screens that nobody sees, of any size: that of the offscreen platform itself is small."""

import json
from pathlib import Path


def offscreen(folder: Path, width: int, height: int) -> str:
    """Name the platform with a screen of so many pixels; a file in the folder describes it."""
    screen = {"name": "screen", "x": 0, "y": 0, "width": width, "height": height, "dpr": 1}
    file = folder / "screen.json"
    file.write_text(json.dumps({"screens": [screen | {"logicalDpi": 96, "logicalBaseDpi": 96}]}))
    return f"offscreen:configfile={file}"
