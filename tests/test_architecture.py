"""The house stands as it was drawn: guards of the architecture, each seen to fail when it should.

A guard takes the folder of a repository and lists complaints. It is run on this repository, where
it must find nothing, and on copies in which something was done that it forbids.
"""

import ast
import ctypes
import fnmatch
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from subprocess import CompletedProcess

import pytest

ROOT = Path(__file__).resolve().parents[1]
QT = {"PySide6", "PyQt6", "shiboken6", "pyqtgraph"}
HEAVY = QT | {"matplotlib", "sklearn", "scipy", "pandas", "xgboost"}
WITHOUT_QT = ("engine", "document", "scene", "export")
GROUPS = (
    "engine.methods", "ui.panels",
    *(f"engine.theory.{chapter}" for chapter in ("combining", "bagging", "trees", "boosting")),
)  # fmt: skip
NUMPY_ONLY = ("engine", "document")
CODE_THAT_RUNS_DATA = {"pickle", "cPickle", "dill", "cloudpickle", "joblib", "marshal", "shelve"}
OPENS = {"read_text", "read_bytes", "write_text", "write_bytes", "genfromtxt", "loadtxt", "imread"}
DOORS = (
    "ensemble_viz/document/files.py", "ensemble_viz/document/files.py",
    "ensemble_viz/requirements.py",  # what packages say of themselves
)  # fmt: skip
RUNS_TEXT = {"eval", "exec", "compile", "__import__"}
DRAWERS = {"util", "helper", "common", "misc", "manager", "tool", "stuff"}  # and their plurals
ENGINE_NAME = "ensemble_viz.engine"
MOST_MODULES = {"engine": 20, "scene": 30, "export": 30, "ui": 30}
MOST_OFFERED = 13
TOLD_APART = {"method.name", "method.story", "story"}  # whose texts only stories compare
MOST_LINES = {"module": 300, "class": 200, "function": 40, "__init__": 30}
TOP_LEVEL = {
    "ensemble_viz", "tests", "assets", "pyproject.toml", "README.md", "main.py", "LICENSE",
    "CHANGELOG.md",
}  # fmt: skip

PUBLISHED = {".ci", ".github"}  # other hidden folders are those of somebody's editor

# in pieces, or this file would be the first to be found
HOSTS = ("py" + "pi.", "python" + "hosted", "ana" + "conda.org", "npm" + "js.", "crates" + ".io")
HOMES = (r"/ho" + r"me/\w", r"/ro" + r"ot/\w", r"/Us" + r"ers/\w", r"[A-Za-z]:\\+Us" + r"ers\\+\w")
UNWANTED = re.compile("|".join((*map(re.escape, HOSTS), *HOMES)).encode())

Guard = Callable[[Path], list[str]]


def start(root: Path, *command: str) -> "CompletedProcess[str]":
    """Run this Python in a repository, whatever the environment says about other places."""
    foreign = ("GIT_", "COV_", "PYTEST_", "PYTHON")
    keep = {name: value for name, value in os.environ.items() if not name.startswith(foreign)}
    keep |= {"PYTHONPATH": str(root), "PYTHONDONTWRITEBYTECODE": "1", "PYTHONUTF8": "1"}
    return subprocess.run(
        [sys.executable, *command],
        check=False, cwd=root, env=keep, capture_output=True, encoding="utf-8",
    )  # fmt: skip


def complaints(finished: "CompletedProcess[str]") -> list[str]:
    """List what a tool says when it is not content."""
    said = (finished.stdout + finished.stderr).splitlines()
    return [line for line in said if line.strip()] if finished.returncode else []


def package(root: Path) -> Path:
    return root / "ensemble_viz"


def layers(root: Path, names: tuple[str, ...]) -> list[str]:
    """Keep the layers that are there already."""
    return [name for name in names if (package(root) / name).is_dir()]


def sources(root: Path) -> list[Path]:
    return [*sorted(package(root).rglob("*.py")), root / "main.py"]


def nodes(root: Path, paths: list[Path]) -> Iterator[tuple[str, ast.AST]]:
    """Walk the code, with a place for each complaint."""
    for path in paths:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            yield f"{path.relative_to(root).as_posix()}:{getattr(node, 'lineno', 1)}", node


# --- who imports whom --------------------------------------------------------------------------


