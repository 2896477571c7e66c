"""A spam mail classifier written with the Python standard library only."""
