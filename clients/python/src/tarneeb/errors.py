"""What can go wrong."""

from collections.abc import Mapping
from typing import Any


class TarneebError(Exception):
    """Any of the below."""


class ApiError(TarneebError):
    """The service refuses. `code` is stable, `detail` is for people, `retry_after` is in seconds."""

    def __init__(
        self,
        code: str,
        detail: str,
        status: int = 0,
        retry_after: float | None = None,
        body: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(f"{code}: {detail}")
        self.code = code
        self.detail = detail
        self.status = status
        self.retry_after = retry_after
        self.body = body or {}

    @property
    def field(self) -> str | None:
        """What the refusal is about, where it says so."""
        return self.body.get("field")


class Disconnected(TarneebError):
    """The service could not be reached. Whether it did what was asked is not known."""