def import_contracts(root: Path) -> list[str]:
    """Run import-linter: layers from the top down, methods and panels apart, Qt in ui."""
    lint = "import sys; from importlinter.cli import lint_imports; "
    return complaints(start(root, "-c", lint + "sys.exit(lint_imports(no_cache=True))"))


def contracts_cover_the_layers(root: Path) -> list[str]:
    """Look into the contracts: a layer or panel that none of them names would be free."""
    text = (root / "pyproject.toml").read_text(encoding="utf-8")
    contracts = tomllib.loads(text)["tool"]["importlinter"]["contracts"]
    without_qt = {
        module
        for contract in contracts
        if contract["type"] == "forbidden" and set(contract["forbidden_modules"]) >= QT - {"PyQt6"}
        for module in contract["source_modules"]
    }
    apart = {
        module
        for contract in contracts
        if contract["type"] == "independence"
        for module in contract["modules"]
    }
    groups = [name for name in GROUPS if inside(root, name).is_dir()]
    return [
        *(f"no contract keeps Qt out of {name}" for name in layers(root, WITHOUT_QT)
          if f"ensemble_viz.{name}" not in without_qt),
        *(f"no contract keeps {name}.* apart" for name in groups
          if f"ensemble_viz.{name}.*" not in apart),
    ]  # fmt: skip


def inside(root: Path, name: str) -> Path:
    return package(root).joinpath(*name.split("."))


LOAD_ALL = """
import importlib, json, pkgutil, sys
before = set(sys.modules)
found = importlib.import_module(sys.argv[1])
for module in pkgutil.walk_packages(found.__path__, sys.argv[1] + "."):
    importlib.import_module(module.name)
print(json.dumps(sorted(set(sys.modules) - before)))
"""


def modules_loaded_by(root: Path, layer: str) -> set[str]:
    """Import every module of a layer in a fresh process, and name the packages this brings."""
    run = start(root, "-c", LOAD_ALL, f"ensemble_viz.{layer}")
    assert run.returncode == 0, run.stderr
    return {name.partition(".")[0] for name in json.loads(run.stdout)}


def light_layers(root: Path) -> list[str]:
    """Load the layers below ui: no Qt, nothing heavy; the lowest two know numpy alone."""
    found = []
    for layer in layers(root, WITHOUT_QT):
        loaded = modules_loaded_by(root, layer)
        own = {"ensemble_viz", "numpy", *sys.stdlib_module_names}
        strange = loaded - own if layer in NUMPY_ONLY else loaded & HEAVY
        found += [f"{layer} loads {name}" for name in sorted(strange)]
    return found


def qt_by_name(root: Path) -> list[str]:
    """Find Qt spelled in a string below ui, as a dynamic import would need it."""
    paths = [
        path for layer in layers(root, WITHOUT_QT) for path in inside(root, layer).rglob("*.py")
    ]
    return [
        f"{place}: {node.value}"
        for place, node in nodes(root, paths)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
        if node.value.partition(".")[0] in QT
    ]


def light_trace(root: Path) -> list[str]:
    """Trace the ten points in a fresh process, which must not load anything heavy."""
    trace = "trace --sample ten-points --method adaboost --set rounds=3"
    run = start(root, "-X", "importtime", "-m", "ensemble_viz", *trace.split())
    assert json.loads(run.stdout)["n"] == 10, run.stderr
    loaded = {line.rpartition("|")[2].strip() for line in run.stderr.splitlines()}
    assert "ensemble_viz.cli" in loaded  # or the list would be no list of imports
    packages = {name.partition(".")[0] for name in loaded}
    return [f"trace loads {name}" for name in sorted(packages & HEAVY)]


# --- what the code looks like ------------------------------------------------------------------


def sizes(root: Path) -> list[str]:
    """Measure modules, classes and functions, docstrings included."""
    found = [
        f"{path.relative_to(root).as_posix()}: a module of {count} lines"
        for path in sources(root)
        if (count := len(path.read_text(encoding="utf-8").splitlines())) > MOST_LINES["module"]
    ]
    for place, node in nodes(root, sources(root)):
        if isinstance(node, ast.ClassDef):
            kind = "class"
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            kind = "__init__" if node.name == "__init__" else "function"
        else:
            continue
        count = (node.end_lineno or 0) - node.lineno + 1
        if count > MOST_LINES[kind]:
            found.append(f"{place}: {node.name}, a {kind} of {count} lines")
    return found


