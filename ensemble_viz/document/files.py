"""Files: bytes to characters or one sentence that says why not; written whole or not at all.

Files of text: bytes to characters, or one sentence that says why not. Everything that is read comes
through here: what is no ordinary file, or too much, goes no further.
"""

import codecs
import errno
import glob
import os
import secrets
import stat
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, BinaryIO

from ensemble_viz.engine.data import Refusal

LARGEST_FILE = 64 * 2**20  # bytes
MOST_LINES = 1_000_000
NO_FILE = {
    stat.S_IFDIR: "folder", stat.S_IFIFO: "pipe", stat.S_IFSOCK: "socket", stat.S_IFCHR: "device",
    stat.S_IFBLK: "device",
}  # fmt: skip
AT_ONCE = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)  # each system has one of them

ENCODINGS = {
    "utf-8-sig": "UTF-8", "utf-16": "UTF-16", "cp1252": "western European (Windows-1252)",
    "cp1250": "central European (Windows-1250)", "cp1251": "Cyrillic (Windows-1251)",
    "cp1253": "Greek (Windows-1253)", "cp1254": "Turkish (Windows-1254)",
    "cp1255": "Hebrew (Windows-1255)", "cp1256": "Arabic (Windows-1256)",
    "shift_jis": "Japanese (Shift JIS)", "gb18030": "Chinese (GB 18030)",
}  # fmt: skip
"""What a text can be said to be written in; only the first three are found out."""

Source = str | Path | BinaryIO
"""Where points come from: a file, or a stream such as standard input."""


@dataclass(frozen=True, slots=True)
class RawFile:
    """The bytes of a file, and the name under which messages speak of it."""

    name: str
    content: bytes


@dataclass(frozen=True, slots=True)
class TextFile:
    """What a file says, and the name under which messages speak of it."""

    name: str
    text: str
    notes: tuple[str, ...] = ()
    encoding: str = "utf-8-sig"


def read_text(source: Source) -> TextFile:
    """Read a whole file or stream as text, or say in one line why that cannot be done."""
    raw = read_raw(source)
    return decode(raw.name, raw.content)


def raw_text(name: str, text: str) -> RawFile:
    """Take a text that is in no file, such as what was pasted."""
    return RawFile(name, text.encode("utf-8", "replace"))


def read_raw(source: Source) -> RawFile:
    """Read a whole file or stream, or say in one line why that cannot be done."""
    if not isinstance(source, str | Path):
        return RawFile("standard input", source.read(LARGEST_FILE + 1))
    file = Path(source)
    name = plain(file.name or str(source), most=80)
    try:
        _check(name, file.stat())  # even to open a device may do something, or take for ever
        with os.fdopen(os.open(file, os.O_RDONLY | AT_ONCE), "rb") as stream:
            _check(name, os.fstat(stream.fileno()))  # it may have become another
            content = stream.read(LARGEST_FILE + 1)
    except (OSError, ValueError) as error:  # ValueError: a NUL in the path
        if isinstance(error, Refusal):
            raise
        raise Refusal(f"{name}: {_reason(error)}.") from error
    return RawFile(name, content)


def _check(name: str, about: os.stat_result) -> None:
    """Refuse what is no ordinary file, and what is too large."""
    if not stat.S_ISREG(about.st_mode):
        kind = NO_FILE.get(stat.S_IFMT(about.st_mode), "special thing")
        raise Refusal(f"{name}: this is a {kind}, not a file.")
    if about.st_size > LARGEST_FILE:
        raise _too_large(name, f"{-(-10 * about.st_size // 2**20) / 10:g} MB")


def _too_large(name: str, size: str) -> Refusal:
    return refused(name, f"{size}; at most {LARGEST_FILE // 2**20} MB are read.")


def refused(name: str, text: str, place: str = "") -> Refusal:
    """Name the file, and where in it; the reason does not, for who sees which file it is."""
    if not place:
        return Refusal(f"{name}: {text}", text)
    return Refusal(f"{name}, {place}: {text}", f"{place}: {text}")


