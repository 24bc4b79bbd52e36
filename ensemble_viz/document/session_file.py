"""Sessions in files: the document, where somebody stands in it, and how it looks.

`assets/guide/session.md` describes the format for those who read or write it.
"""

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any

from ensemble_viz.document.document import Document, Setup
from ensemble_viz.document.files import Source, plain, read_text, writing
from ensemble_viz.document.json_reading import Node, parse
from ensemble_viz.document.look import UNPROJECTED, Look, Panels, theory_parts
from ensemble_viz.document.session_parts import (
    FORMAT,
    VERSION,
    read_document,
    read_look,
    read_where,
)
from ensemble_viz.document.where import Focus, Where
from ensemble_viz.engine.data import Dataset, Numbers, Refusal

ENDING = ".ensemble"
PIECE = 1000  # numbers that are written at a time: other threads have their turn between


@dataclass(frozen=True, slots=True, eq=False)
class Saved:
    document: Document
    where: Where = field(default_factory=Where)
    look: Look = field(default_factory=Look)


def read_session(source: Source) -> Saved:
    """Read a session, all of it, or say in one sentence why not."""
    file = read_text(source)
    if file.notes:
        raise Refusal(f"{file.name}: this is not UTF-8, and a session is.")
    return parse_session(file.text, file.name)


def parse_session(text: str, name: str) -> Saved:
    """Read a session from a text; messages call it by a name."""
    root = parse(name, text.removeprefix("\ufeff"))
    if not isinstance(root.value, dict) or root.value.get("format") != FORMAT:
        raise Refusal(f"{name}: this is no session of ensemble_viz.")
    _check_version(root)
    document = read_document(root)
    where = read_where(root.find("where"), document)
    return Saved(document, where, read_look(root.find("look")))


def is_session(path: str | Path) -> bool:
    """Tell a session from points by its name, else by how it begins."""
    if Path(path).suffix.lower() == ENDING:
        return True
    try:
        with Path(path).open("rb") as file:
            return file.read(PIECE).lstrip().startswith(b'{"format"')
    except OSError:
        return False  # reading it will say why


def write_session(saved: Saved, path: str | Path) -> None:
    """Write a session into a file, which is there when it is whole."""
    with writing(path) as out:
        for piece in pieces(saved):
            out.write(piece)


def session_text(saved: Saved) -> str:
    """Write a session as a text."""
    return "".join(pieces(saved))


def pieces(saved: Saved) -> Iterator[str]:
    """Write a session piece by piece."""
    document = saved.document
    head = {"format": FORMAT, "version": VERSION, "title": document.title}
    if document.source:
        head["source"] = document.source
    yield _text(head)[:-1] + ',\n"points": '
    yield from _points(document.data, named=True)
    if document.data.test is not None and len(document.data.test):
        yield ',\n"test": '
        yield from _points(document.data.test, named=False)
    rest = {
        "setups": [_setup(setup) for setup in document.setups],
        "where": _where(saved.where),
        "look": _look(saved.look),
    }
    yield "".join(f',\n"{name}": {_text(part)}' for name, part in rest.items()) + "}\n"


def _check_version(root: Node) -> None:
    version = root.get("version")
    if type(version.value) is int and version.value > VERSION:
        raise Refusal(
            f"{root.file}: version {plain(str(version.value))} is newer than this program, which"
            f" reads version {VERSION}."
        )
    version.whole(VERSION, VERSION)


def _points(data: Dataset, named: bool) -> Iterator[str]:
    """Write points: one a line, every number such that reading it gives the same bits."""
    names = {"columns": data.columns, "classes": data.classes} if named else {}
    yield _text(names)[:-1] + (", " if names else "") + '"place": ['
    yield from _rows(data.points, "],\n[")
    for name in ("target", "weight", "fold", "flipped_from"):
        array = getattr(data, name)
        if array is not None:
            yield f'],\n"{name}": ['
            yield from _rows(array, ", ")
    yield "]}"


def _rows(array: Numbers, between: str) -> Iterator[str]:
    """Write numbers, or rows of them, without the outer brackets."""
    for start in range(0, len(array), PIECE):
        text = _text(array[start : start + PIECE].tolist())[1:-1]
        yield (",\n" if start else "") + text.replace("], [", between)


def _setup(setup: Setup) -> dict[str, Any]:
    return {"method": setup.method, "settings": setup.params.values(), "seed": setup.seed}


def _where(where: Where) -> dict[str, Any]:
    frame = where.frame
    return {
        "setup": where.setup + 1,
        "round": where.moment.round,
        "step": where.moment.step,
        "frame": None if frame is None else [frame.left, frame.bottom, frame.right, frame.top],
        "pinned": _focus(where.pinned),
        "selection": list(where.selection),
        "learner": where.learner,
    }


def _focus(focus: Focus) -> dict[str, Any] | None:
    found = {name: value for name, value in asdict(focus).items() if value is not None}
    return found or None


def _look(look: Look) -> dict[str, Any]:
    """Write the colours without the projector's: whether that is on stands beside them."""
    found = {part.name: getattr(look, part.name) for part in fields(look)}
    return found | {
        "palette": UNPROJECTED.get(look.palette, look.palette),
        "layers": asdict(look.layers),
        "theory": theory_parts(look.theory),
        "panels": _panels(look.panels),
        "projector": {
            "is_on": look.projector.is_on,
            "companion": look.projector.companion,
            "ahead": look.projector.ahead,
            "panels": _panels(look.projector.panels),
        },
    }


def _panels(panels: Panels) -> dict[str, Any]:
    return {"shown": None if panels.shown is None else sorted(panels.shown), "front": panels.front}


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)
