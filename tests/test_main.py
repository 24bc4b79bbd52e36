"""main.py: does the machine fit, what is made where it does not, and what is said about it."""

import ast
import errno
import fcntl
import io
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import tomllib
import zipfile
from itertools import chain
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet

import main
from ensemble_viz import requirements

SOURCE = Path(main.__file__)
PROJECT = tomllib.loads(SOURCE.with_name("pyproject.toml").read_text(encoding="utf-8"))["project"]
LISTED = {*PROJECT["dependencies"], *chain(*PROJECT["optional-dependencies"].values())}
TOY = """
[project]
name = "toy"
dependencies = ["toy-thing>=1.2", "never>=1; python_version < '3.0'"]
[project.optional-dependencies]
test = ["toy-check>=3"]
"""

numbers = st.lists(st.integers(0, 12), min_size=1, max_size=3)
releases = numbers.map(lambda parts: ".".join(map(str, parts)))
suffixes = st.sampled_from(["", "", "a1", "rc2", ".dev3", ".post1", "+cpu", ".post1+cpu"])


@pytest.fixture
def machine(tmp_path, monkeypatch):
    """Variables that a test may change, and a home of its own; starting is only recorded."""
    variables = {"PATH": os.defpath, "HOME": str(tmp_path)}
    variables["XDG_CACHE_HOME"] = str(tmp_path / "cache")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(os, "environ", variables)
    monkeypatch.setattr(main, "become", lambda *command: command)
    return variables


@pytest.fixture
def refusal(capsys):
    """Start something that must end the program; return its exit code and the lines it says."""

    def end(start, *arguments):
        capsys.readouterr()
        with pytest.raises(SystemExit) as ended:
            start(*arguments)
        out, err = capsys.readouterr()
        assert out == "", "stdout belongs to the program"
        return ended.value.code, err.splitlines()

    return end


# --- the Python --------------------------------------------------------------------------------


def test_the_python_that_is_asked_for_is_the_one_of_pyproject():
    assert PROJECT["requires-python"] == ">={}.{}".format(*main.NEEDED)


@pytest.mark.parametrize(
    ("version", "shown"), [((2, 7, 18, "final", 0), "2.7.18"), ((3, 10, 99), "3.10.99")]
)
def test_an_old_python_is_told_which_one_is_needed(version, shown, monkeypatch, refusal):
    monkeypatch.setattr(sys, "version_info", version)
    line = f"main.py: ensemble_viz needs Python 3.11 or newer; this is {shown}"
    assert refusal(main.main, ["trace"]) == (2, [line])


@pytest.mark.usefixtures("installer")
@pytest.mark.parametrize("version", [(3, 11, 0), (3, 13, 1, "final", 0), (4, 0, 0)])
def test_a_new_python_passes(version, monkeypatch):
    monkeypatch.setattr(sys, "version_info", version)
    assert main.main(["trace"])[-1] == "trace"


def too_new(node):
    """Name what Python 2.7 cannot parse in this node."""
    kinds = (ast.JoinedStr, ast.AnnAssign, ast.NamedExpr, ast.Nonlocal, ast.YieldFrom, ast.Match)
    spreads = isinstance(node, ast.List | ast.Tuple | ast.Set) and any(
        isinstance(element, ast.Starred) for element in node.elts
    )
    call = isinstance(node, ast.Call) and (
        sum(isinstance(value, ast.Starred) for value in node.args) > 1
        or sum(keyword.arg is None for keyword in node.keywords) > 1
    )
    return (
        isinstance(node, kinds)
        or spreads
        or call
        or (isinstance(node, ast.Dict) and None in node.keys)
        or (isinstance(node, ast.FunctionDef) and (node.returns or node.args.kwonlyargs))
        or (isinstance(node, ast.arg) and node.annotation)
        or (isinstance(node, ast.Raise) and node.cause)
        or (isinstance(node, ast.ClassDef) and node.keywords)
    )


def test_old_pythons_can_parse_the_file():
    text = SOURCE.read_text(encoding="utf-8")
    assert text.isascii()
    assert not re.search(r"\*\w+,\s*\)", text), "a comma after *arguments"
    assert [node.lineno for node in ast.walk(ast.parse(text)) if too_new(node)] == []


# --- requirements ------------------------------------------------------------------------------


@pytest.mark.parametrize("text", sorted(LISTED))
@pytest.mark.parametrize("python", ["3.9", "3.11", "3.12", "3.13"])
def test_every_requirement_of_pyproject_is_read_as_pip_reads_it(text, python):
    name, limits, on_python = main.parse_requirement(text)
    expected = Requirement(text)
    assert name == expected.name
    assert {sign + limit for sign, limit in limits} == {str(one) for one in expected.specifier}
    wanted = expected.marker is None or expected.marker.evaluate({"python_version": python})
    assert requirements.meets(python, on_python) == wanted


