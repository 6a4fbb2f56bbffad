"""Who is asking: the bearer of a token, or a browser by its session."""

from django.utils.translation import gettext as _
from rest_framework.authentication import BaseAuthentication, SessionAuthentication
from rest_framework.request import Request

from accounts.api.errors import ApiError
from accounts.models import Token, User
from tarneeb_site.logs import note


class BearerAuthentication(BaseAuthentication):
    """`Authorization: Bearer tarneeb_…`; `request.auth` is then the Token."""

    def authenticate(self, request: Request) -> tuple[User, Token] | None:
        scheme, _space, text = request.headers.get("Authorization", "").partition(" ")
        if scheme.lower() != "bearer":
            return None
        token = Token.objects.find(text.strip())
        if token is None:
            raise ApiError("not_signed_in", _("The token is unknown, revoked or expired."))
        token.note_use()
        note(person=str(token.user_id))
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        return "Bearer"


class BrowserAuthentication(SessionAuthentication):
    """Django's session. A guest's use counts as their token's, which keeps them from being forgotten."""

    def authenticate(self, request: Request) -> tuple[User, None] | None:
        found: tuple[User, None] | None = super().authenticate(request)
        if found is not None and found[0].is_banned:  # whose sessions are being ended
            return None
        if found is not None and found[0].is_guest:
            for token in found[0].tokens.all():
                token.note_use()
        return found
