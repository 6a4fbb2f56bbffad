"""Codes of an authenticator app, or recovery codes, where a person has set them up."""

from allauth.mfa.models import Authenticator

from accounts.models import User

_CODES = (Authenticator.Type.TOTP, Authenticator.Type.RECOVERY_CODES)


def is_set_up(user: User) -> bool:
    return bool(Authenticator.objects.filter(user=user, type=Authenticator.Type.TOTP).exists())


def accepts(user: User, code: str) -> bool:
    """Whether the code is right; it is used up then."""
    for authenticator in Authenticator.objects.filter(user=user, type__in=_CODES):
        if authenticator.wrap().validate_code(code):
            authenticator.record_usage()
            return True
    return False
