"""Start ensemble_viz, and set it up first where it does not run yet.

    python3 main.py [arguments]            the program
    python3 main.py --test [arguments]     its tests, by pytest
    --wheels FOLDER                        install from a folder of wheels, without a network
    --install-libraries                    let apt-get install the system libraries that Qt needs

Where the installed packages do not fit pyproject.toml, an environment is made in .venv (or where
ENSEMBLE_VIZ_VENV says; or in the user's cache folder when this one is read-only) and the program
runs there. The text keeps to what Python 2.7 can parse, so that an old Python can say which one is
needed. Everything is said on stderr: stdout belongs to the program.
"""

import os
import sys

NEEDED = (3, 11)
if sys.version_info >= NEEDED:  # an older one may lack them, and need only say that it is old
    import ctypes
    import errno
    import hashlib
    import importlib.metadata
    import importlib.util
    import json
    import operator
    import re
    import shutil
    import subprocess
    import tempfile
    import time
    import tomllib
    from pathlib import Path

    ROOT = Path(__file__).resolve().parent
    COMPARE = {">=": operator.ge, "<=": operator.le, ">": operator.gt, "<": operator.lt}
    COMPARE.update({"==": operator.eq, "!=": operator.ne})

STAMP = "ensemble-viz.json"  # written last: an environment without it is half-made
LOCK = "ensemble-viz.lock"
LOCK_WAIT = 900  # seconds; the first download over a slow line takes minutes
# fmt: off
QT_LIBRARIES = {  # what the loader looks for: the package of Debian that has it
    "libGL.so.1": "libgl1", "libEGL.so.1": "libegl1", "libxkbcommon.so.0": "libxkbcommon0",
    "libdbus-1.so.3": "libdbus-1-3", "libfontconfig.so.1": "libfontconfig1",
    "libglib-2.0.so.0": "libglib2.0-0",
}
X11_LIBRARIES = {
    "libxcb-cursor.so.0": "libxcb-cursor0", "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-image.so.0": "libxcb-image0", "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-randr.so.0": "libxcb-randr0", "libxcb-render.so.0": "libxcb-render0",
    "libxcb-render-util.so.0": "libxcb-render-util0", "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-shm.so.0": "libxcb-shm0", "libxcb-sync.so.1": "libxcb-sync1",
    "libxcb-util.so.1": "libxcb-util1", "libxcb-xfixes.so.0": "libxcb-xfixes0",
    "libxcb-xkb.so.1": "libxcb-xkb1", "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    "libX11-xcb.so.1": "libx11-xcb1",
}
# fmt: on


class SetUpError(Exception):
    """The program cannot run here; the text is the one line that says why and what helps."""

    def __init__(self, text, code=2):
        Exception.__init__(self, text)
        self.code = code


def say(text):
    """Write one line to stderr."""
    sys.stderr.write("main.py: %s\n" % text)
    sys.stderr.flush()


def check_python(version):
    """Refuse a Python that is too old."""
    if tuple(version[:2]) < NEEDED:
        numbers = NEEDED + tuple(version[:3])
        raise SetUpError("ensemble_viz needs Python %d.%d or newer; this is %d.%d.%d" % numbers)


def split_arguments(arguments):
    """Take out what is meant for this file: (test, install_libraries, wheels, all others)."""
    wheels, others, remaining = None, [], iter(arguments)
    for argument in remaining:
        if argument == "--wheels":
            wheels = next(remaining, "")
        elif argument.startswith("--wheels="):
            wheels = argument.partition("=")[2]
        elif argument not in ("--test", "--install-libraries"):
            others.append(argument)
    if wheels is not None and not (wheels and Path(wheels).is_dir()):
        raise SetUpError("--wheels needs a folder; there is none named '%s'" % wheels)
    return "--test" in arguments, "--install-libraries" in arguments, wheels, others


# Do the installed packages fit pyproject.toml?


def parse_requirement(text):
    """Read "name[extra]>=1,<2; python_version < '3.12'" as (name, limits, limits on Python)."""
    wanted, _, marker = text.partition(";")
    name = re.match(r"\s*([A-Za-z0-9][\w.-]*)\s*(\[[^]]*\])?", wanted)
    python = re.match(r"\s*python_version(.*)", marker)
    if not name or (marker and not python):
        raise ValueError("cannot read the requirement '%s'" % text)
    on_python = python.group(1).replace("'", "").replace('"', "") if marker else ""
    return name.group(1), parse_limits(wanted[name.end() :]), parse_limits(on_python)


