"""Secrets that the database keeps sealed, by a key made of SECRET_KEY; earlier keys still open them."""

import base64
from functools import cache
from typing import Final

from cryptography.fernet import Fernet, MultiFernet
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings

_SEALED: Final = "sealed:"
_PURPOSE: Final = b"tarneeb second factors"


def seal(text: str) -> str:
    return _SEALED + _fernets().encrypt(text.encode()).decode()


def unseal(kept: str) -> str:
    """What was sealed, by this key or an earlier one; what never was, as it is. Raises InvalidToken."""
    if not kept.startswith(_SEALED):
        return kept
    return _fernets().decrypt(kept.removeprefix(_SEALED).encode()).decode()


def _fernets() -> MultiFernet:
    return MultiFernet([_fernet(key) for key in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)])


@cache
def _fernet(key: str) -> Fernet:
    derived = HKDF(algorithm=SHA256(), length=32, salt=None, info=_PURPOSE).derive(key.encode())
    return Fernet(base64.urlsafe_b64encode(derived))
