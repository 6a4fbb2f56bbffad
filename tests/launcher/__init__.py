"""The launcher, with real servers of its own in temporary directories."""