def parse_limits(text):
    """Read ">=1,<2" as [(">=", "1"), ("<", "2")]."""
    parts = [part.strip() for part in text.split(",") if part.strip()]
    limits = [re.fullmatch(r"([<>]=?|[=!]=)\s*(\d+(?:\.\d+)*)", part) for part in parts]
    if not all(limits):
        raise ValueError("cannot read the limits '%s' of a requirement" % text)
    return [limit.groups() for limit in limits]


def version_key(version):
    """Make versions comparable: the release, and before (-1), at (0) or after (1) it."""
    release, suffix = re.match(r"v?((?:\d+\.)*\d*)([^+]*)", version).groups()
    numbers = [int(number) for number in release.split(".") if number]
    while numbers and numbers[-1] == 0:
        numbers.pop()
    is_before = re.match(r"[-_.]?(a|b|c|rc|alpha|beta|pre|preview|dev)", suffix)
    return numbers, -1 if is_before else int(bool(suffix))


def meets(version, limits):
    """Compare as pip does: neither is 6.12rc1 below 6.12, nor 6.12.post1 above it."""
    for sign, limit in limits:
        depth = 1 if sign in "<>" else 2
        if not COMPARE[sign](version_key(version)[:depth], version_key(limit)[:depth]):
            return False
    return True


def read_project():
    """Return what pyproject.toml says about the project."""
    with (ROOT / "pyproject.toml").open("rb") as handle:
        return tomllib.load(handle)["project"]


def read_requirements(extra=None):
    """List what pyproject.toml requires on this Python, with one extra if named."""
    project, python = read_project(), "%d.%d" % sys.version_info[:2]
    listed = project["dependencies"] + (project["optional-dependencies"][extra] if extra else [])
    return [text for text in listed if meets(python, parse_requirement(text)[2])]


def misfits(requirements, path):
    """List the requirements that the distributions on the path do not meet."""
    unmet = []
    for text in requirements:
        name, limits, _ = parse_requirement(text)
        found = importlib.metadata.distributions(name=name, path=path)
        versions = [one.version for one in found if one.read_text("METADATA")]  # else half removed
        if not versions or not meets(versions[0], limits):
            unmet.append(text)
    return unmet


# The environment


def environment_folders():
    """List where the environment may be, best first."""
    if os.environ.get("ENSEMBLE_VIZ_VENV"):
        return [Path(os.environ["ENSEMBLE_VIZ_VENV"]).absolute()]
    home = Path.home()
    cache = os.environ.get("XDG_CACHE_HOME") or home / ".cache"
    if sys.platform == "darwin":
        cache = home / "Library" / "Caches"
    elif os.name == "nt":
        cache = os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local"
    return [ROOT / ".venv", Path(cache) / "ensemble-viz" / digest(str(ROOT))[:12]]


def digest(text):
    """Return a hash of the text."""
    return hashlib.sha256(text.encode()).hexdigest()


def python_of(folder):
    """Return the interpreter of an environment."""
    return folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def stamp_for(folder):
    """Say what an environment is good for: this folder (scripts hold it), Python and project."""
    project = read_project()
    lists = json.dumps([project["dependencies"], project["optional-dependencies"]])
    python = sys.implementation.cache_tag
    return {"folder": str(folder), "python": python, "pyproject": digest(lists)}