@given(releases, suffixes, st.sampled_from(sorted(requirements.COMPARE)), releases)
@example("6.12", "rc1", "<", "6.12")
@example("6.12", ".post1", ">", "6.12")
@example("2.0", "", "==", "2")
def test_versions_are_compared_as_pip_does(release, suffix, sign, limit):
    expected = SpecifierSet(sign + limit).contains(release + suffix, prereleases=True)
    assert requirements.meets(release + suffix, [(sign, limit)]) == expected


def test_a_version_that_is_no_version_meets_no_lower_limit():
    assert not requirements.meets("unknown", [(">=", "0.1")])


def install(site, name, version, *needed):
    """Write what an installed distribution leaves, under the name that wheels give it."""
    package = name.replace("-", "_").replace(".", "_")
    info = site / f"{package}-{version}.dist-info"
    info.mkdir(parents=True)
    (site / package).mkdir()
    metadata = f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"
    metadata += "".join(f"Requires-Dist: {one}\n" for one in needed)
    (info / "METADATA").write_text(metadata + "\nRequires-Dist: is mentioned here\n")
    record = ("../../../bin/tool", f"{package}/__init__.py", "__pycache__/one.pyc")
    (info / "RECORD").write_text("".join(f"{path},sha256=a-b_c,1\n" for path in record))
    return info


def test_installed_packages_are_compared_with_the_requirements(tmp_path):
    install(tmp_path, "Good-Thing", "6.11.3")
    install(tmp_path, "old", "1.9")
    (install(tmp_path, "half-removed", "5") / "METADATA").unlink()
    wanted = ["good.thing[x]>=6.10,<6.12", "old>=2", "half-removed", "absent"]
    assert main.misfits(wanted, [str(tmp_path)]) == wanted[1:]


def test_what_another_python_needs_is_not_missed(tmp_path):
    wanted = ["one; python_version < '3.0'", "two>=1; python_version >= '3.0'"]
    assert main.misfits(wanted, [str(tmp_path)]) == wanted[1:]


def test_a_package_whose_folder_is_gone_is_not_there(tmp_path):
    install(tmp_path, "one", "1", "two>=1", "never; sys_platform == 'none'", "absent")
    install(tmp_path, "two", "1", 'three (>=2); extra == "more"', "four")
    install(tmp_path, "four", "1", "one")
    assert main.misfits(["one"], [str(tmp_path)]) == []
    (tmp_path / "four").rmdir()
    assert main.misfits(["one", "absent"], [str(tmp_path)]) == ["absent", "four"]
    (tmp_path / "one").rmdir()
    assert main.misfits(["one"], [str(tmp_path)]) == ["one"]


def test_a_module_of_one_file_is_missed_too(tmp_path):
    record = install(tmp_path, "six", "1") / "RECORD"
    record.write_text('"six.py",sha256=a/b,1\nsix-1.dist-info/RECORD,,\n')
    assert main.misfits(["six"], [str(tmp_path)]) == ["six"]
    (tmp_path / "six.py").touch()
    assert main.misfits(["six"], [str(tmp_path)]) == []


@pytest.mark.usefixtures("toy")
def test_an_extra_adds_its_requirements():
    assert main.read_requirements("test") == [*main.read_requirements(), "toy-check>=3"]


# --- arguments ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ([], (None, False, None, [])),
        (["trace", "--seed", "1"], (None, False, None, ["trace", "--seed", "1"])),
        (["--test", "-k", "a b"], ("test", False, None, ["-k", "a b"])),
        (["--install-libraries", "--test"], ("test", True, None, [])),
        (["trace", "--wheels", ".", "--seed", "1"], (None, False, ".", ["trace", "--seed", "1"])),
        (["--wheels=.", "--test", "-x"], ("test", False, ".", ["-x"])),
    ],
)
def test_only_the_arguments_for_the_set_up_are_taken_out(arguments, expected):
    assert main.split_arguments(arguments) == expected


@pytest.mark.parametrize("arguments", [["--wheels"], ["--wheels="], ["trace", "--wheels", "gone"]])
def test_a_missing_folder_of_wheels_is_one_line(arguments, refusal):
    code, (line,) = refusal(main.main, arguments)
    assert code == 2
    assert line.startswith("main.py: --wheels needs a folder; there is none named '")


@pytest.mark.parametrize(
    ("arguments", "added"),
    [
        (["-k", "main"], ["-n", "auto", "--maxprocesses", "4"]),
        (["-n", "3"], []),
        (["-n0"], []),
        (["--numprocesses=2"], []),
        (["-p", "no:xdist"], []),
        (["-pno:xdist"], []),
    ],
)
def test_tests_run_in_parallel_unless_told_how(arguments, added, toy, monkeypatch):
    monkeypatch.setattr(main, "find_spec", {"xdist": "found"}.get)
    expected = (sys.executable, "-m", "pytest", *added, *arguments)
    assert main.run_tests(list(arguments)) == expected
    assert Path.cwd() == toy


@pytest.mark.usefixtures("toy")
def test_the_quick_tests_are_a_list_beside_all_tests(capsys, monkeypatch):
    monkeypatch.setattr(main, "find_spec", {}.get)
    assert main.run_tests(["quick", "-x"])[3:] == ("@tests/quick.txt", "-x")
    assert capsys.readouterr().err == ""
    first, second, *ignored = (SOURCE.parent / "tests" / "quick.txt").read_text().split()
    assert (first, second) == ("tests", "--one-case")
    assert all((SOURCE.parent / one.removeprefix("--ignore=")).is_file() for one in ignored)


