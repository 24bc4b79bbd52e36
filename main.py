"""Start ensemble_viz, and set it up first where it does not run yet.

    python3 main.py [arguments]            the program
    python3 main.py --test [arguments]     its tests, by pytest; --test quick: those of a minute
    --wheels FOLDER                        install from a folder of wheels, without a network
    --install-libraries                    let apt-get install the system libraries that Qt needs
What pyproject.toml requires goes into .venv, or where ENSEMBLE_VIZ_VENV says, or into the user's
cache folder if this one is read-only: an environment for each Python, made beside those that are
there, and never changed. Python 2.7 can parse this text, to say which one is needed.
"""

import os
import sys

NEEDED = (3, 11)
if sys.version_info >= NEEDED:  # an older one may lack them, and need only say that it is old
    import hashlib
    import importlib
    import re
    import shutil
    import tempfile
    import tomllib
    from contextlib import suppress
    from importlib.util import find_spec
    from itertools import count
    from pathlib import Path
    from subprocess import DEVNULL, PIPE, STDOUT, Popen, call

    locking = importlib.import_module("msvcrt" if os.name == "nt" else "fcntl")
    TAG = sys.implementation.cache_tag
    ROOT = Path(__file__).resolve().parent
    sys.path.insert(0, str(ROOT))  # python -P leaves it out
    from ensemble_viz.requirements import (
        misfits,
        missing_libraries,
        needed_libraries,
        parse_requirement,
    )

STAMP = "ensemble-viz.stamp"  # written last: an environment without it is half-made
LOCK = "ensemble-viz.lock"  # held by whoever makes an environment
COST = "half a minute, 123 MB to load, 440 MB on disk (with the tests twice that)"
HELD = []  # handles of environments, open as long as this process lives
OFFLINE = "No matching distribution|Connection|HTTPS|[Tt]imed? ?out"  # in what pip says last


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


def environment_folders():
    """List where the environment may be, best first."""
    if os.environ.get("ENSEMBLE_VIZ_VENV"):
        return [Path(os.environ["ENSEMBLE_VIZ_VENV"]).absolute()]
    cache = os.environ.get("LOCALAPPDATA") or os.environ.get("XDG_CACHE_HOME")  # Windows, Linux
    cache = Path.home() / "Library" / "Caches" if sys.platform == "darwin" else cache
    own = hashlib.sha256(str(ROOT).encode()).hexdigest()[:12]  # copies do not share one
    return [ROOT / ".venv", Path(cache or Path.home() / ".cache") / "ensemble-viz" / own]


def python_of(folder):
    """Return the interpreter of an environment."""
    return folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def lacks(folder, extra=None):
    """List what an environment lacks: everything if it was not finished for this Python."""
    library = "Lib" if os.name == "nt" else "lib/python%d.%d" % sys.version_info[:2]
    site, stamp = str(folder / library / "site-packages"), folder / STAMP
    is_finished = os.access(stamp, os.R_OK) and TAG.encode() in stamp.read_bytes()
    can_run = is_finished and os.access(python_of(folder), os.X_OK)
    return misfits(read_requirements(extra), [site] if can_run else [])


def best(home, extra):
    """Find the environment that lacks least, and what; in early versions home itself was one."""
    stamps = sorted(home.glob("*/" + STAMP), key=os.path.getmtime, reverse=True)
    folders = [stamp.parent for stamp in stamps] + [home]
    return min(((one, lacks(one, extra)) for one in folders), key=lambda pair: len(pair[1]))


def hold(folder, alone=False):
    """Keep set-ups from removing an environment while this process lives, or what it becomes."""
    try:
        HELD.append(os.open(str(folder / STAMP), os.O_RDONLY))  # Windows removes no open file
        os.set_inheritable(HELD[-1], True)
        if os.name != "nt":
            kind = locking.LOCK_EX if alone else locking.LOCK_SH
            locking.flock(HELD[-1], kind | locking.LOCK_NB)
        return (folder / STAMP).exists()
    except OSError:
        return False