def names(root: Path) -> list[str]:
    """Look for drawers: modules whose name says nothing about what is in them."""
    paths = [*package(root).rglob("*"), *(root / "tests").rglob("*")]
    return [
        f"{path.relative_to(root).as_posix()}: name it after what it holds"
        for path in paths
        if path.is_dir() or path.suffix == ".py"
        if set(re.split(r"[_.]", path.stem.lower())) & (DRAWERS | {f"{name}s" for name in DRAWERS})
    ]


def data_is_not_run(root: Path) -> list[str]:
    """Look for what would run a file's content as code."""
    found = []
    for place, node in nodes(root, sources(root)):
        if isinstance(node, ast.Import):
            used = {alias.name.partition(".")[0] for alias in node.names} & CODE_THAT_RUNS_DATA
        elif isinstance(node, ast.ImportFrom):
            used = {(node.module or "").partition(".")[0]} & CODE_THAT_RUNS_DATA
        elif isinstance(node, ast.Call):
            used = {node.func.id} & RUNS_TEXT if isinstance(node.func, ast.Name) else set()
            used |= {word.arg for word in node.keywords if word.arg} & {"allow_pickle"}
        else:
            continue
        found += [f"{place}: {name}" for name in used]
    return found


def doors(root: Path) -> list[str]:
    """Look for files that are opened elsewhere than where limits and failures are seen to."""
    found = []
    for place, node in nodes(root, sorted(package(root).rglob("*.py"))):
        if not isinstance(node, ast.Call) or place.startswith(DOORS):
            continue
        used = {node.func.id} & {"open"} if isinstance(node.func, ast.Name) else set()
        used |= {node.func.attr} & OPENS if isinstance(node.func, ast.Attribute) else set()
        found += [f"{place}: {name}" for name in used]
    return found


def ruff_check(root: Path) -> list[str]:
    return complaints(
        start(root, "-m", "ruff", "check", "--no-cache", "--output-format=concise", ".")
    )


def ruff_format(root: Path) -> list[str]:
    return complaints(start(root, "-m", "ruff", "format", "--no-cache", "--check", "."))


def types(root: Path) -> list[str]:
    return complaints(start(root, "-m", "mypy", "--cache-dir", str(root / ".mypy_cache")))


# --- what lies where ---------------------------------------------------------------------------


def top_level(root: Path) -> list[str]:
    """List what git tracks on the top level that does not belong there."""
    git = ["git", "-C", str(root), "ls-files", "-z"]
    listed = subprocess.run(git, check=True, capture_output=True, env=without_git(), text=True)
    tops = {name.partition("/")[0] for name in listed.stdout.split("\0") if name}
    return [f"{name} on the top level" for name in sorted(tops - TOP_LEVEL) if name[0] != "."]


def without_git() -> dict[str, str]:
    """Leave out what a hook of git may have set: it would point at another repository."""
    return {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}


def is_checkout(root: Path) -> bool:
    if not shutil.which("git"):
        return False
    git = ["git", "-C", str(root), "rev-parse", "--show-toplevel"]
    asked = subprocess.run(git, check=False, capture_output=True, env=without_git(), text=True)
    return asked.returncode == 0 and Path(asked.stdout.strip()) == root


def files(root: Path) -> Iterator[Path]:
    """List the files that could be published: all that .gitignore does not name."""
    ignored = [".git", *(root / ".gitignore").read_text(encoding="utf-8").replace("/", "").split()]
    for folder, folders, found in os.walk(root):
        own = [name for name in folders if name[0] != "." or name in PUBLISHED]
        folders[:] = [name for name in own if not matches(name, ignored)]
        yield from (Path(folder, name) for name in found if not matches(name, ignored))


def matches(name: str, patterns: list[str]) -> bool:
    return any(fnmatch.fnmatch(name, pattern) for pattern in patterns)


def places(root: Path) -> list[str]:
    """Look for hosts of packages, and for the home of whoever wrote a file."""
    return [
        f"{path.relative_to(root).as_posix()} names {found[0].decode()}"
        for path in files(root)
        if (found := UNWANTED.search(path.read_bytes()))
    ]