@pytest.mark.usefixtures("toy")
def test_who_runs_all_tests_is_told_how_to_run_a_part(capsys):
    main.run_tests([])
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("main.py: all of them; a part: --test tests/engine, --test -k words")
    assert "--test quick" in line


@pytest.mark.usefixtures("toy")
def test_tests_run_one_by_one_without_xdist(monkeypatch):
    monkeypatch.setattr(main, "find_spec", {}.get)
    assert main.run_tests(["-x"]) == (sys.executable, "-m", "pytest", "-x")


def test_tests_of_a_read_only_program_keep_their_notes_elsewhere(tmp_path, machine, monkeypatch):
    monkeypatch.setattr(os, "access", lambda path, _mode: path != main.ROOT)
    monkeypatch.setattr(tempfile, "mkdtemp", lambda: str(tmp_path))
    assert main.run_tests(["-n0"])[3:] == ("-o", f"cache_dir={tmp_path}", "-n0")
    assert machine["HYPOTHESIS_STORAGE_DIRECTORY"] == str(tmp_path)


@pytest.mark.parametrize(
    ("variables", "platform"),
    [
        ({}, "offscreen"),
        ({"QT_QPA_PLATFORM": "minimal"}, "minimal"),
        ({"DISPLAY": ":0"}, None),
        ({"WAYLAND_DISPLAY": "wayland-0"}, None),
    ],
)
def test_tests_need_no_display(variables, platform, machine):
    machine.update(variables)
    main.run_tests([])
    assert machine.get("QT_QPA_PLATFORM") == platform


# --- libraries ---------------------------------------------------------------------------------


X11 = {"DISPLAY": ":0"}
NONE, QT = {}, requirements.QT_LIBRARIES
BOTH = QT | requirements.X11_LIBRARIES


@pytest.mark.parametrize(
    ("extra", "arguments", "variables", "libraries"),
    [
        (None, [], {}, NONE),
        (None, [], {"QT_QPA_PLATFORM": "offscreen"}, QT),
        (None, [], X11, BOTH),
        (None, ["lesson.json"], {**X11, "QT_QPA_PLATFORM": "xcb"}, BOTH),
        (None, [], {**X11, "QT_QPA_PLATFORM": "offscreen"}, QT),
        (None, [], {**X11, "WAYLAND_DISPLAY": "wayland-0"}, QT),
        (None, ["trace", "--seed", "1"], X11, NONE),
        (None, ["open", "--sample", "moons"], X11, BOTH),
        (None, ["--help"], X11, NONE),
        ("test", ["-k", "x"], X11, QT),
        ("test", ["--version"], {}, QT),
    ],
)
def test_windows_and_tests_need_libraries(
    extra, arguments, variables, libraries, machine, monkeypatch
):
    machine.update(variables)
    monkeypatch.setattr(sys, "platform", "linux")
    assert main.needed_libraries(extra, arguments) == libraries
    monkeypatch.setattr(sys, "platform", "darwin")
    assert main.needed_libraries(extra, arguments) == NONE


def test_the_packages_are_named_as_debian_names_them():
    assert len(BOTH) == 21
    assert requirements.X11_LIBRARIES["libxcb-icccm.so.4"] == "libxcb-icccm4"
    for library, package in BOTH.items():
        name, version = library.lower().split(".so.")
        end = f"-{version}" if name[-1].isdigit() else version
        assert package == name.replace("libglib-", "libglib") + end


class Terminal(io.StringIO):
    """A text that looks like a person's terminal."""

    def isatty(self):
        return True


class Debian:
    """A machine with apt-get and sudo that lacks a library, and may have a person before it."""

    line = (
        "main.py: Qt lacks libnone-such.so.9; on Debian and Ubuntu: "
        "sudo apt-get install -y --no-install-recommends libnone-such9"
    )
    question = "main.py: shall that be run now? [y/N]"

    def __init__(self, monkeypatch):
        self.monkeypatch, self.done, self.code = monkeypatch, [], 0
        monkeypatch.setattr(shutil, "which", "/usr/bin/{}".format)
        monkeypatch.setattr(os, "geteuid", lambda: 1000, raising=False)
        monkeypatch.setattr(sys, "stdin", io.StringIO("y\n"))
        monkeypatch.setattr(main, "call", self.call)

    def call(self, command, stdout):
        assert stdout == 2, "stdout belongs to the program"
        self.done.append(" ".join(command))
        return self.code

    def seat(self, answer, reads=Terminal, sees=True):
        self.monkeypatch.setattr(sys, "stdin", reads(answer))
        self.monkeypatch.setattr(sys.stderr, "isatty", lambda: sees)

    def start(self, install):
        main.provide({"libnone-such.so.9": "libnone-such9"}, install)


