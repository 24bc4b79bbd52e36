"""Forms made from declarations: fields for numbers, choices and switches, each with its label."""
