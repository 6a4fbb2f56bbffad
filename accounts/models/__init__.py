"""Rows and their constraints."""

from accounts.models.moderation import Appeal, ModerationAction, Notice
from accounts.models.people import (
    Application,
    Block,
    Follow,
    Grant,
    RefreshToken,
    Scope,
    Token,
    User,
    digest_of,
    names_of,
    new_token_id,
    new_token_text,
)

__all__ = [
    "Appeal",
    "Application",
    "Block",
    "Follow",
    "Grant",
    "ModerationAction",
    "Notice",
    "RefreshToken",
    "Scope",
    "Token",
    "User",
    "digest_of",
    "names_of",
    "new_token_id",
    "new_token_text",
]
