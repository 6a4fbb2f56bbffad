"""Addresses of the sockets."""

from typing import Any

from django.urls import path

from games.consumers import LobbySocket, MatchSocket

# Channels routes applications with Django's `path`, whose types know of views only.
websocket_urlpatterns: list[Any] = [
    path("ws/v1/lobby/", LobbySocket.as_asgi()),  # type: ignore[arg-type]
    path("ws/v1/matches/<uuid:match_id>/", MatchSocket.as_asgi()),  # type: ignore[arg-type]
]
