"""The application that the web server runs: pages and API, and the sockets."""

import asyncio
import contextlib
import os
from typing import Any

from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter
from django.core.asgi import get_asgi_application
from prometheus_client import REGISTRY

from tarneeb_site import outside

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tarneeb_site.settings")
outside.start()
pages = get_asgi_application()

from django.conf import settings  # noqa: E402  once Django's apps are loaded

from games.routing import websocket_urlpatterns  # noqa: E402
from tarneeb_site import health, meters, standing, streaming  # noqa: E402

REGISTRY.register(standing.Standing())
meters.listen()

# A request is a thread with a connection. Those beyond the pool wait here, in order and for nothing but
# their turn: in a thread of its own each would fight for a connection, and fail after a few seconds.
_turns = asyncio.Semaphore(settings.DATABASE_CONNECTIONS)


async def http(scope: Any, receive: Any, send: Any) -> None:
    """Pages and API. A stream has its turn until it begins."""
    async with contextlib.nullcontext() if scope["path"] == health.LIVE else _turns:
        await pages(scope, receive, streaming.beginning(scope, send))
    await streaming.rest(scope, receive, send)


application = ProtocolTypeRouter(
    {"http": http, "websocket": AuthMiddlewareStack(URLRouter(websocket_urlpatterns))}
)
