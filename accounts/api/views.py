"""Calls about one's account: register, sign in, tokens, who am I."""

from typing import Any, Final
from urllib.parse import urlsplit

from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.auth import SESSION_KEY, login, logout
from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework.authentication import BaseAuthentication, SessionAuthentication
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts import contract, countries, notices, registration
from accounts.api.authentication import BearerAuthentication
from accounts.api.calls import PAGED, Call, Calls
from accounts.api.errors import ApiError
from accounts.api.paging import page_of
from accounts.api.parsing import body_of, choice, choices, text
from accounts.api.permissions import PUBLIC, Scopes, person, require_scope, scopes_of
from accounts.api.signing_in import MAX_NAME, MAX_PASSWORD, by_password
from accounts.api.throttling import CREDENTIALS, SIGNING_IN, AddressThrottle, GuestThrottle
from accounts.models import Scope, Token, User

_MAX_EMAIL: Final = 254
# What a person may say of themselves, and its values besides none.
_PROFILE: Final = {"country": countries.CODES, "language": [code for code, _name in settings.LANGUAGES]}


class AccountsView(APIView):
    """A new account; a guest who asks keeps what they have played."""

    authentication_classes = (BearerAuthentication,)
    throttle_classes = CREDENTIALS
    scopes: Scopes = {"POST": PUBLIC}
    calls: Calls = {
        "POST": Call(
            "A new account; a guest who asks keeps what they have played",
            {201: contract.NamedAccount},
            contract.NewAccount,
            refuses=("forbidden",),
        )
    }

    def post(self, request: Request) -> Response:
        body = body_of(request)
        wanted = (
            text(body, "username", max_length=MAX_NAME),
            text(body, "email", max_length=_MAX_EMAIL),
            text(body, "password", max_length=MAX_PASSWORD),
        )
        if isinstance(request.user, User) and request.user.is_guest:
            user = registration.settle(request.user, *wanted)
        else:
            user = registration.register(*wanted)
        return Response({"id": user.pk, "username": user.username}, status=201)


class GuestsView(APIView):
    """A guest; one who comes by our own pages is signed in there too."""

    authentication_classes = ()
    throttle_classes = (AddressThrottle, GuestThrottle)
    scopes: Scopes = {"POST": PUBLIC}
    calls: Calls = {
        "POST": Call("Play without an account, for a day", {201: contract.Guest}, contract.Nothing)
    }

    def post(self, request: Request) -> Response:
        body_of(request)
        guest, token = registration.welcome_guest()
        if _is_our_own_page(request) and SESSION_KEY not in request._request.session:
            _begin_session(request, guest)
        return Response({"name": guest.username, "token": token}, status=201)


class SessionView(APIView):
    authentication_classes = (SessionAuthentication,)
    throttle_classes = SIGNING_IN
    scopes: Scopes = {"POST": PUBLIC, "DELETE": Scope.ACCOUNT}
    calls: Calls = {
        "POST": Call(
            "Sign a browser in; the answer sets the session's cookie",
            {200: contract.Account},
            contract.Credentials,
            refuses=("not_signed_in", "forbidden", "second_factor_required", "banned"),
        ),
        "DELETE": Call("Sign out", {204: None}),
    }

    def get_authenticators(self) -> list[BaseAuthentication]:
        # Signing in is guarded by its origin: without a session there is no CSRF token that means anything.
        signs_in = self.request is not None and self.request.method == "POST"
        return [] if signs_in else super().get_authenticators()

    def post(self, request: Request) -> Response:
        _require_own_origin(request)
        user = by_password(request)
        _begin_session(request, user)
        return Response(_account(user, list(Scope.values)))

    def delete(self, request: Request) -> Response:
        logout(request._request)
        return Response(status=204)


