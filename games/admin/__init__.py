"""Matches and moderation in Django's admin."""

from games.admin import cases, matches, reports

__all__ = ["cases", "matches", "reports"]
