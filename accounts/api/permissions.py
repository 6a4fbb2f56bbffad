"""What a token may do. A view says it in `scopes`, method by method."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from rest_framework.permissions import BasePermission
from rest_framework.request import Request

from accounts.api.errors import ApiError
from accounts.models import Scope, Token, User

if TYPE_CHECKING:  # rest_framework.views imports this module, which the settings name
    from rest_framework.views import APIView

PUBLIC: Final = None  # in place of a scope: anyone may call this, signed in or not

Scopes = Mapping[str, Scope | None]


class HasScope(BasePermission):
    """Reads the view's `scopes`, such as `{"GET": PUBLIC, "POST": Scope.PLAY}`."""

    def has_permission(self, request: Request, view: "APIView") -> bool:
        method = "GET" if request.method == "HEAD" else request.method or ""
        if method == "OPTIONS" or not hasattr(view, method.lower()):
            return True  # the answer is 405, to everyone alike
        scopes: Scopes = getattr(view, "scopes", {})
        assert method in scopes, f"{type(view).__name__} does not say which scope {method} needs"
        scope = scopes[method]
        if scope is not PUBLIC:
            require_scope(request, scope)
        return True


def require_scope(request: Request, scope: Scope) -> User:
    """Who is asking. Raises `not_signed_in`, `scope_required`."""
    user = request.user
    if not isinstance(user, User):
        raise ApiError("not_signed_in")
    if scope not in scopes_of(request):
        raise ApiError("scope_required", extra={"scope": scope.value})
    return user


def person(request: Request) -> User:
    """Who is asking, where the view's scopes have seen to it that somebody is."""
    assert isinstance(request.user, User)
    return request.user


def reader(request: Request) -> User | None:
    """As whom a PUBLIC call may show things: None for a stranger and for a token that lacks `read`."""
    return request.user if isinstance(request.user, User) and Scope.READ in scopes_of(request) else None


def scopes_of(request: Request) -> list[str]:
    """A session has all of them."""
    return request.auth.scopes if isinstance(request.auth, Token) else list(Scope.values)
