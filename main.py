"""Start ensemble_viz, and set it up first where it does not run yet.

    python3 main.py [arguments]            the program
    python3 main.py --test [arguments]     its tests, by pytest
    --wheels FOLDER                        install from a folder of wheels, without a network
    --install-libraries                    let apt-get install the system libraries that Qt needs
What pyproject.toml requires goes into .venv, or where ENSEMBLE_VIZ_VENV says, or into the user's
cache folder if this one is read-only. Python 2.7 can parse this text, to say which one is needed.
"""

import os
import sys

NEEDED = (3, 11)
if sys.version_info >= NEEDED:  # an older one may lack them, and need only say that it is old
    import ctypes
    import hashlib
    import importlib.metadata
    import re
    import shutil
    import tempfile
    import tomllib
    from importlib.util import find_spec
    from operator import eq, ge, gt, le, lt, ne
    from pathlib import Path
    from subprocess import DEVNULL, PIPE, STDOUT, Popen, call

    ROOT = Path(__file__).resolve().parent
    COMPARE = {">=": ge, "<=": le, ">": gt, "<": lt, "==": eq, "!=": ne}

STAMP = "ensemble-viz.stamp"  # written last: an environment without it is half-made
LOCK = "ensemble-viz.lock"
# fmt: off
# what the loader looks for: the package of Debian that has it
QT_LIBRARIES = {"libGL.so.1": "libgl1", "libEGL.so.1": "libegl1", "libdbus-1.so.3": "libdbus-1-3",
                "libxkbcommon.so.0": "libxkbcommon0", "libfontconfig.so.1": "libfontconfig1",
                "libglib-2.0.so.0": "libglib2.0-0"}
X11_LIBRARIES = {"libxkbcommon-x11.so.0": "libxkbcommon-x11-0", "libX11-xcb.so.1": "libx11-xcb1"}
for xcb in ("cursor0", "icccm4", "image0", "keysyms1", "randr0", "render0", "render-util0",
            "shape0", "shm0", "sync1", "util1", "xfixes0", "xkb1"):
    X11_LIBRARIES["libxcb-%s.so.%s" % (xcb[:-1], xcb[-1])] = "libxcb-" + xcb
# fmt: on


def say(text):
    """Write one line to stderr: stdout belongs to the program."""
    sys.stderr.write("main.py: %s\n" % text)


def refuse(text, code=2):
    """Say in one line what is wrong and what helps, and end."""
    say(text)
    sys.exit(code)


def split_arguments(arguments):
    """Take out what is meant for this file: (extra, install_libraries, wheels, others)."""
    wheels, others, remaining = None, [], iter(arguments)
    for argument in remaining:
        option, _, value = argument.partition("=")
        if option == "--wheels":
            wheels = value or next(remaining, "")
        elif argument not in ("--test", "--install-libraries"):
            others.append(argument)
    if wheels is not None and not (wheels and Path(wheels).is_dir()):
        refuse("--wheels needs a folder; there is none named '%s'" % wheels)
    extra = "test" if "--test" in arguments else None
    return extra, "--install-libraries" in arguments, wheels, others


