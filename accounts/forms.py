"""Forms of allauth in which guesses are counted as everywhere."""

from allauth.account.adapter import get_adapter
from allauth.core import context
from allauth.mfa.base import forms

from accounts.api.throttling import admits_try


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