def decode(name: str, content: bytes, encoding: str | None = None) -> TextFile:
    """Turn bytes into text: UTF-8, UTF-16 with its mark, else what western Windows writes.

    Who knows better says an encoding. Lines end with a line feed, however they did.
    """
    if len(content) > LARGEST_FILE:
        raise _too_large(name, f"more than {LARGEST_FILE // 2**20} MB")
    marked = content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    found = ("utf-16",) if marked else ("utf-8-sig", "cp1252")
    for tried in found if encoding is None else (encoding,):
        try:
            text = content.decode(tried)
        except UnicodeDecodeError:
            continue
        if "\0" in text:
            raise refused(name, "not a text file, it contains NUL characters.")
        text = text.replace("\r\n", "\n").replace("\r", "\n")
        if lines_in(text) > MOST_LINES:
            there, most = spaced(lines_in(text)), spaced(MOST_LINES)
            raise refused(name, f"{there} lines; at most {most} are read.")
        is_guess = encoding is None and tried == "cp1252"
        notes = ("not UTF-8, read as Latin-1 (Windows-1252).",) if is_guess else ()
        return TextFile(name, text, notes, tried)
    kinds = "UTF-8, UTF-16 or Latin-1" if encoding is None else ENCODINGS[encoding]
    raise refused(name, f"not a text file in {kinds}.")


def shown(text: str, most: int = 30) -> str:
    """Quote a text for a message: on one line, printable, elided."""
    return repr(text if len(text) <= most else text[: most - 1] + "…")


def plain(text: str, most: int = 30) -> str:
    """Make a name fit for a message, as `shown` does but without the quotes."""
    return shown(text, most)[1:-1]


def lines_in(text: str) -> int:
    """Count the lines of a text, the last one whether it is ended or not."""
    return text.count("\n") + (not text.endswith("\n"))


def spaced(number: int) -> str:
    """Write a large number in groups of three digits."""
    return f"{number:,}".replace(",", " ")


def _reason(error: Exception) -> str:
    if isinstance(error, FileNotFoundError):
        return "there is no such file"
    if isinstance(error, PermissionError):
        return "no permission to read it"
    return f"it cannot be read ({getattr(error, 'strerror', None) or error})"


OLD = 24 * 3600  # seconds
FULL = (errno.ENOSPC, errno.EDQUOT)


@contextmanager
def writing(path: str | Path, binary: bool = False) -> Iterator[IO[Any]]:
    """Open a file for writing, text unless told; on any failure the old one stays as it was."""
    shown = Path(path).name or repr(str(path))
    try:
        target = Path(path).resolve()  # a link goes on pointing where it points
        if target.is_dir():
            raise Refusal(f"{shown}: cannot be written, it is a folder")
        if target.exists() and not target.is_file():  # a device or a pipe is no file to replace
            with _opened(target, "w", binary) as out:
                yield out
            return
        with _draft(target, binary) as out:
            yield out
    except OSError as error:
        folder = Path(path).parent
        is_there = not isinstance(error, FileNotFoundError | NotADirectoryError) or folder.is_dir()
        why = f": {reason(error)}" if is_there else f", there is no folder named {folder}"
        raise Refusal(f"{shown}: cannot be written{why}") from None


def reason(error: OSError) -> str:
    """Say why something cannot be written."""
    return "the disk is full" if error.errno in FULL else str(error.strerror)


@contextmanager
def _draft(target: Path, binary: bool) -> Iterator[IO[Any]]:
    """Write beside the target, and take its place in the end."""
    clear_drafts(target)
    draft = target.with_name(f".{target.name}-{os.getpid()}-{secrets.token_hex(4)}")
    try:
        with _opened(draft, "x", binary) as out:
            yield out
            out.flush()
            os.fsync(out.fileno())  # else a power cut could leave an empty file
        if target.exists():
            draft.chmod(target.stat().st_mode & 0o777)
        draft.replace(target)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise


def clear_drafts(target: Path) -> None:
    """Throw away what programs have left beside a file that were killed while they wrote it."""
    with suppress(OSError):  # a folder that cannot be read, or a draft that is no longer there
        for draft in target.parent.glob(f".{glob.escape(target.name)}-*-????????"):
            if _is_stale(draft):
                draft.unlink(missing_ok=True)


def _is_stale(draft: Path) -> bool:
    """True if nobody can be writing a draft any more."""
    number = draft.name.split("-")[-2]
    if sys.platform == "win32" or not number.isdigit():  # asking for a process would end it
        return time.time() - draft.stat().st_mtime > OLD
    try:
        os.kill(int(number), 0)
    except ProcessLookupError:
        return True
    except OSError:
        return False  # somebody else's
    return False


def _opened(path: Path, mode: str, binary: bool) -> IO[Any]:
    """Open a file for bytes, or for text as it is."""
    if binary:
        return path.open(f"{mode}b")
    return path.open(mode, encoding="utf-8", newline="")
