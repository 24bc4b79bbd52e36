"""Files of text: bytes to characters, or one sentence that says why not."""

import codecs
from dataclasses import dataclass
from pathlib import Path

from ensemble_viz.engine.refusal import Refusal

LARGEST_FILE = 64 * 2**20  # bytes: a million points fit, an endless device does not


@dataclass(frozen=True, slots=True)
class TextFile:
    """What a file says, and the name under which messages speak of it."""

    name: str
    text: str
    notes: tuple[str, ...] = ()


def read_text(path: str | Path) -> TextFile:
    """Read a whole file, or say in one line why that cannot be done."""
    file = Path(path)
    name = plain(file.name or str(path), most=80)
    try:
        with file.open("rb") as stream:
            content = stream.read(LARGEST_FILE + 1)
    except (OSError, ValueError) as error:  # ValueError: a NUL in the path
        raise Refusal(f"{name}: {_reason(file, error)}.") from error
    return decode(name, content)


def decode(name: str, content: bytes) -> TextFile:
    """Turn bytes into text: UTF-8, UTF-16 with its mark, else what western Windows writes."""
    if len(content) > LARGEST_FILE:
        raise Refusal(f"{name}: larger than {LARGEST_FILE // 2**20} MB, which is the limit.")
    marked = content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    for encoding in ("utf-16",) if marked else ("utf-8-sig", "cp1252"):
        try:
            text = content.decode(encoding)
        except UnicodeDecodeError:
            continue
        if "\0" in text:
            raise Refusal(f"{name}: not a text file, it contains NUL characters.")
        notes = ("not UTF-8, read as Latin-1 (Windows-1252).",) if encoding == "cp1252" else ()
        return TextFile(name, text, notes)
    raise Refusal(f"{name}: not a text file in UTF-8, UTF-16 or Latin-1.")


def shown(text: str, most: int = 30) -> str:
    """Quote a text for a message: on one line, printable, elided."""
    return repr(text if len(text) <= most else text[: most - 1] + "…")


def plain(text: str, most: int = 30) -> str:
    """Make a name fit for a message, as `shown` does but without the quotes."""
    return shown(text, most)[1:-1]


def _reason(file: Path, error: Exception) -> str:
    if isinstance(error, FileNotFoundError):
        return "there is no such file"
    if file.is_dir():  # asked here because Windows calls this, too, a lack of permission
        return "this is a folder, not a file"
    if isinstance(error, PermissionError):
        return "no permission to read it"
    return f"it cannot be read ({getattr(error, 'strerror', None) or error})"
