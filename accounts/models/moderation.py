"""What moderators have done, what people are told of it, and what they say against it."""

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

PERSON = settings.AUTH_USER_MODEL


class ModerationAction(models.Model):
    """The audit log: whom it is about, who did it, what, why, when and until when.

    Rows are never changed or deleted, which the database sees to; what ends an action early is another row,
    `about` it. `until` is null where it is for good or lasts no time. `note` is for moderators, `message` for
    the person.
    """

    class Kind(models.TextChoices):
        DISMISS = "dismiss", _("dismissed")
        WARN = "warn", _("warning")
        MUTE = "mute", _("mute")
        BAN_RANKED = "ban_ranked", _("ban from ranked play")
        BAN = "ban", _("ban from the service")
        LIFT = "lift", _("lifted")
        UPHOLD = "uphold", _("appeal rejected")

    class Reason(models.TextChoices):
        ABUSE = "abuse", _("insults or harassment")
        CHEATING = "cheating", _("cheating")
        FARMING = "farming", _("arranged matches")
        STALLING = "stalling", _("playing slowly on purpose")
        LEAVING = "leaving", _("leaving matches")
        NAME = "name", _("an offensive name")
        OTHER = "other", _("something else")

    MAX_LENGTH = 1000

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    kind = models.CharField(_("what"), max_length=10, choices=Kind)
    # The rows of people outlive their accounts: what is kept here then names nobody.
    person = models.ForeignKey(PERSON, models.PROTECT, verbose_name=_("player"), related_name="moderation")
    by = models.ForeignKey(PERSON, models.PROTECT, verbose_name=_("moderator"), related_name="moderated")
    reason = models.CharField(_("reason"), max_length=8, choices=Reason)
    note = models.TextField(_("note"), max_length=MAX_LENGTH)
    message = models.TextField(_("message"), max_length=MAX_LENGTH, blank=True)
    at = models.DateTimeField(_("when"), default=timezone.now, editable=False)
    until = models.DateTimeField(_("until"), null=True, editable=False)
    about = models.ForeignKey(
        "self", models.PROTECT, null=True, editable=False, verbose_name=_("about"), related_name="answers"
    )

    class Meta:
        verbose_name = _("moderation action")
        verbose_name_plural = _("moderation actions")
        indexes = [models.Index(fields=["person", "-at"], name="moderation_person")]
        constraints = [
            models.UniqueConstraint(fields=["about"], condition=Q(kind="lift"), name="lifted_once"),
            models.CheckConstraint(
                condition=Q(kind__in=["lift", "uphold"], about__isnull=False)
                | (~Q(kind__in=["lift", "uphold"]) & Q(about=None)),
                name="moderation_about_another",
            ),
            models.CheckConstraint(
                condition=Q(kind__in=["mute", "ban_ranked", "ban"]) | Q(until=None),
                name="moderation_until",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()}: {self.person}"


class Notice(models.Model):
    """What a person is shown on their next page, until they say that they have seen it.

    Of an action about them, or, without one, that what they reported of `player` has been dealt with.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    person = models.ForeignKey(PERSON, models.CASCADE, related_name="notices")
    action = models.ForeignKey(ModerationAction, models.PROTECT, null=True, related_name="notices")
    player = models.ForeignKey(PERSON, models.CASCADE, null=True, related_name="+")
    at = models.DateTimeField(default=timezone.now, editable=False)
    seen_at = models.DateTimeField(null=True, editable=False)

    class Meta:
        indexes = [
            models.Index(fields=["person", "at"], condition=Q(seen_at=None), name="notice_unseen"),
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(action=None, player__isnull=False) | Q(action__isnull=False, player=None),
                name="notice_of_one_thing",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.person_id} {self.action_id or ''}"


class Appeal(models.Model):
    """What a person says against an action, once. `answer` lifts it or upholds it."""

    MAX_LENGTH = 2000

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    action = models.OneToOneField(
        ModerationAction, models.PROTECT, verbose_name=_("about"), related_name="appeal"
    )
    text = models.TextField(_("appeal"), max_length=MAX_LENGTH)
    at = models.DateTimeField(_("when"), default=timezone.now, editable=False)
    answer = models.OneToOneField(
        ModerationAction, models.PROTECT, null=True, verbose_name=_("answer"), related_name="answered_appeal"
    )

    class Meta:
        verbose_name = _("appeal")
        verbose_name_plural = _("appeals")
        indexes = [models.Index(fields=["at"], condition=Q(answer=None), name="appeal_open")]

    def __str__(self) -> str:
        return str(self.action)
