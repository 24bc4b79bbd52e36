"""Writing files: a file appears, or is replaced, only when the new one is whole."""

import errno
import glob
import os
import secrets
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any

from ensemble_viz.engine.data import Refusal

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
