"""What accounts know of a person, for the person. Neither passwords nor the secrets of tokens and factors."""

from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession

from accounts import notices
from accounts.models import User


def of(user: User) -> dict[str, Any]:
    return {
        "profile": {
            "id": user.pk,
            "username": user.username,
            "email": user.email,
            "kind": user.kind,
            "language": user.language,
            "country": user.country,
            "created_at": user.created_at,
            "last_login": user.last_login,
        },
        "emails": list(EmailAddress.objects.filter(user=user).values("email", "verified", "primary")),
        "tokens": list(
            user.tokens.values("id", "name", "scopes", "created_at", "last_used_at", "expires_at")
        ),
        "applications": list(user.applications.values("id", "name", "redirect_uris", "created_at")),
        "allowed_applications": list(
            user.grants.values("application__name", "scopes", "created_at", "exchanged_at")
        ),
        "sessions": list(
            UserSession.objects.filter(user=user).values("ip", "user_agent", "created_at", "last_seen_at")
        ),
        "second_factors": list(
            Authenticator.objects.filter(user=user).values("type", "created_at", "last_used_at")
        ),
        "follows": list(user.follows.values_list("followed__username", flat=True)),
        "moderation": list(map(notices.entry, notices.actions_about(user))),
        "blocks": list(user.blocks.values_list("blocked__username", flat=True)),
    }
