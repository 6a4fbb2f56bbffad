"""The protocol is authlib's; here is what it asks of us: applications, codes, tokens, and how each ends."""

import re
import secrets
from datetime import timedelta
from typing import Any, Final

from authlib.integrations.django_oauth2 import AuthorizationServer, RevocationEndpoint
from authlib.integrations.django_oauth2.requests import DjangoOAuth2Payload, DjangoOAuth2Request
from authlib.oauth2.rfc6749 import ClientMixin, InvalidRequestError, InvalidScopeError, OAuth2Request
from authlib.oauth2.rfc6749.grants import AuthorizationCodeGrant, RefreshTokenGrant
from authlib.oauth2.rfc6750 import BearerTokenGenerator
from authlib.oauth2.rfc7636 import CodeChallenge
from django.http import HttpRequest
from django.utils import timezone

from accounts.models import Application, Grant, RefreshToken, Scope, Token, User, digest_of, new_token_text
from accounts.oauth import addresses

CODE_LASTS: Final = timedelta(minutes=1)
TOKEN_LASTS: Final = timedelta(hours=1)
REFRESH_LASTS: Final = timedelta(days=90)
GRANT_TYPES: Final = ("authorization_code", "refresh_token")
METHOD: Final = "S256"
_ID: Final = re.compile(r"[\w-]{1,12}", re.ASCII)


class Client(ClientMixin):  # type: ignore[misc]
    """An application as authlib knows it: public, so its redirect addresses and PKCE are its proof."""

    def __init__(self, application: Application) -> None:
        self.application = application

    def get_client_id(self) -> str:
        return self.application.pk

    def get_default_redirect_uri(self) -> None:
        return None  # each request names its own

    def get_allowed_scope(self, scope: str) -> str:
        return scope or ""

    def check_redirect_uri(self, redirect_uri: str) -> bool:
        return any(addresses.is_same(known, redirect_uri) for known in self.application.redirect_uris)

    def check_endpoint_auth_method(self, method: str, endpoint: str) -> bool:
        return bool(method == "none")

    def check_response_type(self, response_type: str) -> bool:
        return bool(response_type == "code")

    def check_grant_type(self, grant_type: str) -> bool:
        return grant_type in GRANT_TYPES


class Held:
    """A code or token that somebody presents, with the consent behind it."""

    def __init__(self, grant: Grant, row: Grant | RefreshToken | Token) -> None:
        self.grant = grant
        self.row = row
        self.code_challenge = grant.code_challenge
        self.code_challenge_method = METHOD

    def check_client(self, client: Client) -> bool:
        return self.grant.application_id == client.application.pk

    def get_redirect_uri(self) -> str:
        return self.grant.redirect_uri

    def get_scope(self) -> str:
        return " ".join(self.grant.scopes)


class _Codes(AuthorizationCodeGrant):  # type: ignore[misc]
    TOKEN_ENDPOINT_AUTH_METHODS = ("none",)

    def save_authorization_code(self, code: str, request: Any) -> None:
        Grant.objects.create(
            application=request.client.application,
            user=request.user,
            scopes=sorted(set(request.payload.scope.split())),
            redirect_uri=request.payload.redirect_uri,
            code_digest=digest_of(code),
            code_challenge=request.payload.data["code_challenge"],
        )

    def query_authorization_code(self, code: str, client: Client) -> Held | None:
        """A code that comes a second time takes back all that the first one gave (RFC 6749, 4.1.2)."""
        grant = Grant.objects.select_for_update().filter(code_digest=digest_of(code)).first()
        if grant is None or grant.application_id != client.application.pk:
            return None
        if grant.exchanged_at is not None:
            grant.delete()
            return None
        return Held(grant, grant) if timezone.now() < grant.created_at + CODE_LASTS else None

    def delete_authorization_code(self, held: Held) -> None:
        Grant.objects.filter(pk=held.grant.pk).update(exchanged_at=timezone.now())

    def authenticate_user(self, held: Held) -> User | None:
        return held.grant.user if held.grant.user.is_active else None


