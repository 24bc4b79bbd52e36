"""Numbers and formulas of a moment as text, for papers, notes and spreadsheets."""

from pathlib import Path

from ensemble_viz.engine.data import Refusal
from ensemble_viz.export.figure import FORMS as PICTURES
from ensemble_viz.export.tables import (
    WRITERS,
    Table,
    card_table,
    formulas_as_markdown,
    points_table,
    rounds_table,
)
from ensemble_viz.scene.cards import as_document
from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.scene import Scene

FORMS = ("csv", "md", "tex")
EVERY = (*PICTURES, *FORMS)


def form_of(path: str | Path, wanted: str | None = None, is_stream: bool = False) -> str:
    """Find out from a file's ending what is to be written; a stream has none, and takes any."""
    if is_stream:
        return wanted or PICTURES[0]
    name, form = Path(path).name, Path(path).suffix.lower().removeprefix(".")
    if form not in EVERY:
        raise Refusal(f"{name}: the file of a figure ends in {_listed(PICTURES)}, "
                      f"that of a table in {_listed(FORMS)}")  # fmt: skip
    if wanted not in (None, form):
        raise Refusal(f"{name}: this name is of a {form.upper()} file, not of {wanted.upper()}")
    return form


def text(stage: Stage, what: str, form: str) -> str:
    """Write a table, or the formulas of a step."""
    scene = Scene(stage)
    if what == "formulas":
        return _formulas(scene, form)
    if what not in TABLES:
        raise Refusal(f"{what}: this is a picture; {_listed(FORMS, '')} hold {', '.join(TABLES)}")
    return WRITERS[f".{form}"](TABLES[what](scene))


def _formulas(scene: Scene, form: str) -> str:
    if form == "csv":
        raise Refusal("formulas: written as .tex or .md")
    if not scene.formulas:
        raise Refusal(f"formulas: {scene.no_formulas}")
    return (
        as_document(scene.formulas) + "\n"
        if form == "tex"
        else formulas_as_markdown(scene.formulas)
    )


def _points(scene: Scene) -> Table:
    return points_table(scene.table)


def _rounds(scene: Scene) -> Table:
    if not scene.stage.joined:
        raise Refusal("rounds: no learner has joined yet")
    return rounds_table(scene.stage.lens, scene.stage.joined)


def _point(scene: Scene) -> Table:
    if scene.card is None:
        raise Refusal("point: of which one? --point 7")
    return card_table(scene.card)


TABLES = {"table": _points, "rounds": _rounds, "point": _point}


def _listed(forms: tuple[str, ...], dot: str = ".") -> str:
    return f"{', '.join(f'{dot}{form}' for form in forms[:-1])} or {dot}{forms[-1]}"