def words(root: Path) -> list[str]:
    """Ask every method for its settings: each has a label and a sentence of help."""
    run = start(root, "-m", "ensemble_viz", "methods", "--format", "json")
    assert run.returncode == 0, run.stderr
    methods = json.loads(run.stdout)
    assert methods
    return [
        f"{method['name']}: {setting['name']} has no {what}"
        for method in methods
        for setting in method["settings"]
        for what, least in (("label", 1), ("help", 3))
        if len(setting[what].split()) < least
    ]


def rooms(root: Path) -> list[str]:
    """Count the modules of each folder, and the names its door offers."""
    found = []
    for layer, most in MOST_MODULES.items():
        top = package(root) / layer
        for folder in (top, *sorted(top.rglob("*/"))):
            files = sorted(folder.glob("*.py"))
            if len(files) > most:
                found.append(f"{folder.name}: {len(files)} modules in one folder")
            if len(offered(folder)) > MOST_OFFERED:
                found.append(f"{folder.name}: a door that offers more than {MOST_OFFERED} names")
    return [*found, *past_doors(root)]


def offered(folder: Path) -> list[str]:
    """List the names that the door of a folder offers."""
    door = folder / "__init__.py"
    text = door.read_text("utf-8") if door.exists() else ""
    names = re.search(r"__all__ = \[(.*?)\]", text, re.S)
    return re.findall(r'"(\w+)"', names[1]) if names else []


