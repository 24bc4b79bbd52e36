"""PNG files, written so that other threads go on meanwhile: zlib lets them, picture by picture."""

import struct
import zlib
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

INCHES = 0.0254  # metres
ROWS = 64  # that are compressed at a time
RGB, RGBA = 2, 6


def png(pixels: NDArray[np.uint8], dpi: float, texts: dict[str, str]) -> bytes:
    """Write pixels, (height, width, 4), with texts by their names; without alpha where none is."""
    opaque = bool((pixels[..., 3] == 255).all())
    rows = np.ascontiguousarray(pixels[..., :3] if opaque else pixels)
    high, wide = rows.shape[:2]
    head = struct.pack(">IIBBBBB", wide, high, 8, RGB if opaque else RGBA, 0, 0, 0)
    density = round(dpi / INCHES)
    chunks = [_chunk(b"IHDR", head), _chunk(b"pHYs", struct.pack(">IIB", density, density, 1))]
    for name, text in texts.items():
        chunks.append(_chunk(b"iTXt", name.encode() + b"\0\0\0\0\0" + text.encode()))
    chunks += [_chunk(b"IDAT", b"".join(_packed(rows))), _chunk(b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


def _packed(rows: NDArray[np.uint8]) -> Iterator[bytes]:
    """Compress rows, each as its difference from the one above where that is simpler."""
    packer = zlib.compressobj(9)
    flat = rows.reshape(len(rows), -1)
    for start in range(0, len(flat), ROWS):
        part = flat[start : start + ROWS]
        above = np.zeros_like(part)
        above[1:] = part[:-1]
        if start:
            above[0] = flat[start - 1]
        up = part - above
        simpler = np.count_nonzero(up, axis=1) < np.count_nonzero(np.diff(part, axis=1), axis=1)
        kind = np.where(simpler, 2, 0).astype(np.uint8)[:, None]
        yield packer.compress(np.hstack((kind, np.where(simpler[:, None], up, part))).tobytes())
    yield packer.flush()


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
