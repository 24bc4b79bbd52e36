"""Several setups compared: their headings, where they part, their scores, all of it as a figure."""