@pytest.fixture
def debian(monkeypatch):
    return Debian(monkeypatch)


INSTALLED = ["sudo apt-get update", "sudo apt-get install -y --no-install-recommends libnone-such9"]


def test_a_missing_library_is_one_line_with_the_command_that_helps(debian, refusal):
    assert refusal(debian.start, False) == (3, [debian.line])
    assert debian.done == []


def test_libraries_that_are_there_are_not_mentioned(debian, capsys, monkeypatch):
    monkeypatch.setattr(requirements.ctypes, "CDLL", lambda _name: True)
    debian.start(install=True)
    assert debian.done == []
    assert capsys.readouterr() == ("", "")


def test_libraries_are_installed_when_told_to(debian, capsys):
    debian.start(install=True)
    assert debian.done == INSTALLED
    assert capsys.readouterr() == ("", debian.line + "\n")


def test_a_failed_installation_of_libraries_is_told(debian, refusal):
    debian.code = 100
    line = "main.py: apt-get did not install libnone-such9"
    assert refusal(debian.start, True) == (3, [debian.line, line])


@pytest.mark.parametrize("answer", ["y\n", "Yes\n"])
def test_a_person_at_the_terminal_may_agree(answer, debian, capsys):
    debian.seat(answer)
    debian.start(install=False)
    assert debian.done == INSTALLED
    assert capsys.readouterr().err.splitlines() == [debian.line, debian.question]


@pytest.mark.parametrize(("reads", "sees"), [(io.StringIO, True), (Terminal, False)])
def test_nobody_is_asked_who_cannot_read_or_answer(reads, sees, debian, refusal):
    debian.seat("y\n", reads, sees)
    assert refusal(debian.start, False) == (3, [debian.line])


@pytest.mark.parametrize("answer", ["\n", "", "no\n"])
def test_a_person_who_does_not_say_yes_does_not_agree(answer, debian, refusal):
    debian.seat(answer)
    assert refusal(debian.start, False) == (3, [debian.line, debian.question])
    assert debian.done == []


# --- the environment, with an installer that only pretends --------------------------------------


class Installer:
    """Stands for running venv and pip: leaves what they would, and remembers the commands."""

    def __init__(self, folder):
        self.folder = folder
        self.commands = []
        self.failure = None
        self.said = None

    def __call__(self, command, failure):
        self.said = failure
        words = [str(word) for word in command]
        self.commands.append(words)
        if "venv" in words:
            python = main.python_of(Path(words[-1]))
            python.parent.mkdir(parents=True)
            python.touch(0o755)
        elif self.failure and "pip" in words:
            raise self.failure
        elif "pip" in words:
            site = site_of(Path(words[0]).parents[1])
            for text in words:
                name, is_requirement, version = text.partition(">=")
                if is_requirement and main.misfits([text], [str(site)]):
                    install(site, name, version)

    def count(self, module):
        return sum(command[3] == module for command in self.commands)


def begin(extra=None):
    """Prepare as a process does: in the end it lets go of what it held."""
    try:
        return main.prepare(extra, None)
    finally:
        while main.HELD:
            os.close(main.HELD.pop())


def site_of(folder):
    """Return where an environment keeps its packages."""
    library = "Lib" if os.name == "nt" else "lib/python{}.{}".format(*sys.version_info)
    return folder / library / "site-packages"


@pytest.fixture
def toy(tmp_path, request, monkeypatch):
    """A project with one dependency, in a folder with a blank and an umlaut."""
    request.getfixturevalue("machine")
    root = tmp_path / "Übung eins"
    root.mkdir()
    (root / "pyproject.toml").write_text(TOY, encoding="utf-8")
    monkeypatch.setattr(main, "ROOT", root)
    return root


@pytest.fixture
def installer(toy, monkeypatch):
    """Replace venv and pip."""
    pretending = Installer(toy / ".venv" / f"{main.TAG}-1")
    monkeypatch.setattr(main, "run", pretending)
    return pretending


def test_an_environment_is_made_once(toy, installer, monkeypatch):
    monkeypatch.setattr(sys, "_base_executable", "/base/python", raising=False)
    assert begin() == installer.folder
    venv, ensurepip, pip, load = installer.commands
    assert venv == ["/base/python", "-I", "-m", "venv", "--without-pip", str(installer.folder)]
    assert ensurepip[1:] == ["-I", "-m", "ensurepip"]
    options = ["-I", "-m", "pip", "install", "--no-user", "--disable-pip-version-check"]
    listed = ["toy-thing>=1.2", "never>=1; python_version < '3.0'"]
    assert pip == [str(main.python_of(installer.folder)), *options, *listed]
    assert load[1:3] == ["-I", "-c"]
    assert load[-1] == str(toy)
    assert begin() == installer.folder
    assert len(installer.commands) == 4


def test_wheels_are_installed_without_a_network(installer):
    main.prepare("test", "..")
    wheels = ["--no-index", "--find-links", ".."]
    assert installer.commands[2][6:] == [*wheels, *main.read_requirements("test")]


