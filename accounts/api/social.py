"""Calls about other people: follow, block. Each may be repeated."""

from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts import social
from accounts.api.calls import Call, Calls
from accounts.api.errors import ApiError
from accounts.api.permissions import Scopes, person
from accounts.models import Scope, User


class FollowView(APIView):
    scopes: Scopes = {"PUT": Scope.ACCOUNT, "DELETE": Scope.ACCOUNT}
    calls: Calls = {
        "PUT": Call("Follow somebody", {204: None}, refuses=("invalid",)),
        "DELETE": Call("Follow them no longer", {204: None}, refuses=("invalid",)),
    }

    def put(self, request: Request, name: str) -> Response:
        social.follow(person(request), _other(request, name))
        return Response(status=204)

    def delete(self, request: Request, name: str) -> Response:
        social.unfollow(person(request), _other(request, name))
        return Response(status=204)


class BlockView(APIView):
    scopes: Scopes = {"PUT": Scope.ACCOUNT, "DELETE": Scope.ACCOUNT}
    calls: Calls = {
        "PUT": Call(
            "Block somebody",
            {204: None},
            refuses=("invalid",),
        ),
        "DELETE": Call("Unblock somebody", {204: None}, refuses=("invalid",)),
    }

    def put(self, request: Request, name: str) -> Response:
        social.block(person(request), _other(request, name))
        return Response(status=204)

    def delete(self, request: Request, name: str) -> Response:
        social.unblock(person(request), _other(request, name))
        return Response(status=204)


def person_named(name: str) -> User:
    """Raises `not_found`; an account that is gone is not found by its pseudonym either."""
    try:
        return User.objects.present(name)
    except User.DoesNotExist:
        raise ApiError("not_found") from None


def _other(request: Request, name: str) -> User:
    other = person_named(name)
    if other == person(request):
        raise ApiError("invalid", _("This is you."), field="name")
    return other
