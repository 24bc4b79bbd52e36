"""Work that is not saved survives the program, however that ends."""

import errno
import os
import random
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QElapsedTimer, QTimer

from ensemble_viz.document import edits, files
from ensemble_viz.document.document import Document, first_setup
from ensemble_viz.document.edits import points
from ensemble_viz.document.session_file import Saved, read_session, write_session
from ensemble_viz.document.where import Focus, Moment, Where
from ensemble_viz.engine.data.samples import sample
from ensemble_viz.ui import recovery
from ensemble_viz.ui.dialogs import RecoveryOffer, offer_words, picture_of
from ensemble_viz.ui.notice import ListMenu
from ensemble_viz.ui.recovery import DECLINED, Found, Store
from tests.ui.windows import rest, settle

KILLS = int(os.environ.get("ENSEMBLE_VIZ_KILLS", "10"))
BEHIND = 2.0  # seconds of work that may be missing
LATE = 1.0  # seconds that a busy machine may add
ROOT = Path(__file__).parents[2]


def place_point(window, at=(0.5, 0.5)):
    window.session.apply(points.place, np.array([at]), [0])


@pytest.fixture
def store(tmp_path):
    return Store(tmp_path / "recovery")


def leave(store, title="Left", points="ten-points"):
    """Leave work as a program does that was killed: a file, and no lock."""
    document = Document(sample(points), (first_setup("adaboost"),), title)
    where = Where(moment=Moment(2, 3), pinned=Focus(point=4))
    store.folder.mkdir(exist_ok=True, parents=True)
    path = store.folder / f"{title.lower()}.ensemble"
    write_session(Saved(document, where), path)
    return path


def test_work_is_written_a_little_later_and_forgotten_when_it_is_saved(
    window, store, qtbot, tmp_path
):
    window.safety.start(store)
    assert not store.folder.exists()
    place_point(window)
    qtbot.waitUntil(store.path.exists)
    window.session.go(Moment(2, 3))
    qtbot.waitUntil(lambda: read_session(store.path).where.moment == Moment(2, 3))
    assert len(read_session(store.path).document.data) == 11
    window.files.ask.path = tmp_path / "mine.ensemble"
    window.named["save"].trigger()
    qtbot.waitUntil(lambda: not list(store.folder.iterdir()))


def test_what_is_saved_while_it_is_written_is_forgotten(
    window, store, qtbot, tmp_path, monkeypatch
):
    begun, is_saved, write = threading.Event(), threading.Event(), store.write

    def slowly(saved):
        begun.set()
        is_saved.wait(20)
        write(saved)

    monkeypatch.setattr(store, "write", slowly)
    window.safety.start(store)
    place_point(window)
    qtbot.waitUntil(begun.is_set)
    window.files.ask.path = tmp_path / "mine.ensemble"
    window.named["save"].trigger()
    assert not window.session.save_state.is_modified
    is_saved.set()
    qtbot.waitUntil(store.path.exists)
    qtbot.waitUntil(lambda: not list(store.folder.iterdir()), timeout=10_000)


def test_what_nobody_has_changed_is_not_written(window, store, qtbot):
    window.safety.start(store)
    window.session.go(Moment(2, 3))
    qtbot.wait(2 * recovery.BEHIND)
    assert not store.folder.exists()


@pytest.mark.parametrize("answer", ["save", "discard"])
def test_a_window_that_is_closed_leaves_nothing_behind(window, store, qtbot, tmp_path, answer):
    window.safety.start(store)
    place_point(window)
    qtbot.waitUntil(store.path.exists)
    window.files.ask.answer, window.files.ask.path = answer, tmp_path / "mine.ensemble"
    window.close()
    assert not list(store.folder.iterdir())


def test_what_was_left_is_offered_and_comes_back_at_its_moment(window, store, qtbot):
    path = leave(store)
    window.files.ask.answer = "save"
    window.safety.start(store)
    assert window.files.ask.asked == [("Left", "0")]
    assert window.session.view.where.moment == Moment(2, 3)
    assert window.session.view.where.pinned == Focus(point=4)
    assert "●" in window.windowTitle()
    assert not path.exists()
    assert len(read_session(store.path).document.data) == 10  # it is safe all the time
    qtbot.waitUntil(lambda: not window.session.is_learning)