def require(old, new):
    """Edit what the toy requires."""

    def edit(_folder):
        text = (main.ROOT / "pyproject.toml").read_text(encoding="utf-8")
        assert old in text
        (main.ROOT / "pyproject.toml").write_text(text.replace(old, new), encoding="utf-8")

    return edit


def stamp(content):
    return lambda folder: (folder / main.STAMP).write_bytes(content)


SPOILERS = {
    "other requirements": require("toy-thing>=1.2", "toy-thing>=1.3"),
    "other Python": stamp(b"cpython-310"),
    "no stamp": lambda folder: (folder / main.STAMP).unlink(),
    "garbled stamp": stamp(b"\xff{"),
    "empty stamp": stamp(b""),
    "no interpreter": lambda folder: main.python_of(folder).unlink(),
    "no packages": lambda folder: shutil.rmtree(site_of(folder)),
    "no package": lambda folder: shutil.rmtree(site_of(folder) / "toy_thing"),
}


@pytest.mark.parametrize("spoil", SPOILERS.values(), ids=SPOILERS)
def test_an_environment_that_does_not_fit_is_replaced(spoil, installer):
    first = begin()
    (first / "rest").touch()
    spoil(first)
    second = begin()
    assert installer.count("venv") == 2
    assert list(second.parent.glob("*/")) == [second], "the first one is of no use any more"
    assert not (second / "rest").exists()
    assert begin() == second
    assert installer.count("venv") == 2


@pytest.mark.parametrize("spoil", SPOILERS.values(), ids=SPOILERS)
def test_what_cannot_be_replaced_is_left_as_it_is(spoil, installer):
    first = begin()
    spoil(first)
    before = sorted(first.rglob("*"))
    installer.failure = OSError("no network")
    with pytest.raises(OSError, match="no network"):
        begin()
    folders = list(first.parent.glob("*/"))
    if (first / main.STAMP).exists():
        assert (folders, sorted(first.rglob("*"))) == ([first], before)
    else:
        assert folders == []


def as_early_versions_did(folder):
    """Put the environment where it was, under a stamp that held the folder and all requirements."""
    for child in folder.iterdir():
        child.rename(folder.parent / child.name)
    held = (str(folder.parent), sys.implementation.cache_tag, ["anything>=1"])
    (folder.parent / main.STAMP).write_text(repr(held))
    folder.rmdir()


def rename_project(_folder):
    moved = main.ROOT.with_name("verschoben")
    main.ROOT.rename(moved)
    main.ROOT = moved


HARMLESS = {
    "the pin of a linter": require("toy-check>=3", "toy-check>=4"),
    "a wider requirement": require("toy-thing>=1.2", "toy-thing>=1.1"),
    "another edit of pyproject": require("[project.opt", "# new\n[project.opt"),
    "another name of the project's folder": rename_project,
    "made by an early version": as_early_versions_did,
}


@pytest.mark.parametrize("change", HARMLESS.values(), ids=HARMLESS)
def test_what_the_program_does_not_need_leaves_it_its_environment(change, installer):
    folder = begin("test")
    change(folder)
    installer.commands.clear()
    name = "" if change is as_early_versions_did else folder.name
    assert begin() == main.ROOT / ".venv" / name
    assert installer.commands == []


def test_another_python_has_an_environment_of_its_own(installer, monkeypatch):
    first, own = begin(), main.TAG
    monkeypatch.setattr(main, "TAG", "cpython-399")
    installer.failure = OSError("no network")
    with pytest.raises(OSError, match="no network"):
        begin()
    installer.failure = None
    second = begin()
    assert [first.name, second.name] == [f"{own}-1", "cpython-399-1"]
    assert begin() == second
    monkeypatch.setattr(main, "TAG", own)
    installer.commands.clear()
    assert (begin(), installer.commands) == (first, [])


def test_what_the_tests_need_is_put_beside_and_then_replaces(installer):
    first, second, third, last = (begin(extra) for extra in (None, "test", "test", None))
    assert first != second == third == last
    assert (installer.count("venv"), installer.count("pip")) == (2, 2)
    assert not first.exists()
    assert main.misfits(["toy-thing==1.2", "toy-check==3"], [str(site_of(last))]) == []


def test_what_the_tests_lack_does_not_stop_the_program(installer):
    folder = begin("test")
    require("toy-check>=3", "toy-check>=4")(folder)
    installer.failure = OSError("no network")
    with pytest.raises(OSError, match="no network"):
        begin("test")
    assert installer.said == "cannot install toy-check"
    assert begin() == folder


@pytest.mark.usefixtures("installer")
def test_an_environment_that_somebody_uses_is_not_removed():
    first = begin()
    with (first / main.STAMP).open() as window:
        fcntl.flock(window, fcntl.LOCK_SH)
        second = begin("test")
        assert main.lacks(first) == main.lacks(second, "test") == []
    require("toy-check>=3", "toy-check>=4")(first)
    third = begin("test")
    assert list(third.parent.glob("*/")) == [third], "nobody uses the others any more"


