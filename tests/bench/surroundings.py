"""What the figures depend on: the machine, the versions, and how memory is given back."""

import gc
import os
import platform
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import numpy as np

PACKAGES = (
    "numpy", "scikit-learn", "xgboost-cpu", "xgboost", "lightgbm", "PySide6-Essentials", "pyqtgraph"
)  # fmt: skip


def versions() -> dict[str, str]:
    """List the versions of all that is compared, as far as it is installed."""
    found = {}
    for name in PACKAGES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return found


def processor() -> str:
    """Name the processor."""
    info = Path("/proc/cpuinfo")
    if info.exists():
        for line in info.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def described() -> dict[str, object]:
    """Describe where this runs."""
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else None
    return {
        "cpu": processor(),
        "cores": os.cpu_count(),
        "system": platform.platform(),
        "python": sys.version.split()[0],
        "packages": versions(),
        "threads": os.environ["OMP_NUM_THREADS"],
        "load": None if load is None else round(load, 2),
    }


def settle_memory() -> None:
    """Let glibc keep large blocks, for everybody in this process; forget what was imported."""
    block = np.empty(31 << 20, dtype=np.uint8)
    block[:] = 1
    del block
    gc.collect()
    gc.freeze()
