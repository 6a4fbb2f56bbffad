"""Seeks: who waits for a match, and who is seated with whom."""