@pytest.mark.usefixtures("installer")
def test_an_environment_that_is_being_removed_is_not_started():
    folder = begin()
    with (folder / main.STAMP).open() as removing:
        fcntl.flock(removing, fcntl.LOCK_EX)
        assert not main.hold(folder)
        assert begin() != folder


def test_what_runs_inside_an_environment_holds_it(installer, monkeypatch):
    folder = begin()
    monkeypatch.setattr(sys, "prefix", str(folder))
    monkeypatch.setattr(main, "misfits", lambda *_: [])
    held = []
    monkeypatch.setattr(main, "hold", held.append)
    program = SimpleNamespace(main=lambda arguments: arguments)
    monkeypatch.setattr(main, "importlib", SimpleNamespace(import_module=lambda _name: program))
    assert main.main(["trace"]) == ["trace"]
    assert held == [folder]
    assert installer.count("venv") == 1


@pytest.mark.usefixtures("installer")
def test_what_killed_set_ups_left_is_cleared(toy):
    home = toy / ".venv"
    begin()
    for half in (home / f"{main.TAG}-2", home / "cpython-399-1"):
        (half / "lib").mkdir(parents=True)
    (home / "mine").mkdir()
    assert begin() == home / f"{main.TAG}-1"
    assert begin("test") == home / f"{main.TAG}-2"
    left = {path.name for path in home.iterdir()}
    assert left == {f"{main.TAG}-2", "mine", main.LOCK}


@pytest.mark.parametrize("extra", [None, "test"])
def test_an_interrupted_installation_leaves_what_was_there(extra, installer):
    if extra:
        begin()
    installer.failure = KeyboardInterrupt()
    with pytest.raises(KeyboardInterrupt):
        begin(extra)
    assert len(list(installer.folder.parent.glob("*/"))) == (1 if extra else 0)
    installer.failure = None
    begin()
    assert installer.count("venv") == 2


def test_an_interruption_is_told(installer, refusal):
    installer.failure = KeyboardInterrupt()
    code, lines = refusal(main.main, ["trace"])
    assert code == 2
    assert lines[1:] == ["main.py: the set-up was stopped: KeyboardInterrupt()"]


def test_a_full_disk_is_told(installer, refusal):
    installer.failure = OSError(errno.ENOSPC, "No space left on device")
    code, lines = refusal(main.main, ["trace"])
    assert code == 2
    assert lines[1:] == ["main.py: the set-up was stopped: OSError(28, 'No space left on device')"]


@pytest.mark.parametrize(
    ("said", "options", "hint"),
    [
        ("ERROR: No matching distribution found for numpy>=2.0", [], True),
        ("ERROR: No matching distribution found for numpy>=2.0", ["--no-index"], False),
        ("ReadTimeoutError: HTTPSConnectionPool(host='x'): Read timed out.", [], True),
        ("ERROR: Could not install: [Errno 28] No space left on device", [], False),
        ("ERROR: Invalid requirement: '!'", [], False),
    ],
)  # fmt: skip
def test_wheels_are_advised_where_the_network_was_at_fault(said, options, hint, refusal):
    program = "import sys; print(sys.argv[1]); raise SystemExit(1)"
    command = [sys.executable, "-c", program, said, *options]
    advice = " (offline: --wheels FOLDER)" if hint else ""
    assert refusal(main.run, command, "no") == (2, [f"main.py: no: {said}{advice}"])


@pytest.mark.usefixtures("installer")
@pytest.mark.parametrize("module", ["venv", "ensurepip"])
def test_a_python_without_venv_is_told_of_the_package(module, monkeypatch, refusal):
    folder = begin()
    monkeypatch.setattr(main, "find_spec", lambda name: None if name == module else "found")
    line = "main.py: this Python lacks venv; on Debian and Ubuntu: apt-get install python3-venv"
    code, lines = refusal(main.prepare, "test", None)
    assert (code, lines[1:]) == (2, [line])
    assert main.lacks(folder) == [], "emptied, though nothing could be made"


def test_a_failing_venv_is_told(toy, monkeypatch, refusal):
    monkeypatch.setattr(sys, "_base_executable", sys.executable, raising=False)
    monkeypatch.setattr(shutil, "rmtree", lambda *_, **__: None)
    monkeypatch.setattr(Path, "exists", lambda path: path.name == main.STAMP)
    (toy / f"{main.TAG}-1").touch()
    code, lines = refusal(main.make, toy, [], None, None)
    assert code == 2
    assert re.match(r"main\.py: cannot make .*-1: \S", lines[0])


def make_read_only(root, monkeypatch):
    """Let a folder refuse to be written, as a read-only disk does (root may write anywhere)."""
    make_folder = Path.mkdir

    def refuse(self, *arguments, **options):
        if root in self.parents:
            raise OSError(errno.EROFS, "Read-only file system")
        make_folder(self, *arguments, **options)

    monkeypatch.setattr(Path, "mkdir", refuse)


def test_beside_a_read_only_program_the_cache_folder_is_used(toy, machine, installer, monkeypatch):
    monkeypatch.setattr(sys, "platform", "linux")
    make_read_only(toy, monkeypatch)
    folder = begin()
    assert folder.parents[1] == Path(machine["XDG_CACHE_HOME"]) / "ensemble-viz"
    assert begin() == folder
    assert installer.count("venv") == 1
    assert list(toy.iterdir()) == [toy / "pyproject.toml"]


