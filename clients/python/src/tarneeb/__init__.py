"""A client of the Tarneeb service: its calls, and matches live."""

from .calls import Call, Listing
from .client import AsyncClient, Client
from .errors import ApiError, Disconnected, TarneebError
from .fold import apply
from .live import AsyncLiveTable, LiveTable
from .table import Table

__all__ = [
    "ApiError",
    "AsyncClient",
    "AsyncLiveTable",
    "Call",
    "Client",
    "Disconnected",
    "Listing",
    "LiveTable",
    "Table",
    "TarneebError",
    "apply",
]
