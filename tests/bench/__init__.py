"""The benchmark: python -m tests.bench [--short] [--only WORD ...] [--json FILE].

Not a test: it is run by hand where speed matters, and short by a test, to see that it works.
"""

import os

# before numpy and Qt: neither looks again
for threads in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[threads] = "1"
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
