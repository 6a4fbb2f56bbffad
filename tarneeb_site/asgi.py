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
from tarneeb_site import bodies, gauges, health, meters, streaming  # noqa: E402

REGISTRY.register(gauges.Gauges())
meters.listen()

# A request is a thread with a connection. Those beyond the pool wait here, in order and for nothing but
# their turn: in a thread of its own each would fight for a connection, and fail after a few seconds.
_turns = asyncio.Semaphore(settings.DATABASE_CONNECTIONS)


async def http(scope: Any, receive: Any, send: Any) -> None:
    """Pages and API. Nobody has a turn while they send or read, which can take as long as they like."""
    try:
        body = await bodies.read(scope, receive)
    except bodies.Unread as refusal:
        await bodies.refuse(send, refusal)
        return
    answer: list[Any] = []
    async with contextlib.nullcontext() if scope["path"] == health.LIVE else _turns:
        await pages(scope, bodies.again(body, receive), streaming.beginning(scope, answer))
    for message in answer:
        await send(message)
    await streaming.rest(scope, receive, send)


application = ProtocolTypeRouter(
    {"http": http, "websocket": AuthMiddlewareStack(URLRouter(websocket_urlpatterns))}
)
