"""Whether an address is confirmed, and the mail that asks for it."""

from allauth.account.models import EmailAddress
from django.conf import settings
from django.db import transaction

from accounts.models import User


def is_confirmed(user: User) -> bool:
    """Whether the person may do what needs a confirmed address, such as ranked play."""
    if settings.EMAIL_CONFIRMATION == "optional":
        return True
    return bool(EmailAddress.objects.filter(user=user, verified=True).exists())


def replace(user: User) -> None:
    """The account's address is another now: no earlier one is its own any more."""
    with transaction.atomic():
        EmailAddress.objects.filter(user=user).delete()
        if user.email:
            ask_to_confirm(user)


def ask_to_confirm(user: User) -> None:
    """Note a new account's address, and write to it once all is stored. The link is the request's."""
    address = EmailAddress.objects.create(user=user, email=user.email.lower(), primary=True)
    # No `partial`: Django asks what fails for its __qualname__.
    transaction.on_commit(lambda: address.send_confirmation(signup=True), robust=True)