def read_requirements(extra=None):
    """List what pyproject.toml requires, with one extra if named."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return project["dependencies"] + (project["optional-dependencies"][extra] if extra else [])


def parse_requirement(text):
    """Read "name[extra]>=1,<2; python_version < '3.12'" as (name, limits, limits on Python)."""
    wanted, _, marker = text.partition(";")
    name = re.match(r"[\w.-]+", wanted).group()
    limit = r"([<>=!]=?)\s*['\"]?([\d.]+)"
    return name, re.findall(limit, wanted), re.findall(limit, marker)


def version_key(version, sign):
    """Make versions comparable as pip does: 6.12rc1 comes before 6.12, but is not < 6.12."""
    release, suffix = re.match(r"([\d.]*)([^+]*)", version).groups()
    numbers = [int(number) for number in release.split(".") if number]
    while numbers and numbers[-1] == 0:
        numbers.pop()
    side = -1 if re.match("a|b|rc|dev", suffix) else int(bool(suffix))
    return numbers, 0 if sign in "<>" else side


def meets(version, limits):
    """Tell whether a version is within all limits."""
    pairs = [(sign, version_key(version, sign), version_key(limit, sign)) for sign, limit in limits]
    return all(COMPARE[sign](key, wanted) for sign, key, wanted in pairs)


def misfits(requirements, path):
    """List the requirements that the distributions on the path do not meet."""
    python, unmet = "%d.%d" % sys.version_info[:2], []
    for text in requirements:
        name, limits, on_python = parse_requirement(text)
        found = importlib.metadata.distributions(name=name, path=path)
        versions = [one.version for one in found if one.read_text("METADATA")]  # else half removed
        if meets(python, on_python) and not (versions and meets(versions[0], limits)):
            unmet.append(text)
    return unmet


def environment_folders():
    """List where the environment may be, best first."""
    if os.environ.get("ENSEMBLE_VIZ_VENV"):
        return [Path(os.environ["ENSEMBLE_VIZ_VENV"]).absolute()]
    cache = os.environ.get("LOCALAPPDATA") or os.environ.get("XDG_CACHE_HOME")  # Windows, Linux
    if sys.platform == "darwin":
        cache = Path.home() / "Library" / "Caches"
    own = hashlib.sha256(str(ROOT).encode()).hexdigest()[:12]  # copies do not share one
    return [ROOT / ".venv", Path(cache or Path.home() / ".cache") / "ensemble-viz" / own]


def python_of(folder):
    """Return the interpreter of an environment."""
    return folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def stamp_for(folder):
    """Say what an environment is good for: its scripts hold the folder, so it cannot be moved."""
    return repr((str(folder), sys.implementation.cache_tag, read_requirements("test"))).encode()


def is_ready(folder, extra=None):
    """Tell whether an environment was finished for this project, and fits, with the extra."""
    stamp, library = folder / STAMP, "lib/python%d.%d" % sys.version_info[:2]
    site = folder / ("Lib" if os.name == "nt" else library) / "site-packages"
    is_finished = os.access(stamp, os.R_OK) and stamp.read_bytes() == stamp_for(folder)
    can_run = os.access(python_of(folder), os.X_OK)
    return is_finished and can_run and not misfits(read_requirements(extra), [str(site)])


def prepare(extra, wheels):
    """Find an environment that is ready, or make one in the first folder that is free for it."""
    folders = environment_folders()
    for folder in folders:
        if is_ready(folder, extra):
            return folder
    for folder in folders:
        handle = lock(folder)
        if handle:
            with handle:
                if not is_ready(folder, extra):  # the start that held the lock may have made it
                    make(folder, extra, wheels)
            return folder
    names = " or ".join(str(folder) for folder in folders)
    return refuse("cannot make an environment in %s: read-only, or filled by others" % names)


def lock(folder):
    """Keep other starts out of a folder, or return None: it is read-only, or others filled it."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.iterdir()) and not (folder / LOCK).exists():
            return None  # what is not ours is never emptied
        handle = (folder / LOCK).open("a")
    except OSError:
        return None
    say("setting up %s" % folder)
    os.set_inheritable(handle.fileno(), True)  # pip holds it too, and may outlive this process
    if os.name == "nt":
        import msvcrt

        msvcrt.locking(handle.fileno(), msvcrt.LK_LOCK, 1)  # an OSError after ten seconds
    else:
        import fcntl

        fcntl.flock(handle, fcntl.LOCK_EX)
    return handle


def make(folder, extra, wheels):
    """Make the environment anew, or only add the extra to one that is good but for that."""
    is_good = is_ready(folder)  # and then a window may be running from it
    (folder / STAMP).unlink(missing_ok=True)
    if not is_good:
        make_empty(folder)
    # pip looks for a newer pip (not with --no-index), and would say so last
    source = ["--no-index", "--find-links", wheels] if wheels else ["--disable-pip-version-check"]
    command = [python_of(folder), "-I", "-m", "pip", "install", "--no-user"]
    run(command + source + read_requirements(extra), "cannot install (offline: --wheels FOLDER)")
    (folder / STAMP).write_bytes(stamp_for(folder))


def make_empty(folder):
    """Empty the folder, all but the lock that is held, and make an environment with pip there."""
    if not (find_spec("venv") and find_spec("ensurepip")):
        refuse("this Python lacks venv; on Debian and Ubuntu: apt-get install python3-venv")
    for child in folder.iterdir():
        if child.is_dir() and not child.is_symlink():
            shutil.rmtree(child)
        elif child.name != LOCK:
            child.unlink()
    # a start from inside the folder that was just emptied has only the base interpreter left
    python = getattr(sys, "_base_executable", sys.executable)
    run([python, "-I", "-m", "venv", folder], "cannot make an environment in %s" % folder)


