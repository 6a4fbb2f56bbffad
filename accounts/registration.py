"""How an account begins and ends."""

import secrets
from collections.abc import Callable
from typing import Final

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from accounts import names
from accounts.models import User

_PSEUDONYM_LETTERS: Final = "abcdefghjkmpqrtuwxyz2346789"  # none of which looks like another


def register(username: str, email: str, password: str) -> User:
    """A new person. Raises ValidationError, a dict of the field that was refused."""
    user = User(username=_allowed(username), email=User.objects.normalize_email(email))
    _validate("email", validate_email, user.email)
    _validate("password", validate_password, password, user)
    user.set_password(password)
    _insert(user)
    return user


def delete(user: User) -> None:
    """Wipes the person; name and address are free again. The row stays, since matches name its id."""
    with transaction.atomic():
        gone = User.objects.select_for_update().get(pk=user.pk)
        gone.username = _pseudonym()
        gone.email = gone.language = ""
        gone.last_login = None
        gone.is_active = gone.is_staff = gone.is_superuser = False
        gone.set_unusable_password()  # sessions hold a hash of the password, and so end
        gone.save()
        gone.tokens.all().delete()
        gone.groups.clear()
        gone.user_permissions.clear()


def _pseudonym() -> str:
    return f"{names.DELETED}-" + "".join(secrets.choice(_PSEUDONYM_LETTERS) for _place in range(8))


def _allowed(username: str) -> str:
    try:
        name = names.normalise(username)
    except names.InvalidName as error:
        raise ValidationError({"username": str(error.reason)}) from None
    if names.is_reserved(name):
        raise ValidationError({"username": _("This name is reserved.")})
    return name


def _validate(field: str, check: Callable[..., object], *values: object) -> None:
    try:
        check(*values)
    except ValidationError as error:
        raise ValidationError({field: error.messages}) from None


def _insert(user: User) -> None:
    # The constraints decide, not a look beforehand: two may ask for one name at the same time.
    try:
        with transaction.atomic():
            user.save(force_insert=True)
    except IntegrityError as error:
        if "user_email_unique" in str(error):
            raise ValidationError({"email": _("There is an account with this address.")}) from None
        raise ValidationError({"username": _("This name, or one that looks like it, is taken.")}) from None