class _Refreshing(RefreshTokenGrant):  # type: ignore[misc]
    TOKEN_ENDPOINT_AUTH_METHODS = ("none",)
    INCLUDE_NEW_REFRESH_TOKEN = True

    def authenticate_refresh_token(self, text: str) -> Held | None:
        """One that comes a second time was stolen from somebody: nothing of this consent is good any more."""
        row = RefreshToken.objects.select_for_update().filter(digest=digest_of(text)).first()
        if row is None or row.grant.application_id != self.request.client.application.pk:
            return None
        if row.used_at is not None:
            row.grant.delete()
            return None
        return Held(row.grant, row) if timezone.now() < row.expires_at else None

    def authenticate_user(self, held: Held) -> User | None:
        return held.grant.user if held.grant.user.is_active else None

    def revoke_old_credential(self, held: Held) -> None:
        RefreshToken.objects.filter(pk=held.row.pk).update(used_at=timezone.now())
        older = held.grant.tokens.order_by("-created_at")[1:]
        Token.objects.filter(pk__in=[token.pk for token in older]).delete()


class _Revoking(RevocationEndpoint):  # type: ignore[misc]
    CLIENT_AUTH_METHODS = ("none",)

    def query_token(self, text: str, hint: str | None) -> Held | None:
        token = (
            Token.objects.select_related("grant").filter(digest=digest_of(text), grant__isnull=False).first()
        )
        if token is not None and token.grant is not None:
            return Held(token.grant, token)
        row = RefreshToken.objects.select_related("grant").filter(digest=digest_of(text)).first()
        return None if row is None else Held(row.grant, row)

    def revoke_token(self, held: Held, request: Any) -> None:
        """A token goes alone; with a refresh token goes all that came of the consent (RFC 7009, 2.1)."""
        (held.row if isinstance(held.row, Token) else held.grant).delete()


class _S256(CodeChallenge):  # type: ignore[misc]
    SUPPORTED_CODE_CHALLENGE_METHOD = (METHOD,)

    def validate_code_challenge(self, grant: Any, redirect_uri: str) -> None:
        if grant.request.payload.data.get("code_challenge_method") != METHOD:
            raise InvalidRequestError(f"'code_challenge_method' must be {METHOD}", redirect_uri=redirect_uri)
        if not grant.request.payload.data.get("code_challenge"):
            raise InvalidRequestError("Missing 'code_challenge'", redirect_uri=redirect_uri)
        super().validate_code_challenge(grant, redirect_uri)


class _Request(DjangoOAuth2Request):  # type: ignore[misc]
    """Whether the site may be served without HTTPS is for its settings to say, not for authlib."""

    def __init__(self, request: HttpRequest) -> None:
        OAuth2Request.__init__(
            self, request.method, f"https://{request.get_host()}/", headers=request.headers
        )
        self.payload = DjangoOAuth2Payload(request)
        self._request = request


class Server(AuthorizationServer):  # type: ignore[misc]
    """Hashed tokens of the same table and the same kind as those that people make for themselves."""

    def __init__(self) -> None:
        super().__init__(Application, Token)
        self.register_token_generator(
            "default",
            BearerTokenGenerator(
                access_token_generator=lambda **_: new_token_text(),
                refresh_token_generator=lambda **_: secrets.token_urlsafe(32),
                expires_generator=lambda *_: int(TOKEN_LASTS.total_seconds()),
            ),
        )
        self.register_grant(_Codes, [_S256(required=True)])
        self.register_grant(_Refreshing)
        self.register_endpoint(_Revoking)

    def create_oauth2_request(self, request: HttpRequest | _Request) -> _Request:
        return request if isinstance(request, _Request) else _Request(request)

    def query_client(self, client_id: str) -> Client | None:
        """None also where its owner is shut out."""
        known = Application.objects.select_related("owner").filter(owner__is_active=True)
        application = known.filter(pk=client_id).first() if _ID.fullmatch(client_id) else None
        return None if application is None or application.owner.is_banned else Client(application)

    def validate_requested_scope(self, scope: str | None) -> None:
        """Some of ours, and at least one."""
        wanted = set((scope or "").split())
        if not wanted or not wanted <= set(Scope.values):
            raise InvalidScopeError

    def save_token(self, token: dict[str, Any], request: Any) -> None:
        grant = (request.refresh_token or request.authorization_code).grant
        now = timezone.now()
        name = grant.application.name
        Token.objects.keep(
            token["access_token"], grant.user, name, token["scope"].split(), now + TOKEN_LASTS, grant
        )
        RefreshToken.objects.create(
            digest=digest_of(token["refresh_token"]), grant=grant, expires_at=now + REFRESH_LASTS
        )


server: Final = Server()
