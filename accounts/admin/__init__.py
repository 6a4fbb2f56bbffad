"""Accounts and moderation in Django's admin."""

from accounts.admin import moderation, people

__all__ = ["moderation", "people"]