def test_a_finished_environment_may_be_read_only(toy, installer, monkeypatch):
    begin()
    make_read_only(toy, monkeypatch)
    assert begin() == toy / ".venv" / f"{main.TAG}-1"
    assert installer.count("venv") == 1


def test_two_copies_of_the_program_do_not_share_a_cache_folder(toy, monkeypatch):
    first = main.environment_folders()[1]
    monkeypatch.setattr(main, "ROOT", toy.parent)
    assert main.environment_folders()[1] != first


@pytest.mark.usefixtures("toy")
@pytest.mark.parametrize(("system", "cache"), [("linux", ".cache"), ("darwin", "Library/Caches")])
def test_each_system_has_its_own_cache_folder(system, cache, machine, monkeypatch):
    machine["XDG_CACHE_HOME"] = ""
    monkeypatch.setattr(sys, "platform", system)
    assert main.environment_folders()[1].parents[1] == Path(machine["HOME"]) / cache


def test_an_environment_that_somebody_else_made_is_left_alone(installer):
    other = installer.folder.with_name("pyvenv.cfg")
    other.parent.mkdir()
    other.touch()
    assert other.parent not in begin().parents
    assert list(other.parent.iterdir()) == [other]


@pytest.mark.usefixtures("installer")
def test_a_chosen_folder_is_used_unless_it_holds_other_things(tmp_path, toy, machine, refusal):
    machine["ENSEMBLE_VIZ_VENV"] = str(tmp_path / "chosen")
    assert begin().parent == tmp_path / "chosen"
    machine["ENSEMBLE_VIZ_VENV"] = str(toy)
    folder = f"main.py: cannot make an environment in {toy}: read-only, or filled by others"
    assert refusal(main.prepare, None, None) == (2, [folder])
    assert list(toy.iterdir()) == [toy / "pyproject.toml"]


def test_other_starts_wait_while_one_is_setting_up(installer):
    others = [threading.Thread(target=begin) for _ in range(2)]
    with main.lock(installer.folder.parent):
        for other in others:
            other.start()
        others[0].join(0.3)
        waiting, commands = [other.is_alive() for other in others], list(installer.commands)
    for other in others:
        other.join(10)
    assert (waiting, commands) == ([True, True], [])
    assert (installer.count("venv"), installer.count("pip")) == (1, 1)


OUTLIVING = """
import pathlib, time
pathlib.Path("began").touch()
while not pathlib.Path("go on").exists():
    time.sleep(0.01)
"""


def test_an_installer_that_outlives_its_start_keeps_others_out(tmp_path, toy):
    with main.lock(toy / ".venv"):
        command = [sys.executable, "-c", OUTLIVING]
        pip = threading.Thread(target=main.run, args=(command, "cannot run"))
        pip.start()
        while pip.is_alive() and not (tmp_path / "began").exists():
            pip.join(0.01)
    second = threading.Thread(target=lambda: main.lock(toy / ".venv").close())
    second.start()
    second.join(0.3)
    waits = second.is_alive()
    (tmp_path / "go on").touch()
    pip.join(10)
    second.join(10)
    assert (waits, second.is_alive()) == (True, False)


def test_the_program_starts_again_in_the_environment(toy, installer, machine):
    machine.update(PYTHONPATH="/somewhere", PYTHONHOME="/somewhere")  # would hide what is in it
    python = str(main.python_of(installer.folder))
    assert main.main(["trace", "-x"]) == (python, str(toy / "main.py"), "trace", "-x")
    assert not {"PYTHONPATH", "PYTHONHOME"} & set(machine)


def test_a_failing_command_is_one_line_with_its_last(refusal):
    program = "print('Downloading ä'); print('ERROR: last'); print(); raise SystemExit(3)"
    command = [sys.executable, "-X", "utf8", "-c", program]
    expected = ["main.py: Downloading ä", "main.py: it failed: ERROR: last"]
    assert refusal(main.run, command, "it failed") == (2, expected)


def test_a_command_that_works_is_quiet(capsys):
    main.run([sys.executable, "-c", "print('done')"], "it failed")
    assert capsys.readouterr() == ("", "")


# --- the environment, for real -----------------------------------------------------------------


CLI = """
import json, sys
import toy_thing
def main(argv=None):
    print(json.dumps([sys.prefix, toy_thing.VALUE, argv]))
    return 7
"""


@pytest.fixture(scope="module")
def real(tmp_path_factory):
    """A toy project with a package and a folder of wheels, beside a copy of main.py."""
    root = tmp_path_factory.mktemp("Übung") / "mit Leerzeichen"
    (root / "ensemble_viz").mkdir(parents=True)
    (root / "pyproject.toml").write_text(TOY, encoding="utf-8")
    (root / "ensemble_viz" / "cli.py").write_text(CLI)
    shutil.copy(SOURCE, root)
    shutil.copy(requirements.__file__, root / "ensemble_viz")
    (root / "räder hier").mkdir()
    write_wheel(root, "1.2")
    return root


