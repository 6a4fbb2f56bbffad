"""Sessions and tokens that end are told to every process, so that what is open by them closes at once.

The one module with receivers of signals: a session ends in many places of Django and allauth, and
each of them deletes its row. What cannot be told is found by who looks (games/live/hub.py).
"""

import json
import logging
from typing import Any, Final

from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models.signals import post_delete
from django.dispatch import receiver
from django.utils import timezone
from redis.exceptions import RedisError

from accounts.models import Token, User
from tarneeb_site.redis_servers import bell_server, server

_log: Final = logging.getLogger(__name__)
CHANNEL: Final = "credentials"
_FORGOTTEN_AT_ONCE: Final = 500


def end_sessions(user: User, *, but: str | None = None) -> None:
    """Sign the person out everywhere, but in the session of this key."""
    for session in UserSession.objects.filter(user=user).exclude(session_key=but or ""):
        session.end()


def end_programs(user: User) -> None:
    """Take back every token, and every consent to an application."""
    user.grants.all().delete()
    user.tokens.all().delete()


def end_access(user: User) -> None:
    """Sign the person out everywhere, and their programs too."""
    end_sessions(user)
    end_programs(user)


def forget_expired_sessions() -> None:
    """With what was noted of their browsers; some hundreds at a time."""
    expired = Session.objects.filter(expire_date__lt=timezone.now()).order_by("expire_date")
    Session.objects.filter(pk__in=list(expired.values_list("pk", flat=True)[:_FORGOTTEN_AT_ONCE])).delete()


@receiver(post_delete, sender=Session)
def _session_ended(instance: Session, **_more: Any) -> None:
    UserSession.objects.filter(session_key=instance.session_key).delete()
    _tell_on_commit(instance.session_key)


@receiver(post_delete, sender=Token)
def _token_ended(instance: Token, **_more: Any) -> None:
    _tell_on_commit(instance.pk)


def _tell_on_commit(credential: str) -> None:
    transaction.on_commit(lambda: _tell(credential), robust=True)


def _tell(credential: str) -> None:
    try:
        server(bell_server(CHANNEL)).publish(CHANNEL, json.dumps([credential]))
    except (RedisError, OSError) as error:
        _log.warning("the end of a credential was not told: %s", error)
