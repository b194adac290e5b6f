"""The demonstration: the same story for a person at the terminal and for a machine."""