def is_ready(folder, extra=None):
    """Tell whether an environment was finished for this project, and fits, with the extra."""
    try:
        stamp = json.loads((folder / STAMP).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return False
    library = "Lib" if os.name == "nt" else "lib/python%d.%d" % sys.version_info[:2]
    unmet = misfits(read_requirements(extra), [str(folder / library / "site-packages")])
    return stamp == stamp_for(folder) and os.access(python_of(folder), os.X_OK) and not unmet


def prepare(extra, wheels):
    """Find an environment that is ready, or make one in the first folder that is free for it."""
    folders = environment_folders()
    for folder in folders:
        if is_ready(folder, extra):
            return folder
    for folder in folders:
        handle = open_lock(folder)
        if handle:
            with handle:
                wait_for(handle)
                if not is_ready(folder, extra):  # the start that held the lock may have made it
                    make(folder, extra, wheels)
            return folder
    names = " or ".join(str(folder) for folder in folders)
    raise SetUpError("cannot make an environment in %s: read-only, or another's" % names)


def open_lock(folder):
    """Open the lock of a folder that can be written and that is ours, or may become so."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.iterdir()) and not (folder / LOCK).exists():
            return None  # it will be emptied, and somebody else filled it
        return (folder / LOCK).open("a")
    except OSError:
        return None


def wait_for(handle):
    """Hold the lock; the system takes it back when the file is closed or its holders have died."""
    os.set_inheritable(handle.fileno(), True)  # pip may outlive this process, and then holds it
    if has_lock(handle):
        return
    say("another start is setting up; waiting for it")
    end = time.monotonic() + LOCK_WAIT
    while not has_lock(handle):
        if time.monotonic() > end:
            raise SetUpError("another start has been setting up for %d seconds" % LOCK_WAIT)
        time.sleep(0.2)


def has_lock(handle):
    """Take the lock if it is free."""
    try:
        if os.name == "nt":
            import msvcrt

            msvcrt.locking(handle.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        return error.errno in (errno.ENOLCK, errno.ENOTSUP)  # a disk without locks: do without
    return True


def make(folder, extra, wheels):
    """Make the environment anew, or only add the extra to one that is good but for that."""
    say("setting up %s" % folder)
    if is_ready(folder):  # it lacks the extra only, and a window may be running from it
        (folder / STAMP).unlink()
    else:
        make_empty(folder)
    source = ["--no-index", "--find-links", str(Path(wheels).resolve())] if wheels else []
    command = [python_of(folder), "-I", "-m", "pip", "install", "--disable-pip-version-check"]
    code, last = run(command + source + read_requirements(extra))
    if code:
        hint = "" if wheels else "; --wheels FOLDER installs without a network"
        raise SetUpError("the installation failed: %s%s" % (last, hint))
    unfinished = folder / "unfinished"
    unfinished.write_text(json.dumps(stamp_for(folder)), encoding="utf-8")
    unfinished.replace(folder / STAMP)


def make_empty(folder):
    """Empty the folder, all but the lock that is held, and make an environment with pip there."""
    if not (importlib.util.find_spec("venv") and importlib.util.find_spec("ensurepip")):
        line = "on Debian and Ubuntu: apt-get install python3-venv"
        raise SetUpError("this Python lacks venv or ensurepip; " + line)
    (folder / STAMP).unlink(missing_ok=True)
    for child in folder.iterdir():
        if child.is_dir() and not child.is_symlink():
            shutil.rmtree(child)
        elif child.name != LOCK:
            child.unlink()
    # a start from inside the folder that was just emptied has only the base interpreter left
    python = getattr(sys, "_base_executable", sys.executable)
    code, last = run([python, "-I", "-m", "venv", folder])
    if code:
        raise SetUpError("cannot make an environment in %s: %s" % (folder, last))


def run(command):
    """Run a command, tell what takes its time, and return (exit code, last line)."""
    last = ""
    with subprocess.Popen(
        [str(part) for part in command],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        close_fds=False,  # the lock, see wait_for
        env=dict(os.environ, PIP_USER="0"),  # a user's pip.conf may say otherwise
    ) as process:
        for line in process.stdout:
            last = line.decode("utf-8", "replace").strip() or last
            if last.startswith(("Downloading", "Installing")):
                say(last)
    return process.returncode, last


# The system's libraries


def needed_libraries(test, arguments):
    """Name the libraries that no wheel brings; a sub-command (trace, methods) needs none."""
    first = arguments[0] if arguments else ""
    is_command = re.fullmatch("[a-z][a-z-]*|-h|--help|--version", first)
    if not sys.platform.startswith("linux") or (is_command and not test):
        return {}
    platform = os.environ.get("QT_QPA_PLATFORM") or os.environ.get("WAYLAND_DISPLAY") or "xcb"
    needs_x11 = not test and os.environ.get("DISPLAY") and platform.startswith("xcb")
    return dict(QT_LIBRARIES, **X11_LIBRARIES) if needs_x11 else QT_LIBRARIES


def find_missing(libraries):
    """List the libraries that the loader does not find."""
    missing = []
    for name in libraries:
        try:
            ctypes.CDLL(name)
        except OSError:
            missing.append(name)
    return missing


def provide(libraries, install):
    """Say which libraries are missing; install them only if asked to."""
    missing = find_missing(libraries)
    if not missing:
        return
    packages = " ".join(libraries[name] for name in missing)
    sudo = "sudo " if os.geteuid() != 0 and shutil.which("sudo") else ""
    command = "%sapt-get install -y --no-install-recommends %s" % (sudo, packages)
    line = "Qt lacks %s; on Debian and Ubuntu: %s" % (" ".join(missing), command)
    if not shutil.which("apt-get") or not (install or agrees(line)):
        raise SetUpError(line, 3)
    for step in (sudo + "apt-get update", command):
        subprocess.call(step.split(), stdout=2)  # stdout belongs to the program
    if find_missing(libraries):
        raise SetUpError("still missing: %s" % " ".join(find_missing(libraries)), 3)


def agrees(line):
    """Ask the person at the terminal, if there is one."""
    if not (sys.stdin and sys.stdin.isatty() and sys.stderr.isatty()):
        return False
    sys.stderr.write("main.py: %s\nRun this now? [y/N] " % line)
    sys.stderr.flush()
    return sys.stdin.readline().strip().lower() in ("y", "yes")


# The start


def become(*command):
    """Let the command take this process's place; Windows cannot, and waits for it."""
    if os.name == "nt":
        return subprocess.call(command)
    return os.execv(command[0], command)


def run_tests(arguments):
    """Run pytest in the repository, with the environment's tools on the PATH."""
    tools = str(Path(sys.executable).parent)
    os.environ["PATH"] = os.pathsep.join([tools, os.environ.get("PATH", os.defpath)])
    if not os.environ.get("DISPLAY") and not os.environ.get("WAYLAND_DISPLAY"):
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    os.chdir(ROOT)
    options = ["-n", "auto", "--maxprocesses", "4"]
    decided = any(re.match("-n|--numprocesses|(-p)?no:xdist", text) for text in arguments)
    if decided or not importlib.util.find_spec("xdist"):
        options = []
    if not os.access(ROOT, os.W_OK):  # where pytest and hypothesis cannot keep notes, they warn
        notes = tempfile.mkdtemp()
        os.environ["HYPOTHESIS_STORAGE_DIRECTORY"] = notes
        options += ["-o", "cache_dir=" + notes]
    return become(sys.executable, "-m", "pytest", *(options + arguments))


def run_program(arguments):
    """Run the program in this process."""
    sys.path.insert(0, str(ROOT))  # python -P leaves it out
    from ensemble_viz.cli import main as run

    return run(arguments)


def find_python(test, install, wheels, others):
    """Return the interpreter to start again with, or None where everything fits already."""
    restarted = os.environ.pop("ENSEMBLE_VIZ_RESTARTED", None)
    provide(needed_libraries(test, others), install)
    extra = "test" if test else None
    unmet = misfits(read_requirements(extra), sys.path)
    if unmet and restarted:  # never go round in circles
        raise SetUpError("something, PYTHONPATH perhaps, hides %s" % ", ".join(unmet))
    return python_of(prepare(extra, wheels)) if unmet else None


def main(arguments=None):
    """Set up what is missing, run the program or its tests, and return the exit code."""
    arguments = list(sys.argv[1:] if arguments is None else arguments)
    try:
        check_python(sys.version_info)
        test, install, wheels, others = split_arguments(arguments)
        python = find_python(test, install, wheels, others)
    except (SetUpError, OSError) as error:
        say(error)
        return getattr(error, "code", 2)
    except KeyboardInterrupt:
        say("interrupted; the next start sets up again")
        return 130
    if python:
        os.environ["ENSEMBLE_VIZ_RESTARTED"] = "1"
        return become(str(python), str(ROOT / "main.py"), *arguments)
    return run_tests(others) if test else run_program(others)


if __name__ == "__main__":
    sys.exit(main())