def run(command, failure):
    """Run a command and tell what takes its time; if it fails, tell its last line."""
    command, last = [str(part) for part in command], ""
    with Popen(command, stdin=DEVNULL, stdout=PIPE, stderr=STDOUT, close_fds=False) as process:
        for line in process.stdout:
            last = line.decode("utf-8", "replace").strip() or last
            if last.startswith(("Downloading", "Installing")):
                say(last)
    if process.returncode:
        refuse("%s: %s" % (failure, last))


def needed_libraries(extra, arguments):
    """Name the libraries that no wheel brings; a sub-command (trace, methods) needs none."""
    is_command = re.match("(?!open$)[a-z][a-z-]*$|-h$|--help$|--version$", " ".join(arguments[:1]))
    platform, wayland, x11 = map(os.environ.get, ("QT_QPA_PLATFORM", "WAYLAND_DISPLAY", "DISPLAY"))
    is_window = not is_command and (platform or wayland or x11)  # else it says: no display
    if not sys.platform.startswith("linux") or not (extra or is_window):
        return {}
    needs_x11 = not extra and x11 and (platform or wayland or "xcb").startswith("xcb")
    return dict(QT_LIBRARIES, **X11_LIBRARIES) if needs_x11 else QT_LIBRARIES


def is_missing(library):
    """Tell whether the loader does not find a library."""
    try:
        return not ctypes.CDLL(library)
    except OSError:
        return True


def provide(libraries, install):
    """Say which libraries are missing; install them if told to, or if a person agrees."""
    missing = [name for name in libraries if is_missing(name)]
    if not missing:
        return
    sudo = "sudo " if os.geteuid() != 0 and shutil.which("sudo") else ""
    packages = " ".join(libraries[name] for name in missing)
    command = "%sapt-get install -y --no-install-recommends %s" % (sudo, packages)
    say("Qt lacks %s; on Debian and Ubuntu: %s" % (" ".join(missing), command))
    if not install and sys.stdin and sys.stdin.isatty() and sys.stderr.isatty():
        say("shall that be run now? [y/N]")
        install = sys.stdin.readline().strip().lower() in ("y", "yes")
    if not install:
        sys.exit(3)
    call((sudo + "apt-get update").split(), stdout=2)
    if call(command.split(), stdout=2):
        refuse("apt-get did not install %s" % packages, 3)


def become(*command):
    """Let the command take this process's place; Windows cannot, and waits for it."""
    return call(command) if os.name == "nt" else os.execv(command[0], command)


def run_tests(arguments):
    """Run pytest in the repository."""
    if not os.environ.get("DISPLAY") and not os.environ.get("WAYLAND_DISPLAY"):
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    os.chdir(ROOT)
    is_told = any(re.match("-n|--numprocesses|(-p)?no:xdist", text) for text in arguments)
    options = [] if is_told or not find_spec("xdist") else ["-n", "auto", "--maxprocesses", "4"]
    if not os.access(ROOT, os.W_OK):  # where pytest and hypothesis cannot keep notes, they warn
        os.environ["HYPOTHESIS_STORAGE_DIRECTORY"] = tempfile.mkdtemp()
        options += ["-o", "cache_dir=" + os.environ["HYPOTHESIS_STORAGE_DIRECTORY"]]
    return become(sys.executable, "-m", "pytest", *(options + arguments))


def main(arguments=None):
    """Set up what is missing, run the program or its tests, and return the exit code."""
    if sys.version_info < NEEDED:
        numbers = NEEDED + tuple(sys.version_info[:3])
        refuse("ensemble_viz needs Python %d.%d or newer; this is %d.%d.%d" % numbers)
    arguments = list(sys.argv[1:] if arguments is None else arguments)
    extra, install, wheels, others = split_arguments(arguments)
    try:
        provide(needed_libraries(extra, others), install)
        folder = prepare(extra, wheels) if misfits(read_requirements(extra), sys.path) else None
    except (OSError, KeyboardInterrupt) as error:
        refuse("the set-up was stopped: %r" % error)
    if folder:
        for name in ("PYTHONHOME", "PYTHONPATH"):  # they would hide what was just found to fit
            os.environ.pop(name, None)
        return become(str(python_of(folder)), str(ROOT / "main.py"), *arguments)
    if extra:
        return run_tests(others)
    sys.path.insert(0, str(ROOT))  # python -P leaves it out
    return importlib.import_module("ensemble_viz.cli").main(others)


if __name__ == "__main__":
    sys.exit(main())