def prepare(extra, wheels):
    """Find an environment that is ready, or make one in the first folder that is free for it."""
    homes = environment_folders()
    for home in homes:
        folder, lacking = best(home, extra)
        if not lacking and hold(folder):
            return folder
    for home in homes:
        handle = lock(home)
        if handle:
            with handle:
                folder, lacking = best(home, extra)  # the start that held the lock may have made it
                is_ready = not lacking and hold(folder)
                return folder if is_ready else make(home, lacking, extra, wheels)
    names = " or ".join(str(home) for home in homes)
    return refuse("cannot make an environment in %s: read-only, or filled by others" % names)


def lock(home):
    """Keep other set-ups out of a folder, or return None: it is read-only, or others filled it."""
    try:
        home.mkdir(parents=True, exist_ok=True)
        if any(home.iterdir()) and not (home / LOCK).exists():
            return None  # what is not ours is never touched
        handle = (home / LOCK).open("a")
    except OSError:
        return None
    say("setting up %s: %s" % (home, COST))
    os.set_inheritable(handle.fileno(), True)  # pip holds it too, and may outlive this process
    if os.name == "nt":
        locking.locking(handle.fileno(), locking.LK_LOCK, 1)  # an OSError after ten seconds
    else:
        locking.flock(handle, locking.LOCK_EX)
    return handle


def make(home, lacking, extra, wheels):
    """Make an environment beside those that are there; its stamp puts it in their place."""
    if not (find_spec("venv") and find_spec("ensurepip")):
        refuse("this Python lacks venv; on Debian and Ubuntu: apt-get install python3-venv")
    clear(home)
    folders = (home / ("%s-%d" % (TAG, number)) for number in count(1))
    folder = next(one for one in folders if not one.exists())
    # a start from inside an environment builds on its base: environments may be removed
    base, failure = getattr(sys, "_base_executable", sys.executable), "cannot make %s" % folder
    python = python_of(folder)
    # pip looks for a newer pip (not with --no-index), and would say so last
    source = ["--no-index", "--find-links", wheels] if wheels else ["--disable-pip-version-check"]
    install = [python, "-I", "-m", "pip", "install", "--no-user"]
    install += source + read_requirements(extra)
    names = ", ".join(parse_requirement(text)[0] for text in lacking)
    load = "import sys; sys.path.insert(0, sys.argv[1]); import ensemble_viz.cli"
    try:
        run([base, "-I", "-m", "venv", "--without-pip", folder], failure)
        run([python, "-I", "-m", "ensurepip"], failure)
        run(install, "cannot install " + names)
        run([python, "-I", "-c", load, ROOT], "cannot use what was installed")
        (folder / LOCK).write_text(TAG)
        (folder / LOCK).rename(folder / STAMP)  # a stamp is never half-written
    finally:
        if not hold(folder):
            shutil.rmtree(folder, ignore_errors=True)
    clear(home, folder)
    return folder


def clear(home, made=None):
    """Remove what was left half-made, and what the one just made replaces if nobody holds it."""
    for folder in home.glob(sys.implementation.name + "-*"):
        is_replaced = made and folder != made and folder.match(TAG + "-*")
        if is_replaced and (os.name == "nt" or hold(folder, alone=True)):
            with suppress(OSError):  # Windows removes no open file
                (folder / STAMP).unlink()
        if not (folder / STAMP).exists():
            shutil.rmtree(folder, ignore_errors=True)


def run(command, failure):
    """Run a command and tell what takes its time; if it fails, tell its last line."""
    command, last = [str(part) for part in command], ""
    with Popen(command, stdin=DEVNULL, stdout=PIPE, stderr=STDOUT, close_fds=False) as process:
        for line in process.stdout:
            last = line.decode("utf-8", "replace").strip() or last
            if last.startswith(("Downloading", "Installing")) and "ensurepip" not in command:
                say(last)
    if process.returncode:
        is_offline = re.search(OFFLINE, last) and "--no-index" not in command
        refuse("%s: %s%s" % (failure, last, " (offline: --wheels FOLDER)" * bool(is_offline)))


def provide(libraries, install):
    """Say which libraries are missing; install them if told to, or if a person agrees."""
    missing = missing_libraries(libraries)
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
    if not arguments:
        say("all of them; a part: --test tests/engine, --test -k words, --test quick (a minute)")
    arguments = ["@tests/quick.txt" if text == "quick" else text for text in arguments]
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
    hold(Path(sys.prefix))
    if extra:
        return run_tests(others)
    return importlib.import_module("ensemble_viz.cli").main(others)


if __name__ == "__main__":
    sys.exit(main())
