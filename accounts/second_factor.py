"""Codes of an authenticator app, or recovery codes, where a person has set them up."""

from typing import Any

from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator

from accounts.models import User
from accounts.sealing import seal, unseal

_CODES = (Authenticator.Type.TOTP, Authenticator.Type.RECOVERY_CODES)


class Adapter(DefaultMFAAdapter):  # type: ignore[misc]
    """Whoever reads the database alone learns no codes from it."""

    def encrypt(self, text: str) -> str:
        return seal(text)

    def decrypt(self, encrypted_text: str) -> str:
        return unseal(encrypted_text)


def sealed_anew(data: dict[str, Any]) -> dict[str, Any]:
    """An authenticator's data with its secrets under the present key."""
    kept = {name: seal(unseal(data[name])) for name in ("secret", "seed") if name in data}
    codes = {"migrated_codes": [seal(unseal(code)) for code in data.get("migrated_codes", ())]}
    return data | kept | (codes if "migrated_codes" in data else {})


def is_set_up(user: User) -> bool:
    return bool(Authenticator.objects.filter(user=user, type=Authenticator.Type.TOTP).exists())


def accepts(user: User, code: str) -> bool:
    """Whether the code is right; it is used up then."""
    for authenticator in Authenticator.objects.filter(user=user, type__in=_CODES):
        if authenticator.wrap().validate_code(code):
            authenticator.record_usage()
            return True
    return False
