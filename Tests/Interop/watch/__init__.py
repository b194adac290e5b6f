"""The real watch as a process: its events, its buttons and the glass it draws on."""
