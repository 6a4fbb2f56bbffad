"""Who brings a password, and where a second factor is set up its code."""

from django.contrib.auth import authenticate
from django.utils.translation import gettext as _
from rest_framework.request import Request

from accounts import appeals, second_factor, standing
from accounts.api.errors import ApiError
from accounts.api.parsing import body_of, text
from accounts.api.throttling import remember_address
from accounts.models import User

MAX_NAME = 150
MAX_PASSWORD = 256
_MAX_CODE = 32


def by_password(request: Request) -> User:
    """Needs the throttles of SIGNING_IN.

    Raises `invalid`, `not_signed_in`, `second_factor_required`, `banned`.
    """
    body = body_of(request)
    username = text(body, "username", max_length=MAX_NAME)
    password = text(body, "password", max_length=MAX_PASSWORD)
    code = text(body, "code", max_length=_MAX_CODE, default="")
    user = authenticate(request._request, username=username, password=password)  # as slow for unknown names
    if not isinstance(user, User):
        raise ApiError("not_signed_in", _("The name or the password is wrong."))
    _require_second_factor(user, code)
    _refuse_banned(user)
    remember_address(request, user)
    return user


def _refuse_banned(user: User) -> None:
    """With what it takes to appeal: who is banned cannot ask for it later."""
    ban = standing.ban_of(user) if user.is_banned else None
    if ban is not None:
        told = {"until": ban.until, "reason": ban.reason, "message": ban.message}
        raise ApiError("banned", _("This account is banned."), extra={**told, "key": appeals.key_of(ban)})


def _require_second_factor(user: User, code: str) -> None:
    if not second_factor.is_set_up(user):
        return
    if not code:
        raise ApiError("second_factor_required")
    if not second_factor.accepts(user, code):
        raise ApiError("second_factor_required", _("The code is wrong, or was used before."))
