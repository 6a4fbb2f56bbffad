"""The application that the web server runs: pages and API, and the sockets."""

import os

from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tarneeb_site.settings")
http = get_asgi_application()

from games.routing import websocket_urlpatterns  # noqa: E402  once Django's apps are loaded

application = ProtocolTypeRouter(
    {"http": http, "websocket": AuthMiddlewareStack(URLRouter(websocket_urlpatterns))}
)
