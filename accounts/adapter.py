"""How allauth's pages do what is the project's own: names, new accounts, guesses, ends of sessions."""

import logging
from ipaddress import ip_address
from smtplib import SMTPException
from typing import Any, Final

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from allauth.core.exceptions import ImmediateHttpResponse
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.forms import BaseForm
from django.http import HttpRequest
from django.shortcuts import redirect

from accounts import registration, standing, views
from accounts.api.throttling import admits_try, remember_address
from accounts.endings import end_sessions
from accounts.models import User

_log: Final = logging.getLogger(__name__)


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    def clean_username(self, username: str, shallow: bool = False) -> str:
        return registration.free_name(username)

    def save_user(self, request: HttpRequest, user: User, form: BaseForm, commit: bool = True) -> User:
        wanted = [form.cleaned_data[name] for name in ("username", "email", "password1")]
        guest = request.user if isinstance(request.user, User) and request.user.is_guest else None
        try:
            return registration.convert(guest, *wanted) if guest else registration.create(*wanted)
        except ValidationError as error:  # somebody else was faster since the form was checked
            messages.error(request, " ".join(error.messages))
            raise ImmediateHttpResponse(redirect("account_signup")) from None

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        if not admits_try(request, credentials.get("username", "")):
            raise self.validation_error("too_many_login_attempts")

    def login(self, request: HttpRequest, user: User) -> None:
        """The last step, after any second factor: here it is told who is banned, and why."""
        ban = standing.ban_of(user) if user.is_banned else None
        if ban is not None:
            raise ImmediateHttpResponse(views.banned(request, ban))
        super().login(request, user)
        remember_address(request, user)

    def confirm_email(self, request: HttpRequest, email_address: EmailAddress) -> bool:
        try:
            with transaction.atomic():
                return bool(super().confirm_email(request, email_address))
        except IntegrityError:  # another account has come to have this address
            email_address.refresh_from_db()
            self.add_message(
                request,
                messages.ERROR,
                "account/messages/email_confirmation_failed.txt",
                {"email": email_address.email},
            )
            return False

    def set_password(self, user: User, password: str) -> None:
        """Also signs the person out elsewhere: Django leaves those sessions' rows, though they are void."""
        super().set_password(user, password)
        here = self.request.session.session_key if self.request.user == user else None
        end_sessions(user, but=here)
        remember_address(self.request, user)  # the old password or a mail has shown who it is

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """A mail that cannot be sent fails nothing: it can be asked for again."""
        try:
            super().send_mail(template_prefix, email, context)
        except (OSError, SMTPException):
            _log.exception("a mail was not sent: %s", template_prefix)

    def get_client_ip(self, request: HttpRequest) -> str:
        """The peer, as in throttling.py; behind a local socket there is none."""
        peer = request.META.get("REMOTE_ADDR", "")
        return peer if _is_address(peer) else "::"


def _is_address(text: str) -> bool:
    try:
        ip_address(text)
    except ValueError:
        return False
    return True
