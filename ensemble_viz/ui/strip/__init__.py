"""The parts of the run strip: buttons, the axis of the rounds, its curves and figures."""
