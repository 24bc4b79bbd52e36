"""Several setups side by side: what is shown of each, and where they part."""
