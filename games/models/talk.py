"""What people say at a table, and what they report of each other. Plain rows: the log knows nothing of it."""

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.matches import Match

PERSON = settings.AUTH_USER_MODEL


class Message(models.Model):
    """One thing said, from the seat that its person had then."""

    class Channel(models.TextChoices):
        TABLE = "table"
        PARTNER = "partner"

    class Kind(models.TextChoices):
        EMOTE = "emote"
        PHRASE = "phrase"
        TEXT = "text"

    MAX_LENGTH = 200

    match = models.ForeignKey(Match, models.CASCADE, db_index=False, related_name="messages")
    person = models.ForeignKey(PERSON, models.CASCADE, related_name="messages")
    seat = models.CharField(max_length=1)
    channel = models.CharField(max_length=7, choices=Channel)
    kind = models.CharField(max_length=6, choices=Kind)
    value = models.CharField(max_length=MAX_LENGTH)
    at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        indexes = [models.Index(fields=["match", "-id"], name="message_match")]

    def __str__(self) -> str:
        return f"{self.match_id} {self.seat} {self.kind}"


class Report(models.Model):
    """A complaint, once a reporter, player and match; without a match, once until it is answered.

    `reporter` is null once the account is gone. `seq` is where the match stood, or what the reporter points
    at. It is open until an action answers it.
    """

    class Reason(models.TextChoices):
        ABUSE = "abuse", _("insults or harassment")
        CHEATING = "cheating", _("cheating")
        STALLING = "stalling", _("playing slowly on purpose")
        LEAVING = "leaving", _("leaving matches")
        NAME = "name", _("an offensive name")
        OTHER = "other", _("something else")

    MAX_LENGTH = 1000

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    reporter = models.ForeignKey(
        PERSON, models.SET_NULL, null=True, verbose_name=_("reporter"), related_name="reports_made"
    )
    player = models.ForeignKey(PERSON, models.CASCADE, verbose_name=_("player"), related_name="reports")
    match = models.ForeignKey(
        Match, models.SET_NULL, null=True, verbose_name=_("match"), related_name="reports"
    )
    reason = models.CharField(_("reason"), max_length=8, choices=Reason)
    text = models.TextField(_("text"), max_length=MAX_LENGTH, blank=True)
    at = models.DateTimeField(_("when"), default=timezone.now, editable=False, db_index=True)
    seq = models.PositiveIntegerField(null=True)
    answer = models.ForeignKey(
        "accounts.ModerationAction",
        models.PROTECT,
        null=True,
        verbose_name=_("answer"),
        related_name="reports",
    )

    class Meta:
        verbose_name = _("report")
        verbose_name_plural = _("reports")
        indexes = [models.Index(fields=["player", "at"], condition=Q(answer=None), name="report_open")]
        constraints = [
            models.UniqueConstraint(fields=["reporter", "player", "match"], name="report_once"),
            models.UniqueConstraint(
                fields=["reporter", "player"],
                condition=Q(match=None, answer=None),
                name="report_once_without_match",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} {self.reason}"
