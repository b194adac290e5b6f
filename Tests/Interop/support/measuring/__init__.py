"""The measurements of `figures.py`."""
