"""The look: colours, type, sizes, icons and the small widgets that all panels share."""
