"""How an account begins and ends, and a guest's."""

import logging
import secrets
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Final

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib.admin.models import LogEntry
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import PermissionDenied, ValidationError
from django.core.validators import validate_email
from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import emails, names, social, standing
from accounts.endings import end_access
from accounts.models import Scope, Token, User

_log: Final = logging.getLogger(__name__)
_PSEUDONYM_LETTERS: Final = "abcdefghjkmpqrtuwxyz2346789"  # none of which looks like another
_GUEST_LASTS: Final = timedelta(days=1)
_FORGOTTEN_AT_ONCE: Final = 500
# When a deleted account came.
_NO_TIME: Final = datetime(1970, 1, 1, tzinfo=UTC)

# Whether somebody has done what only people do, so that the account stays a person's; apps add theirs.
HAS_PLAYED: Final[list[Callable[[User], bool]]] = []
# What else goes with an account, in the same transaction. Apps of which accounts know nothing add theirs.
GOES_ALONG: Final[list[Callable[[User], object]]] = [social.forget, standing.forget]


class AlreadyPlayed(Exception):
    """A person has played with this account."""


class NotForGuests(Exception):
    """Guests are nobody's program."""


@transaction.atomic
def register(username: str, email: str, password: str) -> User:
    """A new person, asked to confirm the address. Raises ValidationError, a dict of the field refused."""
    user = create(username, email, password)
    emails.ask_to_confirm(user)
    return user


def create(username: str, email: str, password: str) -> User:
    """The same without the mail."""
    user = User()
    _fill_in(user, username, email, password)
    _store(user)
    return user


def welcome_guest() -> tuple[User, str]:
    """Somebody without a name or password of their own, and the text of their token."""
    guest = User.objects.create_user(_pseudonym(names.GUEST), is_guest=True)
    _token, text = Token.objects.issue(guest, "guest", [Scope.READ, Scope.PLAY])
    return guest, text


@transaction.atomic
def settle(guest: User, username: str, email: str, password: str) -> User:
    """Make a guest's row an account, so matches stay theirs. Raises as `register`, and PermissionDenied."""
    user = convert(guest, username, email, password)
    emails.ask_to_confirm(user)
    return user


@transaction.atomic
def convert(guest: User, username: str, email: str, password: str) -> User:
    """The same without the mail."""
    user = User.objects.select_for_update().get(pk=guest.pk)
    if not user.is_guest:  # two requests at once: the other was faster
        raise PermissionDenied
    _fill_in(user, username, email, password)
    user.is_guest = False
    _store(user)
    return user


def forget_guests() -> int:
    """Wipe guests whose token was not used for a day, some hundreds at a time; how many it were."""
    unused = _unused_guests()
    ids = list(unused.values_list("pk", flat=True)[:_FORGOTTEN_AT_ONCE])
    return sum(_forget_guest(unused.filter(pk=pk)) for pk in ids)


def _unused_guests() -> "QuerySet[User]":
    long_ago = timezone.now() - _GUEST_LASTS
    guests = User.objects.filter(is_guest=True, created_at__lt=long_ago).order_by("created_at")
    return guests.exclude(pk__in=Token.objects.filter(last_used_at__gte=long_ago).values("user"))


@transaction.atomic
def _forget_guest(guest: "QuerySet[User]") -> bool:
    # Looked at again under the lock: meanwhile they may have played, or become an account.
    user = guest.select_for_update(skip_locked=True).first()
    if user is not None:
        _wipe(user)
    return user is not None


@transaction.atomic
def delete(user: User) -> None:
    """Wipes the person; name and address are free again. The row stays, since matches name its id."""
    _wipe(User.objects.select_for_update().get(pk=user.pk))
    # Who restores a backup needs to know (manage.py delete_accounts).
    transaction.on_commit(lambda: _log.info("account %s was deleted", user.pk))


@transaction.atomic
def become_bot(user: User) -> None:
    """From now on and for ever the account is a program's, and marked. Raises AlreadyPlayed, NotForGuests."""
    locked = User.objects.select_for_update().get(pk=user.pk)
    if locked.is_guest:
        raise NotForGuests
    if locked.kind == User.Kind.HUMAN and any(has_played(locked) for has_played in HAS_PLAYED):
        raise AlreadyPlayed
    User.objects.filter(pk=user.pk).update(kind=User.Kind.BOT)


def _wipe(gone: User) -> None:
    gone.username = _pseudonym(f"{names.DELETED}-")
    gone.email = gone.language = gone.country = ""
    gone.last_login, gone.created_at = None, _NO_TIME
    gone.is_active = gone.is_staff = gone.is_superuser = gone.is_guest = False
    gone.set_unusable_password()  # sessions hold a hash of the password, and so end
    gone.save()
    end_access(gone)
    gone.applications.all().delete()
    gone.groups.clear()
    gone.user_permissions.clear()
    EmailAddress.objects.filter(user=gone).delete()
    Authenticator.objects.filter(user=gone).delete()
    LogEntry.objects.filter(object_id=gone.pk).update(object_repr=gone.username)
    for forget in GOES_ALONG:
        forget(gone)


def _pseudonym(start: str) -> str:
    return start + "".join(secrets.choice(_PSEUDONYM_LETTERS) for _place in range(8))


def _fill_in(user: User, username: str, email: str, password: str) -> None:
    user.username = _allowed(username)
    user.email = User.objects.normalize_email(email)
    _validate("email", validate_email, user.email)
    _validate("password", validate_password, password, user)
    user.set_password(password)


def free_name(username: str) -> str:
    """The name as it would be stored. Raises ValidationError where it is not allowed or not free."""
    try:
        name = _allowed(username)
    except ValidationError as error:
        raise ValidationError(error.messages) from None
    if User.objects.filter(username_key=names.key_of(name)).exists():
        raise ValidationError(_("This name, or one that looks like it, is taken."))
    return name


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


def _store(user: User) -> None:
    # The constraints decide, not a look beforehand: two may ask for one name at the same time.
    try:
        with transaction.atomic():
            user.save()
    except IntegrityError as error:
        if "user_email_unique" in str(error):
            raise ValidationError({"email": _("There is an account with this address.")}) from None
        raise ValidationError({"username": _("This name, or one that looks like it, is taken.")}) from None