def test_what_is_declined_is_kept_and_can_be_found(window, store):
    leave(store)
    before = window.session.document
    window.safety.start(store)
    assert window.session.document is before
    assert [path.name for path in (store.folder / DECLINED).iterdir()] == ["left.ensemble"]
    menu = window.findChild(ListMenu, "earlier work")
    menu.fill()
    (action,) = menu.actions()
    assert action.text().startswith("Left, ")
    action.trigger()
    assert window.session.view.where.moment == Moment(2, 3)
    assert not list((store.folder / DECLINED).iterdir())
    menu.fill()
    assert [each.isEnabled() for each in menu.actions()] == [False]


def test_the_latest_is_offered_and_the_others_can_be_found(window, store):
    for k, title in enumerate(("First", "Second", "Third")):
        os.utime(leave(store, title), (time.time() - 100 + k,) * 2)
    window.safety.start(store)
    assert window.files.ask.asked == [("Third", "2")]
    assert len(store.declined()) == 3


def test_what_was_declined_long_ago_is_thrown_away(store):
    for title, age in (("Old", recovery.KEPT + 60), ("New", 60)):
        path = leave(store, title)
        store.decline(Found(path, read_session(path), 0.0))
        os.utime(store.folder / DECLINED / path.name, (time.time() - age,) * 2)
    assert [found.saved.document.title for found in store.declined()] == ["New"]


def test_two_windows_do_not_tread_on_one_another(open_window, tmp_path, qtbot):
    folder = tmp_path / "recovery"
    first, second = open_window(), open_window()
    stores = Store(folder), Store(folder)
    for window, store in zip((first, second), stores, strict=True):
        window.safety.start(store)
        place_point(window)
        qtbot.waitUntil(store.path.exists)
    assert not first.files.ask.asked + second.files.ask.asked
    assert Store(folder).left() == []  # both are at work
    first.close()
    assert [path.suffix for path in sorted(folder.iterdir())] == [".ensemble", ".lock"]
    second.close()
    assert not list(folder.iterdir())


def test_a_torn_file_is_left_alone(window, store):
    path = leave(store)
    path.write_text(path.read_text()[:100])
    window.safety.start(store)
    assert not window.files.ask.asked
    assert path.exists()


@pytest.mark.parametrize(("code", "words"), [(errno.ENOSPC, "full"), (errno.EROFS, "Read-only")])
def test_a_disk_that_takes_nothing_is_told_once_and_the_work_goes_on(
    window, store, qtbot, monkeypatch, code, words
):
    opened = files._opened  # noqa: SLF001 - what a disk does

    def refuse(*_):
        raise OSError(code, os.strerror(code))

    monkeypatch.setattr(files, "_opened", refuse)
    window.safety.start(store)
    place_point(window)
    qtbot.waitUntil(window.notice.isVisible)
    assert "cannot be kept safe" in window.notice.words.text()
    assert words in window.notice.words.text()
    window.notice.hide()
    place_point(window)
    qtbot.wait(2 * recovery.BEHIND)
    assert not window.notice.isVisible()
    monkeypatch.setattr(files, "_opened", opened)
    place_point(window)
    qtbot.waitUntil(store.path.exists)
    assert len(read_session(store.path).document.data) == 13


def test_a_folder_that_cannot_be_made_is_told(window, tmp_path, qtbot):
    (tmp_path / "file").write_text("")
    window.safety.start(Store(tmp_path / "file" / "recovery"))
    place_point(window)
    qtbot.waitUntil(window.notice.isVisible)
    assert "cannot be kept safe" in window.notice.words.text()


def test_the_offer_says_what_it_is_and_shows_it(window, store):
    path = leave(store)
    found = Found(path, read_session(path), time.time())
    words = offer_words(found, 2)
    assert "10 points, AdaBoost, round 2" in words
    assert "2 others" in words
    picture = picture_of(found.saved).toImage()
    colours = {picture.pixelColor(x, y).name() for x in range(0, 480, 7) for y in range(0, 320, 5)}
    assert len(colours) > 20
    offer = RecoveryOffer(window, found)
    offer.show()
    settle()
    assert offer.recover.isDefault()
    offer.decline.click()
    assert offer.result() == RecoveryOffer.DialogCode.Rejected