def write_wheel(root, version):
    """Put a wheel of the toy's dependency into its folder of wheels."""
    info = f"toy_thing-{version}.dist-info"
    metadata = f"Metadata-Version: 2.1\nName: toy-thing\nVersion: {version}\n"
    with zipfile.ZipFile(wheel_of(root, version), "w") as wheel:
        wheel.writestr("toy_thing/__init__.py", "VALUE = 42\n")
        wheel.writestr(f"{info}/METADATA", metadata)
        wheel.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nTag: py3-none-any\n")
        wheel.writestr(f"{info}/RECORD", "")


def wheel_of(root, version):
    return root / "räder hier" / f"toy_thing-{version}-py3-none-any.whl"


def start(root, python=sys.executable):
    """Start the toy project offline, as a person would."""
    own = {"ENSEMBLE_VIZ_VENV", "PYTHONPATH", "PIP_FIND_LINKS"}
    environment = {name: value for name, value in os.environ.items() if name not in own}
    environment["PYTHONSAFEPATH"] = "1"  # the script's folder is not on the path by itself
    command = [python, root / "main.py", "trace", "--wheels", "räder hier", "--set", "ä b"]
    return subprocess.Popen(
        command, cwd=root, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        start_new_session=True,
    )  # fmt: skip


def test_two_first_starts_at_once_set_up_once_and_run_the_program(real):
    runs = [start(real), start(real)]
    said = [run.communicate(timeout=60) for run in runs]
    folder = real / ".venv" / f"{main.TAG}-1"
    expected = [str(folder), 42, ["trace", "--set", "ä b"]]
    assert [json.loads(out) for out, _ in said] == [expected, expected]
    assert [run.returncode for run in runs] == [7, 7]
    told = b"".join(err for _, err in said).decode().splitlines()
    assert all(line.startswith("main.py: ") for line in told)
    assert set(told) == {
        f"main.py: setting up {real / '.venv'}: {main.COST}",
        "main.py: Installing collected packages: toy-thing",
    }
    assert sum("Installing" in line for line in told) == 1

    later = start(real)
    out, err = later.communicate(timeout=60)
    assert (json.loads(out), err, later.returncode) == (expected, b"", 7)


def starts(root):
    """Tell in which environment the toy runs, which must say nothing on the way."""
    out, err = start(root).communicate(timeout=60)
    assert err == b""
    return Path(json.loads(out)[0])


@pytest.mark.skipif(os.name == "nt", reason="no named pipes")
def test_a_program_that_was_set_up_goes_on_starting(real):
    start(real).communicate(timeout=60)
    folder = starts(real)
    text = (real / "pyproject.toml").read_text(encoding="utf-8")

    (real / "pyproject.toml").write_text(text.replace("toy-check>=3", "toy-check>=4"), "utf-8")
    assert starts(real) == folder, "after another pin of a linter"

    moved = real.rename(real.with_name("umbenannt"))
    assert starts(moved) == moved / folder.relative_to(real), "in a folder of another name"
    moved.rename(real)

    (real / "pyproject.toml").write_text(text.replace("thing>=1.2", "thing>=1.3"), "utf-8")
    os.mkfifo(wheel_of(real, "1.3"))
    killed = start(real)
    with wheel_of(real, "1.3").open("wb"):  # waits until pip reads
        os.killpg(killed.pid, signal.SIGKILL)
    killed.communicate(timeout=60)
    (half,) = set(folder.parent.glob("*/")) - {folder}
    (real / "pyproject.toml").write_text(text, encoding="utf-8")
    assert starts(real) == folder, "after a set-up that was killed"

    wheel_of(real, "1.3").unlink()
    write_wheel(real, "1.3")
    (real / "pyproject.toml").write_text(text.replace("thing>=1.2", "thing>=1.3"), "utf-8")
    start(real).communicate(timeout=60)
    assert starts(real) == half, "made again under the name of what was cleared"
    assert list(half.parent.glob("*/")) == [half]


OTHERS = [
    path
    for path in Path(sys.base_prefix).parent.glob("*/bin/python3")
    if re.fullmatch(r"3\.1[1-9]\..*", path.parents[1].name)
    and path.parents[1] != Path(sys.base_prefix)
]


@pytest.mark.skipif(not OTHERS, reason="there is no other Python")
def test_another_python_that_cannot_be_set_up_takes_nothing_away(real):
    start(real).communicate(timeout=60)
    folder = starts(real)
    wheels = (real / "räder hier").rename(real / "elsewhere")
    (real / "räder hier").mkdir()
    other = start(real, OTHERS[0])
    _, err = other.communicate(timeout=60)
    assert other.returncode == 2
    assert b"cannot install toy-thing: ERROR: No matching distribution" in err.splitlines()[-1]
    assert list(folder.parent.glob("*/")) == [folder]
    assert starts(real) == folder
    (real / "räder hier").rmdir()
    wheels.rename(real / "räder hier")
