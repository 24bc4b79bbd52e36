"""Several setups side by side: a canvas for each, with its own small form."""