def test_autosave_is_not_felt_with_a_hundred_thousand_points(open_window, store, qtbot):
    window = open_window("ten-points", "tree")
    window.safety.start(store)
    window.session.edit("Moons", edits.choose_data, sample("moons", n=100_000), "Moons")
    rest(window)
    qtbot.waitUntil(store.path.exists)
    gaps, clock = [], QElapsedTimer()
    beat = QTimer(interval=5)
    beat.timeout.connect(lambda: gaps.append(clock.restart()))
    written = store.path.stat().st_mtime_ns
    window.session.look(selection=(1, 2))
    settle()  # what is drawn is drawn: it is only to be written now
    clock.start()
    beat.start()
    qtbot.waitUntil(lambda: store.path.stat().st_mtime_ns != written)
    beat.stop()
    assert read_session(store.path).where.selection == (1, 2)
    quiet = sorted(gaps)[int(0.99 * len(gaps))]
    assert quiet <= 50, sorted(gaps)[-5:]


GONE = """
import os, sys
from pathlib import Path
from PySide6.QtCore import QLockFile
path = Path(sys.argv[1])
lock = QLockFile(str(path.with_suffix(".lock")))
assert lock.tryLock(0)
path.with_name(f".{path.name}-{os.getpid()}-12345678").write_text("{")
os._exit(0)
"""


def test_of_who_was_killed_while_it_first_wrote_nothing_is_left_over(store):
    store.folder.mkdir()
    subprocess.run([sys.executable, "-c", GONE, str(store.folder / "ab12.ensemble")], check=True)
    assert len(list(store.folder.iterdir())) == 2
    assert store.left() == []
    assert list(store.folder.iterdir()) == []


# --- killed ---------------------------------------------------------------------------------------


def at_work(folder, log, seed):
    """Start a person at work."""
    environment = os.environ | {
        "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder), "HOME": str(folder),
        "QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": str(ROOT),
    }  # fmt: skip
    command = [sys.executable, str(ROOT / "tests/ui/killed.py"), str(log), str(seed)]
    return subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL)


def deeds(log):
    """Read what was done when: seconds, and how many points there were then."""
    if not log.exists():
        return []
    lines = log.read_text().splitlines()
    return [(float(when), int(count)) for when, count in map(str.split, lines)]


def kill(children, logs, dice):
    """Kill everybody in the middle of something; say when."""
    while not all(deeds(log) for log in logs):
        time.sleep(0.05)
    time.sleep(dice.uniform(0.2, 4.0))
    ended = time.time()
    for child in children:
        child.send_signal(signal.SIGKILL)
        child.wait()
    return ended


def check(folder, logs, ended):
    """See that all that was done is there, saved or kept safe, but for the last two seconds."""
    store = Store(next(folder.glob("**/recovery"), folder / "recovery"))
    files = [path for log in logs if (path := log.with_suffix(".ensemble")).exists()]
    every = [read_session(path) for path in files] + [found.saved for found in store.left()]
    counts = sorted(len(saved.document.data) for saved in every)
    wanted = []
    for log in logs:
        safe = [n for when, n in deeds(log) if when < ended - BEHIND - LATE and n > 10]
        wanted += [max(safe)] if safe else []
    assert len(counts) >= len(wanted)
    for path in files:  # the next one to save clears away what was being written
        write_session(read_session(path), path)
        assert [path] == list(path.parent.glob(f"*{path.name}*"))
    for count, least in zip(counts[::-1], sorted(wanted, reverse=True), strict=False):
        assert count >= least
    for found in store.left():
        store.take(found)
    if store.folder.exists():  # nothing torn, no draft, no lock is left
        assert list(store.folder.iterdir()) == []


@pytest.mark.skipif(sys.platform == "win32", reason="there is no kill -9")
def test_of_what_is_killed_two_seconds_are_missing_at_most(tmp_path):
    seed = 1 if os.environ.get("CI") else time.time_ns() % 1_000_000
    dice = random.Random(seed)
    for k in range(KILLS):
        folder, log = tmp_path / str(k), tmp_path / f"{k}.log"
        folder.mkdir()
        child = at_work(folder, log, seed + k)
        check(folder, [log], kill([child], [log], dice))


@pytest.mark.skipif(sys.platform == "win32", reason="there is no kill -9")
def test_two_that_are_killed_are_both_found(tmp_path):
    dice = random.Random(3)
    logs = [tmp_path / f"{k}.log" for k in range(2)]
    children = [at_work(tmp_path, log, k) for k, log in enumerate(logs)]
    check(tmp_path, logs, kill(children, logs, dice))
