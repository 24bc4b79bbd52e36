"""PAINT: the window. The only package that knows Qt and pyqtgraph."""
