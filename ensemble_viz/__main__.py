"""Lets `python -m ensemble_viz` do what the command `ensemble-viz` does."""

import sys

from ensemble_viz.cli import main

if __name__ == "__main__":
    sys.exit(main())