def past_doors(root: Path) -> list[str]:
    """Find who goes past the door of a room: of the engine from outside, of others from anywhere.

    A room of scene, ui or export has a door where it offers names; its own rooms are inside.
    """
    found = []
    for path in sorted(package(root).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            module = (node.module or "") if isinstance(node, ast.ImportFrom) else ""
            target = package(root).parent.joinpath(*module.split("."))
            if not module.startswith("ensemble_viz.") or target.is_dir():
                continue
            room = target.parent
            if module.startswith(ENGINE_NAME):
                passes = not path.is_relative_to(package(root) / "engine")
            else:
                layer = room.relative_to(package(root)).parts[:1]
                passes = layer in (("scene",), ("ui",), ("export",)) and bool(offered(room))
                passes = passes and not path.is_relative_to(room)
            if passes:
                found.append(f"{path.relative_to(root).as_posix()}: past a door, {module}")
    return found


def one_name_one_class(root: Path) -> list[str]:
    """Look for classes of scene, ui and export that share a name."""
    places: dict[str, list[str]] = {}
    for layer in ("scene", "export", "ui"):
        for path in sorted((package(root) / layer).rglob("*.py")):
            for node in ast.parse(path.read_text(encoding="utf-8")).body:
                if isinstance(node, ast.ClassDef):
                    places.setdefault(node.name, []).append(path.relative_to(root).as_posix())
    return [f"{name}: {' and '.join(at)}" for name, at in places.items() if len(at) > 1]


def stories_alone(root: Path) -> list[str]:
    """Look for whoever outside of a story asks for the name of a method or a story."""
    found = []
    for layer in ("scene", "export", "ui", "cli"):
        paths = sorted((package(root) / layer).rglob("*.py"))
        own = package(root) / "scene" / "stories"
        outside = [path for path in paths if not path.is_relative_to(own)]
        for place, node in nodes(root, outside):
            if isinstance(node, ast.Compare) and names_a_story(node):
                found.append(f"{place}: {ast.unparse(node)}")
    return found


def names_a_story(node: ast.Compare) -> bool:
    """Say whether a comparison is one of a method's or story's name with a text."""
    sides = [node.left, *node.comparators]
    asked = any(
        ast.unparse(side).endswith(tuple(f".{name}" for name in TOLD_APART)) for side in sides
    )
    texts = [part for side in sides for part in ast.walk(side) if isinstance(part, ast.Constant)]
    return asked and any(isinstance(text.value, str) for text in texts)


GUARDS: dict[str, Guard] = {
    guard.__name__: guard
    for guard in (
        import_contracts, contracts_cover_the_layers, light_layers, qt_by_name, light_trace,
        sizes, rooms, one_name_one_class,
        stories_alone, names, data_is_not_run, doors, ruff_check, ruff_format, types, top_level,
        places, words,
    )
}  # fmt: skip


@pytest.mark.parametrize("guard", GUARDS)
def test_the_repository_keeps(guard):
    if guard == "top_level" and not is_checkout(ROOT):
        pytest.skip("not a checkout of git: there may be anything around it")
    assert GUARDS[guard](ROOT) == []


# --- every guard is seen to fail ---------------------------------------------------------------


@dataclass(frozen=True)
class Violation:
    """Something forbidden, who must see it, and by which words."""

    what: str
    guards: str
    word: str
    add: dict[str, str] = field(default_factory=dict)
    """Text to be added at the end of files, new ones or old."""
    swap: tuple[str, str, str] | None = None
    """In a file: one text for another."""

    def plant(self, root: Path) -> None:
        for name, text in self.add.items():
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("a", encoding="utf-8") as file:
                file.write(text)
        if self.swap is not None:
            name, old, new = self.swap
            before = (root / name).read_text(encoding="utf-8")
            assert old in before
            (root / name).write_text(before.replace(old, new), encoding="utf-8")


ENGINE, TREE = "ensemble_viz/engine/data/ties.py", "ensemble_viz/engine/methods/tree.py"
TABLE, CLI = "ensemble_viz/document/reading/table.py", "ensemble_viz/cli/__init__.py"
SETTINGS = "ensemble_viz/engine/settings/shared.py"
PANEL = "ensemble_viz/ui/panels/data.py"
SCENE = len(list((ROOT / "ensemble_viz" / "scene").glob("*.py")))
STATEMENT = "    del x\n"

VIOLATIONS = [
    Violation(
        "the engine imports Qt",
        "import_contracts light_layers light_trace",
        "PySide6",
        {ENGINE: "\nimport PySide6\n"},
    ),
    Violation(
        "the engine imports Qt inside a function",
        "import_contracts",
        "PySide6",
        {ENGINE: "\n\ndef late():\n    from PySide6 import QtCore\n    return QtCore\n"},
    ),
    Violation(
        "the engine imports Qt by its name",
        "light_layers light_trace qt_by_name",
        "PySide6",
        {ENGINE: '\nimport importlib\nimportlib.import_module("PySide6.QtCore")\n'},
    ),
    Violation(
        "the engine imports Qt by its name inside a function",
        "qt_by_name",
        "PySide6",
        {ENGINE: '\ndef late():\n    return __import__("PySide6.QtCore")\n'},
    ),
    Violation(
        "the engine imports another library",
        "light_layers",
        "engine loads packaging",
        {ENGINE: "\nimport packaging\n"},
    ),
    Violation(
        "the engine imports the document",
        "import_contracts",
        "ensemble_viz.engine is not allowed to import ensemble_viz.document",
        {ENGINE: "\nimport ensemble_viz.document.reading.table\n"},
    ),
    Violation(
        "the document imports export inside a function",
        "import_contracts",
        "ensemble_viz.document is not allowed to import ensemble_viz.export",
        {TABLE: "\n\ndef late():\n    import ensemble_viz.export.trace\n"},
    ),
    Violation(
        "export imports matplotlib before a figure is wanted",
        "light_layers light_trace",
        "matplotlib",
        {"ensemble_viz/export/trace.py": "\nimport matplotlib\n"},
    ),
    Violation(
        "the command line imports Qt", "light_trace", "PySide6", {CLI: "\nimport PySide6.QtCore\n"}
    ),
    Violation(
        "Qt outside of ui",
        "ruff_check",
        "Qt belongs in ensemble_viz.ui",
        {CLI: "\n\ndef late():\n    import PySide6.QtCore\n"},
    ),
    Violation(
        "the command line imports scikit-learn",
        "light_trace",
        "sklearn",
        {CLI: "\nimport sklearn\n"},
    ),
    Violation(
        "a method imports another",
        "import_contracts",
        "ensemble_viz.engine.methods.tree",
        {TREE: "\nfrom ensemble_viz.engine.methods import bagging\n"},
    ),
    Violation(
        "trees that know the methods",
        "import_contracts",
        "ensemble_viz.engine.trees is not allowed to import ensemble_viz.engine.methods",
        {"ensemble_viz/engine/trees/tree.py": "\nimport ensemble_viz.engine.methods\n"},
    ),
    Violation(
        "a room of the engine that no contract knows",
        "import_contracts",
        "attic",
        {"ensemble_viz/engine/attic/__init__.py": '"""Things."""\n'},
    ),
    Violation(
        "a demonstration imports another",
        "import_contracts",
        "ensemble_viz.engine.theory.boosting.alpha",
        {
            "ensemble_viz/engine/theory/trees/stumps.py": (
                "\nfrom ensemble_viz.engine.theory.boosting import alpha\n"
            )
        },
    ),
    Violation(
        "a contract on demonstrations that forgets a chapter",
        "contracts_cover_the_layers",
        "no contract keeps engine.theory.trees.* apart",
        swap=("pyproject.toml", "engine.theory.trees.*", "engine.data.samples.*"),
    ),
    Violation(
        "a drawer beside the layers",
        "import_contracts names",
        "utils",
        {"ensemble_viz/utils.py": '"""Things."""\n'},
    ),
    Violation(
        "a drawer inside a layer",
        "names",
        "engine/tree_helpers",
        {"ensemble_viz/engine/tree_helpers/__init__.py": '"""Things."""\n'},
    ),
    Violation(
        "a contract on Qt that forgets a layer",
        "contracts_cover_the_layers",
        "no contract keeps Qt out of document",
        swap=("pyproject.toml", '"ensemble_viz.document"', '"ensemble_viz.engine"'),
    ),
    Violation(
        "a contract on methods that looks elsewhere",
        "contracts_cover_the_layers",
        "no contract keeps engine.methods.* apart",
        swap=("pyproject.toml", "ensemble_viz.engine.methods.*", "ensemble_viz.engine.data.*"),
    ),
    Violation(
        "a module of 301 lines",
        "sizes",
        "engine/long.py: a module of 301 lines",
        {"ensemble_viz/engine/long.py": "#\n" * 301},
    ),
    Violation(
        "a function of 41 lines",
        "sizes",
        "engine/data/ties.py",
        {ENGINE: "\n\ndef long(x):\n" + STATEMENT * 40},
    ),
    Violation(
        "an asynchronous function of 41 lines",
        "sizes",
        "long, a function of 41 lines",
        {ENGINE: "\n\nasync def long(x):\n" + STATEMENT * 40},
    ),
    Violation(
        "a class of 201 lines",
        "sizes",
        "Long, a class of 201 lines",
        {ENGINE: "\n\nclass Long:\n" + "    x = 1\n" * 200},
    ),
    Violation(
        "an __init__ of 31 lines",
        "sizes",
        "__init__, a __init__ of 31 lines",
        {ENGINE: "\n\nclass Long:\n    def __init__(self, x):\n" + f"    {STATEMENT}" * 30},
    ),
    Violation(
        "a panel that goes past a door",
        "rooms",
        "ui/panels/data.py: past a door, ensemble_viz.scene.picture.sheet",
        {PANEL: "\nfrom ensemble_viz.scene.picture.sheet import LINE\n"},
    ),
    Violation(
        "a room of the scene that is too full",
        "rooms",
        "scene: 31 modules in one folder",
        {f"ensemble_viz/scene/more_{k}.py": '"""More."""\n' for k in range(31 - SCENE)},
    ),
    Violation(
        "two classes of one name",
        "one_name_one_class",
        "Sheet: ensemble_viz/scene/picture/sheet.py and ensemble_viz/ui/panels/data.py",
        {PANEL: "\n\nclass Sheet:\n    x = 1\n"},
    ),
    Violation(
        "a panel that asks which story it is",
        "stories_alone",
        "run.method.story == 'bags'",
        {PANEL: '\n\ndef late(run):\n    return run.method.story == "bags"\n'},
    ),
    Violation(
        "a document that goes past a door",
        "rooms",
        "document/reading/table.py: past a door, ensemble_viz.engine.data.dataset",
        {TABLE: "\nfrom ensemble_viz.engine.data.dataset import freeze\n"},
    ),
    Violation(
        "a room of the engine with too many modules",
        "rooms",
        "ensembles: 21 modules in one folder",
        {f"ensemble_viz/engine/ensembles/more_{k}.py": "" for k in range(11)},
    ),
    Violation("a pickle", "data_is_not_run", "pickle", {TABLE: "\n\nimport pickle\n"}),
    Violation(
        "part of a pickle", "data_is_not_run", "pickle", {TABLE: "\n\nfrom pickle import loads\n"}
    ),
    Violation(
        "a pickle, forbidden by name",
        "ruff_check",
        "saved files are data",
        {TABLE: "\n\nimport pickle\n"},
    ),
    Violation("text that is run", "data_is_not_run", "eval", {TABLE: '\n\neval("1")\n'}),
    Violation(
        "a pickle by numpy",
        "data_is_not_run",
        "allow_pickle",
        {TABLE: '\n\nimport numpy\nnumpy.load("x", allow_pickle=True)\n'},
    ),
    Violation("a file read past the limits", "doors", "open", {TABLE: '\n\nopen("x.csv")\n'}),
    Violation(
        "a file read past the limits by its path",
        "doors",
        "read_text",
        {TABLE: '\n\nfrom pathlib import Path\n\nPath("x.csv").read_text()\n'},
    ),
    Violation("an import that is not used", "ruff_check", "F401", {TABLE: "\nimport queue\n"}),
    Violation("code that is not formatted", "ruff_format", "table.py", {TABLE: "\nx = {  }\n"}),
    Violation("a function without types", "types", "ties.py", {ENGINE: "\n\ndef f(x): ...\n"}),
    Violation("one more file on top", "top_level", "setup.py", {"setup.py": ""}),
    Violation("one more folder on top", "top_level", "docs", {"docs/index.md": ""}),
    Violation(
        "the host of packages",
        "places",
        "README.md",
        {"README.md": f"https://files.{HOSTS[1]}.org/x.whl\n"},
    ),
    Violation(
        "somebody's home", "places", "tests/data.csv", {"tests/data.csv": "/ho" + "me/ada/x.csv\n"}
    ),
    Violation(
        "somebody's home on another system",
        "places",
        "pyproject.toml",
        {"pyproject.toml": "# C:\\Us" + "ers\\ada\n"},
    ),
    Violation(
        "a setting without help",
        "words",
        "tree: rounds has no help",
        {SETTINGS: '\nRounds = Annotated[int, Setting("rounds", "Rounds.", low=1, high=9)]\n'},
    ),
    Violation(
        "a setting without a label",
        "words",
        "adaboost: rounds has no label",
        {SETTINGS: '\nRounds = Annotated[int, Setting(" ", "How many there are.", low=1)]\n'},
    ),
]
SEEN = [(guard, one) for one in VIOLATIONS for guard in one.guards.split()]


@pytest.fixture(scope="module")
def clean(tmp_path_factory) -> Path:
    """Copy what the guards look at."""
    copy = tmp_path_factory.mktemp("clean")
    shutil.copytree(package(ROOT), package(copy), ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "main.py", "README.md", "LICENSE", ".gitignore"):
        shutil.copy(ROOT / name, copy)
    return copy


@pytest.fixture
def copy(clean, tmp_path) -> Path:
    """Give a copy of its own to a test that changes it."""
    root = tmp_path / "repository"
    shutil.copytree(clean, root)
    return root


def track(root: Path) -> None:
    """Let git know all files of a copy."""
    for arguments in (["init", "-q"], ["add", "."]):
        git = ["git", "-C", str(root), *arguments]
        subprocess.run(git, check=True, env=without_git(), capture_output=True)


@pytest.mark.parametrize(
    ("guard", "violation"), SEEN, ids=[f"{guard}: {one.what}" for guard, one in SEEN]
)
def test_a_violation_is_seen_by(guard, violation, copy):
    violation.plant(copy)
    if guard == "top_level":
        if not shutil.which("git"):
            pytest.skip("there is no git")
        track(copy)
    found = GUARDS[guard](copy)
    assert any(violation.word in line for line in found), found


def test_every_guard_is_seen_to_fail():
    assert {guard for guard, _ in SEEN} == set(GUARDS)


def test_what_just_fits_is_no_violation(copy):
    before = sizes(copy)
    (package(copy) / "engine" / "long.py").write_text("#\n" * 300, encoding="utf-8")
    function = f"\n\ndef long(x):\n{STATEMENT * 39}"
    start_of_class = f"\n\nclass Long:\n    def __init__(self, x):\n{f'    {STATEMENT}' * 29}"
    text = function + start_of_class + "    x = 1\n" * 169
    (package(copy) / "engine" / "fits.py").write_text(text, encoding="utf-8")
    assert sizes(copy) == before


def test_a_copy_as_it_is_gives_no_complaint_of_its_own(copy):
    """What is seen in a copy is therefore what was planted, and not that it is a copy."""
    for guard in (import_contracts, contracts_cover_the_layers, light_layers, light_trace, words):
        assert guard(copy) == guard(ROOT)


# --- what the tests themselves rely on ---------------------------------------------------------

OWN_TESTS = {
    "tests/ui/test_first_by_name.py": """
        def test_on_top(): pass
        """,
    "tests/test_cli.py": """
        import os
        from hypothesis import settings

        def test_the_environment_is_steady():
            assert os.environ["QT_QPA_PLATFORM"] == "offscreen"
            assert os.environ["OMP_NUM_THREADS"] == "1"
            assert settings().deadline is None
            assert settings().derandomize
        """,
    "tests/export/test_export.py": """
        import warnings
        import pytest

        def test_that_warns():
            warnings.warn("something is not as it was", stacklevel=1)

        @pytest.mark.xfail
        def test_that_passes_after_all(): pass
        """,
    "tests/document/test_document.py": """
        from PySide6 import QtCore

        def test_that_qt_complains_about():
            QtCore.qWarning("a pixmap without a size")

        def test_the_files_of_qt_are_those_of_a_test():
            assert QtCore.QStandardPaths.isTestModeEnabled()
        """,
    "tests/engine/test_zuletzt.py": """
        def test_on_the_ground(): pass
        """,
}


@pytest.fixture(scope="module")
def own_tests(tmp_path_factory) -> list[str]:
    """Run a few tests under this repository's configuration, and list what became of them."""
    root = tmp_path_factory.mktemp("own")
    shutil.copy(ROOT / "pyproject.toml", root)
    for name, text in OWN_TESTS.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        lines = [line.removeprefix(" " * 8) for line in text.splitlines()]
        path.write_text("\n".join(lines), encoding="utf-8")
    shutil.copy(ROOT / "tests" / "conftest.py", root / "tests")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CI", "1")
        for name in ("QT_QPA_PLATFORM", "OMP_NUM_THREADS"):
            patch.delenv(name, raising=False)
        run = start(root, "-m", "pytest", "-v", "-p", "no:cacheprovider", "--color=no")
    found = re.findall(r"^tests/\S*::(\w+) ([A-Z]+)", run.stdout, re.MULTILINE)
    assert len(found) == 7, run.stdout
    return [f"{name} {result}" for name, result in found]


def test_tests_run_from_the_ground_up(own_tests):
    order = [line.partition(" ")[0] for line in own_tests]
    assert (order[0], order[-2:]) == (
        "test_on_the_ground",
        ["test_the_environment_is_steady", "test_on_top"],
    )
    assert order.index("test_that_qt_complains_about") < order.index("test_that_warns")


def test_warnings_fail_a_test(own_tests):
    assert "test_that_warns FAILED" in own_tests
    assert "test_that_qt_complains_about FAILED" in own_tests


def test_a_fault_that_is_gone_is_noticed(own_tests):
    assert "test_that_passes_after_all FAILED" in own_tests


def test_the_environment_of_tests_is_steady(own_tests):
    assert "test_the_environment_is_steady PASSED" in own_tests
    assert "test_the_files_of_qt_are_those_of_a_test PASSED" in own_tests


# --- Qt and None -------------------------------------------------------------------------------


def nones_lost_by(call: Callable[[], None], times: int) -> int:
    """Count the references to None that a call which returns nothing takes along."""
    before = sys.getrefcount(None)
    for _ in range(times):
        call()
    return before - sys.getrefcount(None)


def test_qt_leaves_none_alone():
    """PySide6 6.12.0 on Python 3.11 does not, and aborts after some thousand calls."""
    from PySide6.QtGui import QPen

    pen = QPen()

    def set_width() -> None:
        pen.setWidthF(1.0)

    assert nones_lost_by(set_width, 1000) < 100


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="None is immortal there")
def test_a_loss_of_none_is_seen():
    none = ctypes.py_object(None)

    def lose() -> None:
        ctypes.pythonapi.Py_DecRef(none)

    try:
        assert nones_lost_by(lose, 1000) > 900
    finally:
        for _ in range(1000):
            ctypes.pythonapi.Py_IncRef(none)
