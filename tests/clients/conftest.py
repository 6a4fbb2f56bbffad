"""A service for other people's programs."""

from typing import Any

import pytest

from tests.games.conftest import open_table, server

__all__ = ["open_table", "server"]


@pytest.fixture(autouse=True)
def _at_once(settings: Any) -> None:
    """Bots act without a pause, addresses need no proof, and nobody is told to wait."""
    settings.BOT_DELAY_MS = 0
    settings.EMAIL_CONFIRMATION = "optional"
    settings.THROTTLES = False


@pytest.fixture
def url(transactional_db: None, server: str) -> str:
    return f"http://{server}"