class TokensView(APIView):
    throttle_classes = SIGNING_IN
    scopes: Scopes = {"GET": Scope.READ, "POST": PUBLIC}
    calls: Calls = {
        "GET": Call("One's tokens, the newest first", {200: contract.Page[contract.Token]}, query=PAGED),
        "POST": Call(
            "A new token, by password or with the scope account; a token gives no more than it has",
            {201: contract.NewToken},
            contract.TokenWish,
            refuses=("scope_required", "second_factor_required", "banned"),
        ),
    }

    def get(self, request: Request) -> Response:
        return page_of(self, person(request).tokens.all(), _token)

    def post(self, request: Request) -> Response:
        body = body_of(request)
        has_password = "username" in body or "password" in body
        user = by_password(request) if has_password else require_scope(request, Scope.ACCOUNT)
        name = text(body, "name", max_length=60)
        scopes = [Scope(scope) for scope in choices(body, "scopes", Scope.values)]
        parent = request.auth if isinstance(request.auth, Token) and not has_password else None
        if parent and not set(scopes) <= set(parent.scopes):
            raise ApiError("scope_required", _("A token cannot give more than it has."))
        expires_at = parent.expires_at if parent else None
        grant = parent.grant if parent else None
        token, written = Token.objects.issue(user, name, scopes, expires_at, grant)
        return Response(
            {"id": token.pk, "token": written, "name": token.name, "scopes": token.scopes}, status=201
        )


class TokenView(APIView):
    scopes: Scopes = {"DELETE": Scope.ACCOUNT}
    calls: Calls = {"DELETE": Call("Revoke a token", {204: None})}

    def delete(self, request: Request, token_id: str) -> Response:
        deleted, _rows = person(request).tokens.filter(pk=token_id).delete()
        if not deleted:
            raise Http404
        return Response(status=204)


def _become_bot(user: User) -> None:
    try:
        registration.become_bot(user)
    except (registration.AlreadyPlayed, registration.NotForGuests):
        raise ApiError("forbidden", _("Only an account that has never played becomes a bot's.")) from None


class AccountView(APIView):
    throttle_classes = SIGNING_IN
    scopes: Scopes = {"GET": Scope.READ, "PATCH": Scope.ACCOUNT, "DELETE": Scope.ACCOUNT}
    calls: Calls = {
        "GET": Call("Who am I, and with which scopes", {200: contract.Account}),
        "PATCH": Call(
            "Say more of oneself, or that one is a bot",
            {200: contract.Account},
            contract.AccountChange,
            refuses=("forbidden",),
            example={"country": "LB"},
        ),
        "DELETE": Call("End the account; matches stay, without the name", {204: None}, contract.Farewell),
    }

    def get(self, request: Request) -> Response:
        return Response(_account(person(request), scopes_of(request)))

    def patch(self, request: Request) -> Response:
        user, body = person(request), body_of(request)
        wanted = {
            name: choice(body, name, ("", *sorted(options)))
            for name, options in _PROFILE.items()
            if name in body
        }
        if "kind" in body:
            choice(body, "kind", (User.Kind.BOT.value,))
            _become_bot(user)
        User.objects.filter(pk=user.pk).update(**wanted)
        user.refresh_from_db()
        return Response(_account(user, scopes_of(request)))

    def delete(self, request: Request) -> Response:
        user = person(request)
        if not user.check_password(text(body_of(request), "password", max_length=MAX_PASSWORD)):
            raise ApiError("invalid", _("The password is wrong."), field="password")
        registration.delete(user)
        logout(request._request)
        return Response(status=204)


def _begin_session(request: Request, user: User) -> None:
    request._request.session.flush()  # a key that was planted or copied before is worth nothing after
    login(request._request, user, backend="django.contrib.auth.backends.ModelBackend")
    UserSession.objects.create_from_request(request._request)


def _require_own_origin(request: Request) -> None:
    """Another site must not sign a browser in to an account of its choice. Programs send no Origin."""
    if "Origin" in request.headers and not _is_our_own_page(request):
        raise ApiError("forbidden", _("Sign in from our own pages."))


def _is_our_own_page(request: Request) -> bool:
    """Browsers say whence a POST comes, and no page can make them lie."""
    try:
        host = urlsplit(request.headers.get("Origin", "")).netloc
    except ValueError:
        return False
    return host == request.get_host()


def _account(user: User, scopes: list[str]) -> dict[str, Any]:
    return {
        "id": user.pk,
        "username": user.username,
        "email": user.email,
        "kind": user.kind,
        "guest": user.is_guest,
        "language": user.language,
        "country": user.country,
        "scopes": scopes,
        "created_at": user.created_at,
        "restrictions": notices.restrictions(user),
        "notices": list(map(notices.told, notices.unseen(user))),
    }


def _token(token: Token) -> dict[str, Any]:
    return {
        "id": token.pk,
        "name": token.name,
        "scopes": token.scopes,
        "created_at": token.created_at,
        "last_used_at": token.last_used_at,
    }
