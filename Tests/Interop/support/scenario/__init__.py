"""The demonstration: the same story for a user at the terminal and for a machine."""
