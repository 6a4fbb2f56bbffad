"""The contract for programs, as generated from the code that is served; and a page to try it."""

import hashlib
import json
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Final

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_safe
from rest_framework.request import Request
from rest_framework.views import APIView

from accounts.api.calls import Call, Calls
from accounts.api.permissions import PUBLIC, Scopes
from games.api import openapi
from games.contract import asyncapi, bodies, requests, schema

LASTS_SECONDS: Final = 3600


class DocumentView(APIView):
    """The same for everyone, so nobody is asked who they are."""

    scopes: Scopes = {"GET": PUBLIC}
    authentication_classes = ()
    make: Callable[[], Mapping[str, Any]]

    def get(self, request: Request) -> HttpResponseBase | None:
        text, tag = _written(type(self).make)
        headers = {"ETag": tag, "Cache-Control": f"public, max-age={LASTS_SECONDS}"}
        response = HttpResponse(text, content_type="application/json", headers=headers)
        return get_conditional_response(request._request, etag=tag, response=response)


@cache
def _written(make: Callable[[], Mapping[str, Any]]) -> tuple[bytes, str]:
    """A document and its tag, which last as long as the code."""
    text = json.dumps(make(), ensure_ascii=False).encode()
    return text, f'"{hashlib.sha256(text).hexdigest()[:32]}"'


def _calls(about: str) -> Calls:
    return {
        "GET": Call(about, {200: bodies.Document, 304: None}, headers={"If-None-Match": requests.KnownTag})
    }


class OpenApiView(DocumentView):
    calls = _calls("This document: OpenAPI of every call")
    make = openapi.document


class AsyncApiView(DocumentView):
    calls = _calls("AsyncAPI of both sockets")
    make = asyncapi.document


class FramesSchemaView(DocumentView):
    calls = _calls("JSON Schema of every body, event and frame")
    make = schema.document


@require_safe
def docs(request: HttpRequest) -> HttpResponse:
    """A page that shows the OpenAPI document and makes its calls."""
    return render(request, "games/docs.html")
