"""Forms of allauth: guesses are counted as everywhere, and a new password ends what it should."""

from allauth.account import forms as account
from allauth.account.adapter import get_adapter
from allauth.core import context
from allauth.mfa.base import forms
from django.forms import BooleanField
from django.utils.translation import gettext_lazy as _

from accounts.api.throttling import admits_try
from accounts.endings import end_programs


class ChangePasswordForm(account.ChangePasswordForm):  # type: ignore[misc]
    """Other browsers are signed out in any case (adapter.py); programs go on if their person wants it."""

    end_programs = BooleanField(
        label=_("Also revoke the tokens and applications that act for me"), required=False, initial=True
    )

    def save(self) -> None:
        super().save()
        if self.cleaned_data["end_programs"]:
            end_programs(self.user)


class ResetPasswordKeyForm(account.ResetPasswordKeyForm):  # type: ignore[misc]
    """Who has lost the password may have lost it to somebody: nothing that was let in before goes on."""

    def save(self) -> None:
        super().save()
        end_programs(self.user)


class AuthenticateForm(forms.AuthenticateForm):  # type: ignore[misc]
    """The second step of signing in."""

    def clean_code(self) -> str:
        if not admits_try(context.request, self.user.username):
            raise get_adapter().validation_error("too_many_login_attempts")
        return str(super().clean_code())


class ReauthenticateForm(forms.ReauthenticateForm):  # type: ignore[misc]
    """The code asked for again before something that matters."""

    def clean_code(self) -> str:
        if not admits_try(context.request, self.user.username):
            raise get_adapter().validation_error("too_many_login_attempts")
        return str(super().clean_code())
