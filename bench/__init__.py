"""Measurements of speed: `python -m bench`, or `make bench`, which installs what they compare with."""
