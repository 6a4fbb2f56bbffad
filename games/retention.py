"""What is kept of people for a time only, and then goes by itself (docs/personal-data.md has all of it)."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.contrib.admin.models import LogEntry
from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import Grant, RefreshToken, Token
from games.models import Message, Report, Seek

# Long enough for a report to be looked into.
MESSAGES: Final = timedelta(days=180)
SEEKS: Final = timedelta(days=90)
# Whoever is reported again and again is recognised.
REPORTS: Final = timedelta(days=730)
# What staff have done in the admin.
ADMIN_LOG: Final = timedelta(days=730)
# After they have expired; until then their owner sees that they have.
CREDENTIALS: Final = timedelta(days=30)
# Written to files where there is no mail server.
MAILS: Final = timedelta(days=7)
AT_ONCE: Final = 500


def forget_old() -> None:
    """Some hundred rows a transaction. Done twice, or late, it does no harm."""
    now = timezone.now()
    for rows in _outdated(now):
        while ids := list(rows.values_list("pk", flat=True)[:AT_ONCE]):
            rows.model._default_manager.filter(pk__in=ids).delete()
    _forget_mails(now - MAILS)


def _outdated(now: datetime) -> Iterator[QuerySet[Any]]:
    yield Message.objects.filter(at__lt=now - MESSAGES)
    yield Report.objects.filter(at__lt=now - REPORTS)
    yield Seek.objects.filter(created_at__lt=now - SEEKS).exclude(status=Seek.Status.WAITING)
    yield LogEntry.objects.filter(action_time__lt=now - ADMIN_LOG)
    expired = now - CREDENTIALS
    yield Token.objects.filter(expires_at__lt=expired)
    yield RefreshToken.objects.filter(expires_at__lt=expired)
    # Consents of which nothing is left: never taken up, or not used for so long that all has expired.
    yield Grant.objects.filter(created_at__lt=expired, refresh_tokens=None, tokens=None)


def _forget_mails(before: datetime) -> None:
    for mail in Path(settings.EMAIL_FILE_PATH).glob("*.log"):
        if mail.stat().st_mtime < before.timestamp():
            mail.unlink(missing_ok=True)
