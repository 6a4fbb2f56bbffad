"""Patterns in finished rated matches that moderators should look at. None of them does anything by itself."""
