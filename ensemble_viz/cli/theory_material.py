"""What the command `theory` shows a demonstration on: points, and the run of a method."""

import argparse
from typing import Any

from ensemble_viz.cli.documents import number_of, saved_of
from ensemble_viz.cli.requests import data_of, settings_of
from ensemble_viz.cli.speech import Progress
from ensemble_viz.document.document import Document, Setup
from ensemble_viz.engine import methods
from ensemble_viz.engine.data import Dataset, Refusal
from ensemble_viz.engine.data.samples import parse_sample
from ensemble_viz.engine.runs import Run
from ensemble_viz.engine.settings import Params
from ensemble_viz.engine.theory import Demonstration, Drawn, Material


def gives_points(arguments: argparse.Namespace) -> bool:
    given = (arguments.data, arguments.sample, arguments.session)
    return any(source is not None for source in given)


def parted(
    one: Demonstration, arguments: argparse.Namespace, method: str
) -> tuple[dict[str, str], dict[str, str]]:
    """Deal the settings out: before --method to the demonstration, behind it to the method.

    A name that only one of them has may stand anywhere.
    """
    known = _names(one.params), _names(methods.method(method).params) if method else set()
    found: tuple[dict[str, str], dict[str, str]] = {}, {}
    for behind, texts in enumerate((arguments.set_before, arguments.set_after)):
        for name, value in settings_of(texts).items():
            place = behind
            if name not in known[behind] and name in known[1 - behind]:
                place = 1 - behind
            found[place][name] = value
    return found


def _names(params: type[Params]) -> set[str]:
    return {field.name for field in params.fields()}


def method_of(one: Demonstration, arguments: argparse.Namespace) -> str:
    """Name the method whose settings may be given: that of a session, where a run is taken."""
    if arguments.method is not None or arguments.session is None or one.takes != "run":
        return arguments.method or one.method
    return _from_session(arguments, {})[1].method


def material_of(
    one: Demonstration, arguments: argparse.Namespace, settings: dict[str, str]
) -> Material | None:
    """Read points and train the method, as far as they are asked for; else take the example."""
    seeded = bool(arguments.seed) and one.takes == "run"
    trains = arguments.method is not None or bool(settings) or seeded
    if one.takes == "nothing" and (trains or gives_points(arguments)):
        raise Refusal(f"{one.name} has settings only: it takes no points and no method")
    if arguments.session is not None:
        return _of_session(one, arguments, settings)
    if arguments.setup is not None:
        raise Refusal("--setup chooses one of the setups of a --session")
    data, drawn = _points(one, arguments)
    if data is None:
        if trains:
            raise Refusal(f"{one.name} needs points for a method; name them by --sample or --data")
        return one.material()
    return one.material(data, _run(one, arguments, (data, settings)) if trains else None, drawn)


def _points(
    one: Demonstration, arguments: argparse.Namespace
) -> tuple[Dataset | None, Drawn | None]:
    """Read points; without any those of the example, if it has some."""
    if gives_points(arguments):
        data = data_of(arguments)
        is_drawn = arguments.sample is not None and arguments.test_data is None
        return data, Drawn(*parse_sample(arguments.sample)) if is_drawn else None
    for name in ("test_data", "columns", "task"):
        if getattr(arguments, name) is not None:
            raise Refusal(f"--{name.replace('_', '-')}: no points are read; see --data")
    drawn = one.example
    return None if drawn is None else drawn.build(), drawn


def _run(
    one: Demonstration, arguments: argparse.Namespace, asked: tuple[Dataset, dict[str, str]]
) -> Run:
    """Start the method; train it to its end, if the demonstration looks at rounds."""
    data, texts = asked
    chosen = methods.method(arguments.method or one.method)
    given = chosen.params.from_texts(texts).values()
    usual = {} if arguments.method else one.method_settings
    params = chosen.params.from_values({**usual, **{name: given[name] for name in texts}})
    return _trained(one, Run(data, chosen, params, arguments.seed or 0))


def _trained(one: Demonstration, run: Run) -> Run:
    if one.takes == "run":
        report = Progress(run.params.values()["rounds"])
        while run.advance():
            report(len(run))
    return run


# --- sessions -------------------------------------------------------------------------------------


def _of_session(
    one: Demonstration, arguments: argparse.Namespace, settings: dict[str, str]
) -> Material | None:
    """Take the points of a session, and its method with its settings where a run is taken."""
    document, setup = _from_session(arguments, settings)
    drawn = Drawn(*parse_sample(document.source)) if document.source else None
    takes_it = one.takes == "run" or arguments.method is not None
    run = _trained(one, setup.run(document.data)) if takes_it else None
    return one.material(document.data, run, drawn)


def _from_session(
    arguments: argparse.Namespace, settings: dict[str, str]
) -> tuple[Document, Setup]:
    known: dict[str, Any] = vars(arguments) | {
        "set": [f"{name}={value}" for name, value in settings.items()], "needs_method": False,
    }  # fmt: skip
    asked = argparse.Namespace(**known)
    saved = saved_of(asked)
    return saved.document, saved.document.setups[number_of(saved, asked)]
