"""The real watch as a process: its events, its buttons and the display it draws on."""
