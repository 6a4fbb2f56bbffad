"""What stops the launcher, in words for the person who started it."""


class CannotStart(Exception):
    """The message says what is wrong and, where there is one, the way out."""
