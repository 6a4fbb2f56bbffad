"""What the scopes of a view mean, for the views of other apps too."""

from typing import Any, ClassVar

import pytest
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.test import APIRequestFactory, force_authenticate
from rest_framework.views import APIView

from accounts.api.permissions import PUBLIC, Scopes, person, reader
from accounts.models import Scope, Token, User

pytestmark = pytest.mark.django_db


class TableView(APIView):
    """Anyone may look; who may read sees more; playing needs its scope."""

    authentication_classes = ()
    throttle_classes = ()
    scopes: ClassVar[Scopes] = {"GET": PUBLIC, "POST": Scope.PLAY}

    def get(self, request: Request) -> Response:
        viewer = reader(request)
        return Response({"viewer": viewer and viewer.username})

    def post(self, request: Request) -> Response:
        return Response({"player": person(request).username})

    def delete(self, request: Request) -> Response:
        return Response()


def call(method: str, user: User | None = None, *scopes: Scope) -> Any:
    request = APIRequestFactory().generic(method, "/")
    if user:
        token: Any = Token.objects.issue(user, "test", scopes)[0] if scopes else None
        force_authenticate(request, user, token)
    return TableView.as_view()(request)


def test_public_is_for_all_but_shows_its_own_to_who_may_read(layla: User) -> None:
    assert call("GET").data == {"viewer": None}
    assert call("GET", layla, Scope.PLAY).data == {"viewer": None}
    assert call("GET", layla, Scope.READ).data == {"viewer": "Layla"}
    assert call("GET", layla).data == {"viewer": "Layla"}  # a session
    assert call("HEAD").status_code == 200


def test_a_scope_is_needed(layla: User) -> None:
    assert call("POST").data["code"] == "not_signed_in"
    refused = call("POST", layla, Scope.READ, Scope.ACCOUNT)
    assert (refused.status_code, refused.data["code"], refused.data["scope"]) == (
        403,
        "scope_required",
        "play",
    )
    assert call("POST", layla, Scope.PLAY).data == {"player": "Layla"}
    assert call("POST", layla).data == {"player": "Layla"}


def test_what_a_view_lacks_is_405_for_all() -> None:
    assert call("PUT").data["code"] == "method_not_allowed"


def test_a_view_that_forgets_a_scope_is_our_mistake(layla: User) -> None:
    with pytest.raises(AssertionError, match="DELETE"):
        call("DELETE", layla)
