"""The simulated phone behind the browser page."""
