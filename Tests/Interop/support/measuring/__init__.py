"""What `figures.py` measures of a running watch."""
