"""The contract's JSON Schema, as generated from the code that is served."""

import hashlib
import json
from typing import Final

from django.http import HttpResponse
from django.utils.decorators import method_decorator
from django.views.decorators.cache import cache_control
from django.views.decorators.http import etag
from rest_framework.request import Request
from rest_framework.views import APIView

from accounts.api.permissions import PUBLIC, Scopes
from games.contract import schema

LASTS_SECONDS: Final = 3600
TEXT: Final = json.dumps(schema.document()).encode()
ETAG: Final = f'"{hashlib.sha256(TEXT).hexdigest()[:32]}"'


@method_decorator(
    [cache_control(public=True, max_age=LASTS_SECONDS), etag(lambda request: ETAG)], name="dispatch"
)
class FramesSchemaView(APIView):
    """The same for everyone, so nobody is asked who they are."""

    scopes: Scopes = {"GET": PUBLIC}
    authentication_classes = ()

    def get(self, request: Request) -> HttpResponse:
        return HttpResponse(TEXT, content_type="application/json")
